/** Positions as SVG pictures, put together from drawings that the site was built with (data/pictures). */

import { readPosition } from "../placements.js";
import { Refusal } from "../refusal.js";

/** @import { SideLetter } from "../wire.js" */
/** @import { StoredGame } from "./show.js" */
/** @typedef {Record<SideLetter, [upright: string, flipped: string]>} Grounds  by the side to move */
/** @typedef {{ framed: Grounds, bare: Grounds, pieces: Record<string, string> }} Drawings  pieces in boxes of 100 units */

const TYPE = "image/svg+xml";
const SQUARE = 100;
// A piece leaves a little of its square free.
const INSET = 5;
const SCALE = 0.9;
const NAME = /^[a-z]+$/;

export class Pictures {
  /** @type {Map<string, Promise<Drawings>>} */ #drawings = new Map();

  /** @param {(path: string) => Promise<Response>} fetchFile */
  constructor(fetchFile) {
    this.fetchFile = fetchFile;
  }

  /** A small picture of where a game stands. @param {StoredGame} game @param {URLSearchParams} look */
  async thumbnail({ position }, look) {
    return this.#compose(position, await this.#load(look), { framed: false, flip: false, size: "160" });
  }

  /** @param {URLSearchParams} asked  position, theme, pieces, size, flip */
  async draw(asked) {
    const how = { framed: true, flip: asked.get("flip") === "true", size: asked.get("size") ?? "400" };
    return this.#compose(asked.get("position") ?? "", await this.#load(asked), how);
  }

  /** @param {URLSearchParams} look */
  #load(look) {
    const name = `${look.get("theme") ?? "stone"}-${look.get("pieces") ?? "animals"}`;
    if (!name.split("-").every((part) => NAME.test(part))) throw new Refusal("bad_request", "There is no such look.");
    const known = this.#drawings.get(name) ?? this.fetchFile(`data/pictures/${name}.json`).then((file) => file.json());
    this.#drawings.set(name, known);
    return known;
  }

  /**
   * @param {string} text @param {Drawings} drawings @param {{ framed: boolean, flip: boolean, size: string }} how
   */
  #compose(text, drawings, { framed, flip, size }) {
    const position = readPosition(text);
    if (!position) throw new Refusal("bad_notation", "That is no position.");
    const ground = (framed ? drawings.framed : drawings.bare)[position.side][Number(flip)];
    const used = [...new Set(Object.values(position.pieces))];
    const definitions = used.map((letter) => `<g id="${letter}">${drawings.pieces[letter]}</g>`);
    const pieces = Object.entries(position.pieces).map(([square, letter]) => {
      const [column, row] = [square.charCodeAt(0) - "a".charCodeAt(0), 8 - Number(square[1])];
      const [x, y] = (flip ? [7 - column, 7 - row] : [column, row]).map((at) => at * SQUARE + INSET);
      return `<use href="#${letter}" transform="translate(${x} ${y}) scale(${SCALE})"/>`;
    });
    const body = `<defs>${definitions.join("")}</defs>${pieces.join("")}</svg>\n`;
    const sized = ground.replace(/ width="\d+" height="\d+"/, ` width="${Number(size)}" height="${Number(size)}"`);
    return { text: sized + body, type: TYPE };
  }
}
