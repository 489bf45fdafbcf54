/** All that a browser keeps, written to a file and read again. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { gatherKept, restoreKept } from "../../src/gajah/web/static/js/kept.js";
import { readGames } from "../../src/gajah/web/static/js/tab/importing.js";
import { newSolver } from "../../src/gajah/web/static/js/tab/solver.js";
import { betterSolver, isBackup, readBackup, writeBackup } from "../../src/gajah/web/static/js/tab/transfer.js";

const RECORD = `[Gold "Ann"]
[Silver "Bob"]
[ResultCode "r"]
[Result "1-0"]

1g Ra1 Rb1 Ee2
1s ra8 rb8 ed7
2g Ee2n {Good. [%emt 0:00:12]}
(
2g Ra1n !?
)
2s ed7s
1-0
`;
const SAID = { score: { text: "+0.10", win: 0.5071, mate: null }, best: "Ee2e", loss: 0.06, mark: "?!" };

/** Accepts every turn: whether turns are legal is core's to say, which is not here. */
function newRules() {
  let count = 0;
  const board = () => ({
    label: `${Math.floor(count / 2) + 1}${"gs"[count % 2]}`,
    position: `after ${count} turns`,
    result: null,
  });
  return {
    place: ({ turns }) => {
      count = turns.length;
      return board();
    },
    play: (turn) => {
      count += 1;
      return { turn, board: board() };
    },
  };
}

function newGame(changes = {}) {
  const [game] = readGames(RECORD, newRules()).games;
  const played = game.tree.filter((node) => node.played).map(({ id }) => id);
  return {
    ...game,
    created: 1_790_000_000.25,
    imported: false,
    tags: null,
    gold: { player: "human", name: "Ann", taken: true },
    silver: { player: "gajah:level=3", name: "Bob", taken: true },
    review: { [played[2]]: SAID, [played[3]]: { ...SAID, mark: "" } },
    ...changes,
  };
}

function write(belongings) {
  return writeBackup({ games: [], solver: null, kept: {}, ...belongings }, newRules(), 1_790_000_000);
}

function read(text) {
  return readBackup(text, newRules());
}

/** The file of a game in which something is changed by hand. */
function damaged(change) {
  const file = JSON.parse(write({ games: [newGame(), newGame({ id: "other" })] }));
  change(file.games[0], file);
  return JSON.stringify(file);
}

test("a game comes back as it was", () => {
  const game = newGame();
  const text = write({ games: [game] });
  assert.ok(isBackup(text));
  const { games, problems } = read(text);
  assert.deepEqual(problems, []);
  assert.deepEqual(games, [game]);
});

test("a game under way can go on, and one without a turn is left out", () => {
  const going = newGame({ state: "playing", result: null, score: "*", review: null });
  const { games } = read(write({ games: [going, newGame({ id: "empty", turn_count: 0, tree: [] })] }));
  assert.deepEqual(
    games.map(({ id, state, result }) => [id, state, result]),
    [[going.id, "playing", null]],
  );
});

test("what was tried after the end of a game is no part of it", () => {
  const game = newGame();
  const last = game.tree.find(({ played, children }) => played && !children.length);
  last.children = [99];
  game.tree.push({ ...last, id: 99, parent: last.id, label: "3g", turn: "Ee3n", played: false, children: [] });
  const [again] = read(write({ games: [game] })).games;
  assert.deepEqual([again.turn_count, again.position], [4, "after 4 turns"]);
  assert.equal(again.tree.filter(({ played }) => played).length, 4);
  assert.equal(again.tree.length, game.tree.length);
});

test("secrets of seats stay here", () => {
  const seat = { player: "human", name: "Ann", taken: true, token: "secret" };
  assert.ok(!write({ games: [newGame({ gold: seat })] }).includes("secret"));
});

test("a damaged game is named and the others are taken", () => {
  const cases = {
    record: (game) => delete game.record,
    created: (game) => Object.assign(game, { created: "yesterday" }),
    id: (game) => Object.assign(game, { id: "../x" }),
    review: (game) => Object.assign(game, { review: [{ ...SAID, mark: "!!!" }] }),
    silver: (game) => Object.assign(game, { silver: null }),
  };
  for (const [field, change] of Object.entries(cases)) {
    const { games, problems } = read(damaged(change));
    assert.deepEqual(
      games.map(({ id }) => id),
      ["other"],
    );
    assert.deepEqual(problems, [{ line: 0, text: `game 1 of the backup: its ${field} is damaged` }]);
  }
  const { games, problems } = read(damaged((game) => Object.assign(game, { record: "1g Ra1\n1s nonsense\n" })));
  assert.equal(games.length, 1);
  assert.match(problems[0].text, /^game 1 of the backup: line 2: /);
});

