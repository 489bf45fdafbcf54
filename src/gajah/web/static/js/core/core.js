/**
 * The rules and the engine in this page: core as WebAssembly (core/wasm/interface.h), for a worker or for Node.js.
 *
 *     const core = await Core.start(await fetch("/static/wasm/gajah.wasm"));
 *     core.load(networkBytes);
 *     core.place({ turns: [...], steps: ["Ed2n"] });  // a board, or a Refusal
 */

import { Refusal } from "../refusal.js";
import { Crew } from "./crew.js";
import { hasThreads, importsOf } from "./imports.js";

/** @typedef {import("../wire.js").Place} Place */
/** @typedef {import("../wire.js").Board} Board */
/** @typedef {import("../wire.js").Route} Route */
/** @typedef {import("../wire.js").LineShape} LineShape */
/** @typedef {import("../wire.js").TurnAsked} TurnAsked */
/** @typedef {import("../wire.js").TurnChecked} TurnChecked */
/** @typedef {import("../wire.js").TurnExplained} TurnExplained */
/** @typedef {import("../wire.js").CoachHint} CoachHint */
/** @typedef {import("../wire.js").PuzzleTheme} PuzzleTheme */
/** @typedef {{position: string, theme: PuzzleTheme, solution: string, margin: number}} CorePuzzle  of puzzles.tsv */
/** @typedef {Omit<import("../wire.js").AttemptAnswer, "counted" | "run">} CoreAttempt */
/** @typedef {"g" | "s"} SideLetter */
/**
 * A time control, in seconds; 0 is no limit. `text` is its one canonical text.
 * @typedef {{text: string, has_time: boolean, move: number, reserve: number, percent: number, max_reserve: number,
 *   game_limit: number, game_limit_turns: number, max_turn: number}} CoreControl
 */
/**
 * Both sides' time at the start of a turn, in seconds: a value.
 * @typedef {{control: string, reserve: Record<SideLetter, number>, game_used: number,
 *   turns: Record<SideLetter, number>}} CoreClock
 */
/** A side's turn under way, or just finished. @typedef {{side: SideLetter, used: number, isSetup?: boolean}} TurnTime */
/**
 * @typedef {{left: number, usable: number, out_of_time: boolean, game_left: number | null,
 *   limit_reached: boolean}} ClockReading
 */
/** @typedef {{winner: "g" | "s", reason: "g" | "e" | "m", text: string}} CoreResult */
/** @typedef {Board & {label: string, needs_setup: boolean, result: CoreResult | null}} CoreBoard */
/** @typedef {{softS?: number, hardS?: number, nodes?: number}} CoreLimits  none: until it is stopped */
/** @typedef {{done: boolean, depth: number, nodes: number, seconds: number, lines: LineShape[], turn?: string}} Thought */
/** @typedef {{memory: WebAssembly.Memory} & Record<string, (...args: number[]) => number>} Exports */

/** 32 MB at first and 256 MB at most, in pages of 64 KB, as core was built. */
const SHARED_MEMORY = { initial: 512, maximum: 4096, shared: true };

/** What a search remembers, unless it is said; a page has 256 MB in all. */
const HASH_MB = 96;

/** Actions that the network knows: 64 squares and four directions, and ending the turn. */
const ACTIONS = 257;

/** @param {Response | BufferSource | WebAssembly.Module} source */
async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  const streams = typeof Response !== "undefined" && source instanceof Response;
  return streams
    ? WebAssembly.compileStreaming(/** @type {Response} */ (source))
    : WebAssembly.compile(/** @type {BufferSource} */ (source));
}

export class Core {
  /** @type {Exports} */ #exports;
  /** @type {WebAssembly.Memory} */ #memory;
  #encoder = new TextEncoder();
  #decoder = new TextDecoder();

  /** @param {Exports} exports @param {WebAssembly.Memory} memory */
  constructor(exports, memory) {
    this.#exports = exports;
    this.#memory = memory;
  }

  /**
   * Compile and start it. A Response is compiled while it arrives.
   *
   * The module with threads (gajah-threads.wasm) needs a worker, in a page where `crossOriginIsolated` holds.
   * @param {Response | BufferSource | WebAssembly.Module} source
   * @param {number} [threads]  that a search may use, in the module with threads
   */
  static async start(source, threads = 1) {
    const module = await compile(source);
    const shared = hasThreads(module) ? new WebAssembly.Memory(SHARED_MEMORY) : null;
    const crew = new Crew();
    /** @type {Exports} */ let exports;
    const imports = importsOf(module, {
      memory: () => shared ?? exports.memory,
      exports: () => exports,
      startThread: (thread, start, argument) => crew.begin(thread, start, argument),
      endThread: (thread) => {
        exports._emscripten_thread_free_data(thread);
        crew.release(thread);
      },
    });
    exports = /** @type {any} */ ((await WebAssembly.instantiate(module, imports)).exports);
    (exports._initialize ?? exports.__wasm_call_ctors)();
    if (shared) await crew.hire(threads - 1, module, shared, exports);
    return new Core(exports, shared ?? exports.memory);
  }

