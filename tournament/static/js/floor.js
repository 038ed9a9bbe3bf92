// The hall at a glance: the seconds go on, new calls announce themselves, and a page without network says so.
import { alertNow } from "alert";

const title = document.title;
const stale = /** @type {HTMLElement} */ (document.getElementById("stale"));
/** @type {Set<string>} calls that were announced, or there when the page was opened */
let oldCalls = new Set(calls());
let refreshTime = Date.now();

/** @returns {string[]} */
function calls() {
  return [...document.querySelectorAll("#floor [data-new]")].map((one) => one.getAttribute("data-new") ?? "");
}

function look() {
  const now = calls();
  document.title = now.length ? `(${now.length}) ${title}` : title;
  if (now.some((one) => !oldCalls.has(one))) alertNow();
  oldCalls = new Set([...oldCalls, ...now]);
}

/** Show how long each table waits: minutes and seconds. */
function tick() {
  const age = Math.floor((Date.now() - refreshTime) / 1000);
  for (const box of document.querySelectorAll("#floor [data-waited]")) {
    const waitSeconds = Number(box.getAttribute("data-waited")) + age;
    const minutes = Math.floor(waitSeconds / 60), seconds = String(waitSeconds % 60).padStart(2, "0");
    box.textContent = `${minutes}:${seconds}`;
  }
}

/** @type {string} the field on which the keyboard stands */
let focusId = "";
document.addEventListener("htmx:beforeSwap", () => { focusId = document.activeElement?.id ?? ""; });
document.addEventListener("htmx:afterSettle", () => {
  if (focusId && document.activeElement === document.body) document.getElementById(focusId)?.focus();
  refreshTime = Date.now();
  tick();
  look();
});
document.addEventListener("htmx:afterRequest", (event) => {
  const { successful, target } = /** @type {CustomEvent} */ (event).detail;
  if (target?.id === "floor") stale.hidden = successful;
});
// No table may move away under a finger: news comes with the next request.
let isPressed = false;
document.addEventListener("pointerdown", () => { isPressed = true; });
for (const kind of ["pointerup", "pointercancel"]) {
  document.addEventListener(kind, () => setTimeout(() => { isPressed = false; }, 0));
}
document.addEventListener("htmx:beforeSwap", (event) => {
  const { detail } = /** @type {CustomEvent} */ (event);
  if (detail.target?.id === "floor" && isPressed) detail.shouldSwap = false;
});
document.documentElement.classList.add("has-script");
setInterval(tick, 1000);
tick();
look();
