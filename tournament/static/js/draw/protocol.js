// The published draw: reads a protocol, recomputes it in the browser and reports all differences. Knows no page.

import { sha256 } from "js-sha256";
import { DOOR, doorOutcome, Impossible } from "draw/door";
import { Chance, draw, FIRST, listText, meetings, SECOND, sum } from "draw/lots";

/**
 * A difference. `code` names it; of the other fields `written` is the file's value and `drawn` the recomputed one.
 * @typedef {{code: string, [field: string]: string | number}} Difference
 * @typedef {import("draw/lots").Terms & {algorithm: string, list_hash: string, commitment: string, secret: string,
 *   hall: string[], seed: string, lots: number[][], meetings: Record<string, number>, entrants_hash: string,
 *   tournament?: string}} Protocol
 * @typedef {{differences: Difference[], match: number, tables: number, seats: number}} Verdict
 */
/** @typedef {import("draw/lots").Terms} Terms */
/** @template T @typedef {import("draw/lots").Steps<T>} Steps */

// How many numbers from the hall each source has: three people, or one draw of a lottery in one or several parts.
/** @type {Record<string, [number, number]>} */
const HALL = { system: [0, 0], numbers: [3, 3], lottery: [1, 12] };
// The part of a protocol that a field outside its list belongs to.
/** @type {Record<string, string>} */
const PARTS = { steps: "steps", commitment: "numbers", secret: "numbers", hall: "numbers", seed: "numbers", meetings: "meetings" };
// No tournament is larger, but a file from a stranger may say so.
const MOST_ENTRANTS = 20_000, MOST_MATCHES = 99, MOST_SEATS = 10;
// Lots that people drew: nothing can be recomputed.
export const BY_HAND = "by-hand";
const AWAKE_MS = 40; // the longest time in which the page does not respond

/** A file that is no protocol at all, or names an unknown algorithm. */
export class NoProtocol extends Error {
  /** @param {string} code @param {string} [field] */
  constructor(code, field = "") {
    super(code);
    this.code = code;
    this.field = field;
  }
}

/**
 * Recompute a published protocol. Without differences the draw holds. Throws NoProtocol.
 * @param {unknown} published @returns {Promise<Verdict>}
 */
export async function verify(published) {
  const protocol = read(published);
  const steps = RECOMPUTE[protocol.algorithm](protocol);
  let step = steps.next();
  for (let since = performance.now(); !step.done; step = steps.next()) {
    if (performance.now() - since < AWAKE_MS) continue;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  }
  const seats = protocol.lots.reduce((sum, table) => sum + table.length, 0);
  return { differences: step.value, match: protocol.match, tables: protocol.lots.length, seats };
}

/** @param {Protocol} protocol @returns {Steps<Difference[]>} */
function* recompute(protocol) {
  const wrong = [...hexProblems(protocol, ["secret", "seed"]), ...problems(protocol), ...hallProblems(protocol)];
  if (wrong.length) return wrong;
  const strange = hexProblems(protocol, ["list_hash", "commitment"]);
  if (strange.length) return strange.slice(0, 1);
  const listHash = sha256(listText(protocol));
  const seed = sha256(`${SECOND}:${listHash}:${protocol.secret}:${protocol.hall.join(",")}`);
  const commitment = sha256(`${SECOND}:${protocol.secret}`);
  const differences = Object.entries({ list_hash: listHash, commitment, seed }).flatMap(([name, computed]) => {
    const written = protocol[/** @type {"seed"} */ (name)];
    return written === computed ? [] : [{ code: name, written, computed }];
  });
  // The seats follow from the published seed: one wrong line in the list is no reason to call every seat wrong.
  const tables = yield* draw(protocol, protocol.seed);
  const seats = differingSeats(protocol.lots, tables);
  return [...differences, ...seats, ...(seats.length ? [] : differingMeetings(protocol, tables))];
}

/** The first algorithm: ascending entrants, a bare seed, tables of four.
 * @param {Protocol} protocol @returns {Steps<Difference[]>} */
function* recomputeFirst(protocol) {
  const { entrants } = protocol;
  const terms = { ...protocol, match: 1, matches: 1, source: "system", clubs: [], fixed: [], tables: Array(Math.floor(entrants.length / 4)).fill(4), earlier: [] };
  const wrong = [...hexProblems(protocol, ["entrants_hash", "seed"]), ...problems(terms)];
  if (wrong.length) return wrong;
  const computed = sha256(entrants.join(","));
  const order = [...entrants];
  new Chance(protocol.seed, FIRST).shuffle(order);
  yield;
  return [
    ...(protocol.entrants_hash === computed ? [] : [{ code: "entrants_hash", written: protocol.entrants_hash, computed }]),
    ...differingSeats(protocol.lots, terms.tables.map((_, table) => order.slice(4 * table, 4 * table + 4))),
  ];
}

