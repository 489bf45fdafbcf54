/**
 * All that a browser keeps as one file, and back: games, the solver of puzzles, and what the pages keep themselves.
 * docs/formats.md describes the file; a server takes the games of it.
 */

import { Refusal } from "../refusal.js";
import { recordText } from "./exporting.js";
import { readGames } from "./importing.js";
import * as is from "./shapes.js";
import { GameTree } from "./tree.js";

/** @import { ImportProblem, JudgementShape } from "../wire.js" */
/** @import { Kept } from "../kept.js" */
/** @import { Rules } from "../records/record.js" */
/** @import { StoredGame } from "./show.js" */
/** @import { SolverState } from "./solver.js" */

/** @typedef {{games: StoredGame[], solver: SolverState | null, kept: Kept}} Belongings */
/**
 * A game in the file: its record, and what a record cannot hold. `review` has what was said about each turn played.
 * @typedef {Pick<StoredGame, "id" | "created" | "state" | "gold" | "silver" | "event" | "detail" | "imported" | "tags" |
 *   "turn_count" | "no_engine"> & {record: string, review: (JudgementShape | null)[] | null}} BackupGame
 */

const FORMAT = "gajah-backup";
const VERSION = 1;
const BEGINNING = /^\uFEFF?\s*\{\s*"format"\s*:\s*"gajah-backup"/;

const SEAT = is.withFields({ player: is.isText, name: is.isText, taken: is.isFlag });
const SCORE = is.withFields({ text: is.isText, win: is.isNumber, mate: is.orNull(is.isNumber) });
const JUDGEMENT = is.withFields({
  score: SCORE,
  best: is.orNull(is.isText),
  loss: is.isNumber,
  mark: is.isOneOf("", "?!", "?", "??"),
});
/** @type {Record<keyof BackupGame, is.Check>} */
const GAME = {
  record: is.isText,
  id: (value) => is.isText(value) && /^[a-z0-9]{4,24}$/.test(String(value)),
  created: is.isNumber,
  state: is.isOneOf("waiting", "setup", "playing", "over"),
  gold: SEAT,
  silver: SEAT,
  event: is.isText,
  detail: is.isText,
  imported: is.isFlag,
  tags: is.orNull(is.listOf((tag) => is.listOf(is.isText)(tag) && /** @type {string[]} */ (tag).length === 2)),
  turn_count: is.isCount,
  no_engine: is.isFlag,
  review: is.orNull(is.listOf(is.orNull(JUDGEMENT))),
};
const GLICKO = is.withFields({ rating: is.isNumber, deviation: is.isNumber, volatility: is.isNumber });
const RUN = is.withFields({
  mode: is.isOneOf("streak", "timed"),
  began_s: is.isNumber,
  puzzles: (value) => is.listOf(is.isText)(value) && /** @type {string[]} */ (value).length > 0,
  score: is.isCount,
  mistakes: is.isCount,
  skipped: is.isFlag,
  over: is.isFlag,
});
const ATTEMPT = is.withFields({
  at: is.isNumber,
  solved: is.isFlag,
  stage: is.isCount,
  due_after: is.orNull(is.isCount),
  due_at: is.orNull(is.isNumber),
});
const SOLVER = is.orNull(
  is.withFields({
    glicko: GLICKO,
    answers: is.isCount,
    in_row: is.isCount,
    best_streak: is.isCount,
    best_timed: is.isCount,
    run: is.orNull(RUN),
    attempts: is.tableOf(ATTEMPT),
    ratings: is.tableOf(GLICKO),
  }),
);

/** @param {string} text @returns {boolean} whether it is such a file, perhaps a damaged one, and not a text of games */
export function isBackup(text) {
  return BEGINNING.test(text);
}

/**
 * The file with all of it. A game without a turn is left out: there is nothing to keep.
 * @param {Belongings} belongings
 * @param {Rules} rules
 * @param {number} now  seconds since 1970
 */
export function writeBackup({ games, solver, kept }, rules, now) {
  const begun = games.filter(({ turn_count, start }) => turn_count || start);
  const written = new Date(now * 1000).toISOString();
  const file = {
    format: FORMAT,
    version: VERSION,
    written,
    games: begun.map((game) => packed(game, rules)),
    solver,
    kept,
  };
  return `${JSON.stringify(file, null, 1)}\n`;
}

/**
 * What such a file holds: all that is whole, and what is wrong with the rest. A Refusal if nothing can be read.
 * The games have the ids that they had: one that is kept here already is the same game.
 * @param {string} text
 * @param {Rules} rules
 * @returns {Belongings & {problems: ImportProblem[]}}
 */
export function readBackup(text, rules) {
  const file = parse(text);
  /** @type {ImportProblem[]} */ const problems = [];
  const note = (/** @type {string} */ words) => problems.push({ line: 0, text: words });
  /** @type {StoredGame[]} */ const games = [];
  for (const [index, game] of file.games.entries()) {
    const unpacked = unpack(game, rules, (words) => note(`game ${index + 1} of the backup: ${words}`));
    if (unpacked) games.push(unpacked);
  }
  const { solver = null, kept = {} } = file;
  if (!SOLVER(solver)) note("the puzzle rating of the backup is damaged, and not taken");
  if (!is.isObject(kept)) note("the settings and lessons of the backup are damaged, and not taken");
  return { games, solver: SOLVER(solver) ? solver : null, kept: is.isObject(kept) ? kept : {}, problems };
}

/**
 * Of the solver that is kept and that of a file, the one that knows more.
 * @param {SolverState | null | undefined} own
 * @param {SolverState | null} other
 */
export function betterSolver(own, other) {
  return (other?.answers ?? 0) > (own?.answers ?? 0) ? other : (own ?? other);
}

/** @param {StoredGame} game @param {Rules} rules @returns {BackupGame} */
function packed(game, rules) {
  const { id, created, state, gold, silver, event, detail, imported, tags, turn_count, no_engine, review } = game;
  const { played } = new GameTree(rules, game, game.tree);
  return {
    id,
    created,
    state,
    gold: seatOf(gold),
    silver: seatOf(silver),
    event,
    detail,
    imported,
    tags,
    turn_count,
    no_engine,
    // As notes of the reader's own they would stay when the game is reviewed anew.
    record: recordText({ ...game, review: null }, rules),
    review: review && played.map((node) => review[node] ?? null),
  };
}

/** What is said of a player, and no secret. @param {StoredGame["gold"]} seat */
function seatOf({ player, name, taken }) {
  return { player, name, taken };
}

/** @param {string} text @returns {{games: unknown[], solver?: any, kept?: any}} */
function parse(text) {
  let file;
  try {
    file = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw refused("The backup is damaged: it cannot be read to its end.");
  }
  if (file?.format !== FORMAT) throw refused("This file is not a backup of gajah.");
  if (file.version > VERSION) throw refused("The backup is of a newer version of gajah. Open it with that version.");
  if (file.version !== VERSION) throw refused("The backup is damaged: it does not say its version.");
  if (!Array.isArray(file.games)) throw refused("The backup is damaged: it has no list of games.");
  return file;
}

/**
 * @param {unknown} game
 * @param {Rules} rules
 * @param {(words: string) => void} note  what cannot be kept
 * @returns {StoredGame | null}
 */
function unpack(game, rules, note) {
  const wrong = is.isObject(game) ? is.findWrong(/** @type {any} */ (game), GAME) : "record";
  if (wrong) {
    note(`its ${wrong} is damaged`);
    return null;
  }
  const { record, review, turn_count, ...beside } = /** @type {BackupGame} */ (game);
  const { games, problems } = readGames(record, rules);
  for (const { line, text } of problems) note(line > 1 ? `line ${line}: ${text}` : text);
  if (games.length > 1) note(`it has ${games.length} games`);
  if (games.length !== 1) return null;
  const [read] = games;
  const played = read.tree.filter((node) => node.played).sort((one, other) => one.id - other.id);
  // What stands behind the end of a game that was given up is no part of it.
  for (const node of played.splice(turn_count)) node.played = false;
  const said = played.flatMap(({ id }, index) => (review?.[index] ? [[id, review[index]]] : []));
  return {
    ...read,
    ...known(beside),
    state: read.result ? "over" : beside.state,
    turn_count: played.length,
    position: positionAfter(read, played, rules),
    review: review && Object.fromEntries(said),
  };
}

/** Only the fields that a game has. @param {Omit<BackupGame, "record" | "review" | "turn_count">} beside */
function known({ id, created, state, gold, silver, event, detail, imported, tags, no_engine }) {
  return { id, created, state, gold: seatOf(gold), silver: seatOf(silver), event, detail, imported, tags, no_engine };
}

/** @param {StoredGame} game @param {StoredGame["tree"]} played @param {Rules} rules */
function positionAfter({ start, handicap, turn_count, position }, played, rules) {
  if (turn_count === played.length) return position;
  return rules.place({ position: start, handicap, turns: played.map(({ turn }) => turn), steps: [] }).position;
}

/** @param {string} text */
function refused(text) {
  return new Refusal("bad_backup", text);
}
