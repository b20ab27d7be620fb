//! `raum serve`: runs the server.

mod shutdown;

use std::{
    env,
    ffi::OsString,
    future::pending,
    io::{self, Write},
    net::IpAddr,
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::{Context, bail, ensure};
use axum::Router;
use clap::{
    Parser,
    builder::{NonEmptyStringValueParser, RangedU64ValueParser},
};
use raum_journal::{Disk, Journal, Memory, NatsUrl};
use rustix::process::{Resource, getrlimit, setrlimit};
use tokio::{net::TcpListener, select, time::sleep};
use tokio_util::{sync::CancellationToken, task::AbortOnDropHandle};
use tracing::{info, warn};

use super::nats::{NatsArguments, read_url, usage_error};
use crate::{
    cluster::Cluster,
    http::{
        app,
        health::Health,
        hostname::{self, Hostnames},
        origin::{Origin, Origins},
        public_url::PublicUrl,
    },
    limits::Limits,
    lobby::{Listings, Lobby, LobbyArguments},
    log::{self, Logging},
    meters::Metering,
    net::{Listener, bind, socket_address},
    rooms::{Admission, Hosts, MonitoredStore, Retention, Services, Sweep, Thinking},
};
use shutdown::Shutdown;
pub(crate) use shutdown::Signals;

/// Serve the page, the rooms and the API, until SIGINT or SIGTERM
///
/// One port serves everything. With `--data`, rooms are journaled to disk, and no crash loses a move that a client has
/// seen. With `--cluster`, several servers serve the same rooms, which NATS JetStream stores.
///
/// raum speaks HTTP only. On the internet, put a proxy in front of it that terminates TLS and sets
/// `Strict-Transport-Security`.
#[derive(Parser)]
#[command(after_long_help = "\
Examples:
  raum serve
      play at http://127.0.0.1:8000
  raum serve --listen 0.0.0.0:8000 --data /var/lib/raum
      host a club: reachable from other machines, with rooms stored on disk
  raum serve --data /var/lib/raum --trust-proxy
      behind a proxy on the same machine that forwards the clients' addresses
  PORT=8080 RAUM_DATA=/data raum serve
      in a container: listens on 0.0.0.0:8080, as most hosting platforms expect
  RAUM_CLUSTER=nats://USER:PASSWORD@HOST raum serve
      one of several servers of the same rooms; other programs of this machine can see the command line, but not
      the environment")]
pub struct Serve {
    /// The address to listen on; port 0 picks a free one [default: 127.0.0.1:8000, or 0.0.0.0:$PORT]
    #[arg(long, env = "RAUM_LISTEN", help_heading = "Network")]
    #[arg(value_name = "ADDRESS:PORT", value_parser = socket_address)]
    listen: Option<String>,

    /// The folder to store rooms in; without it they are lost when the program exits
    #[arg(long, env = "RAUM_DATA", value_name = "FOLDER", help_heading = "Rooms")]
    data: Option<PathBuf>,

    /// Serve the same rooms as other servers, and store them on NATS: nats://USER:PASSWORD@HOST:PORT,… (all but HOST may be missing), or tls://…
    #[arg(long, env = "RAUM_CLUSTER", value_name = "URL", help_heading = "Rooms")]
    #[arg(conflicts_with = "data", hide_env_values = true)]
    #[arg(value_parser = NonEmptyStringValueParser::new())]
    cluster: Option<String>,

    #[command(flatten)]
    nats: NatsArguments,

    /// Allow pages of this origin to use the server (CORS), besides its own; `*` allows all. May be repeated
    #[arg(long, env = "RAUM_ALLOW_ORIGIN", help_heading = "Network")]
    #[arg(value_name = "ORIGIN", value_delimiter = ',')]
    allow_origin: Vec<Origin>,

    /// Accept only requests for this host name, besides IP addresses and names without a dot. May be repeated
    /// [default: any name, except public names on a loopback address]
    #[arg(long, env = "RAUM_HOST", help_heading = "Network")]
    #[arg(value_name = "NAME", value_delimiter = ',')]
    #[arg(value_parser = hostname::read)]
    host: Vec<String>,

    /// The address at which people reach this server, such as `https://raum.example`: previews of links then have a picture
    #[arg(
        long,
        env = "RAUM_PUBLIC_URL",
        value_name = "URL",
        help_heading = "Network"
    )]
    public_url: Option<PublicUrl>,

    /// Trust the forwarded client address and host of a proxy in front of this server, or of a chain of this many
    /// proxies. Without such a proxy, clients could forge them
    #[arg(long, env = "RAUM_TRUST_PROXY", help_heading = "Network")]
    #[arg(value_name = "PROXIES", num_args = 0..=1, require_equals = true)]
    #[arg(default_value = "0", default_missing_value = "1")]
    #[arg(value_parser = proxies)]
    trust_proxy: usize,

    /// Threads on which computers think, at low priority; 0 for a server without computers [default: all cores but one]
    #[arg(long, env = "RAUM_THINKING_THREADS", help_heading = "Rooms")]
    #[arg(value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(0..=1024))]
    thinking_threads: Option<usize>,

    #[command(flatten)]
    lobby: LobbyArguments,

    #[command(flatten)]
    shutdown: Shutdown,

    #[command(flatten)]
    retention: Retention,

    #[command(flatten)]
    logging: Logging,

    #[command(flatten)]
    metering: Metering,

    #[command(flatten)]
    limits: Limits,
}

