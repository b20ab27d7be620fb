// A game of Jocly's Raumschach, with the moves in raum's text.

import { createRequire } from "node:module";

const Jocly = createRequire(import.meta.url)("jocly");

// Jocly writes `PAa2-Aa3`, `NAb1xAc3+` and `PEe4-Ee5=Q`; raum writes `Aa2Aa3`, `Ab1Ac3` and `Ee4Ee5Q`.
const MOVE = /([A-E][a-e][1-5])[-x]([A-E][a-e][1-5])(?:=([A-Z]))?/;

/** The names of Jocly's levels, the weakest first. */
export async function levelNames() {
  const config = await Jocly.getGameConfig("raumschach");
  return config.model.levels.map((level) => level.name);
}

export class Game {
  #match;
  #played = [];

  static async start() {
    const game = new Game();
    game.#match = await Jocly.createMatch("raumschach");
    return game;
  }

  /** Jocly's moves by raum's text. */
  async legal() {
    const moves = await this.#match.getPossibleMoves();
    const texts = moves.length > 0 ? await this.#match.getMoveString(moves) : [];
    return new Map(texts.map((text, index) => [translate(text), moves[index]]));
  }

  /** Plays moves from the start, of which it has played some already. Throws at a move that Jocly does not know. */
  async replay(texts) {
    const isPrefix = this.#played.every((text, index) => text === texts[index]);
    if (!isPrefix) {
      await this.#match.rollback(0);
      this.#played = [];
    }
    for (const text of texts.slice(this.#played.length)) await this.play(text);
  }

  async play(text) {
    const move = (await this.legal()).get(text);
    if (move === undefined) throw new Error(`Jocly has no legal move ${text}`);
    await this.#match.playMove(move);
    this.#played.push(text);
  }

  /** Whether Jocly considers the game over. */
  async isOver() {
    return (await this.#match.getFinished()).finished;
  }

  /** The move that a level chooses. */
  async search(levelName) {
    const config = await this.#match.getConfig();
    const level = config.model.levels.find((level) => level.name === levelName);
    const { move } = await this.#match.machineSearch({ level });
    return translate(await this.#match.getMoveString(move));
  }
}

function translate(text) {
  const parts = MOVE.exec(text);
  if (parts === null) throw new Error(`Jocly's move ${text} has an unknown form`);
  return parts[1] + parts[2] + (parts[3] ?? "");
}
