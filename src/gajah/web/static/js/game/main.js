/** The game page: connects, listens, and shows what it hears. */

import { gameAddress, gameInAddress } from "../addresses.js";
import { BoardView } from "../board/board.js";
import { EntryBar } from "../board/entry-bar.js";
import { toast } from "../dialogs.js";
import { find, setText } from "../dom.js";
import { movesOf, sideOf } from "../nodes.js";
import { showPageProblem } from "../page-problem.js";
import { pieceSide } from "../pieces.js";
import { keepForRematch, keepSeats, noteEnded, seatsOf, tokenFromAddress } from "../seats.js";
import { settings } from "../settings.js";
import { mountShell } from "../shell.js";
import { Socket } from "../socket.js";
import { play as sound } from "../sounds.js";
import { Actions } from "./actions.js";
import { GameClock } from "./clock.js";
import { CoachPanel } from "./coach-panel.js";
import { EndDialog } from "./end-dialog.js";
import { FrozenPieces } from "./frozen-pieces.js";
import { isMyTurn, isSettingUp, isShared, ownSide, reduce, toMove } from "./game-state.js";
import { Invitation } from "./invitation.js";
import { LiveSource } from "./live-source.js";
import { Looking } from "./looking.js";
import { askForName } from "./name-question.js";
import { PlayerBar } from "./player-bar.js";
import { Questions } from "./questions.js";
import { keepForLater } from "./rated-note.js";
import { openRulesCard } from "./rules-card.js";
import { SetupScreen } from "./setup-screen.js";
import { TableRow } from "./table-row.js";
import { TurnList } from "./turn-list.js";
import { pageTitle, statusText } from "./words.js";

/** @import { GameTold as Message, SideLetter as Side } from "../wire.js" */
/** @import { LiveGame } from "./game-state.js" */

// Where keys have a meaning of their own.
const OWN_KEYS = "input, textarea, select, dialog, [role=gridcell]";

