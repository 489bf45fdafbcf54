/** The analysis page: what is studied, and everything around it. */

import { toast, toastError } from "../dialogs.js";
import { assign, el, find } from "../dom.js";
import { gameTitle } from "../names.js";
import { showPageProblem } from "../page-problem.js";
import { Refusal, reason } from "../refusal.js";
import { settings } from "../settings.js";
import { mountShell } from "../shell.js";
import { analysisSocket } from "../socket.js";
import { Annotations } from "./annotate.js";
import { AUTOPLAY_KEY, Autoplay, PAUSES_S } from "./autoplay.js";
import { BoardPane } from "./board-pane.js";
import { Drawings } from "./drawings.js";
import { Engine } from "./engine.js";
import { EnginePanel } from "./engine-panel.js";
import { EvaluationBar } from "./evaluation-bar.js";
import { ExplorerPanel } from "./explorer.js";
import { gameHead } from "./game-head.js";
import { bindKeys, showHelp } from "./keys.js";
import { LinePreview } from "./line-preview.js";
import { MistakesPanel } from "./mistakes-panel.js";
import { Review } from "./review.js";
import { ReviewPanel, USUAL_PACE } from "./review-panel.js";
import { ShareMenu } from "./share.js";
import { firstNode, linkTo, nodeIn, openHome, rememberNode, takeReviewWish } from "./start.js";
import { StepWalk } from "./step-walk.js";
import { Study } from "./study.js";
import { TakenPieces } from "./taken-pieces.js";
import { Thinker } from "./thinker.js";
import { ROOT } from "./tree.js";
import { TreeList } from "./tree-list.js";

/** @import { Arrow } from "../board/state.js" */
/** @import { Board, LineShape as Line } from "../wire.js" */
/** @import { Mistakes } from "./mistakes.js" */

const NOT_KEPT = "You can try things out here, but they are not kept with this game.";

