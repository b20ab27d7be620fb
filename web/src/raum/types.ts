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
 * The type of a piece.
 */
export type Role = "king" | "queen" | "rook" | "bishop" | "knight" | "unicorn" | "pawn" | "mark";

/**
 * The reason for a win.
 */
export type Win = "checkmate" | "line";

/**
 * The reason for a draw that needs no claim.
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
 * `hasRanks` is whether the sides face each other across numbered ranks, `hasClaims` whether players can claim draws.
 * `positionFormat` names the format of position texts if other programs know it.
 *
 * Generated into a file: a page shows them before it has the rules.
 */
export type KindFacts = { kind: Kind, title: string, extent: Extent, sides: [Side, Side], hasRanks: boolean, hasClaims: boolean, positionFormat: string | null, };

/**
 * A piece on the board.
 */
export type Piece = { cell: Cell, side: Side, role: Role, };

/**
 * A legal move: its `text` for `play`, its `notation` for people, and the piece that it captures. `from` is null if the
 * move places a new piece.
 */
export type LegalMove = { text: string, notation: string, from: Cell | null, to: Cell, promotion: Role | null, captures: Role | null, };

/**
 * A move that was played: its `text` for `play`, its `notation` for people, and the piece that it captured.
 */
export type MadeMove = { text: string, notation: string, captures: Role | null, };

/**
 * How the rules ended a game. The `winner` of a draw is null.
 */
export type Outcome = { "result": "win", reason: Win, winner: Side, } | { "result": "draw", reason: Draw, winner: null, };

/**
 * The effects of earlier moves on a position: each side's rights to castle on the queen's side and on the king's side, the
 * cell where a pawn can be captured en passant, the plies since the last capture or pawn move, and the number of the next
 * move.
 */
export type History = { castling: [[boolean, boolean], [boolean, boolean]], enPassant: Cell | null, halfmoveClock: number, moveNumber: number, };

/**
 * A position: its `text` and pieces, the last move, the legal moves, and the outcome if the game is over by the rules.
 * `check` is the cell of the king in check; `claims` are the draws that the side to move may claim.
 */
export type Position = { kind: Kind, text: string, turn: Side, pieces: Array<Piece>, lastMove: LastMove | null, legal: Array<LegalMove>, check: Cell | null, outcome: Outcome | null, claims: Array<Claim>, history: History | null, };

/**
 * The phase of a room: a seat is free, a game is in progress, the game is over, the room is closed.
 */
export type Phase = "waiting" | "playing" | "over" | "closed";

/**
 * Why a game ended.
 */
export type Reason = "checkmate" | "line" | "stalemate" | "dead-position" | "fivefold-repetition" | "seventy-five-moves" | "full-board" | "threefold-repetition" | "fifty-moves" | "agreement" | "resignation" | "time" | "absence" | "leaving" | "interrupted" | "aborted" | "no-first-move";

/**
 * A computer in a seat. Unless it is `instant`, it takes a natural time to think.
 */
export type Machine = { level: number, instant: boolean, };

/**
 * A taken seat. Its `side` is null until sides are assigned. Times are milliseconds since 1970, null while the member is
 * connected. A `machine` is never away.
 */
export type Seat = { side: Side | null, name: string, mine: boolean, awaySince: number | null, leftAt: number | null, machine?: Machine, };

/**
 * The cells of the last move; `from` is null if the move placed a new piece.
 */
export type LastMove = { from: Cell | null, to: Cell, };

/**
 * The time that the first and the second side have left, and the side whose clock is running.
 */
export type Clocks = { leftMillis: [number, number], running: Side | null, };

/**
 * A side's request to go back to the position after `ply` moves.
 */
export type Takeback = { side: Side, ply: number, };

/**
 * How a game ended. The winner is null for a draw and for a game without a result.
 */
export type Ending = { winner: Side | null, reason: Reason, };

/**
 * A chat message: the entry `seq` of its room. `mine` is whether the viewing member wrote it.
 */
