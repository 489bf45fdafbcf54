/** Parts of forms. */

import { el } from "../dom.js";

/** @import { Choice } from "./choices.js" */

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
