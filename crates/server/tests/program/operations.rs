//! Operating raum: error messages, logs, metrics, health checks and shutdown.

use std::{collections::BTreeSet, fs, os::unix::fs::PermissionsExt, path::Path};

use serde_json::{Value, json};
use tempfile::tempdir;

use super::{
    Run, assert_usage_error,
    client::Client,
    command,
    patience::{wait_for, wait_until},
    raum,
    rooms::{self, keeping, play},
    secrets::transfer,
    serve::Server,
};

fn serve_on(folder: &Path, options: &[&str]) -> Server {
    let mut command = command(&["serve", "--listen", "127.0.0.1:0", "--data"]);
    command.arg(folder).args(options);
    // Tests fill the disk with chat.
    for limit in [
        "MESSAGES_PER_MINUTE",
        "COMMANDS_PER_SECOND",
        "COMMANDS_BURST",
    ] {
        command.env(format!("RAUM_{limit}"), "10000");
    }
    Server::start(command)
}

fn say(text: &str) -> Value {
    json!({"type": "say", "text": text})
}

/// The value of a metric. The name includes its labels.
pub(crate) fn metric(metrics: &str, name: &str) -> Option<f64> {
    let mut lines = metrics.lines();
    lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.parse().ok())
}

fn is_ready(server: &Server) -> bool {
    let answer = server.request("GET", "/readyz", &[], "");
    match answer.status {
        200 => true,
        503 => {
            assert_eq!(answer.json()["code"], "not-ready");
            false
        }
        status => panic!("{status}"),
    }
}

#[test]
fn an_unusable_data_folder_is_reported_in_one_sentence() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "text").unwrap();
    let taken = folder.path().join("taken");
    let _server = keeping(&taken);
    let cases = [
        (file.as_path(), "cannot use {}: not a directory"),
        (
            Path::new("/proc/raum"),
            "cannot use {}: No such file or directory (os error 2)",
        ),
        (taken.as_path(), "another process uses the journal in {}"),
    ];
    for (data, sentence) in cases {
        let data = data.to_str().unwrap();
        let run = raum(&["serve", "--listen", "127.0.0.1:0", "--data", data], "");
        assert_eq!(run, Run::failure(&sentence.replace("{}", data)));
    }
    assert_eq!(fs::read_to_string(file).unwrap(), "text");
}

#[test]
fn a_full_journal_refuses_commands_and_recovers_after_a_sweep() {
    let folder = tempdir().unwrap();
    let bound = ["--data-bytes-max", "200000"];
    let server = serve_on(folder.path(), &bound);
    let room = server.open(&json!({"kind": "chess"}));
    let (mut ann, token) = Client::seated(&server, &room, "Ann");
    let (mut ben, _) = Client::seated(&server, &room, "Ben");
    // From 90 % on the server opens no rooms, but open rooms continue.
    let moves: Vec<_> = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(3);
    let filler = json!({"kind": "chess", "moves": moves});
    let no_space = (0..500)
        .map(|_| server.request("POST", "/api/rooms", &[], &filler.to_string()))
        .find(|answer| answer.status != 201)
        .unwrap();
    assert_eq!((no_space.status, &*no_space.code()), (503, "no-space"));
    let mut last = ann.ask(say("so far"))["seq"].as_u64().unwrap();
    assert!(is_ready(&server));
    // At the limit itself nothing is stored.
    let long = "♔".repeat(500);
    let refused = wait_for(|| {
        let answer = ann.ask(say(&long));
        let seq = answer["seq"].as_u64();
        last = seq.unwrap_or(last);
        seq.is_none().then_some(answer)
    });
    assert_eq!(refused["code"], "journal-unavailable");
    assert!(!is_ready(&server));
    // Ben received four entries up to his seat: room opened, two seats taken, game started.
    let received = ben.entries(usize::try_from(last).unwrap() - 4);
    assert_eq!(received.last().unwrap()["seq"], last);
    server.signal("KILL");
    server.end();

    let server = serve_on(
        folder.path(),
        &[&bound[..], &["--keep-unentered-hours=0", "--metrics"]].concat(),
    );
    let number = ann.number;
    let mut ann = Client::hello(&server, &room, json!({"after": 0, "token": token}));
    ann.number = number;
    assert_eq!(ann.until("welcome")["last"], last);
    // The sweep at the start deletes the rooms that were never entered.
    let answer =
        wait_for(|| Some(ann.ask(say(&long))).filter(|answer| answer["type"] == "applied"));
    assert_eq!(answer["seq"], last + 1);
    wait_until(|| is_ready(&server));
    let expired = metric(
        &server.get("/metrics").1,
        "raum_rooms_expired_total{why=\"unentered\"}",
    );
    assert!(expired >= Some(1.0), "{expired:?}");
    // The sweep deletes a few rooms at a time: new ones are refused until it has freed a tenth of the journal. An address may
    // not try often.
    wait_until(|| {
        let metrics = server.get("/metrics").1;
        metric(&metrics, "raum_journal_used_bytes").unwrap() < 180_000.0
    });
    server.open(&filler);
}

