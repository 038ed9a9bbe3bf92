// Deals before the next game that were not played: counted with their reasons (5.2.5, 3.4), kept until it is written.
import { part, word } from "table/words";

/** @typedef {import("table/entry").Context} Context */
/** @typedef {import("table/model").Model} Model */

/** @param {Context} context @returns {(model: Model) => void} to be called after every change */
export function mountRedeals(context) {
  const open = part("redeals_open"), reasons = part("redeals_reasons");

  /** @param {boolean} isOpen */
  function unfold(isOpen) {
    reasons.hidden = !isOpen;
    open.setAttribute("aria-expanded", String(isOpen));
    // At the end of the page the bar would cover them.
    if (isOpen) reasons.scrollIntoView({ block: "nearest" });
  }

  /** @param {(reasons: string[]) => string[]} change */
  async function keep(change) {
    const model = context.model();
    if (!model || model.next === null) return;
    await context.queue.setDraft({ number: model.next, redeals: change(model.pendingRedeals) });
    unfold(false);
    context.say(`${part("redeals_text").textContent} ${part("dealer").textContent}`);
  }

  open.addEventListener("click", () => unfold(reasons.hidden));
  reasons.addEventListener("click", (event) => {
    const reason = /** @type {HTMLElement} */ (event.target).closest("button")?.dataset.reason;
    if (reason === undefined) return;
    open.focus();
    // After a new deal, the contract is chosen first.
    void keep((before) => [...before, reason]).then(() => scrollTo({ top: 0 }));
  });
  part("redeals_undo").addEventListener("click", () => {
    void keep((before) => before.slice(0, -1));
    open.focus();
  });

  return (model) => {
    const { pendingRedeals } = model;
    part("redeals_count").hidden = pendingRedeals.length === 0;
    part("redeals_text").textContent = pendingRedeals.length === 0 ? "" : redealWords(pendingRedeals);
  };
}

/** "2 deals not played: thrown in, a card exposed"
 * @param {string[]} reasons */
export function redealWords(reasons) {
  const values = { count: reasons.length, reasons: reasons.map((reason) => word(`redeal_${reason}`)).join(", ") };
  return word(reasons.length === 1 ? "not_played_one" : "not_played", values);
}
