/** This tab as the home of games: a worker answers what a server would (../tab/worker.js). */

import { toast } from "../dialogs.js";
import { download } from "../download.js";
import { Refusal } from "../refusal.js";

/** @import { Home, Line, Listener, RequestOptions } from "./home.js" */
/** @import { FromPage, FromWorker, LineMessage } from "../tab/messages.js" */
/** @typedef {{ resolve: (answer: any) => void, reject: (error: unknown) => void }} Open */

/** @implements {Home} */
export class TabHome {
  isShared = false;
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Map<number, Open>} */
  #asked = new Map();
  /** @type {Map<number, TabLine>} */
  #lines = new Map();
  #next = 1;

  /** @param {string} method @param {string} path @param {RequestOptions} [options] @returns {Promise<any>} */
  async request(method, path, { body, token, signal } = {}) {
    const text = body instanceof Blob ? await body.text() : body;
    const number = this.#next++;
    return new Promise((resolve, reject) => {
      this.#asked.set(number, { resolve, reject });
      signal?.addEventListener("abort", () => {
        this.#asked.delete(number);
        reject(signal.reason);
      });
      this.#say({ type: "request", number, method, path, body: text, token });
    });
  }

  /** @param {string} path @returns {Promise<Blob>} */
  async file(path) {
    const { text, type } = await this.request("GET", path);
    return new Blob([text], { type });
  }

  /** @param {string} path @param {Listener} listener @returns {Line} */
  connect(path, listener) {
    const number = this.#next++;
    const line = new TabLine((message) => this.#say({ ...message, line: number }), path, listener);
    this.#lines.set(number, line);
    return line;
  }

  /** @param {HTMLImageElement} image @param {string} path */
  async showPicture(image, path) {
    const address = URL.createObjectURL(await this.file(path));
    image.addEventListener("load", () => URL.revokeObjectURL(address), { once: true });
    image.src = address;
  }

  /** @param {HTMLAnchorElement} link @param {string} path @param {string} name */
  offerFile(link, path, name) {
    link.href = "#";
    link.onclick = (event) => {
      event.preventDefault();
      void this.file(path).then((blob) => download(blob, name));
    };
  }

  /** @param {FromPage} message */
  #say(message) {
    if (!this.#worker) {
      this.#worker = new Worker(new URL("../tab/worker.js", import.meta.url), { type: "module" });
      this.#worker.onmessage = (event) => this.#hear(event.data);
      this.#worker.onerror = () => this.#fail();
    }
    this.#worker.postMessage(message);
  }

  /** @param {FromWorker} message */
  #hear(message) {
    if (message.type === "notice") return toast(message.text, "bad");
    if (message.type === "heard" || message.type === "ended") return this.#tell(message);
    const open = this.#asked.get(message.number);
    this.#asked.delete(message.number);
    if (message.type === "answer") open?.resolve(message.answer);
    else open?.reject(new Refusal(message.code, message.text));
  }

  /** @param {Extract<FromWorker, { line: number }>} message */
  #tell(message) {
    const line = this.#lines.get(message.line);
    if (!line?.isOpen) return;
    if (message.type === "heard") line.listener.onMessage(message.text);
    else line.listener.onClose();
  }

  #fail() {
    const refusal = new Refusal("no_core", "This browser cannot run gajah: it needs WebAssembly with SIMD.");
    for (const { reject } of this.#asked.values()) reject(refusal);
    this.#asked.clear();
  }
}

/** @implements {Line} */
class TabLine {
  isOpen = true;

  /** @param {(message: LineMessage) => void} say @param {string} path @param {Listener} listener */
  constructor(say, path, listener) {
    this.say = say;
    this.listener = listener;
    say({ type: "open", path });
    // As with a network: the caller has its line first.
    queueMicrotask(() => this.isOpen && listener.onOpen());
  }

  /** @param {string} text */
  send(text) {
    this.say({ type: "said", text });
  }

  close() {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.say({ type: "close" });
  }
}
