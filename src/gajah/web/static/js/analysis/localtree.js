/**
 * The operations of a tree that no server keeps, on plain nodes: each gives a new list. They do
 * what `POST /games/{id}/tree` does for a kept game.
 */

import { nextLabel, ROOT, Tree } from "./tree.js";

/** @typedef {import("../types.js").TreeNode} TreeNode */
/**
 * @typedef {{ op: "add", parent: number, turn: string }
 *   | { op: "comment", node: number, text: string }
 *   | { op: "glyph", node: number, glyph: string }
 *   | { op: "promote", node: number }
 *   | { op: "make_main", node: number }
 *   | { op: "delete", node: number }} TreeOp
 */

/** @returns {TreeNode} a node without a turn, before everything */
export function rootNode() {
  return {
    id: ROOT,
    parent: null,
    label: "",
    turn: "",
    kind: "root",
    glyph: "",
    comments: [],
    used_s: null,
    score: null,
    best: null,
    loss: null,
    mark: null,
    played: false,
    children: [],
  };
}

/**
 * @param {TreeNode[]} nodes @param {TreeOp} change @param {string} startLabel of the first turn
 * @returns {{ tree: TreeNode[], node: number }} the new list, and the node to look at now
 */
export function applyChange(nodes, change, startLabel) {
  const copy = nodes.map((node) => ({ ...node, children: [...node.children] }));
  const tree = new Tree(copy);
  switch (change.op) {
    case "add":
      return add(copy, tree, change.parent, change.turn, startLabel);
    case "comment":
      tree.node(change.node).comments = change.text.trim() ? [change.text.trim()] : [];
      return { tree: copy, node: change.node };
    case "glyph":
      tree.node(change.node).glyph = change.glyph;
      return { tree: copy, node: change.node };
    case "promote":
      promote(
        tree,
        tree
          .path(change.node)
          .filter((node) => !tree.isFirst(node))
          .slice(-1),
      );
      return { tree: copy, node: change.node };
    case "make_main":
      promote(tree, tree.path(change.node));
      return { tree: copy, node: change.node };
    case "delete":
      return remove(copy, tree, change.node);
  }
}

/**
 * @param {TreeNode[]} nodes @param {Tree} tree @param {number} parent @param {string} turn
 * @param {string} startLabel
 */
function add(nodes, tree, parent, turn, startLabel) {
  const known = tree.findChild(parent, turn);
  if (known !== null) return { tree: nodes, node: known };
  const id = Math.max(...nodes.map((node) => node.id)) + 1;
  const before = tree.node(parent);
  /** @type {TreeNode} */
  const node = {
    ...rootNode(),
    id,
    parent,
    turn,
    label: before.parent === null ? startLabel : nextLabel(before.label),
    // A placement has three letters, a step four.
    kind: turn !== "pass" && (turn[3] ?? " ") === " " ? "setup" : "turn",
  };
  before.children.push(id);
  nodes.push(node);
  return { tree: nodes, node: id };
}

/** @param {Tree} tree @param {TreeNode[]} nodes  to come first among their alternatives */
function promote(tree, nodes) {
  for (const { id, parent } of nodes) {
    const before = tree.node(/** @type {number} */ (parent));
    before.children = [id, ...before.children.filter((child) => child !== id)];
  }
}

/** @param {TreeNode[]} nodes @param {Tree} tree @param {number} id */
function remove(nodes, tree, id) {
  const { parent } = tree.node(id);
  if (parent === null) return { tree: nodes, node: id };
  const gone = new Set([id]);
  for (const each of gone) for (const child of tree.node(each).children) gone.add(child);
  const before = tree.node(parent);
  before.children = before.children.filter((child) => child !== id);
  return { tree: nodes.filter((node) => !gone.has(node.id)), node: parent };
}
