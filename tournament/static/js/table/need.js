// Whether the next game needs a supervisor before its first card (5.2.14, 5.2.16), and the decision. Knows no page.
import { contractOf, rowsOf } from "table/outcomes";

/**
 * `suit` is "" where none is chosen or the contract has none.
 * @typedef {import("table/outcomes").GameRecord} GameRecord
 * @typedef {import("table/outcomes").Outcomes} Outcomes
 * @typedef {import("table/model").Model} Model
 * @typedef {import("table/model").State} State
 * @typedef {{id: number, number: number, seat: number, contract: string, suit: string, section: string, state: string,
 *   text: string, waiting: number, supervisor: string, decided: string, at_table: boolean}} Request
 * @typedef {{number: number, seat: number, contract: string, suit: string, section: string,
 *   always: boolean}} NeededApproval
 * @typedef {NeededApproval & {label: string, suits: string[], dealt: boolean, count: number, byPlayer: boolean}} Need
 */

const COUNTED = 1, ALWAYS = 2;

/** Return the approval that this game needs; null if it needs none, or if its declarer is not chosen yet.
 * @param {Model} model @param {Outcomes} outcomes @param {GameRecord} record @returns {Need | null} */
export function needOf(model, outcomes, record) {
  const number = model.next, seat = record.declarer, contract = contractOf(outcomes, record.contract);
  if (number === null || !seat || !contract) return null;
  const asks = rowsOf(outcomes, number).find((row) => row.contract === record.contract)?.asks ?? 0;
  const approval = approvalFor(model.state, model.free, number, asks, record);
  if (approval === null) return null;
  const { label, suits } = contract, count = model.state.approvals.counted_from - model.free[seat - 1];
  return { ...approval, label, suits, dealt: isDealt(contract), count, byPlayer: !model.state.ahead.shared };
}

/** Return the approval that a game needs in this line; null if it needs none. `free` is as in the model.
 * @param {State} state @param {number[]} free @param {number} number @param {number} asks @param {GameRecord} record
 * @returns {NeededApproval | null} */
export function approvalFor(state, free, number, asks, { contract, suit = "", declarer: seat = 0 }) {
  const { always, counted } = state.approvals;
  if (asks === ALWAYS) return { number, seat, contract, suit, section: always, always: true };
  if (asks !== COUNTED || free[seat - 1] > 0) return null;
  return { number, seat, contract, suit, section: counted, always: false };
}

/** Whether the deal alone decides the game: the cards are laid open at once and not played, so nobody asks for its
 * ending (2.9.2).
 * @param {import("table/outcomes").Contract | undefined} contract */
export function isDealt(contract) {
  return contract !== undefined && contract.family === "soloist" && !contract.asks.includes("result");
}

/** Whether a request fits this game: by 5.2.14 contract and suit must fit, by 5.2.16 a Solo stands for a Wenz. The
 * server decides finally.
 * @param {NeededApproval} approval @param {import("table/model").Request | null} request */
export function isOf(approval, request) {
  if (request?.number !== approval.number || request.seat !== approval.seat || request.section !== approval.section) return false;
  return !approval.always || (request.contract === approval.contract && (!approval.suit || ["", approval.suit].includes(request.suit)));
}

/** Return which box the page shows before the next game; "" for none. `noted`: the chosen game was approved by word of
 * mouth. `passed` is the refused request after which another game was chosen, 0 for none: the table has read it.
 * @param {{need: NeededApproval | null, request: Request | null, noted: boolean, passed: number}} known */
export function boxOf({ need, request, noted, passed }) {
  if (request?.state === "requested") return "waits";
  if (need && noted) return "noted";
  // A game other than the decided one needs a new request.
  if (need && !isOf(need, request)) return "need";
  return request?.state === "refused" && request.id === passed ? "" : request?.state ?? "";
}
