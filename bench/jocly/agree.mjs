// Compares Jocly's legal moves with raum's in every position of random games: `node agree.mjs RAUM GAMES SEED`.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { Game } from "./game.mjs";

const [raum = "target/release/raum", games = "20", seed = "1"] = process.argv.slice(2);
const PLIES_MAX = 400;

const inspector = spawn(raum, ["inspect", "--batch"], { stdio: ["pipe", "pipe", "inherit"] });
const answers = createInterface({ input: inspector.stdout })[Symbol.asyncIterator]();

async function inspect(moves) {
  inspector.stdin.write(`${JSON.stringify({ kind: "space", moves })}\n`);
  return JSON.parse((await answers.next()).value);
}

// A small generator with a seed (mulberry32), so that a difference can be found again.
let state = Number(seed);
function random(below) {
  state = (state + 0x6d2b79f5) | 0;
  let number = Math.imul(state ^ (state >>> 15), 1 | state);
  number = (number + Math.imul(number ^ (number >>> 7), 61 | number)) ^ number;
  return Math.floor((((number ^ (number >>> 14)) >>> 0) / 4294967296) * below);
}

let positions = 0;
const counts = { moves: 0, "over in Jocly only": 0, "over in raum only": 0 };
for (let number = 0; number < Number(games); number++) {
  const game = await Game.start();
  const moves = [];
  for (;;) {
    const report = await inspect(moves);
    const [theirs, ours] = [[...(await game.legal()).keys()], report.legal].map((list) => list.toSorted());
    positions++;
    if (theirs.join() !== ours.join()) {
      counts.moves++;
      const without = (list, other) => list.filter((move) => !other.includes(move));
      console.log(`${report.position}: Jocly alone [${without(theirs, ours)}], raum alone [${without(ours, theirs)}]`);
      break;
    }
    const isOver = report.outcome !== null || report.claims.length > 0;
    const isOverThere = await game.isOver();
    if (isOverThere !== isOver) {
      const name = isOver ? "over in raum only" : "over in Jocly only";
      counts[name]++;
      console.log(`${name}: ${report.position} ${JSON.stringify(report.outcome)} ${report.claims}`);
    }
    if (isOver || isOverThere || moves.length >= PLIES_MAX) break;
    const move = ours[random(ours.length)];
    await game.play(move);
    moves.push(move);
  }
}
console.log(`${games} games, ${positions} positions; different:`, JSON.stringify(counts));
process.exit(counts.moves === 0 ? 0 : 1);
