/** What a new game can be made of, as the server lists it, and what was chosen last time. */

import { api } from "../api.js";

const KEY = "gajah.new-game.";

/** @import { Choice } from "../fields.js" */
/** ratable: the programs that can be played for a rating. @typedef {{ players: Choice[], controls: Choice[], ratable: Set<string> }} Choices */

/** @type {Promise<Choices> | null} */
let known = null;

/** @returns {Promise<Choices>} */
export function loadChoices() {
  known ??= ask().catch((error) => {
    known = null;
    throw error;
  });
  return known;
}

/** @returns {Promise<Choices>} */
async function ask() {
  const [{ bots, engines }, { controls }] = await Promise.all([api.get("/players"), api.get("/controls")]);
  /** @param {import("../wire.js").PlayerShape[]} list @param {string} group */
  const players = (list, group) => list.map(({ name, title, about }) => ({ value: name, title, about, group }));
  return {
    ratable: new Set(bots.filter(({ rating }) => rating).map(({ name }) => name)),
    players: [...players(bots, "Bots"), ...players(engines, "Engines of this server")],
    controls: controls.map(({ text, title }) => {
      const [move, reserve] = text.split("/");
      return { value: text, title: `${title} (${move} a turn, ${reserve} reserve)` };
    }),
  };
}

/** @param {string} name @param {string} usual */
export function remembered(name, usual) {
  return localStorage.getItem(KEY + name) ?? usual;
}

/** @param {string} name @param {string} value */
export function rememberChoice(name, value) {
  localStorage.setItem(KEY + name, value);
}
