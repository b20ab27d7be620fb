//! A client in the native dialect: it folds what it is sent, and sends again what nobody has answered.

use raum_host::{
    Action, Context, Enter, Handshake, Input, NativeHandshake, Origin, SessionId, mark,
};
use raum_room::{AbsenceResult, AnyMove, Command, EncodedEntry, Entry, MemberId, Phase, Room, Seq};
use raum_rules::Game;
use raum_wire::native::ServerFrame;

use super::{
    line::{Down, Who},
    world::{Happening, World},
};

/// Each client has numbers of its own, so that a number tells whose command an entry answers.
const NUMBERS: u64 = 1_000_000;

/// A client.
#[derive(Debug)]
pub(crate) struct Native {
    pub(crate) token_hash: String,
    /// The client whose second device this is.
    device_of: Option<usize>,
    pub(crate) line: Option<SessionId>,
    pub(crate) is_welcome: bool,
    pub(crate) entries: Vec<Entry>,
    pub(crate) room: Option<Room>,
    mark: Option<String>,
    member: Option<MemberId>,
    pub(crate) sent: Vec<Sent>,
    first_number: u64,
}

/// A command that was sent.
#[derive(Debug)]
pub(crate) struct Sent {
    pub(crate) number: u64,
    pub(crate) command: Command,
    pub(crate) by_member: bool,
    pub(crate) attempts: usize,
    /// How many of them were refused for certain.
    pub(crate) refused: usize,
    pub(crate) applied: Option<Seq>,
    is_open: bool,
}

impl Native {
    pub(crate) fn new(number: usize, natives: usize) -> Self {
        Self {
            token_hash: format!("token {number}"),
            device_of: (number >= natives).then_some(0),
            line: None,
            is_welcome: false,
            entries: Vec::new(),
            room: None,
            mark: None,
            member: None,
            sent: Vec::new(),
            first_number: (number as u64 + 1) * NUMBERS,
        }
    }

    pub(crate) fn cursor(&self) -> Seq {
        self.entries.len() as Seq
    }

    fn take_in(&mut self, entry: Entry) {
        match &mut self.room {
            Some(room) => room.apply(&entry),
            None => self.room = Room::begin(&entry),
        }
        self.entries.push(entry);
    }

    fn sent(&mut self, number: u64) -> Option<&mut Sent> {
        self.sent.iter_mut().find(|sent| sent.number == number)
    }
}

impl World {
    pub(crate) fn act_natively(&mut self, number: usize) {
        self.after(1_000, Happening::Act(Who::Native(number)));
        let Some(session) = self.natives[number].line else {
            return self.connect_natively(number);
        };
        if self.chance.per_mille(self.plan.trouble.crash) {
            return self.crash_some();
        }
        if self.chance.per_mille(self.plan.trouble.cut) {
            return self.cut(session);
        }
        let client = &self.natives[number];
        let mut open = client.sent.iter().filter(|sent| sent.is_open);
        // Numbers are a member's: a client waits until it knows whether it is one.
        let is_busy = match (open.next(), open.next()) {
            (Some(first), None) => {
                matches!(first.command, Command::TakeSeat { .. } | Command::Leave)
            }
            (_, second) => second.is_some(),
        };
        if self.is_quiet || !client.is_welcome || is_busy {
            return;
        }
        let next = client.first_number + client.sent.len() as u64;
        let Some(command) = self.choose(number, next) else {
            return;
        };
        let client = &mut self.natives[number];
        client.sent.push(Sent {
            number: next,
            by_member: client.member.is_some(),
            command,
            attempts: 0,
            refused: 0,
            applied: None,
            is_open: true,
        });
        self.ask(number, next);
    }

    fn crash_some(&mut self) {
        let all = self.chance.per_mille(250);
        for node in 0..self.nodes.len() {
            if all || self.chance.per_mille(400) {
                self.crash(node);
            }
        }
    }

    fn connect_natively(&mut self, number: usize) {
        let Some(node) = self.some_node() else {
            return;
        };
        let session = self.connect(Who::Native(number), node);
        let transfer_hash = self.offer_transfer(number, node);
        let client = &mut self.natives[number];
        client.line = Some(session);
        client.is_welcome = false;
        let after = client.cursor();
        let stored = self
            .store
            .get(after)
            .map(|entry| mark(EncodedEntry::new(entry.clone()).public()));
        let enter = Enter {
            session,
            origin: Origin(number as u128),
            key_shown: true,
            handshake: Handshake::Native(NativeHandshake {
                token_hash: client.token_hash.clone(),
                new_token: None,
                transfer_hash,
                after,
                marks: [client.mark.clone(), stored],
            }),
        };
        self.tell(node, Input::Enter(Box::new(enter)));
    }

