// The commands of a sheet that wait on this device: rules that lead from one record of the store to the next. Knows no
// network, no database and no clock. The protocol is docs/table.md.

import { commandsToResend, copyToKeep, gap, isRestored, recollected, signedSeats } from "table/kept";

/** @typedef {{code: string, text: string}} Problem */
/**
 * @typedef {object} Command
 * @property {string} id 32 hex digits
 * @property {number} sequence @property {number} base
 * @property {"record" | "take_back"} kind @property {number} number
 * @property {Record<string, any>} [record] @property {string[]} [redeals] @property {string} [oral]
 * @property {string} [game] the id that wrote the game to take back
 * @property {Problem | null} problem why the server did not write it
 * @property {boolean} [reordered] it got a new sequence because the server wanted another
 * @property {boolean} [again] it was acknowledged, and is sent again because the server was restored
 */
/** @typedef {{kind: "record" | "take_back", number: number, record?: Record<string, any>, redeals?: string[], oral?: string, game?: string}} NewCommand */
/** @typedef {{version: number, next: number | null, games: number, device: {number: number, sequence: number}, [field: string]: any}} State */
/** @typedef {{id: string, answer: "applied" | "duplicate" | "conflict" | "refused", code?: string, text?: string}} Answer */
/**
 * @typedef {object} Sheet what the device keeps of one sheet
 * @property {string} sheet its address, the path of the token
 * @property {State | null} state the last of the server
 * @property {string} [language] the language of the page, and of the server's sentences on it
 * @property {number} device the number of this device on the sheet
 * @property {number} sequence the last one given to a command
 * @property {Command[]} commands not answered with applied or duplicate, in their order
 * @property {import("table/kept").Kept[]} kept commands that were acknowledged, in their order
 * @property {import("table/kept").Recollection | null} recollection counts to report to the desk after a restore
 * @property {import("table/kept").Healed | null} healed the notice for the people at the table after a restore
 * @property {any} draft of the next game, whatever the page keeps there
 * @property {Problem | null} closed why the server takes nothing from this device
 * @property {boolean} older the server's sheet is older than one seen here
 */

// The server handles this many within the time limit of a request, even while every table sends its queue.
const AT_MOST = 10;
/** The problem of games that were written for other players: the lots were drawn again, or seats exchanged. */
export const OTHER_PLAYERS = "other_players";

/** Reasons why a game can never be taken back, however often the command is sent: somebody else changed the sheet. */
const FINAL = new Set(["decided_by_supervisor", "not_the_last", "line_changed", "not_written", "sheet_not_open"]);

/** Whether this command should take a game back and never will: the game stays, and the page only has to say so.
 * @param {Pick<Command, "kind" | "problem">} command */
export function inVain({ kind, problem }) {
  return kind === "take_back" && FINAL.has(problem?.code ?? "");
}

/** The number is not the next one: another tab or the desk was faster. */
export class NotNext extends Error {}

/** @param {string} sheet @returns {Sheet} */
export function blank(sheet) {
  const nothing = { kept: [], recollection: null, healed: null };
  return { sheet, state: null, device: 0, sequence: 0, commands: [], draft: null, closed: null, older: false, ...nothing };
}

/** Return the number of the next game after all waiting commands; null before the server's first answer.
 * @param {Sheet} sheet @returns {number | null} */
export function nextNumber(sheet) {
  if (!sheet.state) return null;
  const free = sheet.state.next ?? sheet.state.games + 1;
  const last = sheet.commands.at(-1);
  if (!last) return free;
  // A game stays if the server did not take it back.
  if (last.kind === "take_back") return last.problem ? free : last.number;
  return Math.max(last.number + 1, free);
}

/** Append a command. A game taken back before the server wrote it is removed at once.
 * @param {Sheet} sheet @param {NewCommand} newCommand @param {string} id @returns {Sheet} */
export function appended(sheet, newCommand, id) {
  const next = nextNumber(sheet);
  const due = newCommand.kind === "take_back" ? newCommand.number + 1 : newCommand.number;
  if (!sheet.state || next !== due || (newCommand.kind === "record" && newCommand.number > sheet.state.games)) throw new NotNext();
  const refused = sheet.commands.find((command) => command.problem && command.id === newCommand.game);
  if (refused && newCommand.kind === "take_back") return discarded(sheet, refused.id);
  const sequence = Math.max(sheet.sequence, sheet.state.device.sequence) + 1;
  const command = { id, sequence, base: sheet.state.version, ...newCommand, problem: null };
  return { ...sheet, sequence, commands: [...sheet.commands, command] };
}

