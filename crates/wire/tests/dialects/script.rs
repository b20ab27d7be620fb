//! Plays golden transcripts: the frames that clients send and receive. The same files are played in memory and over
//! sockets. The lines:
//!
//! ```text
//! = the title of a scene, which starts without rooms
//! # a comment
//! room $room opened space {"rules":{…}}
//! ann connects space                          or: chessata NAME CODE, tictactoe, native $room [KEY]
//! ann > {"type":"create_game"}                Ann sends; in tictactoe: the event's name, then its content
//! ann < {"type":"game_created","gameId":"$room"}   Ann receives
//! ann ~< {"type":"game_start","color":"white"}
//! ben drops                                   the connection breaks
//! ann ends                                    the server has closed the connection
//! computer plays $room [{"type":"play",…}]   the machine in the room answers (in memory alone)
//! ```
//!
//! `"$name"` matches any value the first time, and the same value afterwards. `~<` is `<` for a random outcome: if
//! another frame arrives, the scene starts again. At the end of a scene no frame may be left. In the native dialect
//! the hello is sent automatically, each entry is a separate frame without its time, and only `entries`, `applied` and
//! `refused` count.

use std::collections::BTreeMap;

use serde_json::Value;

/// How often a scene may start again.
const TRIES_MAX: u64 = 64;

/// The environment of a scene.
pub(crate) trait Stage {
    /// Opens a room and returns its id.
    fn open(&mut self, request: &Value) -> String;
    /// Connects a client in a dialect, with the details that the dialect needs.
    fn connect(&mut self, name: &str, dialect: &str, details: &[&str]);
    fn send(&mut self, name: &str, text: &str);
    /// Answers for the machine in a room. On a server, the engine does.
    fn answer(&mut self, room: &str, commands: &str) {
        panic!("no script decides what a machine does in {room}: {commands}");
    }
    /// The next frame for a client.
    fn receive(&mut self, name: &str) -> Option<Value>;
    /// Whether the server has closed a client's connection, and no frame is left.
    fn is_closed(&mut self, name: &str) -> bool;
    fn cut(&mut self, name: &str);
    /// Waits until these rooms have handled everything.
    fn settle(&mut self, rooms: &[&str]);
    /// The frames that a client has not received yet.
    fn unread(&mut self, name: &str) -> Vec<Value>;
}

/// Received frames with their dialects.
pub(crate) type Received = Vec<(String, Value)>;

/// Plays every scene of a transcript on its own stage, and returns the received frames.
pub(crate) fn play<S: Stage>(transcript: &str, mut stage: impl FnMut(u64) -> S) -> Received {
    let mut received = Vec::new();
    let scenes = scenes(transcript);
    assert!(!scenes.is_empty(), "no scene");
    for (title, lines) in scenes {
        let played = (0..TRIES_MAX).find_map(|attempt| {
            let mut run = Run::new(stage(attempt));
            let ended = lines
                .iter()
                .try_for_each(|(number, line)| run.act(line, &format!("line {number}, {title}")));
            if ended.is_ok() {
                run.assert_nothing_unread(title);
            }
            for name in run.dialects.keys() {
                run.stage.cut(name);
            }
            ended.ok().map(|()| run.received)
        });
        received.extend(
            played.unwrap_or_else(|| panic!("the random outcome of {title} never occurred")),
        );
    }
    received
}

/// The title of a scene and its lines, with their numbers.
type Scene<'a> = (&'a str, Vec<(usize, &'a str)>);

fn scenes(transcript: &str) -> Vec<Scene<'_>> {
    let mut scenes: Vec<Scene<'_>> = Vec::new();
    for (number, line) in (1..).zip(transcript.lines().map(str::trim)) {
        match (line.strip_prefix("= "), scenes.last_mut()) {
            (Some(title), _) => scenes.push((title, Vec::new())),
            (None, _) if line.is_empty() || line.starts_with('#') => {}
            (None, Some((_, lines))) => lines.push((number, line)),
            (None, None) => panic!("line {number} is outside a scene"),
        }
    }
    scenes
}

/// Another random outcome occurred.
struct OtherOutcome;

/// A scene in progress.
struct Run<S> {
    stage: S,
    /// The values of the names with `$`.
    known: BTreeMap<String, Value>,
    dialects: BTreeMap<String, String>,
    received: Received,
}

impl<S: Stage> Run<S> {
    fn new(stage: S) -> Self {
        Self {
            stage,
            known: BTreeMap::new(),
            dialects: BTreeMap::new(),
            received: Vec::new(),
        }
    }

