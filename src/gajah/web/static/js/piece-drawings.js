/** The drawings of the pieces, fetched once and put on the page as symbols. */

import { fileAddress } from "./addresses.js";
import { svg } from "./dom.js";
import { kindName, pieceName, pieceSide, sideName } from "./pieces.js";
import { settings } from "./settings.js";

/** The piece sets asked for. @type {Set<string>} */
const asked = new Set();

/** The place for symbols, out of sight. */
const shelf = svg("svg", { id: "piece-symbols", width: 0, height: 0, "aria-hidden": "true" });
document.body.append(shelf);

/**
 * Makes a piece set's symbols available; pieces drawn before appear when it arrives.
 * @param {string} set
 */
async function loadPieces(set) {
  if (asked.has(set)) return;
  asked.add(set);
  const response = await fetch(fileAddress(`pieces/${set}.svg`));
  if (!response.ok) throw new Error(`no drawings of the pieces ${set}`);
  const sprite = new DOMParser().parseFromString(await response.text(), "image/svg+xml");
  for (const symbol of sprite.querySelectorAll("symbol")) {
    if (!document.getElementById(symbol.id)) shelf.append(document.importNode(symbol, true));
  }
}

/** A piece in a box of 100 by 100 units; the colours come from the style sheet. @param {string} letter */
export function pieceGroup(letter) {
  const set = settings.get("pieces");
  void loadPieces(set);
  const side = sideName(pieceSide(letter));
  const figure = svg("use", { href: `#${set}-${kindName(letter)}` });
  if (side === "silver") figure.setAttribute("transform", "matrix(-1 0 0 1 100 0)");
  return svg("g", { class: `piece-drawing ${side}` }, svg("use", { href: `#token-${side}` }), figure);
}

/**
 * A small picture of a piece, for lists and bars.
 * @param {string} letter
 * @param {boolean} [named]  with a name for screen readers (otherwise the text beside it says it)
 */
export function pieceIcon(letter, named = false) {
  const voice = named ? { role: "img", "aria-label": pieceName(letter) } : { "aria-hidden": "true" };
  const look = { class: "piece-icon", viewBox: "0 0 100 100", "data-piece": letter };
  return svg("svg", { ...look, ...voice }, pieceGroup(letter));
}

settings.follow("pieces", () => {
  for (const picture of document.querySelectorAll(".piece-icon[data-piece]")) {
    picture.replaceChildren(pieceGroup(picture.getAttribute("data-piece") ?? ""));
  }
});
