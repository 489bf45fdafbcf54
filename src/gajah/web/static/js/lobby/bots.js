/** Bots from elsewhere that wait for a challenge. */

import { playerAddress } from "../addresses.js";
import { api } from "../api.js";
import { el, icon, makeButton } from "../dom.js";
import { ICONS } from "../icons.js";
import { openNewGame } from "./new-game.js";

/** @import { BotShape as Bot } from "../wire.js" */

const REFRESH_MS = 10_000;

/** @param {HTMLElement} section @param {HTMLElement} list */
export async function showBots(section, list) {
  const refresh = async () => {
    if (document.hidden) return;
    const { bots } = await api.get("/bots");
    const key = JSON.stringify(bots);
    if (list.dataset.key === key) return;
    list.dataset.key = key;
    section.hidden = !bots.length;
    list.replaceChildren(...bots.map(row));
  };
  // The list of games beside it tells that the server does not answer.
  const tryRefresh = () => void refresh().catch(() => {});
  tryRefresh();
  setInterval(tryRefresh, REFRESH_MS);
  document.addEventListener("visibilitychange", tryRefresh);
}

/** @param {Bot} bot */
function row(bot) {
  const { name, rating, provisional } = bot;
  const about = [
    bot.engine,
    bot.rated ? (bot.casual ? "" : "rated games") : "unrated games",
    `plays ${bot.playing} of at most ${bot.games} ${bot.games === 1 ? "game" : "games"}`,
  ];
  return el(
    "li",
    { class: "challenge" },
    icon(ICONS.bot),
    el(
      "div",
      {},
      el(
        "div",
        { class: "challenge-name" },
        el("a", { href: playerAddress(name) }, `${name} (bot)`),
        el("span", { class: "muted" }, provisional ? `${rating}?` : rating),
      ),
      el("small", {}, about.filter(Boolean).join(" · ")),
    ),
    challengeButton(bot),
  );
}

/** @param {Bot} bot */
export function challengeButton(bot) {
  const isBusy = bot.playing >= bot.games;
  return makeButton(
    {
      style: "primary",
      "aria-label": `Challenge ${bot.name}`,
      disabled: isBusy,
      onclick: () => void openNewGame({ mode: "computer", bot }),
    },
    isBusy ? "Busy" : "Challenge",
  );
}
