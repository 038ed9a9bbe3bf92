// The door: one field for number or letters. Typing filters at once, Enter ticks off the only or the chosen
// participant. The server decides who that is; without this script the button does the same, with a new page each time.

const form = /** @type {HTMLFormElement} */ (document.getElementById("door"));
const field = /** @type {HTMLInputElement} */ (document.getElementById("id_q"));
const list = /** @type {HTMLElement} */ (document.getElementById("list"));
const told = /** @type {HTMLElement} */ (document.getElementById("told"));
const name = /** @type {HTMLElement} */ (document.getElementById("chosen_name"));
// Long enough for the next letter of a quick typist, too short to be noticed.
const PAUSE_MS = 100;
const ASKED = { "HX-Request": "true" };

/** The start number chosen with the arrows, "" if there is none. */
let chosen = "";
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
  const found = rows(), still = found.find((row) => row.dataset.number === chosen);
  if (!still) chosen = name.textContent = "";
  // The page marks the participant whom Enter would tick off. The server decides by itself, because the list may be a
  // letter behind.
  mark(still ?? (field.value.trim() && found.length === 1 ? found[0] : undefined));
}

/** @param {number} step */
function choose(step) {
  const found = rows();
  const here = found.findIndex((row) => row.dataset.number === chosen);
  const row = found[Math.min(Math.max(here + step, 0), found.length - 1)];
  if (!row) return;
  chosen = row.dataset.number ?? "";
  mark(row);
  row.scrollIntoView({ block: "nearest" });
  name.textContent = [...row.children].slice(0, 2).map((cell) => cell.textContent?.trim()).join(" ");
}

async function filter() {
  const asked = newest;
  const answer = await fetch(`${form.dataset.list}&${new URLSearchParams({ q: field.value })}`, { headers: ASKED });
  const html = await answer.text();
  if (answer.ok && !answer.redirected && asked === newest) show(html);
}

function typed() {
  newest += 1;
  chosen = "";
  mark(undefined);
  clearTimeout(pause);
  pause = setTimeout(() => void filter().catch(() => {}), PAUSE_MS);
}

/** Send one Enter and show the result; a refused text goes back into the field, unless more was typed.
 * @param {FormData} data
 * @param {string} text */
async function send(data, text) {
  const asked = newest;
  let page;
  try {
    const answer = await fetch(form.action, { method: "POST", body: data, headers: ASKED });
    if (answer.status >= 500) throw new Error(`not taken: ${answer.status}`);
    // The session has ended: reload, and the page itself says so.
    if (!answer.ok || answer.redirected) return location.reload();
    page = new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    told.textContent = form.dataset.unsent ?? "";
    if (!field.value) field.value = text;
    return undefined;
  }
  const said = page.getElementById("told");
  told.innerHTML = said?.innerHTML ?? "";
  if (said?.dataset.typed && asked === newest) {
    field.value = said.dataset.typed;
    // If several participants fit, more letters decide; else the next name replaces the wrong one.
    if (!("several" in said.dataset)) field.select();
  }
  if (asked === newest) show(page.getElementById("list")?.innerHTML ?? "");
  return undefined;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
  const data = new FormData(form);
  data.set("chosen", button?.name === "chosen" ? button.value : chosen);
  const text = field.value;
  clearTimeout(pause);
  newest += 1;
  chosen = field.value = "";
  field.focus();
  sending = sending.then(() => send(data, text));
});

field.addEventListener("input", typed);
field.addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    choose(event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "Escape") {
    field.value = "";
    typed();
  }
});
// Taking back a tick in the list removes its button, and the focus with it.
list.addEventListener("htmx:afterSettle", () => field.focus());
