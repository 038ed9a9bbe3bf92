// The desk's page of one sheet: shows what an entry means before Enter writes it, and sends lines one after the other.
// Looks entries up in the table that the server computed; knows no rule and no value itself.

import { canonical, fill, isRunning, newCommand, signed, withoutMarks } from "entries";

/** @typedef {[string, number[], number | null, 0 | 1 | 2, number | null]} Outcome words, points, circled, asks, soloist */
/** @typedef {{entries: Record<string, number>, outcomes: Outcome[]}} Table */
/** @typedef {{number: number, entry: string, fields?: FormData, command: string, replace: string, initials: string}} Command */
/** @typedef {{number: number | null, game: string}} Target a line, and the id of the game that stood in it */

const POLL_MS = 2000;
const HIDDEN_POLL_MS = 15000;

/** @type {{first: number[], later: number[], tables: Table[], names: Record<string, string>}} by dealer, or one for all */
const outcomes = JSON.parse(element("outcomes").textContent ?? "{}");
const desk = element("desk");
const form = /** @type {HTMLFormElement} */ (element("entry_form"));
const input = /** @type {HTMLInputElement} */ (element("entry"));
const reading = element("reading");
const head = element("entry_head");
const initials = /** @type {HTMLSelectElement} */ (element("initials"));

/** @type {Command[]} commands not yet answered, the first is on its way */
const queue = [];
/** The line that the next entry is for; null follows the line typed last.
 * @type {number | null} */
let chosen = null;
let last = 0; // the line typed last; 0 before
/** What the typing began with: a line of another desk neither moves a half typed entry nor is written over by it.
 * @type {Target | null} */
let begun = null;
let sending = false;
let seen = /** @type {number | null} the line last brought into view */ (null);
/** Beside each other, sheet and entry scroll apart; one above the other, the entry must not be scrolled away. */
const beside = matchMedia("(min-width: 64rem)");

/** @param {string} id @returns {HTMLElement} */
function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`missing #${id}`);
  return found;
}

/** @param {number} number @returns {HTMLElement | null} */
function row(number) {
  return document.querySelector(`tr[data-line="${number}"]`);
}

/** The unwritten line behind the one typed last (a line left free for the supervisor stays free), else the first one.
 * @returns {number | null} */
function nextNumber() {
  const underway = new Set(queue.filter((command) => !isRunning(command.entry)).map((command) => command.number));
  const free = [...document.querySelectorAll("tr[data-line]")]
    .filter((line) => !attribute(line, "text"))
    .map((line) => Number(attribute(line, "line")))
    .filter((number) => !underway.has(number));
  return free.find((number) => number > last) ?? free[0] ?? null;
}

/** The line that an entry is for.
 * @returns {Target} */
function target() {
  if (begun) return begun;
  const number = chosen ?? nextNumber();
  const line = number === null ? null : row(number);
  return { number, game: line ? attribute(line, "game") : "" };
}

/** Hold the line while something stands in the entry. */
function hold() {
  begun = input.value.trim() ? target() : null;
}

/** @param {Element} line @param {string} name */
function attribute(line, name) {
  return line.getAttribute(`data-${name}`) ?? "";
}

/** Games of 5.2.16 written before this line, on the sheet or by this player.
 * @param {number} number @param {number | null} soloist */
function countedBefore(number, soloist) {
  const lines = [...document.querySelectorAll("tr[data-counted]")].filter((line) => Number(attribute(line, "line")) < number);
  return lines.filter((line) => !desk.dataset.byPlayer || attribute(line, "counted") === String(soloist)).length;
}

/** Who deals a line: each deal thrown in moves on to the next.
 * @param {Element} line @param {number} passed */
function dealerOf(line, passed) {
  const moved = desk.dataset.nextDealer ? passed - Number(attribute(line, "passed") || 0) : 0;
  const seats = Object.keys(outcomes.names).length;
  return ((Number(attribute(line, "dealer")) - 1 + moved + seats) % seats) + 1;
}

/** What an entry means in the line that this seat deals.
 * @param {number} number @param {number} dealer @param {string} entry */
function lookUp(number, dealer, entry) {
  const tables = number === 1 ? outcomes.first : outcomes.later;
  const { entries, outcomes: found } = outcomes.tables[tables[(dealer - 1) % tables.length]];
  // Own keys only: every object knows a "constructor", which is no game.
  return Object.hasOwn(entries, entry) ? found[entries[entry]] : undefined;
}

