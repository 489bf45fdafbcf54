/** The line that was played: which pieces stood where after each turn. */

import { COLUMNS } from "../board/geometry.js";
import { applySteps, captures, parseSteps } from "../board/steps.js";

/** @import { NodeShape as TreeNode } from "../wire.js" */
/** @typedef {{ node: TreeNode, pieces: Record<string, string>, captured: string[] }} Moment */

/**
 * A position's short form, `g [8x8 letters]`, as pieces.
 * @param {string | null} text @returns {Record<string, string>}
 */
function piecesOf(text) {
  /** @type {Record<string, string>} */
  const pieces = {};
  const letters = /\[(.{64})\]/.exec(text ?? "")?.[1] ?? "";
  [...letters].forEach((letter, i) => {
    if (letter.trim()) pieces[`${COLUMNS[i % 8]}${8 - Math.floor(i / 8)}`] = letter;
  });
  return pieces;
}

/** @param {string} setup  `Ra1 Rb1 ...` @returns {Record<string, string>} */
export function placements(setup) {
  const placed = setup
    .trim()
    .split(/\s+/)
    .filter((text) => /^[a-zA-Z][a-h][1-8]$/.test(text));
  return Object.fromEntries(placed.map((text) => [text.slice(1), text.charAt(0)]));
}

/** @param {TreeNode[]} tree @returns {TreeNode[]} the played turns, without the root */
export function playedLine(tree) {
  // What was played got its numbers one after the other.
  return tree.filter((node) => node.played).sort((a, b) => a.id - b.id);
}

/**
 * @param {TreeNode[]} line @param {string | null} start
 * @returns {Moment[]} one for each turn
 */
export function replay(line, start) {
  let pieces = piecesOf(start);
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
