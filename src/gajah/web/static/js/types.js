/**
 * The shapes that page and server exchange, by the names that the page uses. Only types live here:
 * import them with `import("./types.js").Board`. wire.d.ts is made from the server's models.
 *
 * @typedef {import("./wire.js").SideLetter} Side
 * @typedef {import("./wire.js").PendingShape} Pending
 * @typedef {import("./wire.js").Board} Board
 * @typedef {import("./wire.js").Route} Route
 * @typedef {Pick<import("./wire.js").PreviewShown, "board" | "text">} Preview
 * @typedef {import("./wire.js").ClockShape} Clock
 * @typedef {import("./wire.js").ScoreShape} Score
 * @typedef {import("./wire.js").NodeShape} TreeNode
 * @typedef {import("./wire.js").SeatShape} Seat
 * @typedef {import("./wire.js").ResultShape} GameResult
 * @typedef {Record<Side, string>} Handicap  the letters of the pieces each side plays without
 * @typedef {import("./wire.js").GameShape} Game
 */

export {};
