/** Trees that pages keep themselves: changed here, and not stored. */

import { dateText } from "../records/archive.js";
import { makeComment } from "../records/comments.js";
import { NotationError } from "../records/text.js";
import { formatRecord } from "../records/writer.js";
import { Refusal } from "../refusal.js";
import { sentence } from "../text.js";
import { changeTree, GameTree, ROOT } from "./tree.js";

/** @import { KeptNode, TreeAsked, TreeMade } from "../wire.js" */
/** @import { Handicap, Rules } from "../records/record.js" */
/** @import { StoredNode } from "./tree.js" */

/** Change the page's tree, and write it as a record. @param {TreeAsked} asked @param {Rules} rules @returns {TreeMade} */
export function makeTree({ position, handicap, nodes = [], turns = [], change }, rules) {
  const missing = readHandicap(handicap);
  const board = rules.place({ position: position || null, handicap: missing, turns: [], steps: [] });
  const tree = restored(rules, { start: position ? board.position : null, handicap: missing }, nodes);
  let node = ROOT;
  for (const turn of turns) node = tree.add(node, turn);
  if (change) node = changeTree(tree, change, { isStudy: false });
  const { tags } = tree.record;
  tags.set("Event", "Analysis");
  tags.set("Date", dateText(Date.now() / 1000));
  return { tree: tree.shapes(), node, record: formatRecord(tree.record) };
}

/** @param {TreeAsked["handicap"]} letters @returns {Handicap | null} */
function readHandicap(letters) {
  const { g = "", s = "" } = letters ?? {};
  return g || s ? { g: g.toUpperCase(), s: s.toUpperCase() } : null;
}

/** @param {Rules} rules @param {{ start: string | null, handicap: Handicap | null }} from @param {KeptNode[]} nodes */
function restored(rules, from, nodes) {
  if (new Set(nodes.map(({ id }) => id)).size < nodes.length) {
    throw new Refusal("bad_request", "Two nodes have the same id.");
  }
  try {
    return new GameTree(rules, from, nodes.map(toStored));
  } catch (error) {
    throw error instanceof NotationError ? new Refusal("bad_notation", sentence(error.message)) : error;
  }
}

/** @param {KeptNode} node @returns {StoredNode} */
function toStored({ glyph, comments, arrows, marks, ...node }) {
  const drawing = makeComment({ arrows, marks });
  return { ...node, glyphs: glyph.split(" ").filter(Boolean), comments: drawing ? [...comments, drawing] : comments };
}
