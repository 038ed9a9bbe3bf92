// The page of a sheet at the table: opens the queue, keeps the model of the sheet to come, and shows its parts.
import { approvalNeeded, mountApproval } from "table/approval";
import { mountCall } from "table/call";
import { inVain } from "table/commands";
import { mountDisputes } from "table/disputes";
import { mountEntry } from "table/entry";
import { mountMessages } from "table/messages";
import { mountRunners } from "table/runners";
import { modelOf } from "table/model";
import { canReload, register } from "table/offline";
import { openQueue } from "table/queue";
import { noteLines, showSheet } from "table/sheet";
import { mountSigning } from "table/signing";
import { mountUnsent } from "table/unsent";
import { mountView } from "table/view";
import { element, part, word } from "table/words";

/** @typedef {import("table/entry").Context} Context */
/** @typedef {import("table/model").Model} Model */

/** Announce a text to people who do not see the page; the same text is announced again.
 * @param {string} text */
function say(text) {
  const box = part("said");
  box.textContent = "";
  setTimeout(() => { box.textContent = text; }, 50);
}

/** Keep the screen on while somebody writes, if the browser can. */
async function keepAwake() {
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    // The battery is low, or the page is not visible.
  }
}

/** Return what a full sheet still waits for, and who must act; "" if this device does not know.
 * @param {Model} model */
function missingAtEnd({ lines, state }) {
  const missing = lines.flatMap(({ number, word: contract, pending, oral, section, problems }) => {
    const values = { number, contract, section: section ?? "", name: oral, problem: problems.join(" ") };
    if (pending) return [word(oral ? "missing_oral" : "missing_approval", values)];
    return problems.length > 0 ? [word("missing_ruling", values)] : [];
  });
  const names = state.approvals.supervisors.map(({ name }) => name).join(", ");
  const reasons = missing.join(" · "), who = word(names ? "state_waits_names" : "state_waits_call", { names });
  return reasons && `${word("state_waits", { games: state.games, missing: reasons })} ${who}`;
}

/** Return the obstacle to writing and its remedy; empty texts if there is none.
 * @param {import("table/queue").Queue} queue @param {Model | null} model
 * @returns {{name: string, text: string, again: boolean}} */
function obstacle(queue, model) {
  if (queue.closed) return { name: "closed", text: queue.status.text, again: queue.closed.code !== "device_locked" };
  if (!model) return { name: "loading", text: word(queue.online ? "state_loading" : "state_no_network"), again: false };
  const { state, source } = model.state, values = { games: model.state.games, code: model.state.check_code };
  if (state === "void" || state === "accepted") return { name: state, text: word(`state_${state}`, values), again: false };
  if (state === "open" && source !== "live") return { name: "paper", text: word("state_paper"), again: false };
  // The box says that a game was not taken back, and has the key that removes this message.
  const vain = model.unsent > 0 && queue.commands.every(inVain);
  if (state === "open" && model.next === null) {
    const text = model.unsent > 0 && !vain ? word("state_unsent") : missingAtEnd(model) || word("state_incomplete");
    return { name: "end", text, again: false };
  }
  // The last game of a complete sheet may be taken back until somebody has signed.
  const back = model.unsent > 0 && queue.commands.every(({ kind, problem }) => kind === "take_back" && !problem);
  if (state === "complete" && back) return { name: "back", text: word("taken_back", { number: model.next ?? "" }), again: false };
  if (state === "complete" && vain) return { name: "vain", text: "", again: false };
  if (state !== "open" && model.unsent > 0) return { name: "complete", text: word("state_complete", values), again: false };
  if (state === "open" && !queue.outcomes) return { name: "outcomes", text: word("state_outcomes"), again: false };
  return { name: "", text: "", again: false };
}

/** @param {import("table/queue").Queue} queue */
function showStatus(queue) {
  const { kind } = queue.status;
  const text = kind === "closed" ? word("unsent_closed") : queue.status.text; // the text itself is shown below
  part("status").dataset.kind = kind;
  if (part("status_text").textContent !== text) part("status_text").textContent = text;
}

/** Show the warnings of the rules and the server above the next game.
 * @param {Model} model */
function showWarnings(model) {
  const notices = model.state.warnings.map((text) => {
    const notice = element("div", "notice notice-warning");
    notice.append(element("p", "", text));
    return notice;
  });
  part("entry_notices").replaceChildren(...notices);
  part("sheet_earlier").hidden = ["accepted", "void"].includes(model.state.state);
  part("sheet_remarks").replaceChildren(...noteLines(model.state.remarks));
  part("sheet_code").textContent = model.state.check_code ? word("sheet_code", { code: model.state.check_code }) : "";
}

async function start() {
  const { base = "", csrf = "" } = part("table").dataset;
  const queue = await openQueue({ base, csrf });
  /** @type {Model | null} */
  let model = null;
  /** @type {Context} */
  const context = { queue, model: () => model, say };
  const showEntry = mountEntry(context, approvalNeeded), showApproval = mountApproval(context);
  const showMessages = mountMessages(context), showRunners = mountRunners(context), showCall = mountCall(context), showDisputes = mountDisputes(context), showView = mountView(), showSigning = mountSigning(context);

  function show() {
    model = modelOf(/** @type {any} */ (queue));
    const { name, text, again } = obstacle(queue, model);
    showStatus(queue);
    part("obstacle").hidden = text === "";
    part("obstacle_text").textContent = text;
    part("obstacle_again").hidden = !again;
    if (model) {
      showWarnings(model);
      showSheet(model);
    }
    showMessages();
    showRunners();
    showCall();
    showDisputes();
    showEntry();
    showApproval();
    showSigning();
    showView(model !== null, name === "");
  }

  queue.addEventListener("change", show);
  part("obstacle_again").addEventListener("click", () => location.reload());
  show();
  mountUnsent(context);
  void keepAwake();
  document.addEventListener("visibilitychange", () => { if (!document.hidden) void keepAwake(); });
  let reloads = false;
  // Somebody pulled the page down or touched a link by mistake: without network there is no way back to it.
  addEventListener("beforeunload", (event) => { if (!queue.online && !reloads) event.preventDefault(); });
  // On a slow network the second answer may come late or never.
  for (const answer of [canReload(), register()]) {
    reloads = await answer;
    part("offline_words").textContent = word(reloads ? "offline_reload" : "offline_open");
  }
}

document.documentElement.classList.add("has-script");
void start();
