// Where the typist is led on the desk's page: the next act, an opened line, the place that an address points to.

import { element } from "parts";
import { leave } from "sending";

/** The button of what comes after the lines.
 * @returns {HTMLElement | null} */
export function nextAct() {
  return document.querySelector("#side_part .btn-primary");
}

/** The heading of the part in which this button stands.
 * @param {HTMLElement | null} button @returns {HTMLElement | null} */
function headingOf(button) {
  return button?.closest("section")?.querySelector("h2") ?? null;
}

/** A click anywhere in a line opens it, as the link at its number does.
 * @param {MouseEvent} event */
export function openLine(event) {
  const clicked = /** @type {Element} */ (event.target);
  const link = /** @type {HTMLAnchorElement | null} */ (clicked.closest("#sheet_part tr[data-line]")?.querySelector("th a") ?? null);
  // Whoever marks a word to copy it, or asks for another tab, is left alone.
  if (!link || clicked.closest("a") || event.ctrlKey || event.metaKey || getSelection()?.toString()) return;
  leave(link.href);
}

/** Whether somebody types or chooses there.
 * @param {EventTarget | null} target */
export function isField(target) {
  return /** @type {Element} */ (target).closest("input, select, textarea") !== null;
}

/** Whether a key there is for what has the focus.
 * @param {EventTarget | null} target */
function isBusy(target) {
  return /** @type {Element} */ (target).closest("a, button, summary, input, select, textarea") !== null;
}

/** Whether Enter has nothing to do there and leads from a complete sheet to the signatures. Behind an opened line a
 * bouncing key must not come near them.
 * @param {EventTarget | null} target */
export function isAtRest(target) {
  return !isBusy(target) && !document.getElementById("line_panel") && element("state").dataset.ready !== "";
}

/** Whether somebody types an entry without having put the cursor there, as behind a click on a line.
 * @param {KeyboardEvent} event */
export function beginsEntry({ target, key, altKey }) {
  return !isBusy(target) && !altKey && key.length === 1 && !"hH?,. ".includes(key);
}

/** Go where the next act is: the opened line, the entry, or the heading above the button that comes next. No button has
 * the focus: a second Enter must neither take a game back nor confirm a signature.
 * @param {HTMLInputElement} input the entry */
export function begin(input) {
  const line = document.getElementById("line_panel");
  const start = line ?? (element("state").dataset.open ? input : headingOf(nextAct()) ?? document.querySelector("h1"));
  if (start && start !== input) start.tabIndex = -1;
  // On a phone what comes first is tapped, not typed: it stays in sight.
  start?.focus({ preventScroll: start === input && matchMedia("(hover: none) and (pointer: coarse)").matches });
  // An address may point into what is folded away.
  const wanted = document.getElementById(location.hash.slice(1))?.closest("details");
  if (wanted) wanted.open = true;
}
