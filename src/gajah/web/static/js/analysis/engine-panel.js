/** The engine's switch, its options and its lines. */

import { el, makeButton } from "../dom.js";
import { keep, recall } from "../storage.js";

/** @import { LineShape as Line } from "../wire.js" */
/** @import { Engine } from "./engine.js" */

const MOST_LINES = 5;
const KEPT = "gajah.engine";

/**
 * @typedef {object} PanelActions
 * @property {(turn: string) => void} play  a line was chosen
 * @property {(turn: string | null) => void} preview  a line is pointed at; null: no longer
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
    this.lines = el("ol", { class: "engine-lines" });
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
    this.score.textContent = report?.lines[0]?.score.text ?? "";
    [this.state.dataset.state, this.state.textContent] = this.#stateNow();
    this.#showLines(on ? (report?.lines ?? []) : []);
  }

  /** @returns {["off" | "problem" | "waiting" | "thinking" | "done", string]} its name, and words for it */
  #stateNow() {
    const { on, waiting, problem, report, threat } = this.engine;
    if (problem) return ["problem", problem];
    if (!on) return ["off", ""];
    if (waiting) return ["waiting", `Waiting: place ${waiting} in the queue`];
    if (!report) return ["thinking", "Thinking ..."];
    const name = report.done ? "done" : "thinking";
    if (!report.lines.length) return [name, "No turn to think about."];
    const words = [`Depth ${report.depth}`, speedText(report.speed)];
    if (threat) words.push("if the turn were passed");
    return [name, words.join(" · ")];
  }

  /** @param {Line[]} lines the elements stay, so that a line under the pointer can be clicked */
  #showLines(lines) {
    while (this.lines.children.length > lines.length) this.lines.lastElementChild?.remove();
    while (this.lines.children.length < lines.length) this.lines.append(this.#line());
    lines.forEach((line, i) => {
      const button = /** @type {HTMLButtonElement} */ (this.lines.children[i].firstElementChild);
      const [score, turn, rest] = /** @type {HTMLCollectionOf<HTMLElement>} */ (button.children);
      button.dataset.turn = line.turn;
      score.textContent = line.score.text;
      score.classList.toggle("gold-ahead", line.score.win >= 0.5);
      turn.textContent = line.turn;
      rest.textContent = line.continuation.join(" · ");
    });
  }

  #line() {
    const button = el(
      "button",
      { type: "button", class: "engine-line", title: "Play this turn" },
      el("span", { class: "line-score" }),
      el("span", { class: "line-turn" }),
      el("span", { class: "line-rest" }),
    );
    const show = () => this.actions.preview(button.dataset.turn ?? null);
    const hide = () => this.actions.preview(null);
    button.addEventListener("click", () => this.actions.play(button.dataset.turn ?? ""));
    button.addEventListener("pointerenter", show);
    button.addEventListener("pointerleave", hide);
    button.addEventListener("focus", show);
    button.addEventListener("blur", hide);
    return el("li", {}, button);
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

/** @param {number} speed nodes a second */
function speedText(speed) {
  if (speed >= 1e6) return `${(speed / 1e6).toFixed(1)} million nodes/s`;
  return speed >= 1e3 ? `${Math.round(speed / 1e3)} thousand nodes/s` : `${Math.round(speed)} nodes/s`;
}
