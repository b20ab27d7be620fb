// Generated from crates/wasm: RAUM_UPDATE=1 cargo test -p raum-wasm

import type { Reason } from './types.js'

/** Endings of a game by the messages that report them. */
export const ENDINGS: { [message: string]: { winner: 'first' | 'second' | null; reason: Reason } } = {
  "Black wins because the other side left.": {"winner":"second","reason":"leaving"},
  "Black wins because the other side was away too long.": {"winner":"second","reason":"absence"},
  "Black wins by resignation.": {"winner":"second","reason":"resignation"},
  "Black wins on time.": {"winner":"second","reason":"time"},
  "The game has no result: a player aborted it.": {"winner":null,"reason":"aborted"},
  "The game has no result: a player didn't make the first move in time.": {"winner":null,"reason":"no-first-move"},
  "The game has no result: the server restarted and a player couldn't reconnect.": {"winner":null,"reason":"interrupted"},
  "The game is drawn because neither side can win.": {"winner":null,"reason":"dead-position"},
  "The game is drawn because the board is full.": {"winner":null,"reason":"full-board"},
  "The game is drawn because the other side left.": {"winner":null,"reason":"leaving"},
  "The game is drawn because the other side was away too long.": {"winner":null,"reason":"absence"},
  "The game is drawn by a line.": {"winner":null,"reason":"line"},
  "The game is drawn by agreement.": {"winner":null,"reason":"agreement"},
  "The game is drawn by checkmate.": {"winner":null,"reason":"checkmate"},
  "The game is drawn by fifty moves without a capture or a pawn move.": {"winner":null,"reason":"fifty-moves"},
  "The game is drawn by fivefold repetition.": {"winner":null,"reason":"fivefold-repetition"},
  "The game is drawn by resignation.": {"winner":null,"reason":"resignation"},
  "The game is drawn by seventy-five moves without a capture or a pawn move.": {"winner":null,"reason":"seventy-five-moves"},
  "The game is drawn by stalemate.": {"winner":null,"reason":"stalemate"},
  "The game is drawn by threefold repetition.": {"winner":null,"reason":"threefold-repetition"},
  "The game is drawn on time.": {"winner":null,"reason":"time"},
  "White wins because the other side left.": {"winner":"first","reason":"leaving"},
  "White wins because the other side was away too long.": {"winner":"first","reason":"absence"},
  "White wins by resignation.": {"winner":"first","reason":"resignation"},
  "White wins on time.": {"winner":"first","reason":"time"},
}
