//! `raum serve`: the program as a server.

mod end;

use std::{
    env,
    ffi::OsString,
    io::{self, Write},
    net::IpAddr,
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::{Context, anyhow, bail};
use axum::Router;
use clap::Parser;
use raum_journal::{Disk, Journal, Memory};
use rustix::process::{Resource, getrlimit, setrlimit};
use tokio::{net::TcpListener, select, time::sleep};
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

use crate::{
    http::{
        app,
        health::Health,
        hostname::{self, Hostnames},
        origin::{Origin, Origins},
    },
    limits::Limits,
    log::{self, Logging},
    meters::Metering,
    net::{Listener, bind, socket_address},
    rooms::{Admission, Hosts, MonitoredStore, Retention, Services, Sweep},
};
use end::{End, Signals};

/// Serve the games to browsers, until SIGINT or SIGTERM
///
/// The page, the rooms and what is asked by HTTP are all at one port. A room is kept as its journal: with
/// `--data` on disk, where no end of the program takes a move from it that anybody has heard of.
///
/// raum speaks HTTP. On the internet let a proxy speak HTTPS for it, and say there that browsers are to
/// use nothing else (`Strict-Transport-Security`).
#[derive(Parser)]
#[command(after_long_help = "\
Examples:
  raum serve
      play at once, at http://127.0.0.1:8000
  raum serve --listen 0.0.0.0:8000 --data /var/lib/raum
      host a club: other machines reach it, and the rooms outlast the program
  raum serve --data /var/lib/raum --trust-proxy
      behind a proxy on the same machine, which tells who its clients are
  PORT=8080 RAUM_DATA=/data raum serve
      in a container: listens on 0.0.0.0:8080, as places that run programs for others ask for")]
pub struct Serve {
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

    /// Let pages of another origin talk to this server, beside its own; `*` for all. May be repeated
    #[arg(
        long,
        env = "RAUM_ALLOW_ORIGIN",
        value_name = "ORIGIN",
        value_delimiter = ',',
        help_heading = "Where"
    )]
    allow_origin: Vec<Origin>,

    /// Answer only requests for this name, beside addresses and names without a dot. May be repeated
    /// [default: any name, but no public one where only this machine reaches the server]
    #[arg(
        long,
        env = "RAUM_HOST",
        value_name = "NAME",
        value_delimiter = ',',
        value_parser = hostname::read,
        help_heading = "Where"
    )]
    host: Vec<String>,

    /// Take the client's address and the host it asked from what a proxy in front of this server says, or
    /// this many proxies, one behind the other. Without such a proxy anybody could say anything
    #[arg(
        long,
        env = "RAUM_TRUST_PROXY",
        value_name = "PROXIES",
        num_args = 0..=1,
        require_equals = true,
        default_value = "0",
        default_missing_value = "1",
        value_parser = proxies,
        help_heading = "Where"
    )]
    trust_proxy: usize,

    #[command(flatten)]
    end: End,

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
        let store: Arc<dyn Journal> = match &self.data {
            Some(folder) => Arc::new(Disk::open_bounded(folder, self.limits.data_bytes_max)?),
            None => Arc::new(Memory::default()),
        };
        let runtime = tokio::runtime::Runtime::new()?;
        let ended = runtime.block_on(self.listen(&address, store));
        if ended.is_err() {
            // Whatever still runs is not waited for.
            runtime.shutdown_background();
        }
        ended
    }

    async fn listen(self, address: &str, store: Arc<dyn Journal>) -> anyhow::Result<()> {
        allow_many_files();
        // From here on a signal is an orderly end, also one that comes at the moment the address is printed.
        let mut signals = Signals::new()?;
        let listener = bind(address).await?;
        let metrics = self.metering.begin(store.clone()).await?;
        let address = listener.local_addr()?;
        writeln!(io::stdout(), "raum is at http://{address}")?;
        let folder = self.data.as_deref().map(Path::display);
        info!(
            version = env!("CARGO_PKG_VERSION"),
            data = folder.map(display),
            "raum is at http://{address}"
        );
        let told_to_end = CancellationToken::new();
        select! {
            ended = self.answer(listener, store, metrics, told_to_end.clone()) => {
                ended?;
                info!("raum has ended");
                Ok(())
            }
            second = async {
                let first = signals.next().await;
                info!("raum ends, for it was told to by {first}");
                told_to_end.cancel();
                signals.next().await
            } => bail!("ended at once, for {second} came while it was ending"),
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
        self.answer(listener, journal, metrics, shutdown).await
    }

    /// Answers requests until told to end, and then no longer than those under way take. Fails if the journal
    /// will never work again.
    async fn answer(
        self,
        tcp: TcpListener,
        store: Arc<dyn Journal>,
        metrics: Option<Router>,
        told_to_end: CancellationToken,
    ) -> anyhow::Result<()> {
        let behind_proxy = self.trust_proxy > 0;
        let origins = Origins {
            allowed: self.allow_origin,
            behind_proxy,
        };
        let upkeep = store.clone();
        let store = MonitoredStore::begin(store).await;
        let health = Health {
            store: store.clone(),
            told_to_end: told_to_end.clone(),
        };
        let services = Services::new(Arc::new(store.clone()), upkeep, self.limits);
        let Services { ending, tasks, .. } = &services;
        let hosts = Hosts::new(services.clone());
        tasks.spawn(hosts.clone().wake_sleepers());
        tasks.spawn(Sweep::new(hosts.clone(), self.retention).run());
        let admission = Arc::new(Admission::new(hosts));
        let summaries = tokio::spawn({
            let admission = admission.clone();
            log::sum_up_limits(move |address| admission.usage(address))
        });
        let operations = health.router().merge(metrics.unwrap_or_default());
        let address = tcp.local_addr().map(|address| address.ip());
        let address = address.unwrap_or(IpAddr::from([0; 4]));
        let hostnames = Hostnames::new(self.host, address, behind_proxy);
        let listener = Listener {
            tcp,
            app: app::router(
                operations,
                &admission,
                &Arc::new(origins),
                &Arc::new(hostnames),
            ),
            limits: services.limits.clone(),
            proxies: self.trust_proxy,
        };
        let served = async {
            listener.serve(ending.clone(), tasks).await;
            tasks.close();
            tasks.wait().await;
        };
        let ended = select! {
            () = served => Ok(()),
            () = store.ended() => Err(anyhow!(
                "nothing can be stored any more, for the journal's writer has ended: start raum again"
            )),
            () = async {
                told_to_end.cancelled().await;
                sleep(self.end.drain()).await;
                ending.cancel();
                sleep(self.end.max()).await;
            } => {
                warn!("connections are cut, for the end has taken {:?}", self.end.max());
                Ok(())
            }
        };
        summaries.abort();
        ended
    }
}

