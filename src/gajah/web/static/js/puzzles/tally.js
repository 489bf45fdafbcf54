/** Which puzzles are solved, and how many in a row at the first try; kept in this browser. */

const KEY = "gajah.puzzles";

/** @typedef {{ solved: string[], streak: number }} Saved */

/** @returns {Saved} */
function load() {
  const nothing = { solved: [], streak: 0 };
  try {
    return { ...nothing, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return nothing;
  }
}

export class Tally {
  constructor() {
    const { solved, streak } = load();
    this.solved = new Set(Array.isArray(solved) ? solved : []);
    this.streak = Number(streak) || 0;
  }

  /** @param {string} id @param {boolean} unaided  at the first try and without help */
  add(id, unaided) {
    this.solved.add(id);
    if (unaided) this.streak += 1;
    this.#save();
  }

  miss() {
    this.streak = 0;
    this.#save();
  }

  #save() {
    try {
      localStorage.setItem(KEY, JSON.stringify({ solved: [...this.solved], streak: this.streak }));
    } catch {
      // Without storage it lasts as long as the page.
    }
  }
}
