// Choosing prizes without a mouse: the cursor stays in its field, a number of three digits needs no Enter, and what is
// typed while the last answer is on its way waits for it.

const form = /** @type {HTMLFormElement} */ (document.getElementById("choose"));
const entry = /** @type {HTMLInputElement} */ (document.getElementById("entry"));
const meant = /** @type {HTMLElement} */ (document.getElementById("meant"));
const give = /** @type {HTMLButtonElement} */ (document.getElementById("give"));

const LONGEST = 3;
let busy = false, waiting = false;

/** Show which prize the digits mean. */
function show() {
  const number = entry.value.trim();
  meant.textContent = "";
  for (const prize of document.querySelectorAll(".prizes-left li")) {
    const same = number !== "" && prize.getAttribute("data-number") === String(Number(number));
    prize.classList.toggle("is-meant", same);
    if (same) meant.textContent = prize.textContent;
  }
}

entry.addEventListener("input", () => {
  show();
  if (/^\d+$/.test(entry.value) && entry.value.length === LONGEST) form.requestSubmit(give);
});

// Before htmx hears of it: an empty Enter means nothing, and one request is on its way at a time.
form.addEventListener("submit", (event) => {
  const by = /** @type {SubmitEvent} */ (event).submitter;
  const isEmpty = entry.value.trim() === "" && (by === null || by === give);
  if (!isEmpty && !busy) return;
  waiting = busy && !isEmpty && (by === null || by === give);
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

document.body.addEventListener("htmx:beforeSend", (event) => {
  if (event.target !== form) return;
  busy = true;
  entry.value = "";
  show();
});

document.body.addEventListener("htmx:afterRequest", (event) => {
  if (event.target !== form) return;
  busy = false;
  // On a phone the keyboard would cover the page after each touch of a button.
  if (matchMedia("(pointer: fine)").matches || document.activeElement === entry) entry.focus();
  if (waiting) setTimeout(() => form.requestSubmit(give));
  waiting = false;
});

// The list was made anew: mark in it again what the digits mean.
document.body.addEventListener("htmx:afterSettle", show);

// Whatever is typed anywhere on the page belongs into the field.
document.addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1 || event.key === " ") return;
  if (target !== entry && !target.closest("input, textarea, select")) entry.focus();
});