/// Reads how many proxies there are; yes is one.
fn proxies(text: &str) -> Result<usize, &'static str> {
    match text {
        "true" => Ok(1),
        "false" => Ok(0),
        number => number.parse().map_err(|_| "how many proxies? 0, 1, 2 …"),
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

/// Each connection is a file to the system, which lets most programs open a thousand unless they ask.
fn allow_many_files() {
    let mut files = getrlimit(Resource::Nofile);
    files.current = files.maximum;
    // Where it is refused, the machine has fewer places than the limits say.
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
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nHost:").await.unwrap();
        let told_to_end = CancellationToken::new();
        told_to_end.cancel();
        // A second for the request to come in, and then the most that the end may take.
        let settings = settings(&["--drain-seconds", "1", "--end-seconds-max", "10"]);
        let begun = Instant::now();
        let store = Arc::new(Memory::default());
        let served = settings.serve(listener, store, told_to_end).await;
        served.unwrap();
        assert_eq!(begun.elapsed().as_secs(), 11);
    }

    /// A server that is up and stores nothing helps nobody.
    #[tokio::test(start_paused = true)]
    async fn without_its_journals_writer_the_program_ends() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let store = Arc::new(Failing::default());
        store.has_ended.store(true, Ordering::Relaxed);
        let served = settings(&[]).serve(listener, store, CancellationToken::new());
        let served = timeout(Duration::from_mins(1), served).await.unwrap();
        let error = served.unwrap_err().to_string();
        assert!(error.contains("the journal's writer has ended"), "{error}");
    }
}
