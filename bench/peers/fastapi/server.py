"""A relay for spec 1 (3D Chess Online) on the stack that it prescribes: FastAPI in one process, games in a dictionary.

Tuned: uvloop, httptools, orjson, no per-message compression, no access log. It checks whose turn it is, as the spec asks,
and passes moves on. It does not judge legality, and it stores nothing: a restart loses every game.
"""

import secrets
import socket

import orjson
import uvicorn
from fastapi import FastAPI, WebSocket, WebSocketDisconnect

COLORS = ("white", "black")
MOVE_FIELDS = {"type", "from", "to", "promotion"}
CELLS = {level + file + rank for level in "ABCDE" for file in "abcde" for rank in "12345"}
PROMOTIONS = {None, "Q", "R", "B", "N", "U"}

app = FastAPI(openapi_url=None)
games: dict[str, "Game"] = {}


class Game:
    """Two connections, and whose turn it is."""

    __slots__ = ("id", "players", "turn")

    def __init__(self, creator: WebSocket):
        self.id = secrets.token_urlsafe(8)
        self.players = [creator]
        self.turn = 0


class Refused(Exception):
    """An error for the sender: a code and a message."""


async def send(player: WebSocket, message: dict) -> None:
    await player.send_text(orjson.dumps(message).decode())


async def create(player: WebSocket) -> Game:
    game = Game(player)
    games[game.id] = game
    await send(player, {"type": "game_created", "gameId": game.id})
    return game


async def join(player: WebSocket, message: dict) -> Game:
    game = games.get(message.get("gameId"))
    if game is None:
        raise Refused("unknown_game", "The game does not exist.")
    if len(game.players) == 2 or player in game.players:
        raise Refused("seats_taken", "Both seats are taken.")
    game.players.append(player)
    if secrets.randbits(1):
        game.players.reverse()
    for other, color in zip(game.players, COLORS):
        await send(other, {"type": "game_start", "color": color})
    return game


async def move(player: WebSocket, game: Game | None, message: dict) -> None:
    if game is None or len(game.players) < 2:
        raise Refused("not_started", "The game has not started.")
    if game.players[game.turn] is not player:
        raise Refused("not_your_turn", "It is your opponent's turn.")
    valid = message.get("from") in CELLS and message.get("to") in CELLS and message.get("promotion") in PROMOTIONS
    if not valid or not message.keys() <= MOVE_FIELDS:
        raise Refused("bad_message", "The move does not conform to the schema.")
    made = orjson.dumps({**message, "type": "move_made", "by": COLORS[game.turn]}).decode()
    game.turn = 1 - game.turn
    for other in game.players:
        await other.send_text(made)


@app.websocket("/ws")
async def serve(player: WebSocket) -> None:
    await player.accept()
    game = None
    try:
        while True:
            try:
                message = orjson.loads(await player.receive_text())
                match message.get("type"):
                    case "move":
                        await move(player, game, message)
                    case "create_game":
                        game = await create(player)
                    case "join_game":
                        game = await join(player, message)
                    case _:
                        raise Refused("bad_message", "This is not a message for the server.")
            except Refused as refused:
                code, text = refused.args
                await send(player, {"type": "error", "code": code, "message": text})
            except (ValueError, AttributeError):
                await send(player, {"type": "error", "code": "bad_message", "message": "This is not a JSON object."})
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        if game is not None:
            games.pop(game.id, None)


async def main() -> None:
    listener = socket.create_server(("127.0.0.1", 0), backlog=4096)
    host, port = listener.getsockname()
    config = uvicorn.Config(
        app,
        loop="uvloop",
        http="httptools",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        access_log=False,
        log_level="warning",
        lifespan="off",
    )
    print(f"listening at http://{host}:{port}", flush=True)
    await uvicorn.Server(config).serve(sockets=[listener])


if __name__ == "__main__":
    import uvloop

    uvloop.run(main())
