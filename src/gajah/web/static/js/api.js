/** Requests to the server's HTTP part. */

import { Refusal } from "./refusal.js";

const ROOT = "/api/v1";

/** @param {Response} response @returns {Promise<Refusal>} */
async function refusalOf(response) {
  try {
    const { error } = await response.json();
    return new Refusal(error.code, error.text);
  } catch {
    return new Refusal("http", `The server answered ${response.status} ${response.statusText}.`);
  }
}

/**
 * @param {string} method
 * @param {string} path  below /api/v1
 * @param {{body?: unknown, token?: string, signal?: AbortSignal}} [options]  a text or file goes as it is
 * @returns {Promise<any>} the answer's JSON, or null when it has none
 */
async function request(method, path, { body, token, signal } = {}) {
  const isText = typeof body === "string" || body instanceof Blob;
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = isText ? "text/plain" : "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  /** @type {Response} */
  let response;
  try {
    response = await fetch(ROOT + path, {
      method,
      headers,
      signal: signal ?? null,
      body: isText ? body : (JSON.stringify(body) ?? null),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refusal("offline", "The server does not answer.");
  }
  if (!response.ok) throw await refusalOf(response);
  return response.status === 204 ? null : response.json();
}

/** @import { Got, Posted } from "./wire.js" */

/** Paths are known by their text: wire.d.ts says what each is asked and answers. */
export const api = {
  /** @type {<P extends string>(path: P, options?: { signal?: AbortSignal }) => Promise<Got<P>>} */
  get: (path, options) => request("GET", path, options),
  /** @type {<P extends string>(path: P, body: Posted<P>["asked"], options?: { token?: string, signal?: AbortSignal }) => Promise<Posted<P>["answer"]>} */
  post: (path, body, options) => request("POST", path, { ...options, body }),
  /** @param {string} path @param {{token?: string}} [options] @returns {Promise<null>} */
  delete: (path, options) => request("DELETE", path, options),
};