/** Show which line is meant and what the entry means, without writing anything. */
function preview() {
  const { number } = target();
  document.querySelectorAll("tr.current").forEach((line) => line.classList.remove("current"));
  const line = number === null ? null : row(number);
  const taken = line ? attribute(line, "text") : "";
  line?.classList.add("current");
  // Only when another line is meant: whoever scrolls back to compare is left there.
  if (number !== seen && beside.matches) line?.scrollIntoView({ block: "nearest" });
  seen = number;
  const { entry, initialled, passed } = withoutMarks(input.value);
  const dealer = line ? dealerOf(line, passed) : 0;
  const full = element("state").dataset.ready ? "ready" : "full";
  const template = number === null ? full : taken ? "again" : "new";
  head.textContent = fill(head.dataset[template] ?? "", {
    number: String(number),
    dealer: dealer ? `${dealer} ${outcomes.names[dealer]}` : "",
    text: taken,
  });
  if (!input.value) input.removeAttribute("aria-invalid");
  input.placeholder = line ? attribute(line, "entry") : "";
  const found = number !== null && dealer ? lookUp(number, dealer, canonical(entry)) : undefined;
  showScores(found);
  if (!entry.trim()) reading.textContent = "";
  else if (isRunning(entry.trim())) reading.textContent = reading.dataset.running ?? "";
  else if (!found) reading.textContent = reading.dataset.unknown ?? "";
  else reading.textContent = [fill(found[0], outcomes.names), approvalNote(found, number ?? 0, initialled)].filter(Boolean).join(" · ");
}

/** @param {Outcome} found @param {number} number @param {boolean} initialled */
function approvalNote(found, number, initialled) {
  if (initialled) return reading.dataset.initialled;
  const from = Number(desk.dataset.countedFrom);
  const asks = found[3] === 2 || (found[3] === 1 && countedBefore(number, found[4]) + 1 >= from);
  const section = found[3] === 2 ? desk.dataset.sectionAlways : desk.dataset.sectionCounted;
  return asks ? fill(reading.dataset.asks ?? "", { section: section ?? "" }) : "";
}

/** @param {Outcome | undefined} found */
function showScores(found) {
  document.querySelectorAll("#scores [data-seat]").forEach((box, index) => {
    const points = found?.[1][index];
    box.textContent = points === undefined ? "" : signed(points);
    box.classList.toggle("plus", (points ?? 0) > 0);
    box.classList.toggle("minus", (points ?? 0) < 0);
    box.classList.toggle("circled", found?.[2] === index + 1);
  });
}

/** Enter: put the line into the queue; when nothing was typed, open the chosen line or go on from a full sheet. */
function submit() {
  const { number, game } = target();
  const entry = input.value.trim();
  if (!entry) {
    if (chosen !== null) location.assign(`${desk.dataset.url}?line=${chosen}`);
    else if (element("state").dataset.ready && !queue.length) nextAct()?.focus();
    return;
  }
  if (number === null && !isRunning(entry)) return;
  input.value = "";
  enqueue({ number: number ?? 1, entry, command: newCommand(), replace: game, initials: initials.value });
}

/** @param {Command} command */
function enqueue(command) {
  queue.push(command);
  chosen = begun = null;
  if (!isRunning(command.entry)) last = command.number;
  notice("", "");
  preview();
  void send();
}

/** A game that shorthand cannot say.
 * @param {FormData} fields */
function submitFields(fields) {
  const { number, game } = target();
  if (number !== null) enqueue({ number, entry: "", fields, command: newCommand(), replace: game, initials: initials.value });
}

/** Send the queue in order; a line that is refused comes back into the field, what follows waits for it. */
async function send() {
  if (sending) return;
  sending = true;
  while (queue.length) {
    const command = queue[0];
    const reply = await post(command);
    if (typeof reply === "string") {
      // No answer, or none to this login: the same command is sent again and counts once.
      notice("warning", reply);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      continue;
    }
    queue.shift();
    show(reply);
    settle();
    if (reply.answer === "refused" || reply.answer === "conflict") giveBack(command, reply);
    else if (command.fields) /** @type {HTMLFormElement} */ (element("fields_form")).reset();
    else if (reply.answer === "compared") notice("good", reply.text);
    else if (reply.answer === "differs") notice("warning", reply.text);
    else notice("", "");
    preview();
  }
  sending = false;
}

/** @param {Command} command @param {{answer: string, text: string}} reply */
function giveBack(command, reply) {
  const dropped = queue.splice(0);
  const later = dropped.map((waiting) => waiting.entry);
  // None of these was written: after Escape the first of their lines is next again, and none stays empty unseen.
  const first = [command, ...dropped].find((one) => !isRunning(one.entry));
  if (first) last = first.number - 1;
  if (input.value.trim()) later.push(input.value.trim());
  // A game chosen by fields stands there still.
  input.value = command.entry;
  // What is typed next must not go to the line that running totals were sent with.
  chosen = isRunning(command.entry) ? null : command.number;
  begun = chosen === null ? null : { number: chosen, game: command.replace };
  const rest = later.length ? fill(desk.dataset.waiting ?? "", { entries: later.join("   ") }) : "";
  notice("problem", [reply.text, rest].filter(Boolean).join(" "));
  // Not selected: whoever types on without looking lengthens what was refused instead of writing the next game here.
  input.setAttribute("aria-invalid", "true");
  input.setSelectionRange(input.value.length, input.value.length);
}

/** Send one command. Answers with a sentence where it could not be delivered.
 * @param {Command} command */
