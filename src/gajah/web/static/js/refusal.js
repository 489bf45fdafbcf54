/** What is thrown when something is refused, and what to say of anything that was thrown. */

/** A request that was refused (or did not arrive), with the reason as a sentence. */
export class Refusal extends Error {
  /** @param {string} code @param {string} text */
  constructor(code, text) {
    super(text);
    this.name = "Refusal";
    this.code = code;
  }
}

/**
 * The text to show for anything that was thrown.
 * @param {unknown} error
 */
export function reason(error) {
  return error instanceof Error ? error.message : String(error);
}
