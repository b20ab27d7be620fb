//! The results of a mode as a file: what was measured where and how, tables and plots for people, and raw samples.
//! `raum-bench report` makes a document from such files.

use std::{env, fs, path::Path, process::Command, thread};

use anyhow::Context;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{goal::Goal, latencies::Latencies, plot::Plot};

/// Everything that a mode has measured.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Record {
    pub(crate) title: String,
    /// How it was measured, in paragraphs.
    #[serde(default)]
    pub(crate) method: Vec<String>,
    pub(crate) run: Run,
    #[serde(default)]
    pub(crate) tables: Vec<Table>,
    #[serde(default)]
    pub(crate) plots: Vec<Plot>,
    #[serde(default)]
    pub(crate) goals: Vec<Goal>,
    /// Parts that failed, each with the reason.
    #[serde(default)]
    pub(crate) failures: Vec<String>,
    #[serde(default)]
    pub(crate) samples: Value,
}

/// A table of finished texts. The first column has the names of the rows.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Table {
    pub(crate) title: String,
    pub(crate) columns: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
}

/// When, where and from what a record was made.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Run {
    pub(crate) date: String,
    pub(crate) commit: String,
    /// Whether the program was built from changed files.
    pub(crate) has_changes: bool,
    pub(crate) arguments: Vec<String>,
    pub(crate) machine: Machine,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Machine {
    pub(crate) cpu: String,
    pub(crate) cores: usize,
    pub(crate) memory_bytes: u64,
    pub(crate) kernel: String,
    pub(crate) node: String,
    /// At the start of the run.
    pub(crate) load_average: String,
}

impl Record {
    /// Begins a record. Notes the machine's load at this moment.
    pub(crate) fn new(title: &str, method: &[&str]) -> Self {
        Self {
            title: title.to_owned(),
            method: method.iter().copied().map(String::from).collect(),
            run: Run::now(),
            tables: Vec::new(),
            plots: Vec::new(),
            goals: Vec::new(),
            failures: Vec::new(),
            samples: Value::Object(serde_json::Map::new()),
        }
    }

    pub(crate) fn read(file: &Path) -> anyhow::Result<Self> {
        let text = fs::read_to_string(file)?;
        serde_json::from_str(&text).with_context(|| format!("{} is no record", file.display()))
    }

    pub(crate) fn sample(&mut self, name: &str, value: Value) {
        self.samples[name] = value;
    }

    /// Adds and prints a table.
    pub(crate) fn table(&mut self, table: Table) {
        table.print();
        self.tables.push(table);
    }

    /// Prints the goals and failures, and writes the file if there is to be one. A failed part is an error.
    pub(crate) fn finish(&self, file: Option<&Path>) -> anyhow::Result<()> {
        if !self.goals.is_empty() {
            println!("\ngoals");
        }
        self.goals.iter().for_each(Goal::print);
        if let Some(file) = file {
            fs::write(file, self.to_text()?)
                .with_context(|| format!("cannot write {}", file.display()))?;
        }
        anyhow::ensure!(self.failures.is_empty(), self.failures.join("; "));
        Ok(())
    }

    /// JSON with a line per field, but lists of numbers on one line.
    pub(crate) fn to_text(&self) -> anyhow::Result<String> {
        let mut text = String::new();
        write_value(&mut text, &serde_json::to_value(self)?, 0);
        text.push('\n');
        Ok(text)
    }
}

fn write_value(text: &mut String, value: &Value, depth: usize) {
    let line = format!("\n{}", " ".repeat(depth + 1));
    let is_leaf = |value: &Value| !value.is_array() && !value.is_object();
    match value {
        Value::Array(items) if !items.iter().all(is_leaf) => {
            for (index, item) in items.iter().enumerate() {
                text.push_str(if index == 0 { "[" } else { "," });
                text.push_str(&line);
                write_value(text, item, depth + 1);
            }
            text.push_str(&line[..=depth]);
            text.push(']');
        }
        Value::Object(fields) if !fields.is_empty() => {
            for (index, (name, item)) in fields.iter().enumerate() {
                text.push_str(if index == 0 { "{" } else { "," });
                text.push_str(&line);
                text.push_str(&Value::from(name.as_str()).to_string());
                text.push_str(": ");
                write_value(text, item, depth + 1);
            }
            text.push_str(&line[..=depth]);
            text.push('}');
        }
        leaf => text.push_str(&leaf.to_string()),
    }
}

