//! An engine or a player of a level, kept from one search to the next.

use std::sync::atomic::AtomicBool;

use raum_engine::{Engine, Level, Limits, Player, Report, Table};
use raum_rules::Kind;

use super::search::Search;

/// The nodes of a search that was stopped before it had finished its first iteration: enough for a sensible move in a
/// millisecond.
const SHORT_NODES: u64 = 1000;

/// The seed of players: fixed, so that a client can repeat a game.
const SEED: u64 = 0;

/// Thinks about positions of any kind, one after the other.
pub(super) struct Thinker {
    /// Whether the engine is the plain one.
    is_plain: bool,
    engine: Option<Engine>,
    player: Option<Player>,
}

impl Thinker {
    pub(super) fn new(is_plain: bool) -> Self {
        Self {
            is_plain,
            engine: None,
            player: None,
        }
    }

    /// Forgets what earlier searches taught.
    pub(super) fn clear(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.clear();
        }
    }

    /// Makes the engine for a kind now, so that it takes no time from the first search.
    pub(super) fn prepare(&mut self, kind: Kind) {
        self.engine(kind);
    }

    /// Searches; finds a move even if `stop` is set already.
    pub(super) fn search(
        &mut self,
        search: &Search,
        table: &Table,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Report) -> bool,
    ) -> Report {
        let found = self.search_with(search, &search.limits, table, stop, report);
        if found.depth > 0 || found.nodes >= search.limits.nodes {
            return found;
        }
        let short = Limits {
            depth: 1,
            nodes: SHORT_NODES.min(search.limits.nodes - found.nodes),
            ..search.limits.clone()
        };
        let never = AtomicBool::new(false);
        let mut more = self.search_with(search, &short, table, &never, &mut |_| true);
        more.nodes += found.nodes;
        more
    }

    fn search_with(
        &mut self,
        search: &Search,
        limits: &Limits,
        table: &Table,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Report) -> bool,
    ) -> Report {
        let record = &search.record;
        match search.level {
            Some(level) => self.player(level).choose(record, limits, stop, report),
            None => self
                .engine(record.game().kind())
                .search(record, limits, table, stop, report),
        }
    }

    fn engine(&mut self, kind: Kind) -> &mut Engine {
        let make = if self.is_plain {
            Engine::plain
        } else {
            Engine::new
        };
        let kept = self.engine.take().filter(|engine| engine.kind() == kind);
        self.engine.insert(kept.unwrap_or_else(|| make(kind)))
    }

    fn player(&mut self, level: Level) -> &mut Player {
        let kept = self.player.take().filter(|player| player.level() == level);
        self.player
            .insert(kept.unwrap_or_else(|| Player::new(level, SEED)))
    }
}
