/** Games from text in any format that the library reads, the server's archive included. */

import { ArchiveGame, isArchive, readArchive } from "../records/archive.js";
import { clockSeconds, makeComment, proseOf, usedSeconds } from "../records/comments.js";
import { isMarker, TAKEBACK } from "../records/notation.js";
import { Problem, readRecords } from "../records/reader.js";
import { GameRecord } from "../records/record.js";
import { Line, playRecord, RefusedTurn, reasonWords } from "../records/replay.js";
import { linesOf, NotationError, quoted } from "../records/text.js";
import { TurnNode } from "../records/tree.js";
import { newId } from "./ids.js";
import { GameTree, MOST_NODES } from "./tree.js";

/** @import { ImportProblem } from "../wire.js" */
/** @import { Rules } from "../records/record.js" */
/** @import { Branch } from "../records/tree.js" */
/** @import { StoredGame } from "./show.js" */

/** @typedef {{ games: StoredGame[], problems: ImportProblem[] }} Batch  the games of a text, and its problems */

const MOST_PROBLEMS = 100;
const MOST_GAMES = 20_000;
const NAME_CHARS = 200;
const LONGEST_S = 10 ** 9;

/** A day as records write it. */
const DATE = /^(\d{4})\.(1[0-2]|0?[1-9])\.(3[01]|[12]\d|[0 ]?[1-9])$/;

/**
 * Every game of a text that can be replayed, ready to be stored, and what is wrong with the others.
 * @param {string | Uint8Array} source
 * @param {Rules} rules
 * @returns {Batch}
 */
export function readGames(source, rules) {
  /** @type {Batch} */ const batch = { games: [], problems: [] };
  const note = (/** @type {number} */ line, /** @type {string} */ text) => {
    if (batch.problems.length < MOST_PROBLEMS) batch.problems.push({ line, text });
  };
  try {
    for (const item of readItems(source, rules)) {
      if (batch.games.length >= MOST_GAMES) {
        note(0, `only the first ${MOST_GAMES} games were taken`);
        break;
      }
      if (item instanceof Problem) note(item.line, item.reason);
      else batch.games.push(...takeGame(item, note));
    }
  } catch (error) {
    if (!(error instanceof NotationError)) throw error;
    note(error.line, error.reason);
  }
  if (batch.games.length === 0 && batch.problems.length === 0) note(1, "there is no game in this text");
  return batch;
}

/** @param {string | Uint8Array} source @param {Rules} rules */
function readItems(source, rules) {
  const lines = linesOf(source);
  // Core's texts end at a zero, and no record has one for a reason.
  for (const line of lines) line.text = line.text.replaceAll("\0", "\ufffd");
  return isArchive(lines) ? readArchive(lines, rules) : readRecords(lines, rules);
}

/** @typedef {(line: number, text: string) => void} Note  says what could not be read or kept */

/** @param {GameRecord | ArchiveGame} item @param {Note} note @returns {StoredGame[]} the game, or none */
function takeGame(item, note) {
  const played = tryToPlay(item, note);
  if (!played) return [];
  const { record, line } = played;
  if (line.turns.length === 0 && record.start === null) {
    note(record.line, "the game has no turns");
    return [];
  }
  notePoorTags(record, note);
  const clean = cleaned(record, note);
  for (const [i, node] of clean.mainLine.slice(0, line.turns.length).entries()) {
    node.turn = line.turns[i]; // with the captures, which a record may leave out
  }
  prune(clean, line.turns.length, note);
  return [{ ...stored(record, line), tree: GameTree.ofRecord(clean, line.turns.length).nodes }];
}

/** @param {GameRecord | ArchiveGame} item @param {Note} note */
function tryToPlay(item, note) {
  try {
    const record = item instanceof ArchiveGame ? timed(item) : item;
    return { record, line: playRecord(record) };
  } catch (error) {
    if (error instanceof RefusedTurn) note(error.line || item.line, error.words);
    else if (error instanceof NotationError) note(error.line, error.reason);
    else throw error;
    return null;
  }
}

/** The game as a record that says how long its turns took. @param {ArchiveGame} item */
function timed(item) {
  const record = item.toRecord();
  const used = item.usedS;
  for (const node of record.mainLine) {
    const usedS = used.get(node.label) ?? -1;
    // What the log counts backwards, or in decades, is no time that a player took.
    if (usedS >= 0 && usedS < LONGEST_S && !isMarker(node.turn)) node.comments.push(makeComment({ usedS }));
  }
  return record;
}

/**
 * The record without markers: takebacks obeyed, the rest being said by the result. What stands at a marker is said of
 * the turn before it, and what might have been played in its place continues there. A turn taken back stays, as a
 * variation, if anything is said about it.
 * @param {GameRecord} record
 * @param {Note} note
 */