class GamePage {
  /** @param {string} id @param {string | null} invited  the secret of a seat offered by the address */
  constructor(id, invited) {
    this.id = id;
    this.invited = invited;
    /** @type {LiveGame | null} */
    this.live = null;
    this.looking = new Looking();
    /** Has a turn been played since? */
    this.hasNews = false;
    /** @type {SetupScreen | null} */
    this.setup = null;
    /** @type {BoardView | null} */
    this.view = null;
    /** @type {EntryBar | null} */
    this.bar = null;
    /** @type {EndDialog | null} */
    this.end = null;
    this.flipped = false;
    /** @type {import("../socket.js").GameSocket} */
    this.socket = new Socket(`/ws/games/${id}`, () => ({ tokens: this.#tokens() }));
    this.source = new LiveSource(this.socket);
    this.bars = { g: new PlayerBar(find("#bottom"), "g"), s: new PlayerBar(find("#top"), "s") };
    this.clock = new GameClock((side, view) => this.bars[side].showClock(view));
    this.moves = new TurnList(find("#moves"), (index) => this.#lookAt(index));
    this.actions = new Actions(find("#actions"), this.socket, {
      onFlip: () => this.#flip(),
      onLook: (by) => this.#lookBy(by),
    });
    this.questions = new Questions(find("#question"), this.socket);
    this.table = new TableRow(find("#table"), this.socket, () => this.#render());
    this.invitation = new Invitation(find("#invite"), this.socket);
    this.frozen = new FrozenPieces(() => this.#render());
    this.coach = new CoachPanel(find("#coach"), { onInsist: () => this.#sendAnyway() });
    find("#rules").addEventListener("click", () => this.#openRules());
    this.socket.addEventListener("message", (event) => this.#hear(/** @type {CustomEvent<Message>} */ (event).detail));
    this.socket.addEventListener("state", () => this.#connection());
    document.addEventListener("keydown", (event) => this.#key(event));
    settings.follow("autoFlip", () => this.#render());
  }

  #tokens() {
    return [...Object.values(seatsOf(this.id)), ...(this.invited ? [this.invited] : [])];
  }

  #connection() {
    const banner = find("#banner");
    const { state, isRestarting } = this.socket;
    if (isRestarting) this.clock.halt();
    banner.hidden = (state !== "lost" && !isRestarting) || !this.live;
    banner.textContent = isRestarting
      ? "The server restarts. Your game goes on in a moment; clocks stand still."
      : "The connection is lost. Nothing is forgotten; trying again ...";
    this.#render();
  }

  /** @param {Message} message */
  #hear(message) {
    if (message.type === "error" && (!this.live || message.code === "no_game")) this.#fail(message);
    else if (message.type === "error" && !message.ref) toast(message.text, "bad");
    const before = this.live;
    this.live = reduce(before, message);
    if (!this.live || this.live === before) return;
    if (message.type === "welcome") this.#welcomed(message, this.live);
    if (message.type === "turn") this.#turnPlayed(this.live);
    this.clock.set(this.live.clock, this.live.seats);
    this.#followRematch(before, this.live);
    if (this.live.game.state === "over" && this.live.seats.length) noteEnded(this.id);
    this.#render();
    if (before && before.game.state !== "over" && this.live.game.state === "over") void this.#ended();
  }

  /** @param {import("../wire.js").Welcome} message @param {LiveGame} live */
  #welcomed(message, live) {
    this.clock.synchronise(message.now);
    // Some turns may have been taken back.
    if (this.looking.turn !== null) this.looking.goTo(this.looking.turn, live.line, this.looking.steps);
    if (!this.looking.isBack) this.hasNews = false;
    const [seat] = live.seats;
    if (this.invited && seat) {
      keepSeats(this.id, { [seat]: this.invited });
      askForName(live, seat, this.socket);
    }
    if (this.invited) keepForLater(live, this.invited);
    this.invited = null;
    const name = settings.get("name");
    if (!seat || isShared(live) || live.game.state === "over" || !name) return;
    const own = seat === "g" ? live.game.gold : live.game.silver;
    if (own.name !== name && !own.account) this.socket.send({ type: "name", name });
  }

  /** @param {LiveGame} live */
  #turnPlayed(live) {
    const last = live.line.at(-1);
    // The others' steps are heard one by one while they are shown.
    if ((last && live.seats.includes(sideOf(last))) || this.looking.isBack) sound("turn");
    this.hasNews = this.looking.isBack;
  }

  async #ended() {
    // Whatever else is asked here is about a game that goes on.
    for (const dialog of document.querySelectorAll("dialog")) dialog.close();
    // The turn that decided the game is seen to its end.
    await this.view?.still();
    const { live } = this;
    if (!live) return;
    const winner = live.game.result?.winner;
    sound(live.seats.length === 1 && winner && live.seats[0] !== winner ? "loss" : "win");
    this.end = new EndDialog(live, this.socket);
  }

  /**
   * A page that is open when the rematch begins goes there; one opened later shows a link.
   * @param {LiveGame | null} before @param {LiveGame} live
   */
  #followRematch(before, { rematch }) {
    if (!rematch || before?.rematch) return;
    keepForRematch(this.id, rematch);
    if (before) location.assign(gameAddress(rematch));
  }

  /** @param {import("../wire.js").ErrorMessage} error  there is no game to be shown */
  #fail({ code, text }) {
    this.live = null;
    this.socket.close();
    this.#clearBoard();
    find("#banner").hidden = true;
    showPageProblem(text, code);
  }

  #render() {
    const { live } = this;
    if (!live) return;
    this.table.show(live);
    this.#renderBars(live);
    this.#renderBoard(live);
    this.moves.show(live.line, this.looking.turn ?? live.line.length - 1);
    this.actions.show(live, { looking: this.looking.isBack, news: this.hasNews });
    this.questions.show(live);
    this.coach.show(live, this.view, this.looking.isBack);
    this.end?.show(live);
    this.invitation.show(live);
    setText(find("#status"), this.looking.words(live.line) + statusText(live));
    setText(find("#title"), pageTitle(live));
    document.title = pageTitle(live);
  }

  /** @param {LiveGame} live */
  #renderBars(live) {
    this.#placeBars(this.#sideBelow(live));
    const side = toMove(live);
    const captured = this.looking.momentOf(live.moments)?.captured ?? [];
    const drafted = !this.looking.isBack ? live.board.captures.map((piece) => piece.charAt(0)) : [];
    for (const each of /** @type {Side[]} */ (["g", "s"])) {
      const bar = this.bars[each];
      const seat = each === "g" ? live.game.gold : live.game.silver;
      bar.showSeat(seat, {
        mine: live.seats.length === 1 && live.seats[0] === each,
        shared: isShared(live),
        toMove: side === each,
        waits: live.thinking[each] ?? null,
        live: live.game.state !== "over",
        heard: this.socket.state === "open",
      });
      bar.captured.show([...captured, ...drafted].filter((letter) => pieceSide(letter) !== each));
    }
  }

  /** @param {LiveGame} live @returns {Side} */
  #sideBelow(live) {
    const turns = isShared(live) && settings.get("autoFlip") && toMove(live) !== null;
    const side = turns ? live.board.side : ownSide(live);
    return (side === "g") !== this.flipped ? "g" : "s";
  }

  /** @param {LiveGame} live @returns {"gold" | "silver"} */
  #orientation(live) {
    return this.#sideBelow(live) === "g" ? "gold" : "silver";
  }

  /** @param {Side} below */
  #placeBars(below) {
    this.bars.g.root.dataset.place = below === "g" ? "bottom" : "top";
    this.bars.s.root.dataset.place = below === "g" ? "top" : "bottom";
  }

