/** The review's button, progress, graph and count of mistakes. */

import { el, makeButton } from "../dom.js";
import { sideOf } from "../nodes.js";
import { EvaluationGraph } from "./evaluation-graph.js";
import { MARKS } from "./review.js";
import { GLYPHS } from "./tree-list.js";

/** @import { SideLetter as Side } from "../wire.js" */
/** @import { Review } from "./review.js" */
/** @import { Study } from "./study.js" */

/** Seconds a turn, and what to call them. */
const PACES = /** @type {const} */ ([
  [0.2, "quick"],
  [0.5, "normal"],
  [2, "thorough"],
]);
export const USUAL_PACE = 0.5;

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
      { "aria-label": "How thorough" },
      ...PACES.map(([seconds, name]) =>
        el("option", { value: seconds, selected: seconds === USUAL_PACE }, `${name} (${seconds} s a turn)`),
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
    this.result = el("div", { class: "review-result" }, this.frame, this.table);
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
    this.graph.show(this.#points(), this.study.current);
    if (hasScores) this.table.replaceChildren(this.#counts());
  }

  /** @returns {string} */
  #words() {
    const { state, waiting, done, of, problem, hasScores, mistakes } = this.review;
    if (state === "failed") return problem;
    if (state === "running") {
      const turns = of ? `Turn ${done} of ${of}` : "Starting ...";
      return waiting ? `${turns}, waiting at place ${waiting} in the queue` : turns;
    }
    const { game } = this.study.home;
    if (game === null) return "Keep this analysis in the library to have it reviewed.";
    if (game.state !== "over") return "A game can be reviewed when it is over.";
    return hasScores && mistakes.length === 0 ? "No mistakes found." : "";
  }

  /** @returns {import("./evaluation-graph.js").GraphPoint[]} */
  #points() {
    const { tree } = this.study;
    return tree.gameLine
      .map((id) => tree.node(id))
      .map((node) => ({ id: node.id, label: node.label, score: node.score, mark: node.mark ?? "" }));
  }

  /** How many of each mark each side made. */
  #counts() {
    const { mistakes } = this.review;
    const count = (/** @type {Side} */ side, /** @type {string} */ mark) =>
      mistakes.filter((node) => sideOf(node) === side && node.mark === mark).length;
    return el(
      "table",
      {},
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("td"),
          ...MARKS.map((mark) =>
            el(
              "th",
              { scope: "col", "data-mark": mark, title: GLYPHS[mark] },
              mark,
              el("span", { class: "visually-hidden" }, ` ${GLYPHS[mark]}`),
            ),
          ),
        ),
      ),
      el(
        "tbody",
        {},
        .../** @type {const} */ ([
          ["g", "Gold"],
          ["s", "Silver"],
        ]).map(([side, name]) =>
          el("tr", {}, el("th", { scope: "row" }, name), ...MARKS.map((mark) => el("td", {}, count(side, mark)))),
        ),
      ),
    );
  }
}
