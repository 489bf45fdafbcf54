/** A button that gives a page the whole screen, on pages whose board gains by it. */

import { icon, makeButton } from "./dom.js";
import { ICONS } from "./icons.js";

const PAGES = new Set(["game", "analysis", "puzzles"]);

/** @param {string} page @returns {HTMLElement | null} null where the browser has no full screen */
export function fullScreenButton(page) {
  if (!PAGES.has(page) || !document.fullscreenEnabled) return null;
  // A browser that refuses leaves the page as it is.
  const change = () =>
    (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(
      () => {},
    );
  const button = makeButton({ style: "icon-button quiet", onclick: () => void change() });
  const show = () => {
    const isFull = document.fullscreenElement !== null;
    const label = isFull ? "Leave full screen" : "Full screen";
    button.replaceChildren(icon(isFull ? ICONS.smaller : ICONS.larger));
    button.setAttribute("aria-label", label);
    button.title = label;
  };
  document.addEventListener("fullscreenchange", show);
  show();
  return button;
}
