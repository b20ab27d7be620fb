//! Helpers: threads that search the same position as the engine's thread and share its hash table, so that each finds
//! some of the tree searched already.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
        mpsc::{Receiver, Sender, channel},
    },
    thread,
};

use raum_engine::Table;

use super::{STACK_BYTES, queue::Progress, search::Search, thinker::Thinker};

/// The helpers, which live as long as `Threads` asks for them.
pub(super) struct Team {
    helpers: Vec<Helper>,
    /// Whether the engines are plain ones.
    is_plain: bool,
}

/// A helper's thread. It ends when its channel closes.
struct Helper {
    tasks: Sender<Task>,
    finished: Receiver<()>,
}

enum Task {
    Clear,
    Search {
        search: Search,
        table: Arc<Table>,
        progress: Arc<Progress>,
        nodes: Arc<AtomicU64>,
    },
}

/// A search that helpers take part in.
pub(super) struct Joint<'a> {
    helpers: &'a [Helper],
    /// The nodes of each helper.
    nodes: Vec<Arc<AtomicU64>>,
}

impl Team {
    pub(super) fn new(is_plain: bool) -> Self {
        Self {
            helpers: Vec::new(),
            is_plain,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.helpers.len()
    }

    /// Starts or ends helpers.
    pub(super) fn resize(&mut self, count: usize) -> io::Result<()> {
        self.helpers.truncate(count);
        while self.helpers.len() < count {
            self.helpers.push(Helper::start(self.is_plain)?);
        }
        Ok(())
    }

    /// Forgets what earlier searches taught.
    pub(super) fn clear(&self) {
        for helper in &self.helpers {
            // A helper's thread ends only with the team.
            helper.tasks.send(Task::Clear).ok();
        }
    }

    /// Begins a search. Its nodes are shared out equally, and `search` keeps one share.
    pub(super) fn begin(
        &self,
        search: &mut Search,
        table: &Arc<Table>,
        progress: &Arc<Progress>,
    ) -> Joint<'_> {
        // A level is the same with any number of threads.
        let helpers = match search.level {
            None => &*self.helpers,
            Some(_) => &[],
        };
        let mut share = search.clone();
        if share.limits.nodes < u64::MAX {
            share.limits.nodes /= helpers.len() as u64 + 1;
            search.limits.nodes -= share.limits.nodes * helpers.len() as u64;
        }
        let begin = |(helper, number): (&Helper, u32)| {
            let mut search = share.clone();
            search.limits.helper = number;
            let nodes = Arc::new(AtomicU64::new(0));
            let task = Task::Search {
                search,
                table: Arc::clone(table),
                progress: Arc::clone(progress),
                nodes: Arc::clone(&nodes),
            };
            helper.tasks.send(task).ok();
            nodes
        };
        let nodes = helpers.iter().zip(1..).map(begin).collect();
        Joint { helpers, nodes }
    }
}

impl Joint<'_> {
    /// The nodes of the helpers, as of their last iterations.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Relaxed)).sum()
    }

    /// Waits for the helpers to use up their nodes, or stops them; returns their nodes.
    pub(super) fn finish(&self, has_used_up_nodes: bool, progress: &Progress) -> u64 {
        if !has_used_up_nodes {
            progress.stop.store(true, Relaxed);
        }
        for helper in self.helpers {
            // An error means that the helper is gone, which is as good as finished.
            helper.finished.recv().ok();
        }
        self.nodes()
    }
}

impl Helper {
    fn start(is_plain: bool) -> io::Result<Self> {
        let (tasks, inbox) = channel();
        let (report, finished) = channel();
        thread::Builder::new()
            .name("helper".into())
            .stack_size(STACK_BYTES)
            .spawn(move || help(Thinker::new(is_plain), &inbox, &report))?;
        Ok(Self { tasks, finished })
    }
}

/// Searches until the team is dissolved.
fn help(mut thinker: Thinker, inbox: &Receiver<Task>, report: &Sender<()>) {
    for task in inbox {
        match task {
            Task::Clear => thinker.clear(),
            Task::Search {
                search,
                table,
                progress,
                nodes,
            } => {
                let last = thinker.search(&search, &table, &progress.stop, &mut |report| {
                    nodes.store(report.nodes, Relaxed);
                    true
                });
                nodes.store(last.nodes, Relaxed);
                if report.send(()).is_err() {
                    return;
                }
            }
        }
    }
}
