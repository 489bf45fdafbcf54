/** The server's game archive: a table with tabs between its columns, one game a line. */

import { NO_SCORE, scoreOf } from "./endings.js";
import { makeLabel, sideOf } from "./notation.js";
import { Problem } from "./reader.js";
import { GameRecord } from "./record.js";
import { NotationError, quoted } from "./text.js";
import { TurnReader } from "./turns.js";

/** @import { Rules } from "./record.js" */
/** @import { Line } from "./text.js" */

/** How the archive joins the lines of a list inside one column: a backslash and an n. */
const JOINT = "\\n";
const TURNS = "movelist";
const NEEDED = [TURNS, "result", "termination"];
const TAG_COLUMNS = {
  Event: "event",
  Site: "site",
  Gold: "wusername",
  Silver: "busername",
  GoldRating: "wrating",
  SilverRating: "brating",
  TimeControl: "timecontrol",
  GameId: "id",
};

/** A line of the server's log: the clocks after a turn. */
const TIMED =
  /^\d{1,15} \[[^\]]*\] after (\d{1,6})([gswb]), move used:(-?\d{1,12}) wresv:-?\d{1,12} bresv:-?\d{1,12} game:-?\d{1,12}$/;

/** A game of the archive; `columns` are as written. */
export class ArchiveGame {
  /** @param {Map<string, string>} columns @param {number} line @param {Rules} rules */
  constructor(columns, line, rules) {
    this.columns = columns;
    this.line = line;
    this.rules = rules;
  }

  /** @returns {GameRecord} with the tags that records use; throws a NotationError */
  toRecord() {
    const record = new GameRecord(this.rules, this.#tags(), this.line);
    const turns = new TurnReader(record);
    for (const line of this.#column(TURNS).split(JOINT)) {
      if (turns.feed(line, this.line) < line.length) {
        throw new NotationError("a turn stands after the result", this.line);
      }
    }
    turns.close();
    record.score = this.#score ?? NO_SCORE;
    return record;
  }

  /** @returns {Map<string, number>} the seconds that each turn took, by its label, as far as the log says */
  get usedS() {
    /** @type {Map<string, number>} */ const used = new Map();
    for (const line of this.#column("events").split(JOINT)) {
      const timed = TIMED.exec(line);
      if (timed) used.set(makeLabel(timed[1], timed[2]), Number(timed[3]));
    }
    return used;
  }

  /** @param {string} name */
  #column(name) {
    return this.columns.get(name) ?? "";
  }

  get #score() {
    const letter = this.#column("result");
    if (letter === "d") return scoreOf(null);
    return /^[gswb]$/.test(letter) ? scoreOf(sideOf(letter)) : null;
  }

  /** @returns {Generator<[name: string, value: string]>} */
  *#tags() {
    for (const [tag, column] of Object.entries(TAG_COLUMNS)) {
      if (this.#column(column)) yield [tag, this.#column(column)];
    }
    const started = this.#column("startts");
    if (/^[0-9]{1,11}$/.test(started)) yield ["Date", dateText(Number(started))];
    if (!this.#score) return;
    yield ["ResultCode", this.#column("termination")];
    yield ["Result", this.#score];
  }
}

/** @param {number} seconds  since 1970 @returns {string} the day as records write it: 2026.02.01 */
export function dateText(seconds) {
  return new Date(seconds * 1000).toISOString().slice(0, 10).replaceAll("-", ".");
}

/** @param {Line[]} lines @returns {boolean} as the first line of an archive, and of no record, says */
export function isArchive(lines) {
  const columns = lines[0]?.text.split("\t") ?? [];
  return columns.length > 1 && columns.includes(TURNS);
}

/**
 * The games of an archive one at a time, and the lines that are none; a first line that does not name the columns of an
 * archive throws a NotationError.
 * @param {Line[]} lines
 * @param {Rules} rules
 * @returns {Generator<ArchiveGame | Problem>}
 */
export function* readArchive(lines, rules) {
  const columns = readColumns(lines[0] ?? { text: "", problem: null });
  let count = 0;
  for (const [index, { text, problem }] of lines.entries()) {
    if (index === 0 || (!text && !problem)) continue;
    count += 1;
    const values = text.split("\t");
    const isShort = values.length !== columns.length;
    const wrong = problem ?? (isShort ? `expected ${columns.length} columns, found ${values.length}` : null);
    if (wrong) yield new Problem(index + 1, wrong, count);
    else yield new ArchiveGame(new Map(columns.map((column, i) => [column, values[i]])), index + 1, rules);
  }
}

/** @param {Line} header */
function readColumns({ text, problem }) {
  if (problem) throw new NotationError(problem);
  const columns = text.split("\t");
  const missing = NEEDED.find((name) => !columns.includes(name));
  if (missing) {
    throw new NotationError(`expected the names of an archive's columns with ${missing}, found ${quoted(text)}`);
  }
  if (new Set(columns).size < columns.length) {
    throw new NotationError("two columns of the archive have the same name");
  }
  return columns;
}
