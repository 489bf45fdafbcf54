/** Copying texts. */

import { toast } from "./shell.js";

/** @param {string} text @param {string} words what was copied */
export async function copyText(text, words) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${words} copied.`, "good");
  } catch {
    // Plain http from another machine has no clipboard: the text can still be taken by hand.
    prompt(`${words}:`, text);
  }
}
