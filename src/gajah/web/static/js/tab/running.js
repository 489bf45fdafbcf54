/**
 * A game under way: turns, draft, clock, takebacks, the end. It is told how long a turn took and never looks at the
 * time itself; what the rules and the clock say is core's.
 */

import { otherSide } from "../pieces.js";
import { makeComment } from "../records/comments.js";
import { reasonOf } from "../records/endings.js";
import { Refusal } from "../refusal.js";
import { checkPlaying } from "./boards.js";
import { personName } from "./seats.js";
import { showGame } from "./show.js";
import { emptyDraft, seatOf } from "./stored.js";
import { GameTree } from "./tree.js";

/** @import { CoreBoard, CoreClock } from "../core/core.js" */
/** @import { Board, ClockShape, Place, SideLetter } from "../wire.js" */
/** @import { House } from "./house.js" */
/** @import { DraftMessage } from "./room.js" */
/** @import { Result } from "../records/endings.js" */
/** @import { LiveGame } from "./stored.js" */

const NAMES = { g: "gold", s: "silver" };

export class RunningGame {
  /** Both sides' time before the first turn and after each; none without a time control. @type {CoreClock[]} */
  #clocks = [];

  /** @param {House} house @param {LiveGame} stored */
  constructor(house, stored) {
    this.core = house.core;
    this.stored = stored;
    this.tree = new GameTree(house.core, stored, stored.tree);
    /** Where the game stands, without the draft. @type {CoreBoard} */
    this.now = this.core.place(this.place(false));
    if (stored.control && !stored.imported) this.#replayClock(stored.control);
  }

