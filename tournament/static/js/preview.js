// What the entry panel shows before anything is written: the line that is meant, the words, the points, the question.

import { buzz } from "buzz";
import { isRunning, withoutMarks } from "entries";
import { attribute, element, row } from "parts";
import { isAddress, lookUp, mayBecome, readingsOf, tableOf, tablesOf } from "readings";
import { fill, signed } from "writing";

/** @typedef {import("readings").Outcome} Outcome */
/** @typedef {import("readings").Table} Table */

/** @type {import("readings").Tables} */
const outcomes = JSON.parse(element("outcomes").textContent ?? "{}");
const desk = element("desk");
const reading = element("reading");
const head = element("entry_head");
/** Beside each other, sheet and entry scroll apart; one above the other, the entry must not be scrolled away. */
const beside = matchMedia("(min-width: 64rem)");
let seen = /** @type {number | null} the line last brought into view */ (null);

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

/** The table of this line with what is typed for it; undefined where every line is written.
 * @param {number | null} number @param {string} typed @returns {Table | undefined} */
export function tableFor(number, typed) {
  const line = number === null ? null : row(number);
  return line && number ? tableOf(outcomes, number, dealerOf(line, withoutMarks(typed).passed)) : undefined;
}

/** Whether this is a game of this line, or more keys can make it one.
 * @param {number | null} number @param {string} typed */
export function mayBeGame(number, typed) {
  const table = tableFor(number, typed);
  // Behind deals thrown in another one deals and sits out: "p" may still make a game of it.
  const tables = number && desk.dataset.nextDealer ? tablesOf(outcomes, number) : table ? [table] : [];
  return table === undefined || tables.some((one) => mayBecome(one, typed));
}

/** Show which line is meant and what the entry means, without writing anything.
 * @param {number | null} number @param {HTMLInputElement} input @param {string} refused what came back from the server
 * @param {string} asked the entry of which Enter has asked already what it stands for */
export function showPreview(number, input, refused, asked) {
  const line = number === null ? null : row(number);
  showLine(number, line, withoutMarks(input.value).passed);
  input.placeholder = line ? attribute(line, "entry") : "";
  const table = tableFor(number, input.value);
  const impossible = !mayBeGame(number, input.value);
  if (impossible && !reading.classList.contains("is-problem")) buzz();
  input.setAttribute("aria-invalid", String(impossible || (refused !== "" && input.value === refused)));
  reading.classList.toggle("is-problem", impossible);
  const open = table && !impossible ? readingsOf(table, withoutMarks(input.value).entry) : [];
  const isQuestion = table !== undefined && open.length === 2;
  if (isQuestion && !reading.classList.contains("is-question")) buzz();
  reading.classList.toggle("is-question", isQuestion);
  if (isQuestion) {
    showScores(undefined);
    ask(table, open, asked !== "" && asked === input.value);
  } else reading.textContent = impossible ? (reading.dataset.impossible ?? "") : wordsOf(number ?? 0, table, input.value);
}

/** The question which of two games is meant, with the keys that answer it.
 * @param {Table} table @param {string[]} open @param {boolean} again whether Enter was pressed once */
function ask(table, open, again) {
  const words = told(table, open);
  const keys = [again ? ["Enter"] : ["Enter", "Enter"], ["*"]];
  const answers = keys.map((names, index) => {
    const line = Object.assign(document.createElement("span"), { className: "answer" });
    for (const name of names) line.append(Object.assign(document.createElement("kbd"), { textContent: name }), " ");
    line.append(words[index]);
    return line;
  });
  const head = Object.assign(document.createElement("strong"), { textContent: reading.dataset.question ?? "" });
  reading.replaceChildren(head, ...answers);
}

/** @param {number | null} number @param {HTMLElement | null} line @param {number} passed */
function showLine(number, line, passed) {
  document.querySelectorAll("tr.current").forEach((other) => other.classList.remove("current"));
  line?.classList.add("current");
  // Only when another line is meant: whoever scrolls back to compare is left there.
  if (number !== seen && beside.matches) line?.scrollIntoView({ block: "nearest" });
  seen = number;
  const dealer = line ? dealerOf(line, passed) : 0;
  const text = line ? attribute(line, "text") : "";
  const full = element("state").dataset.ready ? "ready" : "full";
  const template = number === null ? full : text ? "again" : "new";
  const values = { number: String(number), dealer: dealer ? `${dealer} ${outcomes.names[dealer]}` : "", text };
  head.textContent = fill(head.dataset[template] ?? "", values);
}

/** The words for what is typed; its points are shown beside.
 * @param {number} number @param {Table | undefined} table @param {string} typed */
function wordsOf(number, table, typed) {
  const { entry, initialled } = withoutMarks(typed);
  const found = table && lookUp(table, entry);
  showScores(found);
  if (!entry.trim() || isAddress(entry)) return "";
  if (isRunning(entry.trim())) return reading.dataset.running ?? "";
  if (found) return [fill(found[0], outcomes.names), approvalNote(found, number, initialled)].filter(Boolean).join(" · ");
  const open = table ? readingsOf(table, entry) : [];
  return table && open.length ? told(table, open).join(" · ") : (reading.dataset.unknown ?? "");
}

/** What digits without a space may stand for.
 * @param {Table} table @param {string[]} open */
function told(table, open) {
  return open.map((entry) => {
    const found = lookUp(table, entry);
    return `${entry} = ${found ? fill(found[0], outcomes.names) : reading.dataset.impossible}`;
  });
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
