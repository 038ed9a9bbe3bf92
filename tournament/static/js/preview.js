// The entry panel before anything is written: the line, the words, the points, the question.

import { buzz } from "buzz";
import { isRunning, paperKind, withoutMarks } from "entries";
import { attribute, element, row, waitingLines } from "parts";
import { ASKED, entryToWrite, isAddress, keepMeaning, lookUp, mayBecome, meaningOf, readingsOf, tableOf, tablesOf } from "readings";
import { freeLines } from "sending";
import { fill, signed } from "writing";

/** @typedef {import("readings").Outcome} Outcome */
/** @typedef {import("readings").Table} Table */

/** @type {import("readings").Tables} */
const outcomes = JSON.parse(element("outcomes").textContent ?? "{}");
for (const table of outcomes.tables) table.suffixes = outcomes.suffixes;
const desk = element("desk");
const reading = element("reading");
const head = element("entry_head");
/** Side by side, sheet and entry scroll separately; one above the other, the entry must not be scrolled away. */
const beside = matchMedia("(min-width: 64rem)");
let lastLine = 0; // the line that was last scrolled into view

/** Count the games of 5.2.16 written before this line, on the sheet or by this player.
 * @param {number} number @param {number | null} soloist */
function countedBefore(number, soloist) {
  const lines = [...document.querySelectorAll("tr[data-counted]")].filter((line) => Number(attribute(line, "line")) < number);
  return lines.filter((line) => !desk.dataset.byPlayer || attribute(line, "counted") === String(soloist)).length;
}

/** Return who deals a line: each deal thrown in moves the deal on by one seat.
 * @param {Element} line @param {number} passed */
function dealerOf(line, passed) {
  const shift = desk.dataset.nextDealer ? passed - Number(attribute(line, "passed") || 0) : 0;
  const seats = Object.keys(outcomes.names).length;
  return ((Number(attribute(line, "dealer")) - 1 + shift + seats) % seats) + 1;
}

/** Return the table of this line for the typed text; undefined after the last line.
 * @param {number} number @param {string} typed @returns {Table | undefined} */
export function tableFor(number, typed) {
  const line = row(number);
  return line ? tableOf(outcomes, number, dealerOf(line, withoutMarks(typed).passed)) : undefined;
}

/** Whether this is a game for this line, or more keys can make it one.
 * @param {number} number @param {string} typed */
export function mayBeGame(number, typed) {
  const table = tableFor(number, typed);
  // After redeals another seat deals and sits out, so "p" may still make it a game.
  const tables = table && desk.dataset.nextDealer ? tablesOf(outcomes, number) : table ? [table] : [];
  return table === undefined || tables.some((one) => mayBecome(one, typed));
}

/** Show which line is meant and what the entry means, without writing anything.
 * @param {number} number @param {HTMLInputElement} input @param {string} refused the entry that the server refused
 * @param {boolean} other whether the star chose the less likely of two games */
export function showPreview(number, input, refused, other) {
  const line = row(number);
  showLine(number, line, input.value);
  input.placeholder = line ? attribute(line, "entry") : "";
  const table = tableFor(number, input.value);
  const impossible = !mayBeGame(number, input.value);
  if (impossible && !reading.classList.contains("is-problem")) buzz();
  input.setAttribute("aria-invalid", String(impossible || (refused !== "" && input.value === refused)));
  reading.classList.toggle("is-problem", impossible);
  const open = table && !impossible ? readingsOf(table, input.value) : [];
  reading.classList.toggle("is-open", open.length > 1);
  if (impossible) {
    showScores(undefined);
    reading.textContent = (table && meaningOf(table, withoutMarks(input.value).entry)?.text) || (reading.dataset.impossible ?? "");
  } else if (table && open.length > 1) showReadings(table, open, number, input.value, other);
  else reading.textContent = wordsOf(number, table, input.value, other);
}

/** Show which of two games will be written, with its words and points, and the star that chooses the other.
 * @param {Table} table @param {string[]} open @param {number} number @param {string} typed @param {boolean} other */
