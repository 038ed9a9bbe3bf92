// The sheet as it will be once everything is sent: the server's state with this device's commands applied. Knows no
// page.
import { approvalFor, isOf } from "table/need";
import { contractOf, find, leader, pointsOf, wordsOf } from "table/outcomes";

/**
 * As docs/table.md has them; only what this page reads.
 * @typedef {import("table/outcomes").GameRecord} GameRecord
 * @typedef {import("table/outcomes").Outcomes} Outcomes
 * @typedef {{word: string, points: number[], reason: string}} Old
 * @typedef {{number: number, dealer: number, sits_out: number | null, word: string, text: string, points: number[],
 *   counted_points: number[], circled: number | null, struck: boolean, pending: boolean, section: string | null, oral: string,
 *   counted: number | null, redeals: string[], id: string, decided: boolean, old: Old[], problems: string[]}} StateLine
 * @typedef {{number: number, start_number: number, name: string, short: string, points: number, plus: number,
 *   minus: number, signed: unknown, refused: string}} StateSeat
 * @typedef {{id: number, number: number, seat: number, contract: string, suit: string, section: string, state: string}} Request
 * @typedef {{number: number, dealers: number[], free: number[], shared: boolean}} Ahead what the server says of the next games
 * @typedef {{version: number, match: number, table: number, tournament: string, state: string, source: string,
 *   games: number, reached: number, players: number, round_of: number, counting: string, ahead: Ahead,
 *   next_dealer_passes: boolean, scorekeeper: number, seats: StateSeat[], lines: StateLine[], warnings: string[],
 *   remarks: string[], joined?: {number: number, text: string}[], messages?: {id: number, text: string, from: string, at: string}[], disputes?: {place: number, waits: boolean, about: string, lines: string[]}[], call?: {id: number, at: string, by: string, answered: string} | null, check_code: string, request: Request | null, money: number[] | null,
 *   approvals: {counted_from: number, always: string, counted: string,
 *     supervisors: {id: number, name: string, code: boolean}[]}}} State
 * @typedef {{id: string, kind: string, number: number, record?: GameRecord, redeals?: string[], oral?: string,
 *   game?: string, problem?: {code: string, text: string} | null}} Command
 * @typedef {{state: State | null, outcomes: Outcomes | null, commands: Command[], draft?: unknown,
 *   next: number | null}} Queue
 *
 * @typedef {StateLine & {unsent: boolean}} Line
 * @typedef {{number: number, name: string, short: string, points: number, plus: number, minus: number,
 *   cents: number | null}} Seat
 * @typedef {{number: number, sum: number | null, running: number[], full: boolean, lines: Line[]}} Round
 * @typedef {{state: State, seats: Seat[], names: string[], lines: Line[], rounds: Round[], round: number,
 *   checksum: number | null, next: number | null, dealer: number, sitsOut: number | null, pendingRedeals: string[],
 *   unsent: number, reached: number, open: boolean, last: Line | null, free: number[]}} Model free: by seat, how many
 *   of the games counted by 5.2.16 may still be played without approval
 */

/** Else only plus points count, because losers are not written. */
const PLUS_AND_MINUS = "plus-and-minus";
/** Only the winners' points are written, so that a line has no sum. */
const PLUS_ONCE = "plus-once";

/** @param {Queue} queue @returns {Model | null} null until the first state of the server */
export function modelOf(queue) {
  const { state, outcomes, commands } = queue;
  if (!state) return null;
  const lines = new Map(state.lines.map((line) => [line.number, { ...line, unsent: false }]));
  const free = [...state.ahead.free];
  for (const command of commands) {
    if (command.kind === "take_back") takeBack(state, lines, free, command);
    else if (outcomes && !lines.has(command.number)) write(state, outcomes, lines, free, command);
  }
  const sheetLines = [...lines.values()].sort((one, other) => one.number - other.number);
  // The number after all waiting games, even refused ones; null after the last game.
  const next = queue.next !== null && queue.next <= state.games ? queue.next : null;
  const at = next ?? state.games, pendingRedeals = next === null ? [] : redealsOf(queue.draft, at);
  const dealer = dealerOf(state, sheetLines, at, pendingRedeals);
  const rounds = roundsOf(state, sheetLines), round = Math.ceil(at / state.round_of);
  return {
    state,
    seats: seatsOf(state, sheetLines, commands.length === 0),
    names: state.seats.map((seat) => seat.short),
    lines: sheetLines,
    rounds,
    round,
    checksum: state.counting === PLUS_ONCE ? null : rounds[round - 1]?.sum ?? 0,
    next,
    dealer,
    sitsOut: sitterOf(state, dealer),
    pendingRedeals,
    unsent: commands.length,
    // The highest line ever written: once the next one is written, the one before it is closed (5.3.4).
    reached: Math.max(state.reached, ...commands.filter(wasWritten).map((command) => command.number)),
    open: state.state === "open" && state.source === "live",
    last: sheetLines.at(-1) ?? null,
    free,
  };
}

/** Whether such a game counts 0 until a supervisor decides: always (5.2.14), or once none is free (5.2.16).
 * @param {State} state @param {number[]} free @param {number} number @param {number} asks @param {GameRecord} record */
function waitsForApproval(state, free, number, asks, record) {
  const approval = approvalFor(state, free, number, asks, record);
  return approval !== null && !(state.request?.state === "granted" && isOf(approval, state.request));
}