  /** @param {LiveGame} live */
  #renderBoard(live) {
    const settingUp = isSettingUp(live) && isMyTurn(live) && !this.looking.isBack;
    find("#setup").hidden = !settingUp;
    find("#entry").hidden = settingUp || live.seats.length === 0 || live.game.state !== "playing";
    if (settingUp) this.#showSetup(live);
    else this.#showBoard(live);
  }

  /** @param {LiveGame} live */
  #showSetup(live) {
    const { side, pieces } = live.board;
    if (this.setup?.side !== side) {
      const hadFocus = this.#clearBoard();
      const draft = live.setupDraft;
      this.setup = new SetupScreen(find("#board"), find("#setup"), {
        side,
        without: live.game.handicap?.[side] ?? "",
        others: pieces,
        draft,
        socket: this.socket,
      });
      if (hadFocus) this.setup.select.focus();
    } else this.setup.follow(live.setupDraft);
    this.setup.view.orientation = this.#orientation(live);
  }

  /** @returns whether the keyboard has lost its place by that */
  #clearBoard() {
    const hadFocus = this.setup?.hadFocus;
    this.setup?.destroy();
    this.setup = null;
    this.bar?.destroy();
    this.bar = null;
    this.view?.destroy();
    this.view = null;
    return hadFocus;
  }

  /** @param {LiveGame} live */
  #showBoard(live) {
    const hadFocus = !this.view && this.#clearBoard();
    if (!this.view) {
      this.view = new BoardView(find("#board"), { source: this.source, interactive: false });
      this.bar = new EntryBar(find("#entry"), this.view, { onPlay: (board) => this.#sendTurn(board) });
    }
    const { view, bar } = this;
    view.orientation = this.#orientation(live);
    const open = this.socket.state === "open" && !this.looking.isBack;
    const { planner } = this.table;
    view.interactive = open && live.game.state === "playing" && (isMyTurn(live) || planner.isPlanning);
    if (bar) bar.enabled = view.interactive;
    if (this.looking.isBack) this.#showMoment(view, this.looking.momentOf(live.moments));
    else if (bar && planner.showBoard(view, bar, this.source)) return;
    else if (!isPreviewed(view, live)) view.show(live.board, { lastTurn: this.#lastTurnToShow(live) });
    if (hadFocus) view.focus();
  }

  /** Only a change, so that a draft of ours is not taken for another turn. @param {LiveGame} live */
  #lastTurnToShow(live) {
    const turn = movesOf(live.line.at(-1));
    return this.view?.state.lastTurn === turn && this.view.state.board ? undefined : turn;
  }

  /** @param {BoardView} view @param {import("../history.js").Moment | undefined} moment */
  #showMoment(view, moment) {
    if (!moment) return;
    const { node, pieces } = moment;
    const frozen = node.kind === "turn" ? this.frozen.among(pieces) : [];
    view.showPieces(pieces, { lastTurn: movesOf(node), mover: sideOf(node), frozen });
  }

  /** @param {import("../wire.js").Board} board */
  async #sendTurn(board) {
    if (this.table.planner.isPlanning) await this.table.planner.entered(board);
    else if (await this.coach.allows(board)) await this.source.send();
  }

  /** The coach has asked, and the player is sure. */
  #sendAnyway() {
    void this.view?.inputs.add(async () => {
      await this.source.send();
      return true;
    });
  }

  #openRules() {
    openRulesCard(this.live ? ownSide(this.live) : "g", this.live?.clock?.control);
  }

  #flip() {
    this.flipped = !this.flipped;
    this.#render();
  }

  /** @param {number} index */
  #lookAt(index) {
    this.#look((line) => this.looking.goTo(index, line));
  }

  /** @param {(line: LiveGame["line"]) => void} move */
  #look(move) {
    move(this.live?.line ?? []);
    if (!this.looking.isBack) this.hasNews = false;
    this.#render();
  }

  /** @param {number} by  turns back or on; Infinity: now */
  #lookBy(by) {
    this.#look((line) => this.looking.goBy(by, line));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = event.target instanceof Element ? event.target : null;
    const isCommand = event.ctrlKey || event.metaKey || event.altKey;
    if (event.defaultPrevented || isCommand || target?.closest(OWN_KEYS)) return;
    // In the list of turns, up and down scroll.
    if (target?.closest("#moves") && (event.key === "ArrowUp" || event.key === "ArrowDown")) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.#lookBy(-1),
      ArrowRight: () => this.#lookBy(1),
      ArrowUp: () => this.#lookAt(0),
      ArrowDown: () => this.#lookBy(Infinity),
      f: () => this.#flip(),
    };
    /** @type {Record<string, () => void>} */
    const stepKeys = {
      ArrowLeft: () => this.#look((line) => this.looking.stepBy(-1, line)),
      ArrowRight: () => this.#look((line) => this.looking.stepBy(1, line)),
    };
    const action = (event.shiftKey && stepKeys[event.key]) || keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
}

/** Is what is typed shown on top of this very position? @param {BoardView} view @param {LiveGame} live */
function isPreviewed(view, live) {
  return live.game.state === "playing" && view.state.preview && view.board?.position === live.board.position;
}

/**
 * The secret of the seat that the address offers. A player who has a seat already has opened the
 * link that is meant for the opponent, and must not take the opponent's seat by that.
 * @param {string} id
 */
function invitation(id) {
  const token = tokenFromAddress();
  const own = Object.values(seatsOf(id));
  if (!own.length) return token;
  if (token && !own.includes(token)) toast("You have a seat in this game. This link is for your opponent.");
  return null;
}

mountShell({ page: "game" });
const id = gameInAddress();
new GamePage(id, invitation(id));
