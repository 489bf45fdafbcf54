/** The account that this browser is logged in to. */

import { api } from "./api.js";
import { home } from "./homes/home.js";

/** @import { AccountState } from "./wire.js" */

/** @type {Promise<AccountState> | null} */
let asked = null;

/** Asked once for a page: to log in or out loads it anew. @returns {Promise<AccountState>} */
export function loadAccount() {
  asked ??= home.isShared ? api.get("/account") : Promise.resolve({ enabled: false, account: null, owner: false });
  return asked;
}
