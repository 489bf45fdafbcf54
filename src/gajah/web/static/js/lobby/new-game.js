/** The dialog for a new game. */

import { loadAccount } from "../account.js";
import { gameAddress } from "../addresses.js";
import { api } from "../api.js";
import { DAYS, dayControl, daysWords } from "../days.js";
import { openDialog, toastError } from "../dialogs.js";
import { el } from "../dom.js";
import { checkedValue, field, segments, select } from "../fields.js";
import { home } from "../homes/home.js";
import { reason } from "../refusal.js";
import { hasPlayed, keepInvite, keepSeats } from "../seats.js";
import { settings } from "../settings.js";
import { loadChoices, rememberChoice, remembered } from "./choices.js";
import { HandicapField } from "./handicap-field.js";

/** @import { BotShape as Bot, SeatWanted, SideLetter as Side } from "../wire.js" */
/** @import { Choice } from "../fields.js" */
/** @typedef {"computer" | "friend" | "open" | "screen" | "watch"} Mode */

/** @type {Partial<Record<Mode, string>>} */
const MODES = {
  computer: "The computer",
  ...(home.isShared ? { friend: "A friend by link", open: "Anyone here" } : {}),
  screen: "Two at this screen",
  watch: "Watch two bots",
};
const SIDES = { g: "Gold", s: "Silver", either: "Random" };
const NO_ENGINE = "No engine: no analysis of this game here until it is over";
const RATED = "Rated: the result changes your rating, and no turn is taken back";
const CUSTOM = "custom";
// A group of its own: between people who need not be there at the same time.
const BY_DAYS = DAYS.map(dayControl).map((value) => ({
  value,
  title: /** @type {string} */ (daysWords(value)),
  group: "Correspondence",
}));
// What the server takes.
const NAME_CHARS = 40;
const CONTROL_EXAMPLE = "30s/5m/100/5m";
const CONTROL_HELP = `Time a turn / reserve at the start / percent kept / most in reserve, as in ${CONTROL_EXAMPLE}.`;

/** @param {{ mode: Mode, start?: string, bot?: Bot | null }} wanted  bot: the one from elsewhere that is challenged */
export async function openNewGame({ mode, start = "", bot = null }) {
  try {
    const [choices, { account }] = await Promise.all([loadChoices(), loadAccount()]);
    new NewGameDialog(choices, mode, start, account !== null, bot);
  } catch (error) {
    toastError(error);
  }
}

