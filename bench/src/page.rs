//! The page: a record of what `npm run first-load` and `npm run views` in `e2e` have measured, and of the sizes of its files.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::Context;
use clap::Args;
use serde::{Deserialize, Serialize};

use crate::{
    goal::{Goal, figure},
    record::{Record, Table},
};

const METHOD: [&str; 3] = [
    "Chromium with the network and the processor that Lighthouse simulates for a phone (Slow 4G: 1.6 Mbit/s less a tenth, \
     562 ms a request; processor four times slower), an empty cache and no service worker. Medians of five runs. The \
     traffic includes what the page loads in the three seconds after its board.",
    "A view is everything that the screen shows. The rules compute it as JSON after each change, here at ply 200 of a random \
     local game in Chromium, without a slower processor. Medians of 40 samples of 50 views each.",
    "Sizes are those of the built page, as `web/scripts/weigh.mjs` counts them.",
];

/// Record the first load of the page, the time of a view and the sizes of its files
#[derive(Args)]
pub(crate) struct Page {
    /// What `npm run first-load` has written, with `FIRST_LOAD_JSON` set to this file
    #[arg(long, value_name = "FILE")]
    first_load: PathBuf,

    /// What `npm run views` has written, with `VIEWS_JSON` set to this file
    #[arg(long, value_name = "FILE")]
    views: PathBuf,

    /// The folder of the built page
    #[arg(long, default_value = "web/dist", value_name = "FOLDER")]
    dist: PathBuf,

    /// Write all figures to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// A line of the file: a page in a window, with the loads of all runs.
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Measured {
    page: String,
    window: String,
    wanted_seconds: f64,
    loads: Vec<Load>,
}

/// One load, in milliseconds; a page without a board has none of it.
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Load {
    first_paint: f64,
    largest_paint: f64,
    board: f64,
    shift: f64,
    kilobytes: f64,
    requests: f64,
}

/// A line of the file of views: samples in milliseconds.
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Views {
    kind: String,
    wanted_millis: f64,
    plies: u32,
    view: Vec<f64>,
    read: Vec<f64>,
}

impl Page {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let mut record = Record::new("The page", &METHOD);
        for part in [
            self.loads(&mut record),
            self.views(&mut record),
            sizes(&mut record, &self.dist),
        ] {
            if let Err(why) = part {
                record.failures.push(format!("{why:#}"));
            }
        }
        record.finish(self.json.as_deref())
    }

    fn loads(&self, record: &mut Record) -> anyhow::Result<()> {
        let lines = fs::read_to_string(&self.first_load)
            .with_context(|| format!("no first load in {}", self.first_load.display()))?;
        let columns = [
            "page",
            "window",
            "first paint, s",
            "largest paint, s",
            "board, s",
            "traffic, kB",
            "requests",
        ];
        let mut table = Table::new("The first load on a slow network", columns);
        let mut samples = Vec::new();
        for line in lines.lines() {
            let measured: Measured = serde_json::from_str(line)?;
            let of_loads = |of: fn(&Load) -> f64| median(measured.loads.iter().map(of));
            let seconds = |of: fn(&Load) -> f64| of_loads(of) / 1e3;
            let board = seconds(|load| load.board);
            let largest = seconds(|load| load.largest_paint);
            table.row([
                measured.page.clone(),
                measured.window.clone(),
                figure(seconds(|load| load.first_paint)),
                figure(largest),
                if board > 0.0 {
                    figure(board)
                } else {
                    "–".to_owned()
                },
                figure(of_loads(|load| load.kilobytes)),
                figure(of_loads(|load| load.requests)),
            ]);
            let name = format!("first load of {} ({})", measured.page, measured.window);
            let reached = if board > 0.0 { board } else { largest };
            let goal = Goal::at_most(name, reached, measured.wanted_seconds, "s");
            record.goals.push(goal);
            samples.push(serde_json::to_value(&measured)?);
        }
        record.table(table);
        record.sample("first load", samples.into());
        Ok(())
    }

    fn views(&self, record: &mut Record) -> anyhow::Result<()> {
        let lines = fs::read_to_string(&self.views)
            .with_context(|| format!("no views in {}", self.views.display()))?;
        let columns = ["game", "a view, ms", "reading its JSON, ms"];
        let mut table = Table::new("What the screen shows at ply 200", columns);
        let mut samples = Vec::new();
        for line in lines.lines() {
            let views: Views = serde_json::from_str(line)?;
            let view = median(views.view.iter().copied());
            let read = median(views.read.iter().copied());
            table.row([views.kind.clone(), figure(view), figure(read)]);
            let name = format!("{}: a view at ply {}", views.kind, views.plies);
            let goal = Goal::at_most(name, view, views.wanted_millis, "ms");
            record.goals.push(goal);
            samples.push(serde_json::to_value(&views)?);
        }
        record.table(table);
        record.sample("views", samples.into());
        Ok(())
    }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The sizes of the page's files.
fn sizes(record: &mut Record, dist: &Path) -> anyhow::Result<()> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/scripts/weigh.mjs");
    let output = Command::new("node").arg(script).arg(dist).output()?;
    let mut table = Table::new(
        "Sizes of the page's files, compressed as served unless noted",
        ["", "bytes"],
    );
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let line = line.trim_start().split_once("  ");
        if let Some((bytes, name)) = line
            && let Ok(bytes) = bytes.parse::<u32>()
        {
            table.row([name.to_owned(), bytes.to_string()]);
        }
    }
    anyhow::ensure!(
        !table.rows.is_empty(),
        "no sizes: {}",
        String::from_utf8_lossy(&output.stderr).trim()
    );
    record.table(table);
    Ok(())
}
