/**
 * The engine in a worker of its own: core with its network, one search at a time, in slices, so that it hears
 * between two of them that it is to stop or that something else is more urgent.
 */

import { Core } from "../core/core.js";
import { otherSide } from "../pieces.js";
import { positionText } from "../placements.js";
import { Refusal, reason } from "../refusal.js";

/** @import { CoreBoard, CoreLimits, Thought } from "../core/core.js" */
/** @import { CoachHint, Place } from "../wire.js" */

/**
 * @typedef {object} Job
 * @property {number} number  of the job, for its answers
 * @property {Partial<Place>} place
 * @property {CoreLimits} limits
 * @property {number} lines
 * @property {boolean} isPatient  may others go first, however long it has run? It begins anew after them
 * @property {Seat | null} seat  for whom a turn is chosen; null: an analysis
 * @property {boolean} isThreat  what would the other side do in its place?
 * @property {boolean} isHint  is the turn to be told in stages, as the coach does?
 */
/** @typedef {{ owner: string, level: number, seed?: number }} Seat  an owner's player keeps what it knows of its game */
/** @typedef {Job & { type: "think" } | { type: "stop", number: number } | { type: "leave", owner: string }} Order */
/**
 * @typedef {{ type: "thought", number: number, thought: Finding, isDone: boolean }
 *   | { type: "failed", number: number, code: string, text: string }} Report
 */
/** @typedef {Thought & { hint?: CoachHint }} Finding */
/** @typedef {ReturnType<Core["newPlayer"]>} Player */

// Short enough to stop at once, long enough to waste nothing.
const SLICE_S = 0.04;
// How often an analysis tells what it knows.
const TELL_EVERY_S = 0.15;
// Players remembered between their turns: both of a game, and some of the games before.
const MOST_PLAYERS = 4;

/** @type {Thought} */
const NOTHING = { done: true, depth: 0, nodes: 0, seconds: 0, lines: [] };

const CORE = new URL("../../wasm/gajah.wasm", import.meta.url);
const THREADED_CORE = new URL("../../wasm/gajah-threads.wasm", import.meta.url);
// One core is left to the page; more than these bring little, and cost a phone its battery.
const THREADS = globalThis.crossOriginIsolated ? Math.max(1, Math.min(4, navigator.hardwareConcurrency - 1)) : 1;
// Up to here a level's turns depend on its seed alone, so it thinks with one thread.
const LAST_EXACT_LEVEL = 8;
const NETWORK = new URL("../../data/gajah.net", import.meta.url);

class Desk {
  /** @type {Core | null} */ #core = null;
  /** @type {Job[]} */ #waiting = [];
  /** @type {Job | null} */ #current = null;
  /** What is to end with what it knows. @type {Set<number>} */ #stopped = new Set();
  /** Least recently used first. @type {Map<string, { level: number, player: Player }>} */ #players = new Map();
  #isBusy = false;

  /** @param {Order} order */
  hear(order) {
    if (order.type === "think") {
      this.#waiting.push(order);
      if (!this.#isBusy) void this.#work();
    } else if (order.type === "stop") {
      const waits = this.#waiting.find(({ number }) => number === order.number);
      if (waits) this.#waiting.splice(this.#waiting.indexOf(waits), 1);
      else if (this.#current?.number === order.number) this.#stopped.add(order.number);
    } else this.#dismiss(order.owner);
  }

  async #work() {
    this.#isBusy = true;
    for (let job = this.#next(); job; job = this.#next()) {
      this.#current = job;
      try {
        await this.#think(job);
      } catch (error) {
        const code = error instanceof Refusal ? error.code : "failed";
        tell({ type: "failed", number: job.number, code, text: reason(error) });
      }
      this.#current = null;
      this.#stopped.delete(job.number);
    }
    this.#isBusy = false;
  }

  /** A request that waits for its answer comes before an analysis without end. */
  #next() {
    const urgent = this.#waiting.find(({ isPatient }) => !isPatient);
    const job = urgent ?? this.#waiting[0];
    if (job) this.#waiting.splice(this.#waiting.indexOf(job), 1);
    return job;
  }

  /** @param {Job} job */
  async #think(job) {
    this.#core ??= await loadCore();
    const core = this.#core;
    if (!this.#begin(core, job)) {
      tell({ type: "thought", number: job.number, thought: NOTHING, isDone: true });
      return;
    }
    let toldAt = 0;
    while (true) {
      const isStopped = this.#stopped.has(job.number);
      const givesWay = job.isPatient && this.#waiting.some(({ isPatient }) => !isPatient);
      const thought = core.think(SLICE_S, isStopped || givesWay);
      if (givesWay && !isStopped) {
        this.#waiting.push(job);
        return;
      }
      if (thought.done || thought.seconds - toldAt >= TELL_EVERY_S) {
        toldAt = thought.seconds;
        tell({ type: "thought", number: job.number, thought: withHint(core, job, thought), isDone: thought.done });
      }
      if (thought.done) return;
      await breath();
    }
  }

  /** @param {Core} core @param {Job} job @returns {boolean} is there anything to think about? */
  #begin(core, job) {
    const board = core.place(job.place);
    if (job.seat) {
      this.#player(core, job.seat).begin(job.limits);
      return true;
    }
    const here = job.isThreat ? core.place({ position: threatIn(board) }) : board;
    if (board.result || board.needs_setup || here.result || core.turns(1).count === 0) return false;
    core.begin(0, { ...job.limits, lines: job.lines, threads: THREADS });
    return true;
  }

  /** @param {Core} core @param {Seat} seat */
  #player(core, { owner, level, seed }) {
    const known = this.#players.get(owner);
    this.#players.delete(owner);
    if (known && known.level !== level) known.player.end();
    const threads = level > LAST_EXACT_LEVEL ? THREADS : 1;
    const player = known?.level === level ? known.player : core.newPlayer(level, { seed, threads });
    this.#players.set(owner, { level, player });
    for (const oldest of this.#players.keys()) {
      if (this.#players.size <= MOST_PLAYERS) break;
      this.#dismiss(oldest);
    }
    return player;
  }

  /** @param {string} owner */
  #dismiss(owner) {
    this.#players.get(owner)?.player.end();
    this.#players.delete(owner);
  }
}

/** The same pieces with the other side to move. @param {CoreBoard} board */
function threatIn({ side, pieces }) {
  return positionText({ side: otherSide(side), pieces });
}

/** @param {Core} core @param {Job} job @param {Thought} thought @returns {Finding} */
function withHint(core, { isHint, place }, thought) {
  if (!isHint || !thought.done || !thought.turn) return thought;
  return { ...thought, hint: core.hintAt({ position: place.position ?? "", turn: thought.turn }) };
}

async function loadCore() {
  const file = await fetch(THREADS > 1 ? THREADED_CORE : CORE);
  const [core, network] = await Promise.all([Core.start(file, THREADS), fetch(NETWORK)]);
  if (!network.ok) throw new Refusal("no_network", "The engine's network could not be loaded.");
  core.load(new Uint8Array(await network.arrayBuffer()));
  return core;
}

/** Messages that have come meanwhile are heard. */
function breath() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = () => {
      port2.close();
      resolve(undefined);
    };
    port1.postMessage(null);
  });
}

/** @param {Report} report */
function tell(report) {
  postMessage(report);
}

const desk = new Desk();
addEventListener("message", (event) => desk.hear(event.data));
