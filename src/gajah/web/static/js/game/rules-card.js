/** The rules on one card, and the pieces in the order of their strength. */

import { pageAddress } from "../addresses.js";
import { openDialog } from "../dialogs.js";
import { el } from "../dom.js";
import { pieceIcon } from "../piece-drawings.js";
import { KIND_ORDER, kindName } from "../pieces.js";
import { controlWords } from "./clock-face.js";

/** @import { SideLetter as Side } from "../wire.js" */

/** @type {[string, string][]} */
const RULES = [
  ["Goal", "A rabbit of yours that ends a turn on the far side wins. So does taking all enemy rabbits."],
  [
    "Turn",
    "Up to four steps to the sides, ahead or back, by one piece or by several. Rabbits never step back. " +
      "The position must change.",
  ],
  ["Freezing", "A piece beside a stronger enemy cannot move, unless a friend stands beside it."],
  [
    "Push and pull",
    "A stronger piece moves an enemy beside it: it pushes the enemy away and takes its square, " +
      "or steps away and pulls it along. That costs two steps.",
  ],
  ["Traps", "On c3, f3, c6 and f6 a piece is lost at once when no friend stands beside it."],
];

/** @param {Side} side  whose drawings are shown @param {string} [control]  the game's time control */
export function openRulesCard(side, control) {
  const shown = control ? [...RULES, ["Clock", controlWords(control)]] : RULES;
  const rules = shown.flatMap(([name, text]) => [el("dt", {}, name), el("dd", {}, text)]);
  const learn = el("a", { href: pageAddress("learn") }, "Practise them in the lessons");
  openDialog({ title: "Rules in short" }, [
    el("div", {}, el("h3", {}, "Strength"), strengthOrder(side, true)),
    el("dl", { class: "rules" }, ...rules),
    el("p", {}, learn),
  ]);
}

/**
 * The pieces, strongest first.
 * @param {Side} side  whose drawings are shown @param {boolean} [named]  with the names as text
 */
export function strengthOrder(side, named = false) {
  const pieces = [...KIND_ORDER].map((kind) => {
    const letter = side === "g" ? kind : kind.toLowerCase();
    return el("li", { title: kindName(kind) }, pieceIcon(letter, !named), named && kindName(kind));
  });
  const looks = `strength ${named ? "named" : ""}`.trim();
  return el("ol", { class: looks, "aria-label": "Strength, strongest first" }, ...pieces);
}
