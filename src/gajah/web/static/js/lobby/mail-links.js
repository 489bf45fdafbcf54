/** Links in letters, which end in #confirm-mail=SECRET or #stop-mail=SECRET: a page is needed to follow them. */

import { api } from "../api.js";
import { toast, toastError } from "../dialogs.js";

/** @type {[start: string, follow: (secret: string) => Promise<unknown>, words: string][]} */
const LINKS = [
  ["#confirm-mail=", (token) => api.post("/notices/confirm", { token }), "You get letters when it is your turn."],
  ["#stop-mail=", stop, "No more letters are sent to you."],
];

/** @param {string} token */
function stop(token) {
  return api.post(`/notices/stop?token=${encodeURIComponent(token)}`, "");
}

/** Do what the link is for, and take the secret out of the address. */
export async function followMailLink() {
  const { hash } = location;
  const found = LINKS.find(([start]) => hash.startsWith(start));
  if (!found) return;
  const [start, follow, words] = found;
  history.replaceState(null, "", location.pathname + location.search);
  try {
    await follow(hash.slice(start.length));
    toast(words, "good");
  } catch (error) {
    toastError(error);
  }
}
