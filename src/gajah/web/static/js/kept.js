/** What the pages keep in this browser, as one value to be taken along: settings, lessons, studies, own games. */

/** By the name under which it is kept; a text that is no JSON object stays a text. @typedef {Record<string, unknown>} Kept */
/** @typedef {Pick<Storage, "length" | "key" | "getItem" | "setItem">} KeptStorage */
/** @typedef {{position: string | null}} Scratch */

const NAMES = ["settings", "learn", "scratches", "ladder", "setups", "engine", "seats", "ended"];
// The last setup and the last choices for a new game.
const KEPT = new RegExp(`^gajah\\.(?:(?:${NAMES.join("|")})$|(?:setup|new-game)\\.)`);
const SCRATCHES = "gajah.scratches";

/** @param {KeptStorage} storage @returns {Kept} */
export function gatherKept(storage) {
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
  const own = names.filter((name) => KEPT.test(name)).sort();
  return Object.fromEntries(own.map((name) => [name, readValue(storage.getItem(name) ?? "")]));
}

/**
 * Add what was taken along. Settings are replaced; lessons, studies and games are added to those that are there.
 * What does not belong there is left out.
 * @param {KeptStorage} storage
 * @param {Kept} kept
 */
export function restoreKept(storage, kept) {
  for (const [name, value] of Object.entries(kept)) {
    if (!KEPT.test(name)) continue;
    const present = readValue(storage.getItem(name) ?? "");
    const merged = name === SCRATCHES ? mergeScratches(present, value) : merge(present, value);
    storage.setItem(name, typeof merged === "string" ? merged : JSON.stringify(merged));
  }
}

/** @param {string} text @returns {object | string} */
function readValue(text) {
  try {
    const value = JSON.parse(text);
    return value !== null && typeof value === "object" ? value : text;
  } catch {
    return text;
  }
}

/** @param {unknown} present @param {unknown} brought @returns {unknown} */
function merge(present, brought) {
  if (!isTable(present) || !isTable(brought)) return brought;
  const both = Object.entries(brought).map(([name, value]) => {
    const old = present[name];
    // The tasks of a lesson that are done.
    return [name, Array.isArray(old) && Array.isArray(value) ? [...new Set([...old, ...value])] : value];
  });
  return { ...present, ...Object.fromEntries(both) };
}

/** Of two studies of one position that which is here stays. @param {unknown} present @param {unknown} brought */
function mergeScratches(present, brought) {
  const [own, others] = [present, brought].map((list) => (Array.isArray(list) ? list.filter(isScratch) : []));
  const known = new Set(own.map(({ position }) => position));
  return [...own, ...others.filter(({ position }) => !known.has(position))];
}

/** @param {unknown} value @returns {value is Scratch} */
function isScratch(value) {
  if (!isTable(value)) return false;
  const { position, nodes } = value;
  return (position === null || typeof position === "string") && Array.isArray(nodes) && nodes.every(isTable);
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
function isTable(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
