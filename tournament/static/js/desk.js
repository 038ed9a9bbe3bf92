// The desk's page of one sheet: shows what an entry means before Enter writes it, and sends lines one after the other.
// Looks entries up in the table that the server computed; knows no rule and no value itself.

import { buzz, switchBy } from "buzz";
import { isRunning, withoutMarks } from "entries";
import { askForTable, goTo, isGoTo, leaveBy } from "goto";
import { attribute, element, notice, row, show } from "parts";
import { mayBeGame, showPreview, tableFor } from "preview";
import { isAddress, isMarked, isWhole, readingsOf } from "readings";
import { fill, newId } from "writing";

/** @typedef {{number: number, entry: string, fields?: FormData, command: string, replace: string, initials: string}} Command */
/** @typedef {{number: number | null, game: string}} Target a line, and the id of the game that stood in it */

const POLL_MS = 2000;
const HIDDEN_POLL_MS = 15000;

const desk = element("desk");
const form = /** @type {HTMLFormElement} */ (element("entry_form"));
const input = /** @type {HTMLInputElement} */ (element("entry"));
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
let refused = ""; // what came back and stands in the entry again
let asked = ""; // the entry of digits of which it was asked what it stands for
let going = ""; // where to, once all lines are written

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

/** Show what is meant. */
function preview() {
  showPreview(target().number, input, refused, asked);
}

/** Digits that stand for two games: Enter, asked twice, is the first of them, the star the other one. No other key is
 * taken before that, each is refused with a tone. Whether this key was part of the question.
 * @param {KeyboardEvent} event */
function answered({ key, ctrlKey, metaKey, altKey }) {
  const table = tableFor(target().number, input.value);
  const { entry } = withoutMarks(input.value);
  const open = table ? readingsOf(table, entry) : [];
  if (open.length !== 2 || ctrlKey || metaKey || altKey) return false;
  if (key === "*" || (key === "Enter" && asked === input.value)) {
    input.value = input.value.replace(entry, open[key === "*" ? 1 : 0]);
    submit();
    return true;
  }
  if (key !== "Enter" && (key.length > 1 || marks(key))) return false;
  // A key typed on blindly is no answer: the Enter behind it asks again.
  asked = key === "Enter" ? input.value : "";
  refuseKey(element("reading").dataset.unanswered);
  return true;
}

/** Whether this key is a mark that belongs behind the entry, once each.
 * @param {string} key */
function marks(key) {
  const { initialled } = withoutMarks(input.value);
  const dealt = desk.dataset.nextDealer && (/p/i.test(key) || (/^\d$/.test(key) && /p\d?$/i.test(input.value)));
  return Boolean(dealt) || (/[g/]/i.test(key) && !initialled);
}

/** A key that was not taken is heard and read.
 * @param {string | undefined} sentence */
function refuseKey(sentence) {
  notice("problem", sentence ?? "");
  buzz();
}

/** Enter: put the line into the queue; when nothing was typed, open the chosen line or go on from a full sheet. */
function submit() {
  const { number, game } = target();
  const entry = input.value.trim();
  if (isAddress(entry)) {
    input.value = "";
    hold();
    preview();
    goTo(entry);
    return;
  }
  if (!entry) {
    if (chosen !== null) location.assign(`${desk.dataset.url}?line=${chosen}`);
    else if (element("state").dataset.ready && !queue.length) nextAct()?.focus();
    return;
  }
  if (number === null && !isRunning(entry)) return;
  input.value = "";
  enqueue({ number: number ?? 1, entry, command: newId(), replace: game, initials: initials.value });
}

/** @param {Command} command */
function enqueue(command) {
  queue.push(command);
  chosen = begun = null;
  asked = refused = going = "";
  if (!isRunning(command.entry)) last = command.number;
  notice("", "");
  preview();
  void send();
}

/** A game that shorthand cannot say.
 * @param {FormData} fields */
function submitFields(fields) {
  const { number, game } = target();
  if (number !== null) enqueue({ number, entry: "", fields, command: newId(), replace: game, initials: initials.value });
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
  if (going) leave(going);
}

