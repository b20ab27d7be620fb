//! The arithmetic, against figures that other match programs publish for the same results.

#![expect(
    clippy::float_cmp,
    reason = "sums of halves are exact, and so are the bounds of a probability"
)]

use super::*;

/// Whether two figures agree to a hundredth of the larger one, as published figures do.
fn agree(found: f64, published: f64) -> bool {
    (found - published).abs() <= 0.01 * published.abs().max(0.5)
}

#[test]
fn elo_agrees_with_published_figures() {
    // Pairs, Elo, half the interval.
    let cases = [
        ([34, 54, 63, 64, 75], 55.58, 27.65),
        ([332, 433, 498, 333, 334], -8.64, 10.33),
        ([7895, 8757, 5685, 568, 9999], -21.04, 2.95),
    ];
    for (pairs, published, half) in cases {
        let elo = Pairs(pairs).elo();
        assert!(agree(elo.likely, published), "{pairs:?}: {elo:?}");
        assert!(
            agree((elo.most - elo.least) / 2.0, half),
            "{pairs:?}: {elo:?}"
        );
    }
}

#[test]
fn a_score_becomes_an_elo_difference_and_back() {
    // The table of FIDE's handbook, in steps of ten: 400 log10(p / (1 − p)).
    for (score, difference) in [(0.5, 0.0), (0.6, 70.44), (0.75, 190.85), (0.9, 381.70)] {
        assert!(agree(elo(score), difference), "{score}: {}", elo(score));
        assert!((expected(elo(score)) - score).abs() < 1e-12);
        assert!((elo(1.0 - score) + elo(score)).abs() < 1e-9);
    }
}

#[test]
fn pairs_of_one_result_leave_room_for_others() {
    let won = Pairs([0, 0, 0, 0, 20]);
    let elo = won.elo();
    assert_eq!((won.score(), won.superiority()), (1.0, 1.0));
    for count in 1..100 {
        let elo = Pairs([0, 0, 0, 0, count]).elo();
        assert_eq!((elo.likely, elo.most), (f64::INFINITY, f64::INFINITY));
    }
    // Twenty in a row have a probability of 2.5 % if each has one of 83.16 %.
    assert!((expected(elo.least) - 0.8316).abs() < 1e-4, "{elo:?}");
    let lost = Pairs([20, 0, 0, 0, 0]);
    assert_eq!((lost.score(), lost.superiority()), (0.0, 0.0));
    assert_eq!(lost.elo().likely, f64::NEG_INFINITY);
    assert!((lost.elo().most + elo.least).abs() < 1e-9);
    let even = Pairs([0, 0, 20, 0, 0]);
    assert_eq!((even.elo().likely, even.superiority()), (0.0, 0.5));
    assert!((expected(even.elo().most) - 0.5842).abs() < 1e-4);
    let none = Pairs::default();
    assert_eq!((none.score(), none.elo().likely), (0.5, 0.0));
    assert_eq!(
        (none.elo().least, none.elo().most),
        (f64::NEG_INFINITY, f64::INFINITY)
    );
}

#[test]
fn superiority_agrees_with_published_figures() {
    assert!(agree(
        Pairs([332, 433, 498, 333, 334]).superiority(),
        0.0505
    ));
    assert!(agree(Pairs([34, 54, 63, 64, 75]).superiority(), 1.0));
}

#[test]
fn the_error_function_agrees_with_its_table() {
    let cases = [
        (0.0, 0.0),
        (0.5, 0.520_499_88),
        (1.0, 0.842_700_79),
        (2.0, 0.995_322_27),
    ];
    for (x, value) in cases {
        assert!((erf(x) - value).abs() < 2e-7, "{x}: {}", erf(x));
        assert!((erf(-x) + value).abs() < 2e-7, "{x}: {}", erf(-x));
    }
}

#[test]
fn the_ratio_agrees_with_published_figures() {
    let cases = [
        (0.5, 2.5, [223, 9863, 21_279, 10_037, 246], -3.07),
        (0.0, 2.0, [871, 26_175, 55_983, 26_678, 821], -4.98),
    ];
    for (elo0, elo1, pairs, published) in cases {
        let ratio = Sprt { elo0, elo1 }.ratio(Pairs(pairs));
        assert!(agree(ratio, published), "{pairs:?}: {ratio}");
    }
}

#[test]
fn a_fitted_distribution_has_its_mean() {
    let observed = [0.1, 0.2, 0.4, 0.2, 0.1];
    for mean in [0.2, 0.5, 0.8] {
        let fitted = fit(observed, mean);
        let found: f64 = fitted
            .iter()
            .zip(SHARES)
            .map(|(fitted, share)| fitted * share)
            .sum();
        assert!((found - mean).abs() < 1e-9, "{mean}: {found}");
        assert!((fitted.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{mean}");
    }
    let same = fit(observed, 0.5);
    assert!(same.iter().zip(observed).all(|(a, b)| (a - b).abs() < 1e-9));
}

#[test]
fn the_test_accepts_what_the_pairs_show() {
    let sprt = Sprt {
        elo0: 0.0,
        elo1: 20.0,
    };
    // The bound for errors of 5 %, as in Wald's test.
    assert!((Sprt::bound() - 2.944_438_979).abs() < 1e-9);
    assert_eq!(sprt.verdict(Pairs::default()), None);
    assert_eq!(sprt.verdict(Pairs([5, 20, 50, 25, 8])), None);
    assert_eq!(
        sprt.verdict(Pairs([20, 80, 300, 160, 60])),
        Some(Verdict::Stronger)
    );
    assert_eq!(
        sprt.verdict(Pairs([60, 160, 300, 80, 20])),
        Some(Verdict::Weaker)
    );
    // Even without a single loss.
    assert_eq!(
        sprt.verdict(Pairs([0, 0, 0, 0, 100])),
        Some(Verdict::Stronger)
    );
}
