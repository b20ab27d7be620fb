//! The engine's thread: does the jobs of the queue.

use std::{sync::Arc, time::Duration};

use raum_engine::{Report, Table};
use raum_rules::{Game, Move};

use super::{
    bench,
    options::Options,
    output::{Output, best_move, info, info_at_the_end},
    queue::{Job, Progress, Queue},
    search::Search,
    team::Team,
    thinker::Thinker,
};

/// Owns what searches use.
pub(super) struct Worker {
    queue: Arc<Queue>,
    output: Arc<Output>,
    table: Arc<Table>,
    thinker: Thinker,
    team: Team,
}

impl Worker {
    pub(super) fn new(queue: Arc<Queue>, output: Arc<Output>, is_plain: bool) -> Self {
        Self {
            queue,
            output,
            table: Arc::new(Table::new(Options::default().hash)),
            thinker: Thinker::new(is_plain),
            team: Team::new(is_plain),
        }
    }

    /// Does jobs until the queue is closed.
    pub(super) fn run(mut self) {
        self.thinker.prepare(Options::default().kind);
        while let Some(job) = self.queue.next() {
            match job {
                Job::Search(search, progress) => self.search(search, &progress),
                Job::NewGame(kind) => {
                    self.table.clear();
                    self.thinker.clear();
                    self.thinker.prepare(kind);
                    self.team.clear();
                }
                Job::ClearHash => self.table.clear(),
                Job::Hash(mebibytes) => self.resize(mebibytes),
                Job::Threads(threads) => {
                    if let Err(error) = self.team.resize(threads - 1) {
                        let threads = self.team.len() + 1;
                        self.output
                            .sentence(&format!("cannot start a thread, using {threads}: {error}"));
                    }
                }
                Job::Ready => self.output.line("readyok"),
                Job::Bench => self.output.line(&bench::report(None, None)),
            }
        }
    }

    /// Replaces the hash table; keeps the old one if there is no memory for the new one.
    fn resize(&mut self, mebibytes: usize) {
        match Table::try_new(mebibytes) {
            Ok(table) => self.table = Arc::new(table),
            Err(error) => self
                .output
                .sentence(&format!("Hash keeps its old value: {error}")),
        }
    }

    /// Searches, and answers once.
    fn search(&mut self, mut search: Search, progress: &Arc<Progress>) {
        let record = Arc::clone(&search.record);
        if record.game().legal().is_empty() {
            self.queue.wait_until_released(progress);
            self.output.line(&info_at_the_end(record.game()));
            self.output.line("bestmove (none)");
            return;
        }
        let team = self.team.begin(&mut search, &self.table, progress);
        let mut pace = search.pace();
        let mut printed = (0, None);
        let (output, table) = (&self.output, &self.table);
        let lines = search.limits.lines;
        let print = |report: &Report, nodes: u64, spent: Duration| {
            let full = table.permille_used();
            output.line(&info(&record, report, lines, nodes, spent, full));
        };
        let last = self
            .thinker
            .search(&search, table, &progress.stop, &mut |report| {
                let (nodes, spent) = (report.nodes + team.nodes(), progress.spent());
                print(report, nodes, spent);
                printed = (nodes, first_move(report));
                if search.has_found_mate(report) {
                    return false;
                }
                match &mut pace {
                    Some(pace) if !progress.is_held() => pace.goes_on(spent, report),
                    _ => true,
                }
            });
        self.queue.wait_until_released(progress);
        let nodes = last.nodes + team.finish(last.nodes >= search.limits.nodes, progress);
        if printed != (nodes, first_move(&last)) {
            print(&last, nodes, progress.spent());
        }
        self.output.line(&best_move(&record, &last));
    }
}

fn first_move(report: &Report) -> Option<Move> {
    report.lines.first()?.moves.first().copied()
}
