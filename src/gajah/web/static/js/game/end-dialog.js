/** The end of a game, in words, and what to do next. */

import { el, icon } from "../dom.js";
import { ICONS } from "../icons.js";
import { pieceIcon } from "../pieces.js";
import { openDialog } from "../shell.js";
import { askRematch } from "./wishes.js";
import { endReason, endTitle } from "./words.js";

/** @param {import("./game-state.js").LiveGame} live @param {import("../socket.js").Socket} socket */
export function showEnd(live, socket) {
  const { result, id } = live.game;
  const reasonText = el("p", { class: "end-reason" }, endReason(result));
  const picture = result?.winner ? pieceIcon(result.winner === "g" ? "E" : "e") : null;
  const rematch = live.seats.length
    ? el(
        "button",
        {
          type: "button",
          class: "button primary",
          onclick: () => {
            dialog.close();
            void askRematch(socket);
          },
        },
        icon(ICONS.again),
        "Rematch",
      )
    : null;
  const foot = [
    el("a", { class: "button", href: "/" }, icon(ICONS.plus), "New game"),
    el("a", { class: "button", href: `/analysis?game=${id}` }, icon(ICONS.search), "Review"),
    ...(rematch ? [rematch] : []),
  ];
  const dialog = openDialog(
    { title: endTitle(live) },
    [el("div", { class: "end-banner" }, ...(picture ? [picture] : []), reasonText)],
    foot,
  );
  (rematch ?? foot[0])?.focus();
}
