/** Reads the texts on standard input as records or archives, and says all that they hold: node read-records.js < texts.json */

import { readFileSync } from "node:fs";
import { ArchiveGame, isArchive, readArchive } from "../../src/gajah/web/static/js/records/archive.js";
import {
  arrowsOf,
  clockSeconds,
  commandsOf,
  marksOf,
  proseOf,
  usedSeconds,
} from "../../src/gajah/web/static/js/records/comments.js";
import { Problem, readRecords } from "../../src/gajah/web/static/js/records/reader.js";
import { linesOf, NotationError } from "../../src/gajah/web/static/js/records/text.js";
import { formatRecord } from "../../src/gajah/web/static/js/records/writer.js";

/** Positions are core's, which is not here. */
const NO_RULES = {
  place: () => {
    throw new Error("there is no core here");
  },
};

function describeNode({ label, turn, glyphs, comments, opening, line }) {
  return { label, turn, glyphs, comments: comments.map(describeComment), opening, line };
}

function describeComment(comment) {
  return {
    text: comment,
    prose: proseOf(comment),
    commands: commandsOf(comment),
    used: usedSeconds(comment),
    clock: clockSeconds(comment),
    arrows: arrowsOf(comment),
    marks: marksOf(comment),
  };
}

function describe(item) {
  if (item instanceof Problem) return { line: item.line, reason: item.reason, game: item.game };
  try {
    const record = item instanceof ArchiveGame ? item.toRecord() : item;
    return {
      line: record.line,
      tags: [...record.tags],
      comments: record.comments.map(describeComment),
      nodes: [...record.walk()].map(describeNode),
      text: formatRecord(record),
    };
  } catch (error) {
    if (!(error instanceof NotationError)) throw error;
    return { error: error.message };
  }
}

function readAll(source) {
  const lines = linesOf(source);
  try {
    return [...(isArchive(lines) ? readArchive(lines, NO_RULES) : readRecords(lines, NO_RULES))].map(describe);
  } catch (error) {
    if (!(error instanceof NotationError)) throw error;
    return { error: error.message };
  }
}

const sources = JSON.parse(readFileSync(0, "utf8"));
const answers = sources.map(({ text, bytes }) => readAll(text ?? Uint8Array.from(Buffer.from(bytes, "base64"))));
process.stdout.write(JSON.stringify(answers));
