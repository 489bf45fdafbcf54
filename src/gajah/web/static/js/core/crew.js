/** The workers that core's threads run in, beside the one that calls core. They wait until a thread is started. */

/** @typedef {import("./imports.js").CoreExports} CoreExports */

/** The stack of a thread; the search of a network needs little. */
const STACK_BYTES = 2 ** 20;

export class Crew {
  /** @type {Worker[]} */ #idle = [];
  /** @type {Map<number, Worker>} */ #busy = new Map();

  /**
   * Start workers; they are ready when it resolves.
   * @param {number} count
   * @param {WebAssembly.Module} module
   * @param {WebAssembly.Memory} memory
   * @param {CoreExports} exports  of the instance that starts threads
   */
  async hire(count, module, memory, exports) {
    const ready = Array.from({ length: count }, () => {
      const worker = new Worker(new URL("./helper.js", import.meta.url), { type: "module" });
      const bottom = exports.gajah_allocate(STACK_BYTES);
      worker.postMessage({ module, memory, stack: bottom + STACK_BYTES });
      return new Promise((resolve, reject) => {
        worker.onmessage = () => resolve(this.#idle.push(worker));
        worker.onerror = reject;
      });
    });
    await Promise.all(ready);
  }

  /** @param {number} thread @param {number} start @param {number} argument */
  begin(thread, start, argument) {
    const worker = this.#idle.pop();
    if (!worker) return false;
    this.#busy.set(thread, worker);
    worker.postMessage({ thread, start, argument });
    return true;
  }

  /** Its thread has ended. @param {number} thread */
  release(thread) {
    const worker = this.#busy.get(thread);
    this.#busy.delete(thread);
    if (worker) this.#idle.push(worker);
  }
}
