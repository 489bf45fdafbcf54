/** The bots of an account: their names, and the tokens by which programs play under them. */

import { playerAddress } from "./addresses.js";
import { api } from "./api.js";
import { copyText } from "./clipboard.js";
import { confirmDialog } from "./dialogs.js";
import { el, makeButton } from "./dom.js";
import { field } from "./fields.js";
import { reason } from "./refusal.js";

/** @import { BotToken, OwnBot, OwnBots } from "./wire.js" */

const ABOUT =
  "A bot is a program that plays here under a name of its own, from any computer. It connects with a token, " +
  "which is shown only once: keep it to yourself.";
const NAME_CHARS = 20;

/** Asks for the bots when it is opened. */
export function ownBots() {
  const list = el("ul", { class: "stack bot-list" });
  const error = el("p", { class: "form-error", role: "alert" });
  const fresh = el("div", { class: "stack", role: "status" });
  const name = el("input", { type: "text", required: true, maxlength: NAME_CHARS, autocomplete: "off" });

  /** @param {() => Promise<unknown>} ask */
  const attempt = async (ask) => {
    error.textContent = "";
    try {
      await ask();
    } catch (problem) {
      error.textContent = reason(problem);
    }
  };
  /** @param {OwnBots} found */
  const show = ({ bots, most }) => {
    list.replaceChildren(...bots.map((bot) => row(bot, act)));
    form.hidden = bots.length >= most;
  };
  const load = async () => show(await api.get("/account/bots"));
  /** @param {OwnBot} bot @param {"token" | "revoke" | "delete"} what */
  const act = (bot, what) =>
    attempt(async () => {
      if (!(await isSure(bot, what))) return;
      fresh.replaceChildren();
      const path = /** @type {const} */ (`/account/bots/${encodeURIComponent(bot.name)}`);
      if (what === "token") {
        showToken(fresh, await api.post(`${path}/token`, {}));
        await load();
      } else if (what === "revoke") show(await api.post(`${path}/revoke`, {}));
      else show(await api.post(`${path}/delete`, {}));
    });
  const make = () =>
    attempt(async () => {
      showToken(fresh, await api.post("/account/bots", { name: name.value.trim() }));
      name.value = "";
      await load();
    });
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    void make();
  };
  const form = el(
    "form",
    { class: "stack", onsubmit },
    field("Name of a new bot", name),
    makeButton({ style: "primary", type: "submit" }, "Make the bot"),
  );
  const ontoggle = () => details.open && void attempt(load);
  const body = el("div", { class: "stack" }, el("p", { class: "hint" }, ABOUT), list, fresh, form, error);
  const details = el("details", { ontoggle }, el("summary", {}, "Bots"), body);
  return details;
}

/** @param {OwnBot} bot @param {(bot: OwnBot, what: "token" | "revoke" | "delete") => void} act */
function row(bot, act) {
  const state = !bot.has_token ? "without a token" : bot.connected ? "connected" : "not connected";
  const button = (/** @type {"token" | "revoke" | "delete"} */ what, /** @type {string} */ title) =>
    makeButton({ style: "quiet", "aria-label": `${title}: ${bot.name}`, onclick: () => act(bot, what) }, title);
  return el(
    "li",
    { class: "row" },
    el("a", { href: playerAddress(bot.name) }, bot.name),
    el("span", { class: "muted" }, state),
    el(
      "span",
      { class: "row" },
      button("token", "New token"),
      bot.has_token && button("revoke", "Revoke"),
      button("delete", "Delete"),
    ),
  );
}

/** @param {OwnBot} bot @param {"token" | "revoke" | "delete"} what @returns {Promise<boolean>} */
async function isSure({ name, has_token: hasToken }, what) {
  if (what === "delete") {
    const text = `Its games stay in the library under the name ${name}, which no one can take after it.`;
    return confirmDialog({ title: `Delete ${name}`, text, yes: "Delete", danger: true });
  }
  if (!hasToken) return true;
  const text = `A program that plays as ${name} now is disconnected.`;
  const [title, yes] = what === "token" ? ["New token", "Make a new token"] : ["Revoke the token", "Revoke"];
  return confirmDialog({ title, text, yes });
}

/** @param {HTMLElement} root @param {BotToken} made */
function showToken(root, { name, token }) {
  const command = `GAJAH_TOKEN=${token} gajah bot --server ${location.origin} COMMAND`;
  root.replaceChildren(
    el("p", {}, `${name}'s token, shown only now. Start the bot with the command of your engine:`),
    el("pre", { class: "token" }, el("code", {}, command)),
    makeButton({ onclick: () => void copyText(command, "Command") }, "Copy the command"),
  );
}
