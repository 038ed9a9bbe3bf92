// Lots at the door as an algorithm: docs/draw.md, "Lots at the door", in the browser. Knows no file and no page.

import { sha256 } from "js-sha256";
import { Chance, sum } from "draw/lots";

/**
 * What happened, the start number, table and seat.
 * @typedef {[string, number, number, number]} Step
 * @typedef {{match: number, matches: number, sizes: number[], usual: number, ahead: number, fixed: number[][],
 *   secret: string, steps: Step[]}} DoorTerms
 * @typedef {{listHash: string, commitment: string, steps: Step[], entrants: number[], tables: number[],
 *   lots: number[][]}} Outcome
 */

export const DOOR = "door-1";
const MOST_MATCHES = 99, MOST_SEATS = 10, MOST_AHEAD = 100, MOST_SEATED = 2000;

/** Something that cannot have happened. */
export class Impossible extends Error {}

/** @param {boolean} fits */
function check(fits) {
  if (!fits) throw new Impossible();
}

/** @param {number} table @param {number} seat */
const spot = (table, seat) => `${table}:${seat}`;

/** The sizes of full tables for so many people, larger ones first; as many usual ones as possible.
 * @param {number} count @param {number[]} sizes @param {number} usual @returns {number[] | null} */
export function tableSizes(count, sizes, usual) {
  const others = sizes.filter((size) => size !== usual).sort((one, other) => other - one);
  for (let tables = Math.floor(count / usual); tables >= 0; tables--) {
    const rest = filled(count - tables * usual, others);
    if (rest && tables + rest.length) return [...rest, ...Array(tables).fill(usual)].sort((one, other) => other - one);
  }
  return null;
}

/** @param {number} count @param {number[]} sizes @returns {number[] | null} */
function filled(count, [size, ...others]) {
  if (size === undefined) return count ? null : [];
  for (let tables = Math.floor(count / size); tables >= 0; tables--) {
    const rest = filled(count - tables * size, others);
    if (rest) return [...Array(tables).fill(size), ...rest];
  }
  return null;
}

/** @param {DoorTerms} terms @returns {string} */
function listText({ match, matches, sizes, usual, ahead, fixed }) {
  return `match=${match}/${matches}\nsizes=${sizes.join(",")}\nusual=${usual}\nahead=${ahead}\nfixed=${fixed.map((place) => place.join(":")).join(";")}`;
}

/** The state at the door after some steps. */
class Door {
  /** @param {DoorTerms} terms */
  constructor(terms) {
    const { match, matches, sizes, usual, ahead, fixed } = terms;
    const numbers = new Set(fixed.map(([number]) => number)), spots = new Set(fixed.map(([, table, seat]) => spot(table, seat)));
    check(match >= 1 && match <= matches && matches <= MOST_MATCHES);
    check(sizes.length > 0 && sizes[0] >= 1 && sizes.every((size, index) => size <= MOST_SEATS && (!index || size > sizes[index - 1])));
    check(sizes.includes(usual) && ahead >= 1 && ahead <= MOST_AHEAD);
    check(numbers.size === fixed.length && spots.size === fixed.length && fixed.flat().every((value) => value >= 1));
    this.terms = terms;
    this.listHash = sha256(listText(terms));
    /** @type {Map<number, [number, number]>} */
    this.places = new Map();
    this.keepers = new Set();
    /** @type {Step[]} */
    this.steps = [];
    this.tables = 0;
    this.last = false;
    this.lots = 0;
    this.openTables();
  }

  /** The places of those who sit, and those kept for somebody who has not come. */
  held() {
    const reserved = this.terms.fixed.filter(([number]) => !this.places.has(number));
    return new Set([...[...this.places.values()].map((place) => spot(...place)), ...reserved.map(([, table, seat]) => spot(table, seat))]);
  }

  /** @returns {[number, number][]} */
  free() {
    const held = this.held();
    return chairs(Array(this.tables).fill(this.terms.usual)).filter((place) => !held.has(spot(...place)));
  }

