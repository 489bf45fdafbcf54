/** Making elements without a framework and without innerHTML. */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {string | number | boolean | null | undefined | EventListenerOrEventListenerObject | ((event: any) => void)} Attribute */
/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * @param {Element} element
 * @param {Record<string, Attribute>} attributes  `on...` are listeners, true and false switch
 */
export function assign(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (value === null || value === undefined || value === false) {
      element.removeAttribute(name);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, Attribute>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  assign(element, attributes);
  element.append(...kept(children));
  return element;
}

/**
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, Attribute>} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  assign(element, attributes);
  element.append(...kept(children));
  return element;
}

/** A coordinate of a picture, short. @param {number} value */
export function round(value) {
  return Math.round(value * 100) / 100;
}

/**
 * A button that looks like one.
 * @param {Record<string, Attribute> & { style?: string }} attributes  style: further classes
 * @param {...Child} children
 */
export function makeButton({ style = "", ...attributes }, ...children) {
  return el("button", { type: "button", class: `button ${style}`.trim(), ...attributes }, ...children);
}

/**
 * A button that shows only an icon.
 * @param {string} label @param {string} path  icons.js has them
 * @param {Record<string, Attribute> & { style?: string }} attributes
 */
export function iconButton(label, path, { style = "", ...attributes }) {
  const named = { style: `icon-button ${style}`, "aria-label": label, title: label, ...attributes };
  return makeButton(named, icon(path));
}

/**
 * A button with an icon and a short word below it.
 * @param {string} label  what it does; contains the word @param {string} word @param {string} path
 * @param {Record<string, Attribute> & { style?: string }} attributes
 */
export function wordedButton(label, word, path, { style = "", ...attributes }) {
  const named = { style: `worded ${style}`, "aria-label": label, title: label, ...attributes };
  return makeButton(named, icon(path), el("small", {}, word));
}

/** Sets a text that is read out when it changes: not again when it stays. @param {Element} element @param {string} text */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** @param {Child[]} children @returns {(Node | string)[]} */
function kept(children) {
  const real = children.filter((child) => child !== null && child !== undefined && child !== false);
  return real.map((child) => (child instanceof Node ? child : String(child)));
}

/** The element that the page must have. @param {string} selector @returns {HTMLElement} */
export function find(selector) {
  const element = document.querySelector(selector);
  if (!(element instanceof HTMLElement)) throw new Error(`the page lacks ${selector}`);
  return element;
}

/**
 * A line icon; icons.js has their paths.
 * @param {string} path  path data in a box of 24 by 24
 */
export function icon(path) {
  return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: path }));
}
