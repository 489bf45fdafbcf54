/** One game in the library. */

import { gameAddress, pageAddress } from "../addresses.js";
import { el, makeButton } from "../dom.js";
import { home } from "../homes/home.js";
import { gameTitle, seatName } from "../names.js";
import { resultText } from "../results.js";
import { boardLook, settings } from "../settings.js";
import { dayOf } from "../text.js";

/** @import { GameShape as Game } from "../wire.js" */

/** @param {Game} game @returns {string} where it is looked at: a game under way is watched or played */
function addressOf(game) {
  return game.state === "over" ? pageAddress("analysis", { game: game.id }) : gameAddress(game.id);
}

/** @param {Game} game @returns {string} */
function outcome(game) {
  if (game.result) return resultText(game.result);
  if (game.state === "over") return "Not decided";
  return game.state === "waiting" ? "Waiting for an opponent" : "Being played";
}

/**
 * @param {Game} game @param {{ onDelete?: (game: Game) => void }} [actions]
 * @returns {HTMLLIElement}
 */
export function gameCard(game, { onDelete } = {}) {
  const title = gameTitle(game);
  const picture = new URLSearchParams({ theme: boardLook(), pieces: settings.get("pieces") });
  const address = addressOf(game);
  const image = el("img", { alt: "", loading: "lazy", width: 240, height: 240 });
  home.showPicture(image, `/games/${game.id}/thumbnail.svg?${picture}`);
  const record = el("a", { class: "button quiet", "aria-label": `Export ${title}` }, "Export");
  home.offerFile(record, `/games/${game.id}/record?format=tagged`, `${game.id}.txt`);
  return el(
    "li",
    { class: "game-card", "data-game": game.id },
    el("a", { class: "game-open", href: address, "aria-label": `Open ${title}` }, image),
    el(
      "div",
      { class: "game-about" },
      player(game, "gold"),
      player(game, "silver"),
      el("p", { class: "game-outcome" }, outcome(game)),
      el("p", { class: "game-facts" }, facts(game)),
    ),
    el(
      "div",
      { class: "game-actions" },
      el(
        "a",
        { class: "button quiet", href: pageAddress("analysis", { game: game.id }), "aria-label": `Analyse ${title}` },
        "Analyse",
      ),
      record,
      onDelete &&
        makeButton({ style: "quiet", "aria-label": `Delete ${title}`, onclick: () => onDelete(game) }, "Delete"),
    ),
  );
}

/** @param {Game} game @param {"gold" | "silver"} side */
function player(game, side) {
  const { rating } = game[side];
  const won = game.result?.winner === side[0];
  return el(
    "p",
    { class: `game-player${won ? " won" : ""}` },
    el("span", { class: `side-dot ${side}`, "aria-hidden": "true" }),
    el("span", { class: "visually-hidden" }, `${side}: `),
    el("span", { class: "game-name" }, seatName(game[side])),
    rating && el("span", { class: "game-rating", title: `rated ${rating}` }, rating),
    won && el("span", { class: "game-won", title: "won" }, "won"),
  );
}

/** @param {Game} game */
function facts(game) {
  const turns = `${game.turn_count} ${game.turn_count === 1 ? "turn" : "turns"}`;
  return [dayOf(game.created), turns, game.rated && "rated", game.event].filter(Boolean).join(" · ");
}
