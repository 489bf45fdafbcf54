/** The tutorial: an overview at /learn, a lesson at /learn#traps, one of its tasks at /learn#traps/3. */

import { fileAddress } from "../addresses.js";
import { el, find } from "../dom.js";
import { mountShell } from "../shell.js";
import { LessonView } from "./lesson.js";
import { showOverview } from "./overview.js";
import { Progress } from "./progress.js";

/** @import { Lesson, LessonGroup } from "./types.js" */

const GROUPS = [
  { title: "The rules", file: "lessons.json" },
  { title: "Strategy", file: "strategy.json" },
];

const overview = find("#overview");
const lessonPlace = find("#lesson");
const progress = new Progress();
/** @type {LessonView | null} */
let open = null;

/** @param {LessonGroup[]} groups */
function route(groups) {
  const lessons = groups.flatMap((group) => group.lessons);
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
    showOverview(overview, groups, progress);
    return;
  }
  document.title = `${lesson.title} - Learn Arimaa - gajah`;
  const endsGroup = groups.some((group) => group.lessons.at(-1) === lesson);
  open ??= new LessonView(lessonPlace, lesson, progress, { following: lessons[index + 1], endsGroup });
  void open.open(number ? Number(number) - 1 : progress.next(lesson));
}

/** @param {{ title: string, file: string }} group @returns {Promise<LessonGroup>} */
async function load({ title, file }) {
  const answer = await fetch(fileAddress(`js/learn/${file}`));
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  /** @type {{ lessons: Lesson[] }} */
  const { lessons } = await answer.json();
  return { title, lessons };
}

mountShell({ page: "learn" });
try {
  const groups = await Promise.all(GROUPS.map(load));
  addEventListener("hashchange", () => route(groups));
  route(groups);
} catch {
  overview.hidden = false;
  overview.replaceChildren(el("p", { class: "empty" }, "The lessons could not be loaded."));
}