  /** @param {string} control */
  #replayClock(control) {
    this.#clocks = [this.core.startClock(control)];
    for (const number of this.tree.played) {
      const { label, kind, used_s: usedS } = this.tree.shape(number);
      this.#countTime(sideIn(label), usedS ?? 0, kind === "setup");
    }
  }

  /** @param {SideLetter} side @param {number} usedS @param {boolean} isSetup */
  #countTime(side, usedS, isSetup) {
    const clock = this.#clocks.at(-1);
    if (clock) this.#clocks.push(this.core.clockAfter(clock, { side, used: usedS, isSetup }));
  }

  /** The side to move. @returns {SideLetter} */
  get side() {
    return this.now.side;
  }

  get isOver() {
    return this.stored.state === "over";
  }

  /** Can a turn be played now? */
  get isRunning() {
    return this.stored.state === "setup" || this.stored.state === "playing";
  }

  get hasClock() {
    return this.#clocks.length > 0;
  }

  get #turns() {
    return this.tree.playedNodes.map(({ turn }) => turn);
  }

  /** @param {boolean} hasDraft @returns {Place} */
  place(hasDraft) {
    const { start, handicap, draft } = this.stored;
    return { position: start, handicap, turns: this.#turns, steps: hasDraft ? draft.steps : [] };
  }

  /** @param {boolean} hasDraft @returns {Board} */
  board(hasDraft) {
    const shown = hasDraft && this.isRunning && !this.now.needs_setup;
    return { ...this.core.place(this.place(shown)), undone: shown ? this.stored.draft.undone.length : 0 };
  }

  shape() {
    return showGame(this.stored);
  }

  /** @param {SideLetter} side @param {string} name */
  rename(side, name) {
    seatOf(this.stored, side).name = personName(name, side);
  }

  /** The draft changes, or a Refusal says why not. @param {DraftMessage} message */
  change(message) {
    const { draft } = this.stored;
    if (message.type === "setup_draft") {
      if (!this.now.needs_setup) throw new Refusal("setup_over", "The pieces are on the board already.");
      draft.setup = message.setup;
      return;
    }
    const { steps, undone } = this.#changed(message);
    // Core writes every step in full, with its captures.
    draft.steps = this.core.place({ ...this.place(false), steps }).steps;
    draft.undone = undone;
  }

  /** @param {Exclude<DraftMessage, { type: "setup_draft" }>} message */
  #changed(message) {
    const { steps, undone } = this.stored.draft;
    const last = undone.at(-1);
    switch (message.type) {
      case "step":
        checkPlaying(this.now);
        return { steps: [...steps, message.step], undone: [] };
      case "steps":
        checkPlaying(this.now);
        return { steps: [...steps, ...message.steps], undone: [] };
      case "undo":
        if (!steps.length) throw new Refusal("nothing_to_undo", "There is no step to undo.");
        return { steps: steps.slice(0, -1), undone: [...undone, ...steps.slice(-1)] };
      case "redo":
        if (!last) throw new Refusal("nothing_to_redo", "There is no step to bring back.");
        return { steps: [...steps, last], undone: undone.slice(0, -1) };
      case "reset":
        return { steps: [], undone: [...undone, ...steps.toReversed()] };
    }
  }

  /**
   * @param {string | null} turn  null: what is drafted @param {number} usedS
   * @returns {number | null} the node, or null where the time was over first, which ends the game
   */
  play(turn, usedS) {
    if (this.isOver) throw new Refusal("game_over", "The game is over.");
    if (this.hasClock && usedS > this.allowedS()) {
      this.runOut(usedS);
      return null;
    }
    const { side } = this;
    const isSetup = this.now.needs_setup;
    if (turn === null) checkPlaying(this.now);
    this.core.place(this.place(turn === null));
    const played = this.core.play(turn ?? "");
    this.#countTime(side, usedS, isSetup);
    const clock = this.#clocks.at(-1);
    const node = this.tree.play(played.turn, makeComment({ usedS, clockS: clock ? clock.reserve[side] : null }));
    this.now = played.board;
    const { result } = played.board;
    this.#settle(result && { winner: result.winner, reason: reasonOf(result.reason) ?? "" }, "");
    if (clock && this.#reading(clock, side, 0).limit_reached && !this.isOver) this.#stopAndScore();
    return node;
  }

  /** How long the side to move may think. */
  allowedS() {
    const clock = this.#clocks.at(-1);
    if (!clock) return Infinity;
    const { left, game_left: gameLeft } = this.#reading(clock, this.side, 0);
    return Math.min(left, gameLeft ?? Infinity);
  }

  /** How long a program should and may think. */
  botLimits() {
    const clock = this.#clocks.at(-1);
    if (!clock) return {};
    const { move } = this.core.control(clock.control);
    return this.core.timeShare({ available: this.allowedS(), move, reserve: clock.reserve[this.side] });
  }

  /** @param {CoreClock} clock @param {SideLetter} side @param {number} usedS */
  #reading(clock, side, usedS) {
    return this.core.readClock(clock, { side, used: usedS, isSetup: this.#hasToSetUp(side) });
  }

  /** @param {SideLetter} side */
  #hasToSetUp(side) {
    return this.now.needs_setup && (side === this.side || this.tree.played.length === 0);
  }

  /** @param {number} usedS @param {SideLetter | null} mover @param {number} at @returns {ClockShape | null} */
  clockShape(usedS, mover, at) {
    const clock = this.#clocks.at(-1);
    if (!clock) return null;
    const sides = /** @type {SideLetter[]} */ (["g", "s"]);
    const read = sides.map((side) => this.#reading(clock, side, side === mover ? usedS : 0));
    const [g, s] = read;
    const left = this.stored.draft.left ?? { g: g.left, s: s.left };
    return {
      control: clock.control,
      reserve: clock.reserve,
      usable: { g: g.usable, s: s.usable },
      move: this.core.control(clock.control).move,
      left,
      game_left: this.#reading(clock, this.side, mover ? usedS : 0).game_left,
      running: mover,
      at,
    };
  }

  /** @param {SideLetter} side @param {number} usedS */
  resign(side, usedS) {
    if (this.isOver) throw new Refusal("game_over", "The game is over.");
    this.#end({ winner: otherSide(side), reason: "resignation" }, "", usedS);
  }

  /** The time of the side to move is over, or that of the game. @param {number} usedS */
  runOut(usedS) {
    const clock = this.#clocks.at(-1);
    if (!clock) return;
    const { left, game_left: gameLeft } = this.#reading(clock, this.side, 0);
    if (gameLeft !== null && gameLeft < left) return this.#stopAndScore();
    const detail = `${NAMES[this.side]} made no turn in ${this.#spoken(usedS)}`;
    this.#end({ winner: otherSide(this.side), reason: "time" }, detail, usedS);
  }

  /** A time as people say it: whole seconds, unless there is not even one. @param {number} seconds */
  #spoken(seconds) {
    const whole = seconds >= 1 ? Math.floor(seconds) : seconds;
    // The move time comes first in a time control.
    return this.core.control(`${whole}s`).text.split("/")[0];
  }

  /** @param {CoreClock} clock */
  #limit({ control }) {
    const { game_limit: limit, game_limit_turns: turns } = this.core.control(control);
    return turns ? `${turns} turns` : this.#spoken(limit);
  }

  /** The program whose turn it is cannot go on. @param {string} why @param {number} usedS */
  fail(why, usedS) {
    this.#end({ winner: otherSide(this.side), reason: "forfeit" }, `${NAMES[this.side]} failed: ${why}`, usedS);
  }

  /** @param {SideLetter[]} sides  of those who take back */
  turnsToTakeBack(sides) {
    const nodes = this.tree.playedNodes;
    const index = nodes.findLastIndex(({ label }) => sides.includes(sideIn(label)));
    if (this.isOver || index < 0) throw new Refusal("nothing_to_take_back", "There is no turn to take back.");
    return nodes.length - index;
  }

  /** @param {number} count */
  takeBack(count) {
    this.tree.takeBack(count);
    this.#clocks.splice(Math.max(1, this.#clocks.length - count));
    this.now = this.core.place(this.place(false));
    this.#settle(null, "");
  }

  /** The side that has, or last had, more pieces wins. */
  #stopAndScore() {
    const turns = this.#turns;
    /** @type {SideLetter} */
    let winner = "s";
    for (let count = turns.length; count >= 2; count--) {
      const { pieces } = this.core.place({ ...this.place(false), turns: turns.slice(0, count) });
      const letters = Object.values(pieces);
      const gold = letters.filter((letter) => letter < "a").length;
      if (2 * gold === letters.length) continue;
      winner = 2 * gold > letters.length ? "g" : "s";
      break;
    }
    const clock = this.#clocks.at(-1);
    this.#settle({ winner, reason: "score" }, clock ? `the game limit of ${this.#limit(clock)}` : "");
  }

  /** @param {Result} result @param {string} detail @param {number} usedS  into a turn that is not played */
  #end(result, detail, usedS) {
    const left = this.clockShape(usedS, this.side, 0)?.left ?? null;
    this.#settle(result, detail);
    this.stored.draft.left = left;
  }

  /** @param {Result | null} result @param {string} detail */
  #settle(result, detail) {
    const { stored, now } = this;
    stored.result = result;
    stored.detail = detail;
    stored.draft = { ...emptyDraft(), rematch: stored.draft.rematch };
    stored.tree = this.tree.nodes;
    stored.turn_count = this.tree.played.length;
    stored.position = now.position;
    if (result) stored.state = "over";
    else stored.state = now.needs_setup ? "setup" : "playing";
  }
}

/** @param {string} label  such as 12g @returns {SideLetter} */
function sideIn(label) {
  return label.endsWith("g") ? "g" : "s";
}
