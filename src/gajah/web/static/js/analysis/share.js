/** Taking things away: links, texts and pictures. */

import { pageAddress } from "../addresses.js";
import { copyPicture, copyText } from "../clipboard.js";
import { toastError } from "../dialogs.js";
import { el, makeButton } from "../dom.js";
import { download } from "../download.js";
import { home } from "../homes/home.js";
import { movesOf } from "../nodes.js";
import { boardLook, settings } from "../settings.js";

/** @import { Board } from "../wire.js" */
/** @import { Written } from "./drawings.js" */
/** @import { Study } from "./study.js" */

const PICTURE_SIZE = 1200;

/**
 * @param {string} position @param {string | null} turn drawn as the last one
 * @param {boolean} flip silver below @param {Written} drawn the reader's own arrows and marks
 * @returns {string} the path of a picture
 */
function picturePath(position, turn, flip, drawn) {
  const params = new URLSearchParams({
    position,
    theme: boardLook(),
    pieces: settings.get("pieces"),
    size: String(PICTURE_SIZE),
    flip: String(flip),
  });
  if (turn) params.set("turn", turn);
  for (const arrow of drawn.arrows) params.append("arrows", arrow);
  for (const mark of drawn.marks) params.append("marks", mark);
  return `/picture.svg?${params}`;
}

/** @param {Blob} picture as SVG @returns {Promise<Blob>} the same as PNG */
async function pngPicture(picture) {
  const image = new Image(PICTURE_SIZE, PICTURE_SIZE);
  image.src = URL.createObjectURL(picture);
  await image.decode();
  URL.revokeObjectURL(image.src);
  const canvas = el("canvas", { width: PICTURE_SIZE, height: PICTURE_SIZE });
  canvas.getContext("2d")?.drawImage(image, 0, 0, PICTURE_SIZE, PICTURE_SIZE);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture cannot be drawn."))));
  });
}

export class ShareMenu {
  /**
   * @param {HTMLElement} host @param {Study} study
   * @param {() => Promise<Board | null>} board what is on the board
   * @param {{ isFlipped: () => boolean, drawn: () => Written }} view how it is shown
   * @param {(board: Board | null) => string} link the address of a position
   */
  constructor(host, study, board, view, link) {
    this.study = study;
    this.board = board;
    this.view = view;
    host.replaceChildren(
      this.#button("Copy link", async () => copyText(link(await board()), "Link")),
      this.#button("Copy position", async () => copyText(await this.#position(), "Position")),
      this.#button("Copy record", async () => copyText(await study.home.record(), "Record")),
      this.#button("Download record", async () => this.#download(textBlob(await study.home.record()), "txt")),
      this.#button("Copy picture (PNG)", () => copyPicture(this.#picture().then(pngPicture))),
      this.#button("Copy picture (SVG)", async () => copyText(await (await this.#picture()).text(), "Picture")),
      this.#button("Save picture (PNG)", async () => this.#download(await pngPicture(await this.#picture()), "png")),
      this.#button("Save picture (SVG)", async () => this.#download(await this.#picture(), "svg")),
      this.#button("Edit this position", async () => this.#leave("editor", "position")),
      this.#button("Play from here", async () => this.#leave("home", "start")),
    );
  }

  async #position() {
    return (await this.board())?.position ?? "";
  }

  /** @param {import("../addresses.js").PageName} page @param {string} name of the position in its address */
  async #leave(page, name) {
    location.assign(pageAddress(page, { [name]: await this.#position() }));
  }

  /** As SVG. @returns {Promise<Blob>} */
  async #picture() {
    const position = await this.#position();
    const { isFlipped, drawn } = this.view;
    return home.file(picturePath(position, movesOf(this.study.node), isFlipped(), drawn()));
  }

  /** @param {Blob} blob @param {string} ending */
  #download(blob, ending) {
    const name = this.study.home.game?.id ?? "analysis";
    const label = ending === "txt" ? "" : `-${this.study.node.label || "start"}`;
    download(blob, `${name}${label}.${ending}`);
  }

  /** @param {string} words @param {() => Promise<void>} action */
  #button(words, action) {
    return makeButton({ onclick: () => action().catch(toastError) }, words);
  }
}

/** @param {string} text */
function textBlob(text) {
  return new Blob([text], { type: "text/plain;charset=utf-8" });
}
