//! A TCP proxy that can be cut, for nodes that are cut off from NATS.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinHandle,
};

/// A proxy on a free port of the loopback interface. While it is cut, connections through it end and new ones get nowhere.
pub struct Proxy {
    address: SocketAddr,
    is_cut: Arc<AtomicBool>,
    cuts: watch::Sender<u64>,
    accepting: JoinHandle<()>,
}

impl Proxy {
    /// Forwards connections to this port of this machine.
    pub async fn to(port: u16) -> anyhow::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let is_cut = Arc::new(AtomicBool::new(false));
        let cuts = watch::Sender::new(0);
        let accepting = tokio::spawn({
            let (is_cut, cuts) = (is_cut.clone(), cuts.clone());
            async move {
                while let Ok((client, _)) = listener.accept().await {
                    if !is_cut.load(Relaxed) {
                        tokio::spawn(forward(client, port, cuts.subscribe()));
                    }
                }
            }
        });
        Ok(Self {
            address,
            is_cut,
            cuts,
            accepting,
        })
    }

    /// The port it listens on.
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// Ends all connections, and accepts no new ones.
    pub fn cut(&self) {
        self.is_cut.store(true, Relaxed);
        self.cuts.send_modify(|cuts| *cuts += 1);
    }

    /// Accepts connections again.
    pub fn mend(&self) {
        self.is_cut.store(false, Relaxed);
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn forward(mut client: TcpStream, port: u16, mut cuts: watch::Receiver<u64>) {
    let Ok(mut server) = TcpStream::connect(("127.0.0.1", port)).await else {
        return;
    };
    for stream in [&client, &server] {
        // Only slows the proxy down if it fails.
        stream.set_nodelay(true).ok();
    }
    tokio::select! {
        _ = copy_bidirectional(&mut client, &mut server) => {}
        _ = cuts.changed() => {}
    }
}
