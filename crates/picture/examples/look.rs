//! Writes a picture of each kind, to look at: `cargo run -p raum-picture --example look FOLDER`.

use std::{env, error::Error, fs, path::PathBuf};

use raum_picture::{Picture, png, svg};
use raum_rules::{Game, Kind};

fn main() -> Result<(), Box<dyn Error>> {
    let folder: PathBuf = env::args_os().nth(1).ok_or("which folder?")?.into();
    for kind in Kind::ALL {
        let (mut game, mut last) = (kind.start(), Vec::new());
        for _ in 0..5 {
            let legal = game.legal();
            let Some(mv) = legal.get(3) else { break };
            last = mv.from.into_iter().chain([mv.to]).collect();
            game = game.play(*mv)?;
        }
        let picture = Picture {
            game: &game,
            last,
            words: "After five moves. Anybody with the link may watch.",
        };
        let png = png(&svg(&picture)).ok_or("not rendered")?;
        fs::write(folder.join(format!("{kind}.png")), png)?;
    }
    Ok(())
}
