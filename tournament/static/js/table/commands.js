// The commands of a sheet that wait on this device: rules that lead from one record of the store to the next. Knows no
// network, no database and no clock. The protocol is docs/table.md.

/** @typedef {{code: string, text: string}} Problem */
/**
 * @typedef {object} Command
 * @property {string} id 32 hex digits
 * @property {number} sequence @property {number} base
 * @property {"record" | "take_back"} kind @property {number} number
 * @property {Record<string, any>} [record] @property {string[]} [redeals] @property {string} [oral]
 * @property {string} [game] the id that wrote the game to take back
 * @property {Problem | null} problem why the server did not write it
 * @property {boolean} [reordered] its sequence was given anew because the server wanted another
 */
/** @typedef {{kind: "record" | "take_back", number: number, record?: Record<string, any>, redeals?: string[], oral?: string, game?: string}} Wanted */
/** @typedef {{version: number, next: number | null, games: number, device: {number: number, sequence: number}, [field: string]: any}} State */
/** @typedef {{id: string, answer: "applied" | "duplicate" | "conflict" | "refused", code?: string, text?: string}} Answer */
/**
 * @typedef {object} Sheet what the device keeps of one sheet
 * @property {string} sheet its address, the path of the token
 * @property {State | null} state the last of the server
 * @property {number} device the number of this device on the sheet
 * @property {number} sequence given last
 * @property {Command[]} commands not answered with applied or duplicate, in their order
 * @property {any} draft of the next game, whatever the page keeps there
 * @property {Problem | null} closed why the server takes nothing from this device
 * @property {boolean} older the server's sheet is older than what was seen here
 */

const AT_MOST = 40;
/** The problem of games that were written for other players: the lots were drawn again, or seats exchanged. */
export const OTHER_PLAYERS = "other_players";

/** Reasons why a game can never be taken back, however often that is sent: somebody else has changed the sheet. */
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
  return { sheet, state: null, device: 0, sequence: 0, commands: [], draft: null, closed: null, older: false };
}

/** Return the number of the next game after all that waits here; null before the server's first answer.
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
 * @param {Sheet} sheet @param {Wanted} wanted @param {string} id @returns {Sheet} */
export function appended(sheet, wanted, id) {
  const next = nextNumber(sheet);
  const due = wanted.kind === "take_back" ? wanted.number + 1 : wanted.number;
  if (!sheet.state || next !== due || (wanted.kind === "record" && wanted.number > sheet.state.games)) throw new NotNext();
  const refused = sheet.commands.find((command) => command.problem && command.id === wanted.game);
  if (refused && wanted.kind === "take_back") return discarded(sheet, refused.id);
  const sequence = Math.max(sheet.sequence, sheet.state.device.sequence) + 1;
  const command = { id, sequence, base: sheet.state.version, ...wanted, problem: null };
  return { ...sheet, sequence, commands: [...sheet.commands, command] };
}

/** Return the commands to send now: the first ones, up to one that a person must decide on.
 * @param {Sheet} sheet @returns {Omit<Command, "problem" | "reordered">[]} */
export function sendable(sheet) {
  if (sheet.closed || sheet.older) return [];
  const stop = sheet.commands.findIndex((command) => command.problem);
  const first = sheet.commands.slice(0, stop < 0 ? AT_MOST : Math.min(stop, AT_MOST));
  return first.map(({ problem: _problem, reordered: _reordered, ...command }) => command);
}

/** Return what remains after the server's answers: only commands that were applied or done already are deleted.
 * @param {Sheet} sheet @param {Answer[]} answers @param {State | null} state @param {number} asked the version known when asking
 * @returns {Sheet} */
export function answered(sheet, answers, state, asked) {
  const by = new Map(answers.map((answer) => [answer.id, answer]));
  let reorder = false;
  const commands = sheet.commands.flatMap((command) => {
    const answer = by.get(command.id);
    if (!answer) return [command];
    if (answer.answer === "applied" || answer.answer === "duplicate") return [];
    if (answer.code === "out_of_sequence" && !command.reordered) {
      reorder = true;
      return [{ ...command, reordered: true }];
    }
    return [{ ...command, problem: { code: answer.code ?? answer.answer, text: answer.text ?? "" } }];
  });
  const older = answers.some((answer) => answer.code === "sheet_older");
  const left = { ...sheet, commands, closed: null, older: sheet.older || older };
  const seen = state ? adopted(left, state, asked) : left;
  return reorder && seen.state ? inSequence(seen, seen.state.device.sequence) : seen;
}

/** Return the sheet with the server's state unless that is older than the known one; a server that lost versions is
 * noted. If others sit at the table now, no game that was written before goes to their sheet.
 * @param {Sheet} sheet @param {State} state @param {number} asked the version known when asking @returns {Sheet} */
export function adopted(sheet, state, asked) {
  if (sheet.state && people(sheet.state) !== people(state)) {
    const commands = sheet.commands.map((command) => ({ ...command, problem: { code: OTHER_PLAYERS, text: "" } }));
    const other = { ...sheet, commands, state, closed: null, older: false, device: state.device.number };
    return inSequence(other, state.device.sequence);
  }
  if (sheet.state && state.version < sheet.state.version) {
    // An answer overtaken by a later one is ignored; one older than the request comes from a restored backup.
    return state.version < asked ? { ...sheet, closed: null, older: true } : sheet;
  }
  const known = { ...sheet, state, closed: null, older: false, device: state.device.number };
  // The server counts the commands of another device from 1 again.
  if (sheet.device !== state.device.number) return inSequence(known, state.device.sequence);
  return { ...known, sequence: Math.max(sheet.sequence, state.device.sequence) };
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
 * its line if the server has none there.
 * @param {Sheet} sheet @param {string} id @returns {Sheet} */
export function discarded(sheet, id) {
  const gone = sheet.commands.find((command) => command.id === id);
  if (!gone || !(gone.problem || sheet.closed)) return sheet;
  const rest = sheet.commands.filter((command) => command.id !== id && command.game !== id);
  const first = rest.at(0);
  const free = sheet.state?.next ?? gone.number;
  const up = gone.kind === "record" && first?.kind === "record" && !sheet.closed ? Math.max(0, first.number - free) : 0;
  const moved = rest.map((command) => ({ ...command, number: command.number - up }));
  return inSequence({ ...sheet, commands: moved }, sheet.state?.device.sequence ?? 0);
}

/** Mark everything to be sent again, as a person wants it, except other players' games; `state` is the server's if
 * that was older than ours.
 * @param {Sheet} sheet @param {State | null} state @returns {Sheet} */
export function retried(sheet, state) {
  const commands = sheet.commands.map((command) => {
    if (command.problem?.code === OTHER_PLAYERS) return command;
    return { ...command, problem: null, reordered: false, base: Math.min(command.base, state?.version ?? command.base) };
  });
  const again = { ...sheet, commands, closed: null };
  return state ? inSequence({ ...again, older: false, state, device: state.device.number }, state.device.sequence) : again;
}
