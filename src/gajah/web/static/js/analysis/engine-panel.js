/** The engine's switch, its options and its lines. */

import { el, iconButton, makeButton } from "../dom.js";
import { ICONS } from "../icons.js";
import { keep, recall } from "../storage.js";
import { capital, inLine } from "../text.js";
import { LineFacts } from "./line-facts.js";
import { briefScore, scoreTitle, scoreWords } from "./score-words.js";

/** @import { AnalysisProgress, LineShape as Line } from "../wire.js" */
/** @import { Engine } from "./engine.js" */
/** @import { Shown } from "./line-preview.js" */

const MOST_LINES = 5;
const KEPT = "gajah.engine";
const STEPS_A_TURN = 4;

/**
 * @typedef {object} PanelActions
 * @property {(line: Line, index: number) => void} show  the turn of a line was chosen
 * @property {(turn: string | null) => void} point  a line is pointed at; null: no longer
 * @property {import("./line-facts.js").Follow} follow
 */

export class EnginePanel {
  /** @param {HTMLElement} host @param {Engine} engine @param {PanelActions} actions */
  constructor(host, engine, actions) {
    this.engine = engine;
    this.actions = actions;
    this.switch = makeButton(
      { style: "switch", role: "switch", "aria-checked": "false", title: "Engine (l)", onclick: () => this.toggle() },
      "Engine",
    );
    this.threat = makeButton(
      { "aria-pressed": "false", title: "What would the other side do now? (x)", onclick: () => this.toggleThreat() },
      "Threat",
    );
    this.count = el("select", { "aria-label": "Lines", onchange: () => this.#setLines(Number(this.count.value)) });
    for (let lines = 1; lines <= MOST_LINES; lines += 1) {
      this.count.append(el("option", { value: lines }, lines === 1 ? "1 line" : `${lines} lines`));
    }
    this.score = el("output", { class: "engine-score", "aria-label": "Evaluation" });
    this.state = el("span", { class: "engine-state", "data-state": "off" });
    /** @type {Map<Element, Line>} */
    this.shownLines = new Map();
    /** @type {WeakMap<Element, LineFacts>} */
    this.facts = new WeakMap();
    this.lines = el("ol", { class: "engine-lines" });
    /** The line that is played through on the board. @type {Shown | null} */
    this.shown = null;
    host.replaceChildren(
      el("div", { class: "engine-head" }, this.switch, this.score, this.threat, this.count),
      this.state,
      this.lines,
    );
    this.#restore();
    engine.addEventListener("change", () => this.#show());
    this.#show();
  }

  toggle() {
    this.engine.turn(!this.engine.on);
    this.#keep();
  }

  toggleThreat() {
    this.engine.set({ threat: !this.engine.threat });
    if (this.engine.threat && !this.engine.on) this.toggle();
  }

  /** @param {number} count */
  #setLines(count) {
    this.engine.set({ lineCount: count });
    this.#keep();
  }

  #show() {
    const { on, threat, lineCount, report } = this.engine;
    this.switch.setAttribute("aria-checked", String(on));
    this.threat.setAttribute("aria-pressed", String(threat));
    this.count.value = String(lineCount);
    const best = report?.lines[0]?.score;
    this.score.textContent = best ? capital(scoreWords(best)) : "";
    this.score.title = best ? capital(scoreTitle(best)) : "";
    this.score.classList.toggle("in-words", best?.mate !== null);
    [this.state.dataset.state, this.state.textContent] = this.#stateNow();
    this.state.title = report ? details(report) : "";
    this.#showLines(on ? (report?.lines ?? []) : []);
  }

  /** @returns {["off" | "problem" | "waiting" | "thinking" | "done", string]} its name, and words for it */
  #stateNow() {
    const { on, waiting, problem, report, threat } = this.engine;
    if (problem) return ["problem", problem];
    if (!on) return ["off", ""];
    if (waiting) return ["waiting", `Waiting: ${inLine(waiting)}`];
    if (!report) return ["thinking", "Thinking ..."];
    const name = report.done ? "done" : "thinking";
    if (!report.lines.length) return [name, "No turn to think about."];
    const seen = `${report.done ? "Looked at" : "Thinking:"} ${report.nodes.toLocaleString("en")} positions`;
    const turns = Math.max(1, Math.round(report.depth / STEPS_A_TURN));
    const far = `${turns} ${turns === 1 ? "turn" : "turns"} ahead`;
    return [name, `${seen}, ${far}${threat ? ", if the turn were passed" : ""}`];
  }

