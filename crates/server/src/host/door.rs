//! Who comes and who goes: joining, catching up, presence.

use raum_room::{Phase, Seq};
use raum_wire::native::{self, Away, Close, Presence, ServerFrame};
use tokio::time::Instant;

use super::{Host, Join, Joined, Replay, Session, SessionId, Speech, marks::mark};
use crate::limits::{PRESENCE_INTERVAL, WATCHERS_NAMED_MAX};

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
        self.check_cursor(join.after, join.mark.as_deref()).await?;
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
            mark: self.log.last().map(mark),
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
            room: self.id.clone(),
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
        let replay = self.log.replay(after);
        if let Replay::Recent {
            more_after: None, ..
        } = replay
        {
            let session = self.sessions.get_mut(session);
            if let Some(Speech::Native { caught_up, .. }) =
                session.map(|session| &mut session.speech)
            {
                *caught_up = true;
            }
            self.presence_changed();
        }
        replay
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
