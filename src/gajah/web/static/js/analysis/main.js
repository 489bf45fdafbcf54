/** The analysis page: what is studied, and everything around it. */

import { reason } from "../api.js";
import { toast, toastError } from "../dialogs.js";
import { el, find } from "../dom.js";
import { gameTitle } from "../names.js";
import { mountShell } from "../shell.js";
import { analysisSocket } from "../socket.js";
import { Annotations } from "./annotate.js";
import { BoardPane } from "./board-pane.js";
import { Engine } from "./engine.js";
import { EnginePanel } from "./engine-panel.js";
import { EvaluationBar } from "./evaluation-bar.js";
import { gameHead } from "./game-head.js";
import { bindKeys, showHelp } from "./keys.js";
import { MistakesPanel } from "./mistakes-panel.js";
import { Review } from "./review.js";
import { ReviewPanel, USUAL_PACE } from "./review-panel.js";
import { ShareMenu } from "./share.js";
import { firstNode, linkTo, nodeIn, openHome, rememberNode, takeReviewWish } from "./start.js";
import { Study } from "./study.js";
import { ROOT } from "./tree.js";
import { TreeList } from "./tree-list.js";

/** @import { Arrow } from "../board/state.js" */
/** @import { Board } from "../wire.js" */
/** @import { Mistakes } from "./mistakes.js" */

const NOT_KEPT = "You can try things out here, but they are not kept with this game.";

class AnalysisPage {
  /** @param {Study} study */
  constructor(study) {
    const socket = analysisSocket();
    this.study = study;
    this.engine = new Engine(socket);
    this.review = new Review(study, socket);
    this.pane = new BoardPane(find("#board"), find("#entry"), study, (board) => this.#play(board));
    this.evalBar = new EvaluationBar(find("#evalbar"));
    this.list = new TreeList(find("#turns"), (id) => study.goTo(id));
    this.notes = new Annotations(find("#notes"), study);
    this.learn = new MistakesPanel(find("#learn"), socket, study, () => this.#showLesson());
    new ReviewPanel(find("#review"), study, this.review, () => this.#startLesson());
    new ShareMenu(
      find("#share"),
      study,
      () => this.pane.boardHere(),
      () => this.#isFlipped,
      (board) => linkTo(study, board),
    );
    this.enginePanel = new EnginePanel(find("#engine"), this.engine, {
      play: (turn) => this.#playLine(turn),
      preview: (turn) => this.#pointAt(turn),
    });
    this.shortcuts = this.#listShortcuts();
    /** Is the engine to be switched on again after a lesson? */
    this.thinksAgain = false;
    this.showsArrows = true;
    /** @type {string | null} the turn of a line that is shown in place of the best */
    this.pointedAt = null;
  }

  async start() {
    const { game } = this.study.home;
    if (game) document.title = `${gameTitle(game)} - gajah`;
    find("#game-head").replaceChildren(...gameHead(this.study));
    this.study.addEventListener("tree", () => this.#showTree());
    this.study.addEventListener("move", () => this.#showMove());
    this.study.addEventListener("unkept", () => toast(NOT_KEPT));
    this.pane.addEventListener("position", () => this.#showPosition());
    this.engine.addEventListener("change", () => this.#showThoughts());
    this.review.addEventListener("change", () => this.#showTree());
    addEventListener("hashchange", () => this.study.goTo(nodeIn(location.hash)));
    bindKeys(this.shortcuts);
    this.#bindButtons();
    this.study.current = nodeIn(location.hash) ?? firstNode(this.study.tree);
    if (!this.study.tree.has(this.study.current)) this.study.current = firstNode(this.study.tree);
    this.#showTree();
    this.list.mark(this.study.current);
    if (takeReviewWish() && !this.review.hasScores) this.review.start(USUAL_PACE);
    await this.pane.follow();
  }

  /** @param {Board} board with the turn drafted on it */
  async #play(board) {
    const { lesson } = this.learn;
    if (!lesson) return this.study.play(board.turn);
    await lesson.answer(board);
    if (lesson.state === "wrong") await this.pane.view.reset();
  }

  /** @param {string} turn of an engine's line */
  #playLine(turn) {
    if (this.engine.threat) {
      toast("This is what the other side would do; it cannot be played here.");
      return;
    }
    this.study.play(`${this.pane.board?.turn ?? ""} ${turn}`.trim()).catch(toastError);
  }

  #playBest() {
    const best = this.engine.report?.lines[0];
    if (best) this.#playLine(best.turn);
    else if (!this.engine.on) toast("Switch the engine on first (l).");
  }

  #showTree() {
    this.list.show(this.study.tree, this.study.current);
    this.notes.show();
    this.#showButtons();
  }

  #showMove() {
    this.notes.save();
    this.notes.show();
    this.list.mark(this.study.current);
    this.#showButtons();
    rememberNode(this.study);
  }

  #showPosition() {
    if (!this.learn.lesson) this.engine.look(this.pane.place);
    this.#showThoughts();
  }

  /** The bar and the arrows: the engine's word, or else what a review said. */
  #showThoughts() {
    const known = this.pane.hasDraft ? null : this.study.node.score;
    const thought = this.engine.threat ? null : this.engine.report?.lines[0]?.score;
    this.evalBar.show(this.learn.lesson ? null : (thought ?? known));
    this.#drawArrows();
  }

  #drawArrows() {
    const { lesson } = this.learn;
    const arrow = lesson ? this.#lessonArrow(lesson) : this.#engineArrow();
    this.pane.view.arrows(arrow ? [arrow] : []);
  }

