/** Which tasks of which lessons are done, kept in this browser. */

import { keep, recall } from "../storage.js";

/** @import { Lesson } from "./types.js" */

const KEY = "gajah.learn";

export class Progress {
  constructor() {
    /** @type {Record<string, number[]>} task numbers by lesson */
    this.done = recall(KEY);
  }

  /** @param {Lesson} lesson @param {number} task */
  isDone(lesson, task) {
    return this.#tasks(lesson).includes(task);
  }

  /** @param {Lesson} lesson @returns {number[]} */
  #tasks(lesson) {
    const tasks = this.done[lesson.id];
    return Array.isArray(tasks) ? tasks : [];
  }

  /** @param {Lesson} lesson */
  count(lesson) {
    return lesson.tasks.filter((_, task) => this.isDone(lesson, task)).length;
  }

  /** @param {Lesson} lesson */
  isFinished(lesson) {
    return this.count(lesson) === lesson.tasks.length;
  }

  /** In how many lessons is something done? */
  get begun() {
    return Object.keys(this.done).length;
  }

  /** The first task that is not done, or the first of all. @param {Lesson} lesson */
  next(lesson) {
    const open = lesson.tasks.findIndex((_, task) => !this.isDone(lesson, task));
    return Math.max(open, 0);
  }

  /** @param {Lesson} lesson @param {number} task */
  finish(lesson, task) {
    if (this.isDone(lesson, task)) return;
    this.done = { ...this.done, [lesson.id]: [...this.#tasks(lesson), task] };
    keep(KEY, this.done);
  }

  forget() {
    this.done = {};
    keep(KEY, this.done);
  }
}
