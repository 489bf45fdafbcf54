/** A question to the server with many answers: analysis, review. */

/** @import { AnalysisSocket as Socket } from "../socket.js" */
/** @import { AnalysisMessage as Message, AnalysisTold as Told } from "../wire.js" */

/**
 * Says a message and hands over all that is answered to it, errors too.
 * @param {Socket} socket @param {Message} message @param {(answer: Told) => void} onAnswer
 * @returns {() => void} stops listening; what the server does is not changed
 */
export function openStream(socket, message, onAnswer) {
  const ref = socket.nextRef++;
  /** @param {Event} event */
  const listen = (event) => {
    const answer = /** @type {CustomEvent<Told>} */ (event).detail;
    if (answer.ref === ref) onAnswer(answer);
  };
  socket.addEventListener("message", listen);
  socket.send({ ...message, ref });
  return () => socket.removeEventListener("message", listen);
}
