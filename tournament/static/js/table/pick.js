// The choices for the next game, tap by tap, and the record that they make. Knows no page and no points.
import { DRAWN, findsOf, opposite, players } from "table/outcomes";

/**
 * `leading` is the declarer, or in a Ramsch the player who lost it or took all; `partner` is the second one who lost,
 * where two do; `maidens` are its seats without a trick.
 * @typedef {import("table/outcomes").Contract} Contract
 * @typedef {import("table/outcomes").GameRecord} GameRecord
 * @typedef {import("table/outcomes").Table} Table
 * `runners` and `claimed` are null while nobody has said them: only money asks for them then.
 * @typedef {{contract: string, suit: string, leading: number | null, partner: number | null, maidens: number[],
 *   result: string, level: string, durchmarsch: boolean, runners: number | null, without: boolean,
 *   claimed: number | null, announced: boolean, doublings: number, doubler: number | null, laid: number,
 *   knocked: number, surrender: string, late: boolean}} Pick
 */

const MOST_MAIDENS = 2;

/** Return a pick in which only the contract is chosen.
 * @param {Contract | null} contract @returns {Pick} */
export function newPick(contract) {
  return {
    contract: contract?.key ?? "", suit: "", leading: null, partner: null, maidens: [], result: "", level: "",
    durchmarsch: false, runners: contract && isOpen(contract, "runners") ? null : 0, without: false, claimed: null,
    announced: false, doublings: 0, doubler: null, laid: 0, knocked: 0, surrender: "", late: false,
  };
}

/** Whether a number may stay open, because no points depend on it.
 * @param {Contract} contract @param {string} field */
export function isOpen(contract, field) {
  return field === "claimed" || (field === "runners" && !findsOf(contract).includes("runners"));
}

/** Choose another contract; players and suit stay if the new contract has them too.
 * @param {Pick} pick @param {Contract} contract @param {Table} table @returns {Pick} */
export function withContract(pick, contract, table) {
  const choice = { ...newPick(contract), leading: pick.leading };
  if (contract.suits.includes(pick.suit)) choice.suit = pick.suit;
  if (contract.asks.includes("partner") && !contract.opposite) choice.partner = pick.partner;
  return across(choice, contract, table);
}

/** Tap a name: the first tap chooses the declarer, the next the partner; tapping a name again removes it.
 * @param {Pick} pick @param {Contract} contract @param {number} seat @param {Table} table @returns {Pick} */
export function tapSeat(pick, contract, seat, table) {
  if (seat === table.sitsOut) return pick;
  if (seat === pick.doubler) pick = { ...pick, doubler: null };
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
  const [leading, partner, doubler] = [pick.leading, pick.partner, pick.doubler].map((seat) => seat === table.sitsOut ? null : seat);
  const maidens = pick.maidens.filter((seat) => seat !== table.sitsOut);
  return across({ ...pick, leading, partner: contract.opposite ? null : partner, doubler, maidens }, contract, table);
}

/** In a Kreuz, set the partner, who follows from the declarer.
 * @param {Pick} pick @param {Contract} contract @param {Table} table @returns {Pick} */
function across(pick, contract, table) {
  if (!contract.opposite || pick.leading === null) return pick;
  return { ...pick, partner: opposite(pick.leading, table) };
}

/** Return what is asked beside players and result: of a drawn game nothing, and of runners and Contra only what follows
 * from those there are.
 * @param {Pick} pick @param {Contract} contract @returns {string[]} */
export function asked(pick, contract) {
  if (pick.result === DRAWN) return [];
  const { asks } = contract, isOn = { without: pick.runners, claimed: pick.runners, doubled_by: pick.doublings };
  return asks.filter((name) => !(name in isOn) || isOn[/** @type {keyof typeof isOn} */ (name)]);
}

/** Return the first open choice: "leading", "loser", "second_loser", "partner", "suit", "result", "doubler", or "" if the record is complete.
 * @param {Pick} pick @param {Contract} contract */
export function missing(pick, contract) {
  if (pick.leading === null) return contract.family === "everyone" ? "loser" : "leading";
  if (contract.asks.includes("second_loser") && !pick.durchmarsch && pick.partner === null) return "second_loser";
  if (contract.asks.includes("partner") && pick.partner === null) return "partner";
  if (contract.asks.includes("suit") && !pick.suit) return "suit";
  if (contract.asks.includes("result") && !pick.result) return "result";
  if (asked(pick, contract).includes("doubled_by") && pick.doubler === null) return "doubler";
  return "";
}

/** Return the record as far as it is chosen; it may have a suit even if the rules do not ask for one.
 * @param {Pick} pick @param {Contract} contract @returns {GameRecord} */
export function recordOf(pick, contract) {
  const { asks, family, key } = contract, more = raisingOf(pick, contract);
  if (family === "everyone") {
    if (pick.durchmarsch) return { contract: key, durchmarsch: pick.leading ?? undefined, ...more };
    const maidens = [...pick.maidens].sort();
    const second = asks.includes("second_loser") && { second_loser: pick.partner ?? undefined };
    const without = maidens.length > 0 && { jungfrauen: maidens };
    return { contract: key, loser: pick.leading ?? undefined, ...second, ...without, ...more };
  }
  const late = pick.late && asks.includes("late_tout") && contract.tout, isDrawn = pick.result === DRAWN;
  return {
    contract: late || key,
    ...(late && { late_tout: true }),
    ...(pick.suit && { suit: pick.suit }),
    declarer: pick.leading ?? undefined,
    ...(asks.includes("partner") && { partner: pick.partner ?? undefined }),
    ...(asks.includes("result") && { result: pick.result || undefined }),
    ...(asks.includes("level") && !isDrawn && { level: pick.level || undefined }),
    ...more,
    ...(pick.surrender && !isDrawn && { surrender: pick.surrender }),
  };
}

/** Return what raises the game beside its ending: runners, Contra, what was announced, laid, knocked.
 * @param {Pick} pick @param {Contract} contract @returns {Partial<GameRecord>} */
function raisingOf(pick, contract) {
  const asks = asked(pick, contract);
  return {
    ...(asks.includes("runners") && pick.runners !== null && { runners: pick.runners }),
    ...(asks.includes("without") && pick.without && { without: true }),
    ...(asks.includes("claimed") && pick.claimed !== null && { claimed: pick.claimed }),
    ...(asks.includes("announced") && pick.announced && { announced: true }),
    ...(asks.includes("doublings") && { doublings: pick.doublings }),
    ...(asks.includes("doubled_by") && pick.doubler !== null && { doubled_by: pick.doubler }),
    ...(asks.includes("laid") && pick.laid > 0 && { laid: pick.laid }),
    ...(asks.includes("knocked") && pick.knocked > 0 && { knocked: pick.knocked }),
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