export type ChatLine = { seq: number, name: string, text: string, at: number, mine: boolean, };

/**
 * The commands that the room would accept now: `play` with the first legal move, `claimAbsence` for a win, `undo` and
 * `redo` to `undoTo` and `redoTo`, `seatMachine` and `setLevel` with the first level.
 */
export type May = { takeSeat: boolean, rename: boolean, play: boolean, resign: boolean, abort: boolean, offerDraw: boolean, acceptDraw: boolean, declineDraw: boolean, claimDraw: boolean, claimAbsence: boolean, askTakeback: boolean, acceptTakeback: boolean, declineTakeback: boolean, askRematch: boolean, undo: boolean, redo: boolean, say: boolean, seatMachine: boolean, takeOver: boolean, setLevel: boolean, leave: boolean, };

/**
 * Why the room refused a command: a stable code and a message for people.
 */
export type Refused = { code: string, message: string, };

/**
 * A room as one member sees it at one moment.
 *
 * - `game` is the number of the current or last game, from 1; 0 before the first.
 * - `side` is the member's side; with both seats, the side to move.
 * - `watchers` are the names of the spectators who gave one.
 * - `position` lists legal moves only while the member may play one.
 * - `redo` is the number of moves that can be redone; `undoTo` and `redoTo` are the plies at which the member is next to
 *   move, so that both moves against a machine are undone together.
 * - `claimInMillis` is the time until the member may claim the game of an absent opponent; null while the opponent is
 *   connected.
 * - `isPaired` is whether the lobby has paired the members; `firstMoveBy` is the time by which the side to move then has to
 *   make its first move, in milliseconds since 1970.
 * - `rematch` lists the sides that have asked for a rematch.
 * - `unanswered` is the number of commands without a response, `refused` the refusal of the last command.
 * - `pending` is whether the last of `moves` is such a command. `position` is then the position after it.
 */
export type View = { kind: Kind, phase: Phase, game: number, side: Side | null, seats: Array<Seat>, spectators: number, watchers: Array<string>, position: Position, moves: Array<MadeMove>, redo: number, undoTo: number | null, redoTo: number | null, clocks: Clocks | null, claimInMillis: number | null, isPaired: boolean, firstMoveBy: number | null, drawOffer: Side | null, takeback: Takeback | null, rematch: Array<Side>, ending: Ending | null, chat: Array<ChatLine>, may: May, unanswered: number, pending: boolean, refused: Refused | null, };

/**
 * A situation in which a machine has to act: it is its turn, or it has been offered a draw.
 *
 * - `key` identifies the situation; the answer repeats it.
 * - `moves` are the moves played from the position text `start`.
 * - `game` is the number of the game, which varies the machine's games together with its `seed`.
 * - `lastOffer` is the ply at which the machine last offered a draw.
 * - `leftMillis` is the time that the machine has left, and `incrementMillis` the time added after each move; both are
 *   null without a clock.
 * - `notBefore` is the earliest time for the answer.
 */
export type Thought = { key: number, kind: Kind, side: Side, level: number, seed: number, game: number, start: string, moves: Array<string>, drawOffered: boolean, lastOffer: number | null, leftMillis: number | null, incrementMillis: number | null, notBefore: number, };

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
 * The spectator's name.
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
ply: number, } | { "type": "resign" } | { "type": "abort" } | { "type": "offer-draw" } | { "type": "accept-draw" } | { "type": "decline-draw" } | { "type": "claim-draw" } | { "type": "claim-absence", 
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
text: string, } | { "type": "seat-machine", 
/**
 * Its level, from 1.
 */
level: number, 
/**
 * Its side, if there is a choice.
 */
side?: "first" | "second", 
/**
 * Whether it moves as soon as it can.
 */
instant?: boolean, } | { "type": "take-over" } | { "type": "set-level", 
/**
 * The new level.
 */
level: number, } | { "type": "leave" };
