/** Positions without a game, asked of core: boards, routes, previews, checks. */

import { Refusal } from "../refusal.js";

/** @import { Core, CoreBoard } from "../core/core.js" */
/** @import { Board, Place, PreviewShown, Route } from "../wire.js" */

const LABEL = /^\s*([0-9]{1,6})([gswb])(?:\s+|$)/;
/** @type {Record<string, string>} */
const SIDES = { g: "g", w: "g", s: "s", b: "s" };

/** @typedef {Partial<Place> & { undone?: number }} Asked */

/** @param {Core} core @param {Asked} asked @returns {Board} */
export function boardAt(core, { undone = 0, ...place }) {
  return { ...core.place(place), undone };
}

/** @param {Core} core @param {Asked} place @param {string} square @returns {Route[]} */
export function routesAt(core, place, square) {
  core.place(place);
  return core.routes(square);
}

/**
 * What typed steps would give after those that are drafted; the label of the turn may stand before them.
 * @param {Core} core @param {Asked} place @param {string} text
 * @returns {Omit<PreviewShown, "ref">}
 */
export function previewAt(core, place, text) {
  try {
    const before = core.place(place);
    checkPlaying(before);
    const [label = "", number, side] = LABEL.exec(text) ?? [];
    const given = number && side ? `${Number(number)}${SIDES[side]}` : before.label;
    if (given !== before.label) throw new Refusal("wrong_side", `This is turn ${before.label}, not ${given}.`);
    const typed = text.slice(label.length).split(/\s+/).filter(Boolean);
    const board = core.place({ ...place, steps: [...(place.steps ?? []), ...typed] });
    return { type: "preview", board, text: "" };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { type: "preview", board: null, text: error.message };
  }
}

/** Refuses to draft steps where none can be played. @param {CoreBoard} board */
export function checkPlaying({ result, needs_setup: needsSetup }) {
  if (result) throw new Refusal("game_over", "The game is over.");
  if (needsSetup) throw new Refusal("setup_expected", "The pieces have to be set up first.");
}
