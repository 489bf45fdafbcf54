/**
 * The review of a whole game: the server goes through the main line in the background and says
 * what each turn was worth. Its findings are written into the study's nodes.
 *
 * Events: `change` after each finding and when it starts, waits, ends or fails.
 */

import { Socket } from "../socket.js";
import { openStream } from "./stream.js";

/** @typedef {import("../socket.js").Message} Message */
/** @typedef {import("../types.js").TreeNode} TreeNode */
/** @typedef {import("./study.js").Study} Study */
/** @typedef {Pick<TreeNode, "score" | "best" | "loss" | "mark">} Finding */

export const MARKS = /** @type {const} */ (["?!", "?", "??"]);

export class Review extends EventTarget {
  /** @param {Study} study */
  constructor(study) {
    super();
    this.study = study;
    /** @type {"idle" | "running" | "failed"} */
    this.state = "idle";
    this.done = 0;
    this.of = 0;
    /** @type {number | null} place in the queue */
    this.waiting = null;
    this.problem = "";
    /** @type {Map<number, Finding>} of the review under way, which the server does not keep yet */
    this.findings = new Map();
    /** @type {Socket | null} */
    this.socket = null;
    study.addEventListener("tree", () => this.#noteAll());
  }

  /** Is there anything to draw a graph from? */
  get hasScores() {
    return this.study.tree.mainLine.some((id) => this.study.tree.node(id).score !== null);
  }

  /** @returns {TreeNode[]} the turns of the main line that were marked, in order */
  get mistakes() {
    const { tree } = this.study;
    return tree.mainLine.map((id) => tree.node(id)).filter((node) => node.mark);
  }

  /** @returns {TreeNode[]} what is worth a lesson: the grave mistakes, or else all of them */
  get lessons() {
    const grave = this.mistakes.filter((node) => node.mark !== "?!");
    return grave.length ? grave : this.mistakes;
  }

  /** @param {number} seconds of thought for each turn */
  start(seconds) {
    const { game } = this.study.store;
    if (!game || this.state === "running") return;
    this.state = "running";
    this.done = 0;
    this.of = 0;
    this.waiting = null;
    this.problem = "";
    this.findings.clear();
    const question = { type: "review", game: game.id, seconds };
    // A connection of its own: on one, an analysis would end the review.
    const socket = new Socket("/ws/analysis");
    this.socket = socket;
    socket.addEventListener("state", () => {
      if (socket.state === "lost") this.#end("failed", "The connection was lost.");
    });
    openStream(socket, question, (answer) => this.#hear(answer));
    this.#changed();
  }

  /** @param {Message} answer */
  #hear(answer) {
    if (answer.type === "queue") {
      this.waiting = answer.place;
    } else if (answer.type === "review") {
      this.waiting = null;
      this.done = answer.done;
      this.of = answer.of;
      const { score, best, loss, mark } = answer;
      this.findings.set(answer.node, { score, best, loss, mark });
      this.#noteAll();
    } else if (answer.type === "stopped") {
      this.#end("idle", ""); // said once the outcome is kept with the game
    } else if (answer.type === "error") {
      this.#end("failed", answer.text);
    }
    this.#changed();
  }

  #noteAll() {
    const { tree } = this.study;
    for (const [id, finding] of this.findings) if (tree.has(id)) Object.assign(tree.node(id), finding);
  }

  /** @param {"idle" | "failed"} state @param {string} problem */
  #end(state, problem) {
    this.socket?.close();
    this.socket = null;
    this.state = state;
    this.problem = problem;
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
