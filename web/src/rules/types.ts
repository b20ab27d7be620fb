// Generated from the types of crates/wasm: RAUM_UPDATE=1 cargo test -p raum-wasm

/**
 * Which game is played.
 */
export type Kind = "chess" | "space" | "tictactoe";

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
 * What a page must know of a kind before there is a game: `title` is its name for people, `sides` are
 * its names for the first and the second side.
 */
export type KindFacts = { kind: Kind, title: string, extent: Extent, sides: [Side, Side], };

/**
 * A piece and where it stands.
 */
export type Piece = { cell: Cell, side: Side, role: Role, };

/**
 * A move that may be played now: its `text` for `Record.play`, its `notation` for people. `from` is
 * null where a piece is put on the board.
 */
export type LegalMove = { text: string, notation: string, from: Cell | null, to: Cell, promotion: Role | null, };

/**
 * A move that was made, as machines and as people write it.
 */
export type MadeMove = { text: string, notation: string, };

/**
 * The end of a game by its rules. A draw has a `winner` too, nobody: both have the same fields.
 */
export type Outcome = { "result": "win", reason: Win, winner: Side, } | { "result": "draw", reason: Draw, winner: null, };

/**
 * A position by its `text` and its pieces, what can be done in it, and whether it is the end. `check`
 * is the cell of the king in check.
 */
export type Position = { kind: Kind, text: string, turn: Side, pieces: Array<Piece>, legal: Array<LegalMove>, check: Cell | null, outcome: Outcome | null, claims: Array<Claim>, };
