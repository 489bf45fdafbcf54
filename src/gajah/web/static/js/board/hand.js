/** The hand over a board: what is picked up, where it may go, and what letting go means. */

import { kindName, pieceSide } from "../pieces.js";
import { Refusal } from "../refusal.js";
import { settings, stepDuration } from "../settings.js";
import { capital } from "../text.js";
import { corner, directionTo, distance, neighbour } from "./geometry.js";
import { askOnBoard } from "./prompt.js";
import { describeLost, describeOthers, extendPath, rankRoutes, undecided } from "./route-choice.js";
import { legalStepsFrom, pendingNow, pieceAt } from "./state.js";

/** @import { Route } from "../wire.js" */
/** @import { Drag } from "./state.js" */

export class Hand {
  /** @param {import("./board.js").BoardView} view */
  constructor(view) {
    this.view = view;
    this.state = view.state;
    /** The server's routes on the board that is shown. @type {Map<string, Promise<Route[]>>} */
    this.known = new Map();
    /** What was let go and waits for the answer. @type {Drag | null} */
    this.dropped = null;
    /** Select this square again once the answer has come. @type {string | null} */
    this.next = null;
    /** Is what is selected so only because it has just moved? */
    this.isKept = false;
  }

  /** What is being dragged, until it is let go. */
  get held() {
    return this.dropped ? null : this.state.drag;
  }

  /** Another board is shown: nothing is held any more, and old routes are worth nothing. */
  forget() {
    this.known.clear();
    const keep = this.next;
    this.next = this.dropped = null;
    Object.assign(this.state, { drag: null, route: null, selected: null, routes: [] });
    if (!keep || !this.#mayGoOn(keep) || !this.state.interactive) return;
    void this.select(keep);
    this.isKept = true;
  }

  /**
   * Does a piece that has just moved stay picked up? Where something may be pulled, the next click
   * means that; and after a push or pull of an enemy, it means another piece.
   * @param {string} square
   */
  #mayGoOn(square) {
    const { board } = this.state;
    const isOwn = pieceSide(pieceAt(this.state, square)?.letter ?? "") === board?.side;
    return isOwn && !pendingNow(board) && legalStepsFrom(this.state, square).length > 0;
  }

