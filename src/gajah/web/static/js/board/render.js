/** Writes a board's state to the page; the only module that does, besides the animation. */

import { svg } from "../dom.js";
import { pieceGroup } from "../piece-drawings.js";
import { settings } from "../settings.js";
import { trails } from "./arrow-paths.js";
import { BOARD, corner } from "./geometry.js";
import { drawGround, margin } from "./ground.js";
import { arrow, arrows, countBadge, drawn, frost, ghosts, hoverArrows, inset, targets } from "./marks.js";
import { legalStepsFrom, lettersOf, pendingNow, pieceAt, shownDrawing } from "./state.js";

/** @import { BoardState, PieceOnBoard } from "./state.js" */

const LIFT = 1.12; // a piece in the hand looks nearer
const TOUCH_LIFT = 1.5; // under a finger it must be larger to be seen at all

export class Renderer {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.svg = svg("svg", { class: "board-svg", "aria-hidden": "true" });
    const layer = (/** @type {string} */ name) => this.svg.appendChild(svg("g", { class: `layer-${name}` }));
    this.ground = layer("ground");
    this.under = layer("under");
    this.pieces = layer("pieces");
    this.trails = layer("trails");
    this.drawings = layer("drawings");
    this.marks = layer("marks");
    this.hand = layer("hand");
    this.top = layer("top");
    /** @type {Map<number, { element: SVGGElement, looks: string }>} */
    this.drawn = new Map();
    this.groundKey = "";
    root.append(this.svg);
  }

  /** @param {BoardState} state */
  draw(state) {
    this.#drawGround(state);
    this.#drawPieces(state);
    this.#drawUnder(state);
    this.#drawTrails(state);
    this.#drawMarks(state);
    this.root.classList.toggle("interactive", state.interactive);
    this.root.classList.toggle("preview", state.preview);
    this.root.classList.toggle("dragging", state.drag !== null);
  }

  /** @param {BoardState} state */
  #drawGround({ orientation, coordinates }) {
    const key = `${orientation} ${coordinates}`;
    if (key === this.groundKey) return;
    this.groundKey = key;
    const around = margin(coordinates);
    this.svg.setAttribute("viewBox", `${-around} ${-around} ${BOARD + 2 * around} ${BOARD + 2 * around}`);
    this.root.style.setProperty("--board-inset", `${(100 * around) / (BOARD + 2 * around)}%`);
    this.ground.replaceChildren(...drawGround(orientation, coordinates));
  }

  /** @param {BoardState} state */
  #drawPieces(state) {
    const gone = new Set(this.drawn.keys());
    for (const piece of state.pieces) {
      gone.delete(piece.id);
      const element = this.#pieceElement(piece, state);
      if (state.drag?.id === piece.id) this.#drawDragged(element, state.drag);
      else {
        const [x, y] = corner(piece.square, state.orientation);
        element.setAttribute("transform", `translate(${x} ${y})`);
        if (element.parentNode !== this.pieces) this.pieces.append(element);
      }
    }
    for (const id of gone) {
      const element = this.drawn.get(id)?.element;
      if (element?.hasAttribute("data-leaving")) continue; // the animation removes it
      element?.remove();
      this.drawn.delete(id);
    }
  }

  /** @param {PieceOnBoard} piece @param {BoardState} state @returns {SVGGElement} */
  #pieceElement(piece, state) {
    const frozen = settings.get("frozen") && state.frozen.includes(piece.square);
    const looks = `${piece.letter} ${settings.get("pieces")} ${frozen}`;
    const known = this.drawn.get(piece.id);
    if (known?.looks === looks) return known.element;
    const element = known?.element ?? svg("g", { class: "piece" });
    element.classList.toggle("frozen", frozen);
    element.replaceChildren(inset(pieceGroup(piece.letter)));
    if (frozen) element.append(frost());
    this.drawn.set(piece.id, { element, looks });
    return element;
  }

  /** @param {SVGGElement} element @param {import("./state.js").Drag} drag */
  #drawDragged(element, { at: [x, y], touch }) {
    if (element.parentNode !== this.hand) this.hand.append(element);
    const scale = touch ? TOUCH_LIFT : LIFT;
    const above = touch ? 55 : 0; // a finger hides what is under it
    element.setAttribute("transform", `translate(${x - 50 * scale} ${y - 50 * scale - above}) scale(${scale})`);
  }

  /** @param {BoardState} state */
  #drawUnder(state) {
    const { board, selected, drag, highlights, orientation } = state;
    /** @type {[string, string][]} */
    const squares = highlights.map(({ square, style }) => [square, style]);
    if (selected) squares.push([selected, "selected"]);
    if (drag?.over && drag.over !== drag.from)
      squares.push([drag.over, state.route ? (state.route.lost.length ? "bad" : "drop") : "nowhere"]);
    const pending = state.interactive && !state.preview ? pendingNow(board) : null;
    if (board && pending) {
      squares.push([pending.square, `pending-${pending.kind}`]);
      if (pending.kind === "push") {
        for (const step of board.legal) squares.push([step.slice(1, 3), "completes"]);
      }
    }
    this.under.replaceChildren(
      ...squares.map(([square, style]) => {
        const [x, y] = corner(square, orientation);
        return svg("rect", { class: `mark mark-${style}`, "data-square": square, x, y, width: 100, height: 100 });
      }),
    );
  }

  /** @param {BoardState} state */
  #drawTrails(state) {
    const { board, lastTurn, orientation } = state;
    const pieces = lettersOf(state);
    const drafting = board !== null && board.steps.length > 0;
    const last = settings.get("trails") ? (lastTurn ?? "") : "";
    const turn = drafting ? board.turn : last;
    const ways = [
      ...trails(turn, drafting ? board.side : state.mover, drafting ? "draft" : "last", pieces),
      ...state.arrows.flatMap((each) => ("turn" in each ? trails(each.turn, null, each.style) : [each])),
    ];
    this.trails.replaceChildren(...arrows(ways, orientation), ...ghosts(turn, pieces, orientation));
    this.drawings.replaceChildren(...drawn(shownDrawing(state), orientation));
  }

  /** @param {BoardState} state */
  #drawMarks(state) {
    const { orientation, drag, route, hover, selected } = state;
    const costly = (route?.lost.length ?? 0) > 0;
    /** @type {SVGElement[]} */
    const found = [];
    if ((selected || drag) && state.mode === "turn") {
      found.push(
        ...targets(
          state.routes.filter(({ to }) => !route?.squares.includes(to)),
          orientation,
        ),
      );
    }
    if (route)
      found.push(arrow({ squares: route.squares, style: costly ? "route costly" : "route", startGap: 0 }, orientation));
    this.top.replaceChildren(
      ...(route ? [countBadge(route.to, String(route.count), costly, orientation)] : []),
      ...(route?.lost ?? []).map((lost) => countBadge(lost.slice(1, 3), "!", true, orientation)),
    );
    if (
      hover &&
      !drag &&
      state.interactive &&
      state.mode === "turn" &&
      settings.get("hoverArrows") &&
      pieceAt(state, hover)
    ) {
      found.push(...hoverArrows(legalStepsFrom(state, hover), orientation));
    }
    this.marks.replaceChildren(...found);
  }
}
