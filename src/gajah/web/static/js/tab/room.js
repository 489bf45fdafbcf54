/** A game that is being played in this tab: the page's messages, the clock, the programs, what is kept. */

import { otherSide } from "../pieces.js";
import { Refusal, reason } from "../refusal.js";
import { previewAt, routesAt } from "./boards.js";
import { isHuman, seatOf } from "./stored.js";

/** @import { GameMessage, GameTold, SideLetter } from "../wire.js" */
/** @import { House } from "./house.js" */
/** @import { RunningGame } from "./running.js" */
/** @typedef {Extract<GameMessage, { type: "step" | "steps" | "undo" | "redo" | "reset" | "setup_draft" }>} DraftMessage */
/** @typedef {{ [K in GameTold["type"]]: Omit<Extract<GameTold, { type: K }>, "ref"> }[GameTold["type"]]} Told */

const VERSION = 1;
// A flag falls this much after the last moment, which still counts.
const TICK_S = 0.002;
// How often the time of a turn under way is noted: as exact is the clock after the tab was killed.
const NOTE_EVERY_MS = 1000;
// How long a program thinks about a turn where no clock runs.
const USUAL = { softS: 2, hardS: 4 };
// How long a turn is shown at least where two programs play each other.
const PACE_S = 1;

export class Room {
  /** The turn under way counts from here. @type {number | null} */ #beganMs = null;
  #flag = 0;
  #noting = 0;
  /** The search of the program that is to move. @type {AbortController | null} */ #thinking = null;
  /** May one turn be played although the game is paused? */ #mayPlayOne = false;

  /** @param {House} house @param {RunningGame} running @param {(message: Told, ref?: number | null) => void} tell */
  constructor(house, running, tell) {
    this.house = house;
    this.running = running;
    this.tell = tell;
  }

