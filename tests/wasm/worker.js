/** Answers questions in a worker, with as many threads as the message says. */

import { answerAll } from "./questions.js";

self.onmessage = async ({ data: { questions, threads } }) => {
  const network = await (await fetch("/src/gajah/engine/gajah.net")).arrayBuffer();
  const wasm = await fetch("/src/gajah/web/static/wasm/gajah-threads.wasm");
  postMessage(await answerAll(wasm, new Uint8Array(network), questions, threads));
};
