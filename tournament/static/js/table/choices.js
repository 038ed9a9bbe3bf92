// The choices of the next game as controls: contracts, seats, endings. Rebuilt only when the choices change.
import { DRAWN, endingsOf } from "table/outcomes";
import { element, word } from "table/words";

/** @typedef {import("table/outcomes").Contract} Contract */
/** @typedef {import("table/outcomes").Outcomes} Outcomes */
/** @typedef {import("table/model").Seat} Seat */
/** @typedef {{result?: string, level?: string, durchmarsch?: boolean}} Ending */

const MOST_COMMON = 3;
const MAIN_ENDINGS = 2;

/** Return the contracts shown at once, the most common first, and the others behind "more".
 * @param {Outcomes} outcomes @returns {{common: Contract[], others: Contract[]}} */
export function commonOf({ contracts }) {
  if (contracts.length <= MOST_COMMON + 1) return { common: contracts, others: [] };
  const plain = contracts.filter((contract) => contract.asks.includes("level"));
  const pairs = plain.filter((contract) => contract.family === "partnership").slice(0, 1);
  const alone = plain.filter((contract) => contract.family === "soloist");
  const common = [...pairs, ...alone].slice(0, MOST_COMMON);
  return { common, others: contracts.filter((contract) => !common.includes(contract)) };
}

/** Whether every ending of a contract is possible in the first game, where a Tout counts as none (5.2.15, 2.9.1).
 * @param {Outcomes} outcomes @param {number} number @param {string} key */
export function canStand(outcomes, number, key) {
  return endingsOf(outcomes, number, key).length === endingsOf(outcomes, number + 1, key).length;
}

/** Make a radio button that looks like a key of the table.
 * @param {string} name @param {string} value @param {string} text */
export function radio(name, value, text) {
  const label = element("label", "choice"), input = element("input");
  Object.assign(input, { type: "radio", name, value });
  label.append(input, element("span", "choice-text", text), element("small"));
  return label;
}

/** Show the keys of contracts; those that cannot stand in this line say so.
 * @param {HTMLElement} box @param {Contract[]} contracts @param {Outcomes} outcomes @param {number} number */
export function showContracts(box, contracts, outcomes, number) {
  for (const label of box.querySelectorAll("label")) label.remove();
  for (const contract of contracts) {
    const label = radio("contract", contract.key, contract.label), input = label.querySelector("input");
    const stands = canStand(outcomes, number, contract.key);
    if (input) input.disabled = !stands;
    if (!stands) label.lastElementChild?.append(word("not_first"));
    box.append(label);
  }
}

/** Show a key for each seat: number and name, its part, and its points.
 * @param {HTMLElement} box @param {Seat[]} seats */
export function showSeats(box, seats) {
  for (const button of box.querySelectorAll("button")) button.remove();
  for (const seat of seats) {
    const button = element("button", "choice seat-key");
    button.type = "button";
    button.dataset.seat = String(seat.number);
    const who = element("span", "seat-who");
    who.append(element("span", "seat-name", `${seat.number} ${seat.short}`), " ", element("small", "seat-role"));
    button.append(who, " ", element("strong", "seat-points"));
    box.append(button);
  }
}

/** Show the endings of a contract in groups: won and lost with three levels each, or two keys side by side.
 * @param {HTMLElement} box @param {Ending[]} endings */
export function showEndings(box, endings) {
  box.replaceChildren();
  const levels = endings.some((ending) => ending.level);
  const drawn = levels && endings.some((ending) => ending.result === DRAWN) ? [DRAWN] : [];
  const groups = levels ? ["won", "lost", ...drawn] : endings.length >= MAIN_ENDINGS ? ["result"] : [];
  for (const name of groups) {
    const group = element("fieldset", name === DRAWN ? "choices" : "choices endings");
    group.append(element("legend", name === DRAWN ? "visually-hidden" : "", word(name)));
    for (const ending of endings.filter((each) => !levels || each.result === name)) {
      const key = ending.level ?? (ending.result ?? (ending.durchmarsch ? "ramsch_took" : "ramsch_lost"));
      const label = radio("ending", endingKey(ending), ""), text = label.querySelector(".choice-text");
      // Screen readers do not repeat the legend with every key, and a small phone does not show it, so the first key
      // says it.
      if (levels && name !== DRAWN) text?.append(element("span", "ending-result visually-hidden", word(name)), " ");
      text?.append(element("span", "ending-level", word(key)));
      label.dataset.ending = key;
      group.append(label);
    }
    box.append(group);
  }
}

/** @param {Ending} ending */
export function endingKey({ result = "", level = "", durchmarsch = false }) {
  return [result, level, durchmarsch ? "durchmarsch" : ""].join(" ");
}

/** @param {string} key @returns {{result: string, level: string, durchmarsch: boolean}} */
export function endingOf(key) {
  const [result, level, durchmarsch] = key.split(" ");
  return { result, level, durchmarsch: durchmarsch !== "" };
}
