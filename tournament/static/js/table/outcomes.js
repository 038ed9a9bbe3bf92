// The table of outcomes of the rules in force, computed by the server; here it is only looked up. Knows no page.
import { fill } from "writing";

/**
 * A game record as scoring has it; an absent field was not asked for.
 * @typedef {{contract: string, declarer?: number, partner?: number, suit?: string, result?: string, level?: string,
 *   runners?: number, without?: boolean, claimed?: number, announced?: boolean, doublings?: number, doubled_by?: number,
 *   laid?: number, knocked?: number, surrender?: string, late_tout?: boolean, loser?: number, second_loser?: number,
 *   durchmarsch?: number,
 *   jungfrauen?: number[]}} GameRecord
 * Points by role.
 * @typedef {{declarer: number, defender: number, partner?: number, doubler?: number, out?: number, jungfrau?: number}} Roles
 * `before` are the points if 1, 2, 3 ... players laid or knocked.
 * @typedef {{contract: string, suit?: string, result?: string, level?: string, runners?: number, without?: boolean,
 *   announced?: boolean, doublings?: number, surrender?: string, durchmarsch?: boolean, jungfrauen?: number,
 *   circled: boolean, asks: number, counted: boolean, words: string, points: Roles, before?: Roles[]}} Row
 * `finds`: the fields that tell its rows apart; `numbers`: those that a field can have.
 * @typedef {{key: string, label: string, family: string, opposite: boolean, asks: string[], finds?: string[],
 *   numbers?: Record<string, number[]>, suits: string[], drawn?: string, tout?: string}} Contract
 * `added`: by field and number the words that follow those of a row.
 * @typedef {{contracts: Contract[], first: Row[] | null, later: Row[], added?: Record<string, string[]>}} Outcomes
 * @typedef {{seats: number, sitsOut: number | null}} Table
 */

/** The result of a game that neither side has won. */
export const DRAWN = "drawn";
const ADDED = /** @type {const} */ (["runners", "claimed", "laid", "knocked"]);

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
  const { contract, suit, result, level, runners, without, announced, doublings, surrender, durchmarsch, jungfrauen } = row;
  return JSON.stringify([contract, suit, result, level, runners, without, announced, doublings, surrender, durchmarsch, jungfrauen]);
}

/** @param {Contract} contract @param {GameRecord} record */
function recordKey(contract, record) {
  const finds = new Set(findsOf(contract)), alone = contract.family === "everyone", isDrawn = record.result === DRAWN;
  /** A drawn game is worth nothing, whatever else was said.
   * @param {string} name */
  const has = (name) => finds.has(name) && !isDrawn;
  return JSON.stringify([
    record.contract,
    has("suit") ? record.suit : undefined,
    record.result,
    has("level") ? record.level : undefined,
    has("runners") ? record.runners ?? 0 : undefined,
    has("without") && record.runners ? record.without : undefined,
    has("announced") ? record.announced : undefined,
    has("doublings") ? record.doublings ?? 0 : undefined,
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
  const points = rolesOf(row, record), leading = leader(record);
  return Array.from({ length: table.seats }, (_none, index) => {
    const seat = index + 1;
    if (seat === leading) return points.declarer;
    if (seat === table.sitsOut) return points.out ?? 0;
    if (seat === (record.partner ?? record.second_loser)) return points.partner ?? points.declarer;
    if (seat === record.doubled_by) return points.doubler ?? points.defender;
    return record.jungfrauen?.includes(seat) ? points.jungfrau ?? points.defender : points.defender;
  });
}

/** Return the points by role, as so many players laid or knocked.
 * @param {Row} row @param {GameRecord} record @returns {Roles} */
export function rolesOf(row, record) {
  const laid = (record.laid ?? 0) + (record.knocked ?? 0);
  return row.before?.[laid - 1] ?? row.points;
}

/** Return the main seat of a record: the declarer, or the player who lost a Ramsch or took all its tricks.
 * @param {GameRecord} record */
export function leader(record) {
  return record.declarer ?? record.loser ?? record.durchmarsch ?? 0;
}

/** Return the game in words, with the names of the players.
 * @param {Row} row @param {GameRecord} record @param {string[]} names @param {Outcomes} outcomes */
export function wordsOf(row, record, names, outcomes) {
  const [one, other] = record.jungfrauen ?? [];
  const second = record.partner ?? record.second_loser ?? record.doubled_by ?? 0;
  const seats = [leader(record), second, one ?? 0, other ?? record.doubled_by ?? 0];
  const words = fill(row.words, Object.fromEntries(seats.map((seat, index) => [index + 1, names[seat - 1] ?? ""])));
  const more = ADDED.map((field) => outcomes.added?.[field]?.[record[field] ?? -1]);
  return [words, ...more].filter(Boolean).join(", ");
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
  // A drawn game that is played again has no row, but the table must learn that.
  if (isPlayedAgain(contractOf(outcomes, key))) endings.set(DRAWN, { result: DRAWN });
  return [...endings.values()];
}

/** Whether a game of this contract that neither side wins is played again and not written.
 * @param {Contract | undefined} contract */
export function isPlayedAgain(contract) {
  return contract?.drawn === "dealt-again";
}

/** Return the fields that tell the rows of a contract apart. A device may still have a table from before they were named.
 * @param {Contract} contract */
export function findsOf(contract) {
  return contract.finds ?? contract.asks;
}