  openTables() {
    while (!this.last && this.free().length < this.terms.ahead) this.tables++;
  }

  /** @param {number} number @param {[number, number][]} free */
  lot(number, free) {
    check(free.length > 0);
    this.lots++;
    const seed = sha256(`${DOOR}:${this.listHash}:${this.terms.secret}:${this.lots}:${number}`);
    return free[new Chance(seed, DOOR).below(free.length)];
  }

  /** @param {string} kind @param {number} number @param {[number, number]} place */
  seat(kind, number, place) {
    check(number >= 1 && !this.places.has(number) && this.places.size < MOST_SEATED);
    this.places.set(number, place);
    this.steps.push([kind, number, ...place]);
  }

  /** Do once more what a step says.
   * @param {Step} step */
  repeat([kind, number, table, seat]) {
    const own = this.terms.fixed.find(([holder]) => holder === number);
    if (kind === "lot") {
      check(!this.places.has(number));
      if (own) this.keep(number, own[1], own[2]);
      else this.seat("lot", number, this.lot(number, this.free()));
    } else if (kind === "kept") {
      check(!own || (own[1] === table && own[2] === seat));
      this.keep(number, table, seat);
    } else if (kind === "back") {
      const place = this.places.get(number);
      if (!place) throw new Impossible();
      this.places.delete(number);
      this.keepers.delete(number);
      this.steps.push(["back", number, ...place]);
    } else {
      check(kind === "last" ? !this.last : kind === "more" && this.last);
      this.last = kind === "last";
      this.steps.push([kind, 0, 0, 0]);
    }
    this.openTables();
  }

  /** @param {number} number @param {number} table @param {number} seat */
  keep(number, table, seat) {
    const held = this.held(), own = this.terms.fixed.some(([holder]) => holder === number);
    check(own && !this.places.has(number) ? ![...this.places.values()].some((place) => spot(...place) === spot(table, seat)) : !held.has(spot(table, seat)));
    check(seat >= 1 && seat <= Math.max(...this.terms.sizes) && table >= 1 && table <= MOST_SEATED);
    this.seat("kept", number, [table, seat]);
    this.keepers.add(number);
  }

  /** Fill whole tables: whoever sits at none of them draws again, by table and seat.
   * @returns {number[]} */
  close() {
    const sizes = tableSizes(this.places.size, this.terms.sizes, this.terms.usual);
    if (!sizes) throw new Impossible();
    const movers = [...this.places].filter(([, [table, seat]]) => seat > (sizes[table - 1] ?? 0));
    movers.sort(([, [table, seat]], [, [otherTable, otherSeat]]) => table - otherTable || seat - otherSeat);
    for (const [number] of movers) {
      check(!this.keepers.has(number));
      this.places.delete(number);
      const taken = new Set([...this.places.values()].map((place) => spot(...place)));
      this.seat("again", number, this.lot(number, chairs(sizes).filter((place) => !taken.has(spot(...place)))));
    }
    return sizes;
  }
}

/** @param {number[]} sizes @returns {[number, number][]} every place, table by table */
function chairs(sizes) {
  return sizes.flatMap((size, table) => Array.from({ length: size }, (_, seat) => /** @type {[number, number]} */ ([table + 1, seat + 1])));
}

/** What follows from the secret and the order of arrival. Throws Impossible.
 * @param {DoorTerms} terms @returns {Outcome} */
export function doorOutcome(terms) {
  const door = new Door(terms);
  for (const step of terms.steps) {
    if (step[0] === "again") continue;
    door.repeat(step);
    check(String(door.steps.at(-1)) === String(step));
  }
  const tables = door.close(), lots = tables.map((size) => Array(size).fill(0));
  for (const [number, [table, seat]] of door.places) lots[table - 1][seat - 1] = number;
  const entrants = [...door.places.keys()].sort((one, other) => one - other);
  check(sum(tables) === entrants.length);
  return { listHash: door.listHash, commitment: sha256(`${DOOR}:${terms.secret}`), steps: door.steps, entrants, tables, lots };
}
