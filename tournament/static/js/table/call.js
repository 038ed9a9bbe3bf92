// The table calls a supervisor: the key below everything, and the state of the call. The call goes out at once or fails
// with a message: a call that waits for network would come when nobody needs it any more.
import { element, part, word } from "table/words";

/** @typedef {{queue: import("table/queue").Queue, say: (text: string) => void}} Context */
/** @typedef {{id: number, at: string, by: string, answered: string}} Call */

const CLOSED_STATES = ["accepted", "void"];

/** @param {Context} context @returns {() => void} to be called after every change */
export function mountCall(context) {
  const button = /** @type {HTMLButtonElement} */ (part("call_button")), box = part("table_call");
  let sending = false, problem = "", lastContent = "", lastSentence = "";
  /** @type {Set<number>} answers that were read here */
  const read = new Set();

  /** @param {string} path @param {string} failed the word for what did not go out */
  async function send(path, failed) {
    if (sending) return;
    sending = true;
    problem = "";
    show();
    const answer = await context.queue.post(path, {});
    sending = false;
    if (answer?.status !== 200) {
      problem = answer?.json?.text ?? word(failed);
      context.say(problem);
    }
    show();
    scrollTo({ top: 0 }); // the notice stands there, the key far below
  }

  button.addEventListener("click", () => void send("calls/", "call_offline"));

  /** @param {string} text @param {string} key @param {() => void} act @param {boolean} warning */
  function notice(text, key, act, warning) {
    const line = element("div", `notice table-message${warning ? " notice-warning" : ""}`), back = element("button", "btn", word(key));
    back.type = "button";
    back.disabled = sending;
    back.addEventListener("click", act);
    line.append(element("p", "", text), back);
    return line;
  }

  function show() {
    const { state } = context.queue, call = /** @type {Call | null} */ (state?.call ?? null);
    const open = call !== null && call.by === "", comes = call !== null && call.by !== "" && !read.has(call.id);
    button.hidden = !state || open || CLOSED_STATES.includes(state.state) || context.queue.closed !== null;
    button.disabled = sending;
    const now = JSON.stringify([call, sending, problem, read.size]);
    if (now === lastContent) return;
    lastContent = now;
    const lines = [];
    if (problem) lines.push(notice(problem, "message_confirm", () => { problem = ""; show(); }, true));
    if (open) lines.push(notice(word("call_open", { time: call.at }), "call_back", () => void send("calls/back/", "call_back_offline"), true));
    if (comes) lines.push(notice(word("call_answered", { name: call.by, time: call.answered }), "message_confirm", () => { read.add(call.id); show(); }, false));
    box.hidden = lines.length === 0;
    box.replaceChildren(...lines);
    const sentence = open ? word("call_open", { time: call.at }) : comes ? word("call_answered", { name: call.by, time: call.answered }) : "";
    if (sentence && sentence !== lastSentence) context.say(sentence);
    lastSentence = sentence;
  }
  return show;
}
