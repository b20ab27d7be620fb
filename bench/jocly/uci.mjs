// Plays Jocly's Raumschach over UCI: `raum match raum 'node bench/jocly/uci.mjs; option.Level=medium' --kind space`.
//
// Jocly runs in this process, beside raum: nothing of it is linked or shipped. The limits of `go` do not apply, because a
// level of Jocly has its own.

import { createInterface } from "node:readline";
import { Game, levelNames } from "./game.mjs";

const say = (line) => process.stdout.write(`${line}\n`);
const levels = await levelNames();
let level = "medium";
let game = await Game.start();
let moves = [];

async function position(words) {
  if (words[0] !== "startpos") {
    say("info string Jocly plays from the start position alone");
    return;
  }
  const next = words[1] === "moves" ? words.slice(2) : [];
  await game.replay(next);
  moves = next;
}

async function go() {
  const legal = [...(await game.legal()).keys()];
  if (legal.length === 0) return say("bestmove (none)");
  if (await game.isOver()) {
    // Jocly ends some games as draws that raum's rules continue. It does not search in them.
    say("info string Jocly considers the game over");
    return say(`bestmove ${legal[moves.length % legal.length]}`);
  }
  say(`bestmove ${await game.search(level)}`);
}

function setOption(words) {
  const value = words.slice(words.indexOf("value") + 1).join(" ");
  if (words[1] === "Level" && levels.includes(value)) level = value;
  else if (words[1] !== "UCI_Variant") say(`info string no such option or value: ${words.slice(1).join(" ")}`);
}

async function answer(line) {
  const [command, ...words] = line.trim().split(/\s+/);
  switch (command) {
    case "uci":
      say("id name Jocly Raumschach");
      say("option name UCI_Variant type combo default space var space");
      say(`option name Level type combo default ${level} ${levels.map((name) => `var ${name}`).join(" ")}`);
      return say("uciok");
    case "isready":
      return say("readyok");
    case "setoption":
      return setOption(words);
    case "ucinewgame":
      game = await Game.start();
      moves = [];
      return;
    case "position":
      return position(words);
    case "go":
      return go();
    case "quit":
      process.exit(0);
  }
}

for await (const line of createInterface({ input: process.stdin })) await answer(line);
process.exit(0);
