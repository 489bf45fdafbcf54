/**
 * Stands in for core where it is not compiled: every turn is legal, and no game ends. What the real rules say is tested
 * in tests/wasm.
 */

const BOARD = { label: "1g", position: "", result: null };

export const ANY_TURN = { place: () => BOARD, play: (turn) => ({ turn, board: BOARD }) };
