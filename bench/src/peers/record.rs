//! The raw samples as JSON.

use std::time::Duration;

use serde_json::{Value, json};

use super::{Figures, Rivals, idle::Idle, phase::Phase};
use crate::record::quantiles;

/// How the figures come about.
pub(super) const METHOD: [&str; 4] = [
    "`bench/peers` has a small, tuned server for each foreign dialect: FastAPI with uvicorn and uvloop for `space`, which \
     relays moves without judging them; Node with ws and chess.js for `chessata`; Node with socket.io and bcryptjs for \
     `tictactoe`. None of them stores anything. One load generator, in one thread, plays pairs of legal games over each \
     dialect, against the peer and then against raum, which judges every move and stores it durably before it answers.",
    "Every frame is compared with what the rules expect, and a move counts once both players have the right one. At full \
     speed a pair makes its next move as soon as both players have the last one; at a rate, moves are due by the clock, \
     beside a bare loop of write and fdatasync on the same disk. Two seconds of play warm each server up. The servers take \
     turns in three rounds, because a shared machine is slower at some times than at others: the CPU is that of the round \
     with the median CPU, the latencies and the bare loop those of the round with the median p99. The votes for the next \
     game of tic-tac-toe count towards its moves.",
    "**The floor** is what no durable server can leave out: `raum-bench floor` has one thread, which waits, reads what has \
     come, makes all moves among it durable with one write, and sends each to both players: those of `space` as they come, \
     those of `tictactoe` with the board, of which it knows the lines. It judges no move, has no limits and no timers, and \
     trusts its clients. There is none for `chessata`, whose answers need the rules of chess.",
    "CPU is the server's alone. Idle clients: the resident memory of all servers before and after their clients connect, \
     each after 28 s of rest.",
];

pub(super) fn samples(rivals: &[Rivals], idle: &[Idle]) -> (Value, Value) {
    let rivals = rivals.iter().map(|rivals| {
        let [peer, raum] = &rivals.figures;
        json!({
            "dialect": rivals.dialect.name(),
            "peer": rivals.dialect.peer_name(),
            "figures": {
                "peer": figures(peer),
                "raum": figures(raum),
                "floor": rivals.floor.as_ref().map(figures),
            },
        })
    });
    let idle = idle.iter().map(|Idle { kind, bytes }| {
        json!({
            "dialect": kind.dialect().name(),
            "client": kind.name(),
            "bytes": {"peer": bytes[0], "raum": bytes[1]},
        })
    });
    (rivals.collect(), idle.collect())
}

fn figures(figures: &Figures) -> Value {
    json!({
        "full_speed": phase(&figures.full_speed),
        "at_rate": phase(&figures.at_rate),
    })
}

fn phase(phase: &Phase) -> Value {
    let p99s = phase.rounds_p99.iter().map(Duration::as_micros);
    json!({
        "moves": phase.moves,
        "seconds": phase.took.as_secs_f64(),
        "server_cpu_micros_per_move_in_each_round": phase.rounds_cpu_micros,
        "server_cpu_seconds": phase.cpu.as_secs_f64(),
        "load_generator_cpu_seconds": phase.own_cpu.as_secs_f64(),
        "resident_bytes": phase.resident_bytes,
        "p99_micros_in_each_round": p99s.collect::<Vec<_>>(),
        "latency_micros_by_quantile": quantiles(&phase.latencies),
        "fdatasync_micros_by_quantile": quantiles(&phase.disk),
    })
}
