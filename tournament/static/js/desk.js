// The desk's page of one sheet: shows what an entry means before Enter writes it, and sends lines one after the other.
// It looks entries up in the table that the server computed, and knows no rule and no value itself.

import { buzz, switchBy } from "buzz";
import { comparisonAgain, dropComparison, keepComparison } from "comparison";
import { draftOf, dropDraft, keepDraft, shiftDrafts, showDrafts } from "drafts";
import { isRunning, paperKind, spelled, valueCount, withoutMarks } from "entries";
import { askForTable, goTo, isGoTo, leaveBy } from "goto";
import { openLegend } from "legend";
import { attribute, element, lineCount, notice, row, show } from "parts";
import { begin, beginsEntry, forgetAddress, front, isAtRest, isField, lineMove, lineOfAddress, nextAct, openLine } from "places";
import { showPreview, tableFor } from "preview";
import { entryToWrite, isAddress, isLine, isWhole, readingsOf } from "readings";
import { freeLines, hearWith, leave, send, stay, underWay, watch } from "sending";
import { fill, newId } from "writing";

/** @typedef {import("sending").Command} Command */
/** @typedef {import("sending").Reply} Reply */
/** A line, the id of the game that was in it when the cursor came here, and whether somebody chose the line.
 * @typedef {{number: number, game: string, byHand: boolean}} Place */

const desk = element("desk");
const messages = element("said");
const form = /** @type {HTMLFormElement} */ (element("entry_form"));
const input = /** @type {HTMLInputElement} */ (element("entry"));
const initials = /** @type {HTMLSelectElement} */ (element("initials"));

const addressLine = lineOfAddress();
/** The line that the next entry is for, or one after the last line. Only acts on this page move it: if another desk
 * writes a game, the line stays and the game is not overwritten, because `game` is the one that was seen.
 * @type {Place} */
let at = placeOf(addressLine ?? front(), false);
let refused = ""; // an entry in the field that is no game, or was refused
let why = ""; // the sentence of the refusal
let other = ""; // the digits for which the star chose the less likely game
let verdict = ""; // the refused entry: refused, or conflict if somebody else's game stands in its line
let prepared = false; // a correction with the typed text is open beside the entry
let opened = addressLine; // the line that the address names: typing it again mends a single slip

/** @param {number} number @param {boolean} byHand @returns {Place} */
function placeOf(number, byHand) {
  const line = row(number);
  return { number, game: line ? attribute(line, "game") : "", byHand };
}

/** Move the cursor to a line. The entry stays with the line that it was typed for. Text typed before for the new line
 * comes back selected, so that the next key replaces it.
 * @param {number} number @param {boolean} [byHand] by an arrow, not by writing */
function moveTo(number, byHand = false) {
  leaveLine();
  at = placeOf(Math.min(Math.max(number, 1), lineCount() + 1), byHand);
  const draft = draftOf(at.number);
  if (draft) {
    input.value = draft.entry;
    input.select();
    notice("warning", draft.why);
  }
  preview();
  if (byHand) row(at.number)?.scrollIntoView({ block: "nearest" });
}

/** Clear the entry field: values of all seats that are no game go to the supervisor, anything else not written is
 * kept with its line. */
function leaveLine() {
  const entry = input.value.trim();
  if (isNoGame(entry)) setAside("no_game", withoutMarks(entry).entry);
  else keepEntry();
  clear();
}

/** Keep an unwritten entry with its line, also when the page is left. */
function keepEntry() {
  const entry = input.value.trim();
  if (entry && !isRunning(entry) && !isAddress(entry)) keepDraft(at.number, entry, input.value === refused ? why : "");
}

/** Empty the entry field. */
function clear() {
  input.value = refused = why = verdict = other = "";
}

/** Whether these are values of all seats that make no game, and can go to a supervisor.
 * @param {string} typed */
function isNoGame(typed) {
  return Boolean(messages.dataset.aside && row(at.number)) && valueCount(withoutMarks(typed).entry) === seats() && !canBeSent(typed);
}

function seats() {
  return document.querySelectorAll("#scores [data-seat]").length;
}

/** Whether this is a game for this line, or a paper line for the supervisor.
 * @param {string} typed */
