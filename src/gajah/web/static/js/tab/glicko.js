/**
 * Ratings that go along with every result: Glicko-2, as gajah/arena/glicko2.py has it for the server.
 * http://www.glicko.net/glicko/glicko2.pdf derives the formulas.
 */

/** @typedef {{rating: number, deviation: number, volatility: number}} Glicko */
/** @typedef {{opponent: Glicko, score: number}} GlickoResult  the score is 0 to 1 */

const START_RATING = 1500;
const START_DEVIATION = 350;
const START_VOLATILITY = 0.06;
// Rating points per unit of the logistic function.
const SCALE = 400 / Math.log(10);
// How much volatilities may change: the paper's own example has 0.5.
const TAU = 0.5;
const CLOSE_ENOUGH = 1e-6;

/**
 * @param {number} [rating]
 * @param {number} [deviation]
 * @param {number} [volatility]
 * @returns {Glicko}
 */
export function glicko(rating = START_RATING, deviation = START_DEVIATION, volatility = START_VOLATILITY) {
  return { rating, deviation, volatility };
}

/**
 * The rating after a period with these results; without any, less is known about it.
 * @param {Glicko} player
 * @param {GlickoResult[]} results
 */
export function rate(player, results) {
  const deviation = player.deviation / SCALE;
  if (!results.length) {
    const widened = Math.hypot(deviation, player.volatility) * SCALE;
    return glicko(player.rating, Math.min(widened, START_DEVIATION), player.volatility);
  }
  const { information, surplus } = weigh(player, results);
  const volatility = newVolatility(player, surplus / information, 1 / information);
  const widened = Math.hypot(deviation, volatility);
  const narrowed = 1 / Math.sqrt(1 / widened ** 2 + information);
  return glicko(player.rating + SCALE * narrowed ** 2 * surplus, narrowed * SCALE, volatility);
}

/**
 * How much the results tell, and by how much they are better than expected.
 * @param {Glicko} player
 * @param {GlickoResult[]} results
 */
function weigh(player, results) {
  let information = 0;
  let surplus = 0;
  for (const { opponent, score } of results) {
    const weight = weightOf(opponent.deviation / SCALE);
    const expected = 1 / (1 + Math.exp((-weight * (player.rating - opponent.rating)) / SCALE));
    information += weight ** 2 * expected * (1 - expected);
    surplus += weight * (score - expected);
  }
  return { information, surplus };
}

/**
 * Results against an opponent of whom little is known count less.
 * @param {number} deviation
 */
function weightOf(deviation) {
  return 1 / Math.sqrt(1 + 3 * (deviation / Math.PI) ** 2);
}

/**
 * The volatility that makes the results most plausible: the paper's step 5.
 * @param {Glicko} player
 * @param {number} improvement
 * @param {number} variance
 */
function newVolatility(player, improvement, variance) {
  const start = Math.log(player.volatility ** 2);
  const known = (player.deviation / SCALE) ** 2 + variance;
  /** @param {number} x */
  const slope = (x) => {
    const spread = known + Math.exp(x);
    return (Math.exp(x) * (improvement ** 2 - spread)) / (2 * spread ** 2) - (x - start) / TAU ** 2;
  };
  let other = start - TAU;
  if (improvement ** 2 > known) other = Math.log(improvement ** 2 - known);
  else while (slope(other) < 0) other -= TAU;
  return Math.exp(root(slope, start, other) / 2);
}

/**
 * Where a function is 0 between two places of opposite signs: the Illinois algorithm.
 * @param {(x: number) => number} slope
 * @param {number} one
 * @param {number} other
 */
function root(slope, one, other) {
  let atOne = slope(one);
  let atOther = slope(other);
  while (Math.abs(other - one) > CLOSE_ENOUGH) {
    const middle = one + ((one - other) * atOne) / (atOther - atOne);
    const atMiddle = slope(middle);
    if (atMiddle * atOther <= 0) [one, atOne] = [other, atOther];
    else atOne /= 2;
    [other, atOther] = [middle, atMiddle];
  }
  return one;
}
