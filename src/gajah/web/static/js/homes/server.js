/** A server as the home of games: HTTP for what is asked once, WebSockets for what goes on. */

import { Refusal } from "../refusal.js";

/** @import { Home, Line, Listener, RequestOptions } from "./home.js" */

const ROOT = "/api/v1";

/** @implements {Home} */
export class ServerHome {
  isShared = true;

  /** @param {string} method @param {string} path @param {RequestOptions} [options] @returns {Promise<any>} */
  async request(method, path, { body, token, signal } = {}) {
    const isText = typeof body === "string" || body instanceof Blob;
    /** @type {Record<string, string>} */
    const headers = {};
    if (body !== undefined) headers["Content-Type"] = isText ? "text/plain" : "application/json";
    if (token) headers.Authorization = `Bearer ${token}`;
    const content = isText ? body : (JSON.stringify(body) ?? null);
    const response = await ask(path, { method, headers, signal: signal ?? null, body: content });
    return response.status === 204 ? null : response.json();
  }

  /** @param {string} path */
  async file(path) {
    return (await ask(path, {})).blob();
  }

  /** @param {string} path @param {Listener} listener @returns {Line} */
  connect(path, listener) {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    return new ServerLine(`${scheme}//${location.host}${path}`, listener);
  }

  /** @param {HTMLImageElement} image @param {string} path */
  showPicture(image, path) {
    image.src = ROOT + path;
  }

  /** @param {HTMLAnchorElement} link @param {string} path @param {string} name */
  offerFile(link, path, name) {
    link.href = ROOT + path;
    link.download = name;
  }
}

/** @implements {Line} */
class ServerLine {
  /** @param {string} address @param {Listener} listener */
  constructor(address, { onOpen, onMessage, onClose }) {
    this.socket = new WebSocket(address);
    this.socket.onopen = onOpen;
    this.socket.onmessage = (event) => onMessage(event.data);
    this.socket.onclose = onClose;
  }

  get isOpen() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  /** @param {string} text */
  send(text) {
    this.socket.send(text);
  }

  /** Does not wait for the end, which a dead network never reports. */
  close() {
    this.socket.onopen = this.socket.onmessage = this.socket.onclose = null;
    this.socket.close();
  }
}

/** @param {string} path @param {RequestInit} how @returns {Promise<Response>} */
async function ask(path, how) {
  /** @type {Response} */
  let response;
  try {
    response = await fetch(ROOT + path, how);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refusal("offline", "The server does not answer.");
  }
  if (!response.ok) throw await refusalOf(response);
  return response;
}

/** @param {Response} response @returns {Promise<Refusal>} */
async function refusalOf(response) {
  try {
    const { error } = await response.json();
    return new Refusal(error.code, error.text);
  } catch {
    return new Refusal("http", `The server answered ${response.status} ${response.statusText}.`);
  }
}
