/** Who played, and how it ended; for a scratch board, what can be done with it. */

import { pageAddress } from "../addresses.js";
import { api } from "../api.js";
import { confirmDialog, toastError } from "../dialogs.js";
import { el, makeButton } from "../dom.js";
import { seatName } from "../names.js";
import { resultText } from "../results.js";
import { dayOf } from "../text.js";
import { ScratchHome } from "./homes.js";
import { ROOT, Tree } from "./tree.js";

/** @import { GameShape as Game } from "../wire.js" */
/** @import { Study } from "./study.js" */

/** @param {Study} study @returns {HTMLElement[]} */
export function gameHead(study) {
  if (study.home.game) return kept(study.home.game);
  return [
    el("p", { class: "head-words" }, "Kept in this browser"),
    makeButton({ onclick: () => keepInLibrary(study).catch(toastError) }, "Keep in the library"),
    makeButton({ style: "quiet", onclick: () => clear(study) }, "Start over"),
  ];
}

/** @param {Game} game */
function kept(game) {
  const noEngine = game.no_engine && game.state !== "over" && "No engine until it is over";
  const words = [game.result && resultText(game.result), noEngine, game.event, dayOf(game.created)]
    .filter(Boolean)
    .join(" · ");
  return [
    el(
      "p",
      { class: "head-players" },
      el("span", { class: "side-dot", "aria-hidden": "true" }),
      el("b", {}, seatName(game.gold)),
      " - ",
      el("span", { class: "side-dot silver", "aria-hidden": "true" }),
      el("b", {}, seatName(game.silver)),
    ),
    el("p", { class: "head-words" }, words),
  ];
}

/** @param {Study} study */
async function keepInLibrary(study) {
  const { games, problems } = await api.post("/import", await study.home.record());
  if (!games.length) throw new Error(problems[0]?.text ?? "There is nothing to keep yet.");
  const { tree } = await api.get(`/games/${games[0]}`);
  location.assign(`${pageAddress("analysis", { game: games[0] })}#node=${samePlace(study, new Tree(tree))}`);
}

/**
 * The nodes of a kept tree have numbers of their own, but stand in the same order.
 * @param {Study} study @param {Tree} kept @returns {number}
 */
function samePlace({ tree, current }, kept) {
  let at = ROOT;
  for (const { id, parent } of tree.path(current)) {
    const place = tree.node(parent ?? ROOT).children.indexOf(id);
    at = kept.node(at).children[place] ?? at;
  }
  return at;
}

/** @param {Study} study */
async function clear({ home, tree }) {
  if (!(await maySweep(tree))) return;
  if (home instanceof ScratchHome) home.forget();
  history.replaceState(null, "", location.pathname + location.search);
  location.reload();
}

/** @param {Tree} tree */
async function maySweep(tree) {
  const nodes = [...tree.nodes.values()];
  const turns = nodes.filter((node) => node.kind === "turn").length;
  if (!turns && !nodes.some((node) => node.comments.length)) return true;
  return confirmDialog({
    title: "Start over?",
    text: `All that was tried out here is deleted: ${turns} ${turns === 1 ? "turn" : "turns"}, and every comment.`,
    yes: "Delete",
    no: "Keep",
    danger: true,
  });
}
