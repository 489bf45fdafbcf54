/** One lesson: its text, its board, and the tasks one after the other. */

import { pageAddress } from "../addresses.js";
import { el, icon, makeButton } from "../dom.js";
import { ICONS } from "../icons.js";
import { reason } from "../refusal.js";
import { play as sound } from "../sounds.js";
import { SetupTask, TurnTask } from "./tasks.js";

/** @import { Progress } from "./progress.js" */
/** @import { Lesson } from "./types.js" */

const PROMPT = "Try it on the board.";

export class LessonView {
  /**
   * @param {HTMLElement} root @param {Lesson} lesson @param {Progress} progress
   * @param {{ following: Lesson | undefined, endsGroup: boolean }} place  the lesson after this one; is this the last
   * of its kind?
   */
  constructor(root, lesson, progress, { following, endsGroup }) {
    this.lesson = lesson;
    this.progress = progress;
    this.following = following;
    this.endsGroup = endsGroup;
    this.number = 0;
    /** @type {TurnTask | SetupTask | null} */
    this.task = null;
    this.boardPlace = el("div", { class: "study-board" });
    this.dots = el("ol", { class: "dots", "aria-label": "Tasks of this lesson" });
    this.text = el("div", { class: "lesson-text" });
    this.feedback = el("p", { class: "feedback", role: "status" });
    this.again = makeButton({ onclick: () => void this.#restart() }, icon(ICONS.reset), "Start over");
    this.show = makeButton({ onclick: () => void this.#demonstrate() }, icon(ICONS.eye), "Show me");
    this.next = el("a", { class: "button primary", href: "#", hidden: true }, "Next");
    /** What there is besides lessons. */
    this.ways = [
      el("a", { class: "button", href: pageAddress("home", { new: "game" }), hidden: true }, "Play a game"),
      el("a", { class: "button", href: pageAddress("puzzles"), hidden: true }, "Solve puzzles"),
    ];
    root.replaceChildren(el("div", { class: "study" }, this.#words(), this.boardPlace, this.#actions()));
  }

  #words() {
    return el(
      "div",
      { class: "study-words card stack" },
      el("a", { class: "back", href: "#" }, icon(ICONS.back), "All lessons"),
      el("div", { class: "study-head" }, el("h1", {}, this.lesson.title), this.dots),
      this.text,
    );
  }

  #actions() {
    return el(
      "div",
      { class: "study-actions card stack" },
      this.feedback,
      el("div", { class: "button-row" }, this.next, ...this.ways, this.show, this.again),
    );
  }

  /** @param {number} number */
  async open(number) {
    const task = this.lesson.tasks[number] ?? this.lesson.tasks[0];
    if (!task) return;
    this.number = this.lesson.tasks.indexOf(task);
    const goesOn = this.task !== null;
    this.task?.destroy();
    const verdicts = {
      solved: (/** @type {string} */ text) => this.#solved(text),
      wrong: (/** @type {string} */ text) => this.#wrong(text),
      changed: () => this.#say(PROMPT),
    };
    const Kind = task.kind === "setup" ? SetupTask : TurnTask;
    this.task = new Kind(this.boardPlace, task, verdicts);
    this.text.replaceChildren(...task.text.map((paragraph) => el("p", {}, paragraph)));
    await this.#restart();
    if (goesOn) this.task.view.focus();
    scrollTo({ top: 0 });
  }

  async #restart() {
    this.#say(PROMPT);
    for (const link of [this.next, ...this.ways]) link.hidden = true;
    this.show.hidden = false;
    this.#drawDots();
    await this.#attempt(async () => this.task?.start());
  }

  async #demonstrate() {
    await this.#attempt(async () => this.task?.demonstrate());
    this.#say('That is how. Press "Start over" and do it yourself.');
    this.again.focus();
  }

  /** @param {() => Promise<unknown>} action  what the server may refuse */
  async #attempt(action) {
    try {
      await action();
    } catch (error) {
      this.#say(reason(error), "bad");
    }
  }

  /** @param {string} text */
  #solved(text) {
    this.progress.finish(this.lesson, this.number);
    this.#drawDots();
    this.#say(text, "good");
    sound("good");
    const last = this.number === this.lesson.tasks.length - 1;
    this.show.hidden = true;
    this.next.hidden = false;
    for (const way of this.ways) way.hidden = !(last && this.endsGroup);
    this.next.textContent = last
      ? this.following
        ? `Next lesson: ${this.following.title}`
        : "To all lessons"
      : "Next";
    this.next.href = last ? `#${this.following?.id ?? ""}` : `#${this.lesson.id}/${this.number + 2}`;
    // Not at once: the board still moves the focus along with the piece that has just stepped.
    requestAnimationFrame(() => this.next.focus());
  }

  /** @param {string} text */
  #wrong(text) {
    this.#say(text, "bad");
    // On a phone it may be below what is in view.
    this.feedback.scrollIntoView({ block: "nearest" });
  }

  /** @param {string} text @param {"" | "good" | "bad"} [tone] */
  #say(text, tone = "") {
    this.feedback.textContent = text;
    this.feedback.dataset.tone = tone;
  }

  #drawDots() {
    this.dots.replaceChildren(
      ...this.lesson.tasks.map((_, i) => {
        const done = this.progress.isDone(this.lesson, i);
        const label = `Task ${i + 1}${done ? ", done" : ""}`;
        return el(
          "li",
          {},
          el(
            "a",
            {
              class: `dot${done ? " done" : ""}`,
              href: `#${this.lesson.id}/${i + 1}`,
              "aria-label": label,
              title: label,
              "aria-current": i === this.number ? "step" : null,
            },
            done ? icon(ICONS.check) : i + 1,
          ),
        );
      }),
    );
  }

  destroy() {
    this.task?.destroy();
    this.task = null;
  }
}
