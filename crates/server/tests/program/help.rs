//! Help, completions, manual pages, and errors in the command line.

use std::{
    io::Write,
    process::{Command, Stdio},
};

use super::{Run, assert_usage_error, command, finish, raum};

/// Runs another program on this input, if it is installed.
fn run(program: &str, arguments: &[&str], input: &str) -> Option<Run> {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().ok()?;
    let mut stdin = child.stdin.take()?;
    stdin.write_all(input.as_bytes()).unwrap();
    drop(stdin);
    Some(finish(child))
}

fn printed(arguments: &[&str]) -> String {
    let run = raum(arguments, "");
    assert_eq!((run.code, &*run.error), (Some(0), ""), "{arguments:?}");
    run.output
}

#[test]
fn help_lists_modes_options_and_variables() {
    let cases: [(&[&str], &[&str]); 8] = [
        (&["-h"], &["serve", "journal", "inspect", "perft"]),
        (
            &["--help"],
            &[
                "completions",
                "manual",
                "Examples:",
                "Environment:",
                "PORT",
                "Exit codes:",
                "docs",
            ],
        ),
        (
            &["journal", "--help"],
            &[
                "list",
                "check",
                "copy",
                "export",
                "import",
                "delete",
                "RAUM_DATA",
                "nats://",
                "--nats-creds",
            ],
        ),
        (&["perft", "--help"], &["chess, space, tictactoe"]),
        (
            &["match", "--help"],
            &[
                "Players:",
                "greedy",
                "option.NAME=VALUE",
                "--sprt <ELO0> <ELO1>",
                "Exit codes:",
            ],
        ),
        (
            &["play", "--help"],
            &["Engines:", "RAUM_TOKEN", "RAUM_PASS_KEY", "Exit codes:"],
        ),
        (
            &["inspect", "--help"],
            &["chess, space, tictactoe", "--batch"],
        ),
        (
            &["serve", "--help"],
            &[
                "RAUM_LISTEN",
                "PORT",
                "127.0.0.1:8000",
                "Network:",
                "Rooms:",
                "Limits:",
                "--trust-proxy",
            ],
        ),
    ];
    for (arguments, words) in cases {
        let help = printed(arguments);
        for word in words {
            assert!(help.contains(word), "{arguments:?}: {word}");
        }
    }
}

#[test]
fn an_unknown_mode_is_a_usage_error() {
    assert_usage_error(&[], "Usage");
    assert_usage_error(&["sing"], "'sing'");
}

#[test]
fn bash_completes_the_command_line() {
    let script = printed(&["completions", "bash"]);
    assert_eq!(run("bash", &["-n"], &script).unwrap(), Run::success(""));
    let cases = [
        (&["se"][..], "serve"),
        (&["serve", "--trust"], "--trust-proxy"),
        (&["serve", "--allow"], "--allow-origin"),
        (&["completions", "zs"], "zsh"),
        (&["journal", "imp"], "import"),
        (&["journal", "del"], "delete"),
        (&["match", "--sp"], "--sprt"),
        (&["play", "--eng"], "--engine"),
    ];
    for (words, expected) in cases {
        let [.., before, last] = &[&["raum"], words].concat()[..] else {
            panic!("{words:?} is too short");
        };
        let question = format!(
            "{script}\nCOMP_WORDS=(raum {}); COMP_CWORD={}; _raum raum {last} {before}; \
             echo \"${{COMPREPLY[@]}}\"\n",
            words.join(" "),
            words.len()
        );
        let answer = run("bash", &["--norc"], &question).unwrap();
        assert_eq!(answer, Run::success(format!("{expected}\n")), "{words:?}");
    }
}

