/** Requests to the server's HTTP part. */

const ROOT = "/api/v1";

/** A request that the server refused (or did not get), with the reason in words. */
export class Refusal extends Error {
  /** @param {string} code @param {string} text */
  constructor(code, text) {
    super(text);
    this.name = "Refusal";
    this.code = code;
    this.text = text;
  }
}

/**
 * The text to show for anything that was thrown.
 * @param {unknown} error
 */
export function reason(error) {
  return error instanceof Error ? error.message : String(error);
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

/**
 * @param {string} method
 * @param {string} path  below /api/v1
 * @param {{body?: unknown, text?: string | Blob, token?: string, signal?: AbortSignal}} [options]
 * @returns {Promise<any>} the answer's JSON, or null when it has none
 */
async function request(method, path, { body, text, token, signal } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (text !== undefined) headers["Content-Type"] = "text/plain";
  if (token) headers.Authorization = `Bearer ${token}`;
  /** @type {Response} */
  let response;
  try {
    response = await fetch(ROOT + path, {
      method,
      headers,
      signal: signal ?? null,
      body: text ?? (body === undefined ? null : JSON.stringify(body)),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refusal("offline", "The server does not answer.");
  }
  if (!response.ok) throw await refusalOf(response);
  return response.status === 204 ? null : response.json();
}

export const api = {
  /** @param {string} path @param {{signal?: AbortSignal}} [options] */
  get: (path, options) => request("GET", path, options),
  /** @param {string} path @param {unknown} body @param {{token?: string, signal?: AbortSignal}} [options] */
  post: (path, body, options) => request("POST", path, { ...options, body }),
  /** @param {string} path @param {string | Blob} text  a file is sent byte for byte */
  postText: (path, text) => request("POST", path, { text }),
  /** @param {string} path @param {{token?: string}} [options] */
  delete: (path, options) => request("DELETE", path, options),
};
