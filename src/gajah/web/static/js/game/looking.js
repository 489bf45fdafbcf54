/** Where in a game's past the page looks: at a turn, or at the first steps of one. */

import { applySteps, captures, parseSteps, turnWords } from "../board/steps.js";

/** @import { Moment } from "../history.js" */
/** @import { NodeShape as TreeNode } from "../wire.js" */

/** @param {TreeNode} node @returns {string[]} its steps, each with the captures it causes; a setup is one */
function stepsOf(node) {
  if (node.kind !== "turn") return [node.turn];
  /** @type {string[]} */
  const steps = [];
  for (const word of turnWords(node.turn)) {
    if (word.endsWith("x") && steps.length) steps.push(`${steps.pop()} ${word}`);
    else steps.push(word);
  }
  return steps;
}

export class Looking {
  constructor() {
    /** The turn that is looked at; null: now. @type {number | null} */
    this.turn = null;
    /** How many of its steps are shown; null: all. @type {number | null} */
    this.steps = null;
  }

  get isBack() {
    return this.turn !== null;
  }

  /** @param {number} turn @param {TreeNode[]} line @param {number | null} [steps] */
  goTo(turn, line, steps = null) {
    const isNow = turn > line.length - 1 || (turn === line.length - 1 && steps === null);
    this.turn = isNow ? null : Math.max(0, turn);
    this.steps = isNow ? null : steps;
  }

  /** @param {number} by  turns back or on; Infinity: now @param {TreeNode[]} line */
  goBy(by, line) {
    // In the midst of a turn, back leads to its start and on to its end.
    const at = this.turn ?? line.length - 1;
    this.goTo(this.steps !== null && by === 1 ? at : at + by, line);
  }

  /** @param {1 | -1} by @param {TreeNode[]} line */
  stepBy(by, line) {
    const at = this.turn ?? line.length - 1;
    const isPart = this.steps !== null;
    const turn = by === 1 && !isPart ? at + 1 : at;
    const node = line[turn];
    if (!node) return;
    // What stood on the board before the first turn is not kept.
    const count = turn === 0 ? 1 : stepsOf(node).length;
    const next = (this.steps ?? (by === 1 ? 0 : count)) + by;
    if (next >= count) this.goTo(turn, line);
    else if (next > 0) this.goTo(turn, line, next);
    else if (turn > 0) this.goTo(turn - 1, line);
  }

  /** @param {Moment[]} moments @returns {Moment | undefined} what is looked at */
  momentOf(moments) {
    if (this.turn === null) return moments.at(-1);
    const whole = moments[this.turn];
    if (!whole || this.steps === null) return whole;
    const turn = stepsOf(whole.node).slice(0, this.steps).join(" ");
    const before = moments[this.turn - 1];
    const steps = parseSteps(turn);
    const pieces = before && applySteps(before.pieces, steps);
    if (!pieces) return whole;
    const captured = [...before.captured, ...captures(steps).map(({ piece }) => piece)];
    return { node: { ...whole.node, turn }, pieces, captured };
  }

  /** @param {TreeNode[]} line @returns {string} for people; empty for now */
  words(line) {
    const node = this.turn === null ? undefined : line[this.turn];
    if (!node) return "";
    const part = this.steps === null ? "" : `, step ${this.steps} of ${stepsOf(node).length}`;
    return `Looking at turn ${node.label}${part}. `;
  }
}
