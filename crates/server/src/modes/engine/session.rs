//! One client: what it has set up, and the answers to its commands that need no search.

use std::{sync::Arc, time::Instant};

use raum_rules::{AnyGame, Kind, Record};

use super::{
    command::{Command, Go, quoted},
    options::{Change, Options},
    output::Output,
    queue::{Job, Progress, Queue},
    search::Search,
};

/// Reads the commands of a client, answers what it can, and queues the rest.
pub(super) struct Session {
    queue: Arc<Queue>,
    output: Arc<Output>,
    options: Options,
    /// The text of the start of the game; `None` for the start position.
    start: Option<String>,
    record: Arc<Record<AnyGame>>,
}

impl Session {
    pub(super) fn new(queue: Arc<Queue>, output: Arc<Output>) -> Self {
        let options = Options::default();
        let record = Arc::new(Record::new(options.kind.start()));
        Self {
            queue,
            output,
            options,
            start: None,
            record,
        }
    }

    /// Handles a line; returns false after `quit`.
    pub(super) fn handle(&mut self, line: &str) -> bool {
        let asked_at = Instant::now();
        let done = Command::read(line).and_then(|command| match command {
            Command::Quit => Ok(false),
            command => self.execute(command, asked_at).map(|()| true),
        });
        done.unwrap_or_else(|sentence| {
            self.output.sentence(&sentence);
            true
        })
    }

    /// An error is a sentence for the client, and nothing has changed.
    fn execute(&mut self, command: Command, asked_at: Instant) -> Result<(), String> {
        match command {
            Command::Nothing | Command::Quit => {}
            Command::Uci => self.introduce(),
            Command::IsReady if self.queue.is_searching() => self.output.line("readyok"),
            Command::IsReady => self.queue.add(Job::Ready),
            Command::NewGame => self.queue.add(Job::NewGame(self.options.kind)),
            Command::SetOption { name, value } => self.set(&name, &value)?,
            Command::Position { start, moves } => self.set_position(start, &moves)?,
            Command::Go(go) => self.go(&go, asked_at),
            Command::Stop => self.queue.stop(),
            Command::PonderHit => self.queue.ponder_hit(),
            Command::Bench => self.queue.add(Job::Bench),
        }
        Ok(())
    }

    fn introduce(&self) {
        let version = env!("CARGO_PKG_VERSION");
        let options = Options::list();
        self.output.line(&format!(
            "id name raum {version}\nid author the raum contributors\n{options}\nuciok"
        ));
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match self.options.set(name, value)? {
            Change::Later => {}
            Change::Kind => {
                self.start = None;
                self.record = Arc::new(Record::new(self.options.kind.start()));
                self.queue.add(Job::NewGame(self.options.kind));
            }
            Change::Hash => self.queue.add(Job::Hash(self.options.hash)),
            Change::Threads => self.queue.add(Job::Threads(self.options.threads)),
            Change::ClearHash => self.queue.add(Job::ClearHash),
        }
        Ok(())
    }

    fn set_position(&mut self, start: Option<String>, moves: &[&str]) -> Result<(), String> {
        let kind = self.options.kind;
        let moves = moves
            .iter()
            .map(|text| kind.read_move(text))
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| error.to_string())?;
        // Clients send the whole game before each move. What is known already needs no second look.
        let known = self.record.moves();
        let continues = start == self.start && moves.starts_with(known);
        let (mut record, rest) = if continues {
            ((*self.record).clone(), &moves[known.len()..])
        } else {
            (Record::new(read_start(kind, start.as_deref())?), &moves[..])
        };
        for mv in rest {
            if record.play(*mv).is_err() {
                let text = quoted(&kind.move_text(*mv));
                let ply = record.moves().len() + 1;
                return Err(format!("{text} is illegal at ply {ply}"));
            }
        }
        self.start = start;
        self.record = Arc::new(record);
        Ok(())
    }

    fn go(&self, go: &Go, asked_at: Instant) {
        let (search, faults) = Search::new(go, &self.record, &self.options, asked_at);
        for sentence in faults {
            self.output.sentence(&sentence);
        }
        let progress = Arc::new(Progress::new(&search));
        self.queue.add(Job::Search(search, progress));
    }
}

fn read_start(kind: Kind, text: Option<&str>) -> Result<AnyGame, String> {
    let Some(text) = text else {
        return Ok(kind.start());
    };
    // Many tools leave out the two counters of a FEN.
    let is_short = kind == Kind::Chess && text.split(' ').count() == 4;
    let counters = if is_short { " 0 1" } else { "" };
    kind.read_position(&format!("{text}{counters}"))
        .map_err(|error| format!("bad position: {error}"))
}