/** @param {Command} command */
function wasWritten({ kind, problem }) {
  return kind === "record" && !problem;
}

/** Apply taking a game back; the game stays if the server did not take it back.
 * @param {State} state @param {Map<number, Line>} lines @param {number[]} free @param {Command} command */
function takeBack(state, lines, free, command) {
  const line = lines.get(command.number);
  if (command.problem || !line || line.id !== (command.game ?? "")) return;
  lines.delete(command.number);
  if (line.counted !== null && !line.struck) count(state, free, line.counted, 1);
}

/** @param {State} state @param {number[]} free @param {number} soloist @param {1 | -1} by */
function count(state, free, soloist, by) {
  free.forEach((_games, seat) => { if (state.ahead.shared || seat === soloist - 1) free[seat] += by; });
}

/** @param {State} state @param {Outcomes} outcomes @param {Map<number, Line>} lines @param {number[]} free
 * @param {Command} command */
function write(state, outcomes, lines, free, command) {
  const { number, record, redeals = [] } = command;
  const row = record && find(outcomes, number, record);
  if (!record || !row) return;
  const dealer = dealerOf(state, [...lines.values()], number, redeals), sitsOut = sitterOf(state, dealer);
  const points = pointsOf(row, record, { seats: state.seats.length, sitsOut });
  const pending = waitsForApproval(state, free, number, row.asks, record);
  if (row.counted) count(state, free, leader(record), -1);
  lines.set(number, {
    number,
    dealer,
    sits_out: sitsOut,
    word: contractOf(outcomes, record.contract)?.label ?? record.contract,
    text: wordsOf(row, record, state.seats.map((seat) => seat.short), outcomes),
    points,
    counted_points: pending ? points.map(() => 0) : points,
    circled: row.circled ? leader(record) : null,
    struck: false,
    pending,
    oral: pending ? command.oral ?? "" : "",
    section: pending ? (row.asks === 2 ? state.approvals.always : state.approvals.counted) : null,
    counted: row.counted ? leader(record) : null,
    redeals,
    id: command.id,
    decided: false,
    old: [],
    problems: command.problem ? [command.problem.text] : [],
    unsent: true,
  });
}

/** Return who deals, in the server's order; a deal thrown in counts as one more deal if the rules say so (5.2.5,
 * 2.4.13).
 * @param {State} state @param {StateLine[]} lines @param {number} number @param {string[]} redeals */
function dealerOf(state, lines, number, redeals) {
  const { number: from, dealers } = state.ahead;
  const before = lines.filter((line) => line.number < number).flatMap((line) => line.redeals);
  // The server's order follows its own lines, so undo the redeals of games that were taken back here and not yet there.
  const serverRedeals = state.lines.filter((line) => line.number < from).flatMap((line) => line.redeals);
  const thrownIn = passCount([...before, ...redeals]) - passCount(serverRedeals);
  const turn = number - from + (state.next_dealer_passes ? thrownIn : 0);
  return dealers[((turn % dealers.length) + dealers.length) % dealers.length];
}

/** @param {string[]} redeals */
function passCount(redeals) {
  return redeals.filter((reason) => reason === "passed").length;
}

/** Return the dealer as the seat that sits out, if more sit at the table than play.
 * @param {State} state @param {number} dealer */
function sitterOf(state, dealer) {
  return state.seats.length > state.players ? dealer : null;
}

/** Return the reasons kept for the next game; those of another line no longer count.
 * @param {unknown} draft @param {number} next
 * @returns {string[]} */
function redealsOf(draft, next) {
  const redealDraft = /** @type {{number?: number, redeals?: string[]} | null | undefined} */ (draft);
  return redealDraft?.number === next ? redealDraft.redeals ?? [] : [];
}

/** @param {State} state @param {Line[]} lines @param {boolean} allSent @returns {Seat[]} */
function seatsOf(state, lines, allSent) {
  return state.seats.map((seat, index) => {
    const values = lines.map((line) => line.counted_points[index]);
    const plus = sum(values.filter((points) => points > 0)), minus = Math.abs(sum(values.filter((points) => points < 0)));
    return {
      number: seat.number,
      name: seat.name,
      short: seat.short,
      plus,
      minus,
      points: state.counting !== PLUS_AND_MINUS ? plus : plus - minus,
      // Only the server computes money, so it does not include unsent games.
      cents: allSent && state.money ? state.money[index] : null,
    };
  });
}

/** Return every round with its lines, its sum over all seats and the running totals after it (5.3.3).
 * @param {State} state @param {Line[]} lines @returns {Round[]} */
function roundsOf(state, lines) {
  const of = state.round_of, running = state.seats.map(() => 0);
  return Array.from({ length: Math.ceil(state.games / of) }, (_none, index) => {
    const from = index * of, to = Math.min(from + of, state.games);
    const own = lines.filter((line) => line.number > from && line.number <= to);
    for (const { counted_points: points } of own) {
      points.forEach((value, seat) => { running[seat] += state.counting !== PLUS_AND_MINUS ? Math.max(value, 0) : value; });
    }
    return {
      number: index + 1,
      sum: state.counting === PLUS_ONCE ? null : sum(own.flatMap((line) => line.counted_points)),
      running: [...running],
      full: own.length === to - from,
      lines: own,
    };
  });
}

/** @param {number[]} values */
function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}
