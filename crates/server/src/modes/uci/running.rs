//! A player that is a program: it speaks UCI in a child process.

use std::{fmt::Write as _, sync::atomic::AtomicBool, time::Duration};

use anyhow::{Context, bail};
use raum_engine::MATE;
use raum_rules::{AnyGame, Game, Kind, Record};

use super::{Budget, Choice, Clocks, Failure, Program, child::Child};

/// How long a program may take to answer when its search is stopped.
const STOP_MAX: Duration = Duration::from_secs(5);

/// A program that runs.
pub(crate) struct Running {
    program: Program,
    kind: Kind,
    budget: Budget,
    grace: Duration,
    /// `None` after a failure, until the next game.
    child: Option<Child>,
    /// The name that the program gives itself.
    name: Option<String>,
    /// The processor time of earlier children.
    spent: Duration,
}

impl Running {
    pub(crate) fn start(
        program: Program,
        kind: Kind,
        budget: Budget,
        grace: Duration,
    ) -> anyhow::Result<Self> {
        let (child, name) = connect(&program, kind, grace)?;
        Ok(Self {
            program,
            kind,
            budget,
            grace,
            child: Some(child),
            name,
            spent: Duration::ZERO,
        })
    }

    /// The name that the program gives itself.
    pub(crate) fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Ends the child. The next game starts another one.
    fn give_up(&mut self) {
        if let Some(child) = self.child.take() {
            self.spent += child.cpu().unwrap_or_default();
        }
    }

    /// How long to wait for a move.
    fn patience(&self, record: &Record<AnyGame>, clocks: Option<Clocks>) -> Duration {
        let side = record.game().turn().index();
        let clock = clocks.filter(|_| self.budget.control.is_some());
        let left = clock.map(|clocks| clocks.left[side]);
        self.budget.movetime.or(left).unwrap_or_default() + self.grace
    }

    fn ask(
        &mut self,
        record: &Record<AnyGame>,
        clocks: Option<Clocks>,
        stop: &AtomicBool,
    ) -> Result<Choice, Failure> {
        let (patience, grace) = (self.patience(record, clocks), self.grace);
        let position = position(record);
        let go = go(&self.budget, clocks);
        let child = self.child.as_mut().ok_or(Failure::Died)?;
        child.send(&position)?;
        child.send(&go)?;
        let mut info = Info::default();
        let mut wanted = |line: &str| {
            let mut words = line.split_whitespace();
            match words.next() {
                Some("info") => info.read(words),
                Some("bestmove") => return Some(words.next().unwrap_or_default().to_owned()),
                _ => {}
            }
            None
        };
        let answer = child.read_unless(patience, stop, &mut wanted)?;
        let answer = answer.map_or_else(
            || {
                child.send("stop")?;
                child.read_until(grace.min(STOP_MAX), wanted)
            },
            Ok,
        )?;
        let mv = self.kind.read_move(&answer);
        Ok(Choice {
            mv: mv.map_err(|_| Failure::Illegal(answer))?,
            score: info.score,
            nodes: info.nodes,
        })
    }

    /// Begins a new game.
    pub(crate) fn begin(&mut self) -> Result<(), Failure> {
        if self.child.is_none() {
            let connected = connect(&self.program, self.kind, self.grace);
            let (child, _) = connected.map_err(|_| Failure::Died)?;
            self.child = Some(child);
        }
        let child = self.child.as_mut().ok_or(Failure::Died)?;
        let begun = child.send("ucinewgame");
        let begun = begun.and_then(|()| ready(child, self.grace));
        begun.inspect_err(|_| self.give_up())
    }

    /// Chooses a move. The game is not over. Once `stop` is set, the program has to answer within its grace.
    pub(crate) fn choose(
        &mut self,
        record: &Record<AnyGame>,
        clocks: Option<Clocks>,
        stop: &AtomicBool,
    ) -> Result<Choice, Failure> {
        let choice = self.ask(record, clocks, stop);
        if matches!(choice, Err(Failure::Died | Failure::Silent(_))) {
            self.give_up();
        }
        choice
    }

    /// The processor time spent so far, where the system tells.
    pub(crate) fn cpu(&self) -> Option<Duration> {
        match &self.child {
            Some(child) => Some(self.spent + child.cpu()?),
            None => Some(self.spent),
        }
    }
}

