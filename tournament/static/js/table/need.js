// Whether the next game needs a supervisor before its first card (5.2.14, 5.2.16), and what was decided. Knows no page.
import { contractOf, rowsOf } from "table/outcomes";

/**
 * @typedef {import("table/outcomes").GameRecord} GameRecord
 * @typedef {import("table/outcomes").Outcomes} Outcomes
 * @typedef {import("table/model").Model} Model
 * @typedef {{id: number, number: number, seat: number, contract: string, suit: string, section: string, state: string,
 *   text: string, waiting: number, supervisor: string, decided: string, at_table: boolean,
 *   permit: {permitted: boolean, reasons: {text: string, speaks: string}[]} | null}} Request
 * @typedef {{number: number, seat: number, contract: string, label: string, suits: string[], section: string,
 *   always: boolean, dealt: boolean, count: number, byPlayer: boolean}} Need
 */

const COUNTED = 1, ALWAYS = 2;

/** What this game asks for; null where it needs no approval, or where it is not said yet who plays.
 * @param {Model} model @param {Outcomes} outcomes @param {GameRecord} record @returns {Need | null} */
export function needOf(model, outcomes, record) {
  const number = model.next, seat = record.declarer, contract = contractOf(outcomes, record.contract);
  if (number === null || !seat || !contract) return null;
  const asks = rowsOf(outcomes, number).find((row) => row.contract === record.contract)?.asks ?? 0;
  const { counted_from: from, by_player: byPlayer, always, counted } = model.state.approvals;
  const before = model.lines.filter((line) => line.number < number && line.counted !== null && !line.struck);
  const count = before.filter((line) => !byPlayer || line.counted === seat).length + 1;
  if (asks !== ALWAYS && !(asks === COUNTED && count >= from)) return null;
  return {
    number,
    seat,
    contract: contract.key,
    label: contract.label,
    suits: contract.suits,
    section: asks === ALWAYS ? always : counted,
    always: asks === ALWAYS,
    dealt: isDealt(contract),
    count,
    byPlayer,
  };
}

/** Whether the deal alone decides it: it is laid open at once and not played, so that nothing is asked of its end (2.9.2).
 * @param {import("table/outcomes").Contract | undefined} contract */
export function isDealt(contract) {
  return contract !== undefined && contract.family === "soloist" && !contract.asks.includes("result");
}

/** Whether a request is of this game: by 5.2.14 of its contract, by 5.2.16 a Solo stands for a Wenz. The server decides
 * in the end.
 * @param {Need} need @param {Request | null} request */
export function isOf(need, request) {
  return request !== null && request.number === need.number && request.seat === need.seat
    && request.section === need.section && (!need.always || request.contract === need.contract);
}
