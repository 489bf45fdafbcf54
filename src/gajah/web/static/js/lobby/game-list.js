/** The games that are being played: mine to go on with, all others to watch. */

import { loadAccount } from "../account.js";
import { gameAddress } from "../addresses.js";
import { api } from "../api.js";
import { timeLeft } from "../days.js";
import { el } from "../dom.js";
import { home } from "../homes/home.js";
import { seatName } from "../names.js";
import { pieceIcon } from "../piece-drawings.js";
import { Refusal, reason } from "../refusal.js";
import { resultText } from "../results.js";
import { endedGamesOfMine, gamesOfMine, noteEnded, seatsOf } from "../seats.js";
import { boardLook, settings } from "../settings.js";

/** @import { GameShape as Game, SideLetter as Side } from "../wire.js" */

const REFRESH_MS = 10_000;
const MOST = 24;
// The user's own games asked about at once; a game that has ended is not asked about again.
const MOST_ASKED = 50;
const MOST_ENDED = 3;
const GONE = ["no_game", "unreadable_game"];

/** Under which this browser is logged in. */
let ownName = "";

/** @param {HTMLElement} mine @param {HTMLElement} running @param {() => void} onOwn  there are games of one's own */
export async function showGames(mine, running, onOwn) {
  ownName = (await loadAccount()).account?.name ?? "";
  const refresh = async () => {
    if (document.hidden) return;
    try {
      const games = await liveGames();
      const own = gamesOfMine();
      const isOwn = (/** @type {Game} */ game) => own.has(game.id) || mySides(game).length > 0;
      const listed = [...games.filter(isOwn), ...(await accountGames())];
      const older = await ownGames([...own].filter((id) => !listed.some((game) => game.id === id)));
      const going = [...new Map([...listed, ...older].map((game) => [game.id, game])).values()].sort(byTurn);
      if (going.length) onOwn();
      fill(mine, [...going, ...(await lastGames())], "No game under way.");
      fill(
        running,
        games.filter((game) => !isOwn(game) && game.state !== "waiting").slice(0, MOST),
        "No game is being played at the moment.",
      );
    } catch (error) {
      fill(mine, [], reason(error));
    }
  };
  await refresh();
  setInterval(() => void refresh(), REFRESH_MS);
  document.addEventListener("visibilitychange", () => void refresh());
}

/** Those that wait for this player come first, the most urgent before all. @param {Game} a @param {Game} b */
function byTurn(a, b) {
  const [first, second] = [a, b].map(({ turn_left: left }) => left ?? Number.MAX_VALUE);
  return Number(isMyTurn(b)) - Number(isMyTurn(a)) || Number(first) - Number(second) || b.created - a.created;
}

/** The sides that are this player's, by this browser's seats or by the account. @param {Game} game @returns {Side[]} */
function mySides(game) {
  const seats = /** @type {Side[]} */ (Object.keys(seatsOf(game.id)));
  const byName = (/** @type {Game["gold"]} */ seat) => seat.account && ownName !== "" && seat.name === ownName;
  if (byName(game.gold)) seats.push("g");
  if (byName(game.silver)) seats.push("s");
  return seats;
}

/** @param {Game} game @returns {boolean} */
function isMyTurn(game) {
  if (game.state !== "playing" && game.state !== "setup") return false;
  const first = game.start?.startsWith("s") ? "s" : "g";
  const second = first === "g" ? "s" : "g";
  return mySides(game).includes(game.turn_count % 2 ? second : first);
}

/** Kept after the first look: an ended game does not change. @type {Map<string, Promise<Game | null>>} */
const ended = new Map();

/** The games that this player has finished last. @returns {Promise<Game[]>} */
async function lastGames() {
  const games = endedGamesOfMine()
    .slice(0, MOST_ENDED)
    .map((id) => {
      const asked = ended.get(id) ?? endedGame(id);
      ended.set(id, asked);
      return asked;
    });
  return (await Promise.all(games)).filter((game) => game !== null);
}

/** @param {string} id @returns {Promise<Game | null>} */
async function endedGame(id) {
  try {
    return (await api.get(`/games/${id}`)).game;
  } catch {
    return null; // deleted meanwhile
  }
}

/** The games under way of the account, whichever browser they were begun in. @returns {Promise<Game[]>} */
async function accountGames() {
  if (!ownName) return [];
  const wanted = new URLSearchParams({ account: ownName, result: "none", limit: String(MOST_ASKED) });
  return (await api.get(`/games?${wanted}`)).games;
}

/** @returns {Promise<Game[]>} newest first */
async function liveGames() {
  const answers = await Promise.all(
    ["playing", "setup", "waiting"].map((state) => api.get(`/games?state=${state}&limit=${MOST}`)),
  );
  return answers.flatMap(({ games }) => games).sort((a, b) => b.created - a.created);
}

/**
 * Those of these games that are still being played: where many play, one's own are not among the newest.
 * @param {string[]} ids @returns {Promise<Game[]>} newest first
 */
async function ownGames(ids) {
  const games = await Promise.all(ids.slice(-MOST_ASKED).map(runningGame));
  return games.filter((game) => game !== null).sort((a, b) => b.created - a.created);
}

/** @param {string} id @returns {Promise<Game | null>} */
async function runningGame(id) {
  try {
    const { game } = await api.get(`/games/${id}`);
    if (game.state !== "over") return game;
    noteEnded(id);
  } catch (error) {
    if (error instanceof Refusal && GONE.includes(error.code)) noteEnded(id);
  }
  return null;
}

/** @param {HTMLElement} list @param {Game[]} games @param {string} none */
function fill(list, games, none) {
  const key = games.map((game) => `${game.id} ${game.turn_count} ${stateText(game)}`).join();
  if (list.dataset.key === key && list.childElementCount) return;
  list.dataset.key = key;
  list.replaceChildren(...(games.length ? games.map(card) : [el("p", { class: "empty" }, none)]));
}

/** @param {Game} game */
function card(game) {
  const { id, gold, silver, turn_count: turns } = game;
  const look = new URLSearchParams({ theme: boardLook(), pieces: settings.get("pieces") });
  const picture = el("img", { alt: "", width: 88, height: 88, loading: "lazy" });
  home.showPicture(picture, `/games/${id}/thumbnail.svg?${look}&turn=${turns}`);
  return el(
    "a",
    { class: "game-card", href: gameAddress(id) },
    picture,
    el(
      "div",
      {},
      el(
        "div",
        { class: "names" },
        el("div", {}, pieceIcon("E"), seatName(gold)),
        el("div", {}, pieceIcon("e"), seatName(silver)),
      ),
      el("small", { class: isMyTurn(game) ? "my-turn" : "" }, stateText(game)),
    ),
  );
}

/** @param {Game} game */
function stateText(game) {
  if (game.state === "over") return game.result ? resultText(game.result) : "over";
  if (game.state === "waiting") return "waiting for an opponent";
  const turn = game.state === "setup" ? "setting up" : `turn ${Math.max(1, Math.ceil(game.turn_count / 2))}`;
  const left = game.turn_left === null ? "" : `, ${timeLeft(game.turn_left)}`;
  return (isMyTurn(game) ? `Your turn: ${turn}` : turn) + left;
}
