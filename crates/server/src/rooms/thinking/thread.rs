//! A thread on which machines think.

use std::{
    collections::HashMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::Instant,
};

use raum_engine::{Act, Level, Limits, Opponent, Situation, random_move};
use raum_room::{AnyMove, Command, Thought};
use raum_rules::Kind;

use super::{Job, Pool, budget::NODES_MIN};
use crate::meters;

/// An opponent of each kind that the thread has played. They hold some megabytes each, which one after the other uses.
type Opponents = HashMap<Kind, Opponent>;

/// Thinks until the pool is closed, or until there is nothing to do for long.
pub(super) fn run(pool: &Pool, is_first: bool) {
    lower_priority();
    let mut opponents = Opponents::new();
    while let Some((job, nodes)) = pool.next(is_first) {
        if !job.answer.is_closed() {
            work(pool, &mut opponents, job, nodes);
        }
    }
}

/// Lets every other thread go first. Elsewhere than on Linux a priority belongs to the whole process.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    {
        // If the system refuses, machines think at normal priority.
        rustix::process::setpriority_process(None, 19).ok();
    }
}

fn work(pool: &Pool, opponents: &mut Opponents, job: Job, nodes: u64) {
    let Job {
        thought,
        since,
        hurry,
        answer,
        _waiting: waiting,
    } = job;
    drop(waiting);
    meters::thought_waited(since.elapsed());
    let _running = meters::thoughts_running(1);
    // A thought whose time was up before it began still gets a few nodes.
    let is_late = hurry.load(Relaxed);
    let (nodes, stop) = if is_late {
        (NODES_MIN, &AtomicBool::new(false))
    } else {
        (nodes, &*hurry)
    };
    let begun = Instant::now();
    let think = AssertUnwindSafe(|| think(opponents, &thought, nodes, stop));
    let (acts, entered) = catch_unwind(think).unwrap_or_else(|_| {
        // A bug, which has been logged. The game goes on, and the opponents are not used again.
        opponents.clear();
        let mv = random_move(thought.record.game(), thought.machine.seed.into());
        (mv.map(Act::Play).into_iter().collect(), 0)
    });
    pool.speed.measured(entered, begun.elapsed());
    meters::thought(thought.kind.name());
    meters::thought_nodes(entered);
    if is_late || entered >= nodes || hurry.load(Relaxed) {
        meters::thought_shortened();
    }
    let ply = thought.record.moves().len();
    let commands = acts.into_iter().map(|act| command(act, thought.kind, ply));
    // The room may have changed meanwhile.
    answer.send(commands.collect()).ok();
}

/// What the machine does, and the nodes that it took.
fn think(
    opponents: &mut Opponents,
    thought: &Thought,
    nodes: u64,
    stop: &AtomicBool,
) -> (Vec<Act>, u64) {
    let Thought {
        kind,
        machine,
        number,
        ..
    } = *thought;
    // A journal of another version may have a level that this one lacks.
    let level = Level::new(kind, machine.level.into()).unwrap_or(Level::last(kind));
    let opponent = opponents
        .entry(kind)
        .or_insert_with(|| Opponent::new(level, machine.seed, number));
    opponent.change(level, machine.seed, number);
    let situation = Situation {
        record: &thought.record,
        side: thought.side,
        draw_offered: thought.draw_offered,
        last_offer: thought.last_offer,
    };
    let limits = Limits {
        nodes,
        ..Limits::default()
    };
    let acts = opponent.act(&situation, &limits, stop, &mut |_| true);
    (acts, opponent.nodes())
}

fn command(act: Act, kind: Kind, ply: usize) -> Command {
    match act {
        Act::Play(mv) => Command::Play {
            mv: AnyMove::Known(kind, mv),
            ply,
        },
        Act::Resign => Command::Resign,
        Act::AcceptDraw => Command::AcceptDraw,
        Act::DeclineDraw => Command::DeclineDraw,
        Act::ClaimDraw => Command::ClaimDraw,
        Act::OfferDraw => Command::OfferDraw,
    }
}