    fn act(&mut self, line: &str, place: &str) -> Result<(), OtherOutcome> {
        let mut words = line.splitn(3, ' ');
        let mut word = || words.next().unwrap_or_default();
        let (name, verb, rest) = (word(), word(), word());
        match verb {
            _ if name == "room" => self.open(verb, rest),
            "connects" => self.connect(name, rest),
            ">" => self.stage.send(name, &self.with_known(rest)),
            "<" | "~<" => return self.receive(name, rest, verb == "~<", place),
            "drops" => {
                self.stage.cut(name);
            }
            "plays" => {
                let rest = self.with_known(rest);
                let (room, commands) = rest.split_once(' ').unwrap();
                self.stage.answer(room, commands);
            }
            "ends" => assert!(
                self.stage.is_closed(name),
                "{place}: {name}'s connection is still open"
            ),
            _ => panic!("{place}: unknown line {line:?}"),
        }
        Ok(())
    }

    fn open(&mut self, variable: &str, rest: &str) {
        let mut words = rest.splitn(3, ' ').skip(1);
        let kind = words.next().unwrap();
        let mut request: Value = serde_json::from_str(words.next().unwrap_or("{}")).unwrap();
        request["kind"] = kind.into();
        let room = self.stage.open(&request);
        self.known.insert(variable.to_owned(), room.into());
    }

    fn connect(&mut self, name: &str, rest: &str) {
        let rest = self.with_known(rest);
        let mut words = rest.split(' ');
        let dialect = words.next().unwrap();
        let details: Vec<_> = words.collect();
        self.stage.connect(name, dialect, &details);
        self.dialects.insert(name.to_owned(), dialect.to_owned());
    }

    fn receive(
        &mut self,
        name: &str,
        rest: &str,
        by_chance: bool,
        place: &str,
    ) -> Result<(), OtherOutcome> {
        let expected = expected(rest).unwrap_or_else(|error| panic!("{place}: {error}"));
        let received = self.stage.receive(name);
        let received = received.unwrap_or_else(|| panic!("{place}: {name} receives nothing"));
        self.received
            .push((self.dialects[name].clone(), received.clone()));
        if matches(&expected, &received, &mut self.known) {
            return Ok(());
        }
        assert!(by_chance, "{place}: {name} receives\n{received}");
        Err(OtherOutcome)
    }

    fn assert_nothing_unread(&mut self, title: &str) {
        let rooms = self
            .known
            .iter()
            .filter(|(name, _)| name.starts_with("$room"));
        let rooms: Vec<_> = rooms.filter_map(|(_, id)| id.as_str()).collect();
        self.stage.settle(&rooms);
        for name in self.dialects.keys() {
            let unread = self.stage.unread(name);
            assert!(
                unread.is_empty(),
                "{title}: {name} receives more: {unread:?}"
            );
        }
    }

    /// Replaces the known names in a text by their values.
    fn with_known(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (name, value) in self.known.iter().rev() {
            text = text.replace(&format!("\"{name}\""), &value.to_string());
            text = text.replace(name, value.as_str().unwrap_or(&value.to_string()));
        }
        text
    }
}

/// Reads an expected frame. A Socket.IO event is an array of its name and its content.
fn expected(text: &str) -> serde_json::Result<Value> {
    if text.starts_with(['{', '[', '"']) {
        return serde_json::from_str(text);
    }
    let (event, content) = text.split_once(' ').unwrap_or((text, ""));
    let mut frame = vec![Value::from(event)];
    if !content.is_empty() {
        frame.push(serde_json::from_str(content)?);
    }
    Ok(frame.into())
}

/// Whether a value matches. An unknown name takes the value.
fn matches(expected: &Value, value: &Value, known: &mut BTreeMap<String, Value>) -> bool {
    match (expected, value) {
        (Value::String(name), _) if name.starts_with('$') => {
            known.entry(name.clone()).or_insert_with(|| value.clone()) == value
        }
        (Value::Array(all), Value::Array(others)) => {
            let mut pairs = all.iter().zip(others);
            all.len() == others.len() && pairs.all(|(one, other)| matches(one, other, known))
        }
        (Value::Object(all), Value::Object(others)) => {
            let mut fields = all.iter();
            all.len() == others.len()
                && fields.all(|(name, one)| {
                    others
                        .get(name)
                        .is_some_and(|other| matches(one, other, known))
                })
        }
        _ => expected == value,
    }
}

/// Splits a native frame into the frames that count in transcripts.
pub(crate) fn native_frames(mut frame: Value) -> Vec<Value> {
    match frame["type"].as_str() {
        Some("entries") => {
            let entries = frame["entries"].as_array_mut().unwrap();
            let entries = entries.iter_mut().map(|entry| {
                entry.as_object_mut().unwrap().remove("at");
                serde_json::json!({"type": "entries", "entries": [entry]})
            });
            entries.collect()
        }
        Some("applied" | "refused") => vec![frame],
        _ => Vec::new(),
    }
}
