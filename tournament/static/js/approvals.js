// The supervisor's list on a phone: announces new requests by sound and vibration, if wanted, and counts them in the
// title.

const KEPT = "spielliste-alert";
const TONES = [880, 660];
const TONE_SECONDS = 0.18;

const title = document.title;
const button = /** @type {HTMLButtonElement} */ (document.getElementById("alert"));
const stale = /** @type {HTMLElement} */ (document.getElementById("stale"));
/** What was in the list before: only later entries are new.
 * @type {Set<string>} */
let known = new Set(waiting());
/** Created on a tap, as browsers require; null while the alert is off.
 * @type {AudioContext | null} */
let sound = null;

/** What waits now: requests, games, refused signatures.
 * @returns {string[]} */
function waiting() {
  return [...document.querySelectorAll("#approvals [data-new]")].map((line) => line.getAttribute("data-new") ?? "");
}

/** @returns {boolean} */
function isOn() {
  return button.getAttribute("aria-pressed") === "true";
}

/** Play two short tones and vibrate, if the phone can. */
function alertNow() {
  if (!isOn()) return;
  navigator.vibrate?.([200, 100, 200]);
  if (!sound) return;
  const begin = sound.currentTime;
  TONES.forEach((pitch, place) => {
    if (!sound) return;
    const tone = sound.createOscillator(), volume = sound.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.3, begin + place * TONE_SECONDS);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + (place + 1) * TONE_SECONDS);
    tone.connect(volume).connect(sound.destination);
    tone.start(begin + place * TONE_SECONDS);
    tone.stop(begin + (place + 1) * TONE_SECONDS);
  });
}

/** Update the title, and alert for entries that were not there before. */
function look() {
  const now = waiting();
  document.title = now.length ? `(${now.length}) ${title}` : title;
  const added = now.filter((line) => !known.has(line));
  if (added.length) alertNow();
  // A message about a table's last request must not be read as the answer to its next one.
  for (const line of added) {
    const table = document.querySelector(`#approvals [data-new="${line}"]`)?.getAttribute("data-table");
    if (table) document.querySelector(`#messages [data-table="${table}"]`)?.remove();
  }
  known = new Set([...known, ...now]);
}

/** @param {boolean} on @param {boolean} [tapped] */
function turn(on, tapped = false) {
  button.setAttribute("aria-pressed", String(on));
  try {
    localStorage.setItem(KEPT, on ? "on" : "");
  } catch {
    // A private window stores nothing: the alert stays on until the page is closed.
  }
  if (!on) void sound?.suspend();
  else if (tapped) {
    sound ??= new AudioContext();
    void sound.resume();
  }
}

/** @returns {boolean} */
function wasOn() {
  try {
    return localStorage.getItem(KEPT) === "on";
  } catch {
    return false;
  }
}

button.addEventListener("click", () => {
  turn(!isOn(), true);
  alertNow();
});
// If the alert was on before, it is on again, but sound can begin only with the first tap.
turn(wasOn());
document.addEventListener("pointerdown", () => isOn() && turn(true, true), { once: true });
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

// Nothing may move away under a finger: new entries come with the next request.
let pressed = false;
document.addEventListener("pointerdown", () => { pressed = true; });
for (const kind of ["pointerup", "pointercancel"]) {
  document.addEventListener(kind, () => setTimeout(() => { pressed = false; }, 0));
}
// The page has just changed: a second tap was meant for the entry before and must not decide anything.
const UNREAD_MS = 600;
document.addEventListener("htmx:afterSwap", (event) => {
  if (/** @type {CustomEvent} */ (event).detail.target?.id !== "approvals") return;
  const buttons = [.../** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("#approvals form button"))];
  for (const decision of buttons) decision.disabled = true;
  setTimeout(() => { for (const decision of buttons) decision.disabled = false; }, UNREAD_MS);
});
// A list that was asked for before must not replace the one to which the answer of a decision belongs: the answer, with
// what it says, would be lost.
let deciding = 0;
document.addEventListener("htmx:beforeSend", (event) => {
  if (/** @type {CustomEvent} */ (event).detail.requestConfig?.verb === "post") deciding += 1;
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (/** @type {CustomEvent} */ (event).detail.requestConfig?.verb === "post") deciding -= 1;
});
document.addEventListener("htmx:beforeSwap", (event) => {
  const { detail } = /** @type {CustomEvent} */ (event);
  const asked = detail.requestConfig?.verb === "get" && detail.target?.id === "approvals";
  if (asked && (pressed || deciding || isWritten(detail.target))) detail.shouldSwap = false;
});
document.documentElement.classList.add("has-script");
look();