class NewGameDialog {
  /**
   * @param {import("./choices.js").Choices} choices @param {Mode} mode @param {string} start
   * @param {boolean} hasAccount @param {Bot | null} bot
   */
  constructor(choices, mode, start, hasAccount, bot) {
    const { players } = choices;
    this.bot = bot;
    this.ratable = choices.ratable;
    this.hasAccount = hasAccount;
    this.modes = segments("Play", "mode", MODES, mode, () => this.#refresh());
    this.opponent = select(players, remembered("opponent", hasPlayed() ? "gajah:level=3" : "gajah:level=1"));
    this.goldBot = select(players, remembered("gold", "gajah:level=3"));
    this.silverBot = select(players, remembered("silver", "minimax:depth=1"));
    this.sides = segments("You play", "side", SIDES, remembered("side", "g"), () => {});
    this.name = textInput(settings.get("name"), "Anonymous", NAME_CHARS);
    this.goldName = textInput(settings.get("name"), "Gold", NAME_CHARS);
    this.silverName = textInput("", "Silver", NAME_CHARS);
    this.control = select(clocksFor(choices.controls, bot), remembered("control", ""));
    this.customControl = textInput(remembered("custom", CONTROL_EXAMPLE), CONTROL_EXAMPLE);
    this.handicap = { g: new HandicapField("g"), s: new HandicapField("s") };
    this.noEngine = el("input", { type: "checkbox" });
    this.rated = el("input", { type: "checkbox", checked: bot?.casual === false, disabled: bot?.casual === false });
    this.start = textInput(start, "g [ ... ], empty for a new game");
    this.error = el("p", { class: "form-error", role: "alert" });
    this.submit = el("button", { type: "submit", class: "button primary", form: "new-game" }, "Start the game");
    this.about = el("p", { class: "hint" });
    this.fields = {
      opponent: field("Opponent", this.opponent, this.about),
      bots: el("div", { class: "pair" }, field("Gold", this.goldBot), field("Silver", this.silverBot)),
      name: field("Your name", this.name),
      names: el("div", { class: "pair" }, field("Gold's name", this.goldName), field("Silver's name", this.silverName)),
      noEngine: el("label", { class: "check" }, this.noEngine, NO_ENGINE),
      rated: el("label", { class: "check" }, this.rated, RATED),
      custom: field("Time control", this.customControl, el("p", { class: "hint" }, CONTROL_HELP)),
    };
    this.#open(start !== "");
    this.control.addEventListener("change", () => this.#refresh());
    this.opponent.addEventListener("change", () => this.#refresh());
    this.rated.addEventListener("change", () => this.#refresh());
    this.#refresh();
  }

  /** @param {boolean} open  show what is rarely needed */
  #open(open) {
    const more = el(
      "details",
      { open },
      el("summary", {}, "Handicap and start position"),
      el(
        "div",
        { class: "stack" },
        el("div", { class: "pair" }, this.handicap.g.root, this.handicap.s.root),
        el("p", { class: "hint" }, "Tap the pieces left out, or type their letters, for example M or HR."),
        field("Start position", this.start),
      ),
    );
    // It opens behind the foot.
    const reveal = () => more.open && more.scrollIntoView({ block: "nearest" });
    if (!open) more.addEventListener("toggle", reveal);
    const form = el(
      "form",
      {
        id: "new-game",
        class: "stack",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void this.#create();
        },
      },
      this.modes,
      this.fields.opponent,
      this.fields.bots,
      this.sides,
      this.fields.name,
      this.fields.names,
      field("Clock", this.control),
      this.fields.custom,
      this.fields.rated,
      this.fields.noEngine,
      more,
    );
    // The foot is always in view, however far the form is scrolled.
    openDialog(
      { title: this.bot ? `Challenge ${this.bot.name}` : "New game", look: "wide" },
      [form],
      [this.error, this.submit],
    );
  }

  get #mode() {
    return /** @type {Mode} */ (checkedValue(this.modes));
  }

  /** Does another person take the other seat? */
  get #isForTwo() {
    return this.#mode === "friend" || this.#mode === "open";
  }

  get #canBeRated() {
    const mode = this.#mode;
    if (this.bot) return this.hasAccount && this.bot.rated;
    return this.hasAccount && (this.#isForTwo || (mode === "computer" && this.ratable.has(this.opponent.value)));
  }

