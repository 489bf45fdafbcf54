/** What core in WebAssembly asks of the worker it runs in: the time, memory and, where it has threads, helpers. */

/** @typedef {Record<string, (...args: number[]) => number>} CoreExports */
/**
 * @typedef {object} Surroundings
 * @property {() => WebAssembly.Memory} memory
 * @property {() => CoreExports} exports
 * @property {(thread: number, start: number, argument: number) => boolean} startThread  false: there is no helper left
 * @property {(thread: number) => void} endThread  it has been joined
 */

// Numbers of the system's interface.
const REALTIME = 0;
const SUCCESS = 0;
const TRY_AGAIN = 6;

const PAGE_BYTES = 65536;
/** Memory grows by at least so much, since each time takes a while. */
const GROWTH_BYTES = 2 ** 21;
/** Threads run on the stacks of their helpers; the one that the system gives them is not used. */
const LEAST_STACK_BYTES = 16;

/** Milliseconds, the same in all workers of a page. @param {number} clock */
function now(clock) {
  return clock === REALTIME ? Date.now() : performance.timeOrigin + performance.now();
}

/** @param {WebAssembly.Memory} memory @param {number} bytes @returns {number} whether there is so much now */
function grow(memory, bytes) {
  const missing = Math.max(bytes - memory.buffer.byteLength, GROWTH_BYTES);
  try {
    memory.grow(Math.ceil(missing / PAGE_BYTES));
    return 1;
  } catch {
    return 0;
  }
}

/**
 * @param {Surroundings} around
 * @returns {Record<string, (...args: any[]) => unknown>}
 */
function functionsOf({ memory, exports, startThread, endThread }) {
  const view = () => new DataView(memory().buffer);
  /** @type {(clock: number, to: number) => number} */
  const clockGettime = (clock, to) => {
    const ms = now(clock);
    view().setInt32(to, ms / 1000, true);
    view().setInt32(to + 4, (ms % 1000) * 1e6, true);
    return SUCCESS;
  };
  return {
    clock_time_get: (clock, _precision, to) => {
      view().setBigUint64(to, BigInt(Math.round(now(clock) * 1e6)), true);
      return SUCCESS;
    },
    clock_gettime: clockGettime,
    __clock_gettime: clockGettime,
    emscripten_get_now: () => now(1),
    emscripten_notify_memory_growth: () => {},
    emscripten_resize_heap: (bytes) => grow(memory(), bytes >>> 0),
    emscripten_memcpy_big: (to, from, bytes) => new Uint8Array(memory().buffer).copyWithin(to, from, from + bytes),
    emscripten_check_blocking_allowed: () => {},
    _emscripten_default_pthread_stack_size: () => LEAST_STACK_BYTES,
    __emscripten_init_main_thread_js: (thread) => exports()._emscripten_thread_init(thread, 0, 1, 1, 0),
    __pthread_create_js: (thread, _attributes, start, argument) =>
      startThread(thread, start, argument) ? SUCCESS : TRY_AGAIN,
    __emscripten_thread_cleanup: endThread,
  };
}

/**
 * All that a module imports. What core never calls ends it.
 * @param {WebAssembly.Module} module
 * @param {Surroundings} around
 */
export function importsOf(module, around) {
  const functions = functionsOf(around);
  /** @type {WebAssembly.Imports} */ const imports = {};
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    const refuse = () => {
      throw new Error(`core has called ${name}`);
    };
    imports[from][name] = kind === "memory" ? around.memory() : (functions[name] ?? refuse);
  }
  return imports;
}

/** @param {WebAssembly.Module} module */
export function hasThreads(module) {
  return WebAssembly.Module.imports(module).some(({ kind }) => kind === "memory");
}
