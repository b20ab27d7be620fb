//! `raum match` with programs that misbehave.

use std::{
    fs,
    path::{Path, PathBuf},
};

use tempfile::{TempDir, tempdir};

use super::{
    Run,
    matches::{play, score},
};

/// A shell script that speaks enough UCI for tic-tac-toe, and does this when asked for a move.
struct Fake {
    folder: TempDir,
    path: PathBuf,
}

impl Fake {
    fn new(at_go: &str) -> Self {
        Self::with_quit(at_go, "exit")
    }

    fn with_quit(at_go: &str, at_quit: &str) -> Self {
        let folder = tempdir().unwrap();
        let path = folder.path().join("fake.sh");
        let pid = folder.path().join("pid");
        let script = format!(
            "echo $$ > {pid}\n\
             while read -r command rest; do case $command in\n\
             uci) echo 'option name UCI_Variant type combo default chess var chess var tictactoe'\n\
                  echo 'option name Skill Level type spin default 1 min 0 max 20'; echo uciok;;\n\
             isready) echo readyok;;\n\
             go) {at_go};;\n\
             quit) {at_quit};;\n\
             esac; done\n\
             {at_quit}\n",
            pid = pid.display(),
        );
        fs::write(&path, script).unwrap();
        Self { folder, path }
    }

    fn command(&self) -> String {
        format!("sh '{}'", self.path.display())
    }

    /// Plays two games against raum.
    fn play(&self) -> Run {
        let options = ["--kind", "tictactoe", "--games", "2", "--grace", "1"];
        play(&[&["raum:nodes=200", &self.command()], &options[..]].concat())
    }

    fn has_ended(&self) -> bool {
        let pid = fs::read_to_string(self.folder.path().join("pid")).unwrap();
        !Path::new(&format!("/proc/{}", pid.trim())).exists()
    }
}

/// Asserts that raum wins both games, ends with this sentence, and leaves no process behind.
fn assert_failure(fake: &Fake, end: &str, sentence: &str) {
    let run = fake.play();
    assert_eq!(run.code, Some(1), "{run:?}");
    assert_eq!(score(&run.output), [2, 0, 0], "{run:?}");
    assert!(
        run.output.contains(&format!("ends       {end} 2\n")),
        "{run:?}"
    );
    assert!(
        run.output.contains("2 failures, 0 time forfeits"),
        "{run:?}"
    );
    assert!(run.error.starts_with("raum: \"sh "), "{run:?}");
    assert!(run.error.contains(sentence), "{run:?}");
    assert!(fake.has_ended());
}

#[test]
fn a_program_that_dies_loses() {
    assert_failure(&Fake::new("exit 3"), "died", "died in position");
}

#[test]
fn a_match_ends_when_a_player_fails_again_and_again() {
    let fake = Fake::new("exit 3");
    let options = ["--kind", "tictactoe", "--games", "100", "--verbose"];
    let run = play(&[&["raum:nodes=200", &fake.command()], &options[..]].concat());
    assert_eq!(run.code, Some(1), "{run:?}");
    assert_eq!(score(&run.output), [4, 0, 0], "{run:?}");
    assert!(
        run.output
            .starts_with("2 games: +2 =0 -0, 100.0 %, Elo +∞ [-636, +∞]\n4 games: "),
        "{run:?}"
    );
}

#[test]
fn a_program_that_plays_illegally_loses() {
    for text in ["99", "(none)", "", "e2e4"] {
        let sentence = format!("played the illegal move {text:?} in position");
        let fake = Fake::new(&format!("echo 'bestmove {text}'"));
        assert_failure(&fake, "illegal-move", &sentence);
    }
}

#[test]
fn a_program_that_hangs_is_ended() {
    let fake = Fake::with_quit("exec sleep 1000", "exec sleep 1000");
    assert_failure(&fake, "no-answer", "did not answer within 1 s in position");
}

#[test]
fn a_program_that_babbles_is_ended() {
    for babble in ["echo info string hm", "echo bestmov", "printf x"] {
        let fake = Fake::new(&format!("while :; do {babble}; done"));
        assert_failure(&fake, "no-answer", "did not answer within 1 s in position");
    }
}

#[test]
fn a_program_that_does_not_quit_is_ended() {
    let fake = Fake::with_quit("echo bestmove 99", "exec sleep 1000");
    assert_failure(&fake, "illegal-move", "played the illegal move");
}

#[test]
fn a_program_that_is_no_player_is_an_error() {
    let fake = Fake::new("exit");
    let with = |setting: &str| format!("{}; {setting}", fake.command());
    let cases = [
        (
            "/nowhere/engine".to_owned(),
            "chess",
            "cannot start \"/nowhere/engine\": No such file",
        ),
        (
            "true".to_owned(),
            "chess",
            "\"true\" died, instead of speaking UCI",
        ),
        (
            "sleep 1000".to_owned(),
            "chess",
            "\"sleep 1000\" did not answer within 1 s",
        ),
        (fake.command(), "space", "does not play space"),
        (with("option.Hash=1"), "tictactoe", "has no option \"Hash\""),
        (
            with("option.Skill=1"),
            "tictactoe",
            "has no option \"Skill\"",
        ),
    ];
    for (program, kind, sentence) in cases {
        let run = play(&["raum", &program, "--kind", kind, "--grace", "1"]);
        assert_eq!((run.code, &*run.output), (Some(1), ""), "{run:?}");
        assert!(run.error.contains(sentence), "{run:?}");
    }
}

#[test]
fn options_are_sent_to_a_program() {
    let fake = Fake::new("exit");
    let log = fake.folder.path().join("log");
    let logged = format!("do echo \"$command $rest\" >> {}; case", log.display());
    let script = fs::read_to_string(&fake.path).unwrap();
    fs::write(&fake.path, script.replace("do case", &logged)).unwrap();
    let program = format!("{}; nodes=7; option.Skill Level=3", fake.command());
    play(&[
        "random",
        &program,
        "--kind",
        "tictactoe",
        "--games",
        "2",
        "--opening-plies",
        "0",
    ]);
    let sent = fs::read_to_string(log).unwrap();
    let sent: Vec<_> = sent.lines().map(str::trim).take(8).collect();
    let expected = [
        "uci",
        "setoption name UCI_Variant value tictactoe",
        "setoption name Skill Level value 3",
        "isready",
        "ucinewgame",
        "isready",
    ];
    assert_eq!(sent[..6], expected);
    assert!(sent[6].starts_with("position startpos moves "), "{sent:?}");
    assert_eq!(sent[7], "go nodes 7");
}
