/** Everything behind a page without a server: core, engine, what is kept, and what each address answers. */

import { Core } from "../core/core.js";
import { Refusal } from "../refusal.js";
import { findHint } from "./analyse.js";
import { AnalysisDesk } from "./analysis-desk.js";
import { boardAt, checkPlaying, routesAt } from "./boards.js";
import { tabEngine } from "./engine.js";
import { movesText, recordsText, recordText } from "./exporting.js";
import { Library } from "./library.js";
import { Lobby } from "./lobby.js";
import { Pictures } from "./pictures.js";
import { PuzzleRoom, readPuzzles } from "./puzzle-room.js";
import { lookAt } from "./review.js";
import { Reviews } from "./reviews.js";
import { makeTree } from "./scratch.js";
import { Store } from "./store.js";
import { betterSolver, readBackup, writeBackup } from "./transfer.js";

/** @import { PlayerShape, SetupShape, SideLetter } from "../wire.js" */
/** @import { Kept } from "../kept.js" */
/** @import { Request } from "./messages.js" */
/** @import { Stage } from "./review.js" */
/** @import { Review } from "./tree.js" */
/** @typedef {{ query: URLSearchParams, body: any, id: string }} Asked */
/** @typedef {[string, RegExp, (asked: Asked) => unknown]} Route */

const SOLVER = "solver";
const REVIEWS = "reviews";

/** @param {string} path  of a file that ships with the pages */
async function shipped(path) {
  const answer = await fetch(new URL(`../../${path}`, import.meta.url));
  if (!answer.ok) throw new Refusal("no_file", `A part of gajah could not be loaded: ${path}.`);
  return answer;
}

export class House {
  /** @param {(text: string) => void} onTrouble  told to the user */
  static async build(onTrouble) {
    const [core, choices] = await Promise.all([
      Core.start(await shipped("wasm/gajah.wasm")),
      (await shipped("choices.json")).json(),
    ]);
    return new House(core, choices, new Store(onTrouble));
  }

