// The places to which the desk's page leads the typist: where typing goes on, the next act, an opened line, the place
// that an address points to.

import { draftLines } from "drafts";
import { element, lineCount, row } from "parts";
import { freeLines, leave } from "sending";

/** The line that the address asks for: opened, or freed again.
 * @returns {number | null} */
export function lineOfAddress() {
  const number = Number(new URLSearchParams(location.search).get("line") ?? location.hash.match(/^#line-(\d+)$/)?.[1]);
  return row(number) ? number : null;
}

/** Take the line out of the address, because it was written: a reload must not lead back to it. */
export function forgetAddress() {
  history.replaceState(null, "", location.pathname);
}

/** The line where typing goes on: after the last line that is filled or being sent. */
export function front() {
  const open = new Set(freeLines());
  for (const number of draftLines()) open.delete(number);
  let number = lineCount();
  while (number && open.has(number)) number -= 1;
  return number + 1;
}

/** The button of the next act after the lines.
 * @returns {HTMLElement | null} */
export function nextAct() {
  return document.querySelector("#side_part .btn-primary");
}

/** The heading of the part that contains this button.
 * @param {HTMLElement | null} button @returns {HTMLElement | null} */
function headingOf(button) {
  return button?.closest("section")?.querySelector("h2") ?? null;
}

/** Open a line on a click anywhere in it, as the link at its number does.
 * @param {MouseEvent} event */
export function openLine(event) {
  const target = /** @type {Element} */ (event.target);
  const link = /** @type {HTMLAnchorElement | null} */ (target.closest("#sheet_part tr[data-line]")?.querySelector("th a") ?? null);
  // Leave people alone who select a word to copy it, or open another tab.
  if (!link || target.closest("a") || event.ctrlKey || event.metaKey || getSelection()?.toString()) return;
  leave(link.href);
}

/** The move that a button of the opened line stands for. Without this page's script the server does it.
 * @param {SubmitEvent} event @returns {{number: number, move: "insert" | "out"} | null} */
export function lineMove({ target, submitter }) {
  const number = Number(/** @type {HTMLElement} */ (target).dataset.moves);
  return number ? { number, move: submitter?.dataset.move === "insert" ? "insert" : "out" } : null;
}

/** Whether somebody types or chooses there.
 * @param {EventTarget | null} target */
export function isField(target) {
  return /** @type {Element} */ (target).closest("input, select, textarea") !== null;
}

/** Whether a key pressed there belongs to the element with the focus.
 * @param {EventTarget | null} target */
function isBusy(target) {
  return /** @type {Element} */ (target).closest("a, button, summary, input, select, textarea") !== null;
}

/** Whether Enter has nothing to do there and leads from a complete sheet to the signatures. After an opened line, a
 * key that bounces must not get near them.
 * @param {EventTarget | null} target */
export function isAtRest(target) {
  return !isBusy(target) && !document.getElementById("line_panel") && element("state").dataset.ready !== "";
}

/** Whether somebody begins an entry without the cursor in its field, for example after a click on a line.
 * @param {KeyboardEvent} event */
export function beginsEntry({ target, key, altKey }) {
  return !isBusy(target) && !altKey && key.length === 1 && !"hH?,. ".includes(key);
}

/** Go to the next act: the opened line, the entry, or the heading above the next button. No button gets the focus: a
 * second Enter must neither take a game back nor confirm a signature.
 * @param {HTMLInputElement} input the entry */
export function begin(input) {
  const line = document.getElementById("line_panel");
  const start = line ?? (element("state").dataset.open ? input : headingOf(nextAct()) ?? document.querySelector("h1"));
  if (start && start !== input) start.tabIndex = -1;
  // On a phone people tap first and do not type, so the first button stays in sight.
  start?.focus({ preventScroll: start === input && matchMedia("(hover: none) and (pointer: coarse)").matches });
  // An address may point into a part that is folded.
  const box = document.getElementById(location.hash.slice(1))?.closest("details");
  if (box) box.open = true;
}
