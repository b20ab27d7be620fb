//! Connecting to NATS, and creating the streams of a journal.

use std::{collections::HashMap, path::PathBuf, sync::Arc, time::Duration};

use async_nats::{Client, ConnectErrorKind, ConnectOptions, Event};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::{
    sync::Notify,
    time::{Instant, sleep},
};

use crate::NatsUrl;

use super::{
    NatsError,
    api::{Api, Failure, code},
    layout::Layout,
    url::Login,
};

/// How long a connection may take.
const CONNECT_TIME: Duration = Duration::from_secs(5);

/// How often the client tests its connection.
const PING_TIME: Duration = Duration::from_secs(5);

/// How long a new cluster may take to elect its leaders.
const SETUP_TIME: Duration = Duration::from_secs(20);

const PAUSE: Duration = Duration::from_millis(100);

/// No name lasts longer.
const NAMES_AGE_MAX: Duration = Duration::from_hours(48);

/// The version of the streams and messages, in the metadata of the first stream.
const VERSION: u32 = 1;

/// The metadata of the first stream.
const VERSION_KEY: &str = "raum.version";
const STREAMS_KEY: &str = "raum.streams";

/// Options of a journal on NATS.
#[derive(Clone, Debug)]
pub struct NatsOptions {
    /// The name of the journal: several can share a NATS system. Letters, digits, `-` and `_`.
    pub name: String,
    /// The number of streams over which rooms are spread. Only counts when the journal is created.
    pub streams: u32,
    /// The number of servers that store each stream: by default 3 in a cluster of servers, and otherwise 1. Only counts when
    /// the journal is created.
    pub replicas: Option<u32>,
    /// A file with credentials (`.creds`).
    pub credentials: Option<PathBuf>,
    /// A file with the certificates of authorities, beside the system's own.
    pub root_certificates: Option<PathBuf>,
    /// The client's certificate and its key.
    pub client_certificate: Option<(PathBuf, PathBuf)>,
}

impl Default for NatsOptions {
    fn default() -> Self {
        Self {
            name: "raum".to_owned(),
            streams: 8,
            replicas: None,
            credentials: None,
            root_certificates: None,
            client_certificate: None,
        }
    }
}

impl NatsOptions {
    /// The most streams of a journal.
    pub const STREAMS_MAX: u32 = 256;

    pub(super) fn check(&self) -> Result<(), NatsError> {
        let is_name = (1..=32).contains(&self.name.len())
            && self
                .name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
        if !is_name {
            return Err(NatsError::Name);
        }
        if !(1..=Self::STREAMS_MAX).contains(&self.streams) {
            return Err(NatsError::Streams);
        }
        Ok(())
    }
}

/// Connects to a server of a NATS system. Wakes `doubt` when messages may have been lost.
pub(super) async fn connect(
    url: &NatsUrl,
    options: &NatsOptions,
    doubt: Arc<Notify>,
) -> Result<Client, NatsError> {
    let mut settings = ConnectOptions::new()
        .name("raum")
        .connection_timeout(CONNECT_TIME)
        .ping_interval(PING_TIME)
        .event_callback(move |event| {
            if matches!(event, Event::Connected | Event::SlowConsumer(_)) {
                doubt.notify_one();
            }
            async {}
        });
    match url.login() {
        Some(Login::User { name, password }) => {
            settings = settings.user_and_password(name.clone(), password.clone());
        }
        Some(Login::Token(token)) => settings = settings.token(token.clone()),
        None => {}
    }
    if let Some(file) = &options.credentials {
        let read = settings.credentials_file(file).await;
        settings = read.map_err(|error| NatsError::File(file.clone(), error))?;
    }
    if let Some(file) = &options.root_certificates {
        settings = settings.add_root_certificates(file.clone());
    }
    if let Some((certificate, key)) = &options.client_certificate {
        settings = settings.add_client_certificate(certificate.clone(), key.clone());
    }
    let connected = settings.connect(url.servers()).await;
    let client = connected.map_err(|error| match error.kind() {
        ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => {
            NatsError::Credentials(url.clone())
        }
        _ => NatsError::Unreachable(url.clone(), error.to_string()),
    })?;
    if !client.is_server_compatible(2, 12, 0) {
        let version = client.server_info().version;
        return Err(NatsError::TooOld(url.clone(), version));
    }
    Ok(client)
}

#[derive(Deserialize)]
struct Info {
    config: Config,
}

#[derive(Deserialize)]
struct Config {
    #[serde(default)]
    metadata: HashMap<String, String>,
}

