/** Which puzzle comes next. */

/** @import { PuzzleSummary } from "../wire.js" */

/**
 * The puzzles of a theme and a level, easy ones first and the themes mixed.
 * @param {PuzzleSummary[]} puzzles @param {string} theme @param {string} level  empty: any
 */
export function filtered(puzzles, theme, level) {
  const fitting = puzzles.filter(
    (puzzle) => (!theme || puzzle.theme === theme) && (!level || puzzle.level === Number(level)),
  );
  // A name ends with random digits, so sorting by its end mixes the themes.
  const lot = (/** @type {PuzzleSummary} */ puzzle) => puzzle.id.slice(-4);
  return fitting.sort((a, b) => a.level - b.level || lot(a).localeCompare(lot(b)));
}

/**
 * The next one that is not solved, going round from the current one; any other when all are.
 * @param {PuzzleSummary[]} puzzles @param {Set<string>} solved @param {string | null} current
 * @returns {PuzzleSummary | undefined}
 */
export function nextOf(puzzles, solved, current) {
  const start = puzzles.findIndex((puzzle) => puzzle.id === current) + 1;
  const round = [...puzzles.slice(start), ...puzzles.slice(0, start)];
  return round.find((puzzle) => !solved.has(puzzle.id) && puzzle.id !== current) ?? round[0];
}
