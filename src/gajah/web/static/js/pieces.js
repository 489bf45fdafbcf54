/** The pieces: their letters, names and numbers. */

/** @type {Record<string, string>} */
const KINDS = { E: "elephant", M: "camel", H: "horse", D: "dog", C: "cat", R: "rabbit" };

/** Strongest first. */
export const KIND_ORDER = "EMHDCR";

/** How many of each kind a full army has. @type {Record<string, number>} */
export const ARMY = { E: 1, M: 1, H: 2, D: 2, C: 2, R: 8 };

/** @param {string} letter @returns {"g" | "s"} */
export function pieceSide(letter) {
  return letter === letter.toUpperCase() ? "g" : "s";
}

/** @param {"g" | "s"} side */
export function sideName(side) {
  return side === "g" ? "gold" : "silver";
}

/** @param {string} letter @returns {string} such as "rabbit" */
export function kindName(letter) {
  return KINDS[letter.toUpperCase()] ?? letter;
}

/** @param {string} letters @returns {string} such as "the camel, a horse and 2 rabbits" */
export function kindNames(letters) {
  const names = [...KIND_ORDER].flatMap((kind) => {
    const count = letters.toUpperCase().split(kind).length - 1;
    if (!count) return [];
    if (count > 1) return [`${count} ${kindName(kind)}s`];
    return [`${ARMY[kind] === 1 ? "the" : "a"} ${kindName(kind)}`];
  });
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** @param {string} letter @returns {string} such as "gold elephant" */
export function pieceName(letter) {
  return `${sideName(pieceSide(letter))} ${kindName(letter)}`;
}

/** @param {import("./wire.js").SideLetter} side @returns {import("./wire.js").SideLetter} */
export function otherSide(side) {
  return side === "g" ? "s" : "g";
}
