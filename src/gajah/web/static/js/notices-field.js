/** How the owner of an account is told that it is their turn in a correspondence game. */

import { api } from "./api.js";
import { toast, toastError } from "./dialogs.js";
import { el, makeButton } from "./dom.js";
import { field } from "./fields.js";
import { canPush, pushEndpoint, startPush, stopPush } from "./push.js";
import { reason } from "./refusal.js";

/** @import { NoticeState } from "./wire.js" */

const ABOUT = "In games with days for a turn you are told when your opponent has played, or has taken your challenge.";

/** The part of the account's dialog, which asks the server when it is opened. */
export function noticesField() {
  const place = el("div", { class: "stack" });
  const about = el("p", { class: "hint" }, ABOUT);
  const root = el("details", {}, el("summary", {}, "Notices of my turn"), el("div", { class: "stack" }, about, place));
  root.addEventListener("toggle", () => root.open && !place.childElementCount && void fill(place));
  return root;
}

/** @param {HTMLElement} place */
async function fill(place) {
  try {
    const state = await api.get("/account/notices");
    place.replaceChildren(
      await pushPart(state),
      mailPart(state, (news) => place.lastChild?.replaceWith(...news)),
    );
  } catch (error) {
    place.replaceChildren(el("p", { class: "form-error", role: "alert" }, reason(error)));
  }
}

/** @param {NoticeState} state */
async function pushPart({ push_key: key }) {
  if (!key) return el("p", { class: "hint" }, "This server pushes no notices to browsers.");
  if (!canPush()) return el("p", { class: "hint" }, "This browser takes no notices here: they need https.");
  const change = async () => {
    try {
      if (!input.checked) await stopPush();
      else if (!(await startPush(key))) throw new Error("This browser does not permit notifications here.");
    } catch (error) {
      input.checked = !input.checked;
      toastError(error);
    }
  };
  const checked = (await pushEndpoint()) !== null;
  const input = el("input", { type: "checkbox", checked, onchange: () => void change() });
  return el("label", { class: "check" }, input, "Notify me in this browser, also when no page is open");
}

/** @param {NoticeState} state @param {(news: Node[]) => void} replace */
function mailPart(state, replace) {
  if (!state.mail) return el("p", { class: "hint" }, "This server sends no e-mail.");
  const address = el("input", { type: "email", maxlength: 254, autocomplete: "email", value: state.address ?? "" });
  const error = el("p", { class: "form-error", role: "alert" });
  const send = async () => {
    error.textContent = "";
    try {
      const next = await api.post("/account/notices/mail", { address: address.value.trim() });
      if (!next.address) toast("No more letters are sent to you.", "good");
      replace([mailPart(next, replace)]);
    } catch (problem) {
      error.textContent = reason(problem);
    }
  };
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    void send();
  };
  const words = el("p", { class: "hint", role: "status" }, mailWords(state));
  const save = makeButton({ type: "submit" }, "Save the address");
  return el("form", { class: "stack", onsubmit }, field("E-mail, if you want letters", address, words), error, save);
}

/** @param {NoticeState} state */
function mailWords({ address, confirmed }) {
  if (!address) return "It is shown to no one. An address that is left out is never asked for.";
  if (confirmed) return `Letters are sent to ${address}. Empty the field to end them.`;
  return `A letter was sent to ${address}: open the link in it to confirm the address.`;
}
