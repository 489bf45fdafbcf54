/** Games as text to download. */

import { dateText } from "../records/archive.js";
import { makeComment } from "../records/comments.js";
import { formatRecord, formatRecords } from "../records/writer.js";
import { scoreOfGame } from "./show.js";
import { GameTree } from "./tree.js";

/** @import { ScoreShape } from "../wire.js" */
/** @import { Rules } from "../records/record.js" */
/** @import { StoredGame } from "./show.js" */

/** The whole game: tags, variations, comments, times, what a review said. @param {StoredGame} game @param {Rules} rules */
export function recordText(game, rules) {
  return formatRecord(makeRecord(game, rules));
}

/** Several games in one file. @param {StoredGame[]} games @param {Rules} rules */
export function recordsText(games, rules) {
  return formatRecords(games.map((game) => makeRecord(game, rules)));
}

/** The turns that were played, one a line, and nothing else. @param {StoredGame} game @param {Rules} rules */
export function movesText(game, rules) {
  const lines = new GameTree(rules, game, game.tree).playedNodes.map(({ label, turn }) => `${label} ${turn}`);
  return `${[...(game.start ? [`# from ${game.start}`] : []), ...lines].join("\n")}\n`;
}

/** @param {StoredGame} game @param {Rules} rules */
function makeRecord(game, rules) {
  const tree = new GameTree(rules, game, game.tree);
  const record = tree.copyRecord();
  for (const [name, value] of tagsOf(game)) record.tags.set(name, value);
  if (game.result) record.setResult(game.result);
  else record.score = scoreOfGame(game);
  const { played } = tree;
  for (const [i, node] of record.mainLine.slice(0, played.length).entries()) {
    const judged = game.review?.[played[i]];
    if (!judged) continue;
    node.comments.push(makeComment({ evaluation: evaluationText(judged.score), best: judged.best ?? "" }));
    if (judged.mark && node.glyphs.length === 0) node.glyphs.push(judged.mark);
  }
  return record;
}

/** The tags it came with, then what is known here. @param {StoredGame} game */
function tagsOf(game) {
  const tags = new Map(game.tags ?? []);
  const addMissing = (/** @type {string} */ name, /** @type {string} */ value) =>
    tags.has(name) || tags.set(name, value);
  addMissing("Event", game.event || "Casual");
  tags.set("Gold", game.gold.name).set("Silver", game.silver.name);
  addMissing("Date", dateText(game.created));
  if (game.control) tags.set("TimeControl", game.control);
  if (game.start) tags.set("Position", game.start);
  if (game.detail) tags.set("Termination", game.detail);
  return tags;
}

/** @param {ScoreShape} score */
function evaluationText({ text, mate }) {
  return mate === null ? Number(text).toFixed(2) : `#${mate}`;
}
