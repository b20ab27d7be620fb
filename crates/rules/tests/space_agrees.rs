//! The space chess of the rules agrees with a naive one that shares no code with it.

mod common;
mod naive_space;

use naive_space::Naive;

#[test]
fn the_naive_one_counts_right() {
    for (position, counts) in [
        (
            "5/5/5/PPPPP/RNKNR|5/5/5/PPPPP/BUQBU|5/5/5/5/5|ubqub/ppppp/5/5/5|rnknr/ppppp/5/5/5 w 0 1",
            vec![61, 3615, 237_316],
        ),
        (
            "5/5/5/2p2/K4|5/5/5/1p3/2p2|5/5/5/5/5|2P2/3P1/5/5/5|4k/2P2/5/5/5 w 0 1",
            vec![16, 172, 2581, 42132],
        ),
        (
            "5/5/5/5/K1q2|5/5/1n3/5/5|5/5/2k2/5/5|5/5/5/5/5|5/5/5/5/5 w 0 1",
            vec![2, 128, 628],
        ),
        (
            "5/5/5/5/k4|5/5/5/5/5|5/5/2K2/5/5|5/5/5/5/5|4Q/5/5/5/5 w 0 1",
            vec![50, 271, 14058],
        ),
    ] {
        let naive = Naive::read(position);
        assert_eq!(naive.text(), position);
        for (depth, nodes) in (1..).zip(counts) {
            assert_eq!(naive.perft(depth), nodes, "{position} at depth {depth}");
        }
    }
    assert_eq!(
        Naive::place(
            "KAa1 kEe5 PDc5 PEc4 PDd4 pBc1 pAc2 pBb2",
            raum_rules::Side::First
        )
        .text(),
        "5/5/5/2p2/K4|5/5/5/1p3/2p2|5/5/5/5/5|2P2/3P1/5/5/5|4k/2P2/5/5/5 w 0 1"
    );
    assert_eq!(
        Naive::place("KAa1 kCc3 qAc1 nBb3", raum_rules::Side::First).text(),
        "5/5/5/5/K1q2|5/5/1n3/5/5|5/5/2k2/5/5|5/5/5/5/5|5/5/5/5/5 w 0 1"
    );
    assert_eq!(
        Naive::place("KCc3 kAa1 QEe5", raum_rules::Side::First).text(),
        "5/5/5/5/k4|5/5/5/5/5|5/5/2K2/5/5|5/5/5/5/5|4Q/5/5/5/5 w 0 1"
    );
}