  /** @returns {Arrow | null} the turn that the engine likes best, or the one that is pointed at */
  #engineArrow() {
    const { on, report, threat } = this.engine;
    const best = on && this.showsArrows ? report?.lines[0]?.turn : undefined;
    const turn = this.pointedAt ?? best;
    if (!turn) return null;
    if (threat) return { turn, style: "threat" };
    return { turn, style: turn === best ? "best" : "second" };
  }

  /** @param {Mistakes} lesson @returns {Arrow | null} the mistake, until the best turn is shown */
  #lessonArrow(lesson) {
    if (this.study.current !== lesson.before || this.pane.hasDraft) return null;
    const { best, turn } = lesson.mistake;
    return lesson.state === "shown" && best ? { turn: best, style: "best" } : { turn, style: "threat" };
  }

  /** @param {string | null} turn */
  #pointAt(turn) {
    this.pointedAt = turn;
    this.#drawArrows();
  }

  #toggleArrows() {
    this.showsArrows = !this.showsArrows;
    this.#drawArrows();
  }

  #startLesson() {
    this.thinksAgain = this.engine.on;
    this.engine.turn(false);
    this.learn.start(this.review.lessons);
  }

  #showLesson() {
    const { lesson } = this.learn;
    document.body.classList.toggle("in-lesson", lesson !== null);
    this.pane.bar.playLabel = lesson ? "Try this turn" : "Play turn";
    if (!lesson) this.engine.turn(this.thinksAgain);
    this.#showPosition();
  }

  #showButtons() {
    const { tree, current, node } = this.study;
    for (const name of ["first", "previous"]) find(`#go-${name}`).toggleAttribute("disabled", node.parent === null);
    for (const name of ["next", "last"]) find(`#go-${name}`).toggleAttribute("disabled", tree.next(current) === null);
  }

  get #isFlipped() {
    return ["silver", "gold-right"].includes(this.pane.view.orientation);
  }

  #flip() {
    this.pane.view.flip();
    this.evalBar.flip(this.#isFlipped);
  }

  #bindButtons() {
    const { study } = this;
    /** @type {Record<string, () => void>} */
    const actions = {
      "#go-first": () => study.goTo(ROOT),
      "#go-previous": () => this.#back(),
      "#go-next": () => this.#forward(),
      "#go-last": () => study.go((tree, id) => tree.last(id)),
      "#flip": () => this.#flip(),
      "#show-keys": () => this.#help(),
    };
    for (const [selector, action] of Object.entries(actions)) find(selector).addEventListener("click", action);
  }

  /** One step of the draft back, or one turn of the line. */
  #back() {
    if (this.pane.hasDraft) void this.pane.view.inputs.add(() => this.pane.view.undo());
    else this.#unlessLearning(() => this.study.go((tree, id) => tree.previous(id)));
  }

  #forward() {
    if (this.pane.board?.undone) void this.pane.view.inputs.add(() => this.pane.view.redo());
    else this.#unlessLearning(() => this.study.go((tree, id) => tree.next(id)));
  }

  /** A lesson stays where it asks, and the engine would give the answer away. @param {() => void} action */
  #unlessLearning(action) {
    if (!this.learn.lesson) action();
  }

  #help() {
    showHelp([{ keys: ["Ctrl", "Enter"], words: "Play the drafted turn" }, ...this.shortcuts]);
  }

  /** @returns {import("./keys.js").Shortcut[]} as on lichess, where they fit */
  #listShortcuts() {
    const { study, enginePanel } = this;
    const free = (/** @type {() => void} */ action) => () => this.#unlessLearning(action);
    const go = (/** @type {Parameters<Study["go"]>[0]} */ way) => free(() => study.go(way));
    return [
      { keys: ["ArrowLeft", "k"], words: "Back: a drafted step, or a turn", run: () => this.#back() },
      { keys: ["ArrowRight", "j"], words: "Forward", run: () => this.#forward() },
      { keys: ["Home", "0"], words: "To the start", run: free(() => study.goTo(ROOT)) },
      { keys: ["End", "$"], words: "To the end of the line", run: go((tree, id) => tree.last(id)) },
      { keys: ["ArrowUp"], words: "The variation before", run: go((tree, id) => tree.sibling(id, -1)) },
      { keys: ["ArrowDown"], words: "The variation after", run: go((tree, id) => tree.sibling(id, 1)) },
      { keys: ["Shift+ArrowLeft"], words: "Back to where the lines part", run: go((tree, id) => tree.forkBefore(id)) },
      { keys: ["Shift+ArrowRight"], words: "On to where the lines part", run: go((tree, id) => tree.forkAfter(id)) },
      { keys: [" "], words: "Play the engine's turn", run: free(() => this.#playBest()) },
      { keys: ["l"], words: "Engine on or off", run: free(() => enginePanel.toggle()) },
      { keys: ["x"], words: "Threat: what would the other side do?", run: free(() => enginePanel.toggleThreat()) },
      { keys: ["a"], words: "Show or hide the engine's arrows", run: () => this.#toggleArrows() },
      { keys: ["f"], words: "Flip the board", run: () => this.#flip() },
      { keys: ["c"], words: "Write a comment", run: free(() => this.notes.write()) },
      { keys: ["?"], words: "These keys", run: () => this.#help() },
    ];
  }
}

/** @returns {Promise<Study | null>} null: there is nothing to study, and the page says why */
async function openStudy() {
  try {
    const home = await openHome(location.search);
    return new Study(home, await home.load());
  } catch (error) {
    find("#main").replaceChildren(
      el("p", { class: "page-problem", role: "alert" }, reason(error)),
      el("p", {}, el("a", { href: "/library" }, "To the library")),
    );
    return null;
  }
}

async function main() {
  mountShell({ page: "analysis" });
  const study = await openStudy();
  if (study) await new AnalysisPage(study).start();
}

void main();