function cleaned(record, note) {
  const clean = new GameRecord(record.rules, record.tags, record.line);
  clean.comments = [...record.comments];
  /** @type {Map<Branch, Branch>} */ const places = new Map([[record, clean]]);
  const placeOf = (/** @type {Branch} */ branch) => /** @type {Branch} */ (places.get(branch));
  /** @type {Set<TurnNode>} */ const takenBack = new Set();
  for (const node of record.walk()) {
    let place = placeOf(node.parent);
    if (!isMarker(node.turn)) place = copyTo(place, node);
    else {
      if (node.turn === TAKEBACK && place instanceof TurnNode) {
        takenBack.add(place);
        place = place.parent;
      }
      moveWords(node, place, note);
    }
    places.set(node, place);
  }
  const end = placeOf(record.mainLine.at(-1) ?? record);
  if (end instanceof TurnNode) end.makeMain();
  const main = new Set(clean.mainLine);
  for (const node of takenBack) if (!main.has(node) && !isAnnotated(node)) node.delete();
  return clean;
}

/** @param {Branch} place @param {TurnNode} node */
function copyTo(place, { turn, label, glyphs, opening, comments, line }) {
  return place.add(turn, { label, glyphs, comments: [...opening, ...comments], line });
}

/** What stands at a marker goes there, but for what would be wrong about another turn. @param {TurnNode} marker @param {Branch} place @param {Note} note */
function moveWords(marker, place, note) {
  const where = `at ${[marker.label, marker.turn].filter(Boolean).join(" ")}`;
  for (const comment of [...marker.opening, ...marker.comments]) {
    const isTimed = usedSeconds(comment) !== null || clockSeconds(comment) !== null;
    const kept = isTimed ? proseOf(comment) : comment;
    if (kept || !isTimed) place.comments.push(kept);
    if (isTimed) note(marker.line, `${where}: a time is not kept`);
  }
  if (marker.glyphs.length > 0) note(marker.line, `${where}: ${marker.glyphs.join(" ")} is not kept`);
}

/** @param {TurnNode} node */
function isAnnotated({ children, glyphs, comments }) {
  return children.length > 0 || glyphs.length > 0 || comments.some(proseOf);
}

/** Remove the variations that the rules refuse; `played` turns stay. @param {GameRecord} record @param {number} played @param {Note} note */
function prune(record, played, note) {
  const main = new Set(record.mainLine.slice(0, played));
  const nodes = [...record.walk()];
  if (nodes.every((node) => main.has(node))) return; // The main line has been replayed already.
  const line = new Line(record.rules, record.start, record.handicap);
  /** @type {Branch[]} to where the line stands */ const way = [record];
  const refused = new Set();
  for (const [count, node] of nodes.entries()) {
    if (refused.has(node.parent)) {
      refused.add(node);
      continue;
    }
    for (; way.at(-1) !== node.parent; way.pop()) line.takeBack();
    try {
      if (count >= MOST_NODES && !main.has(node)) throw new NotationError("there are too many variations");
      node.turn = line.play(node.turn);
      way.push(node);
    } catch (error) {
      refused.add(node);
      node.delete();
      note(node.line, `the variation ${node.label}: ${reasonWords(error)}`);
    }
  }
}

/** Name second values of a tag, what is too long for a list of games, players without a name. @param {GameRecord} record @param {Note} note */
function notePoorTags(record, note) {
  for (const [name, value] of record.tags) {
    if (value !== record.tags.get(name)) {
      note(record.line, `the tag ${name} occurs again, and ${quoted(value)} is not kept`);
    }
  }
  for (const name of ["Gold", "Silver", "Event", "TimeControl"]) {
    const kept = record.tags.get(name);
    if (kept !== undefined && cut(kept) !== kept) {
      note(record.line, `the tag ${name} is cut to ${NAME_CHARS} characters`);
    } else if (kept === "" && (name === "Gold" || name === "Silver")) {
      note(record.line, `the tag ${name} is empty, and the player is called ?`);
    }
  }
}

/** @param {string} text @returns {string} as much as a list of games shows */
function cut(text) {
  return text.length <= NAME_CHARS ? text : [...text].slice(0, NAME_CHARS).join("");
}

/** @param {GameRecord} record @param {Line} line @returns {Omit<StoredGame, "tree">} */
function stored(record, line) {
  const tags = new Map([...record.tags].map(([name]) => [name, record.tags.get(name) ?? ""]));
  tags.set("Result", record.score);
  const seat = (/** @type {string} */ name) => ({
    player: "human",
    name: cut(tags.get(name) ?? "") || "?",
    taken: true,
  });
  return {
    id: newId(),
    gold: seat("Gold"),
    silver: seat("Silver"),
    control: cut(tags.get("TimeControl") ?? "") || null,
    state: "over",
    result: line.result,
    detail: "",
    score: record.score,
    start: record.start,
    handicap: record.handicap,
    event: cut(tags.get("Event") ?? ""),
    created: momentOf(tags.get("Date") ?? ""),
    imported: true,
    tags: [...tags],
    turn_count: line.turns.length,
    position: line.position,
    review: null,
    no_engine: false,
  };
}

/** The day a record names, else now, in seconds. @param {string} date */
function momentOf(date) {
  const [, year, month, day] = (DATE.exec(date) ?? []).map(Number);
  const moment = new Date(0);
  moment.setUTCFullYear(year, month - 1, day);
  const isDay = year > 0 && moment.getUTCDate() === day;
  return (isDay ? moment.getTime() : Date.now()) / 1000;
}