#[test]
fn a_server_that_starts_with_a_full_journal_is_not_ready() {
    let folder = tempdir().unwrap();
    let server = serve_on(folder.path(), &[]);
    let room = server.open(&json!({"kind": "chess"}));
    assert!(is_ready(&server));
    // A little more than the limit below.
    let moves: Vec<_> = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(3);
    for _ in 0..250 {
        server.open(&json!({"kind": "chess", "moves": moves}));
    }
    server.signal("TERM");
    server.end();
    let server = serve_on(folder.path(), &["--data-bytes-max", "100000"]);
    assert!(!is_ready(&server), "at the first request");
    assert_eq!(server.get("/healthz").1, "ok\n");
    assert_eq!(
        Client::hello(&server, &room, json!({})).until("welcome")["last"],
        1
    );
    server.signal("TERM");
    let (_, log) = server.end();
    assert!(log.contains("the journal cannot be written"), "{log}");
}

#[test]
fn metrics_are_served_only_where_configured() {
    let server = Server::with(&[]);
    assert!(server.get("/metrics").0.starts_with("HTTP/1.1 404 "));

    let server = Server::with(&["--metrics"]);
    let (head, _) = server.get("/metrics");
    assert!(head.starts_with("HTTP/1.1 200 "), "{head}");
    assert!(head.contains("text/plain; version=0.0.4"), "{head}");

    let mut server = Server::with(&["--metrics-listen", "127.0.0.1:0", "--log", "info"]);
    assert!(server.get("/metrics").0.starts_with("HTTP/1.1 404 "));
    let line = server.logged("metrics are at http://");
    let (_, address) = line.trim_end().split_once("http://").unwrap();
    server.address = address.strip_suffix("/metrics").unwrap().to_owned();
    assert!(server.get("/metrics").0.starts_with("HTTP/1.1 200 "));
    for path in ["/", "/healthz", "/readyz", "/api/rooms"] {
        assert!(server.get(path).0.starts_with("HTTP/1.1 404 "), "{path}");
    }
}

