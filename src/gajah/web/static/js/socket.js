/** A connection to the home of the games that comes back by itself and pairs answers with questions. */

import { home } from "./homes/home.js";
import { Refusal } from "./refusal.js";

const VERSION = 1;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;
const ANSWER_WITHIN_MS = 15000;
// A connection that dies without a word is noticed after the sum of these: a clock may be running.
const PING_AFTER_MS = 2000;
const SIGN_OF_LIFE_WITHIN_MS = 2500;
// From a try to connect until the welcome; a network that is away lets a try hang for minutes.
const WELCOME_WITHIN_MS = 10000;

/** @typedef {{ message: import("./wire.js").GameMessage, told: import("./wire.js").GameTold, answers: import("./wire.js").GameAnswers }} GameProtocol */
/** @typedef {{ message: import("./wire.js").AnalysisMessage, told: import("./wire.js").AnalysisTold, answers: import("./wire.js").AnalysisAnswers }} AnalysisProtocol */
/** @typedef {Socket<GameProtocol>} GameSocket */
/** @typedef {Socket<AnalysisProtocol>} AnalysisSocket */
/** @typedef {{ resolve: (message: any) => void, reject: (error: Error) => void, timer: number }} OpenQuestion */

/**
 * Events: `message` (detail: the message) for everything the server says, `state` when that changes: `"open"`
 * after the server's welcome, `"lost"`, `"closed"`; also when the server says that it restarts.
 * @template {GameProtocol | AnalysisProtocol} P
 */
export class Socket extends EventTarget {
  /**
   * @param {string} path  such as /ws/games/ID
   * @param {() => { tokens?: string[], game?: string | null }} [hello]  what the greeting carries, asked at each connection
   */
  constructor(path, hello = () => ({})) {
    super();
    this.path = path;
    this.hello = hello;
    /** @type {"connecting" | "open" | "lost" | "closed"} */
    this.state = "connecting";
    /** @type {import("./homes/home.js").Line | null} */
    this.line = null;
    /** @type {Map<number, OpenQuestion>} */
    this.questions = new Map();
    /** What the home said first. @type {Extract<P["told"], { type: "welcome" }> | null} */
    this.welcome = null;
    /** Whether the server has said that it ends, until the next one says welcome. */
    this.isRestarting = false;
    this.nextRef = 1;
    this.waitMs = FIRST_WAIT_MS;
    this.retryTimer = 0;
    /** Until the next ping, or until the connection is given up for want of an answer. */
    this.lifeTimer = 0;
    /** @type {P["message"][]} */
    this.unsent = [];
    this.retryNow = () => {
      if (this.state === "lost") this.#connect();
    };
    addEventListener("online", this.retryNow);
    document.addEventListener("visibilitychange", this.retryNow);
    this.#connect();
  }

  #connect() {
    clearTimeout(this.retryTimer);
    this.#drop();
    this.line = home.connect(this.path, {
      onOpen: () => this.#write({ type: "hello", version: VERSION, ...this.hello() }),
      onMessage: (text) => this.#receive(JSON.parse(text)),
      onClose: () => this.#lost(),
    });
    this.lifeTimer = setTimeout(() => this.#lost(), WELCOME_WITHIN_MS);
  }

