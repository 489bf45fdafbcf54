/** Parts of forms. */

import { el } from "./dom.js";

/** @typedef {{ value: string, title: string, about?: string, group?: string }} Choice */

let count = 0;

/** @param {string} title @param {HTMLElement} input @param {...Node} more  below it */
export function field(title, input, ...more) {
  input.id ||= `field-${count++}`;
  return el("div", { class: "field" }, el("label", { for: input.id }, title), input, ...more);
}

/** @param {Choice[]} choices @param {string} value */
export function select(choices, value) {
  /** @type {Map<string, HTMLElement[]>} */
  const groups = new Map();
  for (const choice of choices) {
    const option = el("option", { value: choice.value, "data-about": choice.about ?? null }, choice.title);
    groups.set(choice.group ?? "", [...(groups.get(choice.group ?? "") ?? []), option]);
  }
  const parts = [...groups].flatMap(([group, options]) =>
    group && groups.size > 1 ? [el("optgroup", { label: group }, ...options)] : options,
  );
  const made = el("select", {}, ...parts);
  made.value = value;
  if (made.selectedIndex < 0) made.selectedIndex = 0;
  return made;
}

/**
 * A choice of a few, all of them visible side by side.
 * @param {string} title
 * @param {string} name
 * @param {Record<string, string | Node>} options
 * @param {string} value
 * @param {(value: string) => void} onChange
 */
export function segments(title, name, options, value, onChange) {
  const labels = Object.entries(options).map(([key, text]) => {
    const input = el("input", {
      type: "radio",
      name,
      value: key,
      checked: key === value,
      onchange: () => onChange(key),
    });
    return el("label", {}, input, text);
  });
  return el("fieldset", { class: "field" }, el("legend", {}, title), el("div", { class: "segments" }, ...labels));
}

/** @param {HTMLElement} group */
export function checkedValue(group) {
  const input = group.querySelector("input:checked");
  return input instanceof HTMLInputElement ? input.value : "";
}