#[test]
fn metrics_count_rooms_commands_refusals_and_closes() {
    let folder = tempdir().unwrap();
    let server = serve_on(
        folder.path(),
        &["--metrics", "--unknown-rooms-per-minute", "1"],
    );
    let room = rooms::open(&server, "chess", &json!({}));
    let (mut ann, _) = Client::seated(&server, &room, "Ann");
    let (_ben, _) = Client::seated(&server, &room, "Ben");
    for answer in [ann.ask(play("e2e5", 0)), ann.ask(play("e2e4", 9))] {
        assert_eq!(answer["type"], "refused");
    }
    for code in [4003, 4008] {
        let unknown = Client::hello(&server, "000000000000", json!({}));
        assert_eq!(unknown.close_code(), code);
    }
    let metrics = server.get("/metrics").1;
    let expected = [
        ("raum_rooms_opened_total{kind=\"chess\"}", 1.0),
        ("raum_rooms_loaded", 1.0),
        ("raum_sessions{dialect=\"raum\"}", 2.0),
        ("raum_commands_total", 4.0),
        ("raum_refusals_total{code=\"stale-ply\"}", 1.0),
        ("raum_closes_total{code=\"4003\"}", 1.0),
        (
            "raum_limits_hit_total{limit=\"unknown-rooms-per-minute\"}",
            1.0,
        ),
        ("raum_append_seconds_count", 3.0),
        ("raum_broadcast_seconds_count", 2.0),
        ("raum_journal_errors_total", 0.0),
        ("raum_journal_max_bytes", 10_737_418_240.0),
        ("raum_journal_reads_waiting{priority=\"load\"}", 0.0),
        ("raum_journal_reads_waiting{priority=\"upkeep\"}", 0.0),
        ("raum_journal_reads_skipped_total", 0.0),
        ("raum_journal_writes_waiting", 0.0),
        ("raum_rooms_damaged", 0.0),
    ];
    for (name, value) in expected {
        assert_eq!(metric(&metrics, name), Some(value), "{name}\n{metrics}");
    }
    assert!(metric(&metrics, "raum_journal_used_bytes").unwrap() >= 4096.0);
    // One to load the room, one for the sweep.
    assert!(metric(&metrics, "raum_journal_reads_total").unwrap() >= 2.0);
    assert!(metric(&metrics, "raum_connections").unwrap() >= 2.0);
    let all = "raum_append_seconds_bucket{le=\"+Inf\"}";
    assert_eq!(metric(&metrics, all), Some(3.0));
}

/// Compares the metrics in the source with the table in docs/operations.md.
#[test]
fn every_metric_is_documented() {
    let page = include_str!("../../../../docs/operations.md");
    let documented: BTreeSet<_> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once('`'))
        .map(|(name, _)| name.split('{').next().unwrap())
        .filter(|name| name.starts_with("raum_") || name.starts_with("process_"))
        .collect();
    let source = include_str!("../../src/meters.rs");
    let defined: BTreeSet<_> = source
        .split('"')
        .filter(|text| text.starts_with("raum_") || text.starts_with("process_"))
        .collect();
    assert_eq!(documented, defined);
    let metrics = Server::with(&["--metrics"]).get("/metrics").1;
    for line in metrics
        .lines()
        .filter_map(|line| line.strip_prefix("# TYPE "))
    {
        let name = line.split(' ').next().unwrap();
        assert!(metrics.contains(&format!("# HELP {name} ")), "{name}");
    }
}

#[test]
fn a_damaged_room_is_logged_once_and_counted() {
    let folder = tempdir().unwrap();
    let server = keeping(folder.path());
    let room = server.open(&json!({"kind": "chess"}));
    server.signal("TERM");
    server.end();
    let connection = rusqlite::Connection::open(folder.path().join("raum.db")).unwrap();
    let changed = connection.execute("UPDATE entry SET checksum = 1 - checksum", []);
    assert_eq!(changed, Ok(1));
    drop(connection);
    let server = serve_on(folder.path(), &["--metrics"]);
    for _ in 0..3 {
        assert_eq!(Client::hello(&server, &room, json!({})).close_code(), 4010);
    }
    let metrics = server.get("/metrics").1;
    assert_eq!(metric(&metrics, "raum_rooms_damaged"), Some(1.0));
    server.signal("TERM");
    let (code, log) = server.end();
    let damage = format!("room {room} is damaged at entry 1: its checksum is wrong");
    assert_eq!((code, log.matches(&damage).count()), (Some(0), 1), "{log}");
    assert_eq!(log.lines().count(), 1, "{log}");
}

