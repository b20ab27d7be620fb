//! Tests of the whole command line. They walk clap's own tree, so they cover new modes and options.

use std::process::{Command as Process, Stdio};

use clap::{Arg, Command};

use super::*;

/// All commands, starting with the program itself.
pub(crate) fn commands() -> Vec<Command> {
    let mut raum = Cli::command().disable_help_subcommand(true);
    raum.build();
    let mut commands = vec![raum];
    let mut next = 0;
    while let Some(command) = commands.get(next) {
        let modes: Vec<_> = command.get_subcommands().cloned().collect();
        commands.extend(modes);
        next += 1;
    }
    commands
}

fn name(command: &Command) -> &str {
    command.get_bin_name().unwrap_or(command.get_name())
}

#[test]
fn the_command_line_is_consistent() {
    Cli::command().debug_assert();
    let names = commands()
        .iter()
        .map(|command| name(command).to_owned())
        .collect::<Vec<_>>();
    for expected in ["raum", "raum serve", "raum journal check", "raum manual"] {
        assert!(names.iter().any(|name| name == expected), "{names:?}");
    }
}

#[test]
fn every_mode_and_argument_has_a_help_text() {
    for command in commands() {
        assert!(command.get_about().is_some(), "{}", name(&command));
        for argument in command.get_arguments() {
            let help = argument.get_help().map(ToString::to_string);
            let has_help = help.is_some_and(|help| !help.trim().is_empty());
            assert!(has_help, "{} {}", name(&command), argument.get_id());
        }
    }
}

#[test]
fn every_option_of_serve_has_a_variable_and_a_heading() {
    let commands = commands();
    let serve = commands
        .iter()
        .find(|command| name(command) == "raum serve");
    let options = serve.unwrap().get_opts().chain(flags(serve.unwrap()));
    let mut count = 0;
    for option in options.filter(|option| option.get_id() != "help") {
        let long = option.get_long().unwrap();
        let variable = format!("RAUM_{}", long.to_uppercase().replace('-', "_"));
        let found = option.get_env().and_then(|name| name.to_str());
        assert_eq!(found, Some(&*variable), "--{long}");
        assert!(option.get_help_heading().is_some(), "--{long}");
        count += 1;
    }
    assert!(count > 0);
}

/// The options without a value.
fn flags(command: &Command) -> impl Iterator<Item = &Arg> {
    command
        .get_arguments()
        .filter(|argument| !argument.is_positional() && !argument.get_action().takes_values())
}

/// The command lines in the examples of a help text.
fn examples(help: &str) -> impl Iterator<Item = &str> {
    let lines = help.lines().skip_while(|line| *line != "Examples:").skip(1);
    lines
        .take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
}

/// The arguments that a line of bash passes to raum, without its redirection.
fn arguments(line: &str) -> Vec<String> {
    let line = line.split(" > ").next().unwrap();
    let script = format!("raum() {{ printf '%s\\0' raum \"$@\" >&2; }}; man() {{ :; }}; {line}");
    let run = Process::new("bash")
        .args(["-c", &script])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let printed = String::from_utf8(run.stderr).unwrap();
    printed.split_terminator('\0').map(String::from).collect()
}

#[test]
fn every_example_in_the_help_is_valid() {
    for command in commands() {
        let Some(help) = command.get_after_long_help() else {
            assert!(!command.has_subcommands(), "{}", name(&command));
            continue;
        };
        let help = help.to_string();
        assert!(examples(&help).count() > 0, "{help}");
        for line in examples(&help) {
            let arguments = arguments(line);
            let parsed = Cli::try_parse_from(&arguments);
            let error = parsed.err().map(|error| error.to_string());
            assert_eq!(error, None, "{line:?} is {arguments:?}");
        }
    }
}
