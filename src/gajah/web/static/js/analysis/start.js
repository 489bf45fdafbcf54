/** Where an analysis begins: from the address to a tree and a node, and back to an address. */

import { pageAddress } from "../addresses.js";
import { api } from "../api.js";
import { home } from "../homes/home.js";
import { GameHome, ScratchHome } from "./homes.js";
import { ROOT } from "./tree.js";

/** @import { Board } from "../wire.js" */
/** @import { TreeHome } from "./homes.js" */
/** @import { Study } from "./study.js" */
/** @import { Tree } from "./tree.js" */

// Browsers refuse to have their address changed at the pace of a held key.
const REMEMBER_MS = 250;

/** @param {string} search @returns {Promise<TreeHome>} rejects with a Refusal */
export async function openHome(search) {
  const params = new URLSearchParams(search);
  const game = params.get("game");
  if (game) return new GameHome(game);
  const position = params.get("position");
  if (position) return new ScratchHome((await api.post("/board", { position })).position, []);
  const { g, s } = await api.get("/setups");
  return new ScratchHome(null, [g[0].setup, s[0].setup]);
}

/** Does the address ask for a review? It does so once, and not again when the page is reloaded. */
export function takeReviewWish() {
  const params = new URLSearchParams(location.search);
  if (!params.has("review")) return false;
  params.delete("review");
  history.replaceState(null, "", `${location.pathname}?${params}${location.hash}`);
  return true;
}

/** @param {string} hash @returns {number | null} */
export function nodeIn(hash) {
  const text = new URLSearchParams(hash.slice(1)).get("node");
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}

/**
 * @param {Tree} tree @param {boolean} isReview
 * @returns {number} where the first steps are made, after the setups; for a review, where the game ended
 */
export function firstNode(tree, isReview) {
  if (isReview) return tree.gameLine.at(-1) ?? ROOT;
  return tree.mainLine.findLast((id) => tree.node(id).kind === "setup") ?? ROOT;
}

let timer = 0;
let remembered = -Infinity;

/** @param {Study} study puts the current node into the address: at once, or when the pace allows it */
export function rememberNode(study) {
  clearTimeout(timer);
  timer = setTimeout(
    () => {
      remembered = performance.now();
      history.replaceState(null, "", `${location.pathname}${location.search}#node=${study.current}`);
    },
    Math.max(remembered + REMEMBER_MS - performance.now(), 0),
  );
}

/**
 * @param {Study} study @param {Board | null} board
 * @returns {string} a link that shows this position to anyone who can open this page
 */
export function linkTo(study, board) {
  const { game } = study.home;
  if (game && home.isShared)
    return `${location.origin}${pageAddress("analysis", { game: game.id })}#node=${study.current}`;
  return location.origin + pageAddress("analysis", { position: board?.position ?? "" });
}