/// Starts a program, sets its options and has it play this kind. Also returns the name that it gives itself.
fn connect(
    program: &Program,
    kind: Kind,
    grace: Duration,
) -> anyhow::Result<(Child, Option<String>)> {
    let name = program.name();
    let child = Child::start(&program.words);
    let mut child = child.with_context(|| format!("cannot start {name:?}"))?;
    let failed = |failure: Failure| anyhow::anyhow!("{name:?} {failure}, instead of speaking UCI");
    child.send("uci").map_err(failed)?;
    let mut listed = Vec::new();
    let mut id = None;
    let answer = child.read_until(grace, |line| {
        if let Some(name) = line.strip_prefix("id name ") {
            id = Some(name.trim().to_owned());
        }
        if let Some(option) = line.strip_prefix("option name ") {
            listed.push(option.to_owned());
        }
        (line == "uciok").then_some(())
    });
    answer.map_err(failed)?;
    let find = |name: &str| {
        let is_it = |option: &&String| {
            let rest = option.strip_prefix(name);
            rest.is_some_and(|rest| rest.starts_with(" type "))
        };
        listed.iter().find(is_it)
    };
    let variant = find("UCI_Variant")
        .map(|option| option.split(" var ").any(|var| var.trim() == kind.name()));
    match variant {
        Some(true) => set(&mut child, "UCI_Variant", kind.name()).map_err(failed)?,
        None if kind == Kind::Chess => {}
        _ => bail!("{name:?} does not play {kind}: its option UCI_Variant has no such value"),
    }
    for (option, value) in &program.options {
        if find(option).is_none() {
            bail!("{name:?} has no option {option:?}");
        }
        set(&mut child, option, value).map_err(failed)?;
    }
    ready(&mut child, grace).map_err(failed)?;
    Ok((child, id))
}

fn set(child: &mut Child, option: &str, value: &str) -> Result<(), Failure> {
    child.send(&match value {
        "" => format!("setoption name {option}"),
        _ => format!("setoption name {option} value {value}"),
    })
}

fn ready(child: &mut Child, grace: Duration) -> Result<(), Failure> {
    child.send("isready")?;
    child.read_until(grace, |line| (line == "readyok").then_some(()))
}

/// The command that sets up the current position with all that led to it.
fn position(record: &Record<AnyGame>) -> String {
    let start = record.start();
    let kind = start.kind();
    let mut text = if *start == kind.start() {
        "position startpos".to_owned()
    } else {
        format!("position fen {start}")
    };
    if !record.moves().is_empty() {
        text += " moves";
    }
    for mv in record.moves() {
        text += " ";
        text += &kind.move_text(*mv);
    }
    text
}

/// The command that starts a search within a budget.
fn go(budget: &Budget, clocks: Option<Clocks>) -> String {
    let mut text = "go".to_owned();
    let mut add = |name: &str, value: u128| {
        // Writing to a text does not fail.
        write!(text, " {name} {value}").ok();
    };
    if let Some(depth) = budget.depth {
        add("depth", depth.into());
    }
    if let Some(nodes) = budget.nodes {
        add("nodes", nodes.into());
    }
    if let Some(time) = budget.movetime {
        add("movetime", time.as_millis());
    }
    // The clock of the opponent means nothing to a player without one.
    if let (Some(clocks), Some(_)) = (clocks, budget.control) {
        let names = [("wtime", "winc"), ("btime", "binc")];
        for ((time, increment), side) in names.into_iter().zip(0..) {
            add(time, clocks.left[side].as_millis());
            add(increment, clocks.increment[side].as_millis());
        }
    }
    text
}

/// What a program says about its search.
#[derive(Debug, Default, PartialEq)]
struct Info {
    score: Option<i32>,
    nodes: Option<u64>,
}

impl Info {
    /// Reads the words after `info`. Ignores what it does not understand.
    fn read<'a>(&mut self, mut words: impl Iterator<Item = &'a str>) {
        while let Some(word) = words.next() {
            match word {
                // Free text until the end of the line.
                "string" => return,
                "nodes" => {
                    self.nodes = words
                        .next()
                        .and_then(|word| word.parse().ok())
                        .or(self.nodes);
                }
                "cp" => self.score = number(words.next()).or(self.score),
                "mate" => {
                    let mate = number(words.next()).map(|moves| {
                        let plies = moves.saturating_abs().saturating_mul(2).min(MATE / 2);
                        (MATE - plies) * if moves > 0 { 1 } else { -1 }
                    });
                    self.score = mate.or(self.score);
                }
                _ => {}
            }
        }
    }
}

fn number(word: Option<&str>) -> Option<i32> {
    word?.parse().ok()
}

#[cfg(test)]
mod tests;
