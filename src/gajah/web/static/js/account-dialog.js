/** Logging in, a new account, and what the owner of an account can change. */

import { ownBots } from "./account-bots.js";
import { playerAddress } from "./addresses.js";
import { api } from "./api.js";
import { openDialog } from "./dialogs.js";
import { el, makeButton } from "./dom.js";
import { field, segments } from "./fields.js";
import { noticesField } from "./notices-field.js";
import { forgetPush, pushEndpoint, stopPush } from "./push.js";
import { reason } from "./refusal.js";

/** @import { AccountShape } from "./wire.js" */

// What the server takes.
const NAME_CHARS = 20;
const FEWEST_PASSWORD_CHARS = 8;
const MOST_PASSWORD_CHARS = 200;

const GUESTS =
  "Games are open to guests too. An account gives you a name that is yours alone, and a rating. No e-mail is asked for.";
const FORGOTTEN = "Keep the password safe: without an e-mail address a forgotten one cannot be sent to you.";

/** @param {AccountShape | null} account  that this browser is logged in to */
export function showAccount(account) {
  if (account) openOwn(account);
  else openLogIn();
}

function openLogIn() {
  const name = el("input", {
    type: "text",
    name: "name",
    required: true,
    maxlength: NAME_CHARS,
    autocomplete: "username",
    autocapitalize: "none",
    spellcheck: "false",
  });
  const password = passwordInput("current-password");
  const about = el("p", { class: "hint" });
  let isNew = false;
  const show = (/** @type {string} */ mode) => {
    isNew = mode === "new";
    password.autocomplete = isNew ? "new-password" : "current-password";
    password.minLength = isNew ? FEWEST_PASSWORD_CHARS : 0;
    about.textContent = isNew ? `Name: 2 to ${NAME_CHARS} letters, digits, - or _. ${FORGOTTEN}` : GUESTS;
    form.submit.textContent = isNew ? "Make the account" : "Log in";
  };
  const form = new Form("log-in", "Log in", async () => {
    const body = { name: name.value.trim(), password: password.value };
    await (isNew ? api.post("/account/register", body) : api.post("/account/log-in", body));
    await forgetPush().catch(() => {});
  });
  const modes = segments("I have", "account-mode", { old: "an account", new: "none yet" }, "old", show);
  form.root.append(modes, field("Name", name), field("Password", password), about);
  show("old");
  openDialog({ title: "Account" }, [form.root], [form.error, form.submit]);
  name.focus();
}

/** @param {AccountShape} account */
function openOwn(account) {
  const logOut = new Form("log-out", "Log out", async () => {
    await stopPush().catch(() => {}); // another one may log in here
    return api.post("/account/log-out", {});
  });
  logOut.submit.classList.remove("primary");
  const profile = el("a", { href: playerAddress(account.name) }, "Rating and games");
  /** @type {HTMLElement[]} */
  const parts = [el("p", {}, "Logged in as ", el("strong", {}, account.name), ". ", profile), logOut.root];
  parts.push(ownBots(), noticesField(), passwordForm(), deletion(account));
  openDialog({ title: "Account" }, parts, [logOut.error, logOut.submit]);
}

function passwordForm() {
  const [old, fresh] = [passwordInput("current-password"), passwordInput("new-password")];
  fresh.minLength = FEWEST_PASSWORD_CHARS;
  const form = new Form("change-password", "Change the password", async () => {
    const endpoint = await pushEndpoint().catch(() => null);
    return api.post("/account/password", { password: old.value, new_password: fresh.value, endpoint });
  });
  const about = el("p", { class: "hint" }, "Other browsers are logged out.");
  form.root.append(field("Password until now", old), field("New password", fresh), about, form.error, form.submit);
  return el("details", {}, el("summary", {}, "Change the password"), form.root);
}

/** @param {AccountShape} account */
function deletion({ name }) {
  const password = passwordInput("current-password");
  const form = new Form("delete-account", "Delete the account", () =>
    api.post("/account/delete", { password: password.value }),
  );
  form.submit.classList.replace("primary", "danger");
  const words = `Your games stay in the library under the name ${name}, which no one can take after you.`;
  form.root.append(el("p", {}, words), field("Password", password), form.error, form.submit);
  return el("details", {}, el("summary", {}, "Delete the account"), form.root);
}

/** A form that asks the server for something; the page is then loaded anew. */
class Form {
  /** @param {string} id @param {string} title @param {() => Promise<unknown>} ask */
  constructor(id, title, ask) {
    this.ask = ask;
    this.error = el("p", { class: "form-error", role: "alert" });
    this.submit = makeButton({ style: "primary", type: "submit", form: id }, title);
    const onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      void this.#send();
    };
    this.root = el("form", { id, class: "stack", onsubmit });
  }

  async #send() {
    this.submit.disabled = true;
    this.error.textContent = "";
    try {
      await this.ask();
      location.reload();
    } catch (error) {
      this.error.textContent = reason(error);
      this.submit.disabled = false;
    }
  }
}

/** @param {"current-password" | "new-password"} kind */
function passwordInput(kind) {
  return el("input", { type: "password", required: true, maxlength: MOST_PASSWORD_CHARS, autocomplete: kind });
}