function canBeSent(typed) {
  const table = tableFor(at.number, typed);
  return table !== undefined && isLine(table, typed, isOther(), seats());
}

/** Set this line aside for the supervisor.
 * @param {string} kind @param {string} text what stands there */
function setAside(kind, text) {
  dropDraft(at.number);
  send(commandFor(text, { aside: kind }));
}

/** Make a command for the line at the cursor.
 * @param {string} entry @param {Partial<Command>} [more] @returns {Command} */
function commandFor(entry, more) {
  return { number: at.number, entry, command: newId(), replace: at.game, initials: initials.value, ...more };
}

/** Whether the star chose the less likely of two games. */
function isOther() {
  return other !== "" && other === withoutMarks(input.value).entry;
}

/** Show what the entry means. */
function preview() {
  showPreview(at.number, input, refused, isOther());
}

/** Send the line on Enter. An entry that is no game stays in the field until it is corrected or left; if it has
 * values of all seats, or somebody else's game stands there, a second Enter leaves it.
 * @param {boolean} [ahead] by the first key of the next line */
function submit(ahead = false) {
  const entry = input.value.trim();
  if (underWay().some(({ move }) => move)) buzz(); // the answer on its way decides which line it is for
  else if (isAddress(entry)) {
    clear();
    preview();
    goTo(entry);
  } else if (!entry) goOn();
  else if (isRunning(entry)) {
    clear();
    notice("", "", true); // clear the earlier warning about totals
    dropComparison();
    send(commandFor(entry));
    preview();
  } else if (!row(at.number) && freeLines().length) {
    notice("problem", fill(messages.dataset.full ?? "", { games: lineCount(), open: freeLines().join(", ") }));
    buzz();
  } else if (input.value === refused && (verdict === "conflict" || isNoGame(entry))) moveTo(at.number + 1);
  else if (canBeSent(entry)) write(commandFor(...whatIsSent(entry)), ahead);
  else {
    refused = input.value;
    why = "";
    send(commandFor(entry, { inField: true }));
    notice("problem", whatNext(entry));
    buzz();
    preview();
  }
}

/** Return the message for an entry: of two games the one that is shown, the marks as letters, and for an unreadable
 * line the reason why it waits.
 * @param {string} entry @returns {[string, Partial<Command>]} */
function whatIsSent(entry) {
  if (paperKind(entry) === "unreadable" && messages.dataset.aside) return ["", { aside: "unreadable" }];
  const table = tableFor(at.number, entry), bare = withoutMarks(entry).entry.trim();
  return [table && bare ? spelled(entry).replace(bare, entryToWrite(table, entry, isOther())) : spelled(entry), {}];
}

/** Send a game and go to the next line. If it filled a gap or mended the opened line, typing goes on where it stopped.
 * @param {Command} command @param {boolean} [ahead] the next line is being typed already */
function write(command, ahead = false) {
  const next = at.number + 1, line = row(at.number), again = line !== null && attribute(line, "text") !== "";
  const follows = again ? ahead || at.number !== opened : freeLines().includes(next);
  if (opened) forgetAddress();
  opened = null;
  dropDraft(at.number);
  clear();
  send(command);
  moveTo(follows ? next : front());
}

/** Enter without an entry: open the chosen line; go from a retyped line back to where typing stopped or to a line
 * that is still open; or go on from a full sheet. */
function goOn() {
  const open = freeLines(), line = row(at.number), reason = document.getElementById("correct_reason");
  if (prepared && reason) reason.focus();
  else if (at.byHand && line) location.assign(`${desk.dataset.url}?line=${at.number}`);
  else if (line && attribute(line, "text")) moveTo(front());
  else if (element("state").dataset.ready && !underWay().length) nextAct()?.focus();
  else if (!row(at.number) && open.length) moveTo(open[0], true);
}

/** Insert a line at the cursor or take that line out; the lines that follow move by one.
 * @param {"insert" | "out"} move */
function moveLines(move) {
  if (!row(at.number) || underWay().length) return buzz();
  input.focus();
  leaveLine();
  send(commandFor("", { move }));
}

/** Send a game that shorthand cannot express.
 * @param {FormData} fields */
function submitFields(fields) {
  if (row(at.number)) write(commandFor("", { fields }));
}

