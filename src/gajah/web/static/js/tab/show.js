/** Games as they are stored in the tab, and as the page sees them. */

import { NO_SCORE, resultWords, scoreOf, winnerOf } from "../records/endings.js";
import { sentence } from "../text.js";

/** @import { GameShape, PaceShape, ResultShape, SeatShape, SideLetter } from "../wire.js" */
/** @import { Result } from "../records/endings.js" */
/** @import { Handicap } from "../records/record.js" */
/** @import { Review, StoredNode } from "./tree.js" */

/** The player of a side; `player` is human or the name of a program. @typedef {{ player: string, name: string, taken: boolean }} StoredSeat */

/**
 * Everything about a game but what only a running one needs.
 * @typedef {object} StoredGame
 * @property {string} id
 * @property {StoredSeat} gold
 * @property {StoredSeat} silver
 * @property {string | null} control
 * @property {GameShape["state"]} state
 * @property {Result | null} result
 * @property {string} detail  more about the result
 * @property {string} score  what an imported record says; where there is a result, that counts
 * @property {string | null} start
 * @property {Handicap | null} handicap
 * @property {string} event
 * @property {number} created  in seconds
 * @property {boolean} imported
 * @property {[name: string, value: string][] | null} tags  that it was imported with
 * @property {number} turn_count
 * @property {string} position  after the played line
 * @property {Review | null} review
 * @property {boolean} no_engine
 * @property {PaceShape | null} [pace]  of a game between two programs
 * @property {import("./stored.js").StoredDraft} [draft]  of a game that was played here
 * @property {StoredNode[]} tree
 */

const HUMAN = "human";
const RATING = /^[0-9]{1,4}$/;
/** @type {{ [score: string]: string }} */
const SCORE_TEXTS = { "1-0": "Gold wins.", "0-1": "Silver wins.", "1/2-1/2": "Draw." };

/** @param {StoredGame} game @returns {string} 1-0, 0-1, 1/2-1/2 or * */
export function scoreOfGame({ result, score }) {
  return result ? scoreOf(result.winner) : score;
}

/** Was it imported from a record without a result? @param {StoredGame} game */
export function isStudy(game) {
  return game.imported && scoreOfGame(game) === NO_SCORE;
}

/**
 * A game without its turns.
 * @param {StoredGame} game
 * @param {SideLetter[]} [online]  the sides with an open page
 * @returns {GameShape}
 */
export function showGame(game, online = []) {
  const isOfBots = ![game.gold, game.silver].some(isHuman);
  return {
    id: game.id,
    gold: showSeat(game, "g", online),
    silver: showSeat(game, "s", online),
    rated: false,
    open: false,
    control: game.control,
    state: game.state,
    result: showResult(game),
    start: game.start,
    handicap: game.handicap,
    event: game.event,
    created: game.created,
    turn_count: game.turn_count,
    imported: game.imported,
    reviewed: game.review !== null,
    no_engine: game.no_engine,
    pace: isOfBots ? (game.pace ?? { paused: false, turn_s: null }) : null,
    turn_left: null,
  };
}

/** @param {StoredSeat} seat */
function isHuman({ player }) {
  return player === HUMAN;
}

/** @param {StoredGame} game @param {SideLetter} side @param {SideLetter[]} online @returns {SeatShape} */
function showSeat(game, side, online) {
  const seat = side === "g" ? game.gold : game.silver;
  const isBot = !isHuman(seat);
  return {
    name: seat.name,
    player: seat.player,
    kind: isBot ? "bot" : "human",
    taken: seat.taken || isBot,
    online: online.includes(side) || isBot,
    rating: findRating(game, side),
    account: false,
  };
}

/** The rating that an imported record gives a player, if it is a number. @param {StoredGame} game @param {SideLetter} side */
function findRating({ tags }, side) {
  const name = side === "g" ? "GoldRating" : "SilverRating";
  const text = tags?.find(([found]) => found === name)?.[1] ?? "";
  return RATING.test(text) ? Number(text) || null : null;
}

/** @param {StoredGame} game @returns {ResultShape | null} */
function showResult({ result, score, detail }) {
  if (!result) {
    // An imported record may say who won, and not how.
    const text = SCORE_TEXTS[score];
    return text ? { winner: winnerOf(score), reason: null, text } : null;
  }
  const words = sentence(resultWords(result));
  return { ...result, text: detail ? `${words} ${sentence(detail)}` : words };
}
