/** The first page: what a newcomer does first, or the games of a player who comes back. */

import { pageAddress } from "../addresses.js";
import { BoardView } from "../board/board.js";
import { openDialog } from "../dialogs.js";
import { el, find, icon } from "../dom.js";
import { home } from "../homes/home.js";
import { ICONS } from "../icons.js";
import { Progress } from "../learn/progress.js";
import { placements } from "../placements.js";
import { hasPlayed } from "../seats.js";
import { mountShell } from "../shell.js";
import { showBots } from "./bots.js";
import { showChallenges } from "./challenges.js";
import { showGames } from "./game-list.js";
import { followMailLink } from "./mail-links.js";
import { openNewGame } from "./new-game.js";
import { claimOwnership } from "./owner.js";

const TILES = /** @type {const} */ ([
  ["computer", ICONS.bot, "Play the computer", "Ten levels, from a first game to very strong."],
  ["friend", ICONS.link, "Play a friend", "Send a link; the person who opens it takes the seat."],
  ["open", ICONS.search, "Find an opponent", "Your challenge is listed here until a player takes it."],
  ["screen", ICONS.people, "Two at this screen", "Pass the board back and forth."],
  ["watch", ICONS.eye, "Watch two bots", "Choose both and lean back."],
]);

const SHOWN =
  "Ra1 Rb1 Rc1 Dd1 De1 Rf1 Rg1 Rh1 Ra2 Hb2 Cc2 Md2 Ee2 Cf2 Hg2 Rh2 " +
  "ra8 rb8 rc8 dd8 de8 rf8 rg8 rh8 ra7 hb7 cc7 ed7 me7 cf7 hg7 rh7";

// The lessons on the rules.
const FIRST_LESSONS = 10;

/** @param {boolean} newcomer @param {number} begun  lessons @returns {[string, string]} title and text */
function lessonWords(newcomer, begun) {
  if (!newcomer || begun >= FIRST_LESSONS) return ["Lessons", "Ten lessons on the rules, ten on playing well."];
  if (begun) return ["Go on learning", `You have begun ${begun} of the ten first lessons.`];
  return ["Learn the rules", "New here? Start with ten small lessons."];
}

/** @param {boolean} newcomer @returns {HTMLElement[]} what to do first comes first */
function tiles(newcomer) {
  const { begun } = new Progress();
  const [name, about] = lessonWords(newcomer, begun);
  const lessons = el("a", { class: "tile", href: pageAddress("learn") }, ...tileParts(ICONS.learn, name, about));
  const offered = TILES.filter(([mode]) => home.isShared || mode !== "open");
  const games = offered.map(([mode, path, title, text]) => {
    const isHere = home.isShared || mode !== "friend";
    const open = () => (isHere ? void openNewGame({ mode }) : tellOfServers());
    const words = isHere ? text : "Over a network: that needs gajah on a computer of yours.";
    return el("button", { type: "button", class: "tile", onclick: open }, ...tileParts(path, title, words));
  });
  return newcomer && begun < FIRST_LESSONS ? [lessons, ...games] : [...games, lessons];
}

/** @param {boolean} newcomer */
function greet(newcomer) {
  find("#main").classList.toggle("newcomer", newcomer);
  find("#main").classList.toggle("returning", !newcomer);
  find("#own").hidden = newcomer;
  find("#start-title").textContent = newcomer ? "Begin" : "New game";
  find("#tiles").replaceChildren(...tiles(newcomer));
  find("#tiles > .tile").classList.add("first");
}

/** What this page cannot do, having no server, and what can. */
function tellOfServers() {
  openDialog({ title: "Play a friend" }, [
    el("p", {}, "This page keeps its games in your browser, which others cannot reach."),
    el("p", {}, "To play over a network, install gajah on one computer and start it for the others:"),
    el("pre", {}, el("code", {}, "pip install gajah\ngajah web --host 0.0.0.0")),
    el("p", {}, "It shows a link for your friend. Two at this screen works here and now."),
  ]);
}

/** @param {string} path @param {string} title @param {string} text */
function tileParts(path, title, text) {
  return [icon(path), el("strong", {}, title), el("span", {}, text)];
}

mountShell({ page: "home" });
const newcomer = !hasPlayed();
greet(newcomer);
if (newcomer) new BoardView(find("#showcase"), { mini: true }).showPieces(placements(SHOWN), { animate: false });

const asked = new URLSearchParams(location.search);
const start = asked.get("start") ?? "";
if (start || asked.has("new")) void openNewGame({ mode: "computer", start });
if (home.isShared) void claimOwnership();
if (home.isShared) {
  void followMailLink();
  void showChallenges(find("#open"), find("#challenges"));
  void showBots(find("#waiting-bots"), find("#bots"));
}
void showGames(find("#mine"), find("#running"), () => {
  // Games of an account that were begun in another browser.
  if (find("#own").hidden) greet(false);
});