async function post(command) {
  const body = command.fields ?? new FormData(form);
  // Whoever logs in again in another window gets another token.
  const token = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1];
  if (token) body.set("csrfmiddlewaretoken", token);
  if (!command.fields) body.set("entry", command.entry);
  body.set("number", String(command.number));
  body.set("command", command.command);
  body.set("replace", command.replace);
  body.set("initials", command.initials);
  try {
    const url = (command.fields ? /** @type {HTMLFormElement} */ (element("fields_form")) : form).action;
    const response = await fetch(url, { method: "POST", body, headers: { "X-Parts": "1" } });
    const json = response.headers.get("Content-Type")?.startsWith("application/json");
    if (json) return await response.json();
    return (response.status < 500 ? desk.dataset.login : desk.dataset.offline) ?? "";
  } catch {
    return desk.dataset.offline ?? "";
  }
}

/** Put the parts that changed in their places; what another desk did leaves alone what is in use here.
 * @param {{parts: Record<string, string>}} reply @param {boolean} [polled] */
function show(reply, polled = false) {
  for (const [id, html] of Object.entries(reply.parts)) {
    const old = document.getElementById(id); // a tariff chosen meanwhile: the money comes with the next page
    if (old && !isInUse(old, polled)) old.replaceWith(document.createRange().createContextualFragment(html));
  }
}

/** Whether somebody types or has typed in this part, or is asked for a ruling.
 * @param {HTMLElement} part @param {boolean} polled */
function isInUse(part, polled) {
  const controls = [...part.querySelectorAll("input, textarea")];
  return (
    part.contains(document.activeElement?.closest("input, select, textarea") ?? null) ||
    controls.some((control) => /** @type {HTMLInputElement} */ (control).value !== /** @type {HTMLInputElement} */ (control).defaultValue) ||
    (polled && part.querySelector(".ruling") !== null)
  );
}

/** The entry stays for the last running totals and goes with the signatures. The focus never moves by itself: whoever
 * types ahead would press a button unseen. */
function settle() {
  const { open, ready } = element("state").dataset;
  form.hidden = !open && !ready;
  element("fields").hidden = !open;
}

/** The button of what comes after the lines.
 * @returns {HTMLElement | null} */
function nextAct() {
  return document.querySelector("#side_part .btn-primary");
}

/** @param {string} kind @param {string} text */
function notice(kind, text) {
  const place = element("outcome");
  place.replaceChildren();
  if (!text) return;
  place.append(Object.assign(document.createElement("p"), { className: `notice notice-${kind}`, textContent: text }));
}

/** Ask every two seconds whether another desk has changed the sheet. */
async function poll() {
  try {
    const version = element("state").dataset.version;
    const response = await fetch(`${desk.dataset.url}?v=${version}`, { headers: { "X-Parts": "1" } });
    const json = response.headers.get("Content-Type")?.startsWith("application/json");
    if (response.status === 200 && json && !queue.length) {
      show(await response.json(), true);
      settle();
      preview();
    }
  } catch {
    // The network is away for a moment: the next question comes in two seconds.
  }
  setTimeout(poll, document.hidden ? HIDDEN_POLL_MS : POLL_MS);
}

/** Move to another line.
 * @param {number} step */
function move(step) {
  const lines = document.querySelectorAll("tr[data-line]").length;
  const here = chosen ?? nextNumber() ?? lines + 1;
  chosen = Math.min(Math.max(here + step, 1), lines);
  begun = null;
  hold();
  preview();
  row(chosen)?.scrollIntoView({ block: "nearest" });
}

/** @param {KeyboardEvent} event */
function key(event) {
  if (event.key === "PageDown" && desk.dataset.following) location.assign(desk.dataset.following);
  else if (event.key === "PageUp" && desk.dataset.previous) location.assign(desk.dataset.previous);
  else if (event.key === "Escape") {
    input.value = "";
    chosen = begun = null;
    notice("", "");
    input.focus();
    preview();
  } else if (event.target === input && event.key === "ArrowUp") move(-1);
  else if (event.target === input && event.key === "ArrowDown") move(1);
  else return;
  event.preventDefault();
}

/** Fields became shorthand: to be seen before Enter writes it.
 * @param {string} entry */
function takeOver(entry) {
  input.value = entry;
  hold();
  input.focus();
  preview();
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  submit();
});
input.addEventListener("input", () => {
  hold();
  preview();
});
document.addEventListener("keydown", key);
document.addEventListener("desk-entry", (event) => takeOver(/** @type {CustomEvent<string>} */ (event).detail));
document.addEventListener("desk-record", (event) => submitFields(/** @type {CustomEvent<FormData>} */ (event).detail));
window.addEventListener("beforeunload", (event) => {
  // Lines on their way are not lost silently.
  if (queue.length) event.preventDefault();
});
preview();
// Where the next act is: the opened line, the entry, or the signatures. Of an opened line no button has the focus: its
// first one takes the game back, and a second Enter must not.
const line = document.getElementById("line_panel");
(line ?? (element("state").dataset.open ? input : nextAct()))?.focus();
setTimeout(poll, POLL_MS);
