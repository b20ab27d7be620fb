//! Plays the levels of a kind against their neighbours, and the first one against the greedy player:
//!
//! ```text
//! cargo run --release -p raum-engine --example ladder -- --kind space --games 200 --threads 2
//! cargo run --release -p raum-engine --example ladder -- --kind chess --pairs 2/1,1/greedy
//! ```
//!
//! A player is a level, `greedy`, `random`, `s0` (the weakest strength of the levels) and so on, or
//! `NODES:DEPTH:OWN:REPLIES:WINDOW:LINES:CLUMSY:MATES`, which is a strength to try (`CLUMSY` and `MATES` are 0 or 1); several joined by `+` share
//! the games.
//! The games depend on `--seed` alone, whatever the number of threads.

#![expect(
    clippy::cast_precision_loss,
    clippy::print_stdout,
    reason = "it prints a table of averages"
)]

mod play;

use std::{
    env,
    error::Error,
    process::ExitCode,
    str::{FromStr, Split},
};

use play::Opponent;
use raum_engine::{Level, Strength};
use raum_rules::Kind;

struct Options {
    kind: Kind,
    games: usize,
    threads: usize,
    seed: u64,
    pairs: String,
}

fn main() -> ExitCode {
    match options().and_then(|options| ladder(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("{error}");
            ExitCode::from(2)
        }
    }
}

fn options() -> Result<Options, Box<dyn Error>> {
    let mut options = Options {
        kind: Kind::Space,
        games: 200,
        threads: 1,
        seed: 1,
        pairs: String::new(),
    };
    let mut arguments = env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or(format!("{name} needs a value"))?;
        match name.as_str() {
            "--kind" => options.kind = value.parse()?,
            "--games" => options.games = value.parse()?,
            "--threads" => options.threads = value.parse()?,
            "--seed" => options.seed = value.parse()?,
            "--pairs" => options.pairs = value,
            _ => return Err(format!("there is no option {name}").into()),
        }
    }
    if options.pairs.is_empty() {
        let last = Level::last(options.kind).number();
        let neighbours: Vec<_> = (2..=last)
            .map(|number| format!("{number}/{}", number - 1))
            .collect();
        options.pairs = format!("1/greedy,{}", neighbours.join(","));
    }
    Ok(options)
}

fn ladder(options: &Options) -> Result<(), Box<dyn Error>> {
    println!("players          games  wins draws losses  score  95 % interval  plies");
    for pair in options.pairs.split(',') {
        let (first, second) = pair
            .split_once('/')
            .ok_or("a pair is two players: 2/1, 1/greedy")?;
        let players = [player(options.kind, first)?, player(options.kind, second)?];
        let results = play::pairs(options.kind, &players, options);
        println!("{}", row(pair, &results));
    }
    Ok(())
}

fn player(kind: Kind, text: &str) -> Result<Opponent, Box<dyn Error>> {
    match text {
        "greedy" => return Ok(Opponent::Greedy),
        "random" => return Ok(Opponent::Random),
        _ => {}
    }
    if let Some(number) = text.strip_prefix('s') {
        let strength = Strength::all(kind).get(number.parse::<usize>()?);
        return Ok(Opponent::OfStrengths(vec![
            *strength.ok_or("there is no such strength")?,
        ]));
    }
    if !text.contains(':') {
        return Ok(Opponent::Level(Level::new(kind, text.parse()?)?));
    }
    let strengths: Result<Vec<_>, _> = text.split('+').map(strength).collect();
    Ok(Opponent::OfStrengths(strengths?))
}

fn strength(text: &str) -> Result<Strength, Box<dyn Error>> {
    fn next<T: FromStr<Err: Error + 'static>>(
        parts: &mut Split<'_, char>,
    ) -> Result<T, Box<dyn Error>> {
        let part = parts.next().ok_or("a strength has eight numbers")?;
        Ok(part.parse()?)
    }
    let mut parts = text.split(':');
    Ok(Strength {
        nodes: next(&mut parts)?,
        depth: next(&mut parts)?,
        overlooks: [next(&mut parts)?, next(&mut parts)?],
        window: next(&mut parts)?,
        lines: next(&mut parts)?,
        is_clumsy: next::<u8>(&mut parts)? != 0,
        sees_mates: next::<u8>(&mut parts)? != 0,
    })
}

/// The score of the first player, with an interval from the pairs of games that share an opening.
fn row(name: &str, results: &[play::Result]) -> String {
    let games = results.len() as f64;
    let count = |halves| results.iter().filter(|game| game.halves == halves).count();
    let score = results
        .iter()
        .map(|game| f64::from(game.halves))
        .sum::<f64>()
        / games
        / 2.0;
    let pairs = games / 2.0;
    let variance = results
        .chunks(2)
        .map(|pair| pair.iter().map(|game| f64::from(game.halves)).sum::<f64>() / 4.0)
        .map(|of_pair| (of_pair - score).powi(2))
        .sum::<f64>()
        / pairs;
    let error = 1.96 * (variance / pairs).sqrt();
    let plies = results.iter().map(|game| game.plies).sum::<usize>() as f64 / games;
    format!(
        "{name:16} {games:5} {:5} {:5} {:6} {:5.1} %  [{:4.1}, {:5.1}] {plies:7.0}",
        count(2),
        count(1),
        count(0),
        100.0 * score,
        100.0 * (score - error),
        100.0 * (score + error),
    )
}
