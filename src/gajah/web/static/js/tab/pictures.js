/** Positions as SVG pictures, put together from drawings that the site was built with (data/pictures). */

import { corner, SQUARE } from "../board/geometry.js";
import { captures, parseSteps } from "../board/steps.js";
import { readPosition } from "../placements.js";
import { Refusal } from "../refusal.js";
import { PictureMarks } from "./picture-marks.js";

/** @import { SideLetter } from "../wire.js" */
/** @import { Colours } from "./picture-marks.js" */
/** @import { StoredGame } from "./show.js" */
/** @typedef {Record<SideLetter, [upright: string, flipped: string]>} Grounds  by the side to move */
/**
 * Pieces in boxes of 100 units.
 * @typedef {{ framed: Grounds, bare: Grounds, pieces: Record<string, string>, colours: Colours }} Drawings
 */
/**
 * @typedef {{ framed: boolean, flip: boolean, size: string, turn: string, arrows: string[], marks: string[] }} Look
 */

const TYPE = "image/svg+xml";
// A piece leaves a little of its square free.
const INSET = 0.05;
const NAME = /^[a-z]+$/;
/** @type {Look} */
const THUMBNAIL = { framed: false, flip: false, size: "160", turn: "", arrows: [], marks: [] };

export class Pictures {
  /** @type {Map<string, Promise<Drawings>>} */ #drawings = new Map();

  /** @param {(path: string) => Promise<Response>} fetchFile */
  constructor(fetchFile) {
    this.fetchFile = fetchFile;
  }

  /** A small picture of where a game stands. @param {StoredGame} game @param {URLSearchParams} look */
  async thumbnail({ position }, look) {
    return compose(position, await this.#load(look), THUMBNAIL);
  }

  /** @param {URLSearchParams} asked  position, theme, pieces, size, flip, turn, arrows, marks */
  async draw(asked) {
    return compose(asked.get("position") ?? "", await this.#load(asked), {
      framed: true,
      flip: asked.get("flip") === "true",
      size: asked.get("size") ?? "400",
      turn: asked.get("turn") ?? "",
      arrows: asked.getAll("arrows"),
      marks: asked.getAll("marks"),
    });
  }

  /** @param {URLSearchParams} look */
  #load(look) {
    const name = `${look.get("theme") ?? "stone"}-${look.get("pieces") ?? "animals"}`;
    if (!name.split("-").every((part) => NAME.test(part))) throw new Refusal("bad_request", "There is no such look.");
    const known = this.#drawings.get(name) ?? this.fetchFile(`data/pictures/${name}.json`).then((file) => file.json());
    this.#drawings.set(name, known);
    return known;
  }
}

/** @param {string} text @param {Drawings} drawings @param {Look} look */
function compose(text, drawings, { framed, flip, size, turn, arrows, marks }) {
  const position = readPosition(text);
  if (!position) throw new Refusal("bad_notation", "That is no position.");
  const orientation = flip ? "silver" : "gold";
  const over = new PictureMarks(position, drawings.colours, orientation);
  const ground = (framed ? drawings.framed : drawings.bare)[position.side][Number(flip)];
  const lost = captures(parseSteps(turn)).map(({ piece }) => piece);
  const used = [...new Set([...Object.values(position.pieces), ...lost])];
  const parts = [
    ground.replace(/ width="\d+" height="\d+"/, ` width="${Number(size)}" height="${Number(size)}"`),
    `<defs>${used.map((letter) => `<g id="${letter}">${drawings.pieces[letter]}</g>`).join("")}</defs>`,
    ...over.squares(marks),
    ...Object.entries(position.pieces).map(([square, letter]) => put(letter, ...corner(square, orientation), SQUARE)),
    ...over.steps(turn),
    ...over.losses(turn, put),
    ...over.arrows(arrows),
    "</svg>\n",
  ];
  return { text: parts.join(""), type: TYPE };
}

/** A piece in a box. @param {string} letter @param {number} x @param {number} y @param {number} side */
function put(letter, x, y, side) {
  const place = `translate(${x + side * INSET} ${y + side * INSET}) scale(${(side / SQUARE) * (1 - 2 * INSET)})`;
  return `<use href="#${letter}" transform="${place}"/>`;
}
