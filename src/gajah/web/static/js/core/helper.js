/** A worker that runs core's threads, one after the other: see crew.js. */

import { importsOf } from "./imports.js";

/** @typedef {import("./imports.js").CoreExports} CoreExports */
/** @typedef {{module: WebAssembly.Module, memory: WebAssembly.Memory, stack: number}} Hired  the stack's upper end */
/** @typedef {{thread: number, start: number, argument: number}} Started */

/** @type {WebAssembly.Exports} */ let exports;
let stack = 0;

/** @param {Hired} hired */
async function settle({ module, memory, stack: top }) {
  const imports = importsOf(module, {
    memory: () => memory,
    exports: () => /** @type {any} */ (exports),
    startThread: () => false,
    endThread: () => {},
  });
  ({ exports } = await WebAssembly.instantiate(module, imports));
  stack = top;
  postMessage("ready");
}

/** @param {Started} started */
function run({ thread, start, argument }) {
  const core = /** @type {CoreExports} */ (/** @type {unknown} */ (exports));
  const table = /** @type {WebAssembly.Table} */ (exports.__indirect_function_table);
  core.stackRestore(stack);
  core._emscripten_thread_init(thread, 0, 0, 1, 0);
  core.emscripten_tls_init();
  core._emscripten_thread_exit(table.get(start)(argument));
}

self.onmessage = ({ data }) => ("module" in data ? settle(data) : run(data));
