/** Which of the server's routes a gesture means. */

import { kindName, pieceSide } from "../pieces.js";
import { parseSteps } from "./steps.js";

/** @import { Route } from "../wire.js" */

/**
 * Adds a square to the path of a drag; coming back to a square undoes the detour.
 * @param {string[]} path @param {string} square
 */
export function extendPath(path, square) {
  const before = path.indexOf(square);
  return before >= 0 ? path.slice(0, before + 1) : [...path, square];
}

/**
 * The routes to a square, best first: none that loses an own piece if there is another, then the very
 * path that was dragged, then the shortest, then the one most like the path.
 * @param {Route[]} routes @param {string} to @param {string[]} path
 */
export function rankRoutes(routes, to, path) {
  const dragged = path.join();
  /** @param {Route} route */
  const rank = (route) => [
    route.lost.length,
    Number(route.squares.join() !== dragged),
    route.count,
    -likeness(route.squares, path),
    -route.captured.length,
  ];
  return routes
    .filter((route) => route.to === to)
    .map((route) => ({ route, rank: rank(route) }))
    .sort((a, b) => compare(a.rank, b.rank))
    .map(({ route }) => route);
}

/** @param {number[]} a @param {number[]} b */
function compare(a, b) {
  const differing = a.findIndex((value, i) => value !== b[i]);
  return differing < 0 ? 0 : (a[differing] ?? 0) - (b[differing] ?? 0);
}

/**
 * How many squares of the path a route passes in the same order.
 * @param {string[]} squares
 * @param {string[]} path
 */
function likeness(squares, path) {
  let at = 0;
  let common = 0;
  for (const square of squares) {
    const found = path.indexOf(square, at);
    if (found < 0) continue;
    at = found + 1;
    common += 1;
  }
  return common;
}

/**
 * The routes that the gesture does not tell apart: same way of the held piece, but another piece
 * pushes, or something is pushed elsewhere.
 * @param {Route[]} ranked
 */
export function undecided(ranked) {
  const best = ranked[0];
  if (!best) return [];
  const same = ranked.filter(
    (route) =>
      route.squares.join() === best.squares.join() &&
      route.count === best.count &&
      route.lost.length === best.lost.length,
  );
  const seen = new Set();
  return same.filter((route) => {
    const others = describeOthers(route);
    return !seen.has(others) && seen.add(others);
  });
}

/**
 * What the other pieces of a route do, as text: "camel f5 to e5".
 * @param {Route} route
 */
export function describeOthers(route) {
  const held = new Set();
  route.squares.forEach((square, i) => held.add(`${square} ${route.squares[i + 1]}`));
  return parseSteps(route.steps)
    .filter(({ from, to }) => to !== null && !held.has(`${from} ${to}`))
    .map(({ piece, from, to }) => `${kindName(piece)} ${from} to ${to}`)
    .join(", ");
}

/** "your dog on c3 and your cat on f6" @param {string[]} placements  such as Dc3 */
export function describeLost(placements) {
  const names = placements.map(
    (text) =>
      `the ${pieceSide(text[0] ?? "") === "g" ? "gold" : "silver"} ${kindName(text[0] ?? "")} on ${text.slice(1, 3)}`,
  );
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
