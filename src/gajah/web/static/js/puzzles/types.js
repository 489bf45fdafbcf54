/**
 * What the server says about puzzles. Only types live here.
 *
 * @typedef {"goal" | "goal2" | "capture" | "defend"} Theme
 *
 * @typedef {{ id: string, theme: Theme, level: number }} PuzzleSummary
 *
 * @typedef {PuzzleSummary & { position: string, text: string, from: string }} Puzzle
 *
 * @typedef {object} Attempt  what came of an answer
 * @property {"solved" | "go_on" | "wrong"} outcome
 * @property {boolean} solved
 * @property {string | null} reply  the opponent's turn: to be answered, or showing what is wrong
 * @property {string} text
 * @property {string[] | null} solution
 */

export {};
