// The lines being sent to the server, one after the other, each for the line that it was typed for.

import { isRunning } from "entries";
import { element, notice, openLines, show, wholeVersion } from "parts";

/** `inField`: it is still in the entry field, because it is no game; `aside`: why it waits for the supervisor;
 * `move`: a line is inserted or taken out; `upto`: the last line of a comparison that is made again.
 * @typedef {{number: number, entry: string, command: string, replace: string, initials: string, fields?: FormData, inField?: boolean, aside?: string, upto?: number, move?: "insert" | "out"}} Command */
/** `parts`: all that change; `changed`: only what this command changed in the version that we named; `to`: the last
 * line of totals that differ.
 * @typedef {{answer: string, text: string, to?: number | null, parts?: Record<string, string>, changed?: string[]}} Reply */

const POLL_MS = 2000;
const HIDDEN_POLL_MS = 15000;

const desk = element("desk");
const messages = element("said");
const form = /** @type {HTMLFormElement} */ (element("entry_form"));

/** @type {Command[]} commands not yet answered, the first is on its way */
const queue = [];
/** @type {(command: Command, reply: Reply) => void} */
let hear = () => {};
let sending = false;
let going = ""; // the page to open once all lines are written

/** Set the handler of answers.
 * @param {(command: Command, reply: Reply) => void} how */
export function hearWith(how) {
  hear = how;
}

/** @param {Command} command */
export function send(command) {
  queue.push(command);
  if (!command.upto) going = "";
  notice("", "");
  void work();
}

/** @returns {readonly Command[]} */
export function underWay() {
  return queue;
}

/** Return the lines that are empty and for which nothing is being sent. */
export function freeLines() {
  const busyLines = queue.filter((command) => !isRunning(command.entry)).map((command) => command.number);
  return openLines().filter((number) => !busyLines.includes(number));
}

/** Go to another page; lines being sent are written first.
 * @param {string} url */
export function leave(url) {
  going = url;
  if (!queue.length && !sending) location.assign(url);
}

/** Stay here after all. */
export function stay() {
  going = "";
}

async function work() {
  if (sending) return;
  sending = true;
  while (queue.length) {
    const command = queue[0];
    const reply = await post(command);
    if (typeof reply === "string") {
      // No answer came, or none for this login: the same command is sent again and counts once.
      notice("warning", reply);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      continue;
    }
    queue.shift();
    show(reply);
    hear(command, reply);
  }
  sending = false;
  if (going) leave(going);
}

/** Send one command. Return a sentence if it could not be delivered.
 * @param {Command} command @returns {Promise<Reply | string>} */
async function post(command) {
  const body = command.fields ?? new FormData(form);
  // A new login in another window changes the token.
  const token = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1];
  if (token) body.set("csrfmiddlewaretoken", token);
  if (!command.fields) body.set(command.aside ? "text" : "entry", command.entry);
  if (command.aside) body.set("kind", command.aside);
  if (command.upto) body.set("upto", String(command.upto));
  body.set("number", String(command.number));
  body.set("command", command.command);
  body.set("replace", command.replace);
  body.set("initials", command.initials);
  try {
    const headers = { "X-Parts": "1", "X-Version": wholeVersion() };
    const response = await fetch(addressOf(command), { method: "POST", body, headers });
    const json = response.headers.get("Content-Type")?.startsWith("application/json");
    // A server that takes nothing for now says why.
    if (json) return response.status < 500 ? await response.json() : (await response.json()).text;
    return (response.status < 500 ? desk.dataset.login : desk.dataset.offline) ?? "";
  } catch {
    return desk.dataset.offline ?? "";
  }
}

/** @param {Command} command */
function addressOf(command) {
  if (command.move) return (messages.dataset[command.move] ?? "").replace("/0/", `/${command.number}/`);
  if (command.aside) return messages.dataset.aside ?? "";
  return (command.fields ? /** @type {HTMLFormElement} */ (element("fields_form")) : form).action;
}

/** Ask every two seconds whether another desk has changed the sheet.
 * @param {() => void} onChange what to do then */
export function watch(onChange) {
  const poll = async () => {
    try {
      const version = element("state").dataset.version;
      const response = await fetch(`${desk.dataset.url}?v=${version}`, { headers: { "X-Parts": "1" } });
      const json = response.headers.get("Content-Type")?.startsWith("application/json");
      if (response.status === 200 && json && !queue.length) {
        show(await response.json(), true);
        onChange();
      }
    } catch {
      // The network is away for a moment: the next request comes in two seconds.
    }
    setTimeout(poll, document.hidden ? HIDDEN_POLL_MS : POLL_MS);
  };
  setTimeout(poll, POLL_MS);
}

window.addEventListener("beforeunload", (event) => {
  // Warn before lines that are being sent are lost.
  if (queue.length) event.preventDefault();
});
