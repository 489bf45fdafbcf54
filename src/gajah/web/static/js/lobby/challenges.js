/** Open challenges: strangers meet here. The list is asked for again and again while the page is looked at. */

import { loadAccount } from "../account.js";
import { gameAddress, playerAddress } from "../addresses.js";
import { api } from "../api.js";
import { toastError } from "../dialogs.js";
import { el, makeButton } from "../dom.js";
import { seatName } from "../names.js";
import { pieceIcon } from "../piece-drawings.js";
import { forgetSeats, gamesOfMine, keepSeats, seatToken } from "../seats.js";
import { freeSide, termsOf } from "./challenge-terms.js";

/** @import { GameShape as Game } from "../wire.js" */

const REFRESH_MS = 3000;

/** @param {HTMLElement} section @param {HTMLElement} list */
export async function showChallenges(section, list) {
  const { account } = await loadAccount();
  const refresh = async () => {
    if (document.hidden) return;
    const { challenges } = await api.get("/challenges");
    const key = JSON.stringify(challenges);
    if (list.dataset.key === key) return;
    list.dataset.key = key;
    section.hidden = !challenges.length;
    const own = gamesOfMine();
    list.replaceChildren(
      ...challenges.map((game) => row(game, own.has(game.id), account !== null, () => void refresh().catch(ignore))),
    );
  };
  await refresh().catch(ignore);
  setInterval(() => void refresh().catch(ignore), REFRESH_MS);
  document.addEventListener("visibilitychange", () => void refresh().catch(ignore));
}

/** The list of games beside it tells that the server does not answer. */
function ignore() {}

/** @param {Game} game @param {boolean} isOwn @param {boolean} hasAccount @param {() => void} onChange */
function row(game, isOwn, hasAccount, onChange) {
  const maker = freeSide(game) === "g" ? game.silver : game.gold;
  const name = seatName(maker);
  const shown = maker.account ? el("a", { href: playerAddress(name) }, name) : el("span", {}, name);
  const rating = maker.rating && el("span", { class: "muted" }, maker.rating);
  const act = isOwn ? cancelButton(game, onChange) : acceptButton(game, name, hasAccount, onChange);
  return el(
    "li",
    { class: "challenge" },
    pieceIcon(freeSide(game) === "g" ? "E" : "e"),
    el("div", {}, el("div", { class: "challenge-name" }, shown, rating), el("small", {}, termsOf(game))),
    act,
  );
}

/** @param {Game} game @param {string} name @param {boolean} hasAccount @param {() => void} onChange */
function acceptButton(game, name, hasAccount, onChange) {
  const accept = async () => {
    try {
      const { side, token } = await api.post(`/games/${game.id}/accept`, {});
      keepSeats(game.id, { [side]: token });
      location.assign(gameAddress(game.id));
    } catch (error) {
      toastError(error);
      onChange();
    }
  };
  const logIn = async () => {
    const { showAccount } = await import("../account-dialog.js");
    showAccount(null);
  };
  const needsAccount = game.rated && !hasAccount;
  const words = needsAccount ? "Log in to play" : "Play";
  const onclick = () => void (needsAccount ? logIn() : accept());
  return makeButton({ style: "primary", "aria-label": `${words} against ${name}`, onclick }, words);
}

/** @param {Game} game @param {() => void} onChange */
function cancelButton(game, onChange) {
  const cancel = async () => {
    try {
      await api.delete(`/games/${game.id}`, seatToken(game.id));
      forgetSeats(game.id);
      onChange();
    } catch (error) {
      toastError(error);
    }
  };
  return makeButton({ "aria-label": "Cancel your challenge", onclick: () => void cancel() }, "Cancel");
}
