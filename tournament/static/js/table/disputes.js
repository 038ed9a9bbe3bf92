// Disputes about the sheet: that one is open, the decision, and its reason. Reading it puts it away on this device.
import { element, part, word } from "table/words";

/** @typedef {{queue: import("table/queue").Queue, say: (text: string) => void}} Context */
/** @typedef {{place: number, waits: boolean, about: string, lines: string[]}} Dispute */

/** @param {Context} context @returns {() => void} to be called after every change */
export function mountDisputes(context) {
  const key = `spielliste-disputes-${location.pathname}`;
  /** @type {Set<string>} the disputes read here, in their words at that time */
  const read = new Set(readList(key));
  let lastContent = "";

  /** @param {Dispute} dispute */
  function notice(dispute) {
    const box = element("div", `notice table-message${dispute.waits ? " notice-warning" : ""}`), words = element("p");
    const button = element("button", "btn", word("message_confirm"));
    button.type = "button";
    button.addEventListener("click", () => {
      read.add(JSON.stringify(dispute));
      writeList(key, [...read]);
      show();
    });
    words.append(element("strong", "", word("dispute_about", { about: dispute.about })));
    for (const line of dispute.lines) words.append(element("br"), line);
    box.append(words, button);
    return box;
  }

  function show() {
    /** @type {Dispute[]} */
    const all = context.queue.state?.disputes ?? [];
    const disputes = all.filter((dispute) => !read.has(JSON.stringify(dispute)));
    part("sheet_disputes").replaceChildren(...all.map(({ about, lines }) => element("li", "", `${word("dispute_about", { about })} ${lines.join(" · ")}`)));
    part("sheet_disputes").hidden = all.length === 0;
    const now = JSON.stringify(disputes);
    if (now === lastContent) return;
    lastContent = now;
    part("table_disputes").hidden = disputes.length === 0;
    part("table_disputes").replaceChildren(...disputes.map(notice));
    context.say(disputes.map(({ about, lines }) => `${word("dispute_about", { about })} ${lines.at(-1)}`).join(" "));
  }
  return show;
}

/** @param {string} key @returns {string[]} */
function readList(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "[]");
  } catch {
    return []; // The browser keeps nothing, or something else stands there.
  }
}

/** @param {string} key @param {string[]} values */
function writeList(key, values) {
  try {
    localStorage.setItem(key, JSON.stringify(values));
  } catch {
    // The browser keeps nothing: the notice comes back when the page is loaded again.
  }
}
