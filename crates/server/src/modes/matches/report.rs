//! The results of a match as text.

use std::fmt::{self, Write as _};

use raum_rules::{Kind, Side};

use super::{
    game::Effort,
    player::Player,
    statistics::{Pairs, Sprt, Verdict},
    tally::{Results, Tally},
};

/// Shows the results of a match.
pub(super) struct Report<'a> {
    pub(super) kind: Kind,
    pub(super) players: &'a [Player; 2],
    pub(super) tally: &'a Tally,
    pub(super) sprt: Option<Sprt>,
    pub(super) with_overruns: bool,
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tally = self.tally;
        let [first, second] = self.players;
        writeln!(f, "{}: {first} v {second}", self.kind)?;
        line(f, "games", &tally.total().games().to_string())?;
        line(f, "score", &score(tally.total()))?;
        for side in Side::BOTH {
            let name = format!("as {}", self.kind.side_name(side));
            line(f, &name, &score(tally.by_side[side.index()]))?;
        }
        let counts = tally.pairs.0.map(|count| count.to_string());
        line(
            f,
            "pairs",
            &format!("{} (0, ½, 1, 1½ and 2 points)", counts.join(" ")),
        )?;
        line(f, "Elo", &elo(tally.pairs))?;
        line(f, "LOS", &percent(tally.pairs.superiority()))?;
        if let Some(sprt) = self.sprt {
            line(f, "SPRT", &self.test(sprt))?;
        }
        let reasons = tally.reasons.iter();
        let reasons: Vec<_> = reasons
            .map(|(reason, count)| format!("{reason} {count}"))
            .collect();
        line(f, "ends", &reasons.join(", "))?;
        for (player, name) in ["first", "second"].into_iter().enumerate() {
            line(f, name, &self.effort(player))?;
        }
        Ok(())
    }
}

impl Report<'_> {
    fn test(&self, sprt: Sprt) -> String {
        let verdict = match sprt.verdict(self.tally.pairs) {
            None => "undecided",
            Some(Verdict::Stronger) => "accepts the second",
            Some(Verdict::Weaker) => "accepts the first",
        };
        let (ratio, bound) = (sprt.ratio(self.tally.pairs), Sprt::bound());
        format!(
            "Elo {} against {}: {verdict}, log-likelihood ratio {ratio:.2} of ±{bound:.2}",
            sprt.elo0, sprt.elo1
        )
    }

    fn effort(&self, player: usize) -> String {
        let effort = &self.tally.efforts[player];
        let mut text = costs(effort);
        let counts = [
            (self.tally.failures[player], "failures"),
            (self.tally.forfeits[player], "time forfeits"),
        ];
        for (count, name) in counts {
            // Writing to a text does not fail.
            write!(text, ", {count} {name}").ok();
        }
        if self.with_overruns {
            let millis = effort.overrun.as_secs_f64() * 1e3;
            write!(text, ", at most {millis:.0} ms late").ok();
        }
        text
    }
}

/// Wins, draws, losses and their share.
pub(super) fn score(results: Results) -> String {
    let Results {
        wins,
        draws,
        losses,
    } = results;
    let share = match results.games() {
        0 => 0.5,
        games => (f64::from(wins) + f64::from(draws) / 2.0) / f64::from(games),
    };
    format!("+{wins} ={draws} -{losses}, {}", percent(share))
}

/// What a move has cost on average.
fn costs(effort: &Effort) -> String {
    if effort.moves == 0 {
        return "no moves".to_owned();
    }
    let moves = u32::try_from(effort.moves).unwrap_or(u32::MAX);
    let cpu = match effort.cpu {
        Some(cpu) => format!("{:.3} ms CPU", (cpu / moves).as_secs_f64() * 1e3),
        None => "unknown CPU time".to_owned(),
    };
    let nodes = match effort.nodes {
        0 => String::new(),
        nodes => format!(", {} nodes", nodes / effort.moves),
    };
    format!("{} moves, each {cpu}{nodes}", effort.moves)
}

fn line(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    writeln!(f, "  {name:10} {value}")
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// The difference in strength with its interval.
pub(super) fn elo(pairs: Pairs) -> String {
    let elo = pairs.elo();
    let [least, likely, most] = [elo.least, elo.likely, elo.most].map(signed);
    format!("{likely} [{least}, {most}]")
}

fn signed(elo: f64) -> String {
    if elo.is_infinite() {
        return if elo > 0.0 { "+∞" } else { "-∞" }.to_owned();
    }
    // Without the sign of a zero that is rounded.
    format!("{:+.0}", elo.round() + 0.0)
}
