// Generated from crates/wasm: RAUM_UPDATE=1 cargo test -p raum-wasm

import type { KindFacts } from './types.js'

/** Every kind of game with its facts. */
export const FACTS: readonly KindFacts[] = [{"kind":"chess","title":"Chess","extent":{"x":8,"y":8,"z":1},"sides":["white","black"],"hasRanks":true,"hasClaims":true,"positionFormat":"FEN"},{"kind":"space","title":"Space chess","extent":{"x":5,"y":5,"z":5},"sides":["white","black"],"hasRanks":true,"hasClaims":true,"positionFormat":null},{"kind":"tictactoe","title":"Tic-tac-toe","extent":{"x":3,"y":3,"z":1},"sides":["X","O"],"hasRanks":false,"hasClaims":false,"positionFormat":null}]