  get #isRated() {
    return this.#canBeRated && this.rated.checked;
  }

  #refresh() {
    const { fields } = this;
    const mode = this.#mode;
    this.modes.hidden = this.bot !== null;
    fields.opponent.hidden = mode !== "computer" || this.bot !== null;
    fields.bots.hidden = mode !== "watch";
    this.sides.hidden = mode === "screen" || mode === "watch";
    fields.name.hidden = this.hasAccount || mode === "screen" || mode === "watch";
    fields.names.hidden = mode !== "screen";
    fields.rated.hidden = !this.#canBeRated;
    fields.noEngine.hidden = !this.#isForTwo || this.#isRated;
    this.#offerDays(this.#isForTwo);
    fields.custom.hidden = this.control.value !== CUSTOM;
    this.about.textContent = this.opponent.selectedOptions[0]?.dataset.about ?? "";
    this.error.textContent = "";
  }

  /** @param {boolean} offered  turns of days */
  #offerDays(offered) {
    const group = this.control.querySelector("optgroup");
    if (!group) return;
    group.hidden = group.disabled = !offered;
    if (!offered && daysWords(this.control.value)) this.control.value = "";
  }

  /** The side of this player. @returns {Side} */
  #ownSide() {
    const wanted = checkedValue(this.sides);
    if (wanted === "g" || wanted === "s") return wanted;
    return Math.random() < 0.5 ? "g" : "s";
  }

  /** @param {Side} own @returns {Record<Side, SeatWanted>} */
  #seats(own) {
    const me = { player: "human", name: this.name.value.trim() };
    switch (this.#mode) {
      case "watch":
        return { g: { player: this.goldBot.value }, s: { player: this.silverBot.value } };
      case "screen":
        return {
          g: { player: "human", name: this.goldName.value.trim() || "Gold" },
          s: { player: "human", name: this.silverName.value.trim() || "Silver" },
        };
      case "friend":
      case "open":
        return pair(own, me, { player: "human" });
      case "computer":
        return pair(own, me, { player: this.bot ? `bot:${this.bot.name}` : this.opponent.value });
    }
  }

  #body() {
    const own = this.#ownSide();
    const { g: gold, s: silver } = this.#seats(own);
    const control = this.control.value === CUSTOM ? this.customControl.value.trim() : this.control.value;
    const handicap = { g: this.handicap.g.value, s: this.handicap.s.value };
    const body = {
      gold,
      silver,
      control: control || null,
      start: this.start.value.trim() || null,
      handicap: handicap.g || handicap.s ? handicap : null,
      no_engine: this.#isForTwo && this.noEngine.checked && !this.#isRated,
      open: this.#mode === "open",
      rated: this.#isRated,
    };
    return { own, body };
  }

  async #create() {
    const { own, body } = this.#body();
    this.submit.disabled = true;
    try {
      const { game, tokens } = await api.post("/games", body);
      this.#remember();
      this.#takeSeats(game.id, tokens, own);
      location.assign(gameAddress(game.id));
    } catch (error) {
      this.error.textContent = reason(error);
      this.submit.disabled = false;
      // The error takes room from the form, and may hide the field that it is about.
      this.fields.custom.scrollIntoView({ block: "nearest" });
    }
  }

  /** @param {string} game @param {Partial<Record<Side, string>>} tokens @param {Side} own */
  #takeSeats(game, tokens, own) {
    if (!this.#isForTwo) {
      keepSeats(game, tokens);
      return;
    }
    const other = own === "g" ? "s" : "g";
    keepSeats(game, { [own]: tokens[own] });
    if (this.#mode === "friend") keepInvite(game, { [other]: tokens[other] });
  }

  #remember() {
    const mode = this.#mode;
    rememberChoice("control", this.control.value);
    rememberChoice("custom", this.customControl.value);
    if (mode === "computer" && !this.bot) rememberChoice("opponent", this.opponent.value);
    if (mode === "watch") {
      rememberChoice("gold", this.goldBot.value);
      rememberChoice("silver", this.silverBot.value);
    }
    if (mode === "computer" || this.#isForTwo) {
      rememberChoice("side", checkedValue(this.sides));
      settings.set("name", this.name.value.trim());
    }
  }
}

/**
 * @param {Side} own
 * @param {SeatWanted} mine
 * @param {SeatWanted} other
 * @returns {Record<Side, SeatWanted>}
 */
function pair(own, mine, other) {
  return own === "g" ? { g: mine, s: other } : { g: other, s: mine };
}

/** The clocks to choose from: those that a bot plays with, if it says. @param {Choice[]} known @param {Bot | null} bot */
function clocksFor(known, bot) {
  const none = { value: "", title: "No clock" };
  if (!bot?.controls.length) return [none, ...known, { value: CUSTOM, title: "Other ..." }, ...BY_DAYS];
  return bot.controls.map((text) =>
    text === "none" ? none : (known.find(({ value }) => value === text) ?? { value: text, title: text }),
  );
}

/** @param {string} value @param {string} placeholder @param {number} [most]  characters */
function textInput(value, placeholder, most = 120) {
  return el("input", { type: "text", maxlength: most, placeholder, autocomplete: "off", value });
}
