/** The first page. */

import { BoardView } from "../board/board.js";
import { el, find, icon } from "../dom.js";
import { ICONS } from "../icons.js";
import { placements } from "../placements.js";
import { mountShell } from "../shell.js";
import { showGames } from "./game-list.js";
import { openNewGame } from "./new-game.js";

const TILES = /** @type {const} */ ([
  ["computer", ICONS.bot, "Play the computer", "Ten levels, from a first game to very strong."],
  ["friend", ICONS.link, "Play a friend", "Send a link; the person who opens it takes the seat."],
  ["screen", ICONS.people, "Two at this screen", "Pass the board back and forth."],
  ["watch", ICONS.eye, "Watch two bots", "Choose both and lean back."],
]);

const SHOWN =
  "Ra1 Rb1 Rc1 Dd1 De1 Rf1 Rg1 Rh1 Ra2 Hb2 Cc2 Md2 Ee2 Cf2 Hg2 Rh2 " +
  "ra8 rb8 rc8 dd8 de8 rf8 rg8 rh8 ra7 hb7 cc7 ed7 me7 cf7 hg7 rh7";

mountShell({ page: "home" });
find("#tiles").replaceChildren(
  ...TILES.map(([mode, path, title, text], i) =>
    el(
      "button",
      { type: "button", class: i ? "tile" : "tile first", onclick: () => void openNewGame({ mode }) },
      icon(path),
      el("strong", {}, title),
      el("span", {}, text),
    ),
  ),
);
new BoardView(find("#showcase"), { mini: true }).showPieces(placements(SHOWN), { animate: false });

const start = new URLSearchParams(location.search).get("start");
if (start) void openNewGame({ mode: "computer", start });
void showGames(find("#mine"), find("#running"));
