// What raises the next game beside its ending, as controls: runners, Contra, what was announced, laid and knocked.
import { asked, isOpen } from "table/pick";
import { players } from "table/outcomes";
import { element, part, word } from "table/words";

/** @typedef {import("table/pick").Pick} Pick */
/** @typedef {import("table/outcomes").Contract} Contract */
/** @typedef {import("table/outcomes").Table} Table */
/** @typedef {import("table/model").Seat} Seat */
/** @typedef {"runners" | "claimed" | "doublings" | "laid" | "knocked"} Counted */

const COUNTED = /** @type {Counted[]} */ (["runners", "claimed", "doublings", "laid", "knocked"]);
const SWITCHES = /** @type {const} */ (["without", "announced"]);
const NAMED_DOUBLINGS = 2;

/** Show a key for each seat that may have called Contra.
 * @param {Seat[]} seats */
export function buildDoublers(seats) {
  for (const button of part("doubler").querySelectorAll("button")) button.remove();
  for (const seat of seats) {
    const button = element("button", "choice", `${seat.number} ${seat.short}`);
    button.type = "button";
    button.dataset.doubler = String(seat.number);
    part("doubler").append(button);
  }
}

/** Show what is asked of this game, with what was chosen.
 * @param {Pick} pick @param {Contract} contract @param {Table} table */
export function showRaising(pick, contract, table) {
  const asks = asked(pick, contract);
  part("steppers").hidden = ![...COUNTED, ...SWITCHES].some((field) => asks.includes(field));
  for (const field of COUNTED) {
    part(field).hidden = !asks.includes(field);
    if (!asks.includes(field)) continue;
    const values = valuesOf(contract, field), at = values.indexOf(pick[field]);
    part(`${field}_value`).textContent = textOf(field, pick[field]);
    const [less, more] = part(field).querySelectorAll("button");
    less.disabled = at <= 0;
    more.disabled = at >= values.length - 1;
  }
  for (const field of SWITCHES) {
    part(field).hidden = !asks.includes(field);
    part(field).setAttribute("aria-pressed", String(pick[field]));
  }
  part("doubler").hidden = !asks.includes("doubled_by");
  for (const button of part("doubler").querySelectorAll("button")) {
    const seat = Number(button.dataset.doubler);
    button.hidden = seat === pick.leading || seat === pick.partner || !players(table).includes(seat);
    button.setAttribute("aria-pressed", String(seat === pick.doubler));
  }
}

/** Return the pick after a tap on one of these controls; null if it was none of them.
 * @param {Pick} pick @param {Contract} contract @param {HTMLElement} button @returns {Pick | null} */
export function tapRaising(pick, contract, button) {
  const { step, doubler } = button.dataset;
  if (step) return stepped(pick, contract, /** @type {Counted} */ (button.parentElement?.id), Number(step));
  if (doubler) return { ...pick, doubler: pick.doubler === Number(doubler) ? null : Number(doubler) };
  const field = SWITCHES.find((name) => name === button.id);
  return field ? { ...pick, [field]: !pick[field] } : null;
}

/** @param {Pick} pick @param {Contract} contract @param {Counted} field @param {number} step @returns {Pick} */
function stepped(pick, contract, field, step) {
  const values = valuesOf(contract, field), at = Math.max(0, values.indexOf(pick[field])) + step;
  return { ...pick, [field]: values[Math.min(Math.max(at, 0), values.length - 1)] };
}

/** @param {Contract} contract @param {Counted} field @returns {(number | null)[]} */
function valuesOf(contract, field) {
  return [...(isOpen(contract, field) ? [null] : []), ...(contract.numbers?.[field] ?? [0])];
}

/** @param {Counted} field @param {number | null} value */
function textOf(field, value) {
  if (value === null) return word(field === "claimed" ? "claimed_all" : "not_said");
  return field === "doublings" && value <= NAMED_DOUBLINGS ? word(`doubling_${value}`) : String(value);
}
