"""Checks the exact order of Chessata frames, with a spectator, with a generic WebSocket library:
`chessata.py ws://ADDRESS:PORT`. The client in examples/ is for reading, the one in e2e/ plays against the page."""

import asyncio
import json
import sys

from websockets.asyncio.client import connect

MOVES = [("f2", "f3"), ("e7", "e5"), ("g2", "g4"), ("d8", "h4")]


async def receive(socket, kind):
    """Returns the next frame, which must be of this type."""
    async with asyncio.timeout(30):
        frame = json.loads(await socket.recv())
    assert frame["type"] == kind, frame
    return frame


async def send(socket, **frame):
    await socket.send(json.dumps(frame))


async def play(server):
    room = f"{server}/ws/api"
    async with connect(f"{room}/Ann/short/") as ann:
        names = {(await receive(ann, "init"))["user_id"]: ann}
        async with connect(f"{room}/B%C3%A9n%C3%A9/short") as ben:
            names[(await receive(ben, "init"))["user_id"]] = ben
            assert (await receive(ann, "join"))["username"] == "Béné"
            colors = {(await receive(socket, "start"))["color"]: socket for socket in (ann, ben)}
            assert sorted(colors) == ["black", "white"], colors
            async with connect(f"{room}/Cem/short/") as cem:
                await watch(ann, ben, cem, names, colors["black"])


async def watch(ann, ben, cem, names, black):
    """Plays the game to its end, with Cem as a spectator."""
    assert (await receive(cem, "init"))["role"] == "spectator"
    assert (await receive(cem, "start"))["color"] == "undefined"
    everyone = (ann, ben, cem)
    states = [await receive(socket, "game_state") for socket in everyone]
    for socket in (ann, ben):
        assert (await receive(socket, "join"))["role"] == "spectator"

    for start, end in MOVES:
        mover = names[states[0]["player_turn_id"]]
        await send(mover, type="move", start=start, end=end)
        states = [await receive(socket, "game_state") for socket in everyone]
        assert states[0] == states[1] == states[2], states
        assert len(states[0]["board"]) == 64, states

    for socket in everyone:
        assert (await receive(socket, "note"))["message"] == "The white king is in check!"
        end = await receive(socket, "end_of_game")
        assert end["result"] == "black_win", end
        assert names[end["winner_id"]] is black, end

    await send(cem, type="chat", message="schön ♛")
    for socket in everyone:
        assert (await receive(socket, "chat"))["message"] == "schön ♛"

    await ann.close()
    await receive(cem, "leave")
    await ben.close()
    await receive(cem, "leave")
    await receive(cem, "close")
    await cem.wait_closed()
    assert cem.close_code == 1000, cem.close_code


asyncio.run(play(sys.argv[1]))
