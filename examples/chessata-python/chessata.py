"""Chess in a terminal, in the Chessata dialect (docs/dialects/chessata.md).

    pip install websockets
    python chessata.py ws://127.0.0.1:8000 CODE NAME

The next client with the same code is your opponent; later ones watch. Type a move (`e2e4`, `e7e8 knight`),
`surrender`, or any other text to chat.
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
    """Parses a typed line into a client frame."""
    if move := MOVE.fullmatch(line):
        start, end, promotion = move.groups()
        return {"type": "move", "start": start, "end": end} | (
            {"promotion": promotion} if promotion else {}
        )
    if line == "surrender":
        return {"type": "surrender"}
    return {"type": "chat", "message": line}


def board_of(state):
    """Renders the board with coordinates, White at the bottom."""
    squares = state["board"]
    ranks = [
        f"{8 - rank} " + " ".join(FIGURES[piece] for piece in squares[rank * 8 : rank * 8 + 8])
        for rank in range(8)
    ]
    return "\n".join([*ranks, "  a b c d e f g h"])


def describe(frame, me):
    """Formats a server frame for display."""
    match frame["type"]:
        case "init":
            return f"You are a {frame['role']}."
        case "start":
            watching = frame["color"] == "undefined"
            return "The game has started." if watching else f"You play {frame['color']}."
        case "game_state":
            turn = "Your turn." if frame["player_turn_id"] == me else "Your opponent's turn."
            return f"{board_of(frame)}\n{turn}"
        case "join":
            return f"{frame['username']} joined."
        case "leave":
            return f"{frame['username']} left."
        case "chat":
            return f"{frame['username']}: {frame['message']}"
        case "end_of_game":
            return f"Game over: {frame['result'].replace('_', ' ')}."
        case _:
            return frame["message"]


async def receive(socket):
    """Prints server frames until the connection closes."""
    me = None
    try:
        async for text in socket:
            frame = json.loads(text)
            me = frame["user_id"] if frame["type"] == "init" else me
            print(describe(frame, me), flush=True)
    except ConnectionClosed as end:
        print(f"Connection lost: {end}", flush=True)


async def send(socket):
    """Sends typed lines until the end of input."""
    while line := await asyncio.to_thread(sys.stdin.readline):
        if line.strip():
            await socket.send(json.dumps(frame_of(line.strip())))


async def main(server, code, name):
    async with connect(f"{server}/ws/api/{quote(name, safe='')}/{quote(code, safe='')}/") as socket:
        receiving, sending = asyncio.create_task(receive(socket)), asyncio.create_task(send(socket))
        await asyncio.wait([receiving, sending], return_when=asyncio.FIRST_COMPLETED)
        sending.cancel()


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    try:
        asyncio.run(main(*sys.argv[1:]))
    except OSError as error:
        sys.exit(f"Cannot reach the server: {error}")