/** @param {Command} command @param {Reply} reply */
function hear(command, reply) {
  settle();
  if (command.move && reply.answer === "applied") shiftDrafts(command.number, command.move === "insert" ? 1 : -1);
  showDrafts();
  prepared = reply.answer === "correction";
  if (reply.answer === "refused" || reply.answer === "conflict") giveBack(command, reply);
  else if (prepared) {
    stay();
    buzz();
    notice("warning", reply.text);
  } else {
    if (!isRunning(command.entry) && !command.move) dropDraft(command.number);
    // The typist knows the game that this desk wrote.
    if (at.number === command.number) at = placeOf(at.number, at.byHand);
    if (command.fields) /** @type {HTMLFormElement} */ (element("fields_form")).reset();
    if (command.move) notice("good", [reply.text, fill(messages.dataset[`undo_${command.move}`] ?? "", { number: command.number })].join(" "));
    // The line that moved up is good: the next entry, even one typed already, must not overwrite it.
    if (command.move === "out") at = placeOf(front(), false);
    // A refused entry that is still in the field keeps its advice beside the answer to totals typed before it.
    else if (isRunning(command.entry)) {
      const differs = keepComparison(command, reply);
      notice("", "", true);
      notice(differs ? "warning" : "good", withAdvice(reply.text), differs);
    } else if (!refused && !command.move) notice("", "");
    if (!isRunning(command.entry)) compareAgain(command.number);
  }
  preview();
}

/** Repeat a comparison that differs, because this line has changed.
 * @param {number} [number] */
function compareAgain(number) {
  const again = comparisonAgain(number);
  if (again && !underWay().length) send({ ...commandFor(again.entry, {}), ...again });
}

/** Handle a refused line: it comes back into the entry field, or, if the typist has gone on, waits with its own
 * line.
 * @param {Command} command @param {Reply} reply */
function giveBack({ number, entry, replace, fields, inField, move, upto }, reply) {
  const stands = inField && at.number === number && input.value.trim() === entry;
  if (inField && !stands && !draftOf(number)) return; // it was given up before the answer came
  stay();
  buzz();
  if (upto) return;
  if (isRunning(entry) || fields || move) {
    if (!input.value && isRunning(entry)) input.value = refused = entry;
    if (fields && at.number === number + 1 && !input.value) at = { number, game: replace, byHand: false };
    notice("problem", reply.text);
  } else if (inField ? stands : isUntouched(number)) {
    if (!inField) at = { number, game: replace, byHand: false };
    // It is not selected, because the first key of the next line must not replace it.
    if (!inField) input.value = entry;
    refused = input.value;
    why = reply.text;
    verdict = reply.answer;
    notice("problem", `${reply.text} ${whatNext(entry)}`);
    input.setSelectionRange(input.value.length, input.value.length);
  } else {
    keepDraft(number, entry, reply.text);
    notice("problem", fill(messages.dataset.refused ?? "", { number, text: reply.text }));
  }
}

/** @param {string} text */
function withAdvice(text) {
  return refused ? `${text} ${whatNext(refused)}` : text;
}

/** Return the possible acts for a refused entry in the field.
 * @param {string} entry */
function whatNext(entry) {
  // One game too many, or a sheet that takes no more games: the server names the possible acts.
  if (!row(at.number) || !element("state").dataset.mendable) return "";
  return (isNoGame(entry) ? messages.dataset.toAside : messages.dataset.stays) ?? "";
}

/** Whether nothing happened since this line was sent.
 * @param {number} number */
function isUntouched(number) {
  return !input.value && !underWay().length && !at.byHand && (at.number === number + 1 || at.number === front());
}

/** Keep the entry field for the last running totals; it goes away with the signatures. The focus never moves by
 * itself: a person typing ahead would press a button unseen. */
function settle() {
  const { open, ready } = element("state").dataset;
  form.hidden = !open && !ready;
  element("fields").hidden = !open;
}

/** Another desk has changed the sheet. */
function catchUp() {
  settle();
  showDrafts();
  preview();
  compareAgain();
}

