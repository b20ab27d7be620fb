// Generated from the types of crates/wasm by RAUM_UPDATE=1 cargo test -p raum-wasm.

/**
 * Which game is played.
 */
export type Kind = "chess" | "tictactoe";

/**
 * A kind's name for a side.
 */
export type Side = "white" | "black" | "X" | "O";

/**
 * What a piece is, whichever side it belongs to.
 */
export type Role = "king" | "queen" | "rook" | "bishop" | "knight" | "unicorn" | "pawn" | "mark";

/**
 * What a game is won by.
 */
export type Win = "checkmate" | "line";

/**
 * What makes a game a draw without anybody's claim.
 */
export type Draw = "stalemate" | "dead-position" | "fivefold-repetition" | "seventy-five-moves" | "full-board";

/**
 * A draw that the side to move may claim.
 */
export type Claim = "threefold-repetition" | "fifty-moves";

/**
 * One place on a board: file `x`, rank `y`, level `z`, each from 0.
 */
export type Cell = { x: number, y: number, z: number, };

/**
 * How many files, ranks and levels a board has.
 */
export type Extent = { x: number, y: number, z: number, };

/**
 * What a page must know of a kind before there is a game.
 */
export type KindFacts = { kind: Kind, 
/**
 * The name for people.
 */
title: string, extent: Extent, 
/**
 * The names of the first and the second side.
 */
sides: [Side, Side], };

/**
 * A piece and where it stands.
 */
export type Piece = { cell: Cell, side: Side, role: Role, };

/**
 * A move that may be played now.
 */
export type LegalMove = { 
/**
 * The move as machines write it: what `Record.play` takes.
 */
text: string, 
/**
 * The move as people write it.
 */
notation: string, 
/**
 * Null where a piece is put on the board.
 */
from: Cell | null, to: Cell, promotion: Role | null, };

/**
 * A move that was made.
 */
export type MadeMove = { 
/**
 * The move as machines write it.
 */
text: string, 
/**
 * The move as people write it.
 */
notation: string, };

/**
 * The end of a game by its rules.
 */
export type Outcome = { "result": "win", reason: Win, winner: Side, } | { "result": "draw", reason: Draw, 
/**
 * Nobody: there, so that both outcomes have the same fields.
 */
winner: null, };

/**
 * A position, what can be done in it, and whether it is the end.
 */
export type Position = { kind: Kind, 
/**
 * The position text.
 */
text: string, turn: Side, pieces: Array<Piece>, legal: Array<LegalMove>, 
/**
 * The cell of the king in check.
 */
check: Cell | null, outcome: Outcome | null, claims: Array<Claim>, };
