"""Chess in a terminal, by Chessata (docs/dialects/chessata.md).

    pip install websockets
    python chessata.py ws://127.0.0.1:8000 CODE NAME

Whoever comes to the same code plays against you; who comes later watches. Type a move (`e2e4`, `e7e8 knight`),
`surrender`, or anything else to say it.
"""

import asyncio
import json
import re
import sys
from urllib.parse import quote

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

FIGURES = {0: "·", 1: "♙", 2: "♖", 3: "♘", 4: "♗", 5: "♕", 6: "♔"} | {
    -1: "♟", -2: "♜", -3: "♞", -4: "♝", -5: "♛", -6: "♚",
}  # fmt: skip
MOVE = re.compile(r"([a-h][1-8])([a-h][1-8])(?: (queen|rook|bishop|knight))?")


def frame_of(line):
    """What a typed line asks of the server."""
    if move := MOVE.fullmatch(line):
        start, end, promotion = move.groups()
        return {"type": "move", "start": start, "end": end} | (
            {"promotion": promotion} if promotion else {}
        )
    if line == "surrender":
        return {"type": "surrender"}
    return {"type": "chat", "message": line}


def board_of(state):
    """The board with its coordinates, White at the bottom."""
    squares = state["board"]
    ranks = [
        f"{8 - rank} " + " ".join(FIGURES[piece] for piece in squares[rank * 8 : rank * 8 + 8])
        for rank in range(8)
    ]
    return "\n".join([*ranks, "  a b c d e f g h"])


def told(frame, me):
    """A frame as a person reads it."""
    match frame["type"]:
        case "init":
            return f"You are a {frame['role']}."
        case "start":
            watching = frame["color"] == "undefined"
            return "The game begins." if watching else f"You play {frame['color']}."
        case "game_state":
            turn = "Your turn." if frame["player_turn_id"] == me else "Their turn."
            return f"{board_of(frame)}\n{turn}"
        case "join":
            return f"{frame['username']} comes."
        case "leave":
            return f"{frame['username']} goes."
        case "chat":
            return f"{frame['username']}: {frame['message']}"
        case "end_of_game":
            return f"The end: {frame['result'].replace('_', ' ')}."
        case _:
            return frame["message"]


async def hear(socket):
    """Prints what the server says, until it has nothing more to say."""
    me = None
    try:
        async for text in socket:
            frame = json.loads(text)
            me = frame["user_id"] if frame["type"] == "init" else me
            print(told(frame, me), flush=True)
    except ConnectionClosed as end:
        print(f"The connection is lost: {end}", flush=True)


async def speak(socket):
    """Sends what is typed, until nothing more is."""
    while line := await asyncio.to_thread(sys.stdin.readline):
        if line.strip():
            await socket.send(json.dumps(frame_of(line.strip())))


async def main(server, code, name):
    async with connect(f"{server}/ws/api/{quote(name, safe='')}/{quote(code, safe='')}/") as socket:
        hearing, speaking = asyncio.create_task(hear(socket)), asyncio.create_task(speak(socket))
        await asyncio.wait([hearing, speaking], return_when=asyncio.FIRST_COMPLETED)
        speaking.cancel()


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    try:
        asyncio.run(main(*sys.argv[1:]))
    except OSError as error:
        sys.exit(f"The server cannot be reached: {error}")