  /**
   * Give it its network (gajah.net); all players are gone.
   * @param {Uint8Array} network
   * @param {string} [kernel]  one of its ways to compute, all with the same result
   * @returns {string} the kernel's name
   */
  load(network, kernel = "") {
    const at = this.#allocate(network);
    try {
      return this.#ask("gajah_load", at, network.length, kernel).kernel;
    } finally {
      this.#exports.gajah_free(at);
    }
  }

  /**
   * Go to a place, which most other questions are about; a Refusal says what is wrong with it.
   * @param {Partial<Place>} place
   * @returns {CoreBoard}
   */
  place({ position, handicap, turns = [], steps = [] }) {
    const missing = `${handicap?.g?.toUpperCase() ?? ""}${handicap?.s?.toLowerCase() ?? ""}`;
    return this.#ask("gajah_place", position ?? "", missing, turns.join("\n"), steps.join(" ")).board;
  }

  /**
   * Play the turn that was drafted, or a setup or turn as text.
   * @param {string} [turn]
   * @returns {{turn: string, board: CoreBoard}}
   */
  play(turn = "") {
    return this.#ask("gajah_play", turn);
  }

  /** @param {string} square @returns {Route[]} ways to bring the piece there elsewhere */
  routes(square) {
    return this.#ask("gajah_routes", square).routes;
  }

  /** @param {number} [most] @returns {{count: number, turns: string[]}} the turns that may be played now */
  turns(most = 100_000) {
    return this.#ask("gajah_turns", most);
  }

  /** @returns {string | null} a shortest turn that wins by goal now */
  goal() {
    return this.#ask("gajah_goal").goal;
  }

  /** @param {string} position @returns {string[]} what is wrong with a position to play from */
  problems(position) {
    return this.#ask("gajah_problems", position).problems;
  }

  /** @returns {{name: string, setup: string}[]} the named setups of the side to move */
  setups() {
    return this.#ask("gajah_setups").setups;
  }

  /** @returns {{number: number, lapses: number, nodes: number | null}[]} */
  levels() {
    return this.#ask("gajah_levels").levels;
  }

