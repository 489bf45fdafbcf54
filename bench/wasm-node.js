/** One candidate of bench/wasm.py: each line on standard input is a JavaScript call, answered in JSON. */

import { createInterface } from "node:readline";
import { prepare } from "./wasm-page.js";
import { readFileSync } from "node:fs";

const [wasm, network] = process.argv.slice(2);
const calls = prepare(
  () => readFileSync(wasm),
  () => readFileSync(network),
);
for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(await calls[line.trim()]())}\n`);
