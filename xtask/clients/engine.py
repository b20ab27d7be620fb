"""Plays whole games with python-chess, which logs a warning for every line that it cannot make sense of:
`engine.py PATH/TO/raum`."""

import logging
import sys

import chess
import chess.engine

LIMITS = [
    chess.engine.Limit(nodes=300),
    chess.engine.Limit(depth=3),
    chess.engine.Limit(time=0.01),
    chess.engine.Limit(white_clock=1.0, black_clock=0.5, white_inc=0.01, black_inc=0.01),
    chess.engine.Limit(white_clock=0.001, black_clock=0.001),
    chess.engine.Limit(white_clock=5, black_clock=5, remaining_moves=2, nodes=500),
]
PLIES_MAX = 400


class Complaints(logging.Handler):
    """Collects warnings and errors."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.texts = []

    def emit(self, record):
        self.texts.append(record.getMessage())


def play(engine, board, limits):
    """Plays until the game is over, beyond draws that only a claim would end. The board refuses illegal moves."""
    game = object()
    while not board.is_game_over() and board.ply() < PLIES_MAX:
        limit = limits[board.ply() % len(limits)]
        result = engine.play(board, limit, game=game, info=chess.engine.INFO_ALL, ponder=board.ply() % 7 == 0)
        assert result.move is not None, board.fen()
        assert result.info["pv"][0] == result.move, (result.info, result.move)
        assert "score" in result.info and "nodes" in result.info, result.info
        board.push(result.move)
    assert board.is_game_over() or board.ply() == PLIES_MAX, board.fen()


def analyse(engine):
    """Several lines, first moves, mates, and an analysis without an end."""
    board = chess.Board()
    lines = engine.analyse(board, chess.engine.Limit(depth=3), multipv=3)
    assert len({line["pv"][0] for line in lines}) == 3, lines
    moves = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h4")]
    assert engine.play(board, chess.engine.Limit(nodes=500), root_moves=moves).move in moves
    mate = engine.analyse(chess.Board("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1"), chess.engine.Limit(mate=2))
    assert mate["score"].white() == chess.engine.Mate(2), mate
    mated = chess.Board("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
    assert engine.play(mated, chess.engine.Limit(depth=3)).move is None
    with engine.analysis(board) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 4:
                break
        analysis.stop()
        assert analysis.wait().move is not None


def main(raum):
    complaints = Complaints()
    logging.getLogger("chess.engine").addHandler(complaints)
    with chess.engine.SimpleEngine.popen_uci([raum, "engine"], timeout=60) as engine:
        engine.configure({"Hash": 8, "Threads": 2})
        play(engine, chess.Board(), LIMITS)
        engine.configure({"Threads": 1, "Level": 3})
        play(engine, chess.Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"), LIMITS)
        engine.configure({"Level": 8, "UCI_LimitStrength": True, "UCI_Elo": 1000})
        play(engine, chess.Board("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"), LIMITS)
        engine.configure({"UCI_LimitStrength": False})
        engine.ping()
        analyse(engine)
        engine.quit()
    assert complaints.texts == [], complaints.texts


main(sys.argv[1])
