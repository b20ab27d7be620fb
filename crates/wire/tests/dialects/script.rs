//! Golden transcripts: who says what, and who hears what. The same files are played in memory and over
//! sockets. What the lines mean:
//!
//! ```text
//! = a title: a scene, which begins with nothing open
//! # a remark
//! room $room opened space {"rules":{…}}
//! ann connects space                          or: chessata NAME CODE, tictactoe, native $room [KEY]
//! ann > {"type":"create_game"}                in tictactoe: the event's name, then its content
//! ann < {"type":"game_created","gameId":"$room"}
//! ann ~< {"type":"game_start","color":"white"}
//! ben drops                                   the connection ends without a word
//! ann ends                                    the server has ended the connection
//! ```
//!
//! `"$name"` stands for whatever comes there first, and for the same afterwards. `~<` is `<` where chance
//! decides: if something else comes, the scene begins anew. Nobody may have heard anything else in the end.
//! In the native dialect the hello goes by itself, each entry comes in a frame of its own without its time,
//! and only `entries`, `applied` and `refused` count.

use std::collections::BTreeMap;

use serde_json::Value;

/// How often chance may go the wrong way.
const TRIES_MAX: u64 = 64;

/// Where a scene is played.
pub(crate) trait Stage {
    /// Opens a room and tells its id.
    fn open(&mut self, request: &Value) -> String;
    /// Connects somebody: in a dialect, with what that needs beside.
    fn connect(&mut self, name: &str, dialect: &str, details: &[&str]);
    fn say(&mut self, name: &str, text: &str);
    /// What somebody hears next; nothing if there is nothing any more.
    fn hear(&mut self, name: &str) -> Option<Value>;
    /// Whether the server has ended somebody's connection, and they have heard all before that.
    fn is_ended(&mut self, name: &str) -> bool;
    fn cut(&mut self, name: &str);
    /// Waits until nothing is under way in these rooms.
    fn settle(&mut self, rooms: &[&str]);
    /// What somebody could have heard.
    fn unheard(&mut self, name: &str) -> Vec<Value>;
}

/// What somebody has heard, and in which dialect.
pub(crate) type Heard = Vec<(String, Value)>;

/// Plays all scenes of a transcript, each on a stage of its own, and tells what everybody has heard.
pub(crate) fn play<S: Stage>(transcript: &str, mut stage: impl FnMut(u64) -> S) -> Heard {
    let mut heard = Vec::new();
    let scenes = scenes(transcript);
    assert!(!scenes.is_empty(), "no scene");
    for (title, lines) in scenes {
        let played = (0..TRIES_MAX).find_map(|attempt| {
            let mut run = Run::new(stage(attempt));
            let ended = lines
                .iter()
                .try_for_each(|(number, line)| run.act(line, &format!("line {number}, {title}")));
            if ended.is_ok() {
                run.assert_all_heard(title);
            }
            for name in run.dialects.keys() {
                run.stage.cut(name);
            }
            ended.ok().map(|()| run.heard)
        });
        heard.extend(played.unwrap_or_else(|| panic!("chance never goes as in {title}")));
    }
    heard
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
            (None, None) => panic!("line {number} is in no scene"),
        }
    }
    scenes
}

/// Chance went another way.
struct Otherwise;

/// A scene that is being played.
struct Run<S> {
    stage: S,
    /// What the names with `$` stand for.
    known: BTreeMap<String, Value>,
    dialects: BTreeMap<String, String>,
    heard: Heard,
}

impl<S: Stage> Run<S> {
    fn new(stage: S) -> Self {
        Self {
            stage,
            known: BTreeMap::new(),
            dialects: BTreeMap::new(),
            heard: Vec::new(),
        }
    }

    fn act(&mut self, line: &str, place: &str) -> Result<(), Otherwise> {
        let mut words = line.splitn(3, ' ');
        let mut word = || words.next().unwrap_or_default();
        let (name, verb, rest) = (word(), word(), word());
        match verb {
            _ if name == "room" => self.open(verb, rest),
            "connects" => self.connect(name, rest),
            ">" => self.stage.say(name, &self.with_known(rest)),
            "<" | "~<" => return self.hear(name, rest, verb == "~<", place),
            "drops" => {
                self.stage.cut(name);
            }
            "ends" => assert!(
                self.stage.is_ended(name),
                "{place}: {name}'s connection has not ended"
            ),
            _ => panic!("{place}: what does {line:?} mean?"),
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

    fn hear(
        &mut self,
        name: &str,
        rest: &str,
        by_chance: bool,
        place: &str,
    ) -> Result<(), Otherwise> {
        let expected = expected(rest).unwrap_or_else(|error| panic!("{place}: {error}"));
        let heard = self.stage.hear(name);
        let heard = heard.unwrap_or_else(|| panic!("{place}: {name} hears nothing"));
        self.heard
            .push((self.dialects[name].clone(), heard.clone()));
        if matches(&expected, &heard, &mut self.known) {
            return Ok(());
        }
        assert!(by_chance, "{place}: {name} hears\n{heard}");
        Err(Otherwise)
    }

    fn assert_all_heard(&mut self, title: &str) {
        let rooms = self
            .known
            .iter()
            .filter(|(name, _)| name.starts_with("$room"));
        let rooms: Vec<_> = rooms.filter_map(|(_, id)| id.as_str()).collect();
        self.stage.settle(&rooms);
        for name in self.dialects.keys() {
            let unheard = self.stage.unheard(name);
            assert!(
                unheard.is_empty(),
                "{title}: {name} hears more: {unheard:?}"
            );
        }
    }

    /// A text with what is known in the place of its names.
    fn with_known(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (name, value) in self.known.iter().rev() {
            text = text.replace(&format!("\"{name}\""), &value.to_string());
            text = text.replace(name, value.as_str().unwrap_or(&value.to_string()));
        }
        text
    }
}

/// A frame as it is written down. An event of Socket.IO is its name and its content, as in an array.
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

/// Whether a value is as expected. A name that is not known yet is known afterwards.
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

/// The frames of a frame of the native dialect that count, in the form of the transcripts.
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
