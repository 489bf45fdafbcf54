/** The lesson's words and buttons; it takes the place of the engine and the list of turns. */

import { el, makeButton } from "../dom.js";
import { sideOf } from "../nodes.js";
import { sideName } from "../pieces.js";
import { seatsOf } from "../seats.js";
import { Mistakes, worst } from "./mistakes.js";

/** @import { Thinker } from "./thinker.js" */
/** @import { NodeShape as TreeNode } from "../wire.js" */
/** @import { Study } from "./study.js" */

/** Which mistakes to go through. @type {Record<string, string>} */
const WHOSE = { both: "both sides", g: "gold", s: "silver" };

export class MistakesPanel {
  /** @param {HTMLElement} host @param {Thinker} thinker @param {Study} study @param {() => void} onChange */
  constructor(host, thinker, study, onChange) {
    this.host = host;
    this.thinker = thinker;
    this.study = study;
    this.onChange = onChange;
    /** @type {TreeNode[]} */
    this.mistakes = [];
    this.whose = "both";
    /** @type {Mistakes | null} */
    this.lesson = null;
    /** Where the keyboard was before. @type {Element | null} */
    this.opener = null;
    host.hidden = true;
  }

  /** @param {TreeNode[]} mistakes */
  start(mistakes) {
    this.mistakes = mistakes;
    this.opener = document.activeElement;
    this.whose = this.#usual();
    this.#begin();
  }

  /** One's own mistakes; those of both where there are none, or both sides are one's own. */
  #usual() {
    const own = this.#ownSide();
    return own && this.mistakes.some((node) => sideOf(node) === own) ? own : "both";
  }

  /** @returns {string | undefined} the side of the seat that this browser has, or of the only person */
  #ownSide() {
    const { game } = this.study.home;
    if (!game) return undefined;
    const seats = Object.keys(seatsOf(game.id));
    const people = /** @type {const} */ (["gold", "silver"]).filter((side) => game[side].kind === "human");
    const [own, other] = seats.length ? seats : people.map((side) => side.charAt(0));
    return other ? undefined : own;
  }

  #begin() {
    const chosen = this.mistakes.filter((node) => this.whose === "both" || sideOf(node) === this.whose);
    if (!chosen.length) return;
    const lesson = new Mistakes(this.thinker, this.study, worst(chosen));
    this.lesson = lesson;
    lesson.addEventListener("change", () => this.#show(lesson));
    lesson.addEventListener("end", () => this.#end());
    this.host.hidden = false;
    lesson.ask();
    this.host.focus({ preventScroll: true });
    scrollTo({ top: 0 }); // on a small screen the button that began it stands far below the board
  }

  #end() {
    const hadFocus = this.host.contains(document.activeElement);
    this.lesson = null;
    this.host.hidden = true;
    this.onChange();
    if (hadFocus && this.opener instanceof HTMLElement) this.opener.focus();
  }

  /** @param {Mistakes} lesson */
  #show(lesson) {
    if (lesson !== this.lesson) return;
    const { mistake, state } = lesson;
    const side = sideName(sideOf(mistake));
    this.host.dataset.state = state;
    const hadFocus = this.host.contains(document.activeElement);
    const buttons = this.#buttons(lesson);
    this.host.replaceChildren(
      el(
        "div",
        { class: "learn-head" },
        el("h2", {}, "Learn from the mistakes"),
        this.#whoseSelect(),
        el("span", { class: "learn-count" }, `${lesson.index + 1} of ${lesson.mistakes.length}`),
      ),
      el(
        "p",
        {},
        `${mistake.label} `,
        el("span", { class: "turn-text" }, mistake.turn),
        " ",
        el("span", { class: "turn-mark", "data-mark": mistake.mark ?? "" }, mistake.mark),
      ),
      ...(isSolved(lesson) ? [] : [el("p", { class: "learn-question" }, `Find a better turn for ${side}.`)]),
      el("p", { class: `learn-verdict ${state}`, role: "status" }, lesson.words),
      el("div", { class: "row" }, ...buttons),
    );
    this.onChange();
    // The button that was pressed is gone.
    if (hadFocus) (isSolved(lesson) ? buttons[0] : this.host)?.focus({ preventScroll: true });
  }

  /** @param {Mistakes} lesson @returns {HTMLElement[]} */
  #buttons(lesson) {
    const { state } = lesson;
    const next = makeButton(
      { style: isSolved(lesson) ? "primary" : "", onclick: () => lesson.next() },
      nextWords(lesson),
    );
    const reveal = makeButton({ onclick: () => lesson.reveal() }, "Show the best turn");
    const leave = makeButton({ style: "quiet", onclick: () => this.#end() }, "Leave");
    // To finish the last is to leave.
    return [next, ...(state === "shown" ? [] : [reveal]), ...(lesson.isLast ? [] : [leave])];
  }

  #whoseSelect() {
    const select = el("select", { "aria-label": "Whose mistakes" });
    for (const [value, words] of Object.entries(WHOSE)) {
      const any = value === "both" || this.mistakes.some((node) => sideOf(node) === value);
      select.append(el("option", { value, selected: value === this.whose, disabled: !any }, words));
    }
    select.addEventListener("change", () => {
      this.whose = select.value;
      this.#begin();
    });
    return select;
  }
}

/** Is there nothing left to find? @param {Mistakes} lesson */
function isSolved({ state }) {
  return state === "right" || state === "shown";
}

/** @param {Mistakes} lesson */
function nextWords(lesson) {
  if (lesson.isLast) return "Finish";
  return isSolved(lesson) ? "Next mistake" : "Skip";
}
