/** Words on their way into a sentence. */

const days = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

const FIRST = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
const rules = new Intl.PluralRules("en", { type: "ordinal" });
/** @type {Partial<Record<Intl.LDMLPluralRule, string>>} */
const ENDINGS = { one: "st", two: "nd", few: "rd" };

/** A place in a queue: "third in line", "21st in line". @param {number} place  from 1 */
export function inLine(place) {
  return `${FIRST[place - 1] ?? `${place}${ENDINGS[rules.select(place)] ?? "th"}`} in line`;
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Words with a capital letter at the start and a full stop at the end, as core makes its refusals.
 * @param {string} words
 */
export function sentence(words) {
  // Not e2 or Ed2n: there a capital letter would mean something else.
  const begun = /^[A-Za-z]+[,:]*(?: |$)/.test(words) ? capital(words) : words;
  return /[.?!]$/.test(begun) ? begun : `${begun}.`;
}

/**
 * The words of such a sentence, to stand inside another.
 * @param {string} text
 */
export function wordsOf(text) {
  const words = text.replace(/\.$/, "");
  return /^[A-Z][a-z]*[,:]*(?: |$)/.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words;
}

/** @param {number} seconds  Unix time @returns {string} such as "Feb 1, 2026", in the reader's language */
export function dayOf(seconds) {
  return days.format(seconds * 1000);
}
