/**
 * What is being studied: a tree, where we stand in it, and the changes a user can make.
 *
 * Events: `tree` after the tree changed, `move` after we went to another node, `unkept` when it
 * turns out that changes stay on this page.
 */

import { ROOT, Tree } from "./tree.js";

/** @import { NodeShape as TreeNode, Place, ScoreShape as Score } from "../wire.js" */
/** @import { TreeChange, TreeHome } from "./homes.js" */

export class Study extends EventTarget {
  /** @param {TreeHome} home @param {TreeNode[]} nodes */
  constructor(home, nodes) {
    super();
    this.home = home;
    this.tree = new Tree(nodes);
    this.current = ROOT;
    /** What is drafted on the board there. @type {string[]} */
    this.steps = [];
    /** @type {Promise<unknown>} the changes asked for before */
    this.changing = Promise.resolve();
  }

  /** @returns {TreeNode} */
  get node() {
    return this.tree.node(this.current);
  }

  /** What a review says of this position, or the result where the game ended. @returns {Score | null} */
  get score() {
    const winner = this.home.game?.result?.winner;
    const isEnd = this.current === this.tree.gameLine.at(-1);
    if (!isEnd || !winner) return this.node.score;
    return winner === "g" ? { text: "1-0", win: 1, mate: null } : { text: "0-1", win: 0, mate: null };
  }

  /** @param {number} [id] @returns {Omit<Place, "steps">} */
  place(id = this.current) {
    const { position, game } = this.home;
    return { position, handicap: game?.handicap ?? null, turns: this.tree.turns(id) };
  }

  /** @param {number | null} id where to go; null (there is no such place) stays */
  goTo(id) {
    if (id === null || id === this.current || !this.tree.has(id)) return;
    this.visit(id);
  }

  /**
   * Goes there and has the board shown anew, without what was drafted on it.
   * @param {number} id @param {string[]} [steps]  drafted there
   */
  visit(id, steps = []) {
    this.current = id;
    this.steps = steps;
    this.dispatchEvent(new Event("move"));
  }

  /** @param {(tree: Tree, from: number) => number | null} way */
  go(way) {
    this.goTo(way(this.tree, this.current));
  }

  /** @param {string} turn played here; one that is known already is only gone to */
  async play(turn) {
    const known = this.tree.findChild(this.current, turn);
    if (known !== null) this.goTo(known);
    else await this.change({ op: "add", parent: this.current, turn });
  }

  /** @param {TreeChange} change rejects with a Refusal, and then nothing has changed */
  async change(change) {
    const kept = this.home.keeps;
    const changed = this.changing.then(() => this.home.change(change));
    this.changing = changed.catch(() => {});
    const { tree, node } = await changed;
    if (kept && !this.home.keeps) this.dispatchEvent(new Event("unkept"));
    this.#replace(tree);
    // A late answer about a comment must not carry the user back to where it was written.
    if (change.op === "add" || change.op === "delete") this.goTo(node);
  }

  /** Asks the server for what it keeps. */
  async reload() {
    if (this.home.keeps) this.#replace(await this.home.load());
  }

  /** @param {TreeNode[]} nodes as the server keeps them now */
  #replace(nodes) {
    this.tree = new Tree(nodes);
    if (!this.tree.has(this.current)) this.current = ROOT;
    this.dispatchEvent(new Event("tree"));
  }
}