  /** @param {Core} core  the rules, for whatever needs no search @param {any} choices @param {Store} store */
  constructor(core, choices, store) {
    this.core = core;
    this.store = store;
    this.engine = tabEngine();
    this.library = new Library(core, store);
    this.lobby = new Lobby(this);
    this.reviews = new Reviews(this.#reviewing());
    this.pictures = new Pictures(shipped);
    /** Programs that core can be. @type {PlayerShape[]} */
    this.players = choices.bots.filter((/** @type {PlayerShape} */ { name }) => name.startsWith("gajah:level="));
    this.controls = choices.controls;
    /** @type {Route[]} */
    this.routes = this.#routes();
  }

  /** @param {Omit<Request, "number" | "type">} request @returns {Promise<unknown>} */
  async answer({ method, path, body }) {
    const [place, query = ""] = path.split("?");
    for (const [known, shape, act] of this.routes) {
      const found = known === method && shape.exec(place);
      if (found) return act({ query: new URLSearchParams(query), body, id: found[1] ?? "" });
    }
    throw new Refusal("not_here", "That needs a server; this page has none.");
  }

  /** @param {string} path @param {(message: any, ref?: number | null) => void} tell */
  async connect(path, tell) {
    const guest = path === "/ws/analysis" ? new AnalysisDesk(this, tell) : await this.lobby.enter(path.slice(10), tell);
    guest.open();
    return guest;
  }

  /** @returns {Route[]} */
  #routes() {
    const { core, library, lobby } = this;
    return [
      ["POST", /^\/board$/, ({ body }) => boardAt(core, body)],
      ["POST", /^\/board\/routes$/, ({ body }) => ({ routes: routesAt(core, body, body.square) })],
      ["POST", /^\/board\/check$/, ({ body }) => this.#check(body.position)],
      ["POST", /^\/tree$/, ({ body }) => makeTree(body, core)],
      ["GET", /^\/players$/, () => ({ bots: this.players, engines: [] })],
      ["GET", /^\/controls$/, () => ({ controls: this.controls })],
      ["GET", /^\/setups$/, ({ query }) => this.#setups({ g: query.get("g") ?? "", s: query.get("s") ?? "" })],
      ["POST", /^\/games$/, ({ body }) => lobby.create(body)],
      ["GET", /^\/games$/, ({ query }) => library.search(query)],
      ["GET", /^\/games\/(\w+)$/, ({ id }) => library.show(id)],
      ["DELETE", /^\/games\/(\w+)$/, ({ id }) => lobby.remove(id)],
      ["POST", /^\/games\/(\w+)\/tree$/, ({ id, body }) => library.changeTree(id, body)],
      ["POST", /^\/import$/, ({ body }) => library.take(body)],
      ["POST", /^\/backup$/, ({ body }) => this.#backup(body)],
      ["POST", /^\/restore$/, ({ body }) => this.#restore(body)],
      ["GET", /^\/export$/, async ({ query }) => textFile(recordsText(await library.find(query), core))],
      ["GET", /^\/games\/(\w+)\/record$/, ({ id, query }) => this.#record(id, query.get("format") ?? "tagged")],
      [
        "GET",
        /^\/games\/(\w+)\/thumbnail\.svg$/,
        async ({ id, query }) => this.pictures.thumbnail(await library.game(id), query),
      ],
      ["GET", /^\/picture\.svg$/, ({ query }) => this.pictures.draw(query)],
      ["POST", /^\/links$/, () => ({ links: [], qr_code: null, restart: null })],
      ["POST", /^\/coach\/check$/, ({ body }) => this.#coached(body.position, () => core.checkTurn(body))],
      ["POST", /^\/coach\/explain$/, ({ body }) => this.#coached(body.position, () => core.explainTurn(body))],
      ["POST", /^\/coach\/hint$/, ({ body }) => this.#hint(body.position)],
      ...this.#puzzleRoutes(),
    ];
  }

  /** @returns {Route[]} */
  #puzzleRoutes() {
    const room = once(() => this.#puzzleRoom());
    return [
      ["GET", /^\/puzzles$/, async ({ query }) => (await room()).list(Object.fromEntries(query))],
      ["GET", /^\/puzzles\/next$/, async ({ query }) => (await room()).next(Object.fromEntries(query))],
      ["GET", /^\/puzzles\/me$/, async () => (await room()).me()],
      ["POST", /^\/puzzles\/known$/, async ({ body }) => (await room()).known(body)],
      ["POST", /^\/puzzles\/run$/, async ({ body }) => (await room()).startRun(body)],
      ["POST", /^\/puzzles\/run\/skip$/, async () => (await room()).skipRun()],
      ["POST", /^\/puzzles\/run\/try$/, async ({ body }) => (await room()).attemptRun(body)],
      ["GET", /^\/puzzles\/([\w-]+)$/, async ({ id }) => (await room()).show(id)],
      ["POST", /^\/puzzles\/([\w-]+)\/try$/, async ({ id, body }) => (await room()).attempt(id, body)],
      ["POST", /^\/puzzles\/([\w-]+)\/hint$/, async ({ id }) => (await room()).hint(id)],
      ["POST", /^\/puzzles\/([\w-]+)\/solution$/, async ({ id }) => (await room()).solution(id)],
    ];
  }

  async #puzzleRoom() {
    const [text] = await Promise.all([(await shipped("data/puzzles.tsv")).text(), this.#weights()]);
    const store = {
      get: () => this.store.fact(SOLVER),
      put: (/** @type {unknown} */ state) => this.store.write({ facts: { [SOLVER]: state } }),
    };
    return new PuzzleRoom({ judge: this.core, puzzles: readPuzzles(text), store });
  }

  /** @param {string} id @param {string} format */
  async #record(id, format) {
    const game = await this.library.game(id);
    return textFile(format === "moves" ? movesText(game, this.core) : recordText(game, this.core));
  }

  /** @param {Kept} kept  by the pages */
  async #backup(kept) {
    const games = await this.library.find(new URLSearchParams());
    const solver = (await this.store.fact(SOLVER)) ?? null;
    const text = writeBackup({ games, solver, kept }, this.core, Date.now() / 1000);
    return { text, type: "application/json" };
  }

  /** @param {string} text */
  async #restore(text) {
    const { solver, kept, problems, ...read } = readBackup(text, this.core);
    const games = await this.library.add(read.games);
    await this.store.write({ facts: { [SOLVER]: betterSolver(await this.store.fact(SOLVER), solver) ?? undefined } });
    return { games: games.length, problems, kept };
  }

  /** Where reviews find games, think about them, and keep what they have found. */
  #reviewing() {
    const { core, library, store } = this;
    const notes = async () => (await store.fact(REVIEWS)) ?? {};
    return {
      games: {
        playedLine: async (/** @type {string} */ id) => {
          const game = await library.game(id);
          if (game.state !== "over") throw new Refusal("game_running", "The game is still going on.");
          const tree = library.tree(game);
          const turns = tree.playedNodes.map(({ turn }) => turn);
          return { position: game.start, handicap: game.handicap, turns, nodes: tree.played };
        },
        keepReview: async (/** @type {string} */ id, /** @type {Review} */ review) => {
          await store.write({ games: [{ ...(await library.game(id)), review }] });
        },
      },
      look: (/** @type {Stage} */ stage, /** @type {{ seconds: number, signal: AbortSignal }} */ { seconds, signal }) =>
        lookAt(
          stage,
          async (place) => {
            const limits = { softS: seconds, hardS: seconds };
            return (await this.engine.think({ place, limits, signal })).lines[0];
          },
          (place, turn) => {
            core.place(place);
            return core.play(turn).board.result;
          },
        ),
      notes: {
        all: async () => Object.entries(await notes()).map(([game, seconds]) => ({ game, seconds: Number(seconds) })),
        note: async (/** @type {string} */ game, /** @type {number} */ seconds) =>
          store.write({ facts: { [REVIEWS]: { ...(await notes()), [game]: seconds } } }),
        forget: async (/** @type {string} */ game) => {
          const { [game]: _, ...others } = await notes();
          await store.write({ facts: { [REVIEWS]: others } });
        },
      },
    };
  }

  /** The coach and the judge of puzzles ask a small search, which has its weights from here. */
  #weights = once(async () => {
    const files = await Promise.all([shipped("data/weights.json"), shipped("data/step_weights.json")]);
    const [weights, stepWeights] = await Promise.all(files.map((file) => file.json()));
    this.core.loadWeights(weights.weights, stepWeights.weights);
  });

  /** @param {string} position */
  #check(position) {
    const problems = this.core.problems(position);
    return { ok: problems.length === 0, problems };
  }

  /** @template T @param {string} position @param {() => T} advise @returns {Promise<T>} */
  async #coached(position, advise) {
    await this.#weights();
    checkPlaying(this.core.place({ position }));
    return advise();
  }

  /** @param {string} position */
  async #hint(position) {
    checkPlaying(this.core.place({ position }));
    return findHint(this.engine, position);
  }

  /** @param {Record<SideLetter, string>} handicap */
  #setups(handicap) {
    const shape = (/** @type {{ name: string, setup: string }} */ { name, setup }) => {
      const words = name.replaceAll("-", " ");
      return { name, title: words.charAt(0).toUpperCase() + words.slice(1), setup };
    };
    this.core.place({ handicap });
    /** @type {SetupShape[]} */
    const g = this.core.setups().map(shape);
    this.core.place({ handicap, turns: [g[0].setup] });
    return { g, s: this.core.setups().map(shape) };
  }
}

/** @template T @param {() => Promise<T>} make @returns {() => Promise<T>} the same, made when first asked for */
function once(make) {
  /** @type {Promise<T> | null} */
  let made = null;
  return () => {
    made ??= make().catch((error) => {
      made = null;
      throw error;
    });
    return made;
  };
}

/** @param {string} text */
function textFile(text) {
  return { text, type: "text/plain;charset=utf-8" };
}
