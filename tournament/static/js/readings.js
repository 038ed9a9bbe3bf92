// The meaning of an entry before it is written, looked up in the tables that the server computed. What stands behind a
// game (runners, Contra) is too much for a table: the server is asked. Knows no rule and no page.

import { beginsMark, canonical, isRunning, paperKind, valueCount, withoutMarks } from "entries";

/** @typedef {[string, number[], number | null, 0 | 1 | 2, number | null]} Outcome words, points, circled, asks, soloist */
/** Entries with their outcomes; ambiguous ones with the games that they may stand for; whether the next digit belongs
 * to the next line; how the suffixes begin that can stand behind a game, "=" where a drawn game is played again.
 * @typedef {{entries: Record<string, number>, outcomes: Outcome[], open: Record<string, string[]>, onward: boolean, suffixes?: string[]}} Table */
/** The tables by dealer, or one for all.
 * @typedef {{first: number[], later: number[], tables: Table[], names: Record<string, string>, suffixes: string[]}} Tables */
/** What the server says of an entry: its outcome, or why it is no game.
 * @typedef {{outcome: Outcome | null, text: string}} Meaning */

/** Each suffix, whole and as it begins.
 * @type {Record<string, [string, string]>} */
const SUFFIXES = {
  l: ["l\\d{1,2}", "l\\d{0,2}"], o: ["o\\d{1,2}", "o\\d{0,2}"], v: ["v\\d{1,2}", "v\\d{0,2}"], an: ["an", "an?"],
  c: ["c+\\d?", "c+\\d?"], le: ["le\\d", "le?\\d?"], kl: ["kl\\d", "kl?\\d?"],
};
const WITH_SUFFIXES = /^([a-z]+\d{1,2}[+=-]{0,3}|[*]?-?\d[\d -]*?) ?([a-z].*)$/;
/** A game whose words and points are not known yet.
 * @type {Outcome} */
export const ASKED = ["…", [], null, 0, null];
/** What the server said, by table and entry.
 * @type {WeakMap<Table, Map<string, Meaning>>} */
const meanings = new WeakMap();

/** Return the table of a line for this dealer.
 * @param {Tables} tables @param {number} number @param {number} dealer @returns {Table} */
export function tableOf(tables, number, dealer) {
  const here = number === 1 ? tables.first : tables.later;
  return tables.tables[here[(dealer - 1) % here.length]];
}

/** Return the tables of a line, for any dealer.
 * @param {Tables} tables @param {number} number @returns {Table[]} */
export function tablesOf(tables, number) {
  return (number === 1 ? tables.first : tables.later).map((index) => tables.tables[index]);
}

/** Return the outcome of an entry, ASKED where only the server knows it.
 * @param {Table} table @param {string} text @returns {Outcome | undefined} */
export function lookUp(table, text) {
  const entry = canonical(text);
  // Own keys only: every object has a "constructor", which is no game.
  if (Object.hasOwn(table.entries, entry)) return table.outcomes[table.entries[entry]];
  if (!hasSuffixes(table, entry, 0)) return undefined;
  const meaning = meaningOf(table, entry);
  return meaning ? meaning.outcome ?? undefined : ASKED;
}

/** Return what the server said of this entry, if it was asked.
 * @param {Table} table @param {string} text @returns {Meaning | undefined} */
export function meaningOf(table, text) {
  return meanings.get(table)?.get(canonical(text));
}

/** Keep what the server said of an entry.
 * @param {Table} table @param {string} text @param {Meaning} meaning */
export function keepMeaning(table, text, meaning) {
  const known = meanings.get(table) ?? new Map();
  meanings.set(table, known.set(canonical(text), meaning));
}

/** Whether this is a game of the table with suffixes: all of them whole (0), or the last one only begun (1).
 * @param {Table} table @param {string} entry @param {0 | 1} begun */
