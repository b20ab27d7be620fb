//! Queries on the effects of a test's host.

use raum_host::{Denied, Effect, SessionId};
use raum_wire::native::{Close, ServerFrame};

use crate::table::Table;

impl Table {
    /// The last answer sent to a session.
    pub(crate) fn answer(&mut self, session: SessionId) -> Option<ServerFrame> {
        let frames = self.frames(session);
        let frames = frames
            .iter()
            .filter_map(|frame| serde_json::from_str(frame).ok());
        let mut answers = frames.filter(|frame| {
            matches!(
                frame,
                ServerFrame::Applied { .. } | ServerFrame::Refused { .. }
            )
        });
        answers.next_back()
    }

    /// The code of the last refusal.
    pub(crate) fn refusal(&mut self, session: SessionId) -> Option<String> {
        match self.answer(session)? {
            ServerFrame::Refused { code, .. } => Some(code),
            _ => None,
        }
    }

    /// The frames sent to a session.
    pub(crate) fn frames(&self, session: SessionId) -> Vec<String> {
        let effects = self.effects.iter();
        let sent = effects.filter_map(|effect| match effect {
            Effect::Send { to, frame } if to.contains(&session) => Some(frame.clone()),
            _ => None,
        });
        sent.collect()
    }

    pub(crate) fn has_entered(&self, session: SessionId) -> bool {
        let mut effects = self.effects.iter();
        effects.any(|effect| matches!(effect, Effect::Entered(entered, _) if *entered == session))
    }

    pub(crate) fn denied(&self, session: SessionId) -> Option<Denied> {
        self.effects.iter().find_map(|effect| match effect {
            Effect::Denied(denied, why) if *denied == session => Some(*why),
            _ => None,
        })
    }

    pub(crate) fn closed(&self, session: SessionId) -> Option<Close> {
        self.effects.iter().find_map(|effect| match effect {
            Effect::Close(closed, why) if *closed == session => Some(*why),
            _ => None,
        })
    }
}
