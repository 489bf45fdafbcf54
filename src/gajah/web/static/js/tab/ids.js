/** The ids of games: short enough for a link, too long to guess. */

const LETTERS = "abcdefghijkmnopqrstuvwxyz23456789";
const LENGTH = 12;

/** A new game's id. */
export function newId() {
  const numbers = crypto.getRandomValues(new Uint32Array(LENGTH));
  return Array.from(numbers, (number) => LETTERS[number % LETTERS.length]).join("");
}
