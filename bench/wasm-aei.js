/**
 * Core in WebAssembly as an AEI engine under Node.js, for matches: level 10 in one thread, as in a page without threads.
 * By time, or with a number of nodes a turn, as many as the native engine has on the other side.
 *
 *     make wasm && gajah match "aei:node bench/wasm-aei.js" gajah:search=alphabeta --time 1s --games 20
 *     gajah match "aei:node bench/wasm-aei.js 100" gajah:search=net,nodes=100,device=cpu --games 40
 */

import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { Core } from "../src/gajah/web/static/js/core/core.js";

const LEVEL = 10;
const SLICE_S = 0.05;
// What is left of a turn's time for everything that is not thinking.
const SAFETY_S = 0.05;
const NODES = Number(process.argv[2] ?? 0);

const root = new URL("../src/gajah/", import.meta.url);
const core = await Core.start(await readFile(new URL("web/static/wasm/gajah.wasm", root)));
core.load(new Uint8Array(await readFile(new URL("engine/gajah.net", root))));

let turns = [];
let player = core.newPlayer(LEVEL);
let turnS = 1;

function choose() {
  core.place({ turns });
  const limits = NODES ? { nodes: NODES } : { softS: turnS - SAFETY_S, hardS: turnS - SAFETY_S };
  player.begin(limits);
  let thought = core.think(SLICE_S);
  while (!thought.done) thought = core.think(SLICE_S);
  return thought.turn;
}

/** @type {Record<string, (words: string[]) => void>} */
const COMMANDS = {
  aei: () => console.log("protocol-version 1\nid name gajah-wasm\nid author gajah\naeiok"),
  isready: () => console.log("readyok"),
  newgame: () => {
    turns = [];
    player.end();
    player = core.newPlayer(LEVEL);
  },
  setoption: ([, name, , value]) => {
    if (name === "tcmove") turnS = Number(value);
  },
  makemove: (words) => turns.push(words.join(" ")),
  go: () => console.log(`bestmove ${choose()}`),
  quit: () => process.exit(0),
};

for await (const line of createInterface({ input: process.stdin })) {
  const [command, ...words] = line.trim().split(/\s+/);
  COMMANDS[command]?.(words);
}