  /** @param {Line[]} lines the elements stay, so that a line under the pointer can be clicked */
  #showLines(lines) {
    while (this.lines.children.length > lines.length) this.lines.lastElementChild?.remove();
    while (this.lines.children.length < lines.length) this.lines.append(this.#line());
    lines.forEach((line, i) => this.#fill(this.lines.children[i], line));
    this.mark(this.shown);
  }

  /** @param {Element | undefined} item @param {Line} line */
  #fill(item, line) {
    const [score, turns] = /** @type {HTMLCollectionOf<HTMLElement>} */ (item?.children ?? []);
    if (!item || !score || !turns) return;
    this.shownLines.set(item, line);
    this.facts.get(item)?.show(line);
    score.textContent = briefScore(line.score);
    score.title = capital(scoreTitle(line.score));
    score.classList.toggle("gold-ahead", line.score.win >= 0.5);
    const texts = [line.turn, ...line.continuation];
    while (turns.children.length > texts.length) turns.lastElementChild?.remove();
    while (turns.children.length < texts.length) turns.append(this.#turn(item, turns.children.length));
    texts.forEach((text, index) => {
      const button = turns.children[index];
      if (button && button.textContent !== text) button.textContent = text;
    });
  }

  /** @param {Shown | null} shown  the line that is played through, marked among the others */
  mark(shown) {
    this.shown = shown;
    for (const item of this.lines.children) {
      const { turn = "", continuation = [] } = this.shownLines.get(item) ?? {};
      const isIt = shown?.turns[0]?.endsWith(turn) && same(shown.turns.slice(1), continuation);
      item.querySelectorAll(".line-turn").forEach((button, index) => {
        if (isIt && index === shown?.index) button.setAttribute("aria-current", "step");
        else button.removeAttribute("aria-current");
      });
    }
  }

  /** @returns {HTMLElement} */
  #line() {
    const turns = el("span", { class: "line-turns" });
    const more = iconButton("Show the whole line", ICONS.more, { style: "line-more quiet", "aria-expanded": "false" });
    const facts = new LineFacts((line) => this.actions.follow(line));
    const score = el("span", { class: "line-score" });
    const item = el("li", { class: "engine-line" }, score, turns, facts.button, more, facts.root);
    this.facts.set(item, facts);
    more.addEventListener("click", () => {
      const isWhole = item.classList.toggle("whole");
      more.setAttribute("aria-expanded", String(isWhole));
    });
    const show = () => this.actions.point(this.shownLines.get(item)?.turn ?? null);
    const hide = () => this.actions.point(null);
    item.addEventListener("pointerenter", show);
    item.addEventListener("pointerleave", hide);
    item.addEventListener("focusin", show);
    item.addEventListener("focusout", hide);
    return item;
  }

  /** One stop for Tab in each line: the keys of the preview lead on from there. @param {Element} item @param {number} index */
  #turn(item, index) {
    const choose = () => {
      const line = this.shownLines.get(item);
      if (line) this.actions.show(line, index);
    };
    const title = "Show this turn on the board";
    return el("button", { type: "button", class: "line-turn", title, tabindex: index ? -1 : 0, onclick: choose });
  }

  #keep() {
    keep(KEPT, { on: this.engine.on, lines: this.engine.lineCount });
  }

  #restore() {
    const { lines, on } = recall(KEPT);
    if (lines >= 1 && lines <= MOST_LINES) this.engine.set({ lineCount: lines });
    if (on === true) this.engine.turn(true);
  }
}

/** @param {AnalysisProgress} report for those who compare engines */
function details({ depth, speed, seconds }) {
  const times = `${speed.toLocaleString("en")} positions a second, for ${Math.round(seconds)} s`;
  return `Depth ${depth} steps, ${times}`;
}

/** @param {string[]} a @param {string[]} b */
function same(a, b) {
  return a.length === b.length && a.every((each, i) => each === b[i]);
}
