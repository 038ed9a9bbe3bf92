// Entries that were typed for a line but not written: each stays with its line, is shown there, and survives a reload.

import { attribute, element, row } from "parts";
import { fill } from "writing";

/** An entry, why it is not written, and the game that was in its line at that time.
 * @typedef {{entry: string, why: string, game: string}} Draft */

const desk = element("desk");
const KEY = `drafts ${desk.dataset.url}`;
const drafts = readDrafts();

/** @returns {Map<number, Draft>} */
function readDrafts() {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(KEY) ?? "[]"));
  } catch {
    return new Map(); // this browser stores nothing, so only this page does
  }
}

function store() {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...drafts]));
  } catch {
    // This browser stores nothing.
  }
}

/** Keep an entry. A refused one stays refused while the cursor only passes its line.
 * @param {number} number @param {string} entry @param {string} [refused] why; empty: it was typed and not entered */
export function keepDraft(number, entry, refused) {
  const line = row(number), previous = drafts.get(number);
  if (!line) return;
  const why = refused || (previous?.entry === entry && previous.why) || (element("said").dataset.unsent ?? "");
  drafts.set(number, { entry, why, game: attribute(line, "game") });
  store();
  showDrafts();
}

/** @param {number} number */
export function dropDraft(number) {
  if (!drafts.delete(number)) return;
  store();
  showDrafts();
}

/** @param {number} number @returns {Draft | undefined} */
export function draftOf(number) {
  return drafts.get(number);
}

/** The lines with an unwritten entry. */
export function draftLines() {
  return [...drafts.keys()];
}

/** Move the entries of the lines from this one on by one; the entry of a line taken out is dropped.
 * @param {number} from @param {1 | -1} step */
export function shiftDrafts(from, step) {
  const rest = [...drafts].filter(([number]) => number < from || step > 0 || number > from);
  drafts.clear();
  for (const [number, draft] of rest) drafts.set(number < from ? number : number + step, draft);
  store();
}

/** Show each entry below its line; drop it if another game stands in the line now. */
export function showDrafts() {
  document.querySelectorAll("tr.draft").forEach((note) => note.remove());
  document.querySelectorAll("tr.has-draft").forEach((line) => line.classList.remove("has-draft"));
  for (const [number, { entry, why, game }] of drafts) {
    const line = row(number);
    if (!line || attribute(line, "game") !== game) {
      drafts.delete(number);
      store();
      continue;
    }
    const note = Object.assign(document.createElement("tr"), { className: "note draft" });
    const cell = Object.assign(document.createElement("td"), { colSpan: line.childElementCount });
    cell.append(Object.assign(document.createElement("strong"), { textContent: fill(element("said").dataset.draft ?? "", { entry }) }), ` ${why}`);
    note.append(cell);
    line.classList.add("has-draft");
    line.after(note);
  }
}
