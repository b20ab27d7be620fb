//! Machines: when the host asks its driver to think for one, and what it does with the answer.
//!
//! What a machine has to think about follows from the room alone ([`Room::thought`](raum_room::Room::thought)). The host
//! asks once for each situation; after a restart it asks again.

use raum_room::{Command, ThoughtKey};

use crate::{
    Context, Effect, Host,
    tasks::{Proposal, Task},
};

/// How often the host asks about one situation if the room refuses the answers. An engine that plays legal moves needs one.
const QUESTIONS_MAX: u8 = 3;

/// The situation in which a machine has to act, and how far its thought is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Thinking {
    key: Option<ThoughtKey>,
    stage: Stage,
    /// How often the host has asked.
    questions: u8,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    #[default]
    ToAsk,
    Asked,
    /// The answer is being decided and appended.
    Answered,
}

impl Host {
    /// Asks the driver to think if a machine has to act, and to stop if the last question is void.
    pub(crate) fn think(&mut self, context: &Context<'_>) {
        let key = self.room().thought_key().filter(|_| context.thinks);
        if self.thinking.key != key {
            if self.thinking.stage == Stage::Asked {
                self.effects.push(Effect::StopThinking);
            }
            self.thinking = Thinking {
                key,
                ..Thinking::default()
            };
        }
        // A task that waits for the journal probably changes the situation.
        let may_ask =
            self.thinking.stage == Stage::ToAsk && self.thinking.questions < QUESTIONS_MAX;
        if key.is_none() || !may_ask || !self.tasks.is_idle() {
            return;
        }
        if let Some(thought) = self.room().thought(context.now.max(self.room().at())) {
            self.thinking.stage = Stage::Asked;
            self.thinking.questions += 1;
            self.effects.push(Effect::Think(Box::new(thought)));
        }
    }

    /// Takes the driver's answer. An answer to an earlier situation is void, and so is a second one.
    pub(crate) fn take_answer(&mut self, key: ThoughtKey, commands: Vec<Command>) {
        if self.thinking.key == Some(key) && self.thinking.stage == Stage::Asked {
            self.thinking.stage = Stage::Answered;
            self.tasks.add(Task::Answer(key, commands));
        }
    }

    /// Decides on an answer. After a refusal the host asks again, unless it has asked too often.
    pub(crate) fn decide_answer(
        &mut self,
        key: ThoughtKey,
        commands: &[Command],
        context: &Context<'_>,
    ) -> Option<Proposal> {
        let room_context = self.room_context(false, context);
        let decided = self.room().decide_thought(key, commands, &room_context);
        if decided.is_err() && self.thinking.key == Some(key) {
            self.thinking.stage = Stage::ToAsk;
        }
        decided.ok().map(Proposal::from)
    }

    /// Whether a machine has to act in this room, so that its host must stay loaded.
    pub fn is_thinking(&self) -> bool {
        let has_given_up =
            self.thinking.stage == Stage::ToAsk && self.thinking.questions >= QUESTIONS_MAX;
        self.thinking.key.is_some() && !has_given_up
    }
}
