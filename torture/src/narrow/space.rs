//! A pair of clients of the space chess dialect.

use std::net::{IpAddr, SocketAddr};

use raum_rules::{Game, Kind, Side};
use serde_json::{Value, json};

use super::{Acknowledged, Chance, cells};
use crate::net::Socket;

/// Creates a game, joins it, and plays to the end or `moves_max` moves.
pub async fn play(
    server: SocketAddr,
    from: IpAddr,
    chance: &mut Chance,
    moves_max: usize,
    acknowledged: &mut Acknowledged,
    report: impl Fn(),
) -> anyhow::Result<()> {
    let mut creator = Socket::connect(server, from, "/ws").await?;
    creator
        .send(json!({"type": "create_game"}).to_string())
        .await?;
    let id = until(&mut creator, "game_created").await?["gameId"].clone();
    acknowledged.room = id.as_str().map(String::from);
    let mut joiner = Socket::connect(server, from, "/ws").await?;
    joiner
        .send(json!({"type": "join_game", "gameId": id}).to_string())
        .await?;
    let creator_is_white = until(&mut creator, "game_start").await?["color"] == "white";
    until(&mut joiner, "game_start").await?;
    let mut sockets = if creator_is_white {
        [creator, joiner]
    } else {
        [joiner, creator]
    };
    let mut game = Kind::Space.start();
    while let Some(mv) = chance
        .legal(&game)
        .filter(|_| acknowledged.moves.len() < moves_max)
    {
        let (start, end, promotion) = cells(Kind::Space, mv);
        let mut frame = json!({"type": "move", "from": start, "to": end});
        if let Some(letter) = promotion {
            frame["promotion"] = json!(letter.to_string());
        }
        acknowledged.send(Kind::Space.move_text(mv));
        let mover = usize::from(game.turn() == Side::Second);
        sockets[mover].send(frame.to_string()).await?;
        for socket in &mut sockets {
            let made = until_made(socket).await?;
            // A random game usually ends in a draw that `Game::play` does not know.
            let Some(made) = made else { return Ok(()) };
            anyhow::ensure!(
                made["to"] == json!(end),
                "{made} was made instead of {frame}"
            );
            if acknowledged.sent.is_some() {
                acknowledged.receive();
                report();
            }
        }
        game = game.play(mv)?;
    }
    Ok(())
}

async fn until(socket: &mut Socket, kind: &str) -> anyhow::Result<Value> {
    loop {
        let frame: Value = serde_json::from_str(&socket.text().await?)?;
        anyhow::ensure!(frame["type"] != "error", "instead of {kind}: {frame}");
        if frame["type"] == kind {
            return Ok(frame);
        }
    }
}

/// The next `move_made`, or `None` if the game has ended in a draw.
async fn until_made(socket: &mut Socket) -> anyhow::Result<Option<Value>> {
    let frame: Value = serde_json::from_str(&socket.text().await?)?;
    if frame["code"] == "game_over" {
        return Ok(None);
    }
    anyhow::ensure!(frame["type"] == "move_made", "instead of a move: {frame}");
    Ok(Some(frame))
}
