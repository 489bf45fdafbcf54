/**
 * What this browser keeps: games, their trees, and a few facts, in IndexedDB. Where that is refused, as private
 * windows do, everything is kept as long as the page lives, and the user is told once.
 */

import { reason } from "../refusal.js";

/** @import { StoredGame } from "./show.js" */

const DATABASE = "gajah";
const VERSION = 1;
/** @typedef {"games" | "trees" | "facts"} Shelf */
/** @typedef {[shelf: Shelf, key: string, value: unknown]} Row  undefined: what is there is forgotten */
/** @type {Shelf[]} */
const SHELVES = ["games", "trees", "facts"];
const REFUSED = "This browser keeps nothing for this page: games and progress are gone when you leave it.";
const FULL = "This browser's storage is full: what you play now is gone when you leave the page.";

/**
 * @typedef {object} Change  all of it is kept, or none
 * @property {StoredGame[]} [games]  without their trees
 * @property {StoredGame[]} [trees]  the trees of these games
 * @property {string} [forget]  a game's id
 * @property {Record<string, unknown>} [facts]
 */

export class Store {
  /** @type {Promise<IDBDatabase | null>} */ #database;
  /** What could not be kept otherwise. @type {Map<string, unknown>} */ #memory = new Map();
  #isTold = false;

  /** @param {(text: string) => void} onTrouble */
  constructor(onTrouble) {
    this.onTrouble = onTrouble;
    this.#database = open().catch((error) => {
      this.#complain(REFUSED, error);
      return null;
    });
  }

  /** @param {string} id @returns {Promise<StoredGame | undefined>} */
  async game(id) {
    const [game, tree] = await Promise.all([this.#read("games", id), this.#read("trees", id)]);
    return game && { ...game, tree: tree ?? [] };
  }

  /** @template T @param {string} name @returns {Promise<T | undefined>} */
  fact(name) {
    return this.#read("facts", name);
  }

  /** @returns {Promise<StoredGame[]>} all games without their trees, in no order */
  async games() {
    const database = await this.#database;
    /** @type {StoredGame[]} */
    const kept = database ? await done(database.transaction("games").objectStore("games").getAll()) : [];
    const known = new Map(kept.map((game) => [game.id, game]));
    for (const [key, value] of this.#memory) {
      if (!key.startsWith("games/")) continue;
      if (value === undefined) known.delete(key.slice("games/".length));
      else known.set(key.slice("games/".length), /** @type {StoredGame} */ (value));
    }
    return [...known.values()];
  }

  /** @param {Change} change */
  async write({ games = [], trees = [], forget, facts = {} }) {
    /** @type {Row[]} */
    const rows = [];
    for (const game of games) rows.push(["games", game.id, { ...game, tree: [] }]);
    for (const { id, tree } of trees) rows.push(["trees", id, tree]);
    for (const [name, value] of Object.entries(facts)) rows.push(["facts", name, value]);
    if (forget) rows.push(["games", forget, undefined], ["trees", forget, undefined]);
    const database = await this.#database;
    try {
      if (!database) throw new Error("no database");
      await writeRows(database, rows);
      for (const [shelf, key] of rows) this.#memory.delete(`${shelf}/${key}`);
    } catch (error) {
      if (database) this.#complain(FULL, error);
      for (const [shelf, key, value] of rows) this.#memory.set(`${shelf}/${key}`, structuredClone(value));
    }
  }

  /** @param {Shelf} shelf @param {string} key @returns {Promise<any>} */
  async #read(shelf, key) {
    const name = `${shelf}/${key}`;
    if (this.#memory.has(name)) return structuredClone(this.#memory.get(name));
    const database = await this.#database;
    return database ? done(database.transaction(shelf).objectStore(shelf).get(key)) : undefined;
  }

  /** @param {string} text @param {unknown} error */
  #complain(text, error) {
    console.warn(reason(error));
    if (!this.#isTold) this.onTrouble(text);
    this.#isTold = true;
  }
}

/** @returns {Promise<IDBDatabase>} */
async function open() {
  const opening = indexedDB.open(DATABASE, VERSION);
  opening.onupgradeneeded = () => {
    for (const name of SHELVES) opening.result.createObjectStore(name);
  };
  const database = await done(opening);
  // A newer version of the page in another tab may have to change the shelves.
  database.onversionchange = () => database.close();
  return database;
}

/** @param {IDBDatabase} database @param {Row[]} rows */
function writeRows(database, rows) {
  const change = database.transaction(SHELVES, "readwrite", { durability: "strict" });
  try {
    for (const [shelf, key, value] of rows) {
      const place = change.objectStore(shelf);
      if (value === undefined) place.delete(key);
      else place.put(value, key);
    }
  } catch (error) {
    change.abort();
    throw error;
  }
  return new Promise((resolve, reject) => {
    change.oncomplete = () => resolve(undefined);
    change.onabort = change.onerror = () => reject(change.error ?? new Error("the storage refused it"));
  });
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
