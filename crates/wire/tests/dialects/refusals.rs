//! What each dialect says for every refusal, to the letter.

use raum_room::Refusal;
use raum_wire::narrow::Dialect;

#[test]
fn every_refusal_is_told_so() {
    let line = |refusal: Refusal, dialect: Dialect| {
        let frame = dialect.refused(refusal).unwrap_or_default();
        format!("{} {} {frame}\n", refusal.code(), dialect.name())
    };
    let told: String = Refusal::ALL
        .iter()
        .flat_map(|refusal| Dialect::ALL.map(|dialect| line(*refusal, dialect)))
        .collect();
    assert_eq!(told, include_str!("../data/refusals.txt"));
}
