/** Questions to the owner: why a ban, and until when; a new name; why a game is ended. */

import { api } from "../api.js";
import { openDialog } from "../dialogs.js";
import { el, makeButton } from "../dom.js";
import { field } from "../fields.js";
import { reason } from "../refusal.js";

const REASON_CHARS = 200;
const NAME_CHARS = 20;
const BANNED =
  "The account is logged out everywhere and cannot log in, the tokens of its bots end, and the games that it plays are lost. The reason is shown.";
const BANNED_ADDRESS = "An address, or a network such as 192.0.2.0/24. Its visitors see the reason, and nothing else.";

/** @param {string} title @param {HTMLElement[]} fields @param {string} yes @param {() => Promise<unknown>} ask */
function askFor(title, fields, yes, ask) {
  return /** @type {Promise<boolean>} */ (
    new Promise((resolve) => {
      const error = el("p", { class: "form-error", role: "alert" });
      let isDone = false;
      const onsubmit = async (/** @type {Event} */ event) => {
        event.preventDefault();
        try {
          await ask();
          isDone = true;
          dialog.close();
        } catch (problem) {
          error.textContent = reason(problem);
        }
      };
      const form = el("form", { id: "owner-form", class: "stack", onsubmit }, ...fields);
      const submit = makeButton({ style: "primary", type: "submit", form: "owner-form" }, yes);
      const dialog = openDialog({ title }, [form], [error, submit]);
      dialog.addEventListener("close", () => resolve(isDone));
    })
  );
}

/** @param {string} name  of an account, or nothing: an address is asked for @returns {Promise<boolean>} done? */
export function askForBan(name) {
  const target = el("input", { type: "text", required: true, maxlength: 64, autocomplete: "off" });
  const why = textField(REASON_CHARS);
  const until = el("input", { type: "date" });
  const about = el("p", { class: "hint" }, name ? BANNED : BANNED_ADDRESS);
  const asked = name ? [] : [field("Address", target)];
  const fields = [...asked, field("Reason", why), field("Until (empty: for good)", until), about];
  const ask = () =>
    api.post("/admin/bans", {
      target: name || target.value.trim(),
      reason: why.value.trim(),
      until: until.valueAsNumber ? until.valueAsNumber / 1000 : null,
    });
  return askFor(name ? `Ban ${name}` : "Ban an address", fields, "Ban", ask);
}

/** @param {string} name */
export function askForName(name) {
  const fresh = textField(NAME_CHARS);
  const about = el("p", { class: "hint" }, "Its games are shown under the new name. Others may take the old one.");
  const path = /** @type {const} */ (`/admin/users/${encodeURIComponent(name)}/rename`);
  const ask = () => api.post(path, { name: fresh.value.trim() });
  return askFor(`Rename ${name}`, [field("New name", fresh), about], "Rename", ask);
}

/** @param {string} game @param {string} title */
export function askForReason(game, title) {
  const why = textField(REASON_CHARS);
  why.required = false;
  const about = el(
    "p",
    { class: "hint" },
    "The game ends without a winner, and ratings stay. The players see the reason.",
  );
  const ask = () => api.post(`/admin/games/${game}/void`, { reason: why.value.trim() });
  return askFor(`End ${title}`, [field("Reason", why), about], "End the game", ask);
}

/** @param {number} most  characters */
function textField(most) {
  return el("input", { type: "text", required: true, maxlength: most, autocomplete: "off" });
}
