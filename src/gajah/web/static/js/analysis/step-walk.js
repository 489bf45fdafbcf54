/** Through a turn of the tree step by step: what is shown of it is a draft, so that another end can be tried. */

import { parseSteps, turnWords } from "../board/steps.js";

/** @import { NodeShape as TreeNode } from "../wire.js" */
/** @import { Study } from "./study.js" */

/** @param {TreeNode} node @returns {string[]} its steps, without captures; none for a setup */
function stepsOf(node) {
  if (node.kind !== "turn") return [];
  return turnWords(node.turn).filter((word) => parseSteps([word]).some(({ to }) => to !== null));
}

export class StepWalk {
  /** @param {Study} study */
  constructor(study) {
    this.study = study;
    /** @type {number | null} the turn that is gone through */
    this.along = null;
  }

  /** @returns {TreeNode | null} the turn of which some steps are shown */
  get turn() {
    const node = this.#ahead();
    const isPart = node !== null && node.id === this.along && this.study.steps.length > 0;
    return isPart && begins(stepsOf(node), this.study.steps) ? node : null;
  }

  /** Which step of how many is shown, in words; empty where none is. */
  get words() {
    const { turn } = this;
    return turn ? `Turn ${turn.label}, step ${this.study.steps.length} of ${stepsOf(turn).length}.` : "";
  }

  forward() {
    const node = this.#ahead();
    if (!node) return;
    const { study } = this;
    const all = stepsOf(node);
    const done = begins(all, study.steps) ? study.steps.length : 0;
    this.along = node.id;
    if (done + 1 < all.length) study.visit(study.current, all.slice(0, done + 1));
    else study.visit(node.id);
  }

  back() {
    const { study } = this;
    const { node, steps } = study;
    if (steps.length) study.visit(study.current, steps.slice(0, -1));
    else if (node.parent !== null) {
      this.along = node.id;
      study.visit(node.parent, stepsOf(node).slice(0, -1));
    }
  }

  /** @returns {TreeNode | null} the turn after the position: the one that was begun, or the first */
  #ahead() {
    const { tree, current } = this.study;
    const begun = this.along !== null && tree.has(this.along) ? tree.node(this.along) : null;
    if (begun?.parent === current) return begun;
    const next = tree.next(current);
    return next === null ? null : tree.node(next);
  }
}

/** @param {string[]} all @param {string[]} some */
function begins(all, some) {
  return some.every((step, i) => step === all[i]);
}
