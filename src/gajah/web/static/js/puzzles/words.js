/** What the page says about a solver: rating, progress, runs. */

/** @import { Counted, RunShape as Run, Standing } from "../wire.js" */

/** With a question mark while too little is known. @param {Standing} standing */
export function ratingText({ rating, provisional, answers }) {
  if (!answers) return "none yet";
  return provisional ? `${rating}?` : String(rating);
}

/** A rating of which little is known jumps, and its jumps mean nothing. @param {Counted | null} counted */
export function changeText(counted) {
  if (!counted || counted.change === null || counted.standing.provisional) return "";
  return counted.change < 0 ? `−${-counted.change}` : `+${counted.change}`;
}

/** What an answer counted for, as a sentence. @param {Counted | null} counted */
export function countedText(counted) {
  if (!counted || counted.change === null) return "";
  const { rating, provisional } = counted.standing;
  if (provisional) return `Your puzzle rating so far: ${rating}. It is still being found.`;
  return `Your puzzle rating: ${rating}, ${changeText(counted)}.`;
}

/** @param {Standing} standing @param {string} theme @param {string} level  empty: any */
export function progressText({ progress, in_row, repeat }, theme, level) {
  const chosen = progress.filter(
    (part) => (!theme || part.theme === theme) && (!level || part.level === Number(level)),
  );
  const sum = (/** @type {"solved" | "total"} */ key) => chosen.reduce((all, part) => all + part[key], 0);
  const parts = [`${sum("solved")} of ${sum("total")} solved`];
  if (in_row > 1) parts.push(`${in_row} in a row`);
  if (repeat) parts.push(`${repeat} to repeat`);
  return parts.join(" · ");
}

/** @param {Run} run */
export function runText({ mode, score, best, mistakes_left }) {
  if (mode === "streak") return `best ${best}`;
  return `${score} solved · ${mistakes_left} ${mistakes_left === 1 ? "mistake" : "mistakes"} left · best ${best}`;
}

/** @param {Run} run */
export function overText({ mode, score, best, mistakes_left }) {
  const why = mode === "streak" ? "The streak is over" : mistakes_left ? "Time is up" : "Three mistakes";
  const record = score && score === best ? " Your best so far!" : ` Your best is ${best}.`;
  return `${why}: ${score} solved.${record}`;
}

/** Minutes and seconds, begun seconds counting. @param {number} seconds */
export function clockText(seconds) {
  const whole = Math.ceil(Math.max(0, seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