function hasSuffixes(table, entry, begun) {
  const letters = table.suffixes ?? [];
  // A game that neither side has won is played again: only the server says so.
  if (entry.endsWith("=")) return letters.includes("=") && Object.hasOwn(table.entries, `${entry.slice(0, -1)}+`);
  const [, game, more] = entry.match(WITH_SUFFIXES) ?? [];
  if (game === undefined || !letters.some((each) => each in SUFFIXES) || !Object.hasOwn(table.entries, game)) return false;
  const typed = letters.filter((each) => each in SUFFIXES);
  const whole = typed.map((each) => SUFFIXES[each][0]).join("|"), part = typed.map((each) => SUFFIXES[each][1]).join("|");
  return new RegExp(`^(?:${whole})*${begun ? `(?:${part})` : ""}$`).test(more);
}

/** Return the games that this entry may stand for in this line if the space between value and seats is missing, the
 * likely one, that of a pair, first. With initials, a game that needs no approval is left out if another one needs
 * it.
 * @param {Table} table @param {string} typed @returns {string[]} */
export function readingsOf(table, typed) {
  const { entry, initialled } = withoutMarks(typed);
  const text = canonical(entry);
  const games = (Object.hasOwn(table.open, text) ? table.open[text] : []).filter((one) => lookUp(table, one));
  const asking = initialled ? games.filter((one) => lookUp(table, one)?.[3]) : [];
  return asking.length ? asking : games;
}

/** Return the entry that is written, without its marks: as typed, or of two games the likely one, or the `other`.
 * @param {Table} table @param {string} typed @param {boolean} other */
export function entryToWrite(table, typed, other) {
  const games = readingsOf(table, typed);
  return games[other ? 1 : 0] ?? games[0] ?? withoutMarks(typed).entry;
}

/** Whether this is an entry, or more keys can make it one.
 * @param {Table} table @param {string} typed @returns {boolean} */
export function mayBecome(table, typed) {
  const { entry, struck } = withoutMarks(typed);
  if (paperKind(typed) && (!struck || !entry.trim() || valueCount(entry) > 2)) return true;
  if (beginsMark(typed)) return mayBecome(table, typed.replace(/\s*g[a-z]*$/i, ""));
  const text = canonical(entry);
  const isScan = "http".startsWith(typed.trim().toLowerCase().slice(0, 4));
  if (!text || text === "*" || isRunning(entry.trim()) || isScan) return true;
  if (Object.hasOwn(table.entries, text)) return true;
  if (hasSuffixes(table, text, 0) || hasSuffixes(table, text, 1)) return meaningOf(table, text)?.outcome !== null;
  const [value, seats, more] = text.split(" ");
  // Seats may be typed in any order: "1 4" may become "1 24".
  const partly = !more && /^\d+$/.test(seats ?? "") ? [...seats] : null;
  return [...Object.keys(table.entries), ...Object.keys(table.open)].some(
    (candidate) => candidate.startsWith(text) || (partly && candidate.startsWith(`${value} `) && partly.every((seat) => candidate.slice(value.length).includes(seat))),
  );
}

/** Whether this is a whole entry to which the next key does not belong: digits, any entry with initials, an empty or
 * unreadable line. All values of a line may begin with 0 at a table where one sits out.
 * @param {Table} table @param {string} text @param {string} key */
export function isWhole(table, text, key) {
  const kind = paperKind(text);
  if (kind === "unreadable") return true;
  if (kind === "not_written") return /[\du]/i.test(key) || !Object.keys(table.entries).some((candidate) => candidate.startsWith("0 "));
  const digits = table.onward && /^[*]?[-−]?\d+$/.test(text);
  return (digits || /[g/x]\s*$/i.test(text)) && lookUp(table, entryToWrite(table, text, false)) !== undefined;
}

/** Whether this can be sent: a game, or a paper line for the supervisor.
 * @param {Table} table @param {string} typed @param {boolean} other @param {number} seats */
export function isLine(table, typed, other, seats) {
  const entry = entryToWrite(table, typed, other);
  if (lookUp(table, entry)) return true;
  const kind = paperKind(typed);
  return kind === "struck" ? !entry.trim() || valueCount(entry) === seats : kind !== "";
}

/** Whether a scanner typed this address, perhaps with the keyboard of another language ("httpÖ--").
 * @param {string} text */
export function isAddress(text) {
  return text.trim().toLowerCase().startsWith("http");
}