function showReadings(table, open, number, typed, other) {
  const [here, there] = other ? [open[1], open[0]] : open;
  const words = Object.assign(document.createElement("strong"), { textContent: `${here}: ${wordsOf(number, table, typed, other)}` });
  const star = Object.assign(document.createElement("kbd"), { textContent: "*" });
  const answer = Object.assign(document.createElement("span"), { className: "answer" });
  answer.append(star, ` ${there}: ${fill(lookUp(table, there)?.[0] ?? "", outcomes.names)}`);
  reading.replaceChildren(words, answer);
}

/** @param {number} number @param {HTMLElement | null} line @param {string} typed */
function showLine(number, line, typed) {
  document.querySelectorAll("tr.current").forEach((other) => other.classList.remove("current"));
  line?.classList.add("current");
  // Scroll only if another line is meant: a person who scrolls back to compare stays there.
  if (number !== lastLine && beside.matches) line?.scrollIntoView({ block: "nearest" });
  lastLine = number;
  const dealer = line ? dealerOf(line, withoutMarks(typed).passed) : 0;
  const text = line ? attribute(line, "text") : "";
  const open = freeLines(), waiting = waitingLines();
  const behind = element("state").dataset.ready && !typed ? "ready" : open.length ? "open" : waiting.length ? "waiting" : "full";
  const template = line ? (text ? "again" : "new") : behind;
  const values = { number: String(number), dealer: dealer ? `${dealer} ${outcomes.names[dealer]}` : "", text, open: open.join(", "), first: open[0], waiting: waiting.join(", ") };
  head.textContent = fill(head.dataset[template] ?? "", values);
  // Overwriting must be visible, also in a line that the cursor reached by itself.
  head.classList.toggle("is-again", template === "again");
}

/** Return the words for the entry; its points are shown beside them.
 * @param {number} number @param {Table | undefined} table @param {string} typed @param {boolean} other */
function wordsOf(number, table, typed, other) {
  const { entry, initialled, late } = withoutMarks(typed);
  const outcome = table && lookUp(table, entryToWrite(table, typed, other));
  if (table && outcome === ASKED) void ask(table, number, typed);
  const kind = paperKind(typed);
  showScores(kind ? undefined : outcome);
  if (kind) return [outcome && fill(outcome[0], outcomes.names), reading.dataset[kind]].filter(Boolean).join(" · ");
  if (!entry.trim() || isAddress(entry)) return "";
  if (isRunning(entry.trim())) return reading.dataset.running ?? "";
  const notes = outcome && [fill(outcome[0], outcomes.names), late ? reading.dataset.late : "", approvalNote(outcome, number, initialled)];
  if (notes) return notes.filter(Boolean).join(" · ");
  // After the last line no entry can become a game.
  return (table && reading.dataset.unknown) ?? "";
}

/** Ask the server what a game with its suffixes means; then the page shows it.
 * @param {Table} table @param {number} number @param {string} typed */
async function ask(table, number, typed) {
  const { entry, passed } = withoutMarks(typed);
  const address = new URL(desk.dataset.meaning ?? "", location.href);
  address.searchParams.set("number", String(number));
  address.searchParams.set("entry", passed ? `${entry} p${passed}` : entry);
  try {
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    if (!answer.ok) return;
    keepMeaning(table, entry, await answer.json());
  } catch {
    return; // without a network nothing can be written either
  }
  document.dispatchEvent(new CustomEvent("desk-meaning"));
}

/** @param {Outcome} outcome @param {number} number @param {boolean} initialled */
function approvalNote(outcome, number, initialled) {
  if (initialled) return reading.dataset.initialled;
  const from = Number(desk.dataset.countedFrom);
  const asks = outcome[3] === 2 || (outcome[3] === 1 && countedBefore(number, outcome[4]) + 1 >= from);
  const section = outcome[3] === 2 ? desk.dataset.sectionAlways : desk.dataset.sectionCounted;
  return asks ? fill(reading.dataset.asks ?? "", { section: section ?? "" }) : "";
}

/** @param {Outcome | undefined} outcome */
function showScores(outcome) {
  document.querySelectorAll("#scores [data-seat]").forEach((box, index) => {
    const points = outcome?.[1][index];
    box.textContent = points === undefined ? "" : signed(points);
    box.classList.toggle("plus", (points ?? 0) > 0);
    box.classList.toggle("minus", (points ?? 0) < 0);
    box.classList.toggle("circled", outcome?.[2] === index + 1);
  });
}
