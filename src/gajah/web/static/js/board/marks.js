/** Everything drawn on a board besides its squares and pieces: trails, arrows, targets, badges. */

import { svg } from "../dom.js";
import { pieceGroup } from "../piece-drawings.js";
import { arrowPaths } from "./arrow-paths.js";
import { centre, corner, neighbour, SQUARE } from "./geometry.js";
import { lanesOf } from "./lanes.js";
import { captures, parseSteps } from "./steps.js";

/** @import { Orientation } from "./geometry.js" */
/** @import { Way } from "./lanes.js" */

const BADGE = 46; // the side of a captured piece's picture where another one stands on the trap

/**
 * Arrows along squares; those that use the same edge run beside each other, to and fro each on its right.
 * @param {Way[]} ways @param {Orientation} orientation
 */
export function arrows(ways, orientation) {
  const lanes = lanesOf(ways);
  return ways.map((way, i) => arrow(way, orientation, lanes[i] ?? []));
}

/**
 * The path along squares with an arrow head.
 * @param {Way} way @param {Orientation} orientation @param {number[]} [lanes]  how far to its right, edge by edge
 */
export function arrow(way, orientation, lanes = []) {
  const { shaft, head } = arrowPaths(way, orientation, lanes);
  return svg(
    "g",
    { class: `arrow ${way.style}`, "data-squares": way.squares.join(" ") },
    svg("path", { class: "casing", d: `${shaft}${head}` }),
    svg("path", { class: "shaft", d: shaft }),
    svg("path", { class: "head", d: head }),
    svg("path", { class: "core", d: shaft }),
  );
}

/**
 * What a turn has lost, faded and crossed out on its trap; small in a corner of a trap in use.
 * @param {string} turn
 * @param {Record<string, string>} pieces  on the board now
 * @param {Orientation} orientation
 */
export function ghosts(turn, pieces, orientation) {
  /** @type {Map<string, number>} */
  const there = new Map();
  return captures(parseSteps(turn)).map(({ piece, square }) => {
    const earlier = there.get(square) ?? 0;
    there.set(square, earlier + 1);
    const side = pieces[square] || earlier ? BADGE : SQUARE;
    const [x, y] = corner(square, orientation);
    const place = `translate(${x + SQUARE - side} ${y + (earlier > 1 ? SQUARE - side : 0)}) scale(${side / SQUARE})`;
    const cross = "M20 20L80 80M80 20L20 80";
    return svg(
      "g",
      { class: "ghost", transform: place },
      svg("g", { class: "ghost-piece" }, inset(pieceGroup(piece))),
      svg("path", { class: "cross casing", d: cross }),
      svg("path", { class: "cross", d: cross }),
    );
  });
}

/** A piece leaves a little of its square free, so that a trap under it shows. @param {SVGElement} drawing */
export function inset(drawing) {
  drawing.setAttribute("transform", "translate(5 5) scale(.9)");
  return drawing;
}

/**
 * Where the selected piece can go, with the steps it takes.
 * @param {import("../wire.js").Route[]} routes @param {Orientation} orientation
 */
export function targets(routes, orientation) {
  /** @type {Map<string, import("../wire.js").Route>} */
  const best = new Map();
  for (const route of routes) {
    const known = best.get(route.to);
    if (
      !known ||
      route.lost.length < known.lost.length ||
      (route.lost.length === known.lost.length && route.count < known.count)
    )
      best.set(route.to, route);
  }
  return [...best.values()].map((route) => {
    const [x, y] = centre(route.to, orientation);
    return svg(
      "g",
      { class: `target ${route.lost.length ? "costly" : ""}`, "data-square": route.to },
      svg("circle", { cx: x, cy: y, r: 17 }),
      svg("text", { x, y: y + 7 }, route.lost.length ? `${route.count}!` : String(route.count)),
    );
  });
}

/**
 * The number of steps a drag takes, at the upper right of its target.
 * @param {string} square
 * @param {string} text
 * @param {boolean} costly
 * @param {Orientation} orientation
 */
export function countBadge(square, text, costly, orientation) {
  const [x, y] = corner(square, orientation);
  return svg(
    "g",
    { class: `count-badge ${costly ? "costly" : ""}`, transform: `translate(${x + 82} ${y + 18})` },
    svg("circle", { r: 19 }),
    svg("text", { y: 8 }, text),
  );
}

/**
 * Small arrows at the edges of a square over which its piece may step; each can be clicked.
 * @param {string[]} steps @param {Orientation} orientation
 */
export function hoverArrows(steps, orientation) {
  return steps.flatMap((step) => {
    const from = step.slice(1, 3);
    const to = neighbour(from, step[3] ?? "");
    if (!to) return [];
    const [x0, y0] = centre(from, orientation);
    const [x1, y1] = centre(to, orientation);
    const angle = (Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI;
    return [
      svg(
        "g",
        { class: "hover-arrow", "data-step": step, transform: `translate(${x0} ${y0}) rotate(${angle})` },
        svg("path", { d: "M37 -15L58 0L37 15Z" }),
      ),
    ];
  });
}

/**
 * What a user has drawn: arrows as lines from square to square, marked squares as rings.
 * @param {import("./state.js").Drawing} drawing @param {Orientation} orientation
 */
export function drawn({ arrows: lines, marks }, orientation) {
  const ways = lines.map(({ from, to, colour }) => ({ squares: [from, to], style: `drawn drawn-${colour}` }));
  const rings = marks.map(({ square, colour }) => {
    const [cx, cy] = centre(square, orientation);
    return svg("circle", { class: `ring drawn-${colour}`, "data-square": square, cx, cy, r: 43 });
  });
  return [...rings, ...arrows(ways, orientation)];
}

/** The mark of a frozen piece: a snowflake at its lower left. */
export function frost() {
  return svg(
    "g",
    { class: "frost", transform: "translate(20 80)" },
    svg("circle", { r: 15 }),
    svg("path", {
      d: "M0 -10V10M-8.7 -5L8.7 5M-8.7 5L8.7 -5M-3 -9L0 -6L3 -9M-3 9L0 6L3 9M-9.3 -1.9L-5.2 -3L-6.3 -7.1M9.3 1.9L5.2 3L6.3 7.1M-9.3 1.9L-5.2 3L-6.3 7.1M9.3 -1.9L5.2 -3L6.3 -7.1",
    }),
  );
}
