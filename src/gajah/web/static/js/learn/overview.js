/** All lessons at a glance, in their groups. */

import { pageAddress } from "../addresses.js";
import { confirmDialog } from "../dialogs.js";
import { el, icon, makeButton } from "../dom.js";
import { ICONS } from "../icons.js";

/** @import { Progress } from "./progress.js" */
/** @import { Lesson, LessonGroup } from "./types.js" */

/** @param {HTMLElement} root @param {LessonGroup[]} groups @param {Progress} progress */
export function showOverview(root, groups, progress) {
  const lessons = groups.flatMap((group) => group.lessons);
  const finished = lessons.filter((lesson) => progress.isFinished(lesson)).length;
  const next = lessons.find((lesson) => !progress.isFinished(lesson));
  root.replaceChildren(
    el("h1", {}, "Learn Arimaa"),
    el(
      "p",
      { class: "lead" },
      "Arimaa takes minutes to learn and is fun at once. Short lessons, each on a board where you do the thing itself: ten for the rules, ten for playing well. No knowledge is needed.",
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
        : el("a", { class: "button primary", href: pageAddress("home") }, "Play a game"),
      finished
        ? makeButton({ style: "quiet", onclick: () => void startOver(root, groups, progress) }, "Start over")
        : null,
    ),
    ...groups.flatMap((group) => showGroup(group, lessons.indexOf(group.lessons[0]), progress)),
  );
}

/** @param {LessonGroup} group @param {number} first  the place of its first lesson @param {Progress} progress */
function showGroup({ title, lessons }, first, progress) {
  const cards = lessons.map((lesson, i) => el("li", {}, card(lesson, first + i, progress)));
  return [el("h2", {}, title), el("ol", { class: "lessons", start: first + 1, "aria-label": title }, ...cards)];
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

/** @param {HTMLElement} root @param {LessonGroup[]} groups @param {Progress} progress */
async function startOver(root, groups, progress) {
  const sure = await confirmDialog({
    title: "Start over?",
    text: "All lessons will count as not done.",
    yes: "Start over",
  });
  if (!sure) return;
  progress.forget();
  showOverview(root, groups, progress);
}