impl Serve {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        self.logging.begin();
        let address = address(self.listen.clone(), env::var_os("PORT"))?;
        let is_url = |data: &PathBuf| data.to_str().is_some_and(NatsUrl::is_meant_by);
        ensure!(
            !self.data.as_ref().is_some_and(is_url),
            "`--data` is a folder: use `--cluster` for NATS"
        );
        let runtime = tokio::runtime::Runtime::new()?;
        let ended = runtime.block_on(async {
            let rooms = self.rooms().await?;
            self.listen(&address, rooms).await
        });
        if ended.is_err() {
            // Tasks that are still running are dropped.
            runtime.shutdown_background();
        }
        ended
    }

    /// Opens the journal, or joins the cluster.
    async fn rooms(&self) -> anyhow::Result<Rooms> {
        if let Some(url) = &self.cluster {
            let (url, options) = (read_url(url)?, self.nats.options());
            let thinks = self.thinking_threads != Some(0);
            let joined = Cluster::join(url, options, thinks).await;
            return Ok(Rooms::Shared(joined.map_err(usage_error)?));
        }
        let journal: Arc<dyn Journal> = match &self.data {
            Some(folder) => Arc::new(Disk::open_bounded(folder, self.limits.data_bytes_max)?),
            None => Arc::new(Memory::default()),
        };
        Ok(Rooms::Own(journal))
    }

    async fn listen(self, address: &str, rooms: Rooms) -> anyhow::Result<()> {
        raise_file_limit();
        // Before the address is printed, so that a signal right after it shuts down gracefully too.
        let mut signals = Signals::new()?;
        let listener = bind(address).await?;
        let metrics = self.metering.begin(rooms.journal()).await?;
        let address = listener.local_addr()?;
        writeln!(io::stdout(), "raum is at http://{address}")?;
        let folder = self.data.as_deref().map(Path::display);
        info!(
            version = env!("CARGO_PKG_VERSION"),
            data = folder.map(display),
            "raum is at http://{address}"
        );
        let shutdown = CancellationToken::new();
        select! {
            served = self.answer(listener, rooms, metrics, shutdown.clone()) => {
                served?;
                info!("shutdown complete");
                Ok(())
            }
            second = async {
                let first = signals.next().await;
                info!("shutting down ({first})");
                shutdown.cancel();
                signals.next().await
            } => bail!("shutdown aborted by a second signal ({second})"),
        }
    }

    /// Serves on a listener of the caller's, with the rooms of a journal, until `shutdown` is cancelled and the requests
    /// in progress are answered. Handles no signals and logs nothing unless the caller installs a subscriber.
    ///
    /// Fails if the journal's writer has stopped for good.
    pub async fn serve(
        self,
        listener: TcpListener,
        journal: Arc<dyn Journal>,
        shutdown: CancellationToken,
    ) -> anyhow::Result<()> {
        let metrics = self.metering.begin(journal.clone()).await?;
        let rooms = Rooms::Own(journal);
        self.answer(listener, rooms, metrics, shutdown).await
    }

    /// Answers requests until `shutdown` is cancelled and the requests in progress are answered or time out.
    async fn answer(
        self,
        tcp: TcpListener,
        rooms: Rooms,
        metrics: Option<Router>,
        shutdown: CancellationToken,
    ) -> anyhow::Result<()> {
        let behind_proxy = self.trust_proxy > 0;
        let origins = Origins {
            allowed: self.allow_origin,
            behind_proxy,
        };
        let cluster = rooms.cluster();
        let upkeep = rooms.journal();
        let store = MonitoredStore::begin(upkeep.clone()).await;
        let health = Health {
            store: store.clone(),
            cluster: cluster.clone(),
            shutdown: shutdown.clone(),
        };
        let threads = self.thinking_threads;
        let thinking = Thinking::new(threads.unwrap_or_else(Thinking::threads_by_default));
        let thinking = thinking.context("cannot start a thread for computers")?;
        let names = self.lobby.block_list()?;
        let services = Services {
            cluster: cluster.clone(),
            listings: Listings::new(names, self.limits.listed_rooms_per_address_max),
            ..Services::new(Arc::new(store.clone()), upkeep, self.limits, thinking)
        };
        let Services { ending, tasks, .. } = &services;
        let hosts = Hosts::new(services.clone());
        tasks.spawn(hosts.clone().wake_sleepers());
        tasks.spawn(Sweep::new(hosts.clone(), self.retention).run());
        let admission = Arc::new(Admission::new(hosts));
        let lobby = Lobby::new(admission.clone(), self.lobby.chat);
        tasks.spawn(lobby.clone().run());
        let _summaries = AbortOnDropHandle::new(tokio::spawn({
            let admission = admission.clone();
            log::sum_up_limits(move |address| admission.usage(address))
        }));
        let operations = health.router().merge(metrics.unwrap_or_default());
        let address = tcp.local_addr().map(|address| address.ip());
        let address = address.unwrap_or(IpAddr::from([0; 4]));
        let hostnames = Hostnames::new(self.host, address, behind_proxy);
        let listener = Listener {
            tcp,
            app: app::router(
                operations,
                &admission,
                &lobby,
                &Arc::new(origins),
                &Arc::new(hostnames),
                self.public_url,
            ),
            limits: services.limits.clone(),
            proxies: self.trust_proxy,
        };
        let served = async {
            listener.serve(ending.clone(), tasks).await;
            tasks.close();
            tasks.wait().await;
        };
        select! {
            () = served => Ok(()),
            () = store.ended() => bail!("the journal's writer has stopped: restart raum"),
            why = refused(cluster.as_deref()) => Err(usage_error(why).into()),
            () = async {
                shutdown.cancelled().await;
                sleep(self.shutdown.drain()).await;
                if let Some(cluster) = &cluster {
                    cluster.leave().await;
                }
                ending.cancel();
                sleep(self.shutdown.max()).await;
            } => {
                warn!("shutdown timed out after {:?}: dropping open connections", self.shutdown.max());
                Ok(())
            }
        }
    }
}

