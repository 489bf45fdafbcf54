/** The link for an opponent who has not come yet, or how to get one that works. */

import { copyText } from "../clipboard.js";
import { el, icon, makeButton } from "../dom.js";
import { ICONS } from "../icons.js";
import { LOCAL_ONLY, linksTo } from "../links.js";
import { reason } from "../refusal.js";
import { invitePath, invitesOf } from "../seats.js";

/** @import { Links } from "../wire.js" */
/** @import { LiveGame } from "./game-state.js" */

export class Invitation {
  /** @param {HTMLElement} root @param {import("../socket.js").GameSocket} socket */
  constructor(root, socket) {
    this.root = root;
    this.path = "";
    this.key = "";
    // A server that was started again may let others in now.
    socket.addEventListener("state", () => {
      if (socket.state === "open") void this.#load();
    });
  }

  /** @param {LiveGame} live */
  show({ game }) {
    const [invite] = Object.values(invitesOf(game.id));
    const open = game.state !== "over" && [game.gold, game.silver].some((seat) => seat.kind === "human" && !seat.taken);
    const path = open && invite ? invitePath(game.id, invite) : "";
    if (path === this.path) return;
    this.path = path;
    this.root.hidden = true;
    void this.#load();
  }

  async #load() {
    const { path } = this;
    if (!path) return;
    try {
      const found = await linksTo(path);
      if (path === this.path) this.#fill(found);
    } catch (error) {
      this.key = "";
      this.root.hidden = false;
      this.root.replaceChildren(el("p", {}, reason(error)));
    }
  }

  /** @param {Links} found */
  #fill(found) {
    this.root.hidden = false;
    const key = JSON.stringify(found);
    if (key === this.key) return;
    this.key = key;
    this.root.replaceChildren(...(found.links.length ? linkParts(found) : localParts(found.restart ?? "")));
  }
}

/** @param {Links} found */
function linkParts({ links, qr_code: code }) {
  return [
    el(
      "div",
      { class: "invite-head" },
      el("p", {}, "Send this link to your opponent, or have it scanned. The person who opens it takes the seat."),
      el("img", { class: "invite-code", src: code, alt: "QR code of the link" }),
    ),
    ...links.map((link, index) => linkRow(link, index ? `Other link ${index}` : "Link for your opponent")),
  ];
}

/** @param {string} link @param {string} label */
function linkRow(link, label) {
  const field = el("input", {
    type: "text",
    readonly: true,
    value: link,
    "aria-label": label,
    onfocus: () => field.select(),
  });
  return el("div", { class: "invite-row" }, field, copyButton(link, "Link"));
}

/** @param {string} command */
function localParts(command) {
  return [
    el(
      "p",
      {},
      `${LOCAL_ONLY} To play over your network, stop it (Ctrl-C) and start it like this; a link appears here.`,
    ),
    el("div", { class: "invite-row" }, el("code", {}, command), copyButton(command, "Command")),
  ];
}

/** @param {string} text @param {string} words what is copied */
function copyButton(text, words) {
  const copy = () => void copyText(text, words);
  return makeButton({ style: "primary", onclick: copy }, icon(ICONS.link), `Copy ${words.toLowerCase()}`);
}
