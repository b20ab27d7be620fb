//! `raum-bench report`: makes `docs/benchmarks.md`, its plots and its raw samples from the files of one run.

use std::{
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

use anyhow::Context;
use clap::Args;

use crate::{
    goal::{Goal, figure},
    record::{Record, Table},
};

/// The most bytes of raw samples that the repository takes.
const RAW_BYTES_MAX: usize = 300_000;

/// The files in the order of the document; others follow by name.
const ORDER: [&str; 8] = [
    "rules", "peers", "load", "growth", "restart", "lobby", "page", "sizes",
];

/// A file of the run for steps that failed, with a name per line.
const FAILED: &str = "failed";

/// Write docs/benchmarks.md from the files of a run
#[derive(Args)]
pub(crate) struct Report {
    /// The folder with a JSON file of each mode
    run: PathBuf,

    /// The folder of the document
    #[arg(long, default_value = "docs", value_name = "FOLDER")]
    docs: PathBuf,
}

impl Report {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let records = read(&self.run)?;
        let failed = fs::read_to_string(self.run.join(FAILED)).unwrap_or_default();
        let failed: Vec<&str> = failed.lines().collect();
        let folder = self.docs.join("benchmarks");
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        let mut raw_bytes = 0;
        for (name, record) in &records {
            let text = record.to_text()?;
            raw_bytes += text.len();
            fs::write(folder.join(format!("{name}.json")), text)?;
            for plot in &record.plots {
                fs::write(folder.join(format!("{}.svg", plot.file)), plot.svg())?;
            }
        }
        fs::write(self.docs.join("benchmarks.md"), document(&records, &failed))?;
        println!(
            "{} with {} sections, {raw_bytes} bytes of raw samples",
            self.docs.join("benchmarks.md").display(),
            records.len()
        );
        anyhow::ensure!(raw_bytes <= RAW_BYTES_MAX, "the raw samples are too large");
        Ok(())
    }
}

/// The records of a run by name.
fn read(folder: &Path) -> anyhow::Result<Vec<(String, Record)>> {
    let mut records = Vec::new();
    let files = fs::read_dir(folder).with_context(|| format!("no run in {}", folder.display()))?;
    for file in files {
        let path = file?.path();
        let name = path.file_stem().and_then(|name| name.to_str());
        if let Some(name) = name
            && path
                .extension()
                .is_some_and(|extension| extension == "json")
        {
            records.push((name.to_owned(), Record::read(&path)?));
        }
    }
    let place = |name: &str| ORDER.iter().position(|known| *known == name);
    records.sort_by_key(|(name, _)| (place(name).unwrap_or(ORDER.len()), name.clone()));
    anyhow::ensure!(!records.is_empty(), "no run in {}", folder.display());
    Ok(records)
}

fn document(records: &[(String, Record)], failed: &[&str]) -> String {
    let mut text = String::from(
        "# Benchmarks\n\n\
         For operators and contributors: the figures of one run of `make bench`, which wrote this page. \
         [performance.md](performance.md) describes earlier runs and what they led to. \
         Compare figures within a table: other machines give others. Ratios and goals, met or missed, stay in the tables.\n",
    );
    machine(&mut text, records);
    if !failed.is_empty() {
        writeln!(text, "\n**Failed in this run**: {}.", failed.join(", ")).ok();
    }
    goals(&mut text, records);
    for (name, record) in records {
        section(&mut text, name, record);
    }
    text
}

fn machine(text: &mut String, records: &[(String, Record)]) {
    let Some(run) = records
        .iter()
        .map(|(_, record)| &record.run)
        .min_by_key(|run| &run.date)
    else {
        return;
    };
    let machine = &run.machine;
    let [gib, cores] = [machine.memory_bytes >> 30, machine.cores as u64];
    writeln!(
        text,
        "\n## The run\n\n{}: {cores} cores, {gib} GiB of memory, {}, Node {}. Commit {}{}.\n",
        machine.cpu,
        machine.kernel,
        machine.node,
        run.commit.get(..12).unwrap_or("unknown"),
        if run.has_changes { " with changes" } else { "" },
    )
    .ok();
    let mut runs = Table::new("", ["part", "began", "load average", "command"]);
    for (name, record) in records {
        let Record { title, run, .. } = record;
        let load = run.machine.load_average.split(' ').take(3);
        let command = run.arguments.join(" ");
        runs.row([
            format!("{title} ([samples](benchmarks/{name}.json))"),
            run.date.clone(),
            load.collect::<Vec<_>>().join(" "),
            format!("`{command}`"),
        ]);
    }
    table(text, &runs);
}

fn goals(text: &mut String, records: &[(String, Record)]) {
    let all = || records.iter().flat_map(|(_, record)| &record.goals);
    let met = all().filter(|goal| goal.holds()).count();
    writeln!(text, "\n## Goals\n\n{met} of {} are met.", all().count()).ok();
    let out_of_reach = all().filter(|goal| !goal.holds() && goal.is_out_of_reach());
    let count = out_of_reach.count();
    if count > 0 {
        let floor = "[the floor](#beside-the-stacks-of-the-dialects) of this machine";
        writeln!(text, "Missed, and below {floor}: {count}.").ok();
    }
    writeln!(text).ok();
    let mut goals = Table::new("", ["goal", "figure", "wanted", ""]);
    for goal in all() {
        let unit = |number: String| format!("{number} {}", goal.unit).trim_end().to_owned();
        goals.row([
            goal.name.clone(),
            unit(figure(goal.figure)),
            unit(Goal::bound(goal)),
            verdict(goal),
        ]);
    }
    table(text, &goals);
}

fn verdict(goal: &Goal) -> String {
    match goal.floor {
        _ if goal.holds() => "met".to_owned(),
        Some(floor) => format!("**missed**; the floor: {} {}", figure(floor), goal.unit),
        None => "**missed**".to_owned(),
    }
}

fn section(text: &mut String, name: &str, record: &Record) {
    writeln!(text, "\n## {}", record.title).ok();
    for paragraph in &record.method {
        writeln!(text, "\n{paragraph}").ok();
    }
    for failure in &record.failures {
        writeln!(text, "\n**A part failed**: {failure}").ok();
    }
    for each in &record.tables {
        writeln!(text, "\n**{}**\n", each.title).ok();
        table(text, each);
    }
    for plot in &record.plots {
        writeln!(text, "\n![{}](benchmarks/{}.svg)", plot.title, plot.file).ok();
    }
    writeln!(text, "\nSamples: [{name}.json](benchmarks/{name}.json).").ok();
}

/// A table in Markdown. Numbers stand on the right.
fn table(text: &mut String, table: &Table) {
    let line = |cells: &[String]| {
        let cells = cells.iter().map(|cell| cell.replace('|', "\\|"));
        format!("| {} |", cells.collect::<Vec<_>>().join(" | "))
    };
    writeln!(text, "{}", line(&table.columns)).ok();
    let is_number = |column: usize| {
        let mut cells = table.rows.iter().filter_map(|row| row.get(column));
        column > 0
            && cells.all(|cell| {
                cell.starts_with(|first: char| first.is_ascii_digit() || "≤≥–".contains(first))
            })
    };
    let rules =
        (0..table.columns.len()).map(|column| if is_number(column) { "---:" } else { "---" });
    writeln!(text, "|{}|", rules.collect::<Vec<_>>().join("|")).ok();
    for row in &table.rows {
        writeln!(text, "{}", line(row)).ok();
    }
}

#[cfg(test)]
mod tests;
