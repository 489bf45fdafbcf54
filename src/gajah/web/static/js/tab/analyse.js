/** An analysis of a place by the engine of a tab, told as a server tells it. */

import { Refusal } from "../refusal.js";

/** @import { AnalysisMessage, AnalysisProgress, CoachHint } from "../wire.js" */
/** @import { TabEngine } from "./engine.js" */
/** @import { Finding } from "./engine-worker.js" */
/** @typedef {Extract<AnalysisMessage, { type: "analyse" }>} Analyse */
/** @typedef {Omit<AnalysisProgress, "ref">} News */

// An analysis that is not stopped ends after this.
const LONGEST_S = 600;
// The player waits for a hint, and a second is not long.
const HINT_LIMITS = { softS: 1, hardS: 1 };

/**
 * Think until there is nothing more to find, the time is over, or the signal says that it is of no use any more.
 * @param {TabEngine} engine @param {Analyse} message @param {(news: News) => void} tell @param {AbortSignal} signal
 */
export async function analyse(engine, { position, handicap, turns, steps, lines = 1, threat = false }, tell, signal) {
  const place = /** @type {Partial<import("../wire.js").Place>} */ ({ position, handicap, turns, steps });
  const limits = { softS: LONGEST_S, hardS: LONGEST_S };
  const onThought = (/** @type {Finding} */ found) => tell(progress(found, false));
  try {
    tell(
      progress(
        await engine.think({ place, limits, lines, isThreat: threat, isPatient: true, onThought, signal }),
        true,
      ),
    );
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/**
 * A good turn, in stages.
 * @param {TabEngine} engine @param {string} position @returns {Promise<CoachHint>}
 */
export async function findHint(engine, position) {
  const { hint } = await engine.think({ place: { position }, limits: HINT_LIMITS, isHint: true });
  if (!hint) throw new Refusal("game_over", "The game is over.");
  return hint;
}

/** @param {Finding} found @param {boolean} done @returns {News} */
function progress({ depth, nodes, seconds, lines }, done) {
  const speed = Math.round(nodes / Math.max(seconds, 1e-3));
  return { type: "analysis", depth, nodes, speed, seconds: Math.round(seconds * 1000) / 1000, lines, done };
}
