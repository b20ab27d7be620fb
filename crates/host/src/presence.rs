//! Who is connected, on this node and on others.

use std::collections::BTreeMap;

use raum_room::{Context as RoomContext, HostCommand, MemberId, Millis, Seat};
use raum_rules::Side;
use raum_wire::{
    narrow::{Dialect, Spectator},
    native::{self, Away, Presence, ServerFrame},
};

use crate::{
    Context, Effect, Host, NodePresence, OtherNodes, PresentMember,
    limits::{PRESENCE_INTERVAL_MILLIS, WATCHERS_NAMED_MAX},
    tasks::Task,
};

/// Who is on other nodes, who is away, and when the next presence update is due.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attendance {
    /// Unknown until the first [`Input::OtherNodes`](crate::Input::OtherNodes).
    pub(crate) other_nodes: Option<OtherNodes>,
    pub(crate) away_since: BTreeMap<MemberId, Millis>,
    /// When the next presence update is due, if anything has changed.
    pub(crate) due: Option<Millis>,
    /// The earliest time of the next update.
    not_before: Millis,
    /// What was last published to other nodes.
    published: NodePresence,
}

impl Host {
    /// Schedules a presence update. Updates are batched: n arrivals would otherwise cost n² frames.
    pub(crate) fn presence_changed(&mut self) {
        let not_before = self.attendance.not_before;
        self.attendance.due.get_or_insert(not_before);
    }

    pub(crate) fn send_presence_if_due(&mut self, context: &Context<'_>) {
        let Some(due) = self.attendance.due else {
            return;
        };
        let is_due = due <= context.now;
        // Only changes on this node are published: nodes that echoed each other's changes would never stop. Other nodes hear
        // of members at once: they would otherwise count one who has just entered as away.
        let mut all = self.presence();
        let published = &self.attendance.published;
        if is_due && all != *published || all.members != published.members {
            self.attendance.published = all.clone();
            self.effects.push(Effect::PresenceChanged);
        }
        if !is_due {
            return;
        }
        self.attendance.not_before = context.now + PRESENCE_INTERVAL_MILLIS;
        self.attendance.due = None;
        let to = self.sessions.natives();
        if to.is_empty() {
            return;
        }
        if let Some(OtherNodes { presence, .. }) = &self.attendance.other_nodes {
            all.spectators += presence.spectators;
            all.watchers.extend_from_slice(&presence.watchers);
            all.watchers.truncate(WATCHERS_NAMED_MAX);
        }
        let away = self.away_since();
        let away = away.filter(|(member, _)| self.room().is_seated(*member));
        let presence = Presence {
            away: away.map(|(member, since)| Away { member, since }).collect(),
            spectators: all.spectators,
            watchers: all.watchers,
        };
        let frame = native::write(&ServerFrame::Presence(presence));
        self.effects.push(Effect::Send { to, frame });
    }

    /// Who is connected to this node, to be published to the others.
    pub fn presence(&self) -> NodePresence {
        let members = self.sessions.iter().filter_map(|(_, session)| {
            Some(PresentMember {
                member: session.member?,
                since: session.since,
            })
        });
        NodePresence {
            members: members.collect(),
            spectators: self.sessions.spectators(),
            watchers: self.sessions.watchers(WATCHERS_NAMED_MAX),
            visitors: self.sessions.visitors(),
        }
    }

    /// Whether a member has a session on any node.
    pub(crate) fn is_present(&self, member: MemberId) -> bool {
        let mut elsewhere = self.members_elsewhere();
        self.sessions.of(member).is_some() || elsewhere.any(|present| present.member == member)
    }

    /// Whether a session on another node that is newer than `since` controls a member's seat.
    pub(crate) fn is_replaced_elsewhere(&self, member: MemberId, since: (Millis, u64)) -> bool {
        self.members_elsewhere()
            .any(|present| present.member == member && present.since > since)
    }

    fn members_elsewhere(&self) -> impl Iterator<Item = &PresentMember> {
        let other_nodes = self.attendance.other_nodes.iter();
        other_nodes.flat_map(|others| &others.presence.members)
    }