test("a file that is no backup, damaged or too new is refused in a sentence", () => {
  const whole = write({ games: [newGame()] });
  const refusals = {
    "The backup is damaged: it cannot be read to its end.": whole.slice(0, whole.length / 2),
    "This file is not a backup of gajah.": '{"format": "other", "games": []}',
    "The backup is of a newer version of gajah. Open it with that version.": damaged((_, file) =>
      Object.assign(file, { version: 2 }),
    ),
    "The backup is damaged: it does not say its version.": damaged((_, file) => delete file.version),
    "The backup is damaged: it has no list of games.": damaged((_, file) => Object.assign(file, { games: {} })),
  };
  for (const [message, text] of Object.entries(refusals)) {
    assert.throws(() => read(text), { code: "bad_backup", message });
  }
  assert.ok(isBackup(whole.slice(0, 40)));
  assert.ok(!isBackup("{A comment} 1g Ra1"));
});

test("the solver comes back, unless it is damaged or knows less than the one here", () => {
  const solver = {
    ...newSolver(),
    answers: 7,
    run: { mode: "timed", began_s: 1, puzzles: ["goal-1"], score: 0, mistakes: 0, skipped: false, over: true },
    attempts: { "goal-1": { at: 5, solved: true, stage: 1, due_after: null, due_at: 9.5 } },
  };
  assert.deepEqual(read(write({ solver })).solver, solver);
  const bad = read(write({ solver: { ...solver, attempts: { "goal-1": {} } } }));
  assert.equal(bad.solver, null);
  assert.equal(bad.problems[0].text, "the puzzle rating of the backup is damaged, and not taken");
  const fresh = newSolver();
  assert.equal(betterSolver(fresh, solver), solver);
  assert.equal(betterSolver(solver, fresh), solver);
  assert.equal(betterSolver(undefined, solver), solver);
  assert.equal(betterSolver(fresh, null), fresh);
});

/** A browser's storage. */
function newStorage(values) {
  const kept = new Map(Object.entries(values));
  return {
    kept,
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
  };
}

test("what the pages keep comes back in an empty browser, and nothing else", () => {
  const values = {
    "gajah.settings": '{"theme":"dark"}',
    "gajah.learn": '{"steps":[0,1]}',
    "gajah.scratches": '[{"position":null,"nodes":[{"id":0}]}]',
    "gajah.new-game.control": "15s/2m",
    "gajah.setup.g": "Ra1 Rb1",
    "gajah.seats": '{"abcd":{"g":"token"}}',
  };
  const storage = newStorage({ ...values, "gajah.invites": '{"abcd":{"s":"token"}}', other: "x" });
  const { kept } = read(write({ kept: gatherKept(storage) }));
  const empty = newStorage({});
  restoreKept(empty, { ...kept, other: "x", "gajah.invites": {} });
  assert.deepEqual(Object.fromEntries(empty.kept), values);
});

test("lessons, studies and games are added to those that are there, settings replaced", () => {
  const storage = newStorage({
    "gajah.settings": '{"theme":"dark","sound":false}',
    "gajah.learn": '{"steps":[0,1],"pushing":[2]}',
    "gajah.scratches": '[{"position":null,"nodes":[{"id":0}]}]',
  });
  restoreKept(storage, {
    "gajah.settings": { theme: "light" },
    "gajah.learn": { steps: [1, 2] },
    "gajah.scratches": [{ position: null, nodes: [] }, { position: "g [ ]", nodes: [] }, { nodes: 5 }],
  });
  const kept = (name) => JSON.parse(storage.getItem(name));
  assert.deepEqual(kept("gajah.settings"), { theme: "light", sound: false });
  assert.deepEqual(kept("gajah.learn"), { steps: [0, 1, 2], pushing: [2] });
  assert.deepEqual(kept("gajah.scratches"), [
    { position: null, nodes: [{ id: 0 }] },
    { position: "g [ ]", nodes: [] },
  ]);
});
