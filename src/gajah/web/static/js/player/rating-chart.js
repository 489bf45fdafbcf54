/** How a rating went, game by game. */

import { el, round, svg } from "../dom.js";

/** @import { RatingPoint } from "../wire.js" */

const WIDTH = 100;
const HEIGHT = 100;
// So that a change by a few points does not look like a leap.
const LEAST_SPAN = 100;

/** @param {number[]} ratings @returns {{ low: number, high: number }} what the chart shows */
export function spanOf(ratings) {
  const [low, high] = [Math.min(...ratings), Math.max(...ratings)];
  const spare = Math.max(0, LEAST_SPAN - (high - low)) / 2;
  return { low: Math.floor(low - spare), high: Math.ceil(high + spare) };
}

/** @param {number[]} ratings @returns {string} the line, in a box of 100 by 100 */
export function linePath(ratings) {
  const { low, high } = spanOf(ratings);
  const corners = ratings.map((rating, i) => {
    const x = (i / Math.max(ratings.length - 1, 1)) * WIDTH;
    const y = (1 - (rating - low) / (high - low)) * HEIGHT;
    return `${round(x)} ${round(y)}`;
  });
  return `M${corners.join("L")}`;
}

/** @param {RatingPoint[]} progress  two games or more */
export function ratingChart(progress) {
  const ratings = progress.map(({ rating }) => rating);
  const { low, high } = spanOf(ratings);
  const words = `Rating after the last ${ratings.length} games: from ${ratings[0]} to ${ratings.at(-1)}`;
  const box = { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": words };
  return el(
    "figure",
    { class: "rating-chart" },
    el("div", { class: "rating-scale", "aria-hidden": "true" }, el("span", {}, high), el("span", {}, low)),
    svg("svg", box, svg("path", { d: linePath(ratings) })),
  );
}
