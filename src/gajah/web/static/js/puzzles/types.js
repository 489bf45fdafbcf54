/**
 * What the server says about puzzles. Only types live here.
 *
 * @typedef {import("../wire.js").PuzzleSummary} PuzzleSummary
 * @typedef {import("../wire.js").PuzzleShape} Puzzle
 * @typedef {import("../wire.js").AttemptAnswer} Attempt  what came of an answer
 */

export {};