/** Lots drawn at the door: what happened there, in its order, and the tables at the end.
 * @param {Protocol} protocol @returns {Steps<Difference[]>} */
function* recomputeDoor(protocol) {
  const wrong = hexProblems(protocol, ["secret", "list_hash", "commitment"]);
  if (wrong.length) return wrong.slice(0, 1);
  const door = /** @type {Protocol & import("draw/door").DoorTerms} */ (protocol);
  let outcome;
  try {
    outcome = doorOutcome(door);
  } catch (error) {
    if (!(error instanceof Impossible)) throw error;
    return [{ code: "door_impossible" }];
  }
  yield;
  const hashes = Object.entries({ list_hash: outcome.listHash, commitment: outcome.commitment }).flatMap(([name, computed]) => {
    const written = protocol[/** @type {"seed"} */ (name)];
    return written === computed ? [] : [{ code: name, written, computed }];
  });
  const others = text([door.steps, door.entrants, door.tables]) === text([outcome.steps, outcome.entrants, outcome.tables]) ? [] : [{ code: "door_steps" }];
  return [...hashes, ...others, ...differingSeats(protocol.lots, outcome.lots)];
}

/** Compare the seats; for an empty seat, written and drawn are 0.
 * @param {number[][]} lots @param {number[][]} expected @returns {Difference[]} */
function differingSeats(lots, expected, code = "seat") {
  const differences = [];
  for (let table = 0; table < Math.max(lots.length, expected.length); table++) {
    const here = lots[table] ?? [], there = expected[table] ?? [];
    for (let seat = 0; seat < Math.max(here.length, there.length); seat++) {
      if (here[seat] === there[seat]) continue;
      differences.push({ code, table: table + 1, seat: seat + 1, written: here[seat] ?? 0, drawn: there[seat] ?? 0 });
    }
  }
  return differences;
}

/**
 * Return the differences between two protocols in everything that counts; fields for the reader are ignored.
 * @param {Protocol} one @param {Protocol} other @returns {Difference[]} seats with the one's `written`, the other's `drawn`
 */
export function compare(one, other) {
  const differing = Object.keys({ ...FIELDS[one.algorithm], ...FIELDS[other.algorithm], algorithm: isText }).filter((name) =>
    text(one[/** @type {"seed"} */ (name)]) !== text(other[/** @type {"seed"} */ (name)]));
  const codes = differing.filter((name) => name !== "lots").map((name) => `other_${PARTS[name] ?? "list"}`);
  return [...[...new Set(codes)].map((code) => ({ code })), ...differingSeats(one.lots, other.lots, "other_seat")];
}

/** Return the same text for the same value, whatever the order of its keys.
 * @param {unknown} value @returns {string} */
function text(value) {
  return JSON.stringify(isObject(value) ? Object.entries(/** @type {object} */ (value)).sort() : value);
}

/** @param {Protocol} protocol @param {number[][]} tables @returns {Difference[]} */
function differingMeetings(protocol, tables) {
  return Object.entries(meetings(protocol, tables)).flatMap(([name, computed]) => {
    const written = protocol.meetings[name];
    return written === computed ? [] : [{ code: name, written: String(written ?? "–"), computed }];
  });
}

/**
 * Find digits of a wrong form. Spaces, which copying may add, are reported separately. All hashes share one message.
 * @param {Protocol} protocol @param {("secret" | "seed" | "list_hash" | "commitment" | "entrants_hash")[]} names
 * @returns {Difference[]}
 */
function hexProblems(protocol, names) {
  const hex = /^[0-9a-f]{64}$/;
  return names.filter((name) => !hex.test(protocol[name])).map((name) => ({
    code: `${name === "secret" || name === "seed" ? name : "hash"}_${hex.test(protocol[name].replace(/\s/g, "")) ? "spaces" : "digits"}`,
    field: name,
  }));
}

/** @param {Protocol} protocol @returns {Difference[]} */
function hallProblems({ source, hall }) {
  const [least, most] = Object.hasOwn(HALL, source) ? HALL[source] : [0, 12];
  return [
    ...(hall.length < least || hall.length > most ? [{ code: "hall_count", least, most, written: hall.length }] : []),
    ...hall.filter((number) => !/^[0-9]{1,20}$/.test(number)).map((written) => ({ code: "hall_number", written })),
  ];
}

