//! Requests to NATS and JetStream. What the server did is known from its answer, and unknown without one.

use std::time::Duration;

use async_nats::{
    Client, HeaderMap, Request, RequestErrorKind, StatusCode, Subscriber, connection::State,
};
use bytes::Bytes;
use data_encoding::BASE64;
use futures_util::StreamExt;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::Error;

/// How long a request waits for its answer. A healthy server answers within milliseconds.
const ANSWER_TIME: Duration = Duration::from_secs(2);

/// How long a request to the leader of a stream waits, before it is sent again: if the leader has died, the next one has
/// to receive it.
const LEADER_TIME: Duration = Duration::from_millis(700);

/// How often a question to the leader of a stream is sent.
const LEADER_TRIES: usize = 3;

/// JetStream's error codes.
pub(super) mod code {
    /// The subject has no message.
    pub(crate) const NO_MESSAGE: u32 = 10037;
    pub(crate) const NO_STREAM: u32 = 10059;
    /// The stream exists, with another configuration.
    pub(crate) const STREAM_DIFFERS: u32 = 10058;
    /// The account may not use JetStream.
    pub(crate) const NOT_ENABLED: [u32; 2] = [10035, 10039];
    /// A limit of the server, the account or the stream is reached.
    pub(crate) const FULL: [u32; 4] = [10002, 10023, 10028, 10047];
    /// The last message of the subject is another than the expected one.
    pub(crate) const WRONG_LAST: [u32; 2] = [10071, 10164];
    /// The message was not stored, for a reason in the description.
    pub(crate) const STORE_FAILED: u32 = 10077;
}

/// Why a request failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// The server has refused the request.
    Refused { code: u32, why: String },
    /// There is no connection. The request was not sent.
    Disconnected,
    /// No server has received the request.
    NotSent(String),
    /// The server may or may not have executed the request.
    NoAnswer(String),
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Refused { code, why } => {
                Self::Unavailable(format!("NATS refused: {why} ({code})"))
            }
            Failure::Disconnected => Self::Unavailable("there is no connection to NATS".to_owned()),
            Failure::NotSent(why) | Failure::NoAnswer(why) => Self::Unavailable(why),
        }
    }
}

/// A message of a stream.
#[derive(Clone, Debug)]
pub(super) struct Stored {
    /// Its number in the stream.
    pub(super) place: u64,
    pub(super) subject: String,
    pub(super) payload: Bytes,
}

/// A batch of messages of a stream.
#[derive(Debug, Default)]
pub(super) struct Batch {
    pub(super) messages: Vec<Stored>,
}

/// The state of a stream.
#[derive(Debug, Deserialize)]
pub(super) struct StreamState {
    #[serde(default)]
    pub(super) bytes: u64,
    #[serde(default)]
    pub(super) last_seq: u64,
    #[serde(default)]
    pub(super) subjects: std::collections::HashMap<String, u64>,
}

/// A connection to NATS.
#[derive(Clone, Debug)]
pub(super) struct Api {
    client: Client,
}

impl Api {
    pub(super) fn new(client: Client) -> Self {
        Self { client }
    }

    pub(super) fn client(&self) -> &Client {
        &self.client
    }

    /// Publishes a message to a stream, and parses the acknowledgement.
    pub(super) async fn publish<T: DeserializeOwned>(
        &self,
        subject: String,
        headers: HeaderMap,
        payload: Bytes,
    ) -> Result<T, Failure> {
        let answer = self.publish_part(subject, headers, payload).await?;
        parse(&answer)
    }

    /// Publishes a message of a batch, and returns the answer: empty, or an error.
    pub(super) async fn publish_part(
        &self,
        subject: String,
        headers: HeaderMap,
        payload: Bytes,
    ) -> Result<Bytes, Failure> {
        self.send(subject, headers, payload, LEADER_TIME).await
    }

    async fn send(
        &self,
        subject: String,
        headers: HeaderMap,
        payload: Bytes,
        time: Duration,
    ) -> Result<Bytes, Failure> {
        // The client would store the request and send it after it has reconnected.
        if self.client.connection_state() != State::Connected {
            return Err(Failure::Disconnected);
        }
        let mut request = Request::new().payload(payload).timeout(Some(time));
        if !headers.is_empty() {
            request = request.headers(headers);
        }
        let answer = self.client.send_request(subject, request).await;
        answer
            .map(|message| message.payload)
            .map_err(|error| match error.kind() {
                RequestErrorKind::NoResponders => {
                    Failure::NotSent("JetStream does not respond".to_owned())
                }
                RequestErrorKind::MaxPayloadExceeded | RequestErrorKind::InvalidSubject => {
                    Failure::NotSent(error.to_string())
                }
                RequestErrorKind::TimedOut => {
                    Failure::NoAnswer("NATS did not answer in time".to_owned())
                }
                RequestErrorKind::Other => Failure::NoAnswer(error.to_string()),
            })
    }

    /// Sends a request to JetStream's API.
    pub(super) async fn call<T: DeserializeOwned>(
        &self,
        subject: &str,
        payload: &Value,
    ) -> Result<T, Failure> {
        self.call_within(subject, payload, ANSWER_TIME).await
    }

    async fn call_within<T: DeserializeOwned>(
        &self,
        subject: &str,
        payload: &Value,
        time: Duration,
    ) -> Result<T, Failure> {
        let payload = if payload.is_null() {
            Bytes::new()
        } else {
            payload.to_string().into()
        };
        let subject = format!("$JS.API.{subject}");
        let answer = self.send(subject, HeaderMap::new(), payload, time).await?;
        parse(&answer)
    }

