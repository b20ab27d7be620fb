"""Plays Stockfish against raum's engine in rooms, both seated by `raum play`, and replays the games with python-chess:
`play.py PATH/TO/raum http://HOST:PORT`. The variable STOCKFISH is the path of Stockfish."""

import io
import json
import os
import subprocess
import sys
import urllib.request

import chess.pgn

SECONDS_MAX = 300
# How each game is played: the house rules that differ from the defaults, and the limits of both engines.
GAMES = [
    ({}, ["nodes=2000", "nodes=2000"]),
    ({"clock": {"initialMillis": 4000, "incrementMillis": 50}}, ["option.Threads=1", "option.Hash=8"]),
]
DEFAULTS = {
    "spectators": True, "chat": False, "passKey": False, "opener": None, "solo": False, "takeback": True, "clock": None,
    "leaver": {"type": "keeps-seat", "graceMillis": 60000}, "rematch": "swap-sides",
}


def open_room(server, rules):
    body = json.dumps({"kind": "chess", "rules": DEFAULTS | rules}).encode()
    request = urllib.request.Request(f"{server}/api/rooms", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as response:
        return json.load(response)["room"]


def play(raum, server, stockfish, rules, limits):
    """Plays two games, with both engines on both sides."""
    room = open_room(server, rules)
    engines = [f"'{stockfish}'; {limits[0]}", f"'{raum}' engine; {limits[1]}"]
    bots = [
        subprocess.Popen([raum, "play", f"{server}/r/{room}", "--games", "2", "--engine", engine], stdout=subprocess.PIPE)
        for engine in engines
    ]
    try:
        outputs = [bot.communicate(timeout=SECONDS_MAX)[0].decode() for bot in bots]
    finally:
        for bot in bots:
            bot.kill()
    assert [bot.returncode for bot in bots] == [0, 0], outputs
    assert "against Stockfish" in outputs[1], outputs
    for number in (1, 2):
        with urllib.request.urlopen(f"{server}/api/rooms/{room}/pgn?game={number}") as response:
            pgn = response.read().decode()
        game = chess.pgn.read_game(io.StringIO(pgn))
        assert not game.errors, (game.errors, pgn)
        assert game.headers["Result"] in ("1-0", "0-1", "1/2-1/2"), pgn
        board = game.end().board()
        # On a busy machine, an engine may lose on time.
        if "(time)" not in outputs[0]:
            assert board.outcome() is not None, f"ended by something other than the rules: {pgn}"
            assert board.result() == game.headers["Result"], pgn
        print(f"{game.headers['White']} v {game.headers['Black']}: {game.headers['Result']}, {board.ply()} plies", flush=True)


def main():
    raum, server = sys.argv[1:]
    stockfish = os.environ.get("STOCKFISH", "/usr/games/stockfish")
    if not os.access(stockfish, os.X_OK):
        sys.exit(f"{stockfish} is missing: `make setup` installs it")
    for rules, limits in GAMES:
        play(raum, server, stockfish, rules, limits)


main()
