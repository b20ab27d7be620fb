//! `raum serve`: the program as a server.

use std::{
    env,
    ffi::OsString,
    io::{self, Write},
    path::PathBuf,
    sync::Arc,
    time::Duration,
};

use anyhow::Context;
use axum::{Router, routing::get, serve::ListenerExt};
use clap::Args;
use raum_journal::{Disk, Memory, Store};
use tokio::{
    net::TcpListener,
    select,
    signal::unix::{SignalKind, signal},
    time::sleep,
};
use tokio_util::sync::CancellationToken;

use crate::{
    api, arguments::socket_address, browsers, host::Surroundings, lobby::Lobby, page,
    session::Doorkeeper, time::NodeClock,
};

/// How long requests under way may take once the program is told to end.
const GRACE: Duration = Duration::from_secs(5);

/// Serve the games to browsers, until SIGINT or SIGTERM
///
/// The page, the rooms and what is asked by HTTP are all at one port. A room is kept as its journal: with
/// `--data` on disk, where no end of the program takes a move from it that anybody has heard of.
///
/// raum speaks HTTP. On the internet let a proxy speak HTTPS for it, and say there that browsers are to
/// use nothing else (`Strict-Transport-Security`).
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  raum serve
      play at once, at http://127.0.0.1:8000
  raum serve --listen 0.0.0.0:8000 --data /var/lib/raum
      host a club: other machines reach it, and the rooms outlast the program
  raum serve --listen 127.0.0.1:8000 --data /var/lib/raum
      behind a proxy on the same machine
  PORT=8080 RAUM_DATA=/data raum serve
      in a container: listens on 0.0.0.0:8080, as places that run programs for others ask for")]
pub(crate) struct Serve {
    /// Where to listen; port 0 takes a free one [default: 127.0.0.1:8000, or 0.0.0.0:$PORT]
    #[arg(
        long,
        env = "RAUM_LISTEN",
        value_name = "ADDRESS:PORT",
        value_parser = socket_address,
        help_heading = "Where"
    )]
    listen: Option<String>,

    /// The folder to keep rooms in; without it they last as long as the program
    #[arg(long, env = "RAUM_DATA", value_name = "FOLDER", help_heading = "Rooms")]
    data: Option<PathBuf>,
}

impl Serve {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let address = address(self.listen, env::var_os("PORT"))?;
        let store: Arc<dyn Store> = match self.data {
            Some(folder) => Arc::new(Disk::open(&folder)?),
            None => Arc::new(Memory::default()),
        };
        tokio::runtime::Runtime::new()?.block_on(listen(&address, store))
    }
}

/// Where to listen, by the option and by the environment variable `PORT`.
fn address(listen: Option<String>, port: Option<OsString>) -> anyhow::Result<String> {
    match (listen, port) {
        (Some(address), _) => Ok(address),
        (None, None) => Ok("127.0.0.1:8000".to_owned()),
        (None, Some(port)) => port
            .to_str()
            .and_then(|port| port.parse::<u16>().ok())
            .map(|port| format!("0.0.0.0:{port}"))
            .with_context(|| format!("PORT is not a port number: {:?}", port.to_string_lossy())),
    }
}

async fn listen(address: &str, store: Arc<dyn Store>) -> anyhow::Result<()> {
    // From here on a signal is an orderly end, also one that comes at the moment the address is printed.
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let listener = bind(address).await?;
    writeln!(io::stdout(), "raum is at http://{}", listener.local_addr()?)?;
    serve(listener, store, async {
        select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
    .await
}

async fn bind(address: &str) -> anyhow::Result<TcpListener> {
    match TcpListener::bind(address).await {
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => Err(anyhow::anyhow!(
            "cannot listen on {address}: another program does so already"
        )),
        bound => bound.with_context(|| format!("cannot listen on {address:?}")),
    }
}

/// Answers requests until `told_to_end`, and then no longer than those under way take.
async fn serve(
    listener: TcpListener,
    store: Arc<dyn Store>,
    told_to_end: impl Future<Output = ()>,
) -> anyhow::Result<()> {
    // Without it small frames wait for each other's acknowledgement, some 40 ms at a time.
    let listener = listener.tap_io(|stream| {
        stream.set_nodelay(true).ok();
    });
    let ending = CancellationToken::new();
    let lobby = Lobby::new(Surroundings {
        store,
        clock: NodeClock::new(),
        ending: ending.clone(),
    });
    let app = router(Doorkeeper::new(lobby.clone()));
    let served = async {
        let stopped = ending.clone().cancelled_owned();
        let ended = axum::serve(listener, app)
            .with_graceful_shutdown(stopped)
            .await;
        // Requests that became connections are not waited for by the above.
        lobby.tasks().close();
        lobby.tasks().wait().await;
        ended
    };
    select! {
        ended = served => ended?,
        () = async {
            told_to_end.await;
            ending.cancel();
            sleep(GRACE).await;
        } => {}
    }
    Ok(())
}

/// Everything at the program's one port.
fn router(doorkeeper: Doorkeeper) -> Router {
    let everything = Router::new()
        .route("/healthz", get(async || "ok\n"))
        .merge(api::router(doorkeeper))
        .merge(browsers::protect_page(page::router(page::embedded)));
    browsers::protect(everything)
}

#[cfg(test)]
mod tests {
    use tokio::{io::AsyncWriteExt, net::TcpStream};

    use super::*;

    #[test]
    fn the_option_comes_before_the_port() {
        let cases = [
            (None, None, Some("127.0.0.1:8000")),
            (None, Some("8080"), Some("0.0.0.0:8080")),
            (Some("[::1]:0"), None, Some("[::1]:0")),
            (Some("[::1]:0"), Some("8080"), Some("[::1]:0")),
            (Some("[::1]:0"), Some("http"), Some("[::1]:0")),
            (None, Some(""), None),
            (None, Some("http"), None),
            (None, Some("65536"), None),
        ];
        for (listen, port, expected) in cases {
            let found = address(listen.map(String::from), port.map(OsString::from));
            assert_eq!(found.ok().as_deref(), expected, "{listen:?} {port:?}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_that_never_ends_does_not_hold_up_the_end() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let mut held = None;
        serve(listener, Arc::new(Memory::default()), async {
            let mut stream = TcpStream::connect(address).await.unwrap();
            stream.write_all(b"GET / HTTP/1.1\r\nHost:").await.unwrap();
            held = Some(stream);
        })
        .await
        .unwrap();
        assert!(held.is_some());
    }
}
