// All totals, the scorekeeper, the money, and the checksum of the round: always visible.
import { element, part, word } from "table/words";
import { signed } from "writing";

/** @param {import("table/model").Model} model */
export function showTotals(model) {
  const [label, sum] = part("checksum").children;
  part("checksum").hidden = model.checksum === null;
  label.textContent = word("checksum", { round: model.round });
  sum.textContent = model.checksum ? signed(model.checksum) : "0 ✓";
  part("checksum").classList.toggle("is-wrong", Boolean(model.checksum));
  const begins = model.seats.map((seat) => seat.short.split(" ")[0]);
  part("totals").replaceChildren(...model.seats.map((seat, at) => {
    const item = element("li", "total"), name = element("span", "total-name");
    // The end of a long name is cut here, so names that begin alike get their seat's number.
    const isAlike = begins.indexOf(begins[at]) !== begins.lastIndexOf(begins[at]);
    name.append(element("span", "", isAlike ? `${seat.number} ${seat.short}` : seat.short));
    if (seat.number === model.state.scorekeeper) name.append(" ", pen());
    item.append(name, " ", element("strong", "total-points", signed(seat.points)));
    // Only the server computes money, and only for sent games.
    if (seat.cents !== null) item.append(" ", element("span", "total-money", money(seat.cents)));
    return item;
  }));
}

/** Return the mark of the scorekeeper (5.3.1). */
export function pen() {
  const mark = element("span", "keeps-list");
  mark.setAttribute("role", "img");
  mark.setAttribute("aria-label", word("scorekeeper"));
  return mark;
}

/** @param {number} cents */
export function money(cents) {
  const language = document.documentElement.lang;
  const text = (Math.abs(cents) / 100).toLocaleString(language, { style: "currency", currency: "EUR" });
  return cents < 0 ? `−${text}` : cents > 0 ? `+${text}` : text;
}
