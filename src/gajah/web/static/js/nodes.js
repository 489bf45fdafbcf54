/** Turns in a game's tree. */

/** @import { NodeShape as TreeNode, SideLetter as Side } from "./wire.js" */

/** @param {TreeNode} node @returns {Side} whose turn it was; the root counts as silver's */
export function sideOf(node) {
  return node.label.endsWith("g") ? "g" : "s";
}

/** @param {TreeNode[]} tree @returns {TreeNode[]} the turns that were played, without the root */
export function playedLine(tree) {
  // What was played got its numbers one after the other.
  return tree.filter((node) => node.played).sort((a, b) => a.id - b.id);
}

/** @param {TreeNode | undefined} node @returns {string | null} its turn, if it moved pieces; a setup does not */
export function movesOf(node) {
  return node?.kind === "turn" ? node.turn : null;
}

/** @param {TreeNode} node @returns {string} for lists: a setup would be too long */
export function shortTurn(node) {
  return node.kind === "setup" ? "setup" : node.turn;
}
