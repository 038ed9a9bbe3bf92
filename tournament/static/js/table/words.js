// The texts of the table page: they stand translated in its templates, and {placeholders} are filled here. Knows no
// game.

import { fill } from "writing";

/** Return the text of a template with this name, filled: `<p data-word="written">Game {number} …</p>`.
 * @param {string} name @param {import("writing").Values} [values] */
export function word(name, values = {}) {
  for (const template of document.querySelectorAll("template")) {
    const match = template.content.querySelector(`[data-word="${name}"]`);
    // Keep a space that holds a number and its word together.
    if (match) return fill((match.textContent ?? "").replace(/[ \t\r\n]+/g, " ").trim(), values);
  }
  throw new Error(`no words for ${name}`);
}

/** An element of the page that must be there.
 * @param {string} id @returns {HTMLElement} */
export function part(id) {
  const match = document.getElementById(id);
  if (!match) throw new Error(`no element ${id}`);
  return match;
}

/** An input, a choice or a text area of the page.
 * @param {string} id */
export function field(id) {
  return /** @type {HTMLInputElement} */ (part(id));
}

/** Connect an act to a form of the page, which is never sent.
 * @param {string} id @param {(value: string) => void} act gets the value of the button that was pressed */
export function onSubmit(id, act) {
  part(id).addEventListener("submit", (event) => {
    event.preventDefault();
    act(/** @type {HTMLButtonElement | null} */ (/** @type {SubmitEvent} */ (event).submitter)?.value ?? "");
  });
}

/** A new element with a class and a text.
 * @template {keyof HTMLElementTagNameMap} K @param {K} tag @param {string} [style] @param {string} [text]
 * @returns {HTMLElementTagNameMap[K]} */
export function element(tag, style = "", text = "") {
  const node = document.createElement(tag);
  if (style) node.className = style;
  if (text) node.textContent = text;
  return node;
}
