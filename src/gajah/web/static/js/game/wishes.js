/** Takeback and rematch: asked for here, granted or declined by the other side. */

import { toastError } from "../dialogs.js";

/**
 * @param {import("../socket.js").GameSocket} socket @param {import("./game-state.js").Wish} type
 * @param {boolean} [answer]  to the opponent's wish; left out: it is ours
 */
export function sayWish(socket, type, answer) {
  void socket.ask({ type, answer: answer ?? null }).catch(toastError);
}
