// The whole sheet as on paper: rounds with running totals and checksums, circles, struck and unsent games.
import { element, part, word } from "table/words";
import { redealWords } from "table/redeals";
import { pen } from "table/totals";
import { signed } from "writing";

/** @typedef {import("table/model").Model} Model */
/** @typedef {import("table/model").Line} Line */
/** @typedef {import("table/model").Round} Round */

const FIVE = 5;

/** @param {Model} model */
export function showSheet(model) {
  const table = part("sheet_table");
  table.classList.toggle("is-wide", model.seats.length >= FIVE);
  const { cells } = table.dataset;
  const newCells = JSON.stringify([model.lines, model.names, model.state.scorekeeper, model.dealer, model.next]);
  if (cells === newCells) return;
  table.dataset.cells = newCells;
  const columns = element("colgroup");
  for (const name of ["no", "dealer", "contract"]) columns.append(element("col", name));
  for (let index = 0; index < 2 * model.seats.length; index += 1) columns.append(element("col"));
  table.replaceChildren(
    element("caption", "visually-hidden", word("sheet_caption", { table: model.state.table })),
    columns, head(model), ...model.rounds.map((round) => body(model, round)), foot(model),
  );
}

/** @param {string} scope @param {string} style @param {string} [text] @param {number} [wide] @param {number} [high] */
function heading(scope, style, text = "", wide = 1, high = 1) {
  const cell = element("th", style, text);
  Object.assign(cell, { scope, colSpan: wide, rowSpan: high });
  return cell;
}

/** @param {Model} model */
function head(model) {
  const top = element("tr"), below = element("tr"), box = element("thead");
  for (const name of ["no", "dealer"]) {
    const cell = heading("col", name, "", 1, 2);
    cell.append(element("span", "", word(`sheet_${name}`)));
    top.append(cell);
  }
  top.append(heading("col", "contract", word("sheet_game"), 1, 2));
  for (const seat of model.seats) {
    const cell = heading("colgroup", "seat", "", 2);
    cell.append(element("span", "whole-name", `${seat.number} ${seat.name}`), element("span", "short-name", `${seat.number} ${seat.short}`));
    if (seat.number === model.state.scorekeeper) cell.append(" ", pen());
    const plus = heading("col", "plus", "+"), minus = heading("col", "minus", "−");
    plus.setAttribute("aria-label", word("sheet_plus", { name: seat.short }));
    minus.setAttribute("aria-label", word("sheet_minus", { name: seat.short }));
    top.append(cell);
    below.append(plus, minus);
  }
  box.append(top, below);
  return box;
}

/** @param {Model} model @param {Round} round */
function body(model, round) {
  const box = element("tbody"), of = model.state.round_of, from = (round.number - 1) * of + 1;
  for (let number = from; number < from + of && number <= model.state.games; number += 1) {
    const line = round.lines.find((each) => each.number === number);
    for (const one of model.state.joined ?? []) if (one.number === number) box.append(noteRow(model, [one.text]));
    if (line) box.append(...gameRows(model, line));
    else box.append(empty(model, number));
  }
  const sums = element("tr", round.sum ? "checksum is-wrong" : "checksum"), sum = round.sum ?? 0;
  const title = round.full && round.sum !== null ? "sheet_checksum" : "sheet_round";
  sums.append(heading("row", "", word(title, { round: round.number, sum: `${signed(sum)}${sum === 0 ? " ✓" : ""}` }), 3));
  for (const total of round.running) sums.append(wide(round.full ? signed(total) : ""));
  box.append(sums);
  return box;
}

/** @param {Model} model @param {number} number */
function empty(model, number) {
  const current = number === model.next, row = element("tr", current ? "game current" : "game");
  if (current) row.setAttribute("aria-current", "true");
  row.append(heading("row", "", String(number)), element("td", "dealer", current ? String(model.dealer) : ""), element("td", "contract"));
  for (let index = 0; index < model.seats.length; index += 1) row.append(element("td", "plus"), element("td", "minus"));
  return row;
}

/** @param {Model} model @param {Line} line @returns {HTMLElement[]} */
function gameRows(model, line) {
  const rows = line.old.map((old) => game(line, old.word, old.points, "game struck old"));
  const states = { struck: line.struck, pending: line.pending, unsent: line.unsent, problem: line.problems.length > 0 };
  const style = ["game", ...Object.entries(states).filter(([, is]) => is).map(([name]) => name)].join(" ");
  rows.push(game(line, line.word, line.points, style));
  const notes = [
    line.unsent ? word("sheet_unsent") : "",
    line.oral ? word("sheet_oral", { name: line.oral }) : "",
    line.pending ? word("sheet_pending", { section: line.section ?? "" }) : "",
    line.struck ? word("sheet_struck") : "",
    line.redeals.length > 0 ? `${redealWords(line.redeals)}.` : "",
    ...line.old.map((old) => old.reason),
    ...line.problems,
  ].filter(Boolean);
  if (notes.length > 0) rows.push(noteRow(model, notes));
  return rows;
}

/** @param {Model} model @param {string[]} notes */
function noteRow(model, notes) {
  const note = element("tr", "note"), cell = element("td");
  cell.append(...noteLines(notes));
  cell.colSpan = 3 + 2 * model.seats.length;
  note.append(cell);
  return note;
}

/** Put each note on a line of its own.
 * @param {string[]} notes */
export function noteLines(notes) {
  return notes.flatMap((note) => [element("span", "note-line", note), " "]);
}

/** @param {Line} line @param {string} contract @param {number[]} points @param {string} style */
function game(line, contract, points, style) {
  const row = element("tr", style), mark = line.unsent && !style.includes("old");
  const number = heading("row", "", String(line.number));
  if (mark) number.prepend(element("span", "unsent-mark", "●"));
  row.append(number, element("td", "dealer", String(line.dealer)), element("td", "contract", contract));
  points.forEach((value, index) => {
    const circled = line.circled === index + 1 && !style.includes("old");
    row.append(cell("plus", value > 0 ? value : 0, circled), cell("minus", value < 0 ? -value : 0, circled));
  });
  return row;
}

/** Show a plain number: its column stands for the sign.
 * @param {string} style @param {number} value @param {boolean} circled */
function cell(style, value, circled) {
  const box = element("td", style);
  if (value > 0 && circled) box.append(element("span", "circled", String(value)));
  else if (value > 0) box.textContent = String(value);
  return box;
}

/** @param {string} text */
function wide(text) {
  const box = element("td", "", text);
  box.colSpan = 2;
  return box;
}

/** @param {Model} model */
function foot(model) {
  const box = element("tfoot"), columns = element("tr", "checksum column-sums"), result = element("tr", "result");
  columns.append(heading("row", "", word("sheet_columns"), 3));
  for (const seat of model.seats) columns.append(element("td", "plus", String(seat.plus)), element("td", "minus", String(seat.minus)));
  const sum = model.lines.flatMap((line) => line.counted_points).reduce((total, points) => total + points, 0);
  result.append(heading("row", "", word(model.checksum === null ? "sheet_points" : "sheet_result", { sum: signed(sum) }), 3));
  for (const seat of model.seats) result.append(wide(signed(seat.points)));
  box.append(columns, result);
  return box;
}
