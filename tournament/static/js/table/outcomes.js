// The table of outcomes of the rules in force, computed by the server; here it is only looked up. Knows no page.
import { fill } from "writing";

/**
 * A game record as scoring has it; an absent field was not asked for.
 * @typedef {{contract: string, declarer?: number, partner?: number, suit?: string, result?: string, level?: string,
 *   runners?: number, doublings?: number, surrender?: string, late_tout?: boolean, loser?: number,
 *   second_loser?: number, durchmarsch?: number,
 *   jungfrauen?: number[]}} GameRecord
 * @typedef {{contract: string, suit?: string, result?: string, level?: string, runners?: number, doublings?: number,
 *   surrender?: string, durchmarsch?: boolean, jungfrauen?: number, circled: boolean, asks: number, counted: boolean, words: string,
 *   points: {declarer: number, defender: number, partner?: number, out?: number, jungfrau?: number}}} Row
 * @typedef {{key: string, label: string, family: string, opposite: boolean, asks: string[], suits: string[], tout?: string}} Contract
 * @typedef {{contracts: Contract[], first: Row[] | null, later: Row[]}} Outcomes
 * @typedef {{seats: number, sitsOut: number | null}} Table
 */

/** @type {WeakMap<Row[], Map<string, Row>>} */
const indexes = new WeakMap();

/** @param {Outcomes} outcomes @param {number} number */
export function rowsOf(outcomes, number) {
  // 5.2.15: the first game of a match has endings of its own.
  return (number === 1 ? outcomes.first : null) ?? outcomes.later;
}

/** @param {Outcomes} outcomes @param {string} key */
export function contractOf(outcomes, key) {
  return outcomes.contracts.find((contract) => contract.key === key);
}

/** Return the row of a record in the line of this number; null if no such game is possible there.
 * @param {Outcomes} outcomes @param {number} number @param {GameRecord} record @returns {Row | null} */
export function find(outcomes, number, record) {
  if (record.late_tout) return find(outcomes, number, plain(outcomes, record));
  const contract = contractOf(outcomes, record.contract);
  if (!contract) return null;
  const rows = rowsOf(outcomes, number);
  let index = indexes.get(rows);
  if (!index) {
    index = new Map(rows.map((row) => [rowKey(row), row]));
    indexes.set(rows, index);
  }
  return index.get(recordKey(contract, record)) ?? null;
}

/** Return the record of a Tout that was announced too late as the game that it counts as (2.8.2).
 * @param {Outcomes} outcomes @param {GameRecord} record @returns {GameRecord} */
export function plain(outcomes, record) {
  if (!record.late_tout) return record;
  const { late_tout: _late, ...game } = record;
  return { ...game, contract: outcomes.contracts.find(({ tout }) => tout === record.contract)?.key ?? record.contract };
}

/** @param {Row} row */
function rowKey(row) {
  const { contract, suit, result, level, runners, doublings, surrender, durchmarsch, jungfrauen } = row;
  return JSON.stringify([contract, suit, result, level, runners, doublings, surrender, durchmarsch, jungfrauen]);
}

/** @param {Contract} contract @param {GameRecord} record */
function recordKey(contract, record) {
  const asks = new Set(contract.asks), alone = contract.family === "everyone";
  return JSON.stringify([
    record.contract,
    asks.has("suit") ? record.suit : undefined,
    record.result,
    asks.has("level") ? record.level : undefined,
    asks.has("runners") ? record.runners ?? 0 : undefined,
    asks.has("doublings") ? record.doublings ?? 0 : undefined,
    record.surrender,
    // The key of a Durchmarsch can show its points before any seat is chosen.
    alone ? "durchmarsch" in record : undefined,
    alone ? record.jungfrauen?.length ?? 0 : undefined,
  ]);
}

/** Return the seats that play, in order.
 * @param {Table} table */
export function players(table) {
  return Array.from({ length: table.seats }, (_none, index) => index + 1).filter((seat) => seat !== table.sitsOut);
}

/** Return the seat opposite the declarer: the partner in a Kreuz.
 * @param {number} declarer @param {Table} table */
export function opposite(declarer, table) {
  const playing = players(table);
  return playing[(playing.indexOf(declarer) + 2) % playing.length];
}

/** Return the points of all seats in order.
 * @param {Row} row @param {GameRecord} record @param {Table} table */
export function pointsOf(row, record, table) {
  const { points } = row, leading = leader(record);
  return Array.from({ length: table.seats }, (_none, index) => {
    const seat = index + 1;
    if (seat === leading) return points.declarer;
    if (seat === table.sitsOut) return points.out ?? 0;
    if (seat === (record.partner ?? record.second_loser)) return points.partner ?? points.declarer;
    return record.jungfrauen?.includes(seat) ? points.jungfrau ?? points.defender : points.defender;
  });
}

/** Return the main seat of a record: the declarer, or the player who lost a Ramsch or took all its tricks.
 * @param {GameRecord} record */
export function leader(record) {
  return record.declarer ?? record.loser ?? record.durchmarsch ?? 0;
}

/** Return the game in words, with the names of the players.
 * @param {Row} row @param {GameRecord} record @param {string[]} names */
export function wordsOf(row, record, names) {
  const [one, other] = record.jungfrauen ?? [];
  const seats = [leader(record), record.partner ?? record.second_loser ?? 0, one ?? 0, other ?? 0];
  return fill(row.words, Object.fromEntries(seats.map((seat, index) => [index + 1, names[seat - 1] ?? ""])));
}

/** Return the endings that a contract can have in this line, best first: result with level, or the outcome of a
 * Ramsch.
 * @param {Outcomes} outcomes @param {number} number @param {string} key */
export function endingsOf(outcomes, number, key) {
  /** @type {Map<string, {result?: string, level?: string, durchmarsch?: boolean}>} */
  const endings = new Map();
  for (const { contract, result, level, durchmarsch } of rowsOf(outcomes, number)) {
    if (contract === key) endings.set(JSON.stringify([result, level, durchmarsch]), { result, level, durchmarsch });
  }
  return [...endings.values()];
}

/** Return the numbers of runners or doublings that a contract can have; of runners, only those that change the
 * points.
 * @param {Outcomes} outcomes @param {string} key @param {"runners" | "doublings"} field */
export function lengthsOf(outcomes, key, field) {
  /** @type {Map<number, number>} */
  const byLength = new Map();
  for (const row of outcomes.later) {
    const length = row[field];
    // The rows are in the order of their fields: the first row of each number has the same ending.
    if (row.contract === key && length !== undefined && !byLength.has(length)) byLength.set(length, row.points.defender);
  }
  const none = byLength.get(0);
  const entries = [...byLength].filter(([length, points]) => length === 0 || field === "doublings" || points !== none);
  return entries.map(([length]) => length);
}
