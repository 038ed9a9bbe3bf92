// The draw as an algorithm: docs/draw.md in the browser, with the numbers of its steps. Knows no file and no page.
// SHA-256 comes from a library: browsers withhold their own from pages on plain http, as in the hall.

import { sha256 } from "js-sha256";

/**
 * @typedef {{match: number, matches: number, source: string, entrants: number[], tables: number[], clubs: number[][],
 *   fixed: number[][], even_seats: boolean, earlier: number[][][]}} Terms the closed list
 * @typedef {Map<number, Map<number, number>>} Counts start number -> start number or seat index -> how often
 * @typedef {{pairs: Counts, seats: Counts}} Past
 * @typedef {{table: number, seat: number, fixed: number | undefined}} Place
 * @typedef {{again: number, clubs: number, seats: number}} Meetings
 */
// Long computations pause now and then, so that the page can answer.
/** @template T @typedef {Generator<void, T>} Steps */

export const FIRST = "spielliste-1", SECOND = "spielliste-2";
const WORD = 2 ** 32;
// Step 7: the costs of a table. Step 8: rounds without gain. Steps 10 and 11: small fields.
const AGAIN = 1_000_000, OFTEN = 10_000, CLUB = 100, SEAT = 1, IDLE_ROUNDS = 30, SMALL = 20;
const STRIDE = 256; // exchanges between two pauses

/** Steps 4 and 5: the random words of a seed, and numbers without bias. */
export class Chance {
  /** @param {string} seed @param {string} [algorithm] */
  constructor(seed, algorithm = SECOND) {
    this.prefix = `${algorithm}:${seed}`;
    this.counter = 0;
    this.position = 8; // of the next word in the block; at 8 the block has no more
    this.block = new DataView(new ArrayBuffer(32));
  }

  word() {
    if (this.position === 8) {
      this.block = new DataView(sha256.arrayBuffer(`${this.prefix}:${this.counter++}`));
      this.position = 0;
    }
    return this.block.getUint32(4 * this.position++);
  }

  /** @param {number} limit @returns {number} from 0 to limit - 1 */
  below(limit) {
    const whole = WORD - (WORD % limit);
    let word = this.word();
    while (word >= whole) word = this.word();
    return word % limit;
  }

  /** In place.
   * @template T @param {T[]} items */
  shuffle(items) {
    for (let last = items.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [items[last], items[other]] = [items[other], items[last]];
    }
  }
}

/** The state of one draw: who moves, which places are free, and the effort spent. */
class Drawing {
  /** @param {Terms} terms @param {string} seed */
  constructor(terms, seed) {
    this.terms = terms;
    this.chance = new Chance(seed);
    const occupants = new Map(terms.fixed.map(([number, table, seat]) => [`${table - 1}:${seat - 1}`, number]));
    /** @type {Place[]} step 6 */
    this.places = terms.tables.flatMap((size, table) =>
      Array.from({ length: size }, (_, seat) => ({ table, seat, fixed: occupants.get(`${table}:${seat}`) })));
    this.free = this.places.filter((place) => place.fixed === undefined);
    const fixedNumbers = new Set(occupants.values());
    this.movable = terms.entrants.filter((number) => !fixedNumbers.has(number));
    this.club = clubs(terms);
    const count = terms.entrants.length;
    this.budget = count <= SMALL ? 15_000 * count : Math.max(80_000, 40 * count);
    this.effort = 0;
  }
}

/** Steps 6 to 11: the tables in order, each the start numbers by seat.
 * @param {Terms} terms @param {string} seed @returns {Steps<number[][]>} */
export function* draw(terms, seed) {
  const drawing = new Drawing(terms, seed);
  const past = history(terms);
  /** @type {{cost: number, outlook: number, tables: number[][]} | undefined} */
  let best;
  // Step 11.
  while (!best || ((best.cost || best.outlook) && drawing.effort < drawing.budget)) {
    const { cost, tables } = yield* attempt(drawing, past);
    const ahead = !best || cost <= best.cost ? yield* outlook(drawing, past, tables) : 0;
    if (!best || cost < best.cost || (cost === best.cost && ahead < best.outlook)) best = { cost, outlook: ahead, tables };
  }
  return best.tables;
}

/** Step 11: the estimated cost of the coming matches.
 * @param {Drawing} drawing @param {Past} past @param {number[][]} tables @returns {Steps<number>} */
function* outlook(drawing, past, tables) {
  const { entrants, earlier, match, matches } = drawing.terms;
  if (entrants.length > SMALL || !earlier.length) return 0;
  const future = structuredClone(past);
  let sum = 0;
  for (let next = match; next < matches; next++) {
    remember(future, tables);
    const result = yield* attempt(drawing, future);
    sum += result.cost;
    tables = result.tables;
  }
  return sum;
}

/** Step 8.
 * @param {Drawing} drawing @param {Past} past @returns {Steps<{cost: number, tables: number[][]}>} */
