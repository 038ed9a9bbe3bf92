// Leading the prize-giving by keys, also those of a presenter's remote. Every key presses the button that it belongs
// to.

document.documentElement.classList.add("has-script");
const stale = document.getElementById("stale");
// A remote may send a key twice.
const REST_MS = 300;

/** @type {Record<string, string>} */
const KEYS = {
  PageDown: "next", ArrowRight: "next", ArrowDown: "next", " ": "next",
  PageUp: "back", ArrowLeft: "back", ArrowUp: "back",
  // The remote's key that makes the screen dark.
  b: "pause", B: "pause", ".": "pause",
};

let busy = false;

/** Whether a key pressed here belongs to a field, or Space to a button or link.
 * @param {KeyboardEvent} event @returns {boolean} */
function isTaken(event) {
  const target = /** @type {Element} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  // The field takes a number, so the remote's keys that write nothing still work.
  if (target.id === "jump_place") return !["PageDown", "PageUp", "b", "B", "."].includes(event.key);
  if (target.closest("input, select, textarea")) return true;
  return event.key === " " && target.closest("button, a, summary") !== null;
}

document.addEventListener("keydown", (event) => {
  const action = KEYS[event.key];
  if (!action || isTaken(event)) return;
  event.preventDefault();
  // A key that is held down counts once.
  if (busy || event.repeat) return;
  const button = /** @type {HTMLElement | null} */ (document.querySelector(`[data-key~="${action}"]:not(:disabled)`));
  if (!button) return;
  busy = true;
  setTimeout(() => { busy = false; }, REST_MS);
  button.click();
});

let open = false;
document.addEventListener("htmx:beforeSwap", () => {
  const more = /** @type {HTMLDetailsElement | null} */ (document.getElementById("lead-jump"));
  open = more?.open ?? false;
});
document.addEventListener("htmx:afterSwap", () => {
  const more = /** @type {HTMLDetailsElement | null} */ (document.getElementById("lead-jump"));
  if (more && open) more.open = true;
});
document.addEventListener("htmx:beforeSend", (event) => {
  // The place that somebody types must not move away.
  const { requestConfig } = /** @type {CustomEvent} */ (event).detail;
  if (requestConfig?.verb === "get" && document.activeElement?.id === "jump_place") event.preventDefault();
});
document.addEventListener("htmx:afterRequest", (event) => {
  const { successful, target } = /** @type {CustomEvent} */ (event).detail;
  if (stale && target?.id === "lead") stale.hidden = successful;
});
