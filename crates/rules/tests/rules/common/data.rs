//! Reads the perft data in `data/*.perft` and compares it with a move generator.
//!
//! Depths with more than `RAUM_PERFT_NODES_MAX` nodes are skipped; the default takes seconds.

use raum_rules::Rules;

use super::position;

/// A position of the perft data.
#[derive(Default)]
pub(crate) struct Entry {
    pub(crate) id: String,
    pub(crate) position: String,
    pub(crate) source: String,
    /// Depths and their nodes.
    pub(crate) perft: Vec<(u32, u64)>,
}

/// The perft data of a kind.
pub(crate) fn entries<G: Rules>() -> Vec<Entry> {
    let path = format!(
        "{}/tests/data/{}.perft",
        env!("CARGO_MANIFEST_DIR"),
        G::FACTS.name
    );
    let text = std::fs::read_to_string(path).unwrap();
    let mut entries: Vec<Entry> = Vec::new();
    for line in text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let (word, value) = line.split_once(' ').unwrap();
        if word == "id" {
            entries.push(Entry::default());
        }
        let entry = entries.last_mut().expect("an entry starts with its id");
        match word {
            "id" => value.clone_into(&mut entry.id),
            "position" => value.clone_into(&mut entry.position),
            "source" => value.clone_into(&mut entry.source),
            "perft" => {
                let (depth, nodes) = value.split_once(' ').unwrap();
                entry
                    .perft
                    .push((depth.parse().unwrap(), nodes.parse().unwrap()));
            }
            other => panic!("unknown word in perft data: {other}"),
        }
    }
    entries
}

/// The positions of the perft data of a kind.
pub(crate) fn data_positions<G: Rules>() -> Vec<G> {
    entries::<G>()
        .iter()
        .map(|entry| position(&entry.position))
        .collect()
}

const NODES_MAX: u64 = 20_000_000;

/// Counts a kind's data within the budget, and reports every difference.
pub(crate) fn run<G: Rules>(count: impl Fn(&Entry, u32) -> u64) {
    let budget = std::env::var("RAUM_PERFT_NODES_MAX")
        .map_or(NODES_MAX, |nodes| nodes.parse().expect("a number of nodes"));
    let mut wrong = Vec::new();
    for entry in entries::<G>() {
        assert!(!entry.source.is_empty(), "{} has no source", entry.id);
        for (depth, expected) in &entry.perft {
            if *expected <= budget {
                let found = count(&entry, *depth);
                if found != *expected {
                    wrong.push(format!(
                        "{} ({}) at depth {depth}: expected {expected}, found {found}",
                        entry.id, entry.position
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

pub(crate) fn by_rules<G: Rules>(entry: &Entry, depth: u32) -> u64 {
    position::<G>(&entry.position).perft(depth)
}
