/** A tree that no server keeps, as the text of a record (what the library reads). */

import { ROOT } from "./tree.js";

/** @typedef {import("./tree.js").Tree} Tree */
/** @typedef {import("../types.js").TreeNode} TreeNode */

/**
 * @param {Tree} tree @param {{ position: string | null, date: string }} about date as 2026.11.15
 * @returns {string}
 */
export function recordText(tree, about) {
  const tags = [
    ["Event", "Analysis"],
    ["Date", about.date],
  ];
  if (about.position !== null) tags.push(["Position", about.position]);
  const head = tags.map(([name, value]) => `[${name} "${value}"]`);
  const root = tree.node(ROOT);
  return [...head, "", ...comments(root), ...lines(tree, root), "*", ""].join("\n");
}

/**
 * The turn that follows, then the other turns in parentheses, then how the first goes on.
 * @param {Tree} tree @param {TreeNode} start @returns {string[]}
 */
function lines(tree, start) {
  /** @type {string[]} */
  const text = [];
  let at = start;
  while (at.children.length) {
    const [main, ...others] = at.children.map((id) => tree.node(id));
    text.push(turnLine(main), ...comments(main));
    for (const other of others) {
      text.push("(", turnLine(other), ...comments(other), ...lines(tree, other), ")");
    }
    at = main;
  }
  return text;
}

/** @param {TreeNode} node */
function turnLine(node) {
  return [node.label, node.turn, node.glyph].filter(Boolean).join(" ");
}

/** @param {TreeNode} node @returns {string[]} a brace would end a comment early, so none stays */
function comments(node) {
  return node.comments.map((comment) => `{${comment.replaceAll("{", "(").replaceAll("}", ")")}}`);
}
