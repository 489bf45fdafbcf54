/** The games that are being played: mine to go on with, all others to watch. */

import { api, reason } from "../api.js";
import { el } from "../dom.js";
import { seatName } from "../names.js";
import { pieceIcon } from "../pieces.js";
import { gamesOfMine } from "../seats.js";
import { settings } from "../settings.js";

/** @typedef {import("../types.js").Game} Game */

const REFRESH_MS = 10_000;
const MOST = 24;

/** @param {HTMLElement} mine @param {HTMLElement} running */
export async function showGames(mine, running) {
  const refresh = async () => {
    if (document.hidden) return;
    try {
      const games = await liveGames();
      const own = gamesOfMine();
      fill(
        mine,
        games.filter((game) => own.has(game.id)),
        "No game under way. Start one above.",
      );
      fill(
        running,
        games.filter((game) => !own.has(game.id) && game.state !== "waiting"),
        "Nobody is playing at the moment.",
      );
    } catch (error) {
      fill(mine, [], reason(error));
    }
  };
  await refresh();
  setInterval(() => void refresh(), REFRESH_MS);
  document.addEventListener("visibilitychange", () => void refresh());
}

/** @returns {Promise<Game[]>} newest first */
async function liveGames() {
  const answers = await Promise.all(
    ["playing", "setup", "waiting"].map((state) => api.get(`/games?state=${state}&limit=${MOST}`)),
  );
  return answers.flatMap(({ games }) => games).sort((a, b) => b.created - a.created);
}

/** @param {HTMLElement} list @param {Game[]} games @param {string} none */
function fill(list, games, none) {
  const key = games.map((game) => `${game.id} ${game.turn_count} ${game.state}`).join();
  if (list.dataset.key === key && list.childElementCount) return;
  list.dataset.key = key;
  list.replaceChildren(
    ...(games.length ? games.slice(0, MOST).map(card) : [el("p", { class: "empty" }, none)]),
  );
}

/** @param {Game} game */
function card(game) {
  const { id, gold, silver, turn_count: turns } = game;
  const look = new URLSearchParams({ theme: settings.get("board"), pieces: settings.get("pieces") });
  const state =
    game.state === "waiting"
      ? "waiting for an opponent"
      : game.state === "setup"
        ? "setting up"
        : `turn ${Math.ceil(turns / 2)}`;
  return el(
    "a",
    { class: "game-card", href: `/game/${id}` },
    el("img", {
      src: `/api/v1/games/${id}/thumbnail.svg?${look}&turn=${turns}`,
      alt: "",
      width: 88,
      height: 88,
      loading: "lazy",
    }),
    el(
      "div",
      {},
      el(
        "div",
        { class: "names" },
        el("div", {}, pieceIcon("E"), seatName(gold)),
        el("div", {}, pieceIcon("e"), seatName(silver)),
      ),
      el("small", {}, state),
    ),
  );
}