function* attempt(drawing, past) {
  const order = [...drawing.free];
  drawing.chance.shuffle(order);
  drawing.effort += drawing.places.length;
  const tables = drawing.terms.tables.map((size) => Array(size).fill(0));
  for (const { table, seat, fixed } of drawing.places) tables[table][seat] = fixed ?? 0;
  order.forEach(({ table, seat }, index) => (tables[table][seat] = drawing.movable[index]));
  const costs = tables.map((table) => price(table, drawing, past));
  let cost = sum(costs), lowest = cost, idle = 0;
  while (cost && idle < IDLE_ROUNDS && drawing.effort < drawing.budget) {
    drawing.effort++;
    yield* round(drawing, order, tables, costs, past);
    cost = sum(costs);
    idle = cost < lowest ? 0 : idle + 1;
    lowest = Math.min(lowest, cost);
  }
  return { cost, tables };
}

/** Step 9.
 * @param {Drawing} drawing @param {Place[]} order @param {number[][]} tables @param {number[]} costs @param {Past} past @returns {Steps<void>} */
function* round(drawing, order, tables, costs, past) {
  for (const here of order) {
    if (!costs[here.table]) continue;
    if (++drawing.effort % STRIDE === 0) yield;
    const there = order[drawing.chance.below(order.length)];
    const one = tables[here.table], other = tables[there.table];
    const [mine, theirs] = [one[here.seat], other[there.seat]];
    const before = costs[here.table] + (one === other ? 0 : costs[there.table]);
    one[here.seat] = theirs;
    other[there.seat] = mine;
    const costHere = price(one, drawing, past), costThere = one === other ? 0 : price(other, drawing, past);
    if (costHere + costThere > before) {
      one[here.seat] = mine;
      other[there.seat] = theirs;
    } else {
      costs[here.table] = costHere;
      if (one !== other) costs[there.table] = costThere;
    }
  }
}

/** Step 7.
 * @param {number[]} table @param {Drawing} drawing @param {Past} past */
function price(table, { club, terms }, { pairs, seats }) {
  let cost = 0;
  for (let seat = 0; seat < table.length; seat++) {
    const companions = pairs.get(table[seat]), own = club.get(table[seat]);
    for (let next = seat + 1; next < table.length; next++) {
      const times = companions?.get(table[next]);
      if (times) cost += AGAIN + OFTEN * (times - 1);
      if (own !== undefined && club.get(table[next]) === own) cost += CLUB;
    }
    if (terms.even_seats) cost += SEAT * (seats.get(table[seat])?.get(seat) ?? 0);
  }
  return cost;
}

/** @param {number[]} numbers @returns {number} */
export function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

/** @param {Terms} terms @returns {Map<number, number>} start number -> which club */
function clubs(terms) {
  return new Map(terms.clubs.flatMap((club, index) => club.map((number) => [number, index])));
}

/** Count how often each two entrants sat together, and how often each sat on each seat.
 * @param {Terms} terms @returns {Past} */
function history({ entrants, earlier }) {
  /** @type {Past} */
  const past = { pairs: new Map(entrants.map((number) => [number, new Map()])), seats: new Map(entrants.map((number) => [number, new Map()])) };
  for (const tables of earlier) remember(past, tables);
  return past;
}

/** Count one more match, of entrants only.
 * @param {Past} past @param {number[][]} tables */
function remember({ pairs, seats }, tables) {
  for (const table of tables) {
    table.forEach((player, seat) => {
      count(seats.get(player), seat);
      for (const other of table) if (other !== player && pairs.has(other)) count(pairs.get(player), other);
    });
  }
}

/** @param {Map<number, number> | undefined} row @param {number} key */
function count(row, key) {
  row?.set(key, (row.get(key) ?? 0) + 1);
}

/** Step 1: the list as it is hashed.
 * @param {Terms} terms @returns {string} */
export function listText(terms) {
  const tables = terms.earlier.map((match) => match.map((table) => table.join(",")).join(";"));
  return [
    `match=${terms.match}/${terms.matches}`, `source=${terms.source}`, `entrants=${terms.entrants.join(",")}`,
    `tables=${terms.tables.join(",")}`, `clubs=${terms.clubs.map((club) => club.join(",")).join(";")}`,
    `fixed=${terms.fixed.map((place) => place.join(":")).join(";")}`, `even-seats=${terms.even_seats ? "yes" : "no"}`,
    `earlier=${tables.join("|")}`,
  ].join("\n");
}

/** Count what could not be avoided: pairs who meet again, pairs of one club, players on the same seat.
 * @param {Terms} terms @param {number[][]} tables @returns {Meetings} */
export function meetings(terms, tables) {
  const { pairs, seats } = history(terms), club = clubs(terms);
  const counts = { again: 0, clubs: 0, seats: 0 };
  for (const table of tables) {
    table.forEach((player, seat) => {
      for (const other of table.slice(seat + 1)) {
        if (pairs.get(player)?.has(other)) counts.again++;
        if (club.has(player) && club.get(player) === club.get(other)) counts.clubs++;
      }
      if (terms.even_seats && seats.get(player)?.has(seat)) counts.seats++;
    });
  }
  return counts;
}