class AnalysisPage {
  /** @param {Study} study */
  constructor(study) {
    const socket = analysisSocket();
    this.study = study;
    const { game } = study.home;
    const thinker = new Thinker(socket, Boolean(game?.no_engine && game.state !== "over"));
    this.engine = new Engine(thinker);
    this.review = new Review(study, socket);
    this.pane = new BoardPane(find("#board"), find("#entry"), study, (board) => this.#play(board));
    this.evalBar = new EvaluationBar(find("#evalbar"));
    this.list = new TreeList(find("#turns"), (id) => study.goTo(id));
    this.notes = new Annotations(find("#notes"), study);
    this.taken = new TakenPieces(find("#taken"), study);
    this.drawings = new Drawings(find("#draw"), find("#taken"), study, this.pane.view);
    this.preview = new LinePreview(find("#preview"), study, this.pane);
    this.steps = new StepWalk(study);
    this.autoplay = new Autoplay(find("#autoplay"), () => this.#advance());
    this.learn = new MistakesPanel(find("#learn"), thinker, study, () => this.#showLesson());
    new ExplorerPanel(find("#explorer"), this.pane, (turn) => study.play(turn));
    new ReviewPanel(find("#review"), study, this.review, () => this.#startLesson());
    new ShareMenu(
      find("#share"),
      study,
      () => this.pane.boardHere(),
      { isFlipped: () => this.#isFlipped, drawn: () => this.drawings.written },
      (board) => linkTo(study, board),
    );
    this.enginePanel = new EnginePanel(find("#engine"), this.engine, {
      show: (line, index) => this.#showLine(line, index),
      point: (turn) => this.#pointAt(turn),
      follow: (line) => this.preview.follow(line, this.engine.threat),
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
    this.preview.addEventListener("change", () => this.#showPreview());
    this.autoplay.addEventListener("change", () => this.#showAutoplay());
    addEventListener("hashchange", () => this.study.goTo(nodeIn(location.hash)));
    bindKeys(this.shortcuts);
    this.#bindButtons();
    const isReview = takeReviewWish();
    const wanted = nodeIn(location.hash);
    const { tree } = this.study;
    this.study.current = wanted !== null && tree.has(wanted) ? wanted : firstNode(tree, isReview);
    this.#showTree();
    this.list.mark(this.study.current);
    if (isReview && !this.review.hasScores) this.review.start(USUAL_PACE);
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
    const { board } = this.preview.shown ? this.preview : this.pane;
    this.study.play(`${board?.turn ?? ""} ${turn}`.trim()).catch(toastError);
  }

  #playBest() {
    const best = this.engine.report?.lines[0];
    if (best) this.#playLine(best.turn);
    else if (!this.engine.on) toast("Switch the engine on first (l).");
  }

  /** @param {Line} line @param {number} index of its turn to show on the board */
  #showLine(line, index) {
    this.drawings.toggle(false);
    this.preview.show(line, index, this.engine.threat);
  }

  #showBestLine() {
    const best = this.engine.report?.lines[0];
    if (best) this.#showLine(best, 0);
  }

  #showPreview() {
    this.enginePanel.mark(this.preview.shown);
    this.#drawArrows();
    this.#showButtons();
  }

  #showTree() {
    this.list.show(this.study.tree, this.study.current);
    this.notes.show();
    this.#showDrawings();
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
    const { shown } = this.preview;
    if (!this.learn.lesson && !shown) this.engine.look(this.pane.place);
    this.taken.show(shown ? shown.turns.slice(0, shown.index + 1).join(" ") : (this.pane.board?.turn ?? ""));
    this.#showDrawings();
    this.#showThoughts();
    this.#showButtons();
    if (this.steps.words) this.pane.bar.say(this.steps.words);
  }

  /** What was drawn belongs to the position after the turn, and would tell the answer in a lesson. */
  #showDrawings() {
    this.drawings.show(!this.preview.shown && !this.steps.turn && !this.learn.lesson);
  }

  /** The bar and the arrows: the engine's word, or else what a review or the result said. */
  #showThoughts() {
    const known = this.pane.hasDraft ? null : this.study.score;
    const thought = this.engine.threat ? null : this.engine.report?.lines[0]?.score;
    this.evalBar.show(this.learn.lesson ? null : (thought ?? known));
    this.#drawArrows();
  }

  #drawArrows() {
    const { lesson } = this.learn;
    const arrow = lesson ? this.#lessonArrow(lesson) : (this.#lineArrow() ?? this.#engineArrow());
    this.pane.view.arrows(arrow ? [arrow] : []);
  }

  /** @returns {Arrow | null} the turn of a line that is played through, unless its trail shows it */
  #lineArrow() {
    const { shown } = this.preview;
    const turn = shown?.turns[shown.index];
    return turn && !settings.get("trails") ? { turn, style: "last" } : null;
  }

