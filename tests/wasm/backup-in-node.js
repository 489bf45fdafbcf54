/** Writes games as a backup and reads it again: node backup-in-node.js gajah.wasm < games.txt */

import { readFileSync } from "node:fs";
import { Core } from "../../src/gajah/web/static/js/core/core.js";
import { readGames } from "../../src/gajah/web/static/js/tab/importing.js";
import { showScore } from "../../src/gajah/web/static/js/tab/score.js";
import { readBackup, writeBackup } from "../../src/gajah/web/static/js/tab/transfer.js";

const NOW = 1_790_000_000;

/** A review that says something else of each turn. */
function reviewOf({ tree }) {
  const turns = tree.filter(({ played, turn }) => played && !/[a-h][1-8]$/.test(turn));
  const said = turns.map(({ id, turn }, number) => [
    id,
    { score: showScore(number * 97 - 1000), best: turn, loss: number / 1000, mark: ["", "?!", "?", "??"][number % 4] },
  ]);
  return Object.fromEntries(said);
}

const core = await Core.start(readFileSync(process.argv[2]));
const { games } = readGames(readFileSync(0, "utf8"), core);
const before = games.map((game, number) => ({ ...game, created: NOW + number + 0.5, review: reviewOf(game) }));
const text = writeBackup({ games: before, solver: null, kept: {} }, core, NOW);
const { games: after, problems } = readBackup(text, core);
process.stdout.write(JSON.stringify({ text, before, after, problems }));
