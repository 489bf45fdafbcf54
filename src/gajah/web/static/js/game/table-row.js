/** What is agreed and said at the table, beside board and turns. */

import { el, find } from "../dom.js";
import { BotPace } from "./bot-pace.js";
import { Conditions, isConditional } from "./conditions.js";
import { Phrases } from "./phrases.js";
import { Planner } from "./planner.js";
import { TurnNotice } from "./turn-notice.js";

/** @import { LiveGame } from "./game-state.js" */

const RATED = "The result changes the ratings of both players.";
const NO_ENGINE = "This server does not analyse this game until it is over.";

export class TableRow {
  /** @param {HTMLElement} root @param {import("../socket.js").GameSocket} socket @param {() => void} onPlan */
  constructor(root, socket, onPlan) {
    this.root = root;
    this.rated = el("p", { class: "table-note", title: RATED }, "Rated");
    this.noEngine = el("p", { class: "table-note", title: NO_ENGINE }, "No engine");
    this.plans = new Planner(find("#plan"), socket, onPlan);
    this.conditions = new Conditions(find("#conditions"), socket, onPlan);
    /** What is entered ahead of one's turn, by the kind of the game. @type {Planner | Conditions} */
    this.planner = this.plans;
    this.pace = new BotPace(socket);
    this.notice = new TurnNotice();
    this.phrases = new Phrases(socket);
    const ahead = [this.plans.button, this.conditions.button];
    root.replaceChildren(this.rated, this.noEngine, this.pace.root, ...ahead, this.phrases.menu, this.phrases.said);
  }

  /** @param {LiveGame} live */
  show(live) {
    const { game } = live;
    this.phrases.show(live);
    this.notice.show(live);
    this.planner = isConditional(live) ? this.conditions : this.plans;
    this.plans.show(live);
    this.conditions.show(live);
    this.pace.show(live);
    this.rated.hidden = !game.rated;
    this.noEngine.hidden = !game.no_engine || game.state === "over";
    this.root.hidden = [...this.root.children].every((child) => child instanceof HTMLElement && child.hidden);
  }
}
