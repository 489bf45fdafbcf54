/** Words on their way into a sentence. */

const days = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param {number} seconds  Unix time @returns {string} such as "Feb 1, 2026", in the reader's language */
export function dayOf(seconds) {
  return days.format(seconds * 1000);
}
