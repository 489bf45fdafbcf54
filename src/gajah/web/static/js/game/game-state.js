/** A live game as this page knows it, and how the server's messages change it. Plain data. */

import { replay } from "../history.js";
import { isRemote } from "../names.js";
import { playedLine } from "../nodes.js";

/** @import { GameShape as Game, GameTold as Message, SideLetter as Side } from "../wire.js" */
/** @typedef {"takeback" | "rematch"} Wish */
/** @typedef {ReturnType<typeof welcome>} LiveGame */

/**
 * @param {LiveGame | null} live
 * @param {Message} message
 * @returns {LiveGame | null} the same object if the message changes nothing
 */
export function reduce(live, message) {
  if (message.type === "welcome") return welcome(message);
  if (!live) return null;
  switch (message.type) {
    case "draft":
      return { ...live, board: message.board, setupDraft: message.setup_draft ?? live.setupDraft };
    case "turn":
      return played(live, message);
    case "game":
      return {
        ...live,
        game: message.game,
        clock: message.clock,
        thinking: message.game.pace?.paused ? {} : live.thinking,
        ...stillWished(live, message.game),
      };
    case "conditions":
      return { ...live, conditions: message.lines };
    case "plan":
      return { ...live, plan: message.plan };
    case "thinking":
      return { ...live, thinking: { [message.side]: message.place } };
    case "takeback":
      return wished(live, "takeback", message);
    case "rematch":
      return { ...wished(live, "rematch", message), rematch: message.game };
    default:
      return live;
  }
}

/** @typedef {import("../wire.js").TakebackState | import("../wire.js").RematchState} WishState */

/** @param {LiveGame} live @param {Wish} wish @param {WishState} message @returns {LiveGame} */
function wished(live, wish, { state, by }) {
  const isOurs = live.seats.some((side) => side === live.asked[wish]);
  return {
    ...live,
    asked: { ...live.asked, [wish]: state === "asked" ? by : null },
    declined: state === "declined" && isOurs ? wish : null,
  };
}

/** Nothing is taken back after the end. @param {LiveGame} live @param {Game} game */
function stillWished({ asked, declined }, { state }) {
  if (state !== "over") return { asked, declined };
  return { asked: { ...asked, takeback: null }, declined: declined === "takeback" ? null : declined };
}

/** @param {import("../wire.js").Welcome} message */
function welcome({
  game,
  board,
  tree,
  clock,
  seats,
  setup_draft: setupDraft,
  plan,
  conditions,
  asked,
  rematch,
  may_pace: mayPace,
  tab_engine: hasTabEngine,
}) {
  const line = playedLine(tree);
  return {
    game,
    board,
    line, // the turns that were played
    moments: replay(line, game.start),
    clock,
    seats, // ours
    setupDraft,
    mayPace, // may this page pause bots?
    hasTabEngine, // does the server offer its engine for this tab?
    plan, // ours, while the opponent is to move
    conditions, // our answers in advance
    asked,
    declined: /** @type {Wish | null} */ (null), // what we have asked for in vain
    rematch, // the game that both have agreed on after this one
    thinking: /** @type {Partial<Record<Side, number>>} */ ({}), // the place in the queue
  };
}

/** @param {LiveGame} live @param {import("../wire.js").TurnPlayed} message @returns {LiveGame} */
function played(live, { node, game, board, clock }) {
  const line = live.line.some((known) => known.id === node.id) ? live.line : [...live.line, node];
  const asked = { ...live.asked, takeback: null };
  return {
    ...live,
    game,
    board,
    clock,
    line,
    moments: replay(line, game.start),
    setupDraft: null,
    plan: null,
    thinking: {},
    asked,
    declined: null,
  };
}

/** The side whose turn it is, while the game lasts. @param {LiveGame} live @returns {Side | null} */
export function toMove(live) {
  return live.game.state === "playing" || isSettingUp(live) ? live.board.side : null;
}

/** Setting up does not wait for the opponent. @param {LiveGame} live */
export function isSettingUp({ game, line }) {
  return game.state === "setup" || (game.state === "waiting" && game.start === null && line.length < 2);
}

/** May this page enter a turn now? @param {LiveGame} live */
export function isMyTurn(live) {
  const side = toMove(live);
  return side !== null && live.seats.includes(side);
}

/** Do both players sit at this page? @param {LiveGame} live */
export function isShared(live) {
  return live.seats.length === 2;
}

/** Does a person sit opposite, who may ask for something? @param {LiveGame} live */
export function facesPerson({ game, seats }) {
  return seats.length === 1 && !game.imported && [game.gold, game.silver].every((seat) => seat.kind === "human");
}

/** Does a player sit opposite who answers requests: a person, or a bot from elsewhere? @param {LiveGame} live */
export function facesPlayer({ game, seats }) {
  return seats.length === 1 && !game.imported && [game.gold, game.silver].every(isRemote);
}

/** The side at the bottom of the board. @param {LiveGame} live @returns {Side} */
export function ownSide(live) {
  return live.seats.length === 1 && live.seats[0] === "s" ? "s" : "g";
}
