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
  const passed = Math.floor((Date.now() - refreshTime) / 1000);
  for (const box of document.querySelectorAll("#floor [data-waited]")) {
    const waitSeconds = Number(box.getAttribute("data-waited")) + passed;
    const minutes = Math.floor(waitSeconds / 60), seconds = String(waitSeconds % 60).padStart(2, "0");
    box.textContent = `${minutes}:${seconds}`;
  }
}

/** @type {string} the field on which the keyboard stands */
let focused = "";
document.addEventListener("htmx:beforeSwap", () => { focused = document.activeElement?.id ?? ""; });
document.addEventListener("htmx:afterSettle", () => {
  if (focused && document.activeElement === document.body) document.getElementById(focused)?.focus();
  refreshTime = Date.now();
  tick();
  look();
});
document.addEventListener("htmx:afterRequest", (event) => {
  const { successful, target } = /** @type {CustomEvent} */ (event).detail;
  if (target?.id === "floor") stale.hidden = successful;
});
// No table may move away under a finger: news comes with the next request.
let pressed = false;
document.addEventListener("pointerdown", () => { pressed = true; });
for (const kind of ["pointerup", "pointercancel"]) {
  document.addEventListener(kind, () => setTimeout(() => { pressed = false; }, 0));
}
document.addEventListener("htmx:beforeSwap", (event) => {
  const { detail } = /** @type {CustomEvent} */ (event);
  if (detail.target?.id === "floor" && pressed) detail.shouldSwap = false;
});
document.documentElement.classList.add("has-script");
setInterval(tick, 1000);
tick();
look();
