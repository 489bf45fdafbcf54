/** Writing records: one canonical text, from which the same record is read again. */

import { checkGlyph } from "./notation.js";
import { escaped } from "./text.js";

/** @import { GameRecord } from "./record.js" */
/** @import { TurnNode } from "./tree.js" */

/** A bracket that opens a line of a comment could be taken for the tags of the next game. */
const LINE_START = /(?<=\n)([ \t]*)\[(?=[A-Za-z])/g;

/** @param {GameRecord} record @returns {string} its canonical text, with a line end after its result */
export function formatRecord(record) {
  const tags = [...record.tags].map(([name, value]) => `[${name} "${escaped(value, '"')}"]`);
  const head = tags.length > 0 ? [...tags, ""] : [];
  return `${[...head, ...record.comments.map(formatComment), ...turnLines(record), record.score].join("\n")}\n`;
}

/** @param {Iterable<GameRecord>} records @returns {string} a file of records, a blank line between them */
export function formatRecords(records) {
  return Array.from(records, formatRecord).join("\n");
}

/** The lines of all turns. No recursion: variations may nest deeper than the stack. @param {GameRecord} record */
function* turnLines(record) {
  /** @type {(TurnNode | string)[]} */
  const todo = record.children.slice(0, 1);
  for (let item = todo.pop(); item !== undefined; item = todo.pop()) {
    if (typeof item === "string") {
      yield item;
      continue;
    }
    yield formatNode(item);
    todo.push(...item.children.slice(0, 1));
    if (!item.isMain) continue;
    for (const variation of item.parent.children.slice(1).reverse()) {
      todo.push(")", variation);
      for (const comment of variation.opening.toReversed()) todo.push(formatComment(comment));
      todo.push("(");
    }
  }
}

/** @param {TurnNode} node */
function formatNode(node) {
  const comments = node.isMain ? [...node.opening, ...node.comments] : node.comments;
  const words = [node.label, node.turn, ...node.glyphs.map(checkGlyph), ...comments.map(formatComment)];
  return words.filter(Boolean).join(" ");
}

/** @param {string} comment */
function formatComment(comment) {
  return `{${escaped(comment, "}").replace(LINE_START, "$1\\[")}}`;
}
