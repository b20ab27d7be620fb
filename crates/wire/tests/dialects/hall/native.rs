//! Clients of the native dialect.

use raum_host::{Action, Handshake, NativeHandshake};
use raum_wire::native::{self, ClientFrame};

use super::Hall;

impl Hall {
    /// A client's name is its token and the token's hash.
    pub(super) fn enter_native(&mut self, client: &str, room: &str, key: Option<&str>) {
        let handshake = Handshake::Native(NativeHandshake {
            token_hash: client.to_owned(),
            new_token: None,
            transfer_hash: None,
            after: 0,
            marks: [None, None],
        });
        self.enter(client, room, key, handshake).unwrap();
    }

    pub(super) fn send_native(&mut self, client: &str, text: &str) {
        let ClientFrame::Command { number, command } = native::read(text).unwrap() else {
            panic!("not a command: {text}");
        };
        let session = self.session_of(client, None).unwrap();
        self.act(session, Action::Command(number, command));
    }
}
