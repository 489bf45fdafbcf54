/**
 * Reviews of whole games as work of the tab: a page starts one, follows it, and may go.
 *
 * A review that has begun is noted, so that it begins anew when the tab comes back. What it has found is kept with the
 * game when it is complete.
 */

import { Review } from "./review.js";

/** @import { JudgementShape, ReviewState } from "../wire.js" */
/** @import { JudgedTurn, Line, Look, Stage } from "./review.js" */

/** @typedef {(state: ReviewState) => void} Follower */
/**
 * Where the games to be reviewed are found; a Refusal where there is no such game.
 * @typedef {object} ReviewedGames
 * @property {(id: string) => Promise<Line & {nodes: number[]}>} playedLine  the turns played, and their nodes' numbers
 * @property {(id: string, review: Record<number, JudgementShape>) => Promise<unknown>} keepReview
 */
/**
 * Which reviews are under way.
 * @typedef {object} ReviewNotes
 * @property {() => Promise<{game: string, seconds: number}[]>} all
 * @property {(game: string, seconds: number) => Promise<unknown>} note
 * @property {(game: string) => Promise<unknown>} forget
 */
/**
 * Thinks about a stage. `notePlace` is told the place in the queue, 0 when its turn has come.
 * @typedef {(stage: Stage, options: {seconds: number, signal: AbortSignal, notePlace: (place: number) => void}) =>
 *   Promise<Look>} Looker
 */

/** The review of one game, and who follows it. */
class Job {
  /** @type {ReviewState["state"]} */ #state = "waiting";
  #place = 0;
  of = 0;
  /** @type {Record<number, JudgementShape>} */ judged = {};
  /** @type {Set<Follower>} */ followers = new Set();
  #stopped = new AbortController();
  /** @type {Promise<void>} */ done = Promise.resolve();

  /** @param {string} game @param {number} seconds */
  constructor(game, seconds) {
    this.game = game;
    this.seconds = seconds;
  }

  get signal() {
    return this.#stopped.signal;
  }

  /** Think no further. */
  stop() {
    this.#stopped.abort();
  }

  /** @param {number[]} news  nodes @returns {ReviewState} how it stands, with what was found about these */
  state(news) {
    return {
      ref: null,
      type: "review",
      game: this.game,
      state: this.#state,
      place: this.#place,
      done: Object.keys(this.judged).length,
      of: this.of,
      findings: news.map((node) => ({ ...this.judged[node], node })),
    };
  }

  /** @param {number} place */
  notePlace(place) {
    if (place === this.#place) return;
    this.#place = place;
    this.#state = place ? "waiting" : "running";
    this.#tell();
  }

  /** @param {number} node @param {JudgedTurn} turn */
  noteTurn(node, { number: _, ...judgement }) {
    this.judged[node] = judgement;
    this.#state = "running";
    this.#tell(node);
  }

  /** @param {ReviewState["state"]} state */
  end(state) {
    this.#state = state;
    this.#place = 0;
    this.#tell();
    this.followers.clear();
  }

  /** @param {number[]} news */
  #tell(...news) {
    for (const follower of [...this.followers]) follower(this.state(news));
  }
}

/** All reviews under way, one for a game at most. */
export class Reviews {
  #games;
  #look;
  #notes;
  /** @type {Map<string, Job>} */ #jobs = new Map();

  /** @param {{games: ReviewedGames, look: Looker, notes: ReviewNotes}} options */
  constructor({ games, look, notes }) {
    this.#games = games;
    this.#look = look;
    this.#notes = notes;
  }

  /** Begin those anew that were under way when the tab ended. */
  async open() {
    for (const { game, seconds } of await this.#notes.all()) if (!this.#jobs.has(game)) this.#begin(game, seconds);
  }

  /** Review a game that is over, unless that is being done. @param {string} game @param {number} seconds  for a turn */
  async start(game, seconds) {
    if (this.#jobs.has(game)) return;
    this.#begin(game, seconds);
    // Without a note it is done all the same, but does not begin anew when the tab comes back.
    await this.#notes.note(game, seconds).catch(console.error);
  }

  /** Tell a follower how a review stands, now and until it ends. @param {string} game @param {Follower} follower */
  follow(game, follower) {
    const job = this.#jobs.get(game);
    if (!job) {
      follower({ ...new Job(game, 0).state([]), state: "none" });
      return;
    }
    follower(job.state(Object.keys(job.judged).map(Number)));
    job.followers.add(follower);
  }

  /** Stop telling a follower; the review goes on. @param {string} game @param {Follower} follower */
  unfollow(game, follower) {
    this.#jobs.get(game)?.followers.delete(follower);
  }

  /** End a review; what it has found is forgotten. @param {string} game */
  async cancel(game) {
    const job = this.#jobs.get(game);
    job?.stop();
    await job?.done;
  }

  /** @param {string} game @param {number} seconds */
  #begin(game, seconds) {
    const job = new Job(game, seconds);
    this.#jobs.set(game, job);
    job.done = this.#run(job);
  }

  /** @param {Job} job */
  async #run(job) {
    const state = await this.#judge(job);
    await this.#notes.forget(job.game).catch(console.error);
    this.#jobs.delete(job.game);
    job.end(state);
  }

  /** @param {Job} job @returns {Promise<"done" | "cancelled" | "failed">} */
  async #judge(job) {
    try {
      await this.#judgeTurns(job);
      await this.#games.keepReview(job.game, job.judged);
    } catch (error) {
      if (job.signal.aborted) return "cancelled";
      console.error(`the review of game ${job.game} failed`, error);
      return "failed";
    }
    return "done";
  }

  /** @param {Job} job */
  async #judgeTurns(job) {
    const { seconds, signal } = job;
    const { nodes, ...line } = await this.#games.playedLine(job.game);
    const review = new Review(line);
    const notePlace = job.notePlace.bind(job);
    job.of = review.stages.length;
    for (const stage of review.stages) {
      signal.throwIfAborted();
      const judged = review.add(await this.#look(stage, { seconds, signal, notePlace }));
      signal.throwIfAborted();
      if (judged) job.noteTurn(nodes[judged.number], judged);
    }
    const last = review.finish();
    if (last) job.noteTurn(nodes[last.number], last);
  }
}
