// The door: one field for number or letters. Typing filters at once, Enter ticks off the only or the chosen
// participant. The server decides who that is; without this script the button does the same, with a new page each time.

const form = /** @type {HTMLFormElement} */ (document.getElementById("door"));
const field = /** @type {HTMLInputElement} */ (document.getElementById("id_q"));
const list = /** @type {HTMLElement} */ (document.getElementById("list"));
const message = /** @type {HTMLElement} */ (document.getElementById("told"));
const name = /** @type {HTMLElement} */ (document.getElementById("chosen_name"));
// Long enough for the next letter of a quick typist, too short to be noticed.
const PAUSE_MS = 100;
const HEADERS = { "HX-Request": "true" };

/** The start number chosen with the arrows, "" if there is none. */
let chosenNumber = "";
/** Counts typing and sending, so that an older list never replaces a newer one. */
let newest = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let pause;
/** Sends one Enter after the other, in order. */
let sending = Promise.resolve();

/** @returns {HTMLElement[]} */
function rows() {
  return [...list.querySelectorAll("tr[data-number]")].map((row) => /** @type {HTMLElement} */ (row));
}

/** @param {HTMLElement | undefined} row */
function mark(row) {
  for (const other of rows()) other.classList.toggle("is-chosen", other === row);
}

/** Show a list that arrived; a participant chosen meanwhile stays chosen if the list contains them.
 * @param {string} html */
function show(html) {
  list.innerHTML = html;
  const { htmx } = /** @type {any} */ (window);
  htmx?.process(list);
  const people = rows(), still = people.find((row) => row.dataset.number === chosenNumber);
  if (!still) chosenNumber = name.textContent = "";
  // The page marks the participant whom Enter would tick off. The server decides by itself, because the list may be a
  // letter behind.
  mark(still ?? (field.value.trim() && people.length === 1 ? people[0] : undefined));
}

/** @param {number} step */
function choose(step) {
  const people = rows();
  const here = people.findIndex((row) => row.dataset.number === chosenNumber);
  const row = people[Math.min(Math.max(here + step, 0), people.length - 1)];
  if (!row) return;
  chosenNumber = row.dataset.number ?? "";
  mark(row);
  row.scrollIntoView({ block: "nearest" });
  name.textContent = [...row.children].slice(0, 2).map((cell) => cell.textContent?.trim()).join(" ");
}

async function filter() {
  const turn = newest;
  const answer = await fetch(`${form.dataset.list}&${new URLSearchParams({ q: field.value })}`, { headers: HEADERS });
  const html = await answer.text();
  if (answer.ok && !answer.redirected && turn === newest) show(html);
}

function scheduleFilter() {
  newest += 1;
  chosenNumber = "";
  mark(undefined);
  clearTimeout(pause);
  pause = setTimeout(() => void filter().catch(() => {}), PAUSE_MS);
}

/** Send one Enter and show the result; a refused text goes back into the field, unless more was typed.
 * @param {FormData} data
 * @param {string} text */
async function send(data, text) {
  const turn = newest;
  let page;
  try {
    const answer = await fetch(form.action, { method: "POST", body: data, headers: HEADERS });
    if (answer.status >= 500) throw new Error(`not taken: ${answer.status}`);
    // The session has ended: reload, and the page itself says so.
    if (!answer.ok || answer.redirected) return location.reload();
    page = new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    message.textContent = form.dataset.unsent ?? "";
    if (!field.value) field.value = text;
    return undefined;
  }
  const answerMessage = page.getElementById("told");
  message.innerHTML = answerMessage?.innerHTML ?? "";
  if (answerMessage?.dataset.typed && turn === newest) {
    field.value = answerMessage.dataset.typed;
    // If several participants fit, more letters decide; else the next name replaces the wrong one.
    if (!("several" in answerMessage.dataset)) field.select();
  }
  if (turn === newest) show(page.getElementById("list")?.innerHTML ?? "");
  return undefined;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
  const data = new FormData(form);
  data.set("chosen", button?.name === "chosen" ? button.value : chosenNumber);
  const text = field.value;
  clearTimeout(pause);
  newest += 1;
  chosenNumber = field.value = "";
  field.focus();
  sending = sending.then(() => send(data, text));
});

field.addEventListener("input", scheduleFilter);
field.addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    choose(event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "Escape") {
    field.value = "";
    scheduleFilter();
  }
});
// Taking back a tick in the list removes its button, and the focus with it.
list.addEventListener("htmx:afterSettle", () => field.focus());
