/** Plays a plan of motion over a board whose state is already final. */

import { corner } from "./geometry.js";

/** @import { Orientation } from "./geometry.js" */
/** @import { Motion, Plan } from "./motion.js" */

const FADE_STEPS = 0.7; // how long a piece takes to vanish or appear, in steps

export class Animator {
  /** @param {import("./render.js").Renderer} renderer */
  constructor(renderer) {
    this.renderer = renderer;
    /** @type {Animation[]} */
    this.running = [];
    /** @type {number[]} */
    this.timers = [];
  }

  /**
   * Leaving pieces must stay on the page until they have left: call this before the state is drawn.
   * @param {Plan} plan
   */
  keepLeaving(plan) {
    for (const { id, leaves } of plan.motions) {
      if (leaves !== null) this.renderer.drawn.get(id)?.element.setAttribute("data-leaving", "");
    }
  }

  /**
   * @param {Plan} plan
   * @param {{ stepMs: number, orientation: Orientation, except?: number | null, onStep?: (capture: boolean) => void }} how
   *   except: a piece that is where it should be already, since the user put it there
   */
  play(plan, { stepMs, orientation, except = null, onStep }) {
    const total =
      plan.length +
      (plan.motions.some((motion) => motion.leaves === plan.length || motion.enters !== null) ? FADE_STEPS : 0);
    for (const motion of plan.motions) {
      const element = this.renderer.drawn.get(motion.id)?.element;
      if (!element || (motion.id === except && motion.leaves === null)) continue;
      const frames = keyframes(motion, total, orientation, motion.id === except);
      const animation = element.animate(frames, { duration: total * stepMs, fill: "backwards" });
      this.running.push(animation);
      if (motion.leaves !== null) {
        animation.onfinish = () => this.#removeLeft(motion.id);
        animation.oncancel = animation.onfinish;
      }
    }
    this.#announceSteps(plan, stepMs, onStep);
    this.renderer.root.dataset.animating = "";
    const last = this.running.at(-1);
    void last?.finished.then(
      () => this.#done(),
      () => {},
    );
    if (!last) this.#done();
  }

  /** @param {Plan} plan @param {number} stepMs @param {((capture: boolean) => void) | undefined} onStep */
  #announceSteps(plan, stepMs, onStep) {
    if (!onStep) return;
    const times = plan.motions.flatMap((motion) => motion.moves.map((move) => move.at + 1));
    for (const time of new Set(times)) this.timers.push(setTimeout(() => onStep(false), time * stepMs - stepMs / 4));
    for (const time of plan.captures) this.timers.push(setTimeout(() => onStep(true), time * stepMs));
  }

  /** @param {number} id */
  #removeLeft(id) {
    this.renderer.drawn.get(id)?.element.remove();
    this.renderer.drawn.delete(id);
  }

  /**
   * A piece slides from a point to its square.
   * @param {number} id
   * @param {[number, number]} from  its corner there
   * @param {[number, number]} to
   * @param {number} duration
   */
  slide(id, from, to, duration) {
    const element = this.renderer.drawn.get(id)?.element;
    element?.animate([{ transform: place(from) }, { transform: place(to) }], { duration, easing: "ease-out" });
  }

  /** Resolves when what moves now has come to rest, or was stopped. */
  async still() {
    await Promise.allSettled(this.running.map((animation) => animation.finished));
  }

  #done() {
    this.running = [];
    delete this.renderer.root.dataset.animating;
  }

  /** A new change drops the old plan. */
  stop() {
    for (const animation of this.running) animation.cancel();
    for (const timer of this.timers.splice(0)) clearTimeout(timer);
    this.#done();
  }
}

/** @param {[number, number]} point */
function place([x, y]) {
  return `translate(${x}px, ${y}px)`;
}

/** @param {Motion} motion @param {number} total @param {Orientation} orientation @param {boolean} inPlace */
function keyframes(motion, total, orientation, inPlace) {
  /** @type {Keyframe[]} */
  const frames = [];
  for (const { from, to, at } of inPlace ? [] : motion.moves) {
    frames.push({ offset: at / total, transform: place(corner(from, orientation)), easing: "ease-in-out" });
    frames.push({ offset: (at + 1) / total, transform: place(corner(to, orientation)) });
  }
  const end = frames.at(-1);
  if (end) {
    if (frames[0]?.offset !== 0) frames.unshift({ ...frames[0], offset: 0, easing: "linear" });
    if (end.offset !== 1) frames.push({ ...end, offset: 1 });
  }
  return [...frames, ...fading(motion, total)].sort((a, b) => Number(a.offset) - Number(b.offset));
}

/** @param {Motion} motion @param {number} total @returns {Keyframe[]} */
function fading({ leaves, enters }, total) {
  const at = leaves ?? enters;
  if (at === null) return [];
  const [before, after] = leaves !== null ? [1, 0] : [0, 1];
  const frames = [
    { offset: at / total, opacity: before },
    { offset: Math.min((at + FADE_STEPS) / total, 1), opacity: after },
  ];
  if (at > 0) frames.unshift({ offset: 0, opacity: before });
  if ((at + FADE_STEPS) / total < 1) frames.push({ offset: 1, opacity: after });
  return frames;
}
