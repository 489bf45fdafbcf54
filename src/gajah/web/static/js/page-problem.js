/** What a page shows in place of a game that it cannot show. */

import { pageAddress } from "./addresses.js";
import { el, find } from "./dom.js";

/** @param {string} text @param {string} [code]  of the refusal */
export function showPageProblem(text, code) {
  const main = find("#main");
  // Nothing of the page's own layout is left.
  document.body.className = "page";
  main.className = "stack";
  main.replaceChildren(
    el("div", { id: "status", role: "alert" }, el("h1", {}, text)),
    ...(code === "no_game" ? [el("p", {}, "The address may be mistyped, or the game was deleted.")] : []),
    el(
      "div",
      { class: "button-row" },
      el("a", { class: "button primary", href: pageAddress("home") }, "New game"),
      el("a", { class: "button", href: pageAddress("library") }, "To the library"),
    ),
  );
}
