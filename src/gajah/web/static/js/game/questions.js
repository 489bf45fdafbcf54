/** What waits for an answer: the opponent's requests. */

import { gameAddress } from "../addresses.js";
import { el, makeButton } from "../dom.js";
import { opponentName } from "../names.js";
import { facesPlayer } from "./game-state.js";
import { sayWish } from "./wishes.js";

/** @import { LiveGame, Wish } from "./game-state.js" */

export class Questions {
  /** @param {HTMLElement} root  where answers are asked for @param {import("../socket.js").GameSocket} socket */
  constructor(root, socket) {
    this.root = root;
    this.socket = socket;
    this.key = "";
  }

  /** @param {LiveGame} live */
  show(live) {
    const question = questionFor(live);
    const other = opponentName(live.game, live.seats);
    this.root.hidden = !question && !facesPlayer(live);
    const key = JSON.stringify([question, other]);
    if (key === this.key) return;
    this.key = key;
    this.root.replaceChildren(...(question ? [el("div", { class: "question" }, ...this.#build(question, other))] : []));
  }

  /** @param {Question} question @param {string} other  the opponent's name @returns {Node[]} */
  #build(question, other) {
    if (question.kind === "begun") return begunParts(question.game);
    if (question.kind === "declined") return [el("p", {}, `${other} has declined the ${question.wish}.`)];
    const { kind, mine } = question;
    if (mine) return [el("p", {}, `You have asked for a ${kind}. ${other} has not answered yet.`)];
    const answer = (/** @type {boolean} */ yes) => () => sayWish(this.socket, kind, yes);
    return [
      el("p", {}, `${other} asks for a ${kind}.`),
      el(
        "div",
        { class: "button-row" },
        makeButton({ style: "primary", onclick: answer(true) }, "Accept"),
        makeButton({ onclick: answer(false) }, "Decline"),
      ),
    ];
  }
}

/**
 * @typedef {{ kind: "begun", game: string } | { kind: "declined", wish: Wish }
 *   | { kind: Wish, mine: boolean }} Question
 */

/** @param {LiveGame} live @returns {Question | null} */
function questionFor({ asked, declined, rematch, seats }) {
  if (rematch) return { kind: "begun", game: rematch };
  for (const kind of /** @type {const} */ (["takeback", "rematch"])) {
    const by = asked[kind];
    if (by && seats.length === 1) return { kind, mine: seats.includes(by) };
  }
  return declined && { kind: "declined", wish: declined };
}

/** @param {string} game */
function begunParts(game) {
  return [
    el("p", {}, "The rematch has begun."),
    el("a", { class: "button primary", href: gameAddress(game) }, "Go to the rematch"),
  ];
}