#[test]
fn completions_exist_for_five_shells() {
    for shell in ["zsh", "fish", "elvish", "powershell"] {
        let script = printed(&["completions", shell]);
        for word in ["serve", "journal", "listen"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    assert_usage_error(
        &["completions", "cmd"],
        "bash, elvish, fish, powershell, zsh",
    );
    assert_usage_error(&["completions"], "<SHELL>");
}

#[test]
fn manual_prints_a_man_page() {
    let cases: [(&[&str], &str, &str); 5] = [
        (&[], "raum(1)", "EXIT CODES"),
        (&["serve"], "raum-serve(1)", "RAUM_LISTEN"),
        (&["journal", "check"], "raum-journal-check(1)", "RAUM_DATA"),
        (&["journal", "delete"], "raum-journal-delete(1)", "--idle"),
        (&["play"], "raum-play(1)", "RAUM_TOKEN"),
    ];
    for (mode, title, word) in cases {
        let page = printed(&[&["manual"], mode].concat());
        assert!(page.contains(".SH NAME\n"), "{page}");
        // groff, which man uses, warns about mistakes in a page. It may not be installed.
        if let Some(shown) = run(
            "groff",
            &["-man", "-ww", "-Kutf8", "-Tutf8", "-P-cbou"],
            &page,
        ) {
            assert_eq!((shown.code, &*shown.error), (Some(0), ""), "{mode:?}");
            assert!(shown.output.contains(title), "{}", shown.output);
            assert!(shown.output.contains(word), "{}", shown.output);
        }
    }
    let unknown = raum(&["manual", "journal", "burn"], "");
    assert_eq!(unknown, Run::failure(r#"unknown mode "journal burn""#));
}

#[test]
fn an_invalid_value_is_reported_in_one_sentence() {
    let address = "expected an address and a port, such as 127.0.0.1:8000";
    let cases = [
        ("RAUM_LISTEN", "--listen", "nonsense", address),
        ("RAUM_LISTEN", "--listen", "8000", address),
        ("RAUM_LISTEN", "--listen", ":8000", address),
        ("RAUM_LISTEN", "--listen", "127.0.0.1:http", address),
        ("RAUM_LISTEN", "--listen", "127.0.0.1:65536", address),
        ("RAUM_LISTEN", "--listen", "", address),
        ("RAUM_DATA", "--data", "", "a value is required"),
        ("RAUM_ROOMS_MAX", "--rooms-max", "many", "invalid digit"),
        ("RAUM_ROOMS_MAX", "--rooms-max", "", "--rooms-max"),
        ("RAUM_ROOMS_MAX", "--rooms-max", "0", "0 is not in 1.."),
    ];
    for (variable, option, value, sentence) in cases {
        let given = finish(command(&["serve", option, value]).spawn().unwrap());
        let set = finish(command(&["serve"]).env(variable, value).spawn().unwrap());
        for run in [&given, &set] {
            assert_eq!((run.code, &*run.output), (Some(2), ""), "{option} {value}");
            let first = run.error.lines().next().unwrap();
            assert!(first.starts_with("error: "), "{option} {value}: {first}");
            assert!(first.contains(option), "{option} {value}: {first}");
            assert!(first.contains(sentence), "{option} {value}: {first}");
        }
    }
    for port in ["http", "", "-1", "65536", "80 "] {
        let run = finish(command(&["serve"]).env("PORT", port).spawn().unwrap());
        let sentence = format!("PORT is not a port number: {port:?}");
        assert_eq!(run, Run::failure(&sentence));
    }
}

#[test]
fn an_empty_variable_is_rejected_by_the_name_of_its_option() {
    let help = printed(&["serve", "--help"]);
    let variables = help.split("[env: ").skip(1);
    let variables: Vec<_> = variables
        .filter_map(|rest| rest.split(['=', ']']).next())
        .collect();
    assert!(variables.contains(&"RAUM_LISTEN"), "{variables:?}");
    for variable in variables {
        // If raum accepted the empty variable, the invalid port would still end the program.
        let mut serve = command(&["serve"]);
        let run = finish(serve.env(variable, "").env("PORT", "none").spawn().unwrap());
        let option = variable.trim_start_matches("RAUM_").to_lowercase();
        let option = format!("--{}", option.replace('_', "-"));
        let first = run.error.lines().next().unwrap();
        assert_eq!(run.code, Some(2), "{variable}: {first}");
        assert!(first.contains(&option), "{variable}: {first}");
    }
}