  get #stored() {
    return this.running.stored;
  }

  get #mover() {
    return seatOf(this.#stored, this.running.side);
  }

  /** The sides of people: they all sit before this screen. @returns {SideLetter[]} */
  get #seats() {
    const sides = /** @type {SideLetter[]} */ (["g", "s"]);
    return this.#stored.imported ? [] : sides.filter((side) => isHuman(seatOf(this.#stored, side)));
  }

  /** Everything goes on where it was left. */
  open() {
    this.#startClock(this.#stored.draft.used_s);
    this.#wake();
  }

  async close() {
    this.#stopClock();
    this.#stopThinking();
    if (this.running.isRunning) await this.#note();
  }

  /** @param {GameMessage} message */
  async hear(message) {
    try {
      await this.#obey(message);
      this.#wake();
    } catch (error) {
      const code = error instanceof Refusal ? error.code : "failed";
      this.tell({ type: "error", code, text: reason(error) }, message.ref);
    }
  }

  /** @param {GameMessage} message */
  async #obey(message) {
    const { ref } = message;
    switch (message.type) {
      case "hello":
        return this.tell(this.#welcome(), ref);
      case "ping":
        return this.tell({ type: "pong", id: message.id }, ref);
      case "routes":
      case "preview":
        return this.#answer(message);
      case "name":
        return this.#rename(message);
      case "resign":
        this.#checkSeat();
        this.running.resign(this.#own(), this.#usedS());
        return this.#ended(ref);
      case "takeback":
        return this.#takeBack(ref);
      case "rematch":
        return this.#rematch(ref);
      case "pace":
      case "play_one":
        return this.#setPace(message);
      case "send":
        this.#checkMover();
        return this.#played(this.running.play(null, this.#usedS()), ref);
      case "setup":
        this.#checkMover();
        return this.#played(this.running.play(message.setup, this.#usedS()), ref);
      case "phrase":
        throw new Refusal("no_opponent", "There is no opponent to talk to.");
      case "plan":
      case "conditions":
        throw new Refusal("no_plan", "A turn is planned while another person is to move.");
      default:
        this.#checkMover();
        this.running.change(message);
        await this.#note();
        return this.#tellDraft(ref);
    }
  }

  /** @param {Extract<GameMessage, { type: "routes" | "preview" }>} message */
  #answer(message) {
    const { running } = this;
    const place = running.place(message.type === "routes" || !message.from_start);
    if (message.type === "preview") return this.tell(previewAt(this.house.core, place, message.text), message.ref);
    const { square } = message;
    const routes = this.#stored.state === "playing" ? routesAt(this.house.core, place, square) : [];
    this.tell({ type: "routes", square, routes }, message.ref);
  }

  /** @param {Extract<GameMessage, { type: "name" }>} message */
  async #rename({ name, side, ref }) {
    this.#checkSeat();
    for (const each of side ? [side] : this.#seats) this.running.rename(each, name);
    await this.#save();
    this.#tellGame(ref);
  }

  /** @param {number | null | undefined} ref */
  async #takeBack(ref) {
    this.#checkSeat();
    const by = this.#own();
    const count = this.running.turnsToTakeBack(this.#seats);
    this.#stopThinking();
    this.running.takeBack(count);
    this.#startClock(0);
    await this.#save(true);
    this.tell({ type: "takeback", by, state: "granted" }, ref);
    this.tell(this.#welcome());
  }

  /** @param {number | null | undefined} ref */
  async #rematch(ref) {
    this.#checkSeat();
    const { draft } = this.#stored;
    if (!this.running.isOver) throw new Refusal("game_running", "The game is still going on.");
    if (draft.rematch) throw new Refusal("rematch_begun", "The next game has begun already.");
    draft.rematch = await this.house.lobby.rematch(this.#stored);
    await this.#save();
    this.tell({ type: "rematch", by: this.#own(), state: "granted", game: draft.rematch }, ref);
  }

  /** @param {Extract<GameMessage, { type: "pace" | "play_one" }>} message */
  async #setPace(message) {
    if (!this.#mayPace) throw new Refusal("no_pace", "Only a game under way between two bots is paused.");
    if (message.type === "play_one") this.#mayPlayOne = true;
    else {
      this.#stopThinking();
      this.#stored.pace = { paused: message.paused, turn_s: message.turn_s ?? null };
      await this.#save();
    }
    this.#tellGame(message.ref);
  }

  get #mayPace() {
    return this.#seats.length === 0 && !this.#stored.imported && !this.running.isOver;
  }

  /** @param {number | null} node  null: the time was over first @param {number | null} [ref] */
  async #played(node, ref) {
    if (node === null) return this.#ended(ref);
    this.#startClock(0);
    await this.#save(true);
    this.tell(
      {
        type: "turn",
        node: this.running.tree.shape(node),
        clock: this.#clock(),
        game: this.running.shape(),
        board: this.running.board(false),
      },
      ref,
    );
  }

  /** @param {number | null} [ref] */
  async #ended(ref) {
    this.#stopClock();
    this.#stopThinking();
    await this.#save();
    // The draft has not been played: the page shows the last turn's position.
    this.#tellDraft();
    this.#tellGame(ref);
  }

  /** @param {number | null} [ref] */
  #tellDraft(ref) {
    const { setup } = this.#stored.draft;
    this.tell({ type: "draft", board: this.running.board(true), setup_draft: setup }, ref);
  }

  /** @param {number | null} [ref] */
  #tellGame(ref) {
    this.tell({ type: "game", game: this.running.shape(), clock: this.#clock() }, ref);
  }

  /** @returns {Told} */
  #welcome() {
    const { running } = this;
    const { draft, review } = this.#stored;
    return {
      type: "welcome",
      version: VERSION,
      seats: this.#seats,
      game: running.shape(),
      tree: running.tree.shapes(review),
      clock: this.#clock(),
      board: running.board(isHuman(this.#mover)),
      setup_draft: draft.setup,
      plan: null,
      conditions: [],
      asked: { takeback: null, rematch: null },
      rematch: draft.rematch,
      may_pace: this.#mayPace,
      tab_engine: false,
      now: nowS(),
    };
  }

  #clock() {
    const isRunning = this.#beganMs !== null;
    return this.running.clockShape(this.#usedS(), isRunning ? this.running.side : null, nowS());
  }

  /** For whom the page speaks: with both seats, for the side to move. @returns {SideLetter} */
  #own() {
    const { side } = this.running;
    return this.#seats.includes(side) ? side : otherSide(side);
  }

  #checkSeat() {
    if (!this.#seats.length) throw new Refusal("no_seat", "You are watching: only the players can do that.");
  }

  #checkMover() {
    this.#checkSeat();
    if (this.running.isOver) throw new Refusal("game_over", "The game is over.");
    if (!this.#seats.includes(this.running.side)) throw new Refusal("not_your_turn", "It is not your turn.");
  }

  #usedS() {
    return this.#beganMs === null ? 0 : Math.round(performance.now() - this.#beganMs) / 1000;
  }

  /** That of a program waits until it thinks. @param {number} usedS */
  #startClock(usedS) {
    this.#stopClock();
    if (!this.running.isRunning || !isHuman(this.#mover)) return;
    this.#beganMs = performance.now() - usedS * 1000;
    if (!this.running.hasClock) return;
    const leftS = this.running.allowedS() - usedS;
    this.#flag = setTimeout(() => void this.#runOut(), 1000 * (Math.max(0, leftS) + TICK_S));
    this.#noting = setInterval(() => void this.#note(), NOTE_EVERY_MS);
  }

  #stopClock() {
    clearTimeout(this.#flag);
    clearInterval(this.#noting);
    this.#beganMs = null;
  }

  async #runOut() {
    const usedS = this.#usedS();
    if (!this.running.isRunning || this.running.allowedS() > usedS) return;
    this.running.runOut(usedS);
    await this.#ended();
  }

  /** Keeps the draft, and how long the turn has taken. */
  async #note() {
    this.#stored.draft.used_s = this.#usedS();
    await this.house.store.write({ games: [this.#stored] });
  }

  /** @param {boolean} [hasNewTurns] */
  async #save(hasNewTurns = false) {
    const games = [this.#stored];
    await this.house.store.write({ games, trees: hasNewTurns ? games : [] });
  }

  /** Lets the program whose turn it is think. */
  #wake() {
    const mayPlay = !this.#stored.pace?.paused || this.#mayPlayOne;
    if (this.running.isRunning && !isHuman(this.#mover) && mayPlay && !this.#thinking) void this.#think();
  }

  #stopThinking() {
    this.#mayPlayOne = false;
    this.#thinking?.abort();
    this.#thinking = null;
  }

  /** The programs play, turn after turn, until a person is to move. */
  async #think() {
    const thinking = new AbortController();
    this.#thinking = thinking;
    try {
      while (this.running.isRunning && !isHuman(this.#mover) && !thinking.signal.aborted) {
        await this.#botTurn(thinking.signal);
        this.#mayPlayOne = false;
        if (this.#stored.pace?.paused) break;
      }
    } catch (error) {
      if (!thinking.signal.aborted) await this.#fail(error);
    }
    if (this.#thinking === thinking) this.#thinking = null;
  }

  /** @param {AbortSignal} signal */
  async #botTurn(signal) {
    const { running } = this;
    const { side } = running;
    const beganMs = performance.now();
    this.#beganMs = beganMs;
    this.tell({ type: "thinking", side, place: 0 });
    if (running.hasClock) this.#tellGame();
    const { turn } = await this.house.engine.think({
      place: running.place(false),
      limits: running.hasClock ? running.botLimits() : USUAL,
      seat: { owner: `${this.#stored.id}/${side}`, level: levelOf(this.#mover.player) },
      signal,
    });
    const usedS = this.#usedS();
    if (this.#seats.length === 0 && !this.#mayPlayOne) await this.#rest(beganMs, signal);
    signal.throwIfAborted();
    await this.#played(running.play(turn ?? "", usedS));
  }

  /** @param {number} beganMs @param {AbortSignal} signal */
  #rest(beganMs, signal) {
    const restMs = (this.#stored.pace?.turn_s ?? PACE_S) * 1000 - (performance.now() - beganMs);
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, restMs));
      signal.addEventListener("abort", () => {
        clearTimeout(timer);
        resolve(undefined);
      });
    });
  }

  /** @param {unknown} error */
  async #fail(error) {
    this.running.fail(reason(error), this.#usedS());
    await this.#ended();
  }
}

/** @param {string} player */
function levelOf(player) {
  return Number(player.replace("gajah:level=", ""));
}

function nowS() {
  return performance.now() / 1000;
}
