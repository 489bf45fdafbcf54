/** The evaluation beside the board: gold's chance to win as a filled bar. */

import { assign, el } from "../dom.js";
import { capital } from "../text.js";
import { scoreTitle, scoreWords, shortScore } from "./score-words.js";

/** @import { ScoreShape as Score } from "../wire.js" */

export class EvaluationBar {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    this.fill = el("div", { class: "evalbar-fill" });
    this.text = el("span", { class: "evalbar-text" });
    host.replaceChildren(this.fill, this.text);
    assign(host, { role: "meter", "aria-label": "Evaluation", "aria-valuemin": 0, "aria-valuemax": 100 });
    this.show(null);
  }

  /** @param {Score | null} score null: not known, which is drawn as even */
  show(score) {
    const percent = Math.round((score?.win ?? 0.5) * 100);
    this.fill.style.setProperty("--part", `${percent}%`);
    this.text.textContent = score ? shortScore(score) : "";
    this.host.title = score ? capital(scoreTitle(score)) : "";
    this.host.classList.toggle("evalbar-unknown", score === null);
    this.host.classList.toggle("evalbar-gold-ahead", percent >= 50);
    this.host.setAttribute("aria-valuenow", String(percent));
    this.host.setAttribute(
      "aria-valuetext",
      score ? `${scoreWords(score)}, gold wins ${percent} of 100` : "not evaluated",
    );
  }

  /** @param {boolean} flipped gold at the top */
  flip(flipped) {
    this.host.classList.toggle("evalbar-flipped", flipped);
  }
}
