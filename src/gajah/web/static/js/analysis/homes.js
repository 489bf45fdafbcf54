/**
 * Where a tree is kept: with its game on the server, or, for a position that belongs to no game,
 * in this browser; the server makes the changes in both.
 */

import { api } from "../api.js";
import { home } from "../homes/home.js";
import { Refusal } from "../refusal.js";
import { seatToken } from "../seats.js";
import { recall } from "../storage.js";

/** @import { GameShape as Game, NodeShape as TreeNode, TreeChanged as Changed } from "../wire.js" */
/** @typedef {import("../wire.js").Posted<`/games/${string}/tree`>["asked"]} TreeChange */

/**
 * @typedef {object} TreeHome
 * @property {Game | null} game  null: nothing on the server
 * @property {TreeNode[]} nodes
 * @property {string | null} position  where the first turn is played; null: the empty board
 * @property {boolean} keeps  false: changes are gone with the page
 * @property {boolean} isGame  was this played to its end, so that what was played has to stay?
 * @property {() => Promise<TreeNode[]>} load
 * @property {(change: TreeChange) => Promise<Changed>} change
 * @property {() => Promise<string>} record  the record as text
 */

/**
 * Has the server change a tree that it does not keep; what a review said of the nodes stays.
 * @param {TreeHome} home @param {{ turns?: string[], change?: TreeChange }} asked
 * @returns {Promise<import("../wire.js").TreeMade>}
 */
async function askAside({ nodes, position, game }, asked) {
  const known = new Map(nodes.map((node) => [node.id, node]));
  const kept = nodes.map(({ id, parent, label, turn, glyph, comments, arrows, marks, played, children }) => {
    return { id, parent, label, turn, glyph, comments, arrows, marks, played, children };
  });
  const body = { position, handicap: game?.handicap ?? null, nodes: kept, ...asked };
  const made = await api.post("/tree", body);
  const tree = made.tree.map((node) => {
    const { used_s, score, best, loss, mark } = known.get(node.id) ?? node;
    return { ...node, used_s, score, best, loss, mark };
  });
  return { ...made, tree };
}

/** Refusals that mean: not here, or not yet. */
const ELSEWHERE = new Set(["no_seat", "game_running"]);

/** @implements {TreeHome} */
export class GameHome {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.path = /** @type {const} */ (`/games/${encodeURIComponent(id)}`);
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

  /** @param {TreeChange} change @returns {Promise<Changed>} */
  async change(change) {
    const changed = (this.keeps && (await this.#send(change))) || (await askAside(this, { change }));
    this.nodes = changed.tree;
    return changed;
  }

  /**
   * Another's game, or one still being played, can be explored all the same; nothing is kept then.
   * @param {TreeChange} change @returns {Promise<Changed | null>} null: we may not write into this game
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
    return (await home.file(`${this.path}/record?format=tagged`)).text();
  }
}

/** @typedef {{ position: string | null, nodes: TreeNode[], change?: TreeChange }} Scratch */

const SCRATCHES = "gajah.scratches";
// An analysis worth keeping longer is put into the library.
const MOST_SCRATCHES = 20;

/** @implements {TreeHome} */
export class ScratchHome {
  /** @param {string | null} position @param {string[]} turns to begin with where nothing is kept */
  constructor(position, turns) {
    /** @type {Game | null} */
    this.game = null;
    this.keeps = true;
    this.isGame = false;
    this.position = position;
    this.turns = turns;
    /** @type {TreeNode[]} */
    this.nodes = [];
  }

  /** @returns {Promise<TreeNode[]>} what this browser kept of the same position */
  async load() {
    const kept = readScratches().find(({ position }) => position === this.position);
    // Nodes kept by an older version have no drawings.
    const nodes = kept?.nodes.map((node) => ({ ...node, arrows: node.arrows ?? [], marks: node.marks ?? [] }));
    this.nodes = nodes ?? (await askAside(this, { turns: this.turns })).tree;
    if (kept?.change) await this.change(kept.change).catch(() => this.#write(this.nodes));
    return this.nodes;
  }

  /** @param {TreeChange} change @returns {Promise<Changed>} */
  async change(change) {
    // A page that is closed before the answer makes the change when it is opened again.
    this.#write(this.nodes, change);
    const changed = await askAside(this, { change });
    this.nodes = changed.tree;
    this.#write(this.nodes);
    return changed;
  }

  /** @returns {Promise<string>} */
  async record() {
    return (await askAside(this, {})).record;
  }

  /** Forgets the kept turns. */
  forget() {
    this.#write(null);
  }

  /** @param {TreeNode[] | null} nodes kept before all others; null: none @param {TreeChange} [change] under way */
  #write(nodes, change) {
    const own = nodes ? [{ position: this.position, nodes, change }] : [];
    const others = readScratches().filter(({ position }) => position !== this.position);
    localStorage.setItem(SCRATCHES, JSON.stringify([...own, ...others].slice(0, MOST_SCRATCHES)));
  }
}

/** @returns {Scratch[]} the newest first */
function readScratches() {
  const kept = recall(SCRATCHES);
  return Array.isArray(kept) ? kept : [];
}