  /** @returns {Arrow | null} the turn that the engine likes best, or the one that is pointed at */
  #engineArrow() {
    const { on, report, threat } = this.engine;
    if (this.preview.shown) return null;
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
    this.drawings.toggle(false);
    this.engine.turn(false);
    this.learn.start(this.review.mistakes);
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
    const inLine = this.preview.shown !== null;
    const isStart = node.parent === null && !this.pane.hasDraft && !inLine;
    const isEnd = tree.next(current) === null && !inLine;
    for (const id of ["#go-first", "#go-previous", "#step-back"]) find(id).toggleAttribute("disabled", isStart);
    for (const id of ["#go-next", "#go-last", "#step-forward", "#play"]) find(id).toggleAttribute("disabled", isEnd);
  }

  #showAutoplay() {
    const { isOn } = this.autoplay;
    const label = isOn ? "Pause" : "Play through";
    assign(find("#play"), { "aria-label": label, title: `${label} (p)`, "data-playing": isOn });
  }

  /** @returns {Promise<boolean>} false: the line ends here */
  async #advance() {
    const { study, pane } = this;
    const next = study.tree.next(study.current);
    if (next === null) return false;
    study.goTo(next);
    await pane.following;
    await pane.view.still();
    return !pane.isBehind && study.tree.next(study.current) !== null;
  }

  #toggleAutoplay() {
    if (this.autoplay.isOn) this.autoplay.stop();
    else if (this.study.tree.next(this.study.current) !== null) this.autoplay.start();
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
      "#step-back": () => this.#step(() => this.steps.back()),
      "#step-forward": () => this.#step(() => this.steps.forward()),
      "#play": () => this.#toggleAutoplay(),
      "#flip": () => this.#flip(),
      "#show-keys": () => this.#help(),
    };
    for (const [selector, action] of Object.entries(actions)) find(selector).addEventListener("click", action);
    const speed = /** @type {HTMLSelectElement} */ (find("#speed"));
    speed.append(...Object.keys(PAUSES_S).map((name) => el("option", {}, name)));
    speed.value = this.autoplay.speed;
    speed.addEventListener("change", () => {
      this.autoplay.speed = speed.value;
    });
  }

  /** One turn of the line that is played through, one step of the draft, or one turn of the study. */
  #back() {
    if (this.preview.shown) this.preview.move(-1);
    else if (this.steps.turn) this.study.visit(this.study.current);
    else if (this.pane.hasDraft) void this.pane.view.inputs.add(() => this.pane.view.undo());
    else this.#unlessLearning(() => this.study.go((tree, id) => tree.previous(id)));
  }

  #forward() {
    if (this.preview.shown) this.preview.move(1);
    else if (this.steps.turn) this.study.goTo(this.steps.turn.id);
    else if (this.pane.board?.undone) void this.pane.view.inputs.add(() => this.pane.view.redo());
    else this.#unlessLearning(() => this.study.go((tree, id) => tree.next(id)));
  }

  /** @param {() => void} step */
  #step(step) {
    this.#unlessLearning(() => {
      this.preview.leave();
      step();
    });
  }

  #escape() {
    if (this.preview.shown) this.preview.leave();
    else this.drawings.toggle(false);
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
      { keys: ["Shift+ArrowLeft"], words: "One step back", run: () => this.#step(() => this.steps.back()) },
      { keys: ["Shift+ArrowRight"], words: "One step forward", run: () => this.#step(() => this.steps.forward()) },
      {
        keys: [AUTOPLAY_KEY],
        words: "Play through the turns; any key stops it",
        run: free(() => this.#toggleAutoplay()),
      },
      { keys: ["Home", "0"], words: "To the start", run: free(() => study.goTo(ROOT)) },
      { keys: ["End", "$"], words: "To the end of the line", run: go((tree, id) => tree.last(id)) },
      { keys: ["ArrowUp"], words: "The variation before", run: go((tree, id) => tree.sibling(id, -1)) },
      { keys: ["ArrowDown"], words: "The variation after", run: go((tree, id) => tree.sibling(id, 1)) },
      { keys: ["Shift+ArrowUp"], words: "Back to where the lines part", run: go((tree, id) => tree.forkBefore(id)) },
      { keys: ["Shift+ArrowDown"], words: "On to where the lines part", run: go((tree, id) => tree.forkAfter(id)) },
      { keys: [" "], words: "Play the engine's turn", run: free(() => this.#playBest()) },
      { keys: ["v"], words: "Play through the engine's line", run: free(() => this.#showBestLine()) },
      { keys: ["Escape"], words: "Leave the engine's line, or lay the pencil down", run: () => this.#escape() },
      {
        keys: ["d"],
        words: "Draw arrows and marks, by Enter on their squares",
        run: free(() => this.drawings.toggle()),
      },
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
    showPageProblem(reason(error), error instanceof Refusal ? error.code : undefined);
    return null;
  }
}

async function main() {
  mountShell({ page: "analysis" });
  const study = await openStudy();
  if (study) await new AnalysisPage(study).start();
}

void main();