    /// Updates who is connected to other nodes.
    pub(crate) fn set_other_nodes(&mut self, others: OtherNodes, context: &Context<'_>) {
        let is_unattended = others.unattended;
        let away_since = others.away_since.clone();
        self.presence_changed();
        self.report_visitors(&others.presence.visitors);
        let before = self.attendance.other_nodes.replace(others);
        // An absence on other nodes may have ended here since: only the first report counts.
        let away_since = if before.is_none() {
            away_since
        } else {
            Vec::new()
        };
        // A machine is never away.
        let people = self.room().seats().iter();
        let people = people.filter(|seat| seat.machine.is_none());
        let members: Vec<_> = people.map(|seat| seat.member).collect();
        for &member in &members {
            let here = self.sessions.of(member);
            let since = here.and_then(|session| Some(self.sessions.get(session)?.since));
            match (here, since) {
                (Some(session), Some(since)) if self.is_replaced_elsewhere(member, since) => {
                    self.replace(session);
                }
                (None, _) if !self.is_present(member) => {
                    let known = away_since.iter().filter(|(known, _)| *known == member);
                    let since = known.map(|(_, since)| *since).min();
                    let since = since.unwrap_or(context.now).min(context.now);
                    let away = &mut self.attendance.away_since;
                    away.entry(member).or_insert(since);
                    continue;
                }
                _ => {}
            }
            self.attendance.away_since.remove(&member);
        }
        if is_unattended {
            self.take_over(&members, context);
        }
    }

    /// Tells sessions in narrow dialects which spectators have come and gone on other nodes.
    fn report_visitors(&mut self, now: &[(u64, String)]) {
        // Sessions hear of changes alone, not of the spectators who were there before them.
        let Some(before) = &self.attendance.other_nodes else {
            return;
        };
        let before = before.presence.visitors.clone();
        let without = |these: &[(u64, String)], those: &[(u64, String)]| -> Vec<_> {
            let is_new = |visitor: &&(u64, String)| !those.contains(visitor);
            these.iter().filter(is_new).cloned().collect()
        };
        for (number, name) in without(&before, now) {
            let left = Spectator {
                number,
                name: &name,
            };
            self.send_to_narrow(None, |dialect| dialect.spectator_left(&left));
        }
        for (number, name) in without(now, &before) {
            let joined = Spectator {
                number,
                name: &name,
            };
            self.send_to_narrow(None, |dialect| dialect.spectator_joined(&joined));
        }
    }

    /// Takes over a room that no node has served, or members of a node that has ended. Removes members who cannot reconnect:
    /// a seat that no token owns was taken in a narrow dialect.
    fn take_over(&mut self, members: &[MemberId], context: &Context<'_>) {
        if context.limits.clock_stops_unattended {
            self.tasks.add(Task::ForHost(HostCommand::ResumeClock));
        }
        for &member in members {
            if !self.state.owners.has(member) && !self.is_present(member) {
                let command = HostCommand::RemoveLost(member);
                self.tasks.add(Task::ForHost(command));
            }
        }
    }

    /// The context in which the room decides.
    pub(crate) fn room_context(&self, key_shown: bool, context: &Context<'_>) -> RoomContext {
        let away = |side| {
            let seat = self.room().seat_of(side)?;
            self.attendance.away_since.get(&seat.member).copied()
        };
        RoomContext {
            now: context.now.max(self.room().at()),
            chance: context.chance,
            key_shown,
            away_since: Side::BOTH.map(away),
            can_go_back: self.can_go_back(),
        }
    }

    /// Whether the dialects of all connected members support takebacks. A member who has just entered on another node is in
    /// the journal before its presence arrives here: a seat that no token owns was taken in the narrow dialect of the kind.
    fn can_go_back(&self) -> bool {
        let mut here = self.sessions.iter();
        let is_narrow_elsewhere = |seat: &Seat| {
            let is_here = self.sessions.of(seat.member).is_some();
            let is_away = self.attendance.away_since.contains_key(&seat.member);
            let is_native = seat.machine.is_some() || self.state.owners.has(seat.member);
            !is_here && !is_away && !is_native && seat.left_at.is_none()
        };
        let kind = self.room().kind();
        let mut dialects = Dialect::ALL.into_iter();
        here.all(|(_, session)| session.member.is_none() || session.follows_takebacks())
            && (dialects.all(|dialect| dialect.kind() != kind || dialect.abilities().takebacks)
                || !self.room().seats().iter().any(is_narrow_elsewhere))
    }
}
