/**
 * The evaluation of a whole game as a picture to click on: gold's chance to win, turn by turn.
 *
 * For the keyboard and for screen readers it is a slider over the turns of the main line.
 */

import { assign, el, svg } from "../dom.js";

/** @import { ScoreShape as Score } from "../wire.js" */
/** @typedef {{ id: number, label: string, score: Score | null, mark: string }} GraphPoint */

// User units; the picture stretches to the width of its panel.
const WIDTH = 600;
const HEIGHT = 120;

/** @param {number} index @param {number} count */
function xOf(index, count) {
  return count > 1 ? (index / (count - 1)) * WIDTH : 0;
}

/** @param {Score} score */
function yOf(score) {
  return (1 - score.win) * HEIGHT;
}

/**
 * The line, and the areas under and over it: a gap in the scores (a review under way) ends one and starts another.
 * @param {GraphPoint[]} points @returns {{ gold: string, silver: string, line: string }} path data
 */
function graphPaths(points) {
  let gold = "";
  let silver = "";
  let line = "";
  for (let start = 0; start < points.length; start += 1) {
    if (!points[start].score) continue;
    let end = start;
    while (points[end + 1]?.score) end += 1;
    const corners = points
      .slice(start, end + 1)
      .map(({ score }, i) => `${round(xOf(start + i, points.length))} ${round(yOf(/** @type {Score} */ (score)))}`);
    const [left, right] = [start, end].map((i) => round(xOf(i, points.length)));
    line += `M${corners.join("L")}`;
    gold += `M${left} ${HEIGHT}L${corners.join("L")}L${right} ${HEIGHT}Z`;
    silver += `M${left} 0L${corners.join("L")}L${right} 0Z`;
    start = end;
  }
  return { gold, silver, line };
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 100) / 100;
}

/** @param {GraphPoint} point */
function sayPoint({ label, score, mark }) {
  return [label || "start", score?.text ?? "not evaluated", mark].filter(Boolean).join(" ");
}

export class EvaluationGraph {
  /** @param {HTMLElement} host @param {(id: number) => void} onChoose */
  constructor(host, onChoose) {
    this.host = host;
    this.onChoose = onChoose;
    /** @type {GraphPoint[]} */
    this.points = [];
    this.current = 0;
    this.gold = svg("path", { class: "graph-gold" });
    this.silver = svg("path", { class: "graph-silver" });
    this.line = svg("path", { class: "graph-line" });
    this.marks = svg("g", {});
    this.cursor = svg("line", { class: "graph-cursor", y1: "0", y2: String(HEIGHT) });
    const middle = svg("line", { class: "graph-middle", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 });
    const box = { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" };
    this.picture = svg("svg", box, this.gold, this.silver, middle, this.line, this.cursor, this.marks);
    this.tip = el("span", { class: "graph-tip", "aria-hidden": "true" });
    host.replaceChildren(this.picture, this.tip);
    assign(host, { role: "slider", tabindex: 0, "aria-label": "Evaluation of the game", "aria-valuemin": 0 });
    host.addEventListener("pointerdown", (event) => this.#press(event));
    host.addEventListener("pointermove", (event) => {
      const point = this.#pointUnder(event);
      this.tip.textContent = point ? sayPoint(point) : "";
      if (event.buttons === 1 && host.hasPointerCapture(event.pointerId)) this.#choose(event);
    });
    host.addEventListener("pointerleave", () => {
      this.tip.textContent = "";
    });
  }

  /** @param {GraphPoint[]} points of the main line @param {number} currentId */
  show(points, currentId) {
    this.points = points;
    const { gold, silver, line } = graphPaths(points);
    this.gold.setAttribute("d", gold);
    this.silver.setAttribute("d", silver);
    this.line.setAttribute("d", line);
    this.marks.replaceChildren(...points.flatMap((point, i) => this.#mark(point, i)));
    assign(this.host, { "aria-valuemax": Math.max(points.length - 1, 0) });
    this.mark(currentId);
  }

  /** @param {number} currentId a node off the main line leaves the cursor where it is */
  mark(currentId) {
    const index = this.points.findIndex((point) => point.id === currentId);
    if (index >= 0) this.current = index;
    const point = this.points[this.current];
    const x = round(xOf(this.current, this.points.length));
    assign(this.cursor, { x1: x, x2: x });
    assign(this.host, { "aria-valuenow": this.current, "aria-valuetext": point ? sayPoint(point) : "" });
  }

  /** @param {GraphPoint} point @param {number} index @returns {SVGElement[]} */
  #mark(point, index) {
    if (!point.mark || !point.score) return [];
    const [x, y] = [xOf(index, this.points.length), yOf(point.score)].map(round);
    // A line of no length with round caps stays round however the picture is stretched.
    return [svg("path", { class: "graph-mark", "data-mark": point.mark, d: `M${x} ${y}h0` })];
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (event.button !== 0) return;
    this.host.setPointerCapture(event.pointerId);
    this.#choose(event);
  }

  /** @param {PointerEvent} event @returns {GraphPoint | undefined} */
  #pointUnder(event) {
    const box = this.picture.getBoundingClientRect();
    const part = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1);
    return this.points[Math.round(part * (this.points.length - 1))];
  }

  /** @param {PointerEvent} event */
  #choose(event) {
    const point = this.#pointUnder(event);
    if (point && point.id !== this.points[this.current]?.id) this.onChoose(point.id);
  }
}
