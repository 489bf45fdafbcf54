/** Arrows that use the same edge between two squares run beside each other. */

/** @typedef {{ squares: string[], style: string, startGap?: number }} Way  an arrow; style: class names */

// How far apart arrows over the same edge run, and how far from side to side all of them reach.
const LANE = 26;
const ROAD = 62;

/**
 * Which lane each way takes on each of its edges, as a distance to the right of its middle.
 * @param {Way[]} ways @returns {number[][]}
 */
export function lanesOf(ways) {
  /** The uses of an edge, those against its own direction first. @type {Map<string, { way: number, edge: number, sign: number }[]>} */
  const roads = new Map();
  ways.forEach(({ squares }, way) => {
    for (let edge = 0; edge + 1 < squares.length; edge++) {
      const [from, to] = [squares[edge] ?? "", squares[edge + 1] ?? ""];
      const sign = from < to ? 1 : -1;
      const name = sign > 0 ? from + to : to + from;
      roads.set(
        name,
        [...(roads.get(name) ?? []), { way, edge, sign }].sort((a, b) => a.sign - b.sign),
      );
    }
  });
  const lanes = ways.map(({ squares }) => squares.slice(1).map(() => 0));
  for (const uses of roads.values()) {
    const apart = Math.min(LANE, ROAD / Math.max(uses.length - 1, 1));
    uses.forEach(({ way, edge, sign }, i) => {
      const own = lanes[way];
      if (own) own[edge] = sign * (i - (uses.length - 1) / 2) * apart;
    });
  }
  return lanes;
}
