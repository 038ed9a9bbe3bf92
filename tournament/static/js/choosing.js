// Choosing prizes without a mouse: the cursor stays in its field, a number of three digits and each letter act at once,
// and keys typed while an answer is on its way wait for it.

const form = /** @type {HTMLFormElement} */ (document.getElementById("choose"));
const entry = /** @type {HTMLInputElement} */ (document.getElementById("entry"));
const prizeLine = /** @type {HTMLElement} */ (document.getElementById("meant"));
const give = /** @type {HTMLButtonElement} */ (document.getElementById("give"));

const LONGEST = 3;
const KEYS = entry.dataset.keys ?? "";
let busy = false;
/** Entries typed ahead, for the next people in turn.
 * @type {string[]} */
let ahead = [];
/** Whose turn it was when this page last asked. */
let turn = turnNow();

/** Whose turn the page shows. @returns {string} */
function turnNow() {
  return /** @type {HTMLInputElement | null} */ (document.querySelector("input[name=participant]"))?.value ?? "";
}

/** Show which prize the digits mean. */
function show() {
  const number = entry.value.trim();
  prizeLine.textContent = "";
  for (const prize of document.querySelectorAll(".prizes-left li")) {
    const same = number !== "" && prize.getAttribute("data-number") === String(Number(number));
    prize.classList.toggle("is-meant", same);
    if (same) prizeLine.textContent = prize.textContent;
  }
}

/** Take the entry in the field: send it, or keep it while an answer is on its way. */
function take() {
  if (entry.value.trim() === "") return;
  if (!busy) {
    form.requestSubmit(give);
    return;
  }
  ahead.push(entry.value);
  entry.value = "";
}

entry.addEventListener("input", () => {
  show();
  document.querySelector("#choose-said .is-other-turn")?.remove();
  const isWhole = /^\d+$/.test(entry.value) ? entry.value.length === LONGEST : entry.value.length === 1 && KEYS.includes(entry.value.toLowerCase());
  if (isWhole) take();
});

// Before htmx handles it: an empty Enter means nothing, and only one request is on its way at a time.
form.addEventListener("submit", (event) => {
  const by = /** @type {SubmitEvent} */ (event).submitter;
  const isTyped = by === null || by === give;
  if (!busy && !(isTyped && entry.value.trim() === "")) return;
  if (isTyped) take();
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
  // Wait until the answer is on the page.
  setTimeout(() => {
    busy = false;
    // On a phone the keyboard would cover the page after each tap on a button.
    if (matchMedia("(pointer: fine)").matches || document.activeElement === entry) entry.focus();
    const problem = document.querySelector("#choose-said .notice-problem");
    if (problem) {
      // The entries typed ahead were for the next person, but it is still the turn of the one before.
      ahead = [];
      entry.value = "";
    }
    const next = ahead.shift(), typed = entry.value;
    if (next === undefined) return;
    entry.value = next;
    form.requestSubmit(give);
    entry.value = typed;
  });
});

document.body.addEventListener("htmx:afterSettle", (event) => {
  const verb = /** @type {CustomEvent} */ (event).detail.requestConfig?.verb, now = turnNow();
  if (verb === "get" && !busy && now !== turn && entry.value !== "") {
    // Another desk was faster: the entry in the field was meant for somebody else.
    entry.value = "";
    const box = /** @type {HTMLElement} */ (document.getElementById("choose-said"));
    const notice = document.createElement("p");
    notice.className = "notice notice-problem is-other-turn";
    notice.textContent = box.dataset.otherTurn ?? "";
    box.replaceChildren(notice);
  }
  turn = now;
  // The list was rebuilt: mark the prize of the digits again.
  show();
});

// All keys typed anywhere on the page belong into the field.
document.addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1 || event.key === " ") return;
  if (target !== entry && !target.closest("input, textarea, select")) entry.focus();
});
