// The last game, to be taken back with one tap until the next one stands; after it a supervisor corrects (5.3.4).
import { part, signed, word } from "table/words";

/** @typedef {import("table/entry").Context} Context */
/** @typedef {import("table/model").Model} Model */
/** @typedef {import("table/model").Line} Line */

/** @param {Context} context @returns {(model: Model) => void} to be called after every change */
export function mountUndo(context) {
  let most = 0; // once the next game stood, the one before it is closed

  part("undo_button").addEventListener("click", async () => {
    const model = context.model(), line = model?.last;
    if (!model || !line) return;
    try {
      await context.queue.enqueue({ kind: "take_back", number: line.number, game: line.id });
    } catch {
      return; // The desk or another tab was first: the page shows what stands there now.
    }
    context.say(word("taken_back", { number: line.number }));
    part("entry_head").focus();
  });

  return (model) => {
    const line = model.last, number = line?.number ?? 0;
    most = Math.max(most, number);
    const last = line !== null && model.open && number === (model.next ?? model.state.games + 1) - 1;
    part("undo").hidden = !last || number < most;
    part("undo_closed").hidden = !last || number === most;
    part("undo_text").textContent = line ? gameWords(model, line) : "";
  };
}

/** "Game 11: Solo · Bene +9"
 * @param {Model} model @param {Line} line */
export function gameWords(model, line) {
  return word("last_game", { number: line.number, contract: line.word, points: pointWords(model.names, line.points) });
}

/** Those who won with their points, or who lost where they are fewer.
 * @param {string[]} names @param {number[]} points */
export function pointWords(names, points) {
  const seats = points.map((value, index) => ({ name: names[index], value }));
  const won = seats.filter(({ value }) => value > 0), lost = seats.filter(({ value }) => value < 0);
  const told = lost.length > 0 && lost.length < won.length ? lost : won;
  return told.map(({ name, value }) => `${name} ${signed(value)}`).join(", ");
}
