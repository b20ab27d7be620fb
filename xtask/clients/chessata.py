"""A short game of Chessata with a client library that knows nothing of raum: `chessata.py ws://ADDRESS:PORT`."""

import asyncio
import json
import sys

from websockets.asyncio.client import connect

MOVES = [("f2", "f3"), ("e7", "e5"), ("g2", "g4"), ("d8", "h4")]


async def hear(socket, kind):
    """The next frame, which is to be of this type."""
    async with asyncio.timeout(30):
        frame = json.loads(await socket.recv())
    assert frame["type"] == kind, frame
    return frame


async def say(socket, **frame):
    await socket.send(json.dumps(frame))


async def play(server):
    room = f"{server}/ws/api"
    async with connect(f"{room}/Ann/short/") as ann:
        names = {(await hear(ann, "init"))["user_id"]: ann}
        async with connect(f"{room}/B%C3%A9n%C3%A9/short") as ben:
            names[(await hear(ben, "init"))["user_id"]] = ben
            assert (await hear(ann, "join"))["username"] == "Béné"
            colors = {(await hear(socket, "start"))["color"]: socket for socket in (ann, ben)}
            assert sorted(colors) == ["black", "white"], colors
            async with connect(f"{room}/Cem/short/") as cem:
                await watch(ann, ben, cem, names, colors["black"])


async def watch(ann, ben, cem, names, black):
    """The game to its end, as Cem sees it."""
    assert (await hear(cem, "init"))["role"] == "spectator"
    assert (await hear(cem, "start"))["color"] == "undefined"
    everyone = (ann, ben, cem)
    states = [await hear(socket, "game_state") for socket in everyone]
    for socket in (ann, ben):
        assert (await hear(socket, "join"))["role"] == "spectator"

    for start, end in MOVES:
        mover = names[states[0]["player_turn_id"]]
        await say(mover, type="move", start=start, end=end)
        states = [await hear(socket, "game_state") for socket in everyone]
        assert states[0] == states[1] == states[2], states
        assert len(states[0]["board"]) == 64, states

    for socket in everyone:
        assert (await hear(socket, "note"))["message"] == "The white king is in check!"
        end = await hear(socket, "end_of_game")
        assert end["result"] == "black_win", end
        assert names[end["winner_id"]] is black, end

    await say(cem, type="chat", message="schön ♛")
    for socket in everyone:
        assert (await hear(socket, "chat"))["message"] == "schön ♛"

    await ann.close()
    await hear(cem, "leave")
    await ben.close()
    await hear(cem, "leave")
    await hear(cem, "close")
    await cem.wait_closed()
    assert cem.close_code == 1000, cem.close_code


asyncio.run(play(sys.argv[1]))