/// Finds the streams of a journal. If there are none, creates them, unless the journal has to exist.
pub(super) async fn streams(
    api: &Api,
    url: &NatsUrl,
    options: &NatsOptions,
    must_exist: bool,
) -> Result<Layout, NatsError> {
    require_jetstream(api, url).await?;
    let mut layout = Layout {
        name: options.name.clone(),
        streams: options.streams,
    };
    let first = layout.stream(0);
    let subject = format!("STREAM.INFO.{first}");
    let mut info = call::<Info>(api, &subject, &Value::Null).await;
    if is_refused(&info, code::NO_STREAM) {
        if must_exist {
            return Err(NatsError::Absent(url.clone(), options.name.clone()));
        }
        info = create(api, options, &layout, 0).await;
        if is_refused(&info, code::STREAM_DIFFERS) {
            // Another node was faster, with other options.
            info = call(api, &subject, &Value::Null).await;
        }
    }
    let metadata = info.map_err(NatsError::from)?.config.metadata;
    let number = |key| metadata.get(key).and_then(|text| text.parse::<u32>().ok());
    match (number(VERSION_KEY), number(STREAMS_KEY)) {
        (Some(version), _) if version > VERSION => return Err(NatsError::Newer(first)),
        (Some(VERSION), Some(streams @ 1..=NatsOptions::STREAMS_MAX)) => layout.streams = streams,
        _ => return Err(NatsError::Foreign(first)),
    }
    for shard in 1..layout.streams {
        let stream = layout.stream(shard);
        let found = call::<Info>(api, &format!("STREAM.INFO.{stream}"), &Value::Null).await;
        if is_refused(&found, code::NO_STREAM) {
            let created = create(api, options, &layout, shard).await;
            if !is_refused(&created, code::STREAM_DIFFERS) {
                created?;
            }
        } else {
            found?;
        }
    }
    if !must_exist {
        create_names(api, options, &layout).await?;
    }
    Ok(layout)
}

/// Creates the stream of short-lived names, unless it exists.
async fn create_names(api: &Api, options: &NatsOptions, layout: &Layout) -> Result<(), NatsError> {
    let name = layout.names_stream();
    let config = json!({
        "name": name,
        "subjects": [layout.name_subject("*")],
        "storage": "file",
        "num_replicas": replicas(api, options),
        "max_msgs_per_subject": 1,
        "max_age": NAMES_AGE_MAX.as_nanos(),
        "allow_msg_ttl": true,
    });
    let created = call::<Value>(api, &format!("STREAM.CREATE.{name}"), &config).await;
    if !is_refused(&created, code::STREAM_DIFFERS) {
        created?;
    }
    Ok(())
}

/// The number of servers that store a new stream.
fn replicas(api: &Api, options: &NatsOptions) -> u32 {
    let is_cluster = api.client().server_info().cluster.is_some();
    options.replicas.unwrap_or(if is_cluster { 3 } else { 1 })
}

async fn require_jetstream(api: &Api, url: &NatsUrl) -> Result<(), NatsError> {
    let info = api.client().server_info();
    if !info.jetstream && info.cluster.is_none() {
        return Err(NatsError::NoJetStream(url.clone()));
    }
    match call::<Value>(api, "INFO", &Value::Null).await {
        Ok(_) => Ok(()),
        Err(Failure::Refused { code, .. }) if code::NOT_ENABLED.contains(&code) => {
            Err(NatsError::NoJetStream(url.clone()))
        }
        Err(Failure::NotSent(_)) => Err(NatsError::NoJetStream(url.clone())),
        Err(failure) => Err(failure.into()),
    }
}

async fn create(
    api: &Api,
    options: &NatsOptions,
    layout: &Layout,
    shard: u32,
) -> Result<Info, Failure> {
    let name = layout.stream(shard);
    let (source, destination) = layout.republish(shard);
    let config = json!({
        "name": name,
        "subjects": [layout.subjects(shard)],
        "storage": "file",
        "num_replicas": replicas(api, options),
        "retention": "limits",
        // A full stream refuses new entries; by default it would delete old ones.
        "discard": "new",
        "allow_direct": true,
        "allow_atomic": true,
        "allow_msg_ttl": true,
        "republish": { "src": source, "dest": destination },
        "metadata": {
            VERSION_KEY: VERSION.to_string(),
            STREAMS_KEY: layout.streams.to_string(),
        },
    });
    call(api, &format!("STREAM.CREATE.{name}"), &config).await
}

/// Calls JetStream's API, again while the servers elect their leaders.
async fn call<T: serde::de::DeserializeOwned>(
    api: &Api,
    subject: &str,
    payload: &Value,
) -> Result<T, Failure> {
    /// JetStream is temporarily unavailable.
    const UNAVAILABLE: u32 = 10008;
    let deadline = Instant::now() + SETUP_TIME;
    loop {
        let failure = match api.call(subject, payload).await {
            Ok(answer) => return Ok(answer),
            Err(failure) => failure,
        };
        let is_temporary = match &failure {
            Failure::Refused { code, .. } => *code == UNAVAILABLE,
            _ => true,
        };
        if !is_temporary || Instant::now() > deadline {
            return Err(failure);
        }
        sleep(PAUSE).await;
    }
}

fn is_refused<T>(result: &Result<T, Failure>, expected: u32) -> bool {
    matches!(result, Err(Failure::Refused { code, .. }) if *code == expected)
}