    /// The last message of a subject. The leader of the stream answers, so that no acknowledged message is missing.
    pub(super) async fn last_message(
        &self,
        stream: &str,
        subject: &str,
    ) -> Result<Option<Stored>, Failure> {
        self.message(stream, &json!({ "last_by_subj": subject }))
            .await
    }

    /// The first message at this place of the stream or after it. The leader answers, too.
    pub(super) async fn next_message(
        &self,
        stream: &str,
        filter: &str,
        from: u64,
    ) -> Result<Option<Stored>, Failure> {
        let wanted = json!({ "seq": from.max(1), "next_by_subj": filter });
        self.message(stream, &wanted).await
    }

    async fn message(&self, stream: &str, wanted: &Value) -> Result<Option<Stored>, Failure> {
        #[derive(Deserialize)]
        struct Answer {
            message: Message,
        }
        #[derive(Deserialize)]
        struct Message {
            subject: String,
            seq: u64,
            #[serde(default)]
            data: String,
        }
        let subject = format!("STREAM.MSG.GET.{stream}");
        let mut answer = Err(Failure::Disconnected);
        for _ in 0..LEADER_TRIES {
            answer = self.call_within(&subject, wanted, LEADER_TIME).await;
            if !matches!(answer, Err(Failure::NoAnswer(_))) {
                break;
            }
        }
        match answer {
            Ok(Answer { message }) => Ok(Some(Stored {
                place: message.seq,
                subject: message.subject,
                payload: BASE64
                    .decode(message.data.as_bytes())
                    .map_err(|error| Failure::NoAnswer(error.to_string()))?
                    .into(),
            })),
            Err(Failure::Refused { code, .. }) if code == code::NO_MESSAGE => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    /// The messages at this place of the stream and after it: at most `messages_max`, fewer if they are long, but at least
    /// one if there is one. Any replica may answer, so that the latest may be missing.
    pub(super) async fn batch(
        &self,
        stream: &str,
        filter: &str,
        from: u64,
        messages_max: usize,
        bytes_max: usize,
    ) -> Result<Batch, Failure> {
        if self.client.connection_state() != State::Connected {
            return Err(Failure::Disconnected);
        }
        let inbox = self.client.new_inbox();
        let failed = |error: String| Failure::NoAnswer(error);
        let mut answers = self
            .client
            .subscribe(inbox.clone())
            .await
            .map_err(|error| failed(error.to_string()))?;
        let wanted = json!({
            "seq": from.max(1), "next_by_subj": filter, "batch": messages_max, "max_bytes": bytes_max,
        });
        self.client
            .publish_with_reply(
                format!("$JS.API.DIRECT.GET.{stream}"),
                inbox,
                wanted.to_string().into(),
            )
            .await
            .map_err(|error| failed(error.to_string()))?;
        collect(&mut answers).await
    }

    /// The state of a stream. With a filter, also the number of messages of each subject, from `offset` on.
    pub(super) async fn stream_state(
        &self,
        stream: &str,
        filter: Option<(&str, usize)>,
    ) -> Result<StreamState, Failure> {
        #[derive(Deserialize)]
        struct Info {
            state: StreamState,
        }
        let wanted = filter.map_or(
            Value::Null,
            |(filter, offset)| json!({ "subjects_filter": filter, "offset": offset }),
        );
        let info: Info = self.call(&format!("STREAM.INFO.{stream}"), &wanted).await?;
        Ok(info.state)
    }
}

/// Collects the answers to a batch request, up to the one that ends it.
async fn collect(answers: &mut Subscriber) -> Result<Batch, Failure> {
    let mut batch = Batch::default();
    loop {
        let answer = timeout(ANSWER_TIME, answers.next()).await;
        let Ok(Some(answer)) = answer else {
            return Err(Failure::NoAnswer("NATS did not answer in time".to_owned()));
        };
        match answer.status {
            None | Some(StatusCode::OK) => {}
            // The end of the batch, or no message at all.
            Some(status) if matches!(status.as_u16(), 204 | 404) => return Ok(batch),
            Some(StatusCode::NO_RESPONDERS) => {
                return Err(Failure::NotSent("JetStream does not respond".to_owned()));
            }
            Some(status) => {
                return Err(Failure::Refused {
                    code: status.as_u16().into(),
                    why: answer.description.unwrap_or_default(),
                });
            }
        }
        let headers = answer.headers.unwrap_or_default();
        let (Some(place), Some(subject)) = (place(&headers), headers.get("Nats-Subject")) else {
            return Err(Failure::NoAnswer(
                "NATS sent a message without its place".to_owned(),
            ));
        };
        batch.messages.push(Stored {
            place,
            subject: subject.to_string(),
            payload: answer.payload,
        });
    }
}

/// The number of a message in its stream.
pub(super) fn place(headers: &HeaderMap) -> Option<u64> {
    headers.get("Nats-Sequence")?.as_str().parse().ok()
}

pub(super) fn parse<T: DeserializeOwned>(answer: &[u8]) -> Result<T, Failure> {
    #[derive(Deserialize)]
    struct Envelope {
        error: Option<ApiError>,
    }
    #[derive(Deserialize)]
    struct ApiError {
        #[serde(default)]
        err_code: u32,
        #[serde(default)]
        description: String,
    }
    let malformed = |error: serde_json::Error| Failure::NoAnswer(error.to_string());
    let envelope: Envelope = serde_json::from_slice(answer).map_err(malformed)?;
    if let Some(error) = envelope.error {
        return Err(Failure::Refused {
            code: error.err_code,
            why: error.description,
        });
    }
    serde_json::from_slice(answer).map_err(malformed)
}
