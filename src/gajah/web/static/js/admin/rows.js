/** A line for each account, ban, session, game and act, with what the owner can do about it. */

import { gameAddress, playerAddress } from "../addresses.js";
import { api } from "../api.js";
import { confirmDialog } from "../dialogs.js";
import { el, makeButton } from "../dom.js";
import { gameTitle } from "../names.js";
import { dayOf } from "../text.js";
import { askForBan, askForName, askForReason } from "./ban-dialog.js";

/** @import { ActShape, BanShape, GameShape, SessionShape, UserShape } from "../wire.js" */
/** Asks for something; false: the owner has thought better of it. @typedef {(ask: () => Promise<unknown>) => Promise<void>} Doing */

/** @param {string} title @param {string} about @param {() => void} onclick */
function button(title, about, onclick) {
  return makeButton({ style: "quiet", "aria-label": `${title}: ${about}`, onclick }, title);
}

/** @param {UserShape} user @param {Doing} act */
export function userRow({ name, keeper, created, seen, sessions, rating, rated_games: rated, ban }, act) {
  const path = /** @type {const} */ (`/admin/users/${encodeURIComponent(name)}`);
  const kind = keeper === null ? "" : keeper ? `bot of ${keeper}` : "bot of the server";
  const facts = [
    kind,
    `here since ${dayOf(created)}`,
    seen && `seen ${dayOf(seen)}`,
    `${sessions} ${sessions === 1 ? "session" : "sessions"}`,
    rated && `${rating} after ${rated} rated`,
  ];
  const unban = () => act(() => api.post("/admin/unban", { target: name }));
  return el(
    "li",
    {},
    el("a", { href: playerAddress(name) }, name),
    el("small", { class: "muted" }, facts.filter(Boolean).join(" · ")),
    ban && el("small", { class: "banned" }, banWords(ban)),
    el(
      "span",
      { class: "acts" },
      ban ? button("Unban", name, unban) : button("Ban", name, () => act(() => askForBan(name))),
      sessions > 0 && button("End sessions", name, () => act(() => api.post(`${path}/end-sessions`, {}))),
      button("Rename", name, () => act(() => askForName(name))),
      button("Delete", name, () => act(() => deleteUser(name, path))),
    ),
  );
}

/** @param {string} name @param {`/admin/users/${string}`} path */
async function deleteUser(name, path) {
  const text = `${name} cannot log in any more, and its bots go too. Its games stay in the library under this name, which no one can take after it; a game under way is left to its clock.`;
  if (!(await confirmDialog({ title: `Delete ${name}`, text, yes: "Delete", danger: true }))) return false;
  return api.post(`${path}/delete`, {});
}

/** @param {BanShape} ban */
function banWords({ reason, until }) {
  return `banned${until ? ` until ${dayOf(until)}` : ""}: ${reason}`;
}

/** @param {BanShape} ban @param {Doing} act */
export function banRow(ban, act) {
  const unban = () => act(() => api.post("/admin/unban", { target: ban.target }));
  return el(
    "li",
    {},
    el("span", {}, ban.target),
    el("small", { class: "banned" }, banWords(ban)),
    el("small", { class: "muted" }, `since ${dayOf(ban.since)}`),
    el("span", { class: "acts" }, button("Unban", ban.target, unban)),
  );
}

/** @param {SessionShape} session @param {Doing} act */
export function sessionRow({ id, name, seen }, act) {
  const end = () => act(() => api.post(`/admin/sessions/${id}/end`, {}));
  const about = `used ${dayOf(seen)} · ${id.slice(0, 12)}`;
  return el(
    "li",
    {},
    el("span", {}, name),
    el("small", { class: "muted" }, about),
    el("span", { class: "acts" }, button("End", name, end)),
  );
}

/** @param {GameShape} game @param {Doing} act */
export function gameRow(game, act) {
  const title = gameTitle(game);
  const facts = [dayOf(game.created), game.rated && "rated", game.result?.text ?? game.state];
  const remove = async () => {
    const text = "The game is forgotten for good; ratings stay as they are.";
    if (!(await confirmDialog({ title: `Delete ${title}`, text, yes: "Delete", danger: true }))) return false;
    return api.post(`/admin/games/${game.id}/delete`, {});
  };
  return el(
    "li",
    {},
    el("a", { href: gameAddress(game.id) }, title),
    el("small", { class: "muted" }, facts.filter(Boolean).join(" · ")),
    el(
      "span",
      { class: "acts" },
      game.state !== "over" && button("Void", title, () => act(() => askForReason(game.id, title))),
      button("Delete", title, () => act(remove)),
    ),
  );
}

/** @param {ActShape} done */
export function actRow({ at, by, act, target, detail }) {
  const when = new Date(at * 1000).toLocaleString();
  return el(
    "li",
    {},
    el("span", {}, `${act.replace("_", " ")}: ${target}`),
    el("small", { class: "muted" }, [by, when, detail].filter(Boolean).join(" · ")),
  );
}
