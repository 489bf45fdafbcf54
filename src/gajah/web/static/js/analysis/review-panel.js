/** The review's button, progress, and what it found in the whole game: graphs and numbers. */

import { el, makeButton } from "../dom.js";
import { segments } from "../fields.js";
import { replay } from "../history.js";
import { inLine } from "../text.js";
import { EvaluationGraph } from "./evaluation-graph.js";
import { MARKS, materialOf, summarise, timeText } from "./summary.js";
import { GLYPHS } from "./tree-list.js";

/** @import { SideLetter as Side } from "../wire.js" */
/** @import { GraphKind } from "./evaluation-graph.js" */
/** @import { Review } from "./review.js" */
/** @import { Study } from "./study.js" */

/** Seconds a turn, and what to call them. */
const PACES = /** @type {const} */ ([
  [0.2, "quick"],
  [0.5, "normal"],
  [2, "thorough"],
]);
export const USUAL_PACE = 0.5;

/** @type {Record<GraphKind, string>} */
const KINDS = { chances: "Chances", material: "Material", time: "Time" };
const ACCURACY = "100% for turns that lose no chances to win; each 5% of chances lost halves a turn's accuracy";

export class ReviewPanel {
  /**
   * @param {HTMLElement} host @param {Study} study @param {Review} review
   * @param {() => void} onLearn the user wants to learn from the mistakes
   */
  constructor(host, study, review, onLearn) {
    this.study = study;
    this.review = review;
    this.pace = el(
      "select",
      { "aria-label": "How thorough", title: "Seconds for each turn" },
      ...PACES.map(([seconds, name]) =>
        el("option", { value: seconds, selected: seconds === USUAL_PACE }, `${name}, ${seconds} s`),
      ),
    );
    this.start = makeButton(
      { style: "primary", onclick: () => review.start(Number(this.pace.value)) },
      "Review the game",
    );
    this.learn = makeButton({ style: "primary", onclick: onLearn }, "Learn from the mistakes");
    this.cancel = makeButton({ onclick: () => review.cancel() }, "Cancel");
    this.progress = el("progress", { "aria-label": "Review" });
    this.words = el("p", { class: "review-words", role: "status" });
    this.frame = el("div", { class: "graph" });
    this.graph = new EvaluationGraph(this.frame, (id) => study.goTo(id));
    this.table = el("div", { class: "review-table" });
    /** @type {GraphKind} */
    this.kind = "chances";
    this.kinds = segments("Graph", "graph-kind", KINDS, this.kind, (kind) => {
      this.kind = /** @type {GraphKind} */ (kind);
      this.#showGraph();
    });
    this.kinds.classList.add("graph-kinds");
    this.result = el("div", { class: "review-result" }, this.kinds, this.frame, this.table);
    host.replaceChildren(
      el("div", { class: "row" }, this.learn, this.start, this.pace, this.cancel),
      this.progress,
      this.words,
      this.result,
    );
    review.addEventListener("change", () => this.#show());
    study.addEventListener("tree", () => this.#show());
    study.addEventListener("move", () => this.graph.mark(study.current));
    this.#show();
  }

  #show() {
    const { state, done, of, mistakes, hasScores } = this.review;
    const running = state === "running";
    const reviewable = this.study.home.game?.state === "over";
    this.start.hidden = this.pace.hidden = running || !reviewable;
    this.start.textContent = hasScores ? "Review again" : "Review the game";
    this.start.classList.toggle("primary", !hasScores);
    this.learn.hidden = running || mistakes.length === 0;
    this.progress.hidden = this.cancel.hidden = !running;
    if (of) {
      this.progress.max = of;
      this.progress.value = done;
    } else {
      this.progress.removeAttribute("value");
    }
    this.words.textContent = this.#words();
    this.result.hidden = !hasScores;
    this.#showGraph();
    if (hasScores) this.table.replaceChildren(this.#summary());
  }

  #showGraph() {
    const points = this.#points();
    const time = this.kinds.querySelector("[value=time]");
    // An imported game may tell no times.
    if (time instanceof HTMLInputElement) time.disabled = points.every(({ seconds }) => seconds === null);
    this.graph.show(points, this.study.current, this.kind);
  }

  /** @returns {string} */
  #words() {
    const { state, waiting, done, of, problem, hasScores, mistakes } = this.review;
    if (state === "failed") return problem;
    if (state === "running") {
      const turns = of ? `Turn ${done} of ${of}` : "Starting ...";
      return waiting ? `${turns}, ${inLine(waiting)}` : turns;
    }
    const { game } = this.study.home;
    if (game === null) return "Keep this analysis in the library to have it reviewed.";
    if (game.state !== "over") return "A game can be reviewed when it is over.";
    return hasScores && mistakes.length === 0 ? "No mistakes found." : "";
  }

  /** @returns {import("./evaluation-graph.js").GraphPoint[]} */
  #points() {
    const { tree, home } = this.study;
    const [root, ...turns] = tree.gameLine.map((id) => tree.node(id));
    const moments = [{ node: root, captured: [] }, ...replay(turns, home.position)];
    return moments.map(({ node: { id, label, score, mark, used_s: seconds }, captured }) => {
      return { id, label, score, mark: mark ?? "", material: materialOf(captured), seconds };
    });
  }

  /** How exactly each side played, how many of each mark it got, and how long it thought. */
  #summary() {
    const { tree } = this.study;
    const turns = tree.gameLine.map((id) => tree.node(id));
    const sides = /** @type {[Side, string][]} */ ([
      ["g", "Gold"],
      ["s", "Silver"],
    ]);
    const marks = MARKS.map((mark) =>
      el("th", { scope: "col", "data-mark": mark, title: GLYPHS[mark] }, mark, hidden(` ${GLYPHS[mark]}`)),
    );
    const rows = sides.map(([side, name]) => {
      const { accuracy, counts, seconds } = summarise(turns, side);
      return el(
        "tr",
        {},
        el("th", { scope: "row" }, name),
        el("td", {}, accuracy === null ? "" : `${Math.round(accuracy)}%`),
        ...counts.map((count) => el("td", {}, count)),
        el("td", {}, seconds === null ? "" : timeText(seconds)),
      );
    });
    const hasTimes = turns.some(({ used_s: seconds }) => seconds !== null);
    const head = el(
      "tr",
      {},
      el("td"),
      el("th", { scope: "col", title: ACCURACY }, "Accuracy"),
      ...marks,
      hasTimes ? el("th", { scope: "col", title: "a turn, on average" }, "Time") : el("td"),
    );
    return el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows));
  }
}

/** @param {string} text */
function hidden(text) {
  return el("span", { class: "visually-hidden" }, text);
}
