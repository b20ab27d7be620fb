// Generated from crates/wasm: RAUM_UPDATE=1 cargo test -p raum-wasm

/**
 * A kind of game.
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
 * A cell of a board: file `x`, rank `y`, level `z`, each from 0.
 */
export type Cell = { x: number, y: number, z: number, };

/**
 * The size of a board: the number of files, ranks and levels.
 */
export type Extent = { x: number, y: number, z: number, };

/**
 * The facts about a kind: `title` is its name for people, `sides` are its names for the first and the second side.
 */
export type KindFacts = { kind: Kind, title: string, extent: Extent, sides: [Side, Side], };

/**
 * A piece on the board.
 */
export type Piece = { cell: Cell, side: Side, role: Role, };

/**
 * A legal move: its `text` for `play`, its `notation` for people. `from` is null if the move places a new piece.
 */
export type LegalMove = { text: string, notation: string, from: Cell | null, to: Cell, promotion: Role | null, };

/**
 * A move that was played: its `text` for `play`, its `notation` for people.
 */
export type MadeMove = { text: string, notation: string, };

/**
 * How the rules ended a game. The `winner` of a draw is null.
 */
export type Outcome = { "result": "win", reason: Win, winner: Side, } | { "result": "draw", reason: Draw, winner: null, };

/**
 * A position: its `text` and pieces, the last move, the legal moves, and the outcome if the game is over by the rules.
 * `check` is the cell of the king in check; `claims` are the draws that the side to move may claim.
 */
export type Position = { kind: Kind, text: string, turn: Side, pieces: Array<Piece>, lastMove: LastMove | null, legal: Array<LegalMove>, check: Cell | null, outcome: Outcome | null, claims: Array<Claim>, };

/**
 * The phase of a room: a seat is free, a game is in progress, the game is over, the room is closed.
 */
export type Phase = "waiting" | "playing" | "over" | "closed";

/**
 * Why a game ended.
 */
export type Reason = "checkmate" | "line" | "stalemate" | "dead-position" | "fivefold-repetition" | "seventy-five-moves" | "full-board" | "threefold-repetition" | "fifty-moves" | "agreement" | "resignation" | "time" | "absence" | "leaving" | "interrupted";

/**
 * A taken seat. Its `side` is null until it is settled; times are milliseconds since 1970, null while
 * the holder is here.
 */
export type Seat = { side: Side | null, name: string, mine: boolean, awaySince: number | null, leftAt: number | null, };

/**
 * The cells of the last move; `from` is null if the move placed a new piece.
 */
export type LastMove = { from: Cell | null, to: Cell, };

/**
 * The milliseconds that the first and the second side have left, and whose are running.
 */
export type Clocks = { leftMillis: [number, number], running: Side | null, };

/**
 * A side's wish to go back to the position after `ply` moves.
 */
export type Takeback = { side: Side, ply: number, };

/**
 * How a game ended. Nobody wins a draw.
 */
export type Ending = { winner: Side | null, reason: Reason, };

/**
 * What somebody said, and when; `mine` if it was the member who looks.
 */
export type ChatLine = { name: string, text: string, at: number, mine: boolean, };

/**
 * The commands that the room would accept now: `play` with the first legal move, `claimAbsence` for a win, `undo` and
 * `redo` by one move.
 */
export type May = { takeSeat: boolean, rename: boolean, play: boolean, resign: boolean, offerDraw: boolean, acceptDraw: boolean, declineDraw: boolean, claimDraw: boolean, claimAbsence: boolean, askTakeback: boolean, acceptTakeback: boolean, declineTakeback: boolean, askRematch: boolean, undo: boolean, redo: boolean, say: boolean, leave: boolean, };

/**
 * Why a command was not done: a stable code, and a sentence for people.
 */
export type Refused = { code: string, message: string, };

/**
 * A room as one member sees it at one moment. `side` is the side that the member plays, in both seats
 * the side to move; `redo` is how many undone moves can be redone; `game` counts the room's games from
 * 1, and is 0 before the first. `position` lists legal moves only while the member may make one.
 * `watchers` are the names of spectators who gave one. `claimInMillis` is how long the opponent has to
 * stay away for the game to be claimed, null while they are here. `rematch` are the sides that want
 * another game. `unanswered` is how many commands wait for an
 * answer, `refused` why the last one that was answered was not done. `pending` tells that the last of
 * `moves` is one of those: `position` is already the one after it.
 */
export type View = { kind: Kind, phase: Phase, game: number, side: Side | null, seats: Array<Seat>, spectators: number, watchers: Array<string>, position: Position, moves: Array<MadeMove>, redo: number, clocks: Clocks | null, claimInMillis: number | null, drawOffer: Side | null, takeback: Takeback | null, rematch: Array<Side>, ending: Ending | null, chat: Array<ChatLine>, may: May, unanswered: number, pending: boolean, refused: Refused | null, };

/**
 * A result to claim from an absent opponent.
 */
export type AbsenceResult = "win" | "draw";

/**
 * A command from a client.
 */
export type Command = { "type": "take-seat", 
/**
 * The member's name.
 */
name: string, 
/**
 * The preferred side, if the room lets members choose.
 */
side?: "first" | "second", } | { "type": "watch", 
/**
 * What to be called among those who watch.
 */
name?: string, } | { "type": "rename", 
/**
 * The new name.
 */
name: string, } | { "type": "play", 
/**
 * The move.
 */
move: string, 
/**
 * The number of moves before it. A move for another position is refused.
 */
ply: number, } | { "type": "resign" } | { "type": "offer-draw" } | { "type": "accept-draw" } | { "type": "decline-draw" } | { "type": "claim-draw" } | { "type": "claim-absence", 
/**
 * The result to claim.
 */
result: AbsenceResult, } | { "type": "ask-takeback" } | { "type": "accept-takeback" } | { "type": "decline-takeback" } | { "type": "ask-rematch" } | { "type": "undo", 
/**
 * The ply to go back to.
 */
ply: number, } | { "type": "redo", 
/**
 * The ply to go forward to.
 */
ply: number, } | { "type": "say", 
/**
 * The sender's name, if it has no seat.
 */
name?: string, 
/**
 * The message.
 */
text: string, } | { "type": "leave" };
