//! A native client: it replays the entries that it receives, and retries unanswered commands.

use raum_host::{
    Action, Context, Enter, Handshake, Input, NativeHandshake, Network, SessionId, mark,
};
use raum_room::{AbsenceResult, AnyMove, Command, EncodedEntry, Entry, MemberId, Phase, Room, Seq};
use raum_rules::Game;
use raum_wire::native::ServerFrame;

use super::{
    connection::{ClientId, ToClient},
    world::{Step, World},
};

/// Clients use disjoint numbers, so that a number identifies a command.
const NUMBERS: u64 = 1_000_000;

#[derive(Debug)]
pub(crate) struct Native {
    pub(crate) token_hash: String,
    /// The client of which this is a second device.
    device_of: Option<usize>,
    pub(crate) session: Option<SessionId>,
    pub(crate) is_welcome: bool,
    pub(crate) entries: Vec<Entry>,
    pub(crate) room: Option<Room>,
    mark: Option<String>,
    member: Option<MemberId>,
    pub(crate) sent: Vec<Sent>,
    first_number: u64,
}

#[derive(Debug)]
pub(crate) struct Sent {
    pub(crate) number: u64,
    pub(crate) command: Command,
    pub(crate) by_member: bool,
    pub(crate) attempts: usize,
    /// The number of definite refusals.
    pub(crate) refused: usize,
    pub(crate) applied: Option<Seq>,
    is_open: bool,
}

impl Native {
    pub(crate) fn new(number: usize, natives: usize) -> Self {
        Self {
            token_hash: format!("token {number}"),
            device_of: (number >= natives).then_some(0),
            session: None,
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
        self.after(1_000, Step::Act(ClientId::Native(number)));
        let Some(session) = self.natives[number].session else {
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
        // Numbers belong to members, so a client waits until it knows whether it is one.
        let is_busy = match (open.next(), open.next()) {
            (Some(first), None) => {
                matches!(first.command, Command::TakeSeat { .. } | Command::Leave)
            }
            (_, second) => second.is_some(),
        };
        if self.is_calm || !client.is_welcome || is_busy {
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
        let session = self.connect(ClientId::Native(number), node);
        let transfer_hash = self.offer_transfer(number, node);
        let client = &mut self.natives[number];
        client.session = Some(session);
        client.is_welcome = false;
        let after = client.cursor();
        let stored = self
            .store
            .get(after)
            .map(|entry| mark(EncodedEntry::new(entry.clone()).public()));
        let enter = Enter {
            session,
            network: Network(number as u128),
            key_shown: true,
            handshake: Handshake::Native(NativeHandshake {
                token_hash: client.token_hash.clone(),
                new_token: None,
                transfer_hash,
                after,
                marks: [client.mark.clone(), stored],
            }),
        };
        self.feed(node, Input::Enter(Box::new(enter)));
    }

    /// Creates a transfer code for a second device, on the node to which the device is about to connect.
    fn offer_transfer(&mut self, number: usize, node: usize) -> Option<String> {
        let owner = self.natives[number].device_of?;
        let context = Context {
            now: self.now + self.nodes[node].ahead,
            chance: 0,
            node: node as u64,
            thinks: true,
            limits: &self.plan.limits,
        };
        let host = self.nodes[node].host.as_mut()?;
        let code = format!("code {number}");
        let offered = host.offer_transfer(&self.natives[owner].token_hash, code.clone(), &context);
        offered.ok().map(|()| code)
    }

    /// Sends or retries a command.
    fn ask(&mut self, client: usize, number: u64) {
        let (Some(session), Some(sent)) = (
            self.natives[client].session,
            self.natives[client].sent(number),
        ) else {
            return;
        };
        sent.attempts += 1;
        let asked = Action::Command(number, sent.command.clone());
        self.send_to_host(session, Input::Act(session, asked));
    }

    pub(crate) fn receive_natively(&mut self, number: usize, message: ToClient) {
        match message {
            ToClient::Frame(ServerFrame::Welcome { member, .. }) => {
                let client = &mut self.natives[number];
                client.is_welcome = true;
                client.member = member;
                // The journal has no numbers of guests' commands, so a retry would apply them twice.
                for sent in &mut client.sent {
                    sent.is_open &=
                        sent.by_member || matches!(sent.command, Command::TakeSeat { .. });
                }
                let open = client.sent.iter().filter(|sent| sent.is_open);
                for open in open.map(|sent| sent.number).collect::<Vec<_>>() {
                    self.ask(number, open);
                }
            }
            ToClient::Frame(ServerFrame::Entries { entries, mark }) => {
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
            ToClient::Frame(ServerFrame::Applied {
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
            ToClient::Frame(ServerFrame::Refused {
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

    /// Picks the next command.
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
        if self.plan.has_machines && self.chance.per_mille(150) {
            let (level, side) = (1, None);
            let seat_machine = Command::SeatMachine {
                level,
                side,
                instant: true,
            };
            let level = self.chance.pick(&[1, 2, 9]);
            return Some(
                self.chance
                    .pick(&[seat_machine, Command::SetLevel { level }]),
            );
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
            Command::Abort,
            Command::Leave,
        ]))
    }
}