/// Where the rooms are.
enum Rooms {
    /// This server alone serves them.
    Own(Arc<dyn Journal>),
    /// Other servers serve them too.
    Shared(Arc<Cluster>),
}

impl Rooms {
    fn journal(&self) -> Arc<dyn Journal> {
        match self {
            Self::Own(journal) => journal.clone(),
            Self::Shared(cluster) => cluster.clone(),
        }
    }

    fn cluster(&self) -> Option<Arc<Cluster>> {
        match self {
            Self::Own(_) => None,
            Self::Shared(cluster) => Some(cluster.clone()),
        }
    }
}

/// Waits until it is clear that the server can never join its cluster.
async fn refused(cluster: Option<&Cluster>) -> String {
    match cluster {
        Some(cluster) => cluster.refused().await,
        None => pending().await,
    }
}

/// Parses the number of proxies; `true` means one.
fn proxies(text: &str) -> Result<usize, &'static str> {
    match text {
        "true" => Ok(1),
        "false" => Ok(0),
        number => number
            .parse()
            .map_err(|_| "expected a number of proxies: 0, 1, 2 …"),
    }
}

/// The address to listen on, from the option or the environment variable `PORT`.
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

/// Raises the limit of open files, because each connection is a file and the default is often a thousand.
fn raise_file_limit() {
    let mut files = getrlimit(Resource::Nofile);
    files.current = files.maximum;
    // If this fails, the server accepts fewer connections than its limits allow.
    setrlimit(Resource::Nofile, files).ok();
}

#[cfg(test)]
mod tests {
    use std::{sync::atomic::Ordering, time::Duration};

    use tokio::{
        io::AsyncWriteExt,
        net::TcpStream,
        time::{Instant, timeout},
    };

    use super::*;
    use crate::rooms::host::tests::Failing;

    fn settings(arguments: &[&str]) -> Serve {
        Serve::parse_from(["raum"].iter().chain(arguments))
    }

    #[test]
    fn listen_takes_precedence_over_port() {
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
    async fn an_unfinished_request_does_not_block_shutdown() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nHost:").await.unwrap();
        let shutdown = CancellationToken::new();
        shutdown.cancel();
        // A second for the request to arrive, and then the timeout of the shutdown.
        let settings = settings(&["--drain-seconds", "1", "--end-seconds-max", "10"]);
        let begun = Instant::now();
        let store = Arc::new(Memory::default());
        let served = settings.serve(listener, store, shutdown).await;
        served.unwrap();
        assert_eq!(begun.elapsed().as_secs(), 11);
    }

    /// A server that can never store anything again must exit, so that it is restarted.
    #[tokio::test(start_paused = true)]
    async fn the_program_exits_when_the_journals_writer_has_stopped() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let store = Arc::new(Failing::default());
        store.has_ended.store(true, Ordering::Relaxed);
        let served = settings(&[]).serve(listener, store, CancellationToken::new());
        let served = timeout(Duration::from_mins(1), served).await.unwrap();
        let error = served.unwrap_err().to_string();
        assert!(
            error.contains("the journal's writer has stopped"),
            "{error}"
        );
    }
}
