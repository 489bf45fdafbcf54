/** The worker that is this tab's home of games: it answers the page as a server would. */

import { Refusal, reason } from "../refusal.js";
import { House } from "./house.js";

/** @import { FromPage, FromWorker, Request } from "./messages.js" */
/** @typedef {Awaited<ReturnType<House["connect"]>>} Guest  what serves a line */

/** @param {FromWorker} message */
const say = (message) => postMessage(message);
const house = House.build((text) => say({ type: "notice", text }));
/** What is said on a line waits for what was said before. @type {Map<number, Promise<Guest | null>>} */
const guests = new Map();

/** @param {Request} request */
async function answer({ number, ...asked }) {
  try {
    say({ type: "answer", number, answer: (await (await house).answer(asked)) ?? null });
  } catch (error) {
    say({ type: "refused", number, ...refusal(error) });
  }
}

/** @param {unknown} error */
function refusal(error) {
  if (!(error instanceof Refusal)) console.error(error);
  return { code: error instanceof Refusal ? error.code : "failed", text: reason(error) };
}

/** @param {number} line @param {string} path @returns {Promise<Guest | null>} */
async function open(line, path) {
  const tell = (/** @type {object} */ message, /** @type {number | null} */ ref = null) =>
    say({ type: "heard", line, text: JSON.stringify({ ref, ...message }) });
  try {
    return await (await house).connect(path, tell);
  } catch (error) {
    tell({ type: "error", ...refusal(error) });
    return null;
  }
}

/** @param {number} line @param {(guest: Guest) => Promise<void>} act */
function next(line, act) {
  const turn = guests.get(line) ?? Promise.resolve(null);
  const done = turn.then(async (guest) => {
    if (guest) await act(guest).catch(console.error);
    return guest;
  });
  guests.set(line, done);
}

addEventListener("message", ({ data }) => {
  const message = /** @type {FromPage} */ (data);
  if (message.type === "request") void answer(message);
  else if (message.type === "open") guests.set(message.line, open(message.line, message.path));
  else if (message.type === "said") {
    const said = JSON.parse(message.text);
    // A search goes on while the page says something else.
    next(message.line, async (guest) => void (said.type === "analyse" ? guest.hear(said) : await guest.hear(said)));
  } else {
    next(message.line, (guest) => guest.close());
    guests.delete(message.line);
  }
});
