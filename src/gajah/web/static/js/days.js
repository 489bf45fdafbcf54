/** Games in which a turn has days: correspondence. */

/** What can be chosen. */
export const DAYS = [1, 2, 3, 5, 7, 14];

const UNITS = /** @type {const} */ ([
  [86_400, "day"],
  [3600, "hour"],
  [60, "minute"],
]);

/** A time control of so many days for each turn, without a reserve. @param {number} days */
export function dayControl(days) {
  return `${days}d/0/0`;
}

/** @param {string | null} control @returns {string | null} such as "3 days a turn"; null for any other control */
export function daysWords(control) {
  const days = /^(\d+)d\/0\/0$/.exec(control ?? "")?.[1];
  return days ? `${count(Number(days), "day")} a turn` : null;
}

/** @param {number} seconds @returns {string} such as "2 days left" */
export function timeLeft(seconds) {
  for (const [size, name] of UNITS) if (seconds >= size) return `${count(Math.floor(seconds / size), name)} left`;
  return "less than a minute left";
}

/** @param {number} number @param {string} what */
function count(number, what) {
  return number === 1 ? `1 ${what}` : `${number} ${what}s`;
}
