/** The ladder of levels: which ones this browser has beaten, and which suits it next. Never a rating. */

import { gameAddress } from "../addresses.js";
import { api } from "../api.js";
import { keepSeats } from "../seats.js";
import { keep, recall } from "../storage.js";

/** @import { SeatShape, SideLetter as Side } from "../wire.js" */
/** @import { LiveGame } from "./game-state.js" */
/** @typedef {{ won: boolean, lostInRow: number, last: string }} Rung  last: the game that counted last */
/** @typedef {Record<number, Rung>} Ladder */
/** @typedef {{ level: number, text: string }} Suggestion */

const KEY = "gajah.ladder";
/** The strongest level of gajah. */
const TOP_LEVEL = 10;
const LOSSES_TO_GO_DOWN = 2;

/**
 * Remembers how a game against a level ended.
 * @param {LiveGame} live
 * @returns {Suggestion | null} the level to play next, where another one suits better
 */
export function climb({ game, seats }) {
  const [own] = seats;
  const { winner } = game.result ?? {};
  // A game with a handicap or from a chosen position says nothing about the level.
  if (seats.length !== 1 || !own || !winner || game.start || game.handicap || game.imported) return null;
  const level = levelOf(own === "g" ? game.silver : game.gold);
  if (!level) return null;
  const ladder = counted(recall(KEY), level, game.id, winner === own);
  keep(KEY, ladder);
  return suggestion(ladder, level, winner === own);
}

/** @param {SeatShape} seat @returns {number | null} */
function levelOf({ kind, player }) {
  const level = /^gajah:level=(\d+)$/.exec(player)?.[1];
  return kind === "bot" && level ? Number(level) : null;
}

/**
 * @param {Ladder} ladder @param {number} level @param {string} game  two windows of it count once
 * @param {boolean} won @returns {Ladder}
 */
export function counted(ladder, level, game, won) {
  const { won: wonBefore = false, lostInRow = 0, last = "" } = ladder[level] ?? {};
  if (last === game) return ladder;
  return { ...ladder, [level]: { won: won || wonBefore, lostInRow: won ? 0 : lostInRow + 1, last: game } };
}

/** @param {Ladder} ladder @param {number} level @param {boolean} won @returns {Suggestion | null} */
export function suggestion(ladder, level, won) {
  if (won) {
    let next = level + 1;
    while (ladder[next]?.won) next += 1;
    if (next > TOP_LEVEL) return null;
    return { level: next, text: `You beat level ${level}. Level ${next} is the next to beat.` };
  }
  if (level === 1 || (ladder[level]?.lostInRow ?? 0) < LOSSES_TO_GO_DOWN) return null;
  return { level: level - 1, text: `Level ${level} won twice in a row. Level ${level - 1} is a little easier.` };
}

/** Starts the game that is suggested: on the same side, with the same clock. @param {LiveGame} live @param {number} level */
export async function playLevel({ game, seats }, level) {
  const own = /** @type {Side} */ (seats[0]);
  const me = { player: "human", name: (own === "g" ? game.gold : game.silver).name };
  const bot = { player: `gajah:level=${level}` };
  const [gold, silver] = own === "g" ? [me, bot] : [bot, me];
  const made = await api.post("/games", { gold, silver, control: game.control });
  keepSeats(made.game.id, made.tokens);
  location.assign(gameAddress(made.game.id));
}
