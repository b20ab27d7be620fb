//! The page's work for one frame, in a native build of its WebAssembly and without its JavaScript.

use std::{
    env,
    hint::black_box,
    process::Command as Process,
    time::{Duration, Instant},
};

use anyhow::Context as _;
use clap::ValueEnum;
use raum_room::{AnyMove, By, Command, Entry, MemberId};
use raum_rules::Kind;
use raum_wasm::Replica;
use raum_wire::native::{self, ServerFrame};

use crate::long_room::{LongRoom, long_game};

const PLIES: [usize; 3] = [5, 50, 200];
/// The best time counts, because noise only adds.
const ROUNDS: usize = 40;

/// An event for the page.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Step {
    /// The page builds a view of the room.
    View,
    /// The opponent's move arrives, and the page shows it.
    Move,
    /// A ping arrives.
    Ping,
}

/// Prints the time, and the allocations if valgrind is installed.
pub(crate) fn measure() -> anyhow::Result<()> {
    println!("the page, best of {ROUNDS} (native build)");
    for kind in [Kind::Chess, Kind::Space] {
        for plies in PLIES {
            for step in Step::value_variants() {
                let time = time(kind, plies, *step)?;
                let allocations = match allocations(kind, plies, *step) {
                    Ok([blocks, bytes]) => format!("{blocks} allocations of {bytes} bytes"),
                    Err(why) => why,
                };
                println!(
                    "  {:6} {plies:4} moves  {:5} {:9.1} µs  {allocations}",
                    kind.name(),
                    name(*step),
                    time.as_secs_f64() * 1e6,
                );
            }
        }
    }
    Ok(())
}

/// Prepares a page and repeats a step, for a profiler.
pub(crate) fn run(kind: Kind, plies: usize, step: Step, times: usize) -> anyhow::Result<()> {
    let mut page = Page::before(step, kind, plies)?;
    for _ in 0..times {
        page.show()?;
    }
    Ok(())
}

fn time(kind: Kind, plies: usize, step: Step) -> anyhow::Result<Duration> {
    let mut best = Duration::MAX;
    for _ in 0..ROUNDS {
        let mut page = Page::before(step, kind, plies)?;
        let begin = Instant::now();
        page.show()?;
        best = best.min(begin.elapsed());
    }
    Ok(best)
}

/// A page before its next frame.
struct Page {
    replica: Replica,
    frame: Option<String>,
}

impl Page {
    /// The page of the member who is to move after `plies` moves.
    fn before(step: Step, kind: Kind, plies: usize) -> anyhow::Result<Self> {
        let moves = long_game(kind, plies)?;
        let (last, earlier) = moves.split_last().context("no move")?;
        let mut room = LongRoom::open(kind, earlier)?;
        let [opponent, viewer] = if plies % 2 == 1 { [1, 2] } else { [2, 1] }.map(MemberId);
        let play = Command::Play {
            mv: AnyMove::Known(kind, *last),
            ply: earlier.len(),
        };
        room.ask(By::Member(opponent), &play)?;
        let welcome = ServerFrame::Welcome {
            version: native::VERSION,
            room: "0123456789AB".to_owned(),
            member: Some(viewer),
            token: None,
            last: room.entries.len() as u64,
            mark: None,
            now: 0,
        };
        let last_move = entries(room.entries.pop());
        let mut page = Self {
            replica: Replica::new(None, None, None),
            frame: None,
        };
        let mut frames = vec![welcome, entries(room.entries)];
        let frame = match step {
            Step::Move => Some(last_move),
            Step::View | Step::Ping => {
                frames.push(last_move);
                matches!(step, Step::Ping).then_some(ServerFrame::Ping {
                    id: 1,
                    now: 0,
                    lag_millis: None,
                })
            }
        };
        for frame in frames {
            page.receive(&serde_json::to_string(&frame)?)?;
        }
        page.show()?;
        page.frame = frame
            .map(|frame| serde_json::to_string(&frame))
            .transpose()?;
        Ok(page)
    }

    fn receive(&mut self, frame: &str) -> anyhow::Result<()> {
        let answers = self.replica.receive(frame, 0.0);
        answers.map_err(|_| anyhow::anyhow!("the page rejected a frame"))?;
        Ok(())
    }

    /// Does the page's work for the frame.
    fn show(&mut self) -> anyhow::Result<()> {
        let frame = self.frame.take();
        if let Some(frame) = &frame {
            self.receive(frame)?;
        }
        if frame.is_none() || self.replica.has_changed() {
            black_box(self.replica.view(0.0));
        }
        Ok(())
    }
}

fn entries(entries: impl IntoIterator<Item = Entry>) -> ServerFrame {
    ServerFrame::Entries {
        entries: entries.into_iter().collect(),
        mark: None,
    }
}

/// The blocks and bytes that a step allocates: the difference of a run with it and a run without.
fn allocations(kind: Kind, plies: usize, step: Step) -> Result<[u64; 2], String> {
    let without = heap_use(kind, plies, step, 0)?;
    let with = heap_use(kind, plies, step, 1)?;
    Ok([with[0] - without[0], with[1] - without[1]])
}

/// The blocks and bytes that this program allocates in one run.
fn heap_use(kind: Kind, plies: usize, step: Step, times: usize) -> Result<[u64; 2], String> {
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let output = Process::new("valgrind")
        .args(["--tool=dhat", "--dhat-out-file=/dev/null"])
        .arg(program)
        .args(["view-step", kind.name(), &plies.to_string()])
        .args([name(step), times.to_string()])
        .output()
        .map_err(|error| format!("no allocations: valgrind: {error}"))?;
    let report = String::from_utf8_lossy(&output.stderr);
    report
        .lines()
        .find_map(parse)
        .ok_or_else(|| "no allocations: DHAT reported none".to_owned())
}

/// The blocks and bytes of DHAT's line `==1== Total:     12,345 bytes in 67 blocks`.
fn parse(line: &str) -> Option<[u64; 2]> {
    let (bytes, blocks) = line.split_once("Total:")?.1.split_once(" bytes in ")?;
    let number = |text: &str| text.trim().replace(',', "").parse().ok();
    Some([number(blocks.strip_suffix(" blocks")?)?, number(bytes)?])
}

fn name(step: Step) -> String {
    let value = step.to_possible_value();
    value.map_or_else(String::new, |value| value.get_name().to_owned())
}
