/** What is looked for in the library: in the address, in the form, and as the server is asked. */

/** @typedef {"" | "g" | "s" | "draw" | "none"} ResultFilter */
/** @typedef {SORTS[number]} Sort */
/**
 * @typedef {object} Query
 * @property {string} player  part of a name
 * @property {ResultFilter} result  the winner; `none`: not decided
 * @property {string} since  first day, as 2026-11-15
 * @property {string} until  last day
 * @property {string} rating  what both players have at least, a number
 * @property {string} shortest  turns, a number
 * @property {string} longest
 * @property {string} position  that occurred in the games
 * @property {string} pieces  that stood on squares, such as Ed5 hc6
 * @property {Sort} sort
 * @property {number} page  from 1
 */

export const PAGE_SIZE = 24;

const NUMBERS = /** @type {const} */ (["rating", "shortest", "longest"]);
const FILTERS = /** @type {const} */ (["player", "result", "since", "until", ...NUMBERS, "position", "pieces"]);
const SORTS = /** @type {const} */ (["newest", "oldest", "longest", "shortest", "rating", "players", "result"]);
const NUMBER = /^\d{1,4}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_S = 86400;

/** @param {string} search the address after the question mark @returns {Query} */
export function queryFrom(search) {
  const params = new URLSearchParams(search);
  const result = params.get("result") ?? "";
  const page = Number.parseInt(params.get("page") ?? "1", 10);
  return {
    player: params.get("player") ?? "",
    result: isResult(result) ? result : "",
    since: day(params.get("since")),
    until: day(params.get("until")),
    rating: number(params.get("rating")),
    shortest: number(params.get("shortest")),
    longest: number(params.get("longest")),
    position: params.get("position") ?? "",
    pieces: params.get("pieces") ?? "",
    sort: SORTS.find((sort) => sort === params.get("sort")) ?? SORTS[0],
    page: page > 0 ? page : 1,
  };
}

/** @param {Query} query @returns {string} for the address; nothing but what was chosen */
export function addressOf(query) {
  const params = new URLSearchParams();
  for (const name of FILTERS) if (query[name]) params.set(name, query[name]);
  if (query.sort !== SORTS[0]) params.set("sort", query.sort);
  if (query.page > 1) params.set("page", String(query.page));
  const text = params.toString();
  return text ? `?${text}` : "";
}

/** @param {Query} query @returns {string} the filters as the server takes them, without the paging */
export function filtersOf(query) {
  const params = new URLSearchParams();
  if (query.player) params.set("player", query.player.trim());
  if (query.result) params.set("result", query.result);
  if (query.since) params.set("since", String(startOf(query.since)));
  if (query.until) params.set("until", String(startOf(query.until) + DAY_S));
  const others = /** @type {const} */ (["position", "pieces"]);
  for (const name of [...NUMBERS, ...others]) if (query[name]) params.set(name, query[name]);
  return params.toString();
}

/** @param {Query} query @returns {`/games?${string}`} the path of one page of games */
export function pagePath(query) {
  const params = new URLSearchParams(filtersOf(query));
  params.set("sort", query.sort);
  params.set("offset", String((query.page - 1) * PAGE_SIZE));
  params.set("limit", String(PAGE_SIZE));
  return `/games?${params}`;
}

/** @param {Query} query */
export function isFiltered(query) {
  return FILTERS.some((name) => query[name] !== "");
}

/** @param {string} text @returns {text is ResultFilter} */
function isResult(text) {
  return ["", "g", "s", "draw", "none"].includes(text);
}

/** @param {string | null} text */
function number(text) {
  return text && NUMBER.test(text) ? text : "";
}

/** @param {string | null} text */
function day(text) {
  return text && DAY.test(text) ? text : "";
}

/** @param {string} text a day @returns {number} Unix seconds of its midnight here */
function startOf(text) {
  return new Date(`${text}T00:00:00`).getTime() / 1000;
}