/** Go to another page; lines on their way are written first.
 * @param {string} url */
function leave(url) {
  going = url;
  if (!queue.length && !sending) location.assign(url);
}

/** @param {Command} command @param {{answer: string, text: string}} reply */
function giveBack(command, reply) {
  going = "";
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
  refused = input.value;
  buzz();
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

/** The heading of the part in which this button stands.
 * @param {HTMLElement | null} button @returns {HTMLElement | null} */
function headingOf(button) {
  return button?.closest("section")?.querySelector("h2") ?? null;
}

/** A click anywhere in a line opens it, as the link at its number does.
 * @param {MouseEvent} event */
function openLine(event) {
  const clicked = /** @type {Element} */ (event.target);
  const link = /** @type {HTMLAnchorElement | null} */ (clicked.closest("#sheet_part tr[data-line]")?.querySelector("th a") ?? null);
  // Whoever marks a word to copy it, or asks for another tab, is left alone.
  if (!link || clicked.closest("a") || event.ctrlKey || event.metaKey || getSelection()?.toString()) return;
  leave(link.href);
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
  const typing = event.target === input;
  if (event.key === "PageDown" && desk.dataset.following) leave(desk.dataset.following);
  else if (event.key === "PageUp" && desk.dataset.previous) leave(desk.dataset.previous);
  else if (event.key === "Escape" && isGoTo(event.target)) input.focus();
  else if (event.key === "Escape") {
    input.value = refused = asked = going = "";
    chosen = begun = null;
    notice("", "");
    input.focus();
    preview();
  } else if (typing && event.key === "ArrowUp") move(-1);
  else if (typing && event.key === "ArrowDown") move(1);
  else if (typing && !input.value && [",", "."].includes(event.key)) askForTable();
  else if (typing && answered(event)) preview();
  else if (!typing || !typeOn(event)) return;
  event.preventDefault();
}

/** Digits that are a whole entry, and initials behind any, are written by the first key of the next line, which stands
 * in the entry then. What else cannot follow a mark is refused: the next line must not pile up behind it. Whether it was.
 * @param {KeyboardEvent} event */
function typeOn({ key, ctrlKey, metaKey, altKey }) {
  const { number } = target();
  const table = tableFor(number, input.value);
  const atEnd = input.selectionStart === input.value.length;
  if (!table || !atEnd || key.length > 1 || ctrlKey || metaKey || altKey) return false;
  if (/^[\d*+=−-]$/.test(key) && isWhole(table, input.value)) submit();
  else if (isMarked(table, input.value) && !mayBeGame(number, input.value + key)) {
    refuseKey(element("reading").dataset.whole);
    return true;
  }
  return false;
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
input.addEventListener("input", (event) => {
  const reading = element("reading").classList;
  const wrong = reading.contains("is-problem");
  if (asked !== input.value) asked = "";
  hold();
  preview();
  // What piles up behind something that is no game is heard with each key.
  const typed = /** @type {InputEvent} */ (event).inputType === "insertText";
  if (typed && wrong && reading.contains("is-problem")) buzz();
});
document.addEventListener("keydown", key);
document.addEventListener("click", openLine);
document.addEventListener("desk-entry", (event) => takeOver(/** @type {CustomEvent<string>} */ (event).detail));
document.addEventListener("desk-record", (event) => submitFields(/** @type {CustomEvent<FormData>} */ (event).detail));
window.addEventListener("beforeunload", (event) => {
  // Lines on their way are not lost silently.
  if (queue.length) event.preventDefault();
});
leaveBy(leave);
switchBy(/** @type {HTMLInputElement} */ (element("sound")));
preview();
// Where the next act is: the opened line, the entry, or the heading above the button that comes next. No button has the
// focus: a second Enter must neither take a game back nor confirm a signature.
const line = document.getElementById("line_panel");
const start = line ?? (element("state").dataset.open ? input : headingOf(nextAct()) ?? document.querySelector("h1"));
if (start && start !== input) start.tabIndex = -1;
start?.focus();
setTimeout(poll, POLL_MS);
