/** Whether values from a file have the shape that they should have. */

/** @typedef {(value: unknown) => boolean} Check */

/** @type {Check} */
export const isText = (value) => typeof value === "string";
/** @type {Check} */
export const isNumber = (value) => typeof value === "number" && Number.isFinite(value);
/** @type {Check} */
export const isCount = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
/** @type {Check} */
export const isFlag = (value) => typeof value === "boolean";
/** @type {Check} */
export const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** @param {unknown[]} values @returns {Check} */
export function isOneOf(...values) {
  return (value) => values.includes(value);
}

/** @param {Check} check @returns {Check} */
export function orNull(check) {
  return (value) => value === null || check(value);
}

/** @param {Check} check @returns {Check} */
export function listOf(check) {
  return (value) => Array.isArray(value) && value.every(check);
}

/** @param {Check} check  of every value, whatever its name @returns {Check} */
export function tableOf(check) {
  return (value) => isObject(value) && Object.values(/** @type {object} */ (value)).every(check);
}

/** @param {Record<string, Check>} fields @returns {Check} */
export function withFields(fields) {
  return (value) => isObject(value) && findWrong(/** @type {any} */ (value), fields) === undefined;
}

/**
 * The name of the first field that is missing or not what it should be.
 * @param {Record<string, unknown>} object
 * @param {Record<string, Check>} fields
 */
export function findWrong(object, fields) {
  return Object.keys(fields).find((name) => !fields[name](object[name]));
}
