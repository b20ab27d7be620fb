//! The plan of a run, from its seed: the room, the clients, and how often something goes wrong.

use raum_host::Limits;
use raum_room::{ClockRule, GRACE_MILLIS, HouseRules, Leaver, Millis};
use raum_rules::Kind;
use raum_wire::narrow::Dialect;

use super::chance::Chance;

#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) nodes: usize,
    pub(crate) kind: Kind,
    pub(crate) rules: HouseRules,
    pub(crate) limits: Limits,
    /// Native clients, not counting second devices.
    pub(crate) natives: usize,
    pub(crate) devices: usize,
    pub(crate) narrow: usize,
    /// How long the clients play.
    pub(crate) busy_millis: Millis,
    pub(crate) trouble: Trouble,
    /// Whether clients may seat machines.
    pub(crate) has_machines: bool,
    pub(crate) opens_with_machine: bool,
}

/// How often something goes wrong, per thousand.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Trouble {
    pub(crate) unavailable: usize,
    pub(crate) unknown: usize,
    pub(crate) unread: usize,
    pub(crate) unfollowed: usize,
    /// Per action of a client.
    pub(crate) cut: usize,
    pub(crate) crash: usize,
}

impl Plan {
    pub(crate) fn new(chance: &mut Chance) -> Self {
        let nodes = 1 + chance.below(3);
        let kind =
            [Kind::Chess, Kind::Space, Kind::TicTacToe][[0, 0, 1, 2, 2, 2, 2][chance.below(7)]];
        let rules = rules(kind, chance);
        let narrow = if rules.clock.is_some() {
            0
        } else {
            chance.below(4)
        };
        let has_machines = chance.per_mille(300);
        Self {
            has_machines,
            opens_with_machine: has_machines && chance.per_mille(500),
            nodes,
            kind,
            limits: limits(nodes, chance),
            natives: 2 + chance.below(3) - narrow.min(2) / 2,
            devices: usize::from(chance.per_mille(300)),
            narrow,
            busy_millis: chance.pick(&[5_000, 15_000, 40_000]),
            trouble: trouble(chance),
            rules,
        }
    }
}

fn rules(kind: Kind, chance: &mut Chance) -> HouseRules {
    let mut rules = HouseRules::native(kind);
    if chance.per_mille(300) {
        let mut dialects = Dialect::ALL.into_iter();
        rules = dialects
            .find(|dialect| dialect.kind() == kind)
            .map_or(rules, Dialect::house_rules);
        rules.pass_key = false;
        rules.spectators = true;
    }
    let grace_millis = 3_000;
    if chance.per_mille(800) {
        rules.leaver = chance.pick(&[
            Leaver::KeepsSeat { grace_millis },
            Leaver::LosesGame {},
            Leaver::FreesSeat {},
        ]);
    }
    if chance.per_mille(300) {
        rules.clock = Some(ClockRule {
            initial_millis: chance.pick(&[2_000, 10_000, 60_000]),
            increment_millis: chance.pick(&[0, 500]),
        });
    }
    // A run lasts minutes, not a day.
    if let Leaver::KeepsSeat { grace_millis } = &mut rules.leaver {
        *grace_millis = GRACE_MILLIS.min(*grace_millis);
    }
    rules
}

/// Limits, many of them low enough to be reached.
fn limits(nodes: usize, chance: &mut Chance) -> Limits {
    Limits {
        sessions_per_room_max: chance.pick(&[4, 100, 100]),
        sessions_per_room_and_address_max: chance.pick(&[2, 100]),
        changes_per_minute: chance.pick(&[3, 100]),
        entries_per_game_max: chance.pick(&[10, 1_000]),
        entries_per_room_max: chance.pick(&[40, 10_000]),
        message_chars_max: 500,
        messages_per_minute: chance.pick(&[3, 100]),
        messages_per_game_max: chance.pick(&[8, 1_000]),
        transfer_millis: 10_000,
        machines: true,
        clock_stops_unattended: nodes == 1,
    }
}

/// A third of all runs have a healthy store, and a third no crashes.
fn trouble(chance: &mut Chance) -> Trouble {
    let mut often = |most| {
        if chance.per_mille(500) {
            chance.below(most)
        } else {
            0
        }
    };
    let mut trouble = Trouble {
        unavailable: often(100),
        unknown: often(250),
        unread: often(400),
        unfollowed: often(500),
        cut: often(150),
        crash: often(30),
    };
    if chance.per_mille(333) {
        trouble = Trouble {
            unavailable: 0,
            unknown: 0,
            unread: 0,
            ..trouble
        };
    }
    if chance.per_mille(333) {
        trouble.crash = 0;
    }
    trouble
}
