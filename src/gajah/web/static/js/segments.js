/** A choice of a few, all of them visible side by side. */

import { el } from "./dom.js";

/**
 * @param {string} title
 * @param {string} name
 * @param {Record<string, string>} options
 * @param {string} value
 * @param {(value: string) => void} onChange
 */
export function segments(title, name, options, value, onChange) {
  const labels = Object.entries(options).map(([key, text]) => {
    const input = el("input", { type: "radio", name, value: key, onchange: () => onChange(key) });
    input.checked = key === value;
    return el("label", {}, input, text);
  });
  return el("fieldset", { class: "field" }, el("legend", {}, title), el("div", { class: "segments" }, ...labels));
}

/** @param {HTMLElement} group */
export function checkedValue(group) {
  const input = group.querySelector("input:checked");
  return input instanceof HTMLInputElement ? input.value : "";
}
