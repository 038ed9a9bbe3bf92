// The commands that this device keeps of a sheet although the server has acknowledged them: after a restore the server
// may lack them, and gets them again under the same ids. Rules only; knows no network and no database. The protocol is
// docs/table.md.

/** @typedef {import("table/commands").Command} Command */
/** @typedef {import("table/commands").Sheet} Sheet */
/** @typedef {import("table/commands").State} State */
/** @typedef {{id: string, sequence: number, base: number, kind: "record" | "take_back", number: number,
 *   record?: Record<string, any>, redeals?: string[], oral?: string, game?: string}} Kept a command as it was sent */
/**
 * @typedef {{restore: string, version: number, games: number, corrections: number, signed: number, accepted: boolean}}
 *   Recollection what this device had counted before a restore: not all of it comes back by itself
 * @typedef {{games: number, signed: number[]}} Healed games that the server lacked and has again; seats that had signed
 */

/** Nothing else of a command is kept, whatever a page puts into it.
 * @type {(keyof Kept)[]} */
const FIELDS = ["id", "sequence", "base", "kind", "number", "record", "redeals", "oral", "game"];

/** @param {Command} command @returns {Kept} */
export function copyToKeep(command) {
  const names = FIELDS.filter((name) => command[name] !== undefined);
  return /** @type {Kept} */ (Object.fromEntries(names.map((name) => [name, command[name]])));
}

/** Return everything that the server may lack after a restore, in order: what it had acknowledged, then what waits.
 * @param {Sheet} sheet @returns {Command[]} */
export function commandsToResend(sheet) {
  return [...sheet.kept.map((command) => ({ ...command, problem: null, again: true })), ...sheet.commands];
}

/** Whether the server was restored since the known state.
 * @param {Sheet} sheet @param {string | undefined} restore the key of the newest restore that the server names */
export function isRestored(sheet, restore) {
  return sheet.state !== null && restore !== undefined && restore !== (sheet.state.restore ?? "");
}

/** Return the counts of a sheet for the desk. They name nobody.
 * @param {State} state as it was before the restore @param {string} restore @returns {Recollection} */
export function recollected(state, restore) {
  const lines = /** @type {any[]} */ (state.lines ?? []), signed = signedSeats(state).length;
  const corrections = lines.reduce((sum, line) => sum + line.old.length, 0);
  return { restore, version: state.version, games: lines.length, corrections, signed, accepted: state.state === "accepted" };
}

/** @param {State} state @returns {number[]} */
export function signedSeats(state) {
  return /** @type {any[]} */ (state.seats ?? []).filter((seat) => seat.signed).map((seat) => seat.number);
}

/** Return the lines that are missing at the server and that this device did not write, if its own games can only be
 * sent after them: `from` the first, `to` the last one, `at` the place of the first command that waits for them.
 * @param {Sheet} sheet @returns {{at: number, from: number, to: number} | null} */
export function gap({ state, commands }) {
  if (!state) return null;
  let next = state.next ?? state.games + 1;
  for (const [at, { again, problem, kind, number }] of commands.entries()) {
    if (!again || problem) return null;
    if (kind === "take_back") {
      if (number >= next) return { at, from: next, to: number };
      next = number;
    } else {
      if (number > next) return { at, from: next, to: number - 1 };
      next = Math.max(next, number + 1);
    }
  }
  return null;
}
