/** The page of the server's owner: accounts, bans, sessions, games, limits, backups, and what was done. */

import { api } from "../api.js";
import { toastError } from "../dialogs.js";
import { el, find } from "../dom.js";
import { showPageProblem } from "../page-problem.js";
import { Refusal, reason } from "../refusal.js";
import { mountShell } from "../shell.js";
import { askForBan } from "./ban-dialog.js";
import { actRow, banRow, gameRow, sessionRow, userRow } from "./rows.js";

// What is typed is searched for when typing has stopped for so long.
const PAUSE_MS = 300;

/** Do something and show everything anew. @param {() => Promise<unknown>} ask  false: it was not done */
async function act(ask) {
  try {
    if ((await ask()) === false) return;
    await refresh();
  } catch (error) {
    toastError(error);
  }
}

/** @param {string} id @param {Record<string, number | string>} values */
function showPairs(id, values) {
  const pairs = Object.entries(values).map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value)));
  find(id).replaceChildren(...pairs);
}

async function showState() {
  const { limits, version, ...counts } = await api.get("/admin/state");
  const { sockets, games, bots, searches, waiting } = counts;
  const shown = { Version: version, Sockets: sockets, "Games open": games, "Bots connected": bots };
  showPairs("#state", { ...shown, "Searches under way": searches, "Searches waiting": waiting });
  showPairs("#limits", limits);
}

/** @param {string} id @returns {string} what is typed there, for an address */
function typed(id) {
  return encodeURIComponent(/** @type {HTMLInputElement} */ (find(id)).value.trim());
}

/** @param {string} id @param {number} shown @param {number} total */
function showCount(id, shown, total) {
  find(id).textContent = shown < total ? `the first ${shown} of ${total}` : `${total} in all`;
}

async function showUsers() {
  const { users, total } = await api.get(`/admin/users?name=${typed("#users-search")}`);
  showCount("#users-count", users.length, total);
  find("#users").replaceChildren(...users.map((user) => userRow(user, act)));
}

async function showSessions() {
  const { sessions, total } = await api.get(`/admin/sessions?name=${typed("#sessions-search")}`);
  showCount("#sessions-count", sessions.length, total);
  find("#sessions").replaceChildren(...sessions.map((session) => sessionRow(session, act)));
}

async function showGames() {
  const { games, total } = await api.get(`/games?limit=50&player=${typed("#games-search")}`);
  showCount("#games-count", games.length, total);
  find("#games").replaceChildren(...games.map((game) => gameRow(game, act)));
}

async function showLists() {
  const [{ bans }, { acts }] = await Promise.all([api.get("/admin/bans"), api.get("/admin/acts")]);
  find("#bans").replaceChildren(...bans.map((ban) => banRow(ban, act)));
  find("#acts").replaceChildren(...acts.map(actRow));
}

async function refresh() {
  await Promise.all([showState(), showUsers(), showSessions(), showGames(), showLists()]);
}

async function backUp() {
  const made = find("#backup-made");
  made.textContent = "Writing ...";
  try {
    const { file, games } = await api.post("/admin/backup", {});
    made.textContent = `${file}: ${games} ${games === 1 ? "game" : "games"}`;
    await showLists();
  } catch (error) {
    made.textContent = reason(error);
  }
}

/** @param {string} id @param {() => Promise<void>} show */
function searchIn(id, show) {
  let timer = 0;
  find(id).addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => void show().catch(toastError), PAUSE_MS);
  });
}

mountShell({ page: "admin" });
searchIn("#users-search", showUsers);
searchIn("#sessions-search", showSessions);
searchIn("#games-search", showGames);
find("#backup").addEventListener("click", () => void backUp());
find("#ban-address").addEventListener("click", () => void act(() => askForBan("")));
try {
  await refresh();
} catch (error) {
  showPageProblem(reason(error), error instanceof Refusal ? error.code : "");
}
