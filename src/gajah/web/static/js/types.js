/**
 * The shapes that page and server exchange, as docs/web-protocol.md lists them. Only types live
 * here: import them with `import("./types.js").Board`.
 *
 * @typedef {"g" | "s"} Side
 *
 * @typedef {{ kind: "push" | "pull", square: string, text: string }} Pending
 *
 * @typedef {object} Board  a position in full, possibly in the middle of a turn
 * @property {string} position  at the start of the turn being drafted
 * @property {Record<string, string>} pieces  letter by square, after the drafted steps
 * @property {Side} side
 * @property {string[]} steps  drafted so far, captures included
 * @property {number} undone  steps that redo would bring back
 * @property {number} steps_left
 * @property {Pending | null} pending
 * @property {string[]} frozen
 * @property {string[]} legal  every legal next step
 * @property {boolean} can_end
 * @property {string | null} why_not
 * @property {Side | null} goal
 *
 * @typedef {object} Route  a way to bring a piece somewhere within the turn
 * @property {string} to
 * @property {string[]} squares  of the piece that was taken hold of
 * @property {string[]} steps
 * @property {number} count
 * @property {string[]} lost
 * @property {string[]} captured
 * @property {"walk" | "push" | "pull"} kind
 *
 * @typedef {{ board: Board | null, text: string }} Preview  what typed notation would give
 *
 * @typedef {object} Clock
 * @property {string} control
 * @property {Record<Side, number>} reserve
 * @property {number | null} move
 * @property {Record<Side, number>} left  seconds until loss as of `at`
 * @property {Side | null} running
 * @property {number} at  Unix seconds by the server's clock
 *
 * @typedef {{ text: string, win: number, mate: number | null }} Score
 *
 * @typedef {object} TreeNode
 * @property {number} id
 * @property {number | null} parent
 * @property {string} label
 * @property {string} turn
 * @property {"root" | "setup" | "turn"} kind
 * @property {string} glyph
 * @property {string[]} comments
 * @property {number | null} used_s
 * @property {Score | null} score  after the turn
 * @property {string | null} best  what a review would have played instead
 * @property {number | null} loss  of gold's or silver's chance to win, 0 to 1
 * @property {string | null} mark  of a review: "", "?!", "?" or "??"; null: not reviewed
 * @property {boolean} played  in the game itself, so it cannot be deleted
 * @property {number[]} children
 *
 * @typedef {{ name: string, kind: "human" | "bot", taken: boolean, online: boolean }} Seat
 *
 * @typedef {{ winner: Side | null, reason: string | null, text: string }} GameResult
 *
 * @typedef {Record<Side, string>} Handicap  the letters of the pieces each side plays without
 *
 * @typedef {object} Game
 * @property {string} id
 * @property {Seat} gold
 * @property {Seat} silver
 * @property {string | null} control
 * @property {"waiting" | "setup" | "playing" | "over"} state
 * @property {GameResult | null} result
 * @property {string | null} start
 * @property {Handicap | null} handicap
 * @property {string} event
 * @property {number} created
 * @property {number} turn_count
 * @property {boolean} imported
 * @property {boolean} reviewed
 */

export {};
