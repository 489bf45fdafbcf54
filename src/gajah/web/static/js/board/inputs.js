/** What the user does with a board, one thing after the other. */

/** @typedef {() => boolean | Promise<boolean>} Act  does it; false: it was refused */
/** @typedef {{ act: Act, settle: (done: boolean) => void }} Input */

/**
 * Everything waits for what was done before it, so that it is understood on the board which that has
 * led to, however late the server answers. After a refusal what waits is dropped: it was meant for a
 * board that never came.
 */
export class Inputs {
  /** @param {(error: unknown) => void} refuse  tells the user what went wrong */
  constructor(refuse) {
    this.refuse = refuse;
    /** @type {Input[]} */
    this.waiting = [];
    this.isBusy = false;
  }

  /**
   * Does it at once where nothing is under way, else in its turn.
   * @param {Act} act
   * @returns {Promise<boolean>} was it done?
   */
  add(act) {
    return new Promise((settle) => {
      this.waiting.push({ act, settle });
      if (!this.isBusy) void this.#work();
    });
  }

  async #work() {
    this.isBusy = true;
    for (let input = this.waiting.shift(); input; input = this.waiting.shift()) {
      const done = await this.#attempt(input.act);
      input.settle(done);
      if (!done) for (const { settle } of this.waiting.splice(0)) settle(false);
    }
    this.isBusy = false;
  }

  /** @param {Act} act */
  async #attempt(act) {
    try {
      return await act();
    } catch (error) {
      this.refuse(error);
      return false;
    }
  }
}
