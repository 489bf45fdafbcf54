/** The line that was played: which pieces stood where after each turn. */

import { applySteps, captures, parseSteps } from "./board/steps.js";
import { placements, readPosition } from "./placements.js";

/** @import { NodeShape as TreeNode } from "./wire.js" */
/** @typedef {{ node: TreeNode, pieces: import("./placements.js").Pieces, captured: string[] }} Moment */

/**
 * @param {TreeNode[]} line @param {string | null} start
 * @returns {Moment[]} one for each turn
 */
export function replay(line, start) {
  let pieces = readPosition(start ?? "")?.pieces ?? {};
  /** @type {string[]} */
  let captured = [];
  return line.map((node) => {
    if (node.kind === "setup") pieces = { ...pieces, ...placements(node.turn) };
    else {
      const steps = parseSteps(node.turn);
      pieces = applySteps(pieces, steps) ?? pieces;
      captured = [...captured, ...captures(steps).map(({ piece }) => piece)];
    }
    return { node, pieces, captured };
  });
}
