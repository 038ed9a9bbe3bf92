// Messages from the desk and the supervisors: they stay on the page until somebody at the table confirms them.
import { element, part, word } from "table/words";

/** @typedef {{queue: import("table/queue").Queue, say: (text: string) => void}} Context */
/** @typedef {{id: number, text: string, from: string, at: string}} Message */

/** @param {Context} context @returns {() => void} to be called after every change */
export function mountMessages(context) {
  /** @type {Set<number>} those that were shown before */
  const oldMessages = new Set();
  /** @type {Set<number>} those that are being confirmed */
  const confirmed = new Set();
  let lastContent = "";

  /** @param {Message} message */
  async function confirm(message) {
    confirmed.add(message.id);
    show();
    const answer = await context.queue.post("messages/read/", { message: message.id });
    if (answer && answer.status < 300) return;
    confirmed.delete(message.id);
    show();
    context.say(word("message_no_network"));
  }

  /** @param {Message} message */
  function notice(message) {
    const box = element("div", "notice notice-warning table-message"), words = element("p");
    const button = element("button", "btn", word("message_confirm"));
    button.type = "button";
    button.addEventListener("click", () => void confirm(message));
    words.append(element("strong", "", message.text), ` ${word("message_from", { name: message.from, time: message.at })}`);
    box.append(words, button);
    return box;
  }

  function show() {
    // A device that was replaced or locked gets no news: its last message may have been answered long ago.
    /** @type {Message[]} */
    const messages = (context.queue.closed ? [] : context.queue.state?.messages ?? []).filter((/** @type {Message} */ message) => !confirmed.has(message.id));
    const now = JSON.stringify(messages);
    if (now === lastContent) return;
    lastContent = now;
    part("table_messages").hidden = messages.length === 0;
    part("table_messages").replaceChildren(...messages.map(notice));
    const added = messages.filter((message) => !oldMessages.has(message.id));
    for (const { id } of added) oldMessages.add(id);
    if (added.length === 0) return;
    if (/** @type {any} */ (navigator).userActivation?.hasBeenActive) navigator.vibrate?.([200, 100, 200]);
    context.say(added.map(({ text }) => text).join(" "));
  }
  return show;
}
