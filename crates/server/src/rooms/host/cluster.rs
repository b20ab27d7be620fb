//! A driver in a cluster: it follows the entries that other nodes append, and who is connected to them.

use std::future::pending;

use raum_host::{Denied, Handshake, Input};
use raum_journal::{Error, Store};
use raum_room::Seq;
use raum_wire::native::Close;

use super::{Driver, effects::context, load::denied};
use crate::{
    cluster::{Elsewhere, Link, News},
    meters,
};

/// The next news from other nodes. Cancel-safe.
pub(super) async fn news(link: &mut Option<Link>, store: &dyn Store, after: Seq) -> News {
    match link {
        Some(link) => link.news(store, after).await,
        None => pending().await,
    }
}

impl Driver {
    /// Handles news from other nodes.
    pub(super) async fn hear(&mut self, news: News) {
        match news {
            News::Changed => self.presence_changed_elsewhere().await,
            // The room was deleted.
            News::Followed(Ok(entries)) if entries.is_empty() => self.stop(Close::NoRoom),
            News::Followed(Ok(entries)) => {
                meters::followed(entries.len() as u64);
                // Nodes' clocks differ: the room's time is that of the node which is ahead.
                let at = entries.last().map_or(0, |last| last.at);
                self.clock = self.clock.at_least(at);
                self.feed(Input::Followed(entries)).await;
            }
            News::Followed(Err(Error::Newer { .. })) => self.stop(Close::Newer),
            News::Followed(Err(Error::Damaged { .. })) => self.stop(Close::Journal),
            // The link tries again after a while.
            News::Followed(Err(_)) => {}
        }
    }

    fn stop(&mut self, why: Close) {
        self.connections.close_all(why);
        self.has_stopped = true;
    }

    /// Tells the host who is connected to other nodes. If this node is cut off from them, its clients have to reconnect, and
    /// the balancer may send them to another node; a client that cannot resume stays.
    pub(super) async fn presence_changed_elsewhere(&mut self) {
        let Some(link) = &self.link else { return };
        if link.is_cut_off() {
            self.connections.close_resumable(Close::Restart);
        }
        let Elsewhere { others, newest } = link.elsewhere();
        if let Some(newest) = newest {
            // A session that enters later must also be newer.
            self.clock = self.clock.at_least(newest + 1);
        }
        if let Some(others) = others {
            self.feed(Input::OtherNodes(others)).await;
        }
    }

    /// Makes sure that a client who enters finds everything that any node has acknowledged: this one may be behind, or cut
    /// off. A client who has just taken a seat on another node must find it here.
    pub(super) async fn catch_up_with_journal(&mut self) -> Result<(), Denied> {
        match &self.link {
            None => return Ok(()),
            Some(link) if link.is_cut_off() => return Err(Denied::Unavailable),
            Some(_) => {}
        }
        let store = self.services.store.clone();
        let seq = self.host.room().seq();
        if store.last(&self.id).await.map_err(denied)? > seq {
            let missed = store.read(&self.id, seq + 1).await.map_err(denied)?;
            self.hear(News::Followed(Ok(missed))).await;
        }
        Ok(())
    }

    /// Uses a transfer code up that any node has issued, before the host checks it.
    pub(super) async fn take_transfer(&mut self, handshake: &Handshake) -> Result<(), Denied> {
        let (Some(cluster), Handshake::Native(native)) = (&self.services.cluster, handshake) else {
            return Ok(());
        };
        if let Some(code_hash) = &native.transfer_hash
            && self.host.seat_of(&native.token_hash).is_none()
            && let Some(member) = cluster.take_transfer(&self.id, code_hash).await?
        {
            let context = context(&self.clock, &self.limits, self.link.as_ref(), 0);
            let code_hash = code_hash.clone();
            self.host.add_transfer(member, code_hash, &context);
        }
        Ok(())
    }
}