impl Table {
    pub(crate) fn new<const N: usize>(title: impl Into<String>, columns: [&str; N]) -> Self {
        Self {
            title: title.into(),
            columns: columns.map(String::from).into(),
            rows: Vec::new(),
        }
    }

    pub(crate) fn row(&mut self, row: impl IntoIterator<Item = String>) {
        self.rows.push(row.into_iter().collect());
    }

    fn print(&self) {
        println!("\n{}", self.title);
        let lines = || std::iter::once(&self.columns).chain(&self.rows);
        let width = |column: usize| {
            let cells = lines().filter_map(|line| line.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        for line in lines() {
            let cells = line.iter().zip(&widths).enumerate();
            let cells = cells.map(|(column, (cell, width))| match column {
                0 => format!("{cell:width$}"),
                _ => format!("{cell:>width$}"),
            });
            println!("  {}", cells.collect::<Vec<_>>().join("  "));
        }
    }
}

impl Run {
    pub(crate) fn now() -> Self {
        Self {
            date: output("date", &["-u", "+%Y-%m-%dT%H:%M:%SZ"]),
            commit: output("git", &["rev-parse", "HEAD"]),
            has_changes: !output("git", &["status", "--porcelain", "crates"]).is_empty(),
            arguments: without_files(env::args().skip(1)),
            machine: Machine::this(),
        }
    }
}

/// Arguments without those that name files of this machine.
fn without_files(mut arguments: impl Iterator<Item = String>) -> Vec<String> {
    let mut kept = Vec::new();
    while let Some(argument) = arguments.next() {
        if ["--json", "--program", "--first-load", "--views"].contains(&argument.as_str()) {
            arguments.next();
        } else {
            kept.push(argument);
        }
    }
    kept
}

impl Machine {
    fn this() -> Self {
        let read = |path| fs::read_to_string(path).unwrap_or_default();
        let (cpu, memory) = (read("/proc/cpuinfo"), read("/proc/meminfo"));
        let model = cpu.lines().find(|line| line.starts_with("model name"));
        let kib = memory
            .lines()
            .find_map(|line| line.strip_prefix("MemTotal:"));
        let kib = kib.and_then(|kib| kib.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        Self {
            cpu: model
                .and_then(|line| line.split_once(": "))
                .map_or_else(String::new, |(_, model)| model.to_owned()),
            cores: thread::available_parallelism().map_or(0, usize::from),
            memory_bytes: kib.unwrap_or_default() * 1024,
            kernel: output("uname", &["-sr"]),
            node: output("node", &["--version"]),
            load_average: read("/proc/loadavg").trim_end().to_owned(),
        }
    }
}

/// The output of a command, or nothing if it fails.
fn output(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    let output = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    output.unwrap_or_default()
}

/// All latencies as quantiles in microseconds: each hundredth, and more of the slowest. None if there are none.
pub(crate) fn quantiles(latencies: &Latencies) -> Value {
    let shares = (1..=99)
        .map(|percent| f64::from(percent) / 1e2)
        .chain([0.995, 0.999, 0.9999, 1.0])
        .filter(|_| latencies.count() > 0);
    let micros = shares.map(|share| latencies.quantile(share).as_secs_f64() * 1e6);
    micros.map(f64::round).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn names_of_files_are_not_recorded() {
        let arguments = ["growth", "--json", "/tmp/a.json", "--seconds", "5"].map(String::from);
        assert_eq!(
            without_files(arguments.into_iter()),
            ["growth", "--seconds", "5"]
        );
    }

    #[test]
    fn lists_of_numbers_take_one_line() {
        let mut record = Record::new("Title", &["Method."]);
        record.sample("latencies", json!([1, 2.5, 3]));
        record.sample("none", json!([]));
        let text = record.to_text().expect("serialisable");
        assert!(text.contains("\n  \"latencies\": [1,2.5,3],\n  \"none\": []\n }"));
        let read: Record = serde_json::from_str(&text).expect("the same format");
        assert_eq!(read.samples, record.samples);
        assert_eq!(read.method, ["Method."]);
    }
}
