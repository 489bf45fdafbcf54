/** Answers the questions on standard input: node in-node.js gajah.wasm gajah.net < questions.json */

import { readFileSync } from "node:fs";
import { answerAll } from "./questions.js";

const [wasm, network] = process.argv.slice(2).map((path) => readFileSync(path));
const answers = await answerAll(wasm, network, JSON.parse(readFileSync(0, "utf8")));
process.stdout.write(JSON.stringify(answers));
