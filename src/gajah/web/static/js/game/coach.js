/** The coach of a game against a program: when there is one, what it is asked, what it draws. No DOM. */

import { api } from "../api.js";
import { stepsInWords } from "../board/announce.js";
import { movesOf, sideOf } from "../nodes.js";
import { sideName } from "../pieces.js";
import { positionText, readPosition } from "../placements.js";
import { findHint as findTabHint } from "../tab/analyse.js";
import { tabEngine } from "../tab/engine.js";
import { capital } from "../text.js";

/** @import { Arrow, Highlight } from "../board/state.js" */
/** @import { ArrowShape, CoachHint, FactShape, WarningShape } from "../wire.js" */
/** @import { LiveGame } from "./game-state.js" */
/** @typedef {{ arrows: Arrow[], highlights: Highlight[] }} Marks */
/** @typedef {{ text: string, marks: Marks }} Remark  a sentence, and what it is about */

// The clock runs meanwhile: a coach that is slower than this is not waited for.
const PATIENCE_MS = { clock: 1000, none: 15000 };

/** @type {Marks} */
export const NO_MARKS = { arrows: [], highlights: [] };

// The other kinds' arrows are those of the turn itself, which has a trail, or of what it prevents.
const DRAWN = new Set(["threatens_goal", "threatens_capture", "hostage"]);

/** Presses of the button until a hint is told whole: where to look, which piece, the turn. */
export const HINT_STAGES = 3;

/** Does one player on this page face a program? @param {LiveGame} live */
export function canBeCoached({ game, seats }) {
  const [own] = seats;
  return (
    seats.length === 1 && !game.imported && !game.no_engine && (own === "g" ? game.silver : game.gold).kind === "bot"
  );
}

/**
 * What speaks against a turn. While a clock runs the player hardly waits for it.
 * @param {string} position @param {string} turn @param {boolean} hasClock
 * @returns {Promise<WarningShape | null>} null, too, where the server does not answer in time
 */
export async function findWarning(position, turn, hasClock) {
  const signal = AbortSignal.timeout(hasClock ? PATIENCE_MS.clock : PATIENCE_MS.none);
  try {
    return (await api.post("/coach/check", { position, turn }, { signal })).warning;
  } catch {
    return null; // a turn never waits for advice
  }
}

/**
 * The opponent's turn that has just been played, as the coach is asked about it.
 * @param {LiveGame} live
 */
export function turnToExplain({ game, line, moments, seats }) {
  const last = line.at(-1);
  const turn = movesOf(last);
  const side = last && sideOf(last);
  if (!last || !turn || !side || seats.includes(side)) return null;
  const pieces = moments.at(-2)?.pieces ?? readPosition(game.start ?? "")?.pieces;
  return pieces ? { node: last.id, asked: { position: positionText({ side, pieces }), turn } } : null;
}

/**
 * The most important thing that a turn of the opponent does.
 * @param {{ position: string, turn: string }} asked
 * @returns {Promise<Remark | null>} null: nothing to speak of
 */
export async function explain(asked) {
  const [fact] = (await api.post("/coach/explain", asked)).facts;
  if (!fact) return null;
  const { text, marks } = remarkOn(fact, "threat");
  const mover = capital(sideName(asked.position.startsWith("g") ? "g" : "s"));
  return { text: `${mover} ${text.charAt(0).toLowerCase()}${text.slice(1)}`, marks };
}

/** By the engine in this tab, or by the server. @param {string} position @param {boolean} isHere @returns {Promise<CoachHint>} */
export function findHint(position, isHere) {
  if (isHere) return findTabHint(tabEngine(), position);
  return api.post("/coach/hint", { position });
}

/** What of a hint is told by now. @param {CoachHint} hint @param {number} stage @returns {Remark[]} */
export function hintRemarks({ look, piece, turn, why }, stage) {
  if (stage < HINT_STAGES) {
    const { text, squares } = stage === 1 ? look : piece;
    return [{ text, marks: { arrows: [], highlights: marked(squares, "hint") } }];
  }
  const whole = {
    text: `${capital(stepsInWords(turn))}.`,
    marks: { arrows: [{ turn, style: "best" }], highlights: [] },
  };
  return [whole, ...why.map((fact) => remarkOn(fact, "hint"))];
}

/** The reply that a turn allows. @param {WarningShape} warning @returns {Marks} */
export function warningMarks({ reply, squares }) {
  return { arrows: [{ turn: reply, style: "threat" }], highlights: marked(squares, "bad") };
}

/** @param {FactShape} fact @param {"threat" | "hint"} style @returns {Remark} */
function remarkOn({ kind, text, squares, arrows }, style) {
  const drawn = DRAWN.has(kind) ? paths(arrows).map((path) => ({ squares: path, style })) : [];
  return { text, marks: { arrows: drawn, highlights: marked(squares, style === "threat" ? "target" : "hint") } };
}

/** @param {string[]} squares @param {string} style */
function marked(squares, style) {
  return squares.map((square) => ({ square, style }));
}

/** One way for each piece, instead of an arrow for each step. @param {ArrowShape[]} arrows @returns {string[][]} */
export function paths(arrows) {
  /** @type {string[][]} */
  const found = [];
  for (const { from, to } of arrows) {
    const begun = found.find((path) => path.at(-1) === from);
    if (begun) begun.push(to);
    else found.push([from, to]);
  }
  return found;
}
