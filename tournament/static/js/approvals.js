// The supervisor's list on a phone: announces new requests by sound and vibration, if wanted, and counts them in the
// title.

import { alertNow } from "alert";

const title = document.title;
const stale = /** @type {HTMLElement} */ (document.getElementById("stale"));
/** The entries that were in the list before: only later ones are new.
 * @type {Set<string>} */
let oldEntries = new Set(waiting());

/** The entries that wait now: requests, games, refused signatures.
 * @returns {string[]} */
function waiting() {
  return [...document.querySelectorAll("#approvals [data-new]")].map((line) => line.getAttribute("data-new") ?? "");
}

/** Update the title, and alert for entries that were not there before. */
function look() {
  const now = waiting();
  document.title = now.length ? `(${now.length}) ${title}` : title;
  const added = now.filter((line) => !oldEntries.has(line));
  if (added.length) alertNow();
  // A message about a table's last request must not be read as the answer to its next one.
  for (const line of added) {
    const table = document.querySelector(`#approvals [data-new="${line}"]`)?.getAttribute("data-table");
    if (table) document.querySelector(`#messages [data-table="${table}"]`)?.remove();
  }
  oldEntries = new Set([...oldEntries, ...now]);
}

document.addEventListener("htmx:afterSettle", (event) => {
  look();
  // After a decision, the message and the next entry are at the top; scroll there once the browser has laid them out.
  const { requestConfig } = /** @type {CustomEvent} */ (event).detail;
  if (requestConfig?.verb === "post") requestAnimationFrame(() => scrollTo({ top: 0 }));
});
document.addEventListener("htmx:afterRequest", (event) => {
  const { successful, target } = /** @type {CustomEvent} */ (event).detail;
  // The count in the navigation sends requests too, but only the list's own request says how old the list is.
  if (target?.id === "approvals") stale.hidden = successful;
});
/** Whether a reason is being written in the list.
 * @param {HTMLElement} list @returns {boolean} */
function isWritten(list) {
  const fields = [.../** @type {NodeListOf<HTMLInputElement>} */ (list.querySelectorAll("input[name=reason]"))];
  return fields.some((field) => field === document.activeElement || field.value !== field.defaultValue);
}

// No entry may move away under a finger: new ones come with the next request.
let isPressed = false;
document.addEventListener("pointerdown", () => { isPressed = true; });
for (const kind of ["pointerup", "pointercancel"]) {
  document.addEventListener(kind, () => setTimeout(() => { isPressed = false; }, 0));
}
// The page has just changed: a second tap was meant for the entry before and must not decide anything.
const UNREAD_MS = 600;
document.addEventListener("htmx:afterSwap", (event) => {
  if (/** @type {CustomEvent} */ (event).detail.target?.id !== "approvals") return;
  const buttons = [.../** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("#approvals form button"))];
  for (const decision of buttons) decision.disabled = true;
  setTimeout(() => { for (const decision of buttons) decision.disabled = false; }, UNREAD_MS);
});
// A list requested before a decision must not replace the answer to that decision: its message would be lost.
let deciding = 0;
document.addEventListener("htmx:beforeSend", (event) => {
  if (/** @type {CustomEvent} */ (event).detail.requestConfig?.verb === "post") deciding += 1;
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (/** @type {CustomEvent} */ (event).detail.requestConfig?.verb === "post") deciding -= 1;
});
document.addEventListener("htmx:beforeSwap", (event) => {
  const { detail } = /** @type {CustomEvent} */ (event);
  const isListRequest = detail.requestConfig?.verb === "get" && detail.target?.id === "approvals";
  if (isListRequest && (isPressed || deciding || isWritten(detail.target))) detail.shouldSwap = false;
});
document.documentElement.classList.add("has-script");
look();
