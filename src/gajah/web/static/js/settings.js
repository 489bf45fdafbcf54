/** What the user likes, kept in this browser and followed live by every window of it. */

import { keep, recall } from "./storage.js";

const KEY = "gajah.settings";

// Turns are not typed on a phone, and the field would push the buttons off the screen.
const isTouchOnly = matchMedia("(hover: none) and (pointer: coarse)").matches;

/** @typedef {"stone" | "wood" | "night" | "meadow" | "print"} BoardLook */

const DEFAULTS = {
  theme: /** @type {"auto" | "light" | "dark"} */ ("auto"),
  board: /** @type {BoardLook} */ ("stone"), // in light colours
  darkBoard: /** @type {BoardLook} */ ("night"), // in dark ones
  pieces: /** @type {"animals" | "chess"} */ ("animals"),
  coordinates: /** @type {"all" | "traps" | "off"} */ ("all"),
  sideways: false, // gold to the left or right instead of below or above
  stepMs: 220, // duration of an animated step; 0: none
  phrases: true, // show what the opponent says
  notify: false, // when it is my turn, where the page is hidden and the browser permits it
  sound: true,
  volume: 0.6, // 0 to 1
  confirmTurn: false, // ask before a turn is played
  engine: /** @type {"tab" | "server"} */ ("tab"), // who analyses and finds hints, where there is a server
  coach: true, // in games against programs
  warnLoss: true, // ask before a step that loses an own piece
  hoverArrows: true,
  autoFlip: false, // two at one screen: the side to move sits below
  trails: true, // the last turn
  frozen: true, // mark frozen pieces
  notation: !isTouchOnly, // the field for typed turns
  name: "", // what others see
};

/** @typedef {typeof DEFAULTS} Settings */

class SettingsStore extends EventTarget {
  constructor() {
    super();
    /** @type {Settings} */
    this.values = { ...DEFAULTS, ...recall(KEY) };
    addEventListener("storage", (event) => {
      if (event.key !== KEY) return;
      this.values = { ...DEFAULTS, ...recall(KEY) };
      this.dispatchEvent(new Event("change"));
    });
  }

  /** @template {keyof Settings} K @param {K} name @returns {Settings[K]} */
  get(name) {
    return this.values[name];
  }

  /** @template {keyof Settings} K @param {K} name @param {Settings[K]} value */
  set(name, value) {
    if (this.values[name] === value) return;
    this.values = { ...this.values, [name]: value };
    keep(KEY, this.values);
    this.dispatchEvent(new Event("change"));
  }

  /**
   * Calls back now and whenever the value changes, until the signal ends it.
   * @template {keyof Settings} K
   * @param {K} name @param {(value: Settings[K]) => void} callback @param {AbortSignal} [signal]
   */
  follow(name, callback, signal) {
    let last = this.values[name];
    const check = () => {
      if (this.values[name] === last) return;
      last = this.values[name];
      callback(last);
    };
    this.addEventListener("change", check, { signal });
    callback(last);
  }
}

export const settings = new SettingsStore();

const darkScheme = matchMedia("(prefers-color-scheme: dark)");
const stillness = matchMedia("(prefers-reduced-motion: reduce)");

/** How long a step is to be animated, by the setting and the system's wish for less motion. */
export function stepDuration() {
  return stillness.matches ? 0 : settings.get("stepMs");
}

/** The setting that holds the board's look in the colours of the moment. @returns {"board" | "darkBoard"} */
export function boardSetting() {
  const theme = settings.get("theme");
  return (theme === "auto" ? darkScheme.matches : theme === "dark") ? "darkBoard" : "board";
}

/** The board's look at the moment. */
export function boardLook() {
  return settings.get(boardSetting());
}

function applyLooks() {
  document.documentElement.dataset.theme = boardSetting() === "darkBoard" ? "dark" : "light";
  document.documentElement.dataset.board = boardLook();
}

settings.addEventListener("change", applyLooks);
darkScheme.addEventListener("change", () => settings.dispatchEvent(new Event("change")));
applyLooks();