  /** @param {string} square @returns {Promise<Route[]>} */
  #routesFor(square) {
    let routes = this.known.get(square);
    if (!routes) {
      routes = this.view.source?.routes(square) ?? Promise.resolve([]);
      routes.catch(() => this.known.delete(square));
      this.known.set(square, routes);
    }
    return routes;
  }

  /** @param {string} square */
  prefetch(square) {
    if (this.state.mode === "turn") this.#routesFor(square).catch(() => {});
  }

  /** @param {string | null} square */
  hover(square) {
    if (square === this.state.hover) return;
    this.state.hover = square;
    this.view.redraw();
  }

  /**
   * @param {string | null} square
   * @returns {Promise<boolean>} may it go anywhere? That is known once its routes are.
   */
  async select(square) {
    Object.assign(this.state, { drag: null, route: null, selected: square, routes: [] });
    this.isKept = false;
    this.view.redraw();
    return !square || this.state.mode !== "turn" || this.#loadRoutes(square);
  }

  /** @param {string} square @returns {Promise<boolean>} */
  async #loadRoutes(square) {
    try {
      const asked = this.#routesFor(square);
      const routes = await asked;
      if (this.state.selected !== square || this.known.get(square) !== asked) return false;
      this.state.routes = routes;
      if (this.state.drag) this.#aim(this.state.drag);
      else if (!routes.length) this.#explainStuck(square);
      if (routes.length) this.view.dispatchEvent(new Event("picked"));
      this.view.redraw();
      return routes.length > 0;
    } catch (error) {
      this.view.refuse(error);
      return false;
    }
  }

  /** @param {string} square */
  #explainStuck(square) {
    const piece = pieceAt(this.state, square);
    const board = this.state.board;
    if (!piece || !board) return;
    void this.select(null);
    const name = `The ${kindName(piece.letter)} on ${square}`;
    const own = pieceSide(piece.letter) === board.side;
    let why = `${name} cannot move: every way is blocked.`;
    if (board.pending?.kind === "push") why = board.pending.text;
    else if (board.steps_left === 0) why = "All four steps are taken: play the turn, or take steps back.";
    else if (own && this.state.frozen.includes(square)) why = `${name} is frozen by a stronger enemy beside it.`;
    else if (!own) why = `${name} cannot be pushed or pulled now.`;
    this.view.refuse(new Refusal("stuck", why));
  }

  /**
   * A click, a touch or Enter on a square. What was entered before is done first, even where that
   * takes an answer of the server: fast fingers lose nothing.
   * @param {string} square
   * @param {string | null} step  whose arrow was hit
   */
  tap(square, step) {
    void this.view.inputs.add(() => this.understand(square, step));
  }

  /** @param {string} square @param {string | null} step @returns {Promise<boolean>} false: it was refused */
  async understand(square, step) {
    const { selected, mode } = this.state;
    if (!this.state.interactive) return false;
    if (mode === "place") this.#tapToPlace(square);
    else if (step) return this.#takeArrow(square, step);
    else if (selected === square) this.#tapAgain();
    else if (selected) return this.#putDown(selected, square);
    else if (pieceAt(this.state, square)) return this.select(square);
    return true;
  }

  /** A tap on the piece that has just moved picks it up; another tap puts it down. */
  #tapAgain() {
    if (this.isKept) this.isKept = false;
    else void this.select(null);
  }

  /**
   * The arrow may be one of the board before, if it was hit while a step was under way.
   * @param {string} square @param {string} step
   */
  async #takeArrow(square, step) {
    const direction = step[3] ?? "";
    if (legalStepsFrom(this.state, square).includes(step))
      return this.stepTowards(square, neighbour(square, direction) ?? "", direction);
    throw new Refusal("late", `The step ${step} is not possible any more.`);
  }

  /**
   * The selected piece goes to a square, or gives way to the one there that it cannot push. The
   * second click may come before the routes have.
   * @param {string} selected @param {string} square
   */
  async #putDown(selected, square) {
    const routes = await this.#routesFor(selected);
    if (this.state.selected !== selected) return false;
    const isTarget = routes.some((route) => route.to === square) || !pieceAt(this.state, square);
    return isTarget ? this.#go(selected, square, [], true) : this.select(square);
  }

  /** @param {string} square */
  #tapToPlace(square) {
    const { selected } = this.state;
    const here = pieceAt(this.state, square);
    if (!this.view.mayPlace(square)) return;
    if (selected && selected !== square) this.#place(selected, square);
    else if (selected || !here) {
      void this.select(null);
      if (!here) this.#place(null, square);
    } else void this.select(square);
  }

  /** @param {string | null} from @param {string | null} to */
  #place(from, to) {
    void this.select(null);
    this.view.dispatchEvent(new CustomEvent("place", { detail: { from, to } }));
  }

  /**
   * A piece is taken into the hand.
   * @param {string[]} path  where it has been led so far, from its square on
   * @param {[number, number]} at @param {boolean} touch
   */
  grab(path, at, touch) {
    const [from = ""] = path;
    const piece = pieceAt(this.state, from);
    if (!piece || (this.state.mode === "place" && !this.view.mayPlace(from))) return false;
    this.view.animator.stop();
    void this.select(from);
    this.state.drag = { from, id: piece.id, at, over: from, path, touch };
    this.view.draw();
    return true;
  }

  /** @param {[number, number]} at @param {string | null} over */
  dragTo(at, over) {
    const drag = this.held;
    if (!drag) return;
    drag.at = at;
    if (over !== drag.over) {
      drag.over = over;
      if (over) drag.path = extendPath(drag.path, over);
      this.#aim(drag);
    }
    this.view.redraw();
  }

  /** @param {Drag} drag */
  #aim(drag) {
    this.state.route = drag.over ? (rankRoutes(this.state.routes, drag.over, drag.path)[0] ?? null) : null;
  }

  drop() {
    const drag = this.held;
    if (!drag) return;
    if (this.state.mode === "place") this.#place(drag.from, drag.over);
    else if (!drag.over || drag.over === drag.from) this.cancelDrag();
    else {
      this.dropped = drag;
      void this.carry(drag.path).then(() => {
        if (this.dropped === drag) this.slideBack(); // the server sent neither a board nor a refusal
      });
    }
  }

  /**
   * A piece was led along these squares; perhaps unseen, because it was not yet known what stands
   * on the first of them.
   * @param {string[]} path
   * @returns {Promise<boolean>} did it go there?
   */
  carry(path) {
    const [from = ""] = path;
    return this.view.inputs.add(async () => {
      if (!this.state.interactive) return false;
      if (!pieceAt(this.state, from)) throw nothingOn(from);
      return this.#go(from, path.at(-1) ?? from, path, false);
    });
  }

  /** The piece goes back where it was. */
  cancelDrag() {
    if (!this.held) return;
    this.dropped = this.held;
    this.slideBack();
    this.view.redraw();
  }

  /** Shows a piece that was let go on its way back. */
  slideBack() {
    const drag = this.dropped;
    this.dropped = null;
    this.next = null;
    void this.select(null);
    const duration = stepDuration();
    if (!drag || !duration) return;
    this.view.draw();
    const [x, y] = drag.at;
    this.view.animator.slide(drag.id, [x - 50, y - 50], corner(drag.from, this.state.orientation), duration);
  }

  /** The answer is being shown: the id of the piece that lies where the user put it. */
  release() {
    const drag = this.dropped;
    this.dropped = null;
    return drag?.id ?? null;
  }

  /**
   * The piece is to go to a square: by the route that the gesture means, after a question where it
   * leaves something open or costs a piece.
   * @param {string} from @param {string} to @param {string[]} path @param {boolean} goOn  keep it selected
   */
  async #go(from, to, path, goOn) {
    const ranked = rankRoutes(await this.#routesFor(from), to, path);
    if (!ranked.length) return this.#explainUnreachable(from, to);
    this.next = goOn ? to : null;
    return this.#play(undecided(ranked));
  }

  /** Beside it, the server says which rule forbids it. @param {string} from @param {string} to */
  async #explainUnreachable(from, to) {
    const letter = pieceAt(this.state, from)?.letter ?? "";
    if (distance(from, to) === 1 && !pieceAt(this.state, to))
      return this.view.enter([`${letter}${from}${directionTo(from, to)}`]);
    throw new Refusal("unreachable", `The ${kindName(letter)} cannot get to ${to} in this turn.`);
  }

  /**
   * One step of the piece on a square towards the next one, as the keys want it.
   * @param {string} from @param {string} to @param {string} direction
   */
  async stepTowards(from, to, direction) {
    if (!this.state.interactive || this.state.mode !== "turn") return false;
    const piece = pieceAt(this.state, from);
    if (!piece) throw nothingOn(from);
    const routes = await this.#routesFor(from);
    const direct = routes.filter((route) => route.squares.length === 2 && route.to === to);
    if (direct.length) return this.#play(undecided(rankRoutes(direct, to, [from, to])));
    return this.view.enter([`${piece.letter}${from}${direction}`]);
  }

  /** @param {Route[]} routes  to choose from @returns {Promise<boolean>} */
  async #play(routes) {
    const route = await this.#choose(routes);
    if (route) return this.view.enter(route.steps);
    this.slideBack();
    this.view.redraw();
    return false;
  }

  /**
   * The gesture leaves open who pushes, or where to; each answer is drawn while it is considered.
   * @param {Route[]} routes
   */
  async #askHow(routes) {
    const { arrows } = this.state;
    const choices = routes.map((each) => ({ label: capital(describeOthers(each)), value: each }));
    const onConsider = (/** @type {Route} */ { steps }) =>
      this.view.arrows([...arrows, { turn: steps.join(" "), style: "hint" }]);
    const route = await askOnBoard(this.view.root, { text: "Which way?", choices, onConsider });
    this.view.arrows(arrows);
    return route;
  }

  /** @param {Route[]} routes @returns {Promise<Route | null>} */
  async #choose(routes) {
    let [route = null] = routes;
    if (routes.length > 1) {
      route = await this.#askHow(routes);
    }
    if (!route?.lost.length || !settings.get("warnLoss")) return route;
    const text = `This loses ${describeLost(route.lost)}.`;
    return askOnBoard(this.view.root, { text, choices: [{ label: "Do it anyway", value: route, style: "danger" }] });
  }
}

/** @param {string} square */
function nothingOn(square) {
  return new Refusal("empty", `No piece stands on ${square}.`);
}
