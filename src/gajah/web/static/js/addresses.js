/**
 * Where the pages and files of this app are: at the addresses of a server, or in a folder of files, whose
 * pages say so (`<html data-home="tab">`) and which may lie anywhere on its host.
 */

/** Is this page one of a folder of files, without a server behind it? */
export const isSite = globalThis.document?.documentElement.dataset.home === "tab";

/** The app's own folder; this file is in its static/js. */
const ROOT = new URL("../../", import.meta.url).pathname;

/** @typedef {"home" | "library" | "analysis" | "editor" | "puzzles" | "learn"} PageName */

/**
 * @param {PageName} page
 * @param {Record<string, string>} [asked]  what stands behind the question mark
 */
export function pageAddress(page, asked = {}) {
  const name = page === "home" ? "" : page;
  const file = isSite ? `${name || "index"}.html` : name;
  return ROOT + file + query(asked);
}

/** The page of a game that is played or watched. @param {string} id */
export function gameAddress(id) {
  return isSite ? `${ROOT}game.html${query({ id })}` : `${ROOT}game/${id}`;
}

/** The game that this page's address names. */
export function gameInAddress() {
  if (isSite) return new URLSearchParams(location.search).get("id") ?? "";
  return location.pathname.slice(ROOT.length).split("/")[1] ?? "";
}

/** The page of a player with an account. @param {string} name */
export function playerAddress(name) {
  return `${ROOT}player/${encodeURIComponent(name)}`;
}

/** The page of the server's owner. */
export const ADMIN_ADDRESS = `${ROOT}admin`;

/** The player that this page's address names. */
export function playerInAddress() {
  return decodeURIComponent(location.pathname.slice(ROOT.length).split("/")[1] ?? "");
}

/** @param {string} path  of a file beside the pages of a site */
export function siteAddress(path) {
  return ROOT + path;
}

/** @param {string} path  of a file below static/ */
export function fileAddress(path) {
  return `${ROOT}static/${path}`;
}

/** @param {Record<string, string>} asked */
function query(asked) {
  const text = new URLSearchParams(asked).toString();
  return text && `?${text}`;
}
