/** What pages ask the home of the games once, and get an answer to. */

import { home } from "./homes/home.js";

/** @import { Got, Posted } from "./wire.js" */

/** Paths are known by their text: wire.d.ts says what each is asked and answers. */
export const api = {
  /** @type {<P extends string>(path: P, options?: { signal?: AbortSignal }) => Promise<Got<P>>} */
  get: (path, options) => home.request("GET", path, options),
  /** @type {<P extends string>(path: P, body: Posted<P>["asked"], options?: { token?: string, signal?: AbortSignal }) => Promise<Posted<P>["answer"]>} */
  post: (path, body, options) => home.request("POST", path, { ...options, body }),
  /** @param {string} path @param {{token?: string}} [options] @returns {Promise<null>} */
  delete: (path, options) => home.request("DELETE", path, options),
};