#[test]
fn logs_and_metrics_contain_no_secrets() {
    let server = Server::with(&["--log", "trace", "--log-format", "json", "--metrics"]);
    let room = server.open(&json!({"kind": "chess", "passKey": "open sesame"}));
    let mut secrets = vec!["sesame".to_owned(), "argon2".to_owned()];
    let mut members = Vec::new();
    for name in ["Scheherazade", "Shahryar"] {
        let mut member = Client::hello(&server, &room, json!({"key": "open sesame"}));
        let token = member.until("welcome")["token"].clone();
        secrets.extend([token.as_str().unwrap().to_owned(), name.to_owned()]);
        member.ask(json!({"type": "take-seat", "name": name}));
        let code = transfer(&server, &room, token.as_str().unwrap())["code"].clone();
        secrets.push(code.as_str().unwrap().to_owned());
        let mut again = Client::hello(&server, &room, json!({"transfer": code}));
        assert!(again.until("welcome")["member"].is_u64());
        members.push(again);
    }
    members[0].ask(say("a thousand nights"));
    members[0].ask(play("e2e4", 0));
    members[1].ask(play("e2e4", 0));
    let wrong = Client::hello(&server, &room, json!({"key": "open barley"}));
    assert_eq!(wrong.close_code(), 4004);
    let mut bad = Client::silent(&server, &room);
    bad.send(&json!({"type": "hello", "version": 1, "token": "forty thieves"}));
    bad.close_code();
    server.get("/api/rooms?cave=treasure");
    secrets.extend(["barley", "thousand", "thieves", "treasure"].map(str::to_owned));
    let metrics = server.get("/metrics").1;
    server.signal("TERM");
    let (code, log) = server.end();
    assert_eq!(code, Some(0));
    for secret in secrets {
        assert!(!log.contains(&secret), "{secret}: {log}");
        assert!(!metrics.contains(&secret), "{secret}: {metrics}");
    }
    assert!(!metrics.contains(&room), "{metrics}");
    let messages: Vec<_> = log
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .map(|line| line["fields"]["message"].as_str().unwrap().to_owned())
        .collect();
    for expected in ["raum is at http://127.0.0.1:", "room opened", "SIGTERM"] {
        let is_logged = messages.iter().any(|message| message.contains(expected));
        assert!(is_logged, "{expected}: {log}");
    }
}

#[test]
fn the_log_level_and_format_are_configurable() {
    let server = Server::with(&["--log", "info"]);
    server.signal("INT");
    let (_, log) = server.end();
    let lines: Vec<_> = log.lines().collect();
    assert_eq!(lines.len(), 3, "{log}");
    assert!(lines.iter().all(|line| line.contains(" INFO ")), "{log}");
    assert!(lines[0].contains("raum is at http://127.0.0.1:"), "{log}");
    assert!(lines[1].contains("SIGINT"), "{log}");
    assert!(lines[2].contains("shutdown complete"), "{log}");
    assert!(!log.contains('\u{1b}'), "no colours: {log:?}");
    assert_usage_error(&["serve", "--log", "loud"], "'loud'");
    assert_usage_error(&["serve", "--log-format", "xml"], "'xml'");
}

#[test]
fn a_draining_server_serves_but_is_not_ready() {
    let mut server = Server::with(&["--drain-seconds", "3600", "--log", "info"]);
    let room = rooms::open(&server, "chess", &json!({}));
    assert!(is_ready(&server));
    server.signal("TERM");
    server.logged("SIGTERM");
    assert!(!is_ready(&server));
    assert_eq!(server.get("/healthz").1, "ok\n");
    let (mut ann, _) = Client::seated(&server, &room, "Ann");
    let (_ben, _) = Client::seated(&server, &room, "Ben");
    assert_eq!(ann.ask(play("e2e4", 0))["type"], "applied");
    // A second signal exits immediately.
    server.signal("INT");
    let (code, log) = server.end();
    let sentence = "raum: shutdown aborted by a second signal (SIGINT)\n";
    assert_eq!((code, log.ends_with(sentence)), (Some(1), true), "{log}");
}

#[test]
fn only_the_owner_can_read_the_data_folder() {
    let parent = tempdir().unwrap();
    let folder = parent.path().join("rooms");
    let server = serve_on(&folder, &[]);
    server.open(&json!({"kind": "chess"}));
    let mode = fs::metadata(&folder).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
}
