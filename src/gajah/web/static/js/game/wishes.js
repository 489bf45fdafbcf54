/** Takeback and rematch: asked for here, granted or declined by the other side. */

import { reason } from "../api.js";
import { toast } from "../dialogs.js";

/** @import { GameSocket as Socket } from "../socket.js" */

/** @param {Socket} socket @param {"takeback" | "rematch"} type @param {boolean | null} answer  null: asks */
async function say(socket, type, answer) {
  try {
    await socket.ask({ type, answer });
  } catch (error) {
    toast(reason(error), "bad");
  }
}

/** @param {Socket} socket */
export function askTakeback(socket) {
  return say(socket, "takeback", null);
}

/** @param {Socket} socket */
export function askRematch(socket) {
  return say(socket, "rematch", null);
}

/** @param {Socket} socket @param {"takeback" | "rematch"} type @param {boolean} answer */
export function answerWish(socket, type, answer) {
  return say(socket, type, answer);
}
