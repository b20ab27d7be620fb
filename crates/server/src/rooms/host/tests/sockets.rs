//! What a host writes to the socket of a connection that waits.

use std::sync::Mutex;

use futures_util::FutureExt;

use super::*;
use crate::lock::lock;

/// Counts the frames that are sent with each call.
#[derive(Default)]
struct Counting {
    buffered: Mutex<usize>,
    sent: Mutex<Vec<usize>>,
}

impl Socket for Counting {
    fn buffer(&self, _: &Frame) -> bool {
        *lock(&self.buffered) += 1;
        true
    }

    fn flush(&self) -> bool {
        let buffered = std::mem::take(&mut *lock(&self.buffered));
        lock(&self.sent).push(buffered);
        true
    }
}

#[tokio::test(start_paused = true)]
async fn an_entry_and_the_answer_to_its_command_are_sent_with_one_call() {
    let (hosts, room) = hosts_with_room(Arc::new(Memory::default()), None).await;
    let mut ann = Guest::seated(&hosts, &room, "Ann").await;
    let bob = Guest::seated(&hosts, &room, "Bob").await;
    let sockets = [&ann, &bob].map(|guest| {
        let socket = Arc::new(Counting::default());
        guest.outgoing.attach(socket.clone());
        while guest.outgoing.next().now_or_never().is_some() {}
        socket
    });
    ann.command(json!({"type": "say", "text": "Hello!"})).await;
    // The host has then handled the command.
    query(&ann.host, |_| ()).await.unwrap();
    let sent = sockets.map(|socket| lock(&socket.sent).clone());
    assert_eq!(sent, [vec![2], vec![1]]);
}
