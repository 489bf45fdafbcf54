/**
 * The shapes of lessons.json and strategy.json. Only types live here.
 *
 * @typedef {object} Condition  one of these is set; conditions.js says what each means
 * @property {string} [at]
 * @property {string} [empty_of]
 * @property {string} [moved]
 * @property {number} [steps]
 * @property {string} [free]
 * @property {string} [frozen]
 * @property {string} [captured]
 * @property {string} [captured_piece]
 * @property {string} [wins]
 * @property {string} [two_guards]
 * @property {string} [fact]
 *
 * @typedef {{ when: Condition[], text: string }} Warning  a mistake that deserves words of its own
 *
 * @typedef {object} Task
 * @property {"turn" | "setup"} [kind]
 * @property {string[]} text
 * @property {string} board  pieces on squares: "Ed4 ra7"
 * @property {"g" | "s"} [side]
 * @property {string[]} [turns]  played before, for the rule of repetition
 * @property {"step" | "turn"} [ends]  looked at after every step, or when the turn is played
 * @property {Condition[]} want
 * @property {import("../board/state.js").Highlight[]} [hints]
 * @property {string} solution
 * @property {string} done
 * @property {string} again
 * @property {Warning[]} [wrong]
 *
 * @typedef {{ id: string, title: string, about: string, tasks: Task[] }} Lesson
 *
 * @typedef {{ title: string, lessons: Lesson[] }} LessonGroup
 */

export {};
