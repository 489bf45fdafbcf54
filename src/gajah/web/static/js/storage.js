/** What this browser keeps, as JSON. */

/** @param {string} key @returns {any} an object or a list; an empty object where none is kept */
export function recall(key) {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "{}");
    return kept !== null && typeof kept === "object" ? kept : {};
  } catch {
    return {}; // not ours
  }
}

/** Without storage a value lasts as long as the page. @param {string} key @param {unknown} value */
export function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {}
}
