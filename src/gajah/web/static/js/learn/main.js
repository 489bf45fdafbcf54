/** The tutorial: an overview at /learn, a lesson at /learn#traps, one of its tasks at /learn#traps/3. */

import { el, find } from "../dom.js";
import { mountShell } from "../shell.js";
import { LessonView } from "./lesson.js";
import { showOverview } from "./overview.js";
import { Progress } from "./progress.js";

/** @import { Lesson } from "./types.js" */

const overview = find("#overview");
const lessonPlace = find("#lesson");
const progress = new Progress();
/** @type {LessonView | null} */
let open = null;

/** @param {Lesson[]} lessons */
function route(lessons) {
  const [id, number] = location.hash.slice(1).split("/");
  const index = lessons.findIndex((lesson) => lesson.id === id);
  const lesson = lessons[index];
  overview.hidden = Boolean(lesson);
  lessonPlace.hidden = !lesson;
  if (open && open.lesson !== lesson) {
    open.destroy();
    open = null;
  }
  if (!lesson) {
    document.title = "Learn Arimaa - gajah";
    showOverview(overview, lessons, progress);
    return;
  }
  document.title = `${lesson.title} - Learn Arimaa - gajah`;
  open ??= new LessonView(lessonPlace, lesson, progress, lessons[index + 1]);
  void open.open(number ? Number(number) - 1 : progress.next(lesson));
}

mountShell({ page: "learn" });
const answer = await fetch("/static/js/learn/lessons.json");
if (answer.ok) {
  /** @type {{ lessons: Lesson[] }} */
  const { lessons } = await answer.json();
  addEventListener("hashchange", () => route(lessons));
  route(lessons);
} else {
  overview.hidden = false;
  overview.replaceChildren(el("p", { class: "empty" }, "The lessons could not be loaded."));
}
