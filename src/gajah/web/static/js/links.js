/** Links for other people, under an address by which they reach the server. */

import { api } from "./api.js";
import { copyText } from "./clipboard.js";
import { toast, toastError } from "./dialogs.js";

export const LOCAL_ONLY = "This server can be reached only from this machine.";

/** @param {string} path @returns {Promise<import("./wire.js").Links>} none: the server is local, and how to change that */
export function linksTo(path) {
  return api.post("/links", { origin: location.origin, path });
}

/** @param {string} path @param {string} words what is copied */
export async function copyLink(path, words) {
  try {
    const { links, restart } = await linksTo(path);
    if (links[0]) await copyText(links[0], words);
    else toast(`${LOCAL_ONLY} Start it with "${restart}" to let others in.`);
  } catch (error) {
    toastError(error);
  }
}