/** Find everything that makes it impossible to draw lots from a list.
 * @param {Terms} terms @returns {Difference[]} */
function problems({ match, matches, source, entrants, tables, clubs: groups, fixed, earlier }) {
  const participants = new Set(entrants), members = groups.flat(), numbers = fixed.map(([number]) => number);
  const before = earlier.flat().map((table) => table.length);
  const spots = fixed.map(([, table, seat]) => `${table}:${seat}`);
  /** @param {(number | string)[]} items */
  const twice = (items) => new Set(items).size !== items.length;
  /** @param {number[]} items */
  const strange = (items) => items.some((number) => !participants.has(number));
  /** @type {[string, boolean][]} */
  const checks = [
    ["match", !(match >= 1 && match <= matches && matches <= MOST_MATCHES) || earlier.length > MOST_MATCHES],
    ["source", !Object.hasOwn(HALL, source)],
    ["entrants", entrants.some((number, index) => index > 0 && number <= entrants[index - 1])],
    ["tables", !entrants.length || entrants.length > MOST_ENTRANTS || sum(tables) !== entrants.length
      || earlier.some((match) => !match.length || match.flat().length > MOST_ENTRANTS) || [...tables, ...before].some((size) => size < 1 || size > MOST_SEATS)],
    ["clubs", twice(members) || strange(members) || groups.some((club) => !club.length)],
    ["fixed", twice(numbers) || twice(spots) || strange(numbers)],
    ["fixed_place", fixed.some(([, table, seat]) => !(table >= 1 && table <= tables.length && seat >= 1 && seat <= tables[table - 1]))],
  ];
  return checks.filter(([, wrong]) => wrong).map(([name]) => ({ code: `list_${name}` }));
}

const isText = (/** @type {unknown} */ value) => typeof value === "string";
const isNumber = (/** @type {unknown} */ value) => Number.isSafeInteger(value);
const isObject = (/** @type {unknown} */ value) => typeof value === "object" && value !== null && !Array.isArray(value);
const listOf = (/** @type {(item: unknown) => boolean} */ fits) => (/** @type {unknown} */ value) => Array.isArray(value) && value.every(fits);
const numbers = listOf(isNumber), tables = listOf(numbers);
const LIST = {
  match: isNumber, matches: isNumber, source: isText, entrants: numbers, tables: numbers, clubs: tables,
  fixed: listOf((place) => numbers(place) && /** @type {unknown[]} */ (place).length === 3),
  even_seats: (/** @type {unknown} */ value) => typeof value === "boolean", earlier: listOf(tables), list_hash: isText,
  lots: tables, meetings: isObject,
};
/** @type {Record<string, Record<string, (value: unknown) => boolean>>} */
const FIELDS = {
  [FIRST]: { match: isNumber, entrants: numbers, entrants_hash: isText, seed: isText, lots: tables },
  [SECOND]: { ...LIST, commitment: isText, secret: isText, hall: listOf(isText), seed: isText },
  [BY_HAND]: LIST,
  [DOOR]: {
    match: isNumber, matches: isNumber, sizes: numbers, usual: isNumber, ahead: isNumber, fixed: LIST.fixed, list_hash: isText,
    commitment: isText, secret: isText, entrants: numbers, tables: numbers, lots: tables,
    steps: listOf((step) => Array.isArray(step) && step.length === 4 && isText(step[0]) && numbers(step.slice(1))),
  },
};
/** @type {Record<string, (protocol: Protocol) => Steps<Difference[]>>} */
const RECOMPUTE = { [FIRST]: recomputeFirst, [SECOND]: recompute, [DOOR]: recomputeDoor };

/** Return the protocol once every field is known to have the right type. Throws NoProtocol.
 * @param {unknown} published @returns {Protocol} */
export function read(published) {
  if (!isObject(published)) throw new NoProtocol("no_protocol");
  const protocol = /** @type {Record<string, unknown>} */ (published), { algorithm } = protocol;
  if (typeof algorithm !== "string") throw new NoProtocol("no_protocol");
  if (algorithm === "kept") throw new NoProtocol("kept");
  if (!Object.hasOwn(FIELDS, algorithm)) throw new NoProtocol("algorithm", algorithm);
  for (const [name, fits] of Object.entries(FIELDS[algorithm])) {
    if (!Object.hasOwn(protocol, name) || !fits(protocol[name])) throw new NoProtocol("field", name);
  }
  return /** @type {Protocol} */ (published);
}
