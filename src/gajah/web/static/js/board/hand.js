/** The hand over a board: what is picked up, where it may go, and what letting go means. */

import { Refusal } from "../api.js";
import { kindName, pieceSide } from "../pieces.js";
import { askOnBoard } from "./prompt.js";
import { settings, stepDuration } from "../settings.js";
import { capital } from "../text.js";
import { corner, directionTo, distance, neighbour } from "./geometry.js";
import { describeLost, describeOthers, extendPath, rankRoutes, undecided } from "./route-choice.js";
import { legalStepsFrom, pendingNow, pieceAt } from "./state.js";

/** @typedef {import("../types.js").Route} Route */
/** @typedef {import("./state.js").Drag} Drag */

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
    /** What has been tapped is understood in this order. @type {Promise<void>} */
    this.understood = Promise.resolve();
  }

  /** Another board is shown: nothing is held any more, and old routes are worth nothing. */
  forget() {
    this.known.clear();
    const keep = this.next;
    this.next = null;
    Object.assign(this.state, { drag: null, route: null, selected: null, routes: [] });
    if (keep && this.mayGoOn(keep) && this.state.interactive) this.select(keep);
  }

  /**
   * Does a piece that has just moved stay picked up? Where something may be pulled, the next click
   * means that; and after a push or pull of an enemy, it means another piece.
   * @param {string} square
   */
  mayGoOn(square) {
    const { board } = this.state;
    const isOwn = pieceSide(pieceAt(this.state, square)?.letter ?? "") === board?.side;
    return isOwn && !pendingNow(board) && legalStepsFrom(this.state, square).length > 0;
  }

  /** @param {string} square @returns {Promise<Route[]>} */
  routesFor(square) {
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
    if (this.state.mode === "turn") this.routesFor(square).catch(() => {});
  }

  /** @param {string | null} square */
  hover(square) {
    if (square === this.state.hover) return;
    this.state.hover = square;
    this.view.redraw();
  }

  /** @param {string | null} square */
  select(square) {
    Object.assign(this.state, { drag: null, route: null, selected: square, routes: [] });
    this.view.redraw();
    if (square && this.state.mode === "turn") this.loadRoutes(square);
  }

  /** @param {string} square */
  loadRoutes(square) {
    this.routesFor(square).then(
      (routes) => {
        if (this.state.selected !== square) return;
        this.state.routes = routes;
        if (this.state.drag) this.aim(this.state.drag);
        else if (!routes.length) this.explainStuck(square);
        this.view.redraw();
      },
      (error) => this.view.refuse(error),
    );
  }

  /** @param {string} square */
  explainStuck(square) {
    const piece = pieceAt(this.state, square);
    const board = this.state.board;
    if (!piece || !board) return;
    this.select(null);
    const name = `The ${kindName(piece.letter)} on ${square}`;
    const own = pieceSide(piece.letter) === board.side;
    let why = `${name} cannot move: every way is blocked.`;
    if (board.pending?.kind === "push") why = board.pending.text;
    else if (board.steps_left === 0) why = "All four steps are taken: play the turn, or take steps back.";
    else if (own && board.frozen.includes(square)) why = `${name} is frozen by a stronger enemy beside it.`;
    else if (!own) why = `${name} cannot be pushed or pulled now.`;
    this.view.refuse(new Refusal("stuck", why));
  }

  /** Is there anything to pick up or put down on this square? @param {string} square */
  hasUseFor(square) {
    const { board, selected, mode } = this.state;
    if (selected || mode === "place") return true;
    return pieceAt(this.state, square) !== undefined && (board?.steps_left ?? 0) > 0;
  }

  /**
   * A click, a touch or Enter on a square. What an earlier one meant is found out first, even where
   * that takes an answer of the server: fast fingers lose nothing.
   * @param {string} square
   * @param {string | null} step  whose arrow was hit
   */
  tap(square, step) {
    this.understood = this.understood.then(() => this.understand(square, step));
  }

  /** @param {string} square @param {string | null} step */
  async understand(square, step) {
    const { selected, mode } = this.state;
    if (!this.state.interactive) return;
    if (mode === "place") this.tapToPlace(square);
    else if (step) void this.stepTowards(square, neighbour(square, step[3] ?? "") ?? "", step[3] ?? "");
    else if (selected === square) this.select(null);
    else if (selected) await this.putDown(selected, square);
    else if (pieceAt(this.state, square)) this.select(square);
  }

  /**
   * The selected piece goes to a square, or gives way to the one there that it cannot push. The
   * second click may come before the routes have.
   * @param {string} selected @param {string} square
   */
  async putDown(selected, square) {
    const routes = await this.routesFor(selected).catch(() => /** @type {Route[]} */ ([]));
    if (this.state.selected !== selected) return;
    const isTarget = routes.some((route) => route.to === square) || !pieceAt(this.state, square);
    if (isTarget) void this.go(selected, square, [], true);
    else this.select(square);
  }

  /** @param {string} square */
  tapToPlace(square) {
    const { selected } = this.state;
    const here = pieceAt(this.state, square);
    if (!this.view.mayPlace(square)) return;
    if (selected && selected !== square) this.place(selected, square);
    else if (selected || !here) {
      this.select(null);
      if (!here) this.place(null, square);
    } else this.select(square);
  }

  /** @param {string | null} from @param {string | null} to */
  place(from, to) {
    const piece = from ? (pieceAt(this.state, from)?.letter ?? null) : null;
    this.select(null);
    this.view.dispatchEvent(new CustomEvent("place", { detail: { from, to, piece } }));
  }

  /**
   * A piece is taken into the hand.
   * @param {string} square @param {[number, number]} at @param {boolean} touch
   */
  grab(square, at, touch) {
    const piece = pieceAt(this.state, square);
    if (!piece || (this.state.mode === "place" && !this.view.mayPlace(square))) return false;
    this.view.animator.stop();
    this.select(square);
    this.state.drag = { from: square, id: piece.id, at, over: square, path: [square], touch };
    this.view.draw();
    return true;
  }

  /** @param {[number, number]} at @param {string | null} over */
  dragTo(at, over) {
    const drag = this.state.drag;
    if (!drag) return;
    drag.at = at;
    if (over !== drag.over) {
      drag.over = over;
      if (over) drag.path = extendPath(drag.path, over);
      this.aim(drag);
    }
    this.view.redraw();
  }

  /** @param {Drag} drag */
  aim(drag) {
    this.state.route = drag.over ? (rankRoutes(this.state.routes, drag.over, drag.path)[0] ?? null) : null;
  }

  drop() {
    const drag = this.state.drag;
    if (!drag) return;
    if (this.state.mode === "place") this.place(drag.from, drag.over);
    else if (!drag.over || drag.over === drag.from) this.cancelDrag();
    else {
      this.dropped = drag;
      void this.go(drag.from, drag.over, drag.path, false);
    }
  }

  /** The piece goes back where it was. */
  cancelDrag() {
    if (!this.state.drag) return;
    this.dropped = this.state.drag;
    this.slideBack();
    this.view.redraw();
  }

  /** Shows a piece that was let go on its way back. */
  slideBack() {
    const drag = this.dropped;
    this.dropped = null;
    this.select(null);
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
  async go(from, to, path, goOn) {
    try {
      const ranked = rankRoutes(await this.routesFor(from), to, path);
      if (!ranked.length) {
        await this.explainUnreachable(from, to);
        return;
      }
      this.next = goOn ? to : null;
      await this.play(undecided(ranked));
    } catch (error) {
      this.view.refuse(error);
    }
  }

  /** Beside it, the server says which rule forbids it. @param {string} from @param {string} to */
  async explainUnreachable(from, to) {
    const letter = pieceAt(this.state, from)?.letter ?? "";
    if (distance(from, to) === 1 && !pieceAt(this.state, to)) {
      await this.view.enter([`${letter}${from}${directionTo(from, to)}`]);
      return;
    }
    this.view.refuse(new Refusal("unreachable", `The ${kindName(letter)} cannot get to ${to} in this turn.`));
  }

  /**
   * One step of the piece on a square towards the next one, as the keys want it.
   * @param {string} from @param {string} to @param {string} direction
   */
  async stepTowards(from, to, direction) {
    const piece = pieceAt(this.state, from);
    if (!piece || !this.state.interactive || this.state.mode !== "turn") return false;
    const routes = await this.routesFor(from).catch(() => /** @type {Route[]} */ ([]));
    const direct = routes.filter((route) => route.squares.length === 2 && route.to === to);
    if (direct.length) return this.play(undecided(rankRoutes(direct, to, [from, to])));
    return this.view.enter([`${piece.letter}${from}${direction}`]);
  }

  /** @param {Route[]} routes  to choose from @returns {Promise<boolean>} */
  async play(routes) {
    const route = await this.choose(routes);
    if (route) return this.view.enter(route.steps);
    this.next = null;
    this.slideBack();
    this.view.redraw();
    return false;
  }

  /**
   * The gesture leaves open who pushes, or where to; each answer is drawn while it is considered.
   * @param {Route[]} routes
   */
  async askHow(routes) {
    const { arrows } = this.state;
    const choices = routes.map((each) => ({ label: capital(describeOthers(each)), value: each }));
    const onConsider = (/** @type {Route} */ { steps }) =>
      this.view.arrows([...arrows, { turn: steps.join(" "), style: "hint" }]);
    const route = await askOnBoard(this.view.root, { text: "Which way?", choices, onConsider });
    this.view.arrows(arrows);
    return route;
  }

  /** @param {Route[]} routes @returns {Promise<Route | null>} */
  async choose(routes) {
    let [route = null] = routes;
    if (routes.length > 1) {
      route = await this.askHow(routes);
    }
    if (!route?.lost.length || !settings.get("warnLoss")) return route;
    const text = `This loses ${describeLost(route.lost)}.`;
    return askOnBoard(this.view.root, {
      text,
      choices: [{ label: "Do it anyway", value: route, style: "danger" }],
    });
  }
}
