/** What a page and its worker say to each other; the words inside are those of the server (wire.d.ts). */

/**
 * @typedef {{ type: "open", path: string } | { type: "said", text: string } | { type: "close" }} LineMessage
 * @typedef {{ type: "request", number: number, method: string, path: string, body?: unknown, token?: string }} Request
 * @typedef {Request | (LineMessage & { line: number })} FromPage
 */

/**
 * @typedef {{ type: "heard", line: number, text: string } | { type: "ended", line: number }} LineNews
 * @typedef {{ type: "answer", number: number, answer: unknown }
 *   | { type: "refused", number: number, code: string, text: string }
 *   | { type: "notice", text: string } | LineNews} FromWorker
 */

export {};
