/** The drawings of the pieces, fetched once and put on the page as symbols. */

import { svg } from "./dom.js";
import { kindName, pieceName, pieceSide, sideName } from "./pieces.js";
import { settings } from "./settings.js";

/** @type {Map<string, Promise<void>>} */
const loads = new Map();

/** @returns {SVGSVGElement} the place for symbols, out of sight */
function shelf() {
  const there = document.getElementById("piece-symbols");
  if (there instanceof SVGSVGElement) return there;
  const made = svg("svg", { id: "piece-symbols", width: 0, height: 0, "aria-hidden": "true" });
  document.body.append(made);
  return made;
}

/**
 * Makes a piece set's symbols available; pieces drawn before appear when it arrives.
 * @param {string} set
 */
function loadPieces(set) {
  let load = loads.get(set);
  if (!load) {
    load = fetchPieces(set);
    loads.set(set, load);
  }
  return load;
}

/** @param {string} set */
async function fetchPieces(set) {
  const response = await fetch(`/static/pieces/${set}.svg`);
  if (!response.ok) throw new Error(`no drawings of the pieces ${set}`);
  const sprite = new DOMParser().parseFromString(await response.text(), "image/svg+xml");
  const place = shelf();
  for (const symbol of sprite.querySelectorAll("symbol")) {
    if (!document.getElementById(symbol.id)) place.append(document.importNode(symbol, true));
  }
}

/**
 * A piece in a box of 100 by 100 units; the colours come from the style sheet.
 * @param {string} letter
 * @param {string} [set]
 */
export function pieceGroup(letter, set = settings.get("pieces")) {
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
  const picture = svg("svg", { class: "piece-icon", viewBox: "0 0 100 100", "data-piece": letter });
  if (named) {
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", pieceName(letter));
  } else {
    picture.setAttribute("aria-hidden", "true");
  }
  picture.append(pieceGroup(letter));
  return picture;
}

settings.follow("pieces", () => {
  for (const picture of document.querySelectorAll(".piece-icon[data-piece]")) {
    picture.replaceChildren(pieceGroup(picture.getAttribute("data-piece") ?? ""));
  }
});