/** Return the commands to send now: the first ones, up to one that a person must decide on or that waits for games of
 * another device.
 * @param {Sheet} sheet @returns {Omit<Command, "problem" | "reordered">[]} */
export function sendable(sheet) {
  if (sheet.closed || sheet.older) return [];
  const stops = [sheet.commands.findIndex((command) => command.problem), gap(sheet)?.at ?? -1];
  const first = sheet.commands.slice(0, Math.min(AT_MOST, ...stops.filter((stop) => stop >= 0)));
  return first.map(({ problem: _problem, reordered: _reordered, ...command }) => command);
}

/** Return the rest after the server's answers: only commands that were applied or done already no longer wait. They are
 * kept until the match is closed.
 * @param {Sheet} sheet @param {Answer[]} answers @param {State | null} state @param {number} requestVersion the version known when asking
 * @returns {Sheet} */
export function answered(sheet, answers, state, requestVersion) {
  const by = new Map(answers.map((answer) => [answer.id, answer])), keptCommands = [...sheet.kept];
  let reorder = false, games = sheet.healed?.games ?? 0;
  const commands = sheet.commands.flatMap((command) => {
    const answer = by.get(command.id);
    if (!answer) return [command];
    if (answer.answer === "applied" || answer.answer === "duplicate") {
      keptCommands.push(copyToKeep(command));
      if (command.again && command.kind === "record" && answer.answer === "applied") games += 1;
      return [];
    }
    if (answer.code === "out_of_sequence" && !command.reordered) {
      reorder = true;
      return [{ ...command, reordered: true }];
    }
    return [{ ...command, problem: { code: answer.code ?? answer.answer, text: answer.text ?? "" } }];
  });
  const older = answers.some((answer) => answer.code === "sheet_older");
  const healed = sheet.healed && { ...sheet.healed, games };
  const rest = { ...sheet, commands, kept: keptCommands, healed, closed: null, older: sheet.older || older };
  const current = state ? adopted(rest, state, requestVersion) : rest;
  return reorder && current.state ? inSequence(current, current.state.device.sequence) : current;
}

/** Return the sheet with the server's state unless that is older than the known one; a server that lost versions is
 * noted. If others sit at the table now, no game that was written before goes to their sheet. If the server was
 * restored, everything is sent again.
 * @param {Sheet} sheet @param {State} state @param {number} requestVersion the version known when asking
 * @returns {Sheet} */
export function adopted(sheet, state, requestVersion) {
  const restored = isRestored(sheet, state.restore);
  if (sheet.state && people(sheet.state) !== people(state)) {
    // After a restore the games of lost lots stay here and are shown.
    const lost = restored ? commandsToResend(sheet) : sheet.commands;
    const commands = lost.map((command) => ({ ...command, problem: { code: OTHER_PLAYERS, text: "" } }));
    const other = { ...sheet, commands, state, closed: null, older: false, device: state.device.number };
    const kept = restored ? [] : commandsToKeep(sheet, state);
    return inSequence({ ...other, kept, healed: null }, state.device.sequence);
  }
  if (restored) return healing(sheet, state);
  if (sheet.state && state.version < sheet.state.version) {
    // An answer overtaken by a later one is ignored; one older than the request comes from a restored backup.
    return state.version < requestVersion ? { ...sheet, closed: null, older: true } : sheet;
  }
  const newSheet = { ...sheet, kept: commandsToKeep(sheet, state), state, closed: null, older: false, device: state.device.number };
  // The server counts the commands of another device from 1 again.
  if (sheet.device !== state.device.number) return inSequence(newSheet, state.device.sequence);
  return { ...newSheet, sequence: Math.max(sheet.sequence, state.device.sequence) };
}

/** Return the commands to keep: none once the match is closed, or if the lots were taken back and drawn again.
 * @param {Sheet} sheet @param {State} state */
function commandsToKeep(sheet, state) {
  const same = !sheet.state || sheet.state.sheet === state.sheet;
  return same && state.keep !== false ? sheet.kept : [];
}

/** Return the sheet after a restore: everything goes to the server again, and the answers are handled as usual.
 * @param {Sheet} sheet @param {State} state @returns {Sheet} */
function healing(sheet, state) {
  const before = /** @type {State} */ (sheet.state), restore = state.restore;
  const commands = commandsToResend(sheet).map((command) => unstuck(command, state));
  const report = sheet.recollection ? { ...sheet.recollection, restore } : recollected(before, restore);
  const healed = { games: 0, signed: signedSeats(before) };
  const newSheet = { ...sheet, kept: [], commands, state, closed: null, older: false, device: state.device.number };
  return inSequence({ ...newSheet, recollection: report, healed }, state.device.sequence);
}