    /// A member offers the seat to their second device, at the node to which that is about to connect.
    fn offer_transfer(&mut self, number: usize, node: usize) -> Option<String> {
        let owner = self.natives[number].device_of?;
        let context = Context {
            now: self.now + self.nodes[node].ahead,
            chance: 0,
            node: node as u64,
            limits: &self.plan.limits,
        };
        let host = self.nodes[node].host.as_mut()?;
        let code = format!("code {number}");
        let offered = host.offer_transfer(&self.natives[owner].token_hash, code.clone(), &context);
        offered.ok().map(|()| code)
    }

    /// Sends a command, again or for the first time.
    fn ask(&mut self, client: usize, number: u64) {
        let (Some(session), Some(sent)) =
            (self.natives[client].line, self.natives[client].sent(number))
        else {
            return;
        };
        sent.attempts += 1;
        let asked = Action::Command(number, sent.command.clone());
        self.send_up(session, Input::Act(session, asked));
    }

    pub(crate) fn receive_natively(&mut self, number: usize, down: Down) {
        match down {
            Down::Frame(ServerFrame::Welcome { member, .. }) => {
                let client = &mut self.natives[number];
                client.is_welcome = true;
                client.member = member;
                // A guest's command has no number in the journal: to send it again is to do it again.
                for sent in &mut client.sent {
                    sent.is_open &=
                        sent.by_member || matches!(sent.command, Command::TakeSeat { .. });
                }
                let open = client.sent.iter().filter(|sent| sent.is_open);
                for open in open.map(|sent| sent.number).collect::<Vec<_>>() {
                    self.ask(number, open);
                }
            }
            Down::Frame(ServerFrame::Entries { entries, mark }) => {
                for entry in entries {
                    let client = &mut self.natives[number];
                    let expected = client.cursor() + 1;
                    let seq = entry.seq;
                    client.take_in(entry);
                    client.mark.clone_from(&mark);
                    self.law(seq == expected, |_| {
                        format!("client {number} gets entry {seq} instead of {expected}")
                    });
                }
            }
            Down::Frame(ServerFrame::Applied {
                number: done,
                seq,
                member,
            }) => {
                let client = &mut self.natives[number];
                client.member = member;
                if let Some(sent) = client.sent(done) {
                    sent.applied = Some(seq);
                    sent.is_open = false;
                }
            }
            Down::Frame(ServerFrame::Refused {
                number: refused,
                code,
                ..
            }) => {
                let is_unknown = code == "outcome-unknown";
                let resends = is_unknown && self.chance.per_mille(700);
                if let Some(sent) = self.natives[number].sent(refused) {
                    sent.refused += usize::from(!is_unknown);
                    sent.is_open = resends && sent.by_member;
                    if sent.is_open {
                        self.ask(number, refused);
                    }
                }
            }
            _ => {}
        }
    }

    /// What a client might do next.
    fn choose(&mut self, number: usize, next: u64) -> Option<Command> {
        let client = &self.natives[number];
        let room = client.room.as_ref()?;
        let name = format!("Native {number}");
        let take_seat = Command::TakeSeat {
            name: name.clone(),
            side: None,
        };
        let say = Command::Say {
            name: Some(name.clone()),
            text: format!("says {next}"),
        };
        let seat = room
            .seats()
            .iter()
            .find(|seat| Some(seat.member) == client.member);
        let Some(seat) = seat else {
            let choices = [
                take_seat.clone(),
                take_seat,
                Command::Watch { name: Some(name) },
                say,
                Command::Leave,
            ];
            return Some(self.chance.pick(&choices));
        };
        if seat.left_at.is_some() {
            return Some(take_seat);
        }
        let is_turn = room
            .bout()
            .is_some_and(|bout| seat.side == Some(bout.turn()));
        let usual = match room.phase() {
            Phase::Over => 600,
            Phase::Playing if is_turn => 800,
            _ => 100,
        };
        if self.chance.per_mille(usual) {
            if room.phase() == Phase::Over {
                return Some(Command::AskRematch);
            }
            let bout = room.bout()?;
            let (legal, ply) = (bout.record().game().legal(), bout.ply());
            if legal.is_empty() {
                return None;
            }
            let mv = AnyMove::Known(room.kind(), self.chance.pick(&legal));
            return Some(Command::Play { mv, ply });
        }
        Some(self.chance.pick(&[
            say,
            take_seat,
            Command::Rename {
                name: format!("{name} {next}"),
            },
            Command::OfferDraw,
            Command::AcceptDraw,
            Command::DeclineDraw,
            Command::AskTakeback,
            Command::AcceptTakeback,
            Command::DeclineTakeback,
            Command::ClaimAbsence {
                result: AbsenceResult::Win,
            },
            Command::ClaimAbsence {
                result: AbsenceResult::Draw,
            },
            Command::Resign,
            Command::Leave,
        ]))
    }
}
