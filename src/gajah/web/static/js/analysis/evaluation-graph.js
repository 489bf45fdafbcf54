/**
 * A whole game as a picture to click on, turn by turn: gold's chance to win, the material, or the time used.
 *
 * For the keyboard and for screen readers it is a slider over the turns of the main line.
 */

import { assign, el, round, svg } from "../dom.js";
import { scoreWords } from "./score-words.js";
import { materialText, timeText } from "./summary.js";

/** @import { ScoreShape as Score } from "../wire.js" */
/**
 * @typedef {object} GraphPoint
 * @property {number} id
 * @property {string} label
 * @property {Score | null} score
 * @property {string} mark
 * @property {number} material  gold's advantage in rabbits
 * @property {number | null} seconds  used for the turn
 */
/** @typedef {"chances" | "material" | "time"} GraphKind */

/** What the picture is called. @type {Record<GraphKind, string>} */
const NAMES = { chances: "Evaluation of the game", material: "Material in the game", time: "Time for each turn" };

// User units; the picture stretches to the width of its panel.
const WIDTH = 600;
const HEIGHT = 120;

/** @param {number} index @param {number} count */
function xOf(index, count) {
  return count > 1 ? (index / (count - 1)) * WIDTH : 0;
}

// So much material fills half of the picture where no side is ahead by more.
const USUAL_LEAD = 5;

/** @param {GraphPoint[]} points @param {GraphKind} kind @returns {(number | null)[]} from 0 below to 1 above */
function heights(points, kind) {
  if (kind === "chances") return points.map(({ score }) => score?.win ?? null);
  const most = Math.max(USUAL_LEAD, ...points.map(({ material }) => Math.abs(material)));
  return points.map(({ material }) => 0.5 + material / most / 2);
}

/**
 * The line, and the areas under and over it: a gap (a review under way) ends one and starts another.
 * @param {(number | null)[]} values @returns {{ gold: string, silver: string, line: string }} path data
 */
function graphPaths(values) {
  let gold = "";
  let silver = "";
  let line = "";
  for (let start = 0; start < values.length; start += 1) {
    if (typeof values[start] !== "number") continue;
    let end = start;
    while (typeof values[end + 1] === "number") end += 1;
    const corners = values
      .slice(start, end + 1)
      .map((value, i) => `${round(xOf(start + i, values.length))} ${round((1 - (value ?? 0)) * HEIGHT)}`);
    const [left, right] = [start, end].map((i) => round(xOf(i, values.length)));
    line += `M${corners.join("L")}`;
    gold += `M${left} ${HEIGHT}L${corners.join("L")}L${right} ${HEIGHT}Z`;
    silver += `M${left} 0L${corners.join("L")}L${right} 0Z`;
    start = end;
  }
  return { gold, silver, line };
}

/** The times as a bar for each turn. @param {GraphPoint[]} points @returns {{ gold: string, silver: string, line: string }} */
function barPaths(points) {
  const most = Math.max(...points.map(({ seconds }) => seconds ?? 0), 1);
  const bars = { g: "", s: "" };
  const half = round((WIDTH / Math.max(points.length - 1, 1)) * 0.4);
  points.forEach(({ label, seconds }, i) => {
    if (seconds === null) return;
    const [x, y] = [round(xOf(i, points.length)), round((1 - seconds / most) * HEIGHT)];
    bars[label.endsWith("g") ? "g" : "s"] += `M${x - half} ${HEIGHT}V${y}H${x + half}V${HEIGHT}Z`;
  });
  return { gold: bars.g, silver: bars.s, line: "" };
}

/** @param {GraphPoint} point @param {GraphKind} kind */
function sayPoint({ label, score, mark, material, seconds }, kind) {
  const words = {
    chances: [score ? scoreWords(score) : "not evaluated", mark],
    material: [materialText(material)],
    time: [seconds === null ? "no time known" : timeText(seconds)],
  };
  return [label || "start", ...words[kind]].filter(Boolean).join(" ");
}

export class EvaluationGraph {
  /** @param {HTMLElement} host @param {(id: number) => void} onChoose */
  constructor(host, onChoose) {
    this.host = host;
    this.onChoose = onChoose;
    /** @type {GraphPoint[]} */
    this.points = [];
    this.current = 0;
    /** @type {GraphKind} */
    this.kind = "chances";
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
    assign(host, { role: "slider", tabindex: 0, "aria-valuemin": 0 });
    host.addEventListener("pointerdown", (event) => this.#press(event));
    host.addEventListener("pointermove", (event) => {
      const point = this.#pointUnder(event);
      this.tip.textContent = point ? sayPoint(point, this.kind) : "";
      if (event.buttons === 1 && host.hasPointerCapture(event.pointerId)) this.#choose(event);
    });
    host.addEventListener("pointerleave", () => {
      this.tip.textContent = "";
    });
  }

  /** @param {GraphPoint[]} points of the main line @param {number} currentId @param {GraphKind} kind */
  show(points, currentId, kind) {
    this.points = points;
    this.kind = kind;
    const { gold, silver, line } = kind === "time" ? barPaths(points) : graphPaths(heights(points, kind));
    this.gold.setAttribute("d", gold);
    this.silver.setAttribute("d", silver);
    this.line.setAttribute("d", line);
    this.marks.replaceChildren(...(kind === "chances" ? points.flatMap((point, i) => this.#mark(point, i)) : []));
    assign(this.host, {
      "aria-label": NAMES[kind],
      "aria-valuemax": Math.max(points.length - 1, 0),
      "data-kind": kind,
    });
    this.mark(currentId);
  }

  /** @param {number} currentId a node off the main line leaves the cursor where it is */
  mark(currentId) {
    const index = this.points.findIndex((point) => point.id === currentId);
    if (index >= 0) this.current = index;
    const point = this.points[this.current];
    const x = round(xOf(this.current, this.points.length));
    assign(this.cursor, { x1: x, x2: x });
    assign(this.host, { "aria-valuenow": this.current, "aria-valuetext": point ? sayPoint(point, this.kind) : "" });
  }

  /** @param {GraphPoint} point @param {number} index @returns {SVGElement[]} */
  #mark(point, index) {
    if (!point.mark || !point.score) return [];
    const [x, y] = [xOf(index, this.points.length), (1 - point.score.win) * HEIGHT].map(round);
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
