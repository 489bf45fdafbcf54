/** The ten lessons at a glance. */

import { confirmDialog } from "../dialogs.js";
import { el, icon, makeButton } from "../dom.js";
import { ICONS } from "../icons.js";

/** @import { Progress } from "./progress.js" */
/** @import { Lesson } from "./types.js" */

/** @param {HTMLElement} root @param {Lesson[]} lessons @param {Progress} progress */
export function showOverview(root, lessons, progress) {
  const finished = lessons.filter((lesson) => progress.isFinished(lesson)).length;
  const next = lessons.find((lesson) => !progress.isFinished(lesson));
  root.replaceChildren(
    el("h1", {}, "Learn Arimaa"),
    el(
      "p",
      { class: "lead" },
      "Arimaa takes minutes to learn and is fun at once. Ten short lessons, each on a board where you do the thing itself. No knowledge is needed.",
    ),
    el(
      "div",
      { class: "row overview-progress" },
      el("progress", { max: lessons.length, value: finished, "aria-label": "Finished lessons" }),
      el("span", { class: "muted" }, `${finished} of ${lessons.length} lessons finished`),
      next
        ? el(
            "a",
            { class: "button primary", href: `#${next.id}` },
            finished || progress.count(next) ? "Continue" : "Start",
          )
        : el("a", { class: "button primary", href: "/" }, "Play a game"),
      finished
        ? makeButton({ style: "quiet", onclick: () => void startOver(root, lessons, progress) }, "Start over")
        : null,
    ),
    el("ol", { class: "lessons" }, ...lessons.map((lesson, i) => el("li", {}, card(lesson, i, progress)))),
  );
}

/** @param {Lesson} lesson @param {number} index @param {Progress} progress */
function card(lesson, index, progress) {
  const finished = progress.isFinished(lesson);
  const count = progress.count(lesson);
  const state = finished
    ? "finished"
    : count
      ? `${count} of ${lesson.tasks.length} done`
      : `${lesson.tasks.length} tasks`;
  return el(
    "a",
    { class: `card lesson-card${finished ? " finished" : ""}`, href: `#${lesson.id}` },
    el("span", { class: "lesson-number", "aria-hidden": "true" }, finished ? icon(ICONS.check) : index + 1),
    el(
      "span",
      { class: "lesson-words" },
      el("strong", {}, lesson.title),
      el("span", { class: "muted" }, lesson.about),
      el("span", { class: "lesson-state" }, state),
    ),
  );
}

/** @param {HTMLElement} root @param {Lesson[]} lessons @param {Progress} progress */
async function startOver(root, lessons, progress) {
  const sure = await confirmDialog({
    title: "Start over?",
    text: "All lessons will count as not done.",
    yes: "Start over",
  });
  if (!sure) return;
  progress.forget();
  showOverview(root, lessons, progress);
}
