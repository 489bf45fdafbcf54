/** The games that this browser keeps: searched, shown, brought in, edited. */

import { Refusal } from "../refusal.js";
import { readGames } from "./importing.js";
import { isStudy, showGame } from "./show.js";
import { isBackup, readBackup } from "./transfer.js";
import { changeTree, GameTree } from "./tree.js";

/** @import { Core } from "../core/core.js" */
/** @import { GameList, GameWithTree, Imported, TreeChanged } from "../wire.js" */
/** @import { StoredGame } from "./show.js" */
/** @import { Store } from "./store.js" */
/** @import { TreeChange } from "./tree.js" */

const PAGE_SIZE = 50;

export class Library {
  /** @param {Core} core @param {Store} store */
  constructor(core, store) {
    this.core = core;
    this.store = store;
  }

  /** @param {string} id @returns {Promise<StoredGame>} */
  async game(id) {
    const found = await this.store.game(id);
    if (!found) throw new Refusal("no_game", "There is no such game.");
    return found;
  }

  /** @param {string} id @returns {Promise<GameWithTree>} */
  async show(id) {
    const game = await this.game(id);
    return { game: showGame(game), tree: this.tree(game).shapes(game.review) };
  }

  /** @param {StoredGame} game */
  tree(game) {
    return new GameTree(this.core, game, game.tree);
  }

  /** @param {URLSearchParams} query @returns {Promise<GameList>} */
  async search(query) {
    const found = await this.#found(query);
    const offset = Number(query.get("offset") ?? 0);
    const games = found.slice(offset, offset + Number(query.get("limit") ?? PAGE_SIZE));
    return { games: games.map((game) => showGame(game)), unreadable: [], total: found.length };
  }

  /** All games of a search with their trees. @param {URLSearchParams} query @returns {Promise<StoredGame[]>} */
  async find(query) {
    return Promise.all((await this.#found(query)).map(({ id }) => this.game(id)));
  }

  /** @param {URLSearchParams} query */
  async #found(query) {
    const games = (await this.store.games()).filter((game) => fits(game, query));
    const key = SORTS[query.get("sort") ?? "newest"] ?? SORTS.newest;
    return games.sort((a, b) => key(a, b) || b.created - a.created || (a.id < b.id ? -1 : 1));
  }

  /** @param {string} id @param {TreeChange} change @returns {Promise<TreeChanged>} */
  async changeTree(id, change) {
    const game = await this.game(id);
    if (game.state !== "over") throw new Refusal("game_running", "The game is still going on.");
    const tree = this.tree(game);
    const node = changeTree(tree, change, { isStudy: isStudy(game) });
    if (isStudy(game)) {
      const turns = tree.playedNodes.map(({ turn }) => turn);
      game.turn_count = turns.length;
      game.position = this.core.place({ position: game.start, handicap: game.handicap, turns }).position;
    }
    game.tree = tree.nodes;
    await this.store.write({ games: [game], trees: [game] });
    return { tree: tree.shapes(game.review), node };
  }

  /** @param {string} text @returns {Promise<Imported>} */
  async take(text) {
    const { games, problems } = isBackup(text) ? readBackup(text, this.core) : readGames(text, this.core);
    return { games: (await this.add(games)).map(({ id }) => id), problems };
  }

  /** Keeps games that are not here yet. @param {StoredGame[]} games @returns {Promise<StoredGame[]>} the new ones */
  async add(games) {
    const known = new Set((await this.store.games()).map(({ id }) => id));
    const added = games.filter(({ id }) => !known.has(id));
    if (added.length) await this.store.write({ games: added, trees: added });
    return added;
  }
}

/** @param {StoredGame} game @param {URLSearchParams} query */
function fits(game, query) {
  const player = (query.get("player") ?? "").toLowerCase();
  const named = [game.gold.name, game.silver.name].some((name) => name.toLowerCase().includes(player));
  const since = Number(query.get("since") ?? 0);
  const until = Number(query.get("until") ?? Infinity);
  const inTime = game.created >= since && game.created <= until;
  const state = query.get("state");
  const turns = game.turn_count;
  const isLong = turns >= Number(query.get("shortest") ?? 0) && turns <= Number(query.get("longest") ?? Infinity);
  const least = Number(query.get("rating") ?? 0);
  const { gold, silver } = showGame(game);
  const isStrong = [gold, silver].every(({ rating }) => (rating ?? 0) >= least);
  return (
    named &&
    inTime &&
    isLong &&
    isStrong &&
    (!state || game.state === state) &&
    endedSo(game, query.get("result") ?? "")
  );
}

/** @param {StoredGame} game @param {string} wanted */
function endedSo(game, wanted) {
  const { result } = showGame(game);
  if (!wanted) return true;
  if (wanted === "none") return result === null;
  return result !== null && (wanted === "draw" ? result.winner === null : result.winner === wanted);
}

/** @param {StoredGame} game */
function ratings(game) {
  const { gold, silver } = showGame(game);
  return (gold.rating ?? 0) + (silver.rating ?? 0);
}

/** Gold's wins, silver's, draws, and what is not decided. @param {StoredGame} game */
function outcome(game) {
  const { result } = showGame(game);
  if (!result) return 3;
  return result.winner === null ? 2 : Number(result.winner === "s");
}

/** @param {StoredGame} game */
function names({ gold, silver }) {
  return `${gold.name}\n${silver.name}`.toLowerCase();
}

/** @type {Record<string, (a: StoredGame, b: StoredGame) => number>} */
const SORTS = {
  newest: () => 0,
  oldest: (a, b) => a.created - b.created,
  longest: (a, b) => b.turn_count - a.turn_count,
  shortest: (a, b) => a.turn_count - b.turn_count,
  rating: (a, b) => ratings(b) - ratings(a),
  players: (a, b) => (names(a) < names(b) ? -1 : Number(names(a) > names(b))),
  result: (a, b) => outcome(a) - outcome(b),
};
