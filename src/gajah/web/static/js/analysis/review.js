/**
 * The review of a whole game: the server goes through the turns that were played,
 * whether or not a page is open, and says what each was worth. Its findings are written into the study's nodes.
 *
 * Events: `change` after each finding and when it starts, waits, ends or fails.
 */

import { toastError } from "../dialogs.js";
import { seatToken } from "../seats.js";

/** @import { AnalysisSocket as Socket } from "../socket.js" */
/** @import { AnalysisTold as Message, JudgementShape, NodeShape as TreeNode } from "../wire.js" */
/** @import { Study } from "./study.js" */

const FAILED = "The review failed. It can be started again.";
const OFFLINE = "There is no connection to the server just now.";

export class Review extends EventTarget {
  /** @param {Study} study @param {Socket} socket */
  constructor(study, socket) {
    super();
    this.study = study;
    this.socket = socket;
    /** @type {"idle" | "running" | "failed"} */
    this.state = "idle";
    this.done = 0;
    this.of = 0;
    /** Place in the queue; 0: not waiting. */
    this.waiting = 0;
    this.problem = "";
    /** @type {Map<number, JudgementShape>} of the review under way, which the server does not keep yet */
    this.findings = new Map();
    this.unlisten = () => {};
    /** The seconds of a review that is wanted before there is a connection. @type {number | null} */
    this.wanted = null;
    study.addEventListener("tree", () => this.#noteAll());
    socket.addEventListener("state", () => this.#connected());
    this.#connected();
  }

  /** Is there anything to draw a graph from? */
  get hasScores() {
    return this.study.tree.gameLine.some((id) => this.study.tree.node(id).score !== null);
  }

  /** @returns {TreeNode[]} the turns of the game that were marked, in order */
  get mistakes() {
    const { tree } = this.study;
    return tree.gameLine.map((id) => tree.node(id)).filter((node) => node.mark);
  }

  /** @param {number} seconds of thought for each turn */
  start(seconds) {
    if (this.state === "running") return;
    if (this.socket.state === "lost") this.#be("failed", OFFLINE);
    else if (this.socket.state === "connecting") this.wanted = seconds;
    else this.#ask(seconds);
  }

  /** Ask on every connection: another page, or this one before a reload, may have started one. */
  #connected() {
    const { wanted } = this;
    if (this.socket.state === "connecting") return;
    this.wanted = null;
    if (this.socket.state === "open") this.#ask(wanted);
    else if (wanted !== null) this.#be("failed", OFFLINE);
  }

  cancel() {
    const { game } = this.study.home;
    if (game) this.socket.ask({ type: "cancel_review", game: game.id, ...seatToken(game.id) }).catch(toastError);
  }

  /** @param {number | null} seconds of thought for each turn; null: only follow what goes on */
  #ask(seconds) {
    const { game } = this.study.home;
    if (game?.state !== "over") return;
    this.unlisten();
    this.findings.clear(); // the first answer brings all there are
    const wanted = { type: /** @type {const} */ ("review"), game: game.id, seconds, ...seatToken(game.id) };
    this.unlisten = this.socket.stream(wanted, (answer) => this.#hear(answer));
  }

  /** @param {Message} answer */
  #hear(answer) {
    if (answer.type === "error") this.#be("failed", answer.text);
    if (answer.type !== "review") return;
    for (const { node, ...finding } of answer.findings) this.findings.set(node, finding);
    this.done = answer.done;
    this.of = answer.of;
    this.waiting = answer.place;
    this.#noteAll();
    if (answer.state === "waiting" || answer.state === "running") this.#be("running", "");
    else this.#ended(answer.state);
  }

  /** @param {"none" | "done" | "cancelled" | "failed"} state */
  #ended(state) {
    const ran = this.state === "running";
    this.#be(state === "failed" ? "failed" : "idle", state === "failed" ? FAILED : "");
    // What a review that did not end has found is not kept, and what it found in full may have come
    // while we were not connected: the server has the truth.
    if (ran) void this.study.reload();
  }

  #noteAll() {
    const { tree } = this.study;
    for (const [id, finding] of this.findings) if (tree.has(id)) Object.assign(tree.node(id), finding);
  }

  /** @param {"idle" | "running" | "failed"} state @param {string} problem */
  #be(state, problem) {
    if (state !== "running") this.findings.clear();
    this.state = state;
    this.problem = problem;
    this.dispatchEvent(new Event("change"));
  }
}
