//! The figures as JSON, with the machine, the commit and the date.

use std::{env, fs, process::Command, thread};

use serde_json::{Value, json};

use super::{Rivals, goals::Goal, idle::Idle, phase::Phase};
use crate::latencies::Latencies;

/// Everything that was measured.
pub(super) fn all(rivals: &[Rivals], idle: &[Idle], goals: &[Goal]) -> Value {
    let rivals = rivals.iter().map(|rivals| {
        let [peer, raum] = &rivals.figures;
        let figures = |figures: &super::Figures| {
            json!({
                "full_speed": phase(&figures.full_speed),
                "at_rate": phase(&figures.at_rate),
            })
        };
        json!({
            "dialect": rivals.dialect.name(),
            "peer": rivals.dialect.peer_name(),
            "figures": {"peer": figures(peer), "raum": figures(raum)},
        })
    });
    let idle = idle.iter().map(|Idle { kind, bytes }| {
        json!({
            "dialect": kind.dialect().name(),
            "client": kind.name(),
            "bytes": {"peer": bytes[0], "raum": bytes[1]},
        })
    });
    let goals = goals.iter().map(|goal| {
        json!({
            "goal": goal.name,
            "figure": goal.figure,
            "max": goal.max,
            "unit": goal.unit,
            "holds": goal.holds(),
        })
    });
    json!({
        "machine": machine(),
        "commit": output("git", &["rev-parse", "HEAD"]),
        "has_changes": !output("git", &["status", "--porcelain", "crates"]).is_empty(),
        "date": output("date", &["-u", "+%Y-%m-%dT%H:%M:%SZ"]),
        "arguments": env::args().skip(1).collect::<Vec<_>>(),
        "dialects": rivals.collect::<Vec<_>>(),
        "idle": idle.collect::<Vec<_>>(),
        "goals": goals.collect::<Vec<_>>(),
    })
}

fn phase(phase: &Phase) -> Value {
    json!({
        "moves": phase.moves,
        "seconds": phase.took.as_secs_f64(),
        "server_cpu_seconds": phase.cpu.as_secs_f64(),
        "load_generator_cpu_seconds": phase.own_cpu.as_secs_f64(),
        "resident_bytes": phase.resident_bytes,
        "latency_micros_by_permille": micros(&phase.latencies),
        "fdatasync_micros_by_permille": micros(&phase.disk),
    })
}

/// All latencies, as a thousand quantiles; none if there are none.
fn micros(latencies: &Latencies) -> Vec<f64> {
    let permille = (1..=1000).filter(|_| latencies.count() > 0);
    let quantile = |permille| latencies.quantile(f64::from(permille) / 1e3);
    permille
        .map(|permille| quantile(permille).as_secs_f64() * 1e6)
        .collect()
}

fn machine() -> Value {
    let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu.lines().find(|line| line.starts_with("model name"));
    let model = model.and_then(|line| line.split_once(": "));
    json!({
        "cpu": model.map(|(_, model)| model),
        "cores": thread::available_parallelism().map_or(0, usize::from),
        "kernel": output("uname", &["-sr"]),
        "node": output("node", &["--version"]),
        "load_average": fs::read_to_string("/proc/loadavg").unwrap_or_default().trim_end(),
    })
}

/// The output of a command, or nothing if it fails.
fn output(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    let output = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    output.unwrap_or_default()
}
