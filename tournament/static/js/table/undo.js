// The last game can be taken back with one tap until the next one is written or somebody has signed; after that a
// supervisor corrects it (5.3.4).
import { part, word } from "table/words";
import { signed } from "writing";

/** @typedef {import("table/entry").Context} Context */
/** @typedef {import("table/model").Model} Model */
/** @typedef {import("table/model").Line} Line */

/** @param {Context} context @returns {(model: Model) => void} to be called after every change */
export function mountUndo(context) {
  let lastUndo = 0; // the game that was taken back last

  part("undo_button").addEventListener("click", async () => {
    const model = context.model(), line = model?.last;
    if (!model || !line) return;
    lastUndo = line.number;
    try {
      await context.queue.enqueue({ kind: "take_back", number: line.number, game: line.id });
    } catch {
      lastUndo = 0;
      return; // The desk or another tab was faster: the page shows the present sheet.
    }
    context.say(word("taken_back", { number: line.number }));
    if (!part("entry").hidden) part("entry_head").focus();
  });

  return (model) => {
    const line = model.last, number = line?.number ?? 0, signs = isUnsigned(model);
    const most = Math.max(model.reached, number);
    const last = line !== null && (model.open || signs) && number === (model.next ?? model.state.games + 1) - 1;
    const place = part(signs ? "undo_signing" : model.next === null ? "undo_end" : "undo_entry");
    if (part("undo").parentElement !== place) place.prepend(part("undo"));
    part("undo").hidden = !last || number < most;
    // No button if a supervisor decided on the game, or if the server did not take it back.
    const refused = context.queue.commands.some(({ kind, problem }) => kind === "take_back" && problem);
    part("undo_button").hidden = line?.decided === true || refused;
    if (refused && lastUndo > 0) {
      lastUndo = 0;
      context.say("");
    }
    // Even without a game, the place of the button still says that a game was taken back.
    part("undo_closed").hidden = !model.open || number === most || (line !== null && !last);
    part("undo_done").textContent = lastUndo === number + 1 ? word("taken_back", { number: lastUndo }) : "";
    part("undo_earlier").hidden = line === null;
    part("undo_text").textContent = line ? gameWords(model, line) : "";
  };
}

/** Whether a complete sheet waits for its first signature: until then no game follows the last one.
 * @param {Model} model */
function isUnsigned({ state, unsent }) {
  return state.state === "complete" && state.source === "live" && unsent === 0 && state.seats.every((seat) => !seat.signed);
}

/** Return "Game 11: Solo · Bene +9"; without points if the game does not count, or not yet.
 * @param {Model} model @param {Line} line */
export function gameWords(model, line) {
  const name = line.struck ? "last_game_struck" : line.pending ? "last_game_waits" : "last_game";
  return word(name, { number: line.number, contract: line.word, points: pointWords(model.names, line.points) });
}

/** Return the winners with their points, or the losers if they are fewer.
 * @param {string[]} names @param {number[]} points */
export function pointWords(names, points) {
  const seats = points.map((value, index) => ({ name: names[index], value }));
  const won = seats.filter(({ value }) => value > 0), lost = seats.filter(({ value }) => value < 0);
  const group = lost.length > 0 && lost.length < won.length ? lost : won;
  return group.map(({ name, value }) => `${name} ${signed(value)}`).join(", ");
}
