/**
 * Where a tree is kept: with its game on the server, or, for a position that belongs to no game,
 * in this browser. Both give the same answers.
 */

import { api, Refusal } from "../api.js";
import { seatToken } from "../seats.js";
import { applyChange, rootNode } from "./localtree.js";
import { recordText } from "./recordtext.js";
import { Tree } from "./tree.js";

/** @typedef {import("../types.js").Game} Game */
/** @typedef {import("../types.js").TreeNode} TreeNode */
/** @typedef {import("./localtree.js").TreeOp} TreeOp */
/** @typedef {{ tree: TreeNode[], node: number }} Changed */
/** @typedef {"tagged" | "moves" | "json"} RecordFormat */

/**
 * @typedef {object} Store
 * @property {Game | null} game  null: nothing on the server
 * @property {string | null} position  where the first turn is played; null: the empty board
 * @property {boolean} keeps  false: changes are gone with the page
 * @property {boolean} isGame  was this played to its end, so that what was played has to stay?
 * @property {() => Promise<TreeNode[]>} load
 * @property {(change: TreeOp) => Promise<Changed>} change
 * @property {() => Promise<string>} record  the record as text
 */

/** @param {string | null} position @returns {string} the label of the first turn; setups are 1g and 1s */
function firstLabel(position) {
  return position === null ? "1g" : `2${position.trim()[0] === "s" ? "s" : "g"}`;
}

/** Refusals that mean: not here, or not yet. */
const ELSEWHERE = new Set(["no_seat", "game_running"]);

/** @implements {Store} */
export class GameStore {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.path = `/games/${encodeURIComponent(id)}`;
    /** Are changes kept? The server says when we try. */
    this.keeps = true;
    /** @type {TreeNode[]} */
    this.nodes = [];
    /** @type {Game | null} */
    this.game = null;
  }

  get position() {
    return this.game?.start ?? null;
  }

  get isGame() {
    return !this.game?.imported || this.game.result !== null;
  }

  /** @returns {Promise<TreeNode[]>} */
  async load() {
    const { game, tree } = await api.get(this.path);
    this.game = game;
    this.nodes = tree;
    return tree;
  }

  /** @param {TreeOp} change @returns {Promise<Changed>} */
  async change(change) {
    const changed =
      (this.keeps && (await this.#send(change))) || applyChange(this.nodes, change, firstLabel(this.position));
    this.nodes = changed.tree;
    return changed;
  }

  /**
   * Another's game, or one still being played, can be explored all the same; nothing is kept then.
   * @param {TreeOp} change @returns {Promise<Changed | null>} null: we may not write into this game
   */
  async #send(change) {
    try {
      return await api.post(`${this.path}/tree`, change, seatToken(this.id));
    } catch (error) {
      if (!(error instanceof Refusal && ELSEWHERE.has(error.code))) throw error;
      this.keeps = false;
      return null;
    }
  }

  /** @returns {Promise<string>} */
  async record() {
    const answer = await fetch(`/api/v1${this.path}/record?format=tagged`);
    return answer.text();
  }
}

/** @typedef {{ position: string | null, nodes: TreeNode[] }} Scratch */

const SCRATCHES = "gajah.scratches";
// An analysis worth keeping longer is put into the library.
const MOST_SCRATCHES = 20;

/** @implements {Store} */
export class ScratchStore {
  /** @param {string | null} position @param {string[]} turns to begin with where nothing is kept */
  constructor(position, turns) {
    /** @type {Game | null} */
    this.game = null;
    this.keeps = true;
    this.isGame = false;
    this.position = position;
    /** @type {TreeNode[]} */
    this.nodes = [rootNode()];
    let at = this.nodes[0].id;
    for (const turn of turns) {
      const changed = applyChange(this.nodes, { op: "add", parent: at, turn }, firstLabel(this.position));
      this.nodes = changed.tree;
      at = changed.node;
    }
  }

  /** @returns {Promise<TreeNode[]>} what this browser kept of the same position */
  async load() {
    const kept = readScratches().find(({ position }) => position === this.position);
    if (kept) this.nodes = kept.nodes;
    return this.nodes;
  }

  /** @param {TreeOp} change @returns {Promise<Changed>} */
  async change(change) {
    const changed = applyChange(this.nodes, change, firstLabel(this.position));
    this.nodes = changed.tree;
    this.#write([{ position: this.position, nodes: this.nodes }]);
    return changed;
  }

  /** @returns {Promise<string>} */
  async record() {
    const date = new Date().toISOString().slice(0, 10).replaceAll("-", ".");
    return recordText(new Tree(this.nodes), { position: this.position, date });
  }

  /** Forgets the kept turns. */
  forget() {
    this.#write([]);
  }

  /** @param {Scratch[]} own in place of what was kept of this position; the others follow it */
  #write(own) {
    const others = readScratches().filter(({ position }) => position !== this.position);
    localStorage.setItem(SCRATCHES, JSON.stringify([...own, ...others].slice(0, MOST_SCRATCHES)));
  }
}

/** @returns {Scratch[]} the newest first */
function readScratches() {
  try {
    const kept = JSON.parse(localStorage.getItem(SCRATCHES) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return []; // written by something else: begin anew
  }
}