/** Return the commands kept on a device that may write no more. If the server was restored, it may lack all of them.
 * @param {Sheet} sheet @param {Problem} closed @param {{restore?: string, keep?: boolean}} told @returns {Sheet} */
export function barred(sheet, closed, { restore, keep }) {
  if (keep === false) return { ...sheet, closed, kept: [] };
  if (!isRestored(sheet, restore)) return { ...sheet, closed };
  return { ...sheet, closed, kept: [], commands: commandsToResend(sheet) };
}

/** Return the sheet with this text in place of those that the server gave in another language.
 * @param {Sheet} sheet @param {string} text @returns {Sheet} */
export function retold(sheet, text) {
  const commands = sheet.commands.map((command) => (command.problem?.text ? { ...command, problem: { ...command.problem, text } } : command));
  return { ...sheet, commands, closed: sheet.closed && { ...sheet.closed, text } };
}

/** Return the state with the server's changes; null if the changes are for another state.
 * @param {State | null} state @param {Record<string, any>} changes @returns {State | null} */
export function patched(state, { since, gone, lines, seats, ...fields }) {
  if (!state || state.version !== since) return null;
  const newLines = byNumber(lines);
  const others = state.lines.filter((/** @type {{number: number}} */ { number }) => !newLines.has(number) && !gone.includes(number));
  const allLines = [...others, ...lines].sort((one, other) => one.number - other.number);
  const newSeats = byNumber(seats);
  const people = state.seats.map((/** @type {{number: number}} */ seat) => ({ ...seat, ...newSeats.get(seat.number) }));
  return { ...state, ...fields, lines: allLines, seats: people };
}

/** @param {{number: number}[]} items @returns {Map<number, any>} */
function byNumber(items) {
  return new Map(items.map((one) => [one.number, one]));
}

/** @param {State} state */
function people(state) {
  return JSON.stringify((state.seats ?? []).map((/** @type {{start_number: number}} */ seat) => seat.start_number));
}

/** @param {Sheet} sheet @param {number} from the sequence before the first @returns {Sheet} */
function inSequence(sheet, from) {
  const commands = sheet.commands.map((command, index) => ({ ...command, sequence: from + 1 + index }));
  return { ...sheet, commands, sequence: from + commands.length };
}

/** Return the sheet without a command that a person gives up and the one that took it back. Later games move up into
 * its line if the server has none there. Games that were written for other players are given up all at once.
 * @param {Sheet} sheet @param {string} id @returns {Sheet} */
export function discarded(sheet, id) {
  const target = sheet.commands.find((command) => command.id === id);
  if (!target || !(target.problem || sheet.closed)) return sheet;
  const others = isOthers(target);
  const rest = sheet.commands.filter((command) => (others ? !isOthers(command) : command.id !== id && command.game !== id));
  const first = rest.at(0);
  const free = sheet.state?.next ?? target.number;
  const up = (others || target.kind === "record") && first?.kind === "record" && !sheet.closed ? Math.max(0, first.number - free) : 0;
  const moved = rest.map((command) => ({ ...command, number: command.number - up }));
  return inSequence({ ...sheet, commands: moved }, sheet.state?.device.sequence ?? 0);
}

/** Whether a game was written for other players than those who sit there now.
 * @param {Command} command */
function isOthers({ problem }) {
  return problem?.code === OTHER_PLAYERS;
}

/** Mark everything to be sent again, at a person's request, except other players' games. `state` is the server's if
 * that was older than ours, because such a server may lack acknowledged commands, too.
 * @param {Sheet} sheet @param {State | null} state @returns {Sheet} */
export function retried(sheet, state) {
  const commands = (state ? commandsToResend(sheet) : sheet.commands).map((command) => unstuck(command, state));
  if (!state) return { ...sheet, commands, closed: null };
  const newSheet = { ...sheet, kept: [], commands, closed: null, older: false, state, device: state.device.number };
  return inSequence(newSheet, state.device.sequence);
}

/** Return a command as it is sent anew, unless it is a game of other players.
 * @param {Command} command @param {State | null} state @returns {Command} */
function unstuck(command, state) {
  if (isOthers(command)) return command;
  return { ...command, problem: null, reordered: false, base: Math.min(command.base, state?.version ?? command.base) };
}