  #drop() {
    clearTimeout(this.lifeTimer);
    this.line?.close();
    this.line = null;
  }

  /** @param {P["message"]} message */
  #write(message) {
    // One that is closing says so itself; the page then connects again.
    if (this.line?.isOpen) this.line.send(JSON.stringify(message));
  }

  /** @param {P["told"]} message */
  #receive(message) {
    if (message.type === "restarting") this.#restarts();
    if (message.type === "welcome") this.#welcomed(/** @type {Extract<P["told"], { type: "welcome" }>} */ (message));
    if (this.state === "open") this.#awaitSilence();
    const ref = message.ref ?? 0;
    const question = this.questions.get(ref);
    if (question) {
      this.questions.delete(ref);
      clearTimeout(question.timer);
      if (message.type === "error") question.reject(new Refusal(message.code, message.text));
      else question.resolve(message);
    }
    this.dispatchEvent(new CustomEvent("message", { detail: message }));
  }

  /** @param {Extract<P["told"], { type: "welcome" }>} message */
  #welcomed(message) {
    this.welcome = message;
    this.waitMs = FIRST_WAIT_MS;
    this.isRestarting = false;
    this.#change("open");
    for (const message of this.unsent.splice(0)) this.#write(message);
  }

  #restarts() {
    this.isRestarting = true;
    this.dispatchEvent(new Event("state"));
  }

  /** Every message is a sign of life; when none has come for a while, one is asked for. */
  #awaitSilence() {
    clearTimeout(this.lifeTimer);
    this.lifeTimer = setTimeout(() => {
      this.#write({ type: "ping", id: 1 });
      this.lifeTimer = setTimeout(() => this.#lost(), SIGN_OF_LIFE_WITHIN_MS);
    }, PING_AFTER_MS);
  }

  #lost() {
    this.#drop();
    // What was asked may or may not have arrived; the welcome that follows tells the truth.
    for (const [ref, question] of this.questions) {
      if (this.unsent.some((message) => message.ref === ref)) continue;
      this.questions.delete(ref);
      clearTimeout(question.timer);
      question.reject(new Refusal("offline", "The connection was lost; the board shows what the server has."));
    }
    this.#change("lost");
    this.retryTimer = setTimeout(() => this.#connect(), this.waitMs);
    this.waitMs = Math.min(this.waitMs * 1.6, LONGEST_WAIT_MS);
  }

  /** @param {"open" | "lost" | "closed"} state */
  #change(state) {
    if (this.state === state) return;
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }

  /**
   * Says something that needs no answer; what is said before the first welcome waits for it.
   * @param {P["message"]} message
   */
  send(message) {
    if (this.state === "open") this.#write(message);
    else if (this.state === "connecting") this.unsent.push(message);
  }

  /**
   * Says something and gives the answer to it; a refusal, a lost connection or silence rejects.
   * @template {P["message"]} M
   * @param {M} message
   * @returns {Promise<P["answers"][M["type"] & keyof P["answers"]]>}
   */
  ask(message) {
    if (this.state === "lost" || this.state === "closed") {
      return Promise.reject(new Refusal("offline", "There is no connection to the server just now."));
    }
    const ref = this.nextRef++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.questions.delete(ref);
        reject(new Refusal("silent", "The server did not answer in time."));
      }, ANSWER_WITHIN_MS);
      this.questions.set(ref, { resolve, reject, timer });
      this.send({ ...message, ref });
    });
  }

  /**
   * Says something and hands over all that is answered to it, errors too.
   * @param {P["message"]} message @param {(answer: P["told"]) => void} onAnswer
   * @returns {() => void} stops listening; what the server does is not changed
   */
  stream(message, onAnswer) {
    const ref = this.nextRef++;
    /** @param {Event} event */
    const listen = (event) => {
      const answer = /** @type {CustomEvent<P["told"]>} */ (event).detail;
      if (answer.ref === ref) onAnswer(answer);
    };
    this.addEventListener("message", listen);
    this.send({ ...message, ref });
    return () => this.removeEventListener("message", listen);
  }

  close() {
    this.#change("closed");
    removeEventListener("online", this.retryNow);
    document.removeEventListener("visibilitychange", this.retryNow);
    clearTimeout(this.retryTimer);
    this.#drop();
  }
}

/** @type {AnalysisSocket | null} */
let shared = null;

/** The one connection of this page to the analysis, opened when first asked for. */
export function analysisSocket() {
  shared ??= new Socket("/ws/analysis", () => ({ game: new URLSearchParams(location.search).get("game") }));
  return shared;
}
