/** Who played, and how it ended; for a scratch board, what can be done with it. */

import { api, reason } from "../api.js";
import { el } from "../dom.js";
import { seatName } from "../names.js";
import { toast } from "../shell.js";
import { ScratchStore } from "./store.js";

/** @typedef {import("../types.js").Game} Game */
/** @typedef {import("./store.js").Store} Store */

/** @param {Store} store @returns {HTMLElement[]} */
export function gameHead(store) {
  if (store.game) return kept(store.game);
  return [
    el("p", { class: "head-words" }, "Scratch board, kept in this browser"),
    el("button", { type: "button", class: "button", onclick: () => keep(store) }, "Keep in the library"),
    el("button", { type: "button", class: "button quiet", onclick: () => clear(store) }, "Start over"),
  ];
}

/** @param {Game} game */
function kept(game) {
  const date = new Date(game.created * 1000).toLocaleDateString();
  const words = [game.result?.text, game.event, date].filter(Boolean).join(" · ");
  return [
    el("p", { class: "head-players" },
      el("span", { class: "side-dot gold", "aria-hidden": "true" }), el("b", {}, seatName(game.gold)), " - ",
      el("span", { class: "side-dot silver", "aria-hidden": "true" }), el("b", {}, seatName(game.silver))),
    el("p", { class: "head-words", title: words }, words),
  ];
}

/** @param {Store} store */
async function keep(store) {
  try {
    const { games, problems } = await api.postText("/import", await store.record());
    if (!games.length) throw new Error(problems[0]?.text ?? "There is nothing to keep yet.");
    location.assign(`/analysis?game=${games[0]}`);
  } catch (error) {
    toast(reason(error), "bad");
  }
}

/** @param {Store} store */
function clear(store) {
  if (store instanceof ScratchStore) store.forget();
  history.replaceState(null, "", location.pathname + location.search);
  location.reload();
}
