// Counts the leaves of a game tree with Jocly's own move generator, as its engine calls it, without the promises of its
// public interface: `node perft.mjs raumschach|classic-chess DEPTH ROUNDS`. Prints the leaves and the best time in seconds.

import { createRequire } from "node:module";

const Jocly = createRequire(import.meta.url)("jocly");
const [name, depth, rounds] = process.argv.slice(2);

const { game } = await Jocly.createMatch(name);
game.mCurrentLevel = -1;

function perft(board, depth) {
  board.mMoves = [];
  board.GenerateMoves(game);
  if (depth === 1) return board.mMoves.length;
  let leaves = 0;
  for (let index = 0; index < board.mMoves.length; index++) {
    const next = board.MakeAndApply(game, index);
    next.mWho = -board.mWho;
    leaves += perft(next, depth - 1);
  }
  return leaves;
}

let [leaves, best] = [0, Infinity];
for (let round = 0; round < Number(rounds); round++) {
  const begin = process.hrtime.bigint();
  leaves = perft(game.CloneBoard(game.mBoard), Number(depth));
  best = Math.min(best, Number(process.hrtime.bigint() - begin) / 1e9);
}
console.log(`${leaves} ${best}`);
process.exit(0);
