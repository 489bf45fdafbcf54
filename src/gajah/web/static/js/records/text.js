/** Text of records: its lines, what may stand in it, how it is quoted and escaped. */

/** @typedef {{ text: string, problem: string | null }} Line  a line, and why it is no text, if it is not */

/** Text that is not notation: the reason, and its line, counted from 1. */
export class NotationError extends Error {
  /** @param {string} reason @param {number} [line] */
  constructor(reason, line = 1) {
    super(line === 1 ? reason : `line ${line}: ${reason}`);
    this.name = "NotationError";
    this.reason = reason;
    this.line = line;
  }
}

/** White space as the library knows it, for use inside a character class; \s differs in a few characters. */
export const SPACE = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";

const OUTER_SPACE = new RegExp(`^[${SPACE}]+|(?<![${SPACE}])[${SPACE}]+$`, "g");
const ONLY_SPACE = new RegExp(`^[${SPACE}]*$`);

/** @param {string} text @returns {string} without the space around it */
export function strip(text) {
  return text.replace(OUTER_SPACE, "");
}

/** @param {string} text */
export function isBlank(text) {
  return ONLY_SPACE.test(text);
}

/** @param {RegExp} pattern  global or sticky @param {string} text @param {number} at @returns {RegExpExecArray | null} */
export function findFrom(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const MOST_QUOTED = 40;

/** @param {string} text @returns {string} its beginning, in quotes and ASCII: 'Ed2n Ed3n' */
export function quoted(text) {
  const start = [...text.slice(0, 2 * MOST_QUOTED + 2)].slice(0, MOST_QUOTED + 1);
  const both = start.includes("'") && start.includes('"');
  const line = start.map((sign) => (sign === "'" && both ? "\\'" : inAscii(sign))).join("");
  return `'${line.length <= MOST_QUOTED ? line : `${line.slice(0, MOST_QUOTED - 3)}...`}'`;
}

/** @param {string} sign */
function inAscii(sign) {
  const known = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" }[sign];
  const code = /** @type {number} */ (sign.codePointAt(0));
  if (known || (code >= 0x20 && code < 0x7f)) return known ?? sign;
  const [letter, digits] = code < 0x100 ? ["x", 2] : code < 0x10000 ? ["u", 4] : ["U", 8];
  return `\\${letter}${code.toString(16).padStart(digits, "0")}`;
}

/** @param {string} text @param {string} signs @returns {string} with a backslash before backslashes and the signs */
export function escaped(text, signs) {
  return text.replace(/[\\}"]/g, (sign) => (sign === "\\" || signs.includes(sign) ? `\\${sign}` : sign));
}

/** @param {string} text @param {string} signs @returns {string} without the backslashes before them */
export function unescaped(text, signs) {
  return text.replace(/\\(.)/gs, (pair, sign) => (sign === "\\" || signs.includes(sign) ? sign : pair));
}

/**
 * The lines of a text or of its bytes, without their ends and without a byte order mark. Only \n and \r\n end a line.
 * @param {string | Uint8Array} source
 * @returns {Line[]}
 */
export function linesOf(source) {
  const lines = typeof source === "string" ? source.split("\n").map(checked) : splitBytes(source).map(decoded);
  if (lines.at(-1)?.text === "" && !lines.at(-1)?.problem) lines.pop();
  if (lines.length > 0) lines[0].text = lines[0].text.replace(/^\ufeff/, "");
  for (const line of lines) line.text = line.text.replace(/\r$/, "");
  return lines;
}

/** @param {string} text @returns {Line} */
function checked(text) {
  const half = /\p{Surrogate}/u.exec(text)?.[0];
  if (half === undefined) return { text, problem: null };
  const code = half.charCodeAt(0).toString(16).toUpperCase();
  return { text, problem: `expected Unicode text, found half a character, U+${code}` };
}

/** @param {Uint8Array} bytes */
function splitBytes(bytes) {
  const parts = [];
  let start = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
    parts.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return [...parts, bytes.subarray(start)];
}

const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });
const STRICT_DECODER = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });

/** @param {Uint8Array} bytes @param {number} index @returns {Line} */
function decoded(bytes, index) {
  try {
    return { text: STRICT_DECODER.decode(bytes), problem: null };
  } catch {
    const isUtf16 = index === 0 && /^(?:255,254|254,255)$/.test(String(bytes.subarray(0, 2)));
    if (isUtf16) return { text: "", problem: "expected UTF-8, found UTF-16" };
    const text = DECODER.decode(bytes);
    const byte = firstWrong(bytes, text).toString(16).padStart(2, "0");
    return { text, problem: `expected UTF-8, found the byte 0x${byte}` };
  }
}

/** The first byte that is not UTF-8. @param {Uint8Array} bytes @param {string} text  with a U+FFFD in its place */
function firstWrong(bytes, text) {
  const again = new TextEncoder().encode(text);
  let at = again.findIndex((byte, i) => byte !== bytes[i]);
  while ((again[at] & 0xc0) === 0x80) at -= 1; // to the beginning of that U+FFFD
  return bytes[at];
}
