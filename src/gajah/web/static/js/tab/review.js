/**
 * A whole game judged: what each turn was worth, what was better, and which were mistakes. The same scores give the
 * same marks as on a server; gajah/analysis/review.py says why a turn is judged this way.
 */

import { isDecided, roundChance, scoreFor, showScore, WIN_SCORE, winProbability } from "./score.js";

/** @import { JudgementShape, LineShape, SideLetter } from "../wire.js" */

/** @typedef {{position: string | null, handicap: Record<SideLetter, string> | null, turns: string[]}} Line */
/** @typedef {{place: Line, turn: string, side: SideLetter}} Stage  a turn, and the game before it */
/**
 * What the engine thinks of a turn in its position; the scores are those of the side that played it.
 * @typedef {{best: string, bestScore: number, playedScore: number}} Look
 */
/** @typedef {{number: number} & JudgementShape} JudgedTurn  `number` counts the game's turns from 0, with setups */

// From how much lost chance to win on a turn gets its mark.
const MARKS = /** @type {const} */ ([
  [0.2, "??"],
  [0.1, "?"],
  [0.05, "?!"],
]);
// What 0.05 is in centi-rabbits where both sides' chances are even. In a decided game a camel costs next to no
// chances, but a player wants to know.
const NOTED_CR = 71;
const NOTED_CAPTURES = { g: /[MH][a-h][1-8]x/, s: /[mh][a-h][1-8]x/ };
const SETUP_WORD = /^[A-Za-z][a-h][1-8]$/;

/**
 * Think about a position and about the turn played there.
 * @param {Stage} stage
 * @param {(place: Line) => Promise<LineShape>} search  the best line at a place
 * @param {(place: Line, turn: string) => {winner: SideLetter} | null} resultAfter  of a game that the turn ends
 * @returns {Promise<Look>}
 */
export async function lookAt({ place, turn, side }, search, resultAfter) {
  const found = await search(place);
  const bestScore = scoreFor(side, found.score);
  if (turn === found.turn) return { best: found.turn, bestScore, playedScore: bestScore };
  const result = resultAfter(place, turn);
  if (result) return { best: found.turn, bestScore, playedScore: result.winner === side ? WIN_SCORE : -WIN_SCORE };
  const reply = await search({ ...place, turns: [...place.turns, turn] });
  return { best: found.turn, bestScore, playedScore: scoreFor(side, reply.score) };
}

/** A game under review: give it a look at each of `stages` in order. */
export class Review {
  /** @type {Stage[]} */ stages = [];
  /** @type {Look | null} */ #last = null;
  #setups = 0;
  #judged = 0;

  /** @param {Line} line  whose turns name their captures */
  constructor({ position, handicap, turns }) {
    const goldBegins = !position?.startsWith("s");
    turns.forEach((turn, index) => {
      const side = (index % 2 === 0) === goldBegins ? "g" : "s";
      if (turn.split(" ").every((word) => SETUP_WORD.test(word))) this.#setups += 1;
      else this.stages.push({ place: { position, handicap, turns: turns.slice(0, index) }, turn, side });
    });
  }

  /** @param {Look} look @returns {JudgedTurn | null} the turn of the stage before, which this look completes */
  add(look) {
    const done = this.#last && this.#judge(this.#last, look.bestScore);
    this.#last = look;
    return done;
  }

  /** @returns {JudgedTurn | null} the last turn */
  finish() {
    return this.#last && this.#judge(this.#last, null);
  }

  /** @param {Look} look @param {number | null} reply @returns {JudgedTurn} */
  #judge({ best, bestScore, playedScore }, reply) {
    const stage = this.#judged;
    this.#judged += 1;
    // The turn played may turn out better than what was found best.
    const loss = roundChance(Math.max(0, winProbability(bestScore) - winProbability(playedScore)));
    /** @type {JudgementShape["mark"]} */
    let mark = MARKS.find(([least]) => loss >= least)?.[1] ?? "";
    if (!mark && bestScore - playedScore >= NOTED_CR && this.#isNoted(stage)) mark = "?!";
    const score = between(playedScore, reply);
    const forGold = this.stages[stage].side === "g" ? score : -score;
    return { number: this.#setups + stage, score: showScore(forGold), best: loss || mark ? best : null, loss, mark };
  }

  /** @param {number} stage @returns {boolean} whether the turn after it captures the camel or a horse */
  #isNoted(stage) {
    const reply = this.stages[stage + 1];
    return reply !== undefined && NOTED_CAPTURES[this.stages[stage].side].test(reply.turn);
  }
}

/**
 * The mover's view and the opponent's, both optimistic, balanced; a proof needs no balance.
 * @param {number} played
 * @param {number | null} reply  the opponent's score of the turn after it
 */
function between(played, reply) {
  if (reply === null || isDecided(played)) return played;
  return isDecided(reply) ? -reply : Math.floor((played - reply) / 2);
}
