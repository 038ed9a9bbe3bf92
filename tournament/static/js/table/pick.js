// The choices for the next game, tap by tap, and the record that they make. Knows no page and no points.
import { opposite, players } from "table/outcomes";

/**
 * `leading` is the declarer, or in a Ramsch the player who lost it or took all; `partner` is the second one who lost,
 * where two do; `maidens` are its seats without a trick.
 * @typedef {import("table/outcomes").Contract} Contract
 * @typedef {import("table/outcomes").GameRecord} GameRecord
 * @typedef {import("table/outcomes").Table} Table
 * @typedef {{contract: string, suit: string, leading: number | null, partner: number | null, maidens: number[],
 *   result: string, level: string, durchmarsch: boolean, runners: number, doublings: number, surrender: string, late: boolean}} Pick
 */

const MOST_MAIDENS = 2;

/** Return a pick in which only the contract is chosen.
 * @param {string} contract @returns {Pick} */
export function newPick(contract) {
  return {
    contract, suit: "", leading: null, partner: null, maidens: [], result: "", level: "", durchmarsch: false,
    runners: 0, doublings: 0, surrender: "", late: false,
  };
}

/** Choose another contract; players and suit stay if the new contract has them too.
 * @param {Pick} pick @param {Contract} contract @param {Table} table @returns {Pick} */
export function withContract(pick, contract, table) {
  const choice = { ...newPick(contract.key), leading: pick.leading };
  if (contract.suits.includes(pick.suit)) choice.suit = pick.suit;
  if (contract.asks.includes("partner") && !contract.opposite) choice.partner = pick.partner;
  return across(choice, contract, table);
}

/** Tap a name: the first tap chooses the declarer, the next the partner; tapping a name again removes it.
 * @param {Pick} pick @param {Contract} contract @param {number} seat @param {Table} table @returns {Pick} */
export function tapSeat(pick, contract, seat, table) {
  if (seat === table.sitsOut) return pick;
  if (seat === pick.leading) return { ...pick, leading: null, partner: contract.opposite ? null : pick.partner };
  if (contract.family === "everyone") return tapMaiden(pick, contract, seat);
  if (contract.family !== "partnership") return { ...pick, leading: seat };
  if (seat === pick.partner && !contract.opposite) return { ...pick, partner: null };
  if (pick.leading === null || contract.opposite) return across({ ...pick, leading: seat }, contract, table);
  return { ...pick, partner: seat };
}

/** @param {Pick} pick @param {Contract} contract @param {number} seat @returns {Pick} */
function tapMaiden(pick, contract, seat) {
  const maidens = pick.maidens.filter((maiden) => maiden !== seat);
  if (pick.leading === null) return { ...pick, leading: seat, maidens };
  if (seat === pick.partner) return { ...pick, partner: null };
  if (missing(pick, contract) === "second_loser") return { ...pick, partner: seat, maidens };
  if (!contract.asks.includes("jungfrauen") || pick.durchmarsch) return { ...pick, leading: seat };
  if (pick.maidens.includes(seat)) return { ...pick, maidens: pick.maidens.filter((maiden) => maiden !== seat) };
  return { ...pick, maidens: [...pick.maidens, seat].slice(-MOST_MAIDENS) };
}

/** Remove the dealer who sits out from the pick: a deal thrown in may make a chosen seat the dealer (2.4.13).
 * @param {Pick} pick @param {Contract} contract @param {Table} table @returns {Pick} */
export function seated(pick, contract, table) {
  const [leading, partner] = [pick.leading, pick.partner].map((seat) => seat === table.sitsOut ? null : seat);
  const maidens = pick.maidens.filter((seat) => seat !== table.sitsOut);
  return across({ ...pick, leading, partner: contract.opposite ? null : partner, maidens }, contract, table);
}

/** In a Kreuz, set the partner, who follows from the declarer.
 * @param {Pick} pick @param {Contract} contract @param {Table} table @returns {Pick} */
function across(pick, contract, table) {
  if (!contract.opposite || pick.leading === null) return pick;
  return { ...pick, partner: opposite(pick.leading, table) };
}

/** Return the first open choice: "leading", "loser", "second_loser", "partner", "suit", "result", or "" if the record is complete.
 * @param {Pick} pick @param {Contract} contract */
export function missing(pick, contract) {
  if (pick.leading === null) return contract.family === "everyone" ? "loser" : "leading";
  if (contract.asks.includes("second_loser") && !pick.durchmarsch && pick.partner === null) return "second_loser";
  if (contract.asks.includes("partner") && pick.partner === null) return "partner";
  if (contract.asks.includes("suit") && !pick.suit) return "suit";
  if (contract.asks.includes("result") && !pick.result) return "result";
  return "";
}

/** Return the record as far as it is chosen; it may have a suit even if the rules do not ask for one.
 * @param {Pick} pick @param {Contract} contract @returns {GameRecord} */
export function recordOf(pick, contract) {
  const { asks, family, key } = contract;
  if (family === "everyone") {
    if (pick.durchmarsch) return { contract: key, durchmarsch: pick.leading ?? undefined };
    const maidens = [...pick.maidens].sort();
    const second = asks.includes("second_loser") && { second_loser: pick.partner ?? undefined };
    return { contract: key, loser: pick.leading ?? undefined, ...second, ...(maidens.length > 0 && { jungfrauen: maidens }) };
  }
  const late = pick.late && asks.includes("late_tout") && contract.tout;
  return {
    contract: late || key,
    ...(late && { late_tout: true }),
    ...(pick.suit && { suit: pick.suit }),
    declarer: pick.leading ?? undefined,
    ...(asks.includes("partner") && { partner: pick.partner ?? undefined }),
    ...(asks.includes("result") && { result: pick.result || undefined }),
    ...(asks.includes("level") && { level: pick.level || undefined }),
    ...(asks.includes("runners") && { runners: pick.runners }),
    ...(asks.includes("doublings") && { doublings: pick.doublings }),
    ...(pick.surrender && { surrender: pick.surrender }),
  };
}

/** Return the part of a seat: "leading", "partner", "maiden", "out" or "".
 * @param {Pick} pick @param {number} seat @param {Table} table */
export function roleOf(pick, seat, table) {
  if (!players(table).includes(seat)) return "out";
  if (seat === pick.leading) return "leading";
  if (seat === pick.partner) return "partner";
  return pick.maidens.includes(seat) ? "maiden" : "";
}
