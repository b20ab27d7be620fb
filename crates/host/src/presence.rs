//! Who is here, on this node and on others.

use raum_room::{HostCommand, MemberId, Millis};
use raum_rules::Side;
use raum_wire::native::{self, Away, Presence, ServerFrame};

use crate::{
    Context, Effect, Host, NodePresence, OtherNodes, PresentMember,
    host::Task,
    limits::{PRESENCE_INTERVAL_MILLIS, WATCHERS_NAMED_MAX},
};

impl Host {
    /// Schedules a presence update: batched, or n arrivals would cost n² frames.
    pub(crate) fn presence_changed(&mut self) {
        self.presence_due.get_or_insert(self.presence_not_before);
    }

    pub(crate) fn tell_presence_if_due(&mut self, context: &Context<'_>) {
        if self.presence_due.is_none_or(|due| due > context.now) {
            return;
        }
        self.presence_not_before = context.now + PRESENCE_INTERVAL_MILLIS;
        self.presence_due = None;
        // What other nodes have told is not told to them again: they would answer, and so on for ever.
        let on_this_node = self.presence();
        if on_this_node != self.presence_sent {
            self.presence_sent = on_this_node;
            self.effects.push(Effect::PresenceChanged);
        }
        let to = self.sessions.natives();
        if to.is_empty() {
            return;
        }
        let away = self.away_since.iter();
        let away = away.filter(|(member, _)| self.room().is_seated(**member));
        let mut presence = Presence {
            away: away
                .map(|(member, since)| Away {
                    member: *member,
                    since: *since,
                })
                .collect(),
            spectators: self.sessions.spectators(),
            watchers: self.sessions.watchers(WATCHERS_NAMED_MAX),
        };
        if let Some(OtherNodes {
            presence: there, ..
        }) = &self.elsewhere
        {
            presence.spectators += there.spectators;
            presence.watchers.extend_from_slice(&there.watchers);
            presence.watchers.truncate(WATCHERS_NAMED_MAX);
        }
        let frame = native::write(&ServerFrame::Presence(presence));
        self.effects.push(Effect::Send { to, frame });
    }

    /// Who is in the room on this node, for the others.
    pub fn presence(&self) -> NodePresence {
        let members = self.sessions.iter().filter_map(|(_, session)| {
            Some(PresentMember {
                member: session.member?,
                since: session.since,
                follows_takebacks: session.follows_takebacks(),
            })
        });
        NodePresence {
            members: members.collect(),
            spectators: self.sessions.spectators(),
            watchers: self.sessions.watchers(WATCHERS_NAMED_MAX),
        }
    }

    /// Whether a member has a session, on this node or another.
    pub(crate) fn is_present(&self, member: MemberId) -> bool {
        self.sessions.of(member).is_some() || self.elsewhere(member).next().is_some()
    }

    /// Whether a newer connection than one of this time drives a member's seat on another node.
    pub(crate) fn drives_elsewhere(&self, member: MemberId, since: (Millis, u64)) -> bool {
        self.elsewhere(member).any(|other| other.since > since)
    }

    fn elsewhere(&self, member: MemberId) -> impl Iterator<Item = &PresentMember> {
        let elsewhere = self.elsewhere.iter();
        let members = elsewhere.flat_map(|elsewhere| &elsewhere.presence.members);
        members.filter(move |present| present.member == member)
    }

    /// Takes in who is in the room on other nodes.
    pub(crate) fn hear_elsewhere(&mut self, elsewhere: OtherNodes, context: &Context<'_>) {
        let is_unattended = elsewhere.unattended;
        self.presence_changed();
        self.elsewhere = Some(elsewhere);
        let members: Vec<_> = self.room().seats().iter().map(|seat| seat.member).collect();
        for &member in &members {
            let here = self.sessions.of(member);
            let here_since = here.and_then(|session| Some(self.sessions.get(session)?.since));
            match (here, here_since) {
                // The newest connection drives the seat.
                (Some(session), Some(since)) if self.drives_elsewhere(member, since) => {
                    self.replace(session);
                }
                (None, _) if !self.is_present(member) => {
                    self.away_since.entry(member).or_insert(context.now);
                    continue;
                }
                _ => {}
            }
            self.away_since.remove(&member);
        }
        if is_unattended {
            self.take_over(&members, context);
        }
    }

    /// Goes on with a room that no node has served. A seat that no token owns was taken in a narrow dialect: its member
    /// cannot come back.
    fn take_over(&mut self, members: &[MemberId], context: &Context<'_>) {
        if context.limits.clock_stops_unattended {
            self.tasks
                .push_back(Task::ForHost(HostCommand::ResumeClock));
        }
        for &member in members {
            if !self.owners.has(member) && !self.is_present(member) {
                let command = HostCommand::RemoveLost(member);
                self.tasks.push_back(Task::ForHost(command));
            }
        }
    }

    /// What the room needs to know to decide.
    pub(crate) fn room_context(
        &self,
        key_shown: bool,
        context: &Context<'_>,
    ) -> raum_room::Context {
        let away = |side| {
            let seat = self.room().seat_of(side)?;
            self.away_since.get(&seat.member).copied()
        };
        raum_room::Context {
            now: context.now.max(self.room().at()),
            chance: context.chance,
            key_shown,
            away_since: Side::BOTH.map(away),
            can_go_back: self.can_go_back(),
        }
    }

    /// Whether every member could follow a game that goes back.
    fn can_go_back(&self) -> bool {
        let elsewhere = self.elsewhere.iter();
        let mut elsewhere = elsewhere.flat_map(|elsewhere| &elsewhere.presence.members);
        let mut members = self.sessions.iter();
        members.all(|(_, session)| session.member.is_none() || session.follows_takebacks())
            && elsewhere.all(|present| present.follows_takebacks)
    }
}
