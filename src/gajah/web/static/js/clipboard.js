/** Copying texts and pictures. */

import { toast } from "./dialogs.js";

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

/** @param {Promise<Blob>} png  under way: browsers want to be asked while the click is fresh */
export async function copyPicture(png) {
  if (!navigator.clipboard?.write) throw new Error("This page cannot copy pictures; save it instead.");
  await navigator.clipboard.write([new ClipboardItem({ "image/png": png })]);
  toast("Picture copied.", "good");
}
