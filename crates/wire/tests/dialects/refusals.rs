//! The frame of each dialect for every refusal, byte for byte.

use raum_room::Refusal;
use raum_wire::narrow::Dialect;

#[test]
fn every_refusal_has_its_frame_in_every_dialect() {
    let line = |refusal: Refusal, dialect: Dialect| {
        let frame = dialect.refused(refusal).unwrap_or_default();
        format!("{} {} {frame}\n", refusal.code(), dialect.name())
    };
    let lines: String = Refusal::ALL
        .iter()
        .flat_map(|refusal| Dialect::ALL.map(|dialect| line(*refusal, dialect)))
        .collect();
    assert_eq!(lines, include_str!("../data/refusals.txt"));
}
