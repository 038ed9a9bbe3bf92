// What is chosen for the next game, tap by tap, and the record that it makes. Knows no page and no points.
import { opposite, players } from "table/outcomes";

/**
 * `leading` is the declarer, in a Ramsch who lost it or took all; `maidens` are its seats without a trick.
 * @typedef {import("table/outcomes").Contract} Contract
 * @typedef {import("table/outcomes").GameRecord} GameRecord
 * @typedef {import("table/outcomes").Table} Table
 * @typedef {{contract: string, suit: string, leading: number | null, partner: number | null, maidens: number[],
 *   result: string, level: string, durchmarsch: boolean, runners: number, doublings: number, surrender: string}} Pick
 */

const MOST_MAIDENS = 2;

/** Nothing chosen yet but the contract.
 * @param {string} contract @returns {Pick} */
export function newPick(contract) {
  return {
    contract, suit: "", leading: null, partner: null, maidens: [], result: "", level: "", durchmarsch: false,
    runners: 0, doublings: 0, surrender: "",
  };
}

/** Another contract: who plays and the suit stay where the new one knows them too.
 * @param {Pick} pick @param {Contract} contract @param {Table} table @returns {Pick} */
export function withContract(pick, contract, table) {
  const chosen = { ...newPick(contract.key), leading: pick.leading };
  if (contract.suits.includes(pick.suit)) chosen.suit = pick.suit;
  if (contract.asks.includes("partner") && !contract.opposite) chosen.partner = pick.partner;
  return across(chosen, contract, table);
}

/** A tap on a name: first who plays, then with whom; a tap again takes it off.
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
  if (pick.leading === null) return { ...pick, leading: seat, maidens: pick.maidens.filter((maiden) => maiden !== seat) };
  if (!contract.asks.includes("jungfrauen") || pick.durchmarsch) return { ...pick, leading: seat };
  if (pick.maidens.includes(seat)) return { ...pick, maidens: pick.maidens.filter((maiden) => maiden !== seat) };
  return { ...pick, maidens: [...pick.maidens, seat].slice(-MOST_MAIDENS) };
}

/** Who deals and sits out plays no part: a deal thrown in may have moved it to somebody chosen already (2.4.13).
 * @param {Pick} pick @param {Contract} contract @param {Table} table @returns {Pick} */
export function seated(pick, contract, table) {
  const [leading, partner] = [pick.leading, pick.partner].map((seat) => seat === table.sitsOut ? null : seat);
  const maidens = pick.maidens.filter((seat) => seat !== table.sitsOut);
  return across({ ...pick, leading, partner: contract.opposite ? null : partner, maidens }, contract, table);
}

/** In a Kreuz the partner follows from the declarer.
 * @param {Pick} pick @param {Contract} contract @param {Table} table @returns {Pick} */
function across(pick, contract, table) {
  if (!contract.opposite || pick.leading === null) return pick;
  return { ...pick, partner: opposite(pick.leading, table) };
}

/** The first that is still open: "leading", "partner", "suit", "result", or "" where the record is whole.
 * @param {Pick} pick @param {Contract} contract */
export function missing(pick, contract) {
  if (pick.leading === null) return contract.family === "everyone" ? "loser" : "leading";
  if (contract.asks.includes("partner") && pick.partner === null) return "partner";
  if (contract.asks.includes("suit") && !pick.suit) return "suit";
  if (contract.asks.includes("result") && !pick.result) return "result";
  return "";
}

/** The record as far as it is chosen; a suit may stand in it where the rules do not ask for one.
 * @param {Pick} pick @param {Contract} contract @returns {GameRecord} */
export function recordOf(pick, contract) {
  const { asks, family, key } = contract;
  if (family === "everyone") {
    if (pick.durchmarsch) return { contract: key, durchmarsch: pick.leading ?? undefined };
    const maidens = [...pick.maidens].sort();
    return { contract: key, loser: pick.leading ?? undefined, ...(maidens.length > 0 && { jungfrauen: maidens }) };
  }
  return {
    contract: key,
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

/** The part that a seat has: "leading", "partner", "maiden", "out" or "".
 * @param {Pick} pick @param {number} seat @param {Table} table */
export function roleOf(pick, seat, table) {
  if (!players(table).includes(seat)) return "out";
  if (seat === pick.leading) return "leading";
  if (seat === pick.partner) return "partner";
  return pick.maidens.includes(seat) ? "maiden" : "";
}
