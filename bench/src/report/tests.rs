use serde_json::json;

use super::*;
use crate::plot::{Axis, Plot, Series};

fn record() -> Record {
    let mut record = Record::new("Growth", &["Ten rooms."]);
    let mut table = Table::new("Rooms", ["rooms", "CPU per move, µs"]);
    table.row(["10".to_owned(), "42.0".to_owned()]);
    record.tables.push(table);
    record.goals = vec![
        Goal::at_most("flat", 1.2, 1.5, ""),
        Goal::at_most("quick", 9.0, 2.0, "ms"),
        Goal::at_most("quicker", 9.0, 2.0, "ms").above(Some(3.0)),
    ];
    record.plots.push(Plot {
        file: "growth-rooms".to_owned(),
        title: "CPU by rooms".to_owned(),
        x: Axis::logarithmic("rooms"),
        y: Axis::linear("µs"),
        series: vec![Series::new("raum", vec![[10.0, 42.0]])],
        groups: Vec::new(),
    });
    record.sample("moves", json!([1, 2, 3]));
    record
}

#[test]
fn the_document_has_tables_plots_and_missed_goals() {
    let text = document(&[("growth".to_owned(), record())], &["restart"]);
    for part in [
        "# Benchmarks\n\nFor operators",
        "**Failed in this run**: restart.",
        "1 of 3 are met.\nMissed, and below [the floor](#beside-the-stacks-of-the-dialects) of this machine: 1.\n\n|",
        "| flat | 1.20 | ≤ 1.50 | met |",
        "| quick | 9.00 ms | ≤ 2.00 ms | **missed** |",
        "| quicker | 9.00 ms | ≤ 2.00 ms | **missed**; the floor: 3.00 ms |",
        "\n## Growth\n\nTen rooms.\n",
        "| rooms | CPU per move, µs |\n|---|---:|\n| 10 | 42.0 |",
        "![CPU by rooms](benchmarks/growth-rooms.svg)",
    ] {
        assert!(text.contains(part), "no {part:?} in {text}");
    }
}

#[test]
fn a_run_becomes_a_folder_of_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let (run, docs) = (folder.path().join("run"), folder.path().join("docs"));
    fs::create_dir_all(&run).expect("a folder");
    fs::write(
        run.join("growth.json"),
        record().to_text().expect("serialisable"),
    )
    .expect("written");
    fs::write(run.join("growth.log"), "not a record").expect("written");
    let report = Report {
        run,
        docs: docs.clone(),
    };
    report.run().expect("a report");
    for file in [
        "benchmarks.md",
        "benchmarks/growth.json",
        "benchmarks/growth-rooms.svg",
    ] {
        assert!(docs.join(file).is_file(), "no {file}");
    }
}
