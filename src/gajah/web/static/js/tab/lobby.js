/** Games are made here, entered, and forgotten. */

import { NO_SCORE } from "../records/endings.js";
import { Refusal } from "../refusal.js";
import { newId } from "./ids.js";
import { Room } from "./room.js";
import { RunningGame } from "./running.js";
import { NAMES, newSeat } from "./seats.js";
import { showGame } from "./show.js";
import { emptyDraft, isHuman } from "./stored.js";

/** @import { GameCreated, NewGame, SideLetter } from "../wire.js" */
/** @import { House } from "./house.js" */
/** @import { StoredGame, StoredSeat } from "./show.js" */
/** @import { LiveGame } from "./stored.js" */

export class Lobby {
  /** @param {House} house */
  constructor(house) {
    this.house = house;
    /** The games that this tab plays. @type {Map<string, Room>} */
    this.rooms = new Map();
  }

  /** @param {NewGame} wanted @returns {Promise<GameCreated>} */
  async create(wanted) {
    const { gold = {}, silver = {} } = wanted;
    for (const { player = "human" } of [gold, silver]) this.#checkPlayer(player);
    if (wanted.start && Object.values(wanted.handicap ?? {}).some(Boolean))
      throw new Refusal("bad_handicap", "A handicap needs the usual start.");
    const handicap = hasPieces(wanted.handicap) ? { g: wanted.handicap?.g ?? "", s: wanted.handicap?.s ?? "" } : null;
    const board = this.house.core.place({ position: wanted.start ?? null, handicap });
    if (board.result) throw new Refusal("game_over", `The game is over there: ${board.result.text}`);
    /** @type {LiveGame} */
    const stored = {
      id: newId(),
      created: Date.now() / 1000,
      state: board.needs_setup ? "setup" : "playing",
      gold: newSeat(gold, "g"),
      silver: newSeat(silver, "s"),
      control: wanted.control ? this.#control(wanted.control) : null,
      start: wanted.start ? board.position : null,
      handicap,
      event: wanted.event ?? "",
      imported: false,
      tags: null,
      result: null,
      detail: "",
      score: NO_SCORE,
      turn_count: 0,
      position: board.position,
      review: null,
      no_engine: false,
      tree: [],
      draft: emptyDraft(),
    };
    await this.house.store.write({ games: [stored], trees: [stored] });
    // All people of this game sit before this screen: the secret of a seat only says that it is their own.
    const own = /** @type {SideLetter[]} */ (["g", "s"]).filter((side) =>
      isHuman(side === "g" ? stored.gold : stored.silver),
    );
    const tokens = /** @type {Record<SideLetter, string>} */ (Object.fromEntries(own.map((side) => [side, side])));
    return { game: showGame(stored, own), tokens };
  }

  /** The same again with sides swapped. @param {StoredGame} old @returns {Promise<string>} the new game's id */
  async rematch({ gold, silver, control, start, handicap, event }) {
    const again = (/** @type {StoredSeat} */ { player, name }, /** @type {SideLetter} */ side) => {
      return { player, name: name === NAMES[side] ? null : name };
    };
    const made = await this.create({
      gold: again(silver, "s"),
      silver: again(gold, "g"),
      control,
      start: handicap ? null : start,
      handicap: handicap && { g: handicap.s, s: handicap.g },
      event,
    });
    return made.game.id;
  }

  /**
   * @param {string} id @param {(message: any, ref?: number | null) => void} tell
   * @returns {Promise<Room>}
   */
  async enter(id, tell) {
    await this.house.library.game(id);
    await this.#claim(id);
    // Read once no other tab writes it any more.
    const game = await this.house.library.game(id);
    const running = new RunningGame(this.house, { ...game, draft: game.draft ?? emptyDraft() });
    const room = new Room(this.house, running, tell);
    this.rooms.set(id, room);
    return room;
  }

  /** @param {string} id */
  async remove(id) {
    await this.house.library.game(id);
    await this.rooms.get(id)?.close();
    this.rooms.delete(id);
    await this.house.store.write({ forget: id });
  }

  /** A game goes on in one tab: two would write over each other. @param {string} id */
  #claim(id) {
    if (!navigator.locks) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const refusal = new Refusal("open_elsewhere", "This game is open in another tab. Close it there to go on here.");
      void navigator.locks.request(`gajah/${id}`, { ifAvailable: true }, (lock) => {
        if (!lock) return reject(refusal);
        resolve(undefined);
        return new Promise(() => {}); // held as long as this page lives
      });
    });
  }

  /** @param {string} player */
  #checkPlayer(player) {
    if (player === "human" || this.house.players.some(({ name }) => name === player)) return;
    throw new Refusal("unknown_player", `There is no player '${player}' here.`);
  }

  /** @param {string} text */
  #control(text) {
    const control = this.house.core.control(text);
    if (!control.has_time) throw new Refusal("bad_control", "A time control gives some time.");
    return control.text;
  }
}

/** @param {NewGame["handicap"]} handicap */
function hasPieces(handicap) {
  return Object.values(handicap ?? {}).some(Boolean);
}
