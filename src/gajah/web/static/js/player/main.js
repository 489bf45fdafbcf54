/** The page of a player: rating, progress, games. */

import { pageAddress, playerAddress, playerInAddress } from "../addresses.js";
import { api } from "../api.js";
import { el, find } from "../dom.js";
import { gameCard } from "../library/card.js";
import { challengeButton } from "../lobby/bots.js";
import { showPageProblem } from "../page-problem.js";
import { Refusal, reason } from "../refusal.js";
import { mountShell } from "../shell.js";
import { dayOf } from "../text.js";
import { ratingChart } from "./rating-chart.js";

/** @import { Profile } from "../wire.js" */

const MOST_GAMES = 12;

/** @param {Profile} profile @returns {string} how well the rating is known */
function certainty({ rating, deviation, provisional }) {
  const range = `${rating - 2 * deviation} to ${rating + 2 * deviation} with 95%`;
  return provisional ? `uncertain yet: ${range}` : range;
}

/** Whose bot it is, if it is one. @param {Profile} profile */
function keeperWords({ keeper }) {
  if (keeper === null) return [];
  return keeper ? ["A bot of ", el("a", { href: playerAddress(keeper) }, keeper), ". "] : ["A bot of this server. "];
}

/** A bot that is connected can be challenged. @param {Profile} profile */
async function offerChallenge({ name, keeper }) {
  if (keeper === null) return;
  const { bots } = await api.get("/bots");
  const bot = bots.find((each) => each.name === name);
  find("#standing").append(
    bot ? el("div", { class: "row" }, challengeButton(bot)) : el("p", {}, "It is not connected now."),
  );
}

/** @param {Profile} profile */
function showStanding(profile) {
  const { rating, provisional, rated_games: count, created, progress } = profile;
  const since = el("p", { class: "muted" }, ...keeperWords(profile), `Here since ${dayOf(created)}.`);
  const line = count
    ? [
        el("strong", {}, provisional ? `${rating}?` : rating),
        el("span", {}, `${count} rated ${count === 1 ? "game" : "games"}`),
        el("span", { class: "muted" }, certainty(profile)),
      ]
    : [el("span", {}, "No rated games yet.")];
  const chart = progress.length > 1 ? [ratingChart(progress)] : [];
  const standing = find("#standing");
  standing.replaceChildren(el("p", { class: "rating-line" }, ...line), ...chart, since);
  standing.hidden = false;
}

/** @param {string} name */
async function showGames(name) {
  const asked = new URLSearchParams({ account: name, limit: String(MOST_GAMES) });
  const { games, total } = await api.get(`/games?${asked}`);
  find("#games").replaceChildren(...games.map((game) => gameCard(game)));
  const library = el("a", { href: pageAddress("library", { player: name }) }, "Look in the library");
  const words = total ? `The newest ${games.length} of ${total} games. ` : "";
  find("#games-status").replaceChildren(...(total > MOST_GAMES ? [words, library] : total ? [] : ["No games yet."]));
}

mountShell({ page: "player" });
const name = playerInAddress();
try {
  const profile = await api.get(`/profiles/${encodeURIComponent(name)}`);
  find("#name").textContent = profile.keeper === null ? profile.name : `${profile.name} (bot)`;
  document.title = `${profile.name} - gajah`;
  showStanding(profile);
  await offerChallenge(profile);
  await showGames(profile.name);
} catch (error) {
  showPageProblem(reason(error), error instanceof Refusal ? error.code : "");
}
