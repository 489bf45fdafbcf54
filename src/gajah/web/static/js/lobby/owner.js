/** The owner's link, which ends in #owner=SECRET: it gives this browser the rights of the server's owner. */

import { api } from "../api.js";
import { toast, toastError } from "../dialogs.js";

const START = "#owner=";

/** Exchange the secret for a cookie, and take it out of the address. */
export async function claimOwnership() {
  if (!location.hash.startsWith(START)) return;
  const secret = location.hash.slice(START.length);
  history.replaceState(null, "", location.pathname + location.search);
  try {
    await api.post("/owner", { secret });
    toast("This browser is the owner's now.", "good");
  } catch (error) {
    toastError(error);
  }
}
