/** What bench/wasm.py measures, in Node.js and in a page. */

import { Core } from "../src/gajah/web/static/js/core/core.js";

const OPENING = "g [rrrddrrrrhcmechr                                RHCEMCHRRRRDDRRR]";
/**
 * @param {() => any} wasm  what Core.start takes, or a promise of it
 * @param {() => any} network
 */
export function prepare(wasm, network) {
  /** @type {Core} */ let core;
  return {
    /** From nothing to the first evaluation, in seconds. */
    start: async () => {
      const began = performance.now();
      const [program, numbers] = await Promise.all([wasm(), network()]);
      core = await Core.start(program);
      core.load(numbers);
      core.place({ position: OPENING });
      core.evaluate();
      return (performance.now() - began) / 1000;
    },
    /** A round. */
    evaluate: async () => core.evaluate(100).value,
    /** Megabytes. */
    memory: async () => core.bytes / 2 ** 20,
  };
}
