/** Saving something as a file of the user's. */

import { el } from "./dom.js";

// The browser has begun to read it by then.
const READ_WITHIN_MS = 1000;

/** @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const address = URL.createObjectURL(blob);
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), READ_WITHIN_MS);
}