  /**
   * A player of a level, for one side of one game.
   * @param {number} level
   * @param {{seed?: number, hashMb?: number, threads?: number}} [options]  the same seed plays the same turns
   */
  newPlayer(level, { seed, hashMb = level > 8 ? HASH_MB : 16, threads = 1 } = {}) {
    const chance = seed ?? crypto.getRandomValues(new Uint32Array(1))[0];
    return new Player(this, this.#ask("gajah_new_player", level, chance, hashMb, threads).player);
  }

  /** @param {number} player */
  endPlayer(player) {
    this.#exports.gajah_end_player(player);
  }

  /**
   * Begin to think about the place, as a player or (0) as an analysis.
   * @param {number} player
   * @param {CoreLimits & {lines?: number, hashMb?: number, threads?: number}} limits
   */
  begin(player, { softS = 0, hardS = 0, nodes = 0, lines = 1, hashMb = HASH_MB, threads = 1 }) {
    this.#ask("gajah_begin", player, softS, hardS, nodes, lines, hashMb, threads);
  }

  /**
   * Think on for about so long, or answer now.
   * @param {number} seconds
   * @param {boolean} [stop]
   * @returns {Thought}
   */
  think(seconds, stop = false) {
    return this.#ask("gajah_think", seconds, stop ? 1 : 0);
  }

  /**
   * Give the coach and the judge of puzzles the search they ask: the weights of engine/weights.json and of
   * engine/step_weights.json.
   * @param {number[]} weights
   * @param {number[]} stepWeights
   */
  loadWeights(weights, stepWeights) {
    const lists = [weights, stepWeights].map((list) => {
      const at = this.#allocate(new Uint8Array(Int32Array.from(list).buffer));
      return { at, length: list.length };
    });
    try {
      this.#ask("gajah_load_weights", ...lists.flatMap(({ at, length }) => [at, length]));
    } finally {
      for (const { at } of lists) this.#exports.gajah_free(at);
    }
  }

  /** Whether a turn loses much; needs the weights. @param {TurnAsked} asked @returns {TurnChecked} */
  checkTurn({ position, turn }) {
    return this.#ask("gajah_check_turn", position, turn);
  }

  /** What a turn does. @param {TurnAsked} asked @returns {TurnExplained} */
  explainTurn({ position, turn }) {
    return this.#ask("gajah_explain_turn", position, turn);
  }

  /** A turn told in stages, such as the best one of an engine. @param {TurnAsked} asked @returns {CoachHint} */
  hintAt({ position, turn }) {
    return this.#ask("gajah_hint", position, turn);
  }

  /** @param {CorePuzzle} puzzle @returns {string} the task, beginning with the side to move */
  puzzleText({ position, theme }) {
    return this.#ask("gajah_puzzle_text", position, theme).text;
  }

  /** @param {CorePuzzle} puzzle @returns {{square: string, text: string}} where a right answer begins */
  puzzleHint({ position, solution }) {
    return this.#ask("gajah_puzzle_hint", position, solution);
  }

  /** @param {CorePuzzle} puzzle @returns {string[]} a whole right answer, with the opponent's reply */
  puzzleSolution({ position, theme, solution }) {
    return this.#ask("gajah_puzzle_solution", position, theme, solution).turns;
  }

  /**
   * What comes of the turns played so far from the puzzle's position, replies included; needs the weights.
   * @param {CorePuzzle} puzzle
   * @param {string[]} turns
   * @returns {CoreAttempt}
   */
  judge({ position, theme, solution, margin }, turns) {
    return this.#ask("gajah_judge", position, theme, solution, margin, turns.join("\n"));
  }

  /** @param {string} text @returns {CoreControl} */
  control(text) {
    return this.#ask("gajah_control", text);
  }

  /** @param {string} control @returns {CoreClock} the clock before the first turn */
  startClock(control) {
    return this.#ask("gajah_start_clock", control);
  }

  /** What a clock says to a side. @param {CoreClock} clock @param {TurnTime} time @returns {ClockReading} */
  readClock(clock, time) {
    return this.#ask("gajah_read_clock", ...clockArguments(clock, time));
  }

  /**
   * How long a player should and may think about a turn. @param {{available: number, move: number, reserve: number}} time
   * @returns {CoreLimits}
   */
  timeShare({ available, move, reserve }) {
    const { soft, hard } = this.#ask("gajah_time_share", available, move, reserve);
    return { softS: soft, hardS: hard };
  }

  /** The clock after a finished turn. @param {CoreClock} clock @param {TurnTime} time @returns {CoreClock} */
  clockAfter(clock, time) {
    return this.#ask("gajah_clock_after", ...clockArguments(clock, time));
  }

  /**
   * The network's opinion of the place.
   * @param {number} [count]  evaluations, for measuring
   * @returns {{logits: Float32Array, value: number}}
   */
  evaluate(count = 1) {
    const at = this.#exports.gajah_evaluate(count);
    if (!at) throw new Error("the network has not been loaded");
    const numbers = new Float32Array(this.#memory.buffer, at, ACTIONS + 1).slice();
    return { logits: numbers.subarray(0, ACTIONS), value: numbers[ACTIONS] };
  }

  /** Bytes of memory in use, which never become fewer. */
  get bytes() {
    return this.#memory.buffer.byteLength;
  }

  /** @param {string} name @param {(string | number)[]} args @returns {any} */
  #ask(name, ...args) {
    const texts = args.map((arg) => (typeof arg === "string" ? this.#allocate(this.#encoder.encode(`${arg}\0`)) : 0));
    try {
      const at = this.#exports[name](...args.map((arg, i) => (typeof arg === "string" ? texts[i] : arg)));
      const answer = JSON.parse(this.#textAt(at));
      if (answer.error) throw new Refusal(answer.error.code, answer.error.text);
      return answer;
    } finally {
      for (const text of texts) if (text) this.#exports.gajah_free(text);
    }
  }

  /** @param {Uint8Array} bytes */
  #allocate(bytes) {
    const at = this.#exports.gajah_allocate(bytes.length);
    if (!at) throw new Refusal("no_memory", "There is not enough memory.");
    new Uint8Array(this.#memory.buffer).set(bytes, at);
    return at;
  }

  /** @param {number} at */
  #textAt(at) {
    const bytes = new Uint8Array(this.#memory.buffer);
    // A copy, since browsers decode no text in shared memory.
    return this.#decoder.decode(bytes.slice(at, bytes.indexOf(0, at)));
  }
}

/** @param {CoreClock} clock @param {TurnTime} time @returns {(string | number)[]} */
function clockArguments({ control, reserve, game_used, turns }, { side, used, isSetup = false }) {
  return [control, reserve.g, reserve.s, game_used, turns.g, turns.s, side, used, isSetup ? 1 : 0];
}

/** One of the engine's levels at one side of a game. */
class Player {
  #core;
  #number;

  /** @param {Core} core @param {number} number */
  constructor(core, number) {
    this.#core = core;
    this.#number = number;
  }

  /**
   * Begin to choose a setup or turn at the core's place; `core.think` goes on, until it is done.
   * @param {CoreLimits} limits
   */
  begin(limits = {}) {
    this.#core.begin(this.#number, limits);
  }

  /** Give back its memory. */
  end() {
    this.#core.endPlayer(this.#number);
  }
}
