/** The board itself: frame, squares, traps, coordinates. Redrawn only when the board is turned. */

import { svg } from "../dom.js";
import { BOARD, COLUMNS, centre, corner, SQUARE, SQUARES, TRAPS } from "./geometry.js";

/** @import { Orientation } from "./geometry.js" */

/** Room around the squares, in board units. @param {"all" | "traps" | "off"} coordinates */
export function margin(coordinates) {
  return coordinates === "all" ? 30 : 8;
}

/** @param {Orientation} orientation @param {"all" | "traps" | "off"} coordinates */
export function drawGround(orientation, coordinates) {
  const around = margin(coordinates);
  const side = BOARD + 2 * around;
  const dark = SQUARES.map((square) => corner(square, orientation))
    .filter(([x, y]) => ((x + y) / SQUARE) % 2 === 1)
    .map(([x, y]) => `M${x} ${y}h100v100h-100z`)
    .join("");
  const lines = Array.from({ length: 9 }, (_, i) => `M${i * SQUARE} 0v${BOARD}M0 ${i * SQUARE}h${BOARD}`).join("");
  const parts = [
    svg("rect", { class: "frame", x: -around, y: -around, width: side, height: side, rx: around / 3 }),
    svg("rect", { class: "light", width: BOARD, height: BOARD }),
    svg("path", { class: "dark", d: dark }),
    svg("path", { class: "grid", d: lines }),
    ...TRAPS.map((square) => drawTrap(square, orientation)),
  ];
  if (coordinates === "all") parts.push(...frameLabels(orientation, around));
  if (coordinates === "traps") parts.push(...TRAPS.map((square) => trapLabel(square, orientation)));
  return parts;
}

/**
 * A pit: its walls are lit from below, so that it looks sunk into the board.
 * @param {string} square
 * @param {Orientation} orientation
 */
function drawTrap(square, orientation) {
  const [x, y] = corner(square, orientation);
  return svg(
    "g",
    { class: "trap", transform: `translate(${x} ${y})` },
    svg("path", { class: "trap-face", d: "M0 0h100v100h-100z" }),
    svg("path", { class: "trap-top", d: "M0 0h100l-27 27h-46z" }),
    svg("path", { class: "trap-side", d: "M0 0l27 27v46l-27 27zM100 0v100l-27-27v-46z" }),
    svg("path", { class: "trap-floor", d: "M0 100l27-27h46l27 27z" }),
    svg("path", { class: "trap-pit", d: "M27 27h46v46h-46z" }),
  );
}

/** @param {Orientation} orientation @param {number} around */
function frameLabels(orientation, around) {
  const turned = orientation === "gold-left" || orientation === "gold-right";
  return Array.from({ length: 8 }, (_, i) => [`${COLUMNS[i]}`, `${COLUMNS[i]}1`, `${i + 1}`, `a${i + 1}`]).flatMap(
    ([letter = "", onColumn = "", digit = "", onRow = ""]) => {
      const [columnX, columnY] = centre(onColumn, orientation);
      const [rowX, rowY] = centre(onRow, orientation);
      const below = BOARD + around / 2 + 8;
      const left = -around / 2;
      return turned
        ? [label(letter, left, columnY + 8), label(digit, rowX, below)]
        : [label(letter, columnX, below), label(digit, left, rowY + 8)];
    },
  );
}

/** @param {string} square @param {Orientation} orientation */
function trapLabel(square, orientation) {
  const [x, y] = centre(square, orientation);
  return label(square, x, y + 8, "trap-label");
}

/** @param {string} text @param {number} x @param {number} y @param {string} [style] */
function label(text, x, y, style = "coordinate") {
  return svg("text", { class: style, x, y }, text);
}