/** Escape: discard the entry; without an entry, go back to the line where typing goes on. */
function discard() {
  stay();
  notice("", "", true);
  dropComparison();
  input.focus();
  if (!input.value) return moveTo(front());
  if (!isRunning(input.value)) dropDraft(at.number);
  clear();
  preview();
}

/** @param {KeyboardEvent} event */
function key(event) {
  const typing = event.target === input;
  const isFree = typing ? !input.value : !isField(event.target) && !event.ctrlKey && !event.metaKey;
  const moves = typing || isFree; // the typed entry moves with its line
  if (document.querySelector("dialog[open]")) return;
  if (event.key === "PageDown" && desk.dataset.following) leave(desk.dataset.following);
  else if (event.key === "PageUp" && desk.dataset.previous) leave(desk.dataset.previous);
  else if (event.key === "Escape" && isGoTo(event.target)) input.focus();
  else if (event.key === "Escape") discard();
  else if (typing && event.key === "ArrowUp") moveTo(at.number - 1, true);
  else if (typing && event.key === "ArrowDown") moveTo(at.number + 1, true);
  else if (moves && messages.dataset.insert && event.key === "F7") moveLines("insert");
  else if (moves && messages.dataset.out && event.key === "F8") moveLines("out");
  else if (isFree && [",", "."].includes(event.key)) askForTable();
  else if (event.key === "Enter" && !typing && !event.repeat && isAtRest(event.target)) goOn();
  else if (event.key === "?" && isFree) openLegend();
  else if (typing && takesOther(event)) preview();
  else {
    if (typing) typeOn(event);
    else if (isFree && beginsEntry(event)) input.focus(); // the key goes to that field
    return;
  }
  event.preventDefault();
}

/** Let the star after ambiguous digits choose the other game, and pressed again the first. Return whether it did.
 * @param {KeyboardEvent} event */
function takesOther({ key, ctrlKey, metaKey, altKey }) {
  const table = tableFor(at.number, input.value);
  if (key !== "*" || ctrlKey || metaKey || altKey || !table || readingsOf(table, input.value).length < 2) return false;
  other = isOther() ? "" : withoutMarks(input.value).entry;
  buzz();
  return true;
}

/** Let the first key of the next line write digits that are a whole entry, or an entry with initials. This key also
 * leaves a refused entry behind: the next line must not pile up after it.
 * @param {KeyboardEvent} event */
function typeOn({ key, ctrlKey, metaKey, altKey }) {
  const table = tableFor(at.number, input.value);
  const atEnd = input.selectionStart === input.value.length;
  if (!table || !atEnd || ctrlKey || metaKey || altKey) return;
  if (refused && input.value === refused && /^[\w*+=−-]$/.test(key)) moveTo(at.number + (isRunning(refused) ? 0 : 1));
  else if (/^[\du*+=−-]$/i.test(key) && isWhole(table, input.value, key)) submit(true);
}

/** Take over shorthand from the fields, to be seen before Enter writes it.
 * @param {string} entry */
function takeOver(entry) {
  leaveLine();
  input.value = entry;
  input.focus();
  preview();
}

hearWith(hear);
addEventListener("pagehide", keepEntry);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  submit();
});
input.addEventListener("input", (event) => {
  const reading = element("reading").classList;
  const wrong = reading.contains("is-problem");
  preview();
  // Each key typed after an entry that is no game makes the sound.
  const isTyped = /** @type {InputEvent} */ (event).inputType === "insertText";
  if (isTyped && wrong && reading.contains("is-problem")) buzz();
});
document.addEventListener("keydown", key);
document.addEventListener("submit", (event) => {
  const request = lineMove(event);
  if (!request || !messages.dataset[request.move]) return;
  event.preventDefault();
  if (at.number !== request.number) moveTo(request.number, true);
  moveLines(request.move);
});
document.addEventListener("click", openLine);
document.addEventListener("desk-entry", (event) => takeOver(/** @type {CustomEvent<string>} */ (event).detail));
document.addEventListener("desk-record", (event) => submitFields(/** @type {CustomEvent<FormData>} */ (event).detail));
document.addEventListener("desk-meaning", preview);
leaveBy(leave);
switchBy(/** @type {HTMLInputElement} */ (element("sound")));
showDrafts();
preview();
begin(input);
watch(catchUp);
