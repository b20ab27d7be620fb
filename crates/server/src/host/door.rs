//! Who comes and who goes: joining, catching up, presence.

use raum_room::{Phase, Seq};
use raum_wire::native::{self, Away, Close, Presence, ServerFrame};
use tokio::time::Instant;

use super::{Host, Join, Joined, Replay, Session, SessionId, Speech, entries_frame, marks::mark};
use crate::limits::{
    PRESENCE_INTERVAL, REPLAY_BYTES_MAX, REPLAY_FRAME_BYTES_MAX, WATCHERS_NAMED_MAX,
};

impl Host {
    pub(super) async fn join(&mut self, join: Join) -> Result<Joined, Close> {
        if let Some(code_hash) = &join.transfer_hash
            && !self.owns_seat(&join.token_hash)
        {
            self.redeem_transfer(code_hash, &join.token_hash).await?;
        }
        let member = self.owners.owner_of(&self.room, &join.token_hash);
        if member.is_none() {
            self.admit_guest(join.key_shown)?;
        }
        // After admission: a cursor that fits or not would tell strangers how long the room is.
        if !self.is_own_cursor(join.after, join.mark.as_deref()) {
            return Err(Close::Cursor);
        }
        if member.is_none() {
            self.find_place(join.address).await?;
        }
        if let Some(older) = member.and_then(|member| self.sessions.of(member)) {
            self.sessions.close(older, Close::Replaced);
        }
        let welcome = ServerFrame::Welcome {
            version: native::VERSION,
            room: self.id.to_string(),
            member,
            token: join.new_token,
            last: self.room.seq(),
            mark: self.log.last().map(|entry| mark(entry)),
            now: self.clock.now(),
        };
        let session = self.sessions.add(Session {
            member,
            speech: Speech::Native {
                token_hash: join.token_hash,
                // A client that owned a seat when it connected may take one again after leaving.
                key_shown: join.key_shown || member.is_some(),
                name: None,
                caught_up: false,
            },
            address: join.address,
            outbox: join.outbox,
        });
        if let Some(member) = member {
            self.away_since.remove(&member);
        }
        Ok(Joined {
            session,
            welcome: native::write(&welcome).into(),
            clock: self.clock,
        })
    }

    /// Whether this token owns a seat in the room.
    pub(super) fn owns_seat(&self, token_hash: &str) -> bool {
        self.owners.owner_of(&self.room, token_hash).is_some()
    }

    fn admit_guest(&self, key_shown: bool) -> Result<(), Close> {
        let rules = self.room.rules();
        let may_sit = self.room.phase() == Phase::Waiting;
        let locked = rules.pass_key && !key_shown;
        if locked || !(rules.spectators || may_sit) {
            return Err(Close::Forbidden);
        }
        Ok(())
    }

    /// The next entries for a connection. With the last of them it has caught up.
    pub(super) fn replay(&mut self, session: SessionId, after: Seq) -> Replay {
        let after = usize::try_from(after).unwrap_or(usize::MAX);
        let missing = self.log.get(after..).unwrap_or_default();
        let (now, later) = missing.split_at(fitting(missing, REPLAY_BYTES_MAX));
        let mut frames = Vec::new();
        let mut rest = now;
        while !rest.is_empty() {
            let (frame, others) = rest.split_at(fitting(rest, REPLAY_FRAME_BYTES_MAX));
            frames.push(entries_frame(frame));
            rest = others;
        }
        let more_after = (!later.is_empty()).then_some((after + now.len()) as Seq);
        if more_after.is_none() {
            let session = self.sessions.get_mut(session);
            if let Some(Speech::Native { caught_up, .. }) =
                session.map(|session| &mut session.speech)
            {
                *caught_up = true;
            }
            self.presence_changed();
        }
        Replay { frames, more_after }
    }

    pub(super) async fn gone(&mut self, session: SessionId) {
        let Some(Session { member, speech, .. }) = self.sessions.remove(session) else {
            return;
        };
        if let Some(member) = member
            && self.sessions.of(member).is_none()
        {
            self.away_since.insert(member, self.clock.now());
        }
        self.idle_since = Instant::now();
        self.presence_changed();
        if let Speech::Narrow { dialect, name } = speech {
            self.narrow_gone(session, dialect, member, &name).await;
        }
    }

    /// Has everyone told soon. Of many who come or go together they hear at once, for each of them would
    /// else be told of each.
    pub(super) fn presence_changed(&mut self) {
        self.presence_due.get_or_insert(self.presence_not_before);
    }

    pub(super) fn tell_presence(&mut self) {
        self.presence_not_before = Instant::now() + PRESENCE_INTERVAL;
        self.presence_due = None;
        let mut away: Vec<_> = self
            .away_since
            .iter()
            .filter(|(member, _)| self.room.is_seated(**member))
            .map(|(member, since)| Away {
                member: *member,
                since: *since,
            })
            .collect();
        away.sort_unstable_by_key(|away| away.member);
        let presence = Presence {
            away,
            spectators: self.sessions.spectators(),
            watchers: self.sessions.watchers(WATCHERS_NAMED_MAX),
        };
        let frame = native::write(&ServerFrame::Presence(presence));
        self.sessions.send_all(&frame.into());
    }
}

/// How many of the first entries have no more than these bytes: one at least, if there are any.
fn fitting(entries: &[Box<str>], bytes_max: usize) -> usize {
    let mut bytes = 0;
    let fitting = entries.iter().take_while(|entry| {
        bytes += entry.len();
        bytes <= bytes_max
    });
    fitting.count().max(1).min(entries.len())
}
