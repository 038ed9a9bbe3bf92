// The door: one field for a name, a number or a scanned card. Typing shows at once who may be meant; Enter lets in the
// marked one. The server decides; without this script the button does the same, with a new page each time.

const form = /** @type {HTMLFormElement} */ (document.getElementById("door"));
const field = /** @type {HTMLInputElement} */ (document.getElementById("id_line"));
const list = /** @type {HTMLElement} */ (document.getElementById("people"));
const report = /** @type {HTMLElement} */ (document.getElementById("report"));
const name = /** @type {HTMLElement} */ (document.getElementById("chosen_name"));
// Long enough for the next letter of a quick typist, too short to be noticed.
const PAUSE_MS = 100;
const HEADERS = { "HX-Request": "true" };

/** Counts typing and sending, so that an older list never replaces a newer one. */
let newest = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let pause;
/** Sends one Enter after the other, in order. */
let sending = Promise.resolve();

/** @returns {HTMLElement[]} */
function rows() {
  return [...list.querySelectorAll("[data-key]")].map((row) => /** @type {HTMLElement} */ (row));
}

/** @param {HTMLElement | undefined} row */
function mark(row) {
  for (const other of rows()) other.classList.toggle("is-chosen", other === row);
  name.textContent = row?.textContent?.replace(/\s+/g, " ").trim() ?? "";
}

/** The key of the marked one, "" if the list is older than the text: then the server decides by itself. */
function markedKey() {
  const shown = /** @type {HTMLElement | null} */ (list.querySelector("[data-text]"))?.dataset.text ?? "";
  const row = rows().find((one) => one.classList.contains("is-chosen"));
  return shown.trim() === field.value.trim() ? row?.dataset.key ?? "" : "";
}

/** @param {string} html */
function show(html) {
  list.innerHTML = html;
  mark(rows()[0]);
}

/** @param {number} step */
function choose(step) {
  const people = rows();
  const here = people.findIndex((row) => row.classList.contains("is-chosen"));
  const row = people[Math.min(Math.max(here + step, 0), people.length - 1)];
  if (!row) return;
  mark(row);
  row.scrollIntoView({ block: "nearest" });
}

async function find() {
  const turn = newest;
  const answer = await fetch(`${form.dataset.people}?${new URLSearchParams({ line: field.value })}`, { headers: HEADERS });
  const html = await answer.text();
  if (answer.ok && !answer.redirected && turn === newest) show(html);
}

function scheduleFind() {
  newest += 1;
  clearTimeout(pause);
  pause = setTimeout(() => void find().catch(() => {}), PAUSE_MS);
}

/** Put the parts of an answer into the page.
 * @param {Document} page @param {string[]} ids */
function replaceParts(page, ids) {
  for (const id of ids) {
    const part = document.getElementById(id);
    if (part) part.innerHTML = page.getElementById(id)?.innerHTML ?? "";
  }
}

/** Send one act and show the result; a refused text goes back into the field, unless more was typed.
 * @param {FormData} data @param {string} text */
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
    report.textContent = form.dataset.unsent ?? "";
    if (!field.value) field.value = text;
    return undefined;
  }
  replaceParts(page, ["door_facts", "report", "steps", "door_card"]);
  const answerReport = page.getElementById("report");
  if (answerReport?.dataset.typed && turn === newest) {
    field.value = answerReport.dataset.typed;
    // If several fit, more letters decide; else the next name replaces the wrong one.
    if (!("several" in answerReport.dataset)) field.select();
  }
  if (turn === newest) show(page.getElementById("people")?.innerHTML ?? "");
  return undefined;
}

/** Send the line with this key of the marked one, after all that was sent before: only then the next card is known.
 * @param {string} chosen */
function sendLine(chosen) {
  const text = field.value;
  const fee = String(new FormData(form).get("fee") ?? "");
  clearTimeout(pause);
  newest += 1;
  field.value = "";
  show("");
  const usual = /** @type {HTMLInputElement | null} */ (form.querySelector("[name=fee][value='']"));
  if (usual) usual.checked = true;
  field.focus();
  sending = sending.then(() => {
    const data = new FormData(form);
    data.set("line", text);
    data.set("chosen", chosen);
    data.set("fee", fee);
    return send(data, text);
  });
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
  sendLine(button?.name === "chosen" ? button.value : markedKey());
});

// The answers about the age, and the ways back, are forms of their own that say the same in one line.
document.addEventListener("submit", (event) => {
  const other = /** @type {HTMLFormElement} */ (event.target);
  if (event.defaultPrevented || other === form || !other.closest("#report, #steps")) return;
  event.preventDefault();
  const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
  const data = new FormData(other);
  if (button?.name) data.set(button.name, button.value);
  const text = field.value;
  sending = sending.then(() => send(data, "")).then(() => {
    if (!field.value) field.value = text;
  });
  field.focus();
});

field.addEventListener("input", scheduleFind);
field.addEventListener("keydown", (event) => {
  if ((event.key === "+" || event.key === "-") && !field.value && !event.repeat) {
    // One key hands out the next card, or takes the last step back.
    event.preventDefault();
    field.value = event.key;
    sendLine("");
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    choose(event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "Escape") {
    field.value = "";
    scheduleFind();
  }
});
show(list.innerHTML);
