// The queue between the table and the server: a command goes into the store first, then to the server until it is
// answered. It also keeps the newest state and sends what older sheets left on this device. Knows no page.

import { adopted, answered, appended, barred, blank, discarded, nextNumber, patched, retold, retried, sendable } from "table/commands";
import { gap } from "table/kept";
import { ask } from "table/send";
import { Store } from "table/store";
import { word } from "table/words";
import { newId } from "writing";

/** @typedef {import("table/commands").Command} Command */
/** @typedef {import("table/commands").Sheet} Sheet */
/** @typedef {import("table/commands").State} State */
/** @typedef {import("table/commands").NewCommand} NewCommand */
/** @typedef {{kind: "saved" | "waiting" | "problem" | "closed", count: number, text: string}} Status */

const PROTOCOL = 1;
const POLL_MS = 5000, WAITING_MS = 2000, HIDDEN_MS = 15000;
// The pauses after one, two, three … requests without an answer; the last is for all further ones.
const PAUSES_MS = [1000, 2000, 4000, 8000, 15000];
const FINISHED_STATES = new Set(["signed", "accepted", "void"]);

/** Fires `change` whenever any part of it changes. */
export class Queue extends EventTarget {
  /** @type {Store} */ #store;
  /** @type {Sheet} */ #sheet;
  /** @type {Sheet[]} */ #all = [];
  /** @type {string} */ #csrf;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  /** @type {any} the table of outcomes, null until it is loaded */ #outcomes = null;
  /** @type {State | null} the server's state if it is older than ours */ #olderState = null;
  #online = true; // until the first request stays unanswered
  #failures = 0; // since the last answer, or since something woke the queue
  #hasState = false; // this page has the state of the sheet that is now at this address
  #fresh = false; // the table of outcomes is the server's present one
  /** @type {Map<string, string>} other sheets with kept games, and the restore after which their state was requested */
  #stateRequests = new Map();
  #hindrance = ""; // why the server takes nothing for now, in its words
  #strange = false; // the server gave an answer that this page does not understand
  #busy = false;
  #again = false;

  /** @param {Store} store @param {string} base @param {string} csrf */
  constructor(store, base, csrf) {
    super();
    this.#store = store;
    this.#csrf = csrf;
    this.base = base;
    this.#sheet = blank(base);
  }

  /** The server's last state; null before its first answer. */
  get state() { return this.#sheet.state; }
  get outcomes() { return this.#outcomes; }
  /** The commands not answered with applied or duplicate, in order. */
  get commands() { return this.#sheet.commands; }
  /** The next number after all waiting commands; null before the server's first answer. */
  get next() { return nextNumber(this.#sheet); }
  /** The page's draft of the next game; it survives a reload. */
  get draft() { return this.#sheet.draft; }
  get closed() { return this.#sheet.closed; }
  /** Whether the server's sheet is older than one seen here. */
  get older() { return this.#sheet.older; }
  /** Why this page loses everything when it is closed: "none" or "full" storage; "" if it does not. */
  get trouble() { return this.#store.trouble; }
  /** The lines that the server lacks after a restore and another device has to send first; null for none. */
  get gap() { return this.#sheet.closed ? null : gap(this.#sheet); }
  /** The message for the people at the table after a restore; null for none. */
  get healed() { return this.#sheet.healed; }
  /** Whether games are sent that the server had acknowledged before it was restored. */
  get healing() { return this.#sheet.commands.some((command) => command.again); }
  /** Whether the last request was answered. */
  get online() { return this.#online; }
  /** The other sheets of this device with unsent commands. */
  get others() { return this.#all.filter((sheet) => sheet.sheet !== this.base && sheet.commands.length > 0); }

  /** @returns {Status} */
  get status() {
    const { commands, closed, older } = this.#sheet;
    const count = commands.length, refused = commands.find((command) => command.problem);
    if (closed) return { kind: "closed", count, text: closed.text };
    if (older || this.#strange) return { kind: "problem", count, text: word("status_problem_desk") };
    const which = refused?.kind === "take_back" ? "status_problem_back" : "status_problem";
    if (refused) return { kind: "problem", count, text: word(which, { number: refused.number }) };
    if (gap(this.#sheet)) return { kind: "problem", count, text: word("status_gap") };
    if (this.#hindrance) return { kind: "waiting", count, text: this.#hindrance };
    if (!this.state) return { kind: "waiting", count, text: word(this.online ? "status_loading" : "status_no_network") };
    if (count === 0) return { kind: "saved", count, text: word(this.online ? "status_saved" : "status_saved_offline") };
    const sending = this.healing ? "status_again" : "status_sending", way = this.online ? sending : "status_waiting";
    return { kind: "waiting", count, text: word(count === 1 ? `${way}_one` : way, { count }) };
  }

  async start() {
    const [sheet, outcomes] = await Promise.all([this.#store.read(this.base), this.#store.outcomes(this.base)]);
    this.#sheet = sheet ?? this.#sheet;
    this.#outcomes = outcomes;
    this.#all = await this.#store.all();
    await this.#forget();
    await this.#translate();
    this.#store.addEventListener("change", () => this.#reread());
    for (const name of ["online", "pageshow"]) addEventListener(name, () => this.wake());
    addEventListener("offline", () => this.wake());
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.wake(); });
    // A browser short of space must not throw the games away. Some ask the user, so this is done only once.
    const answer = navigator.storage?.persisted?.();
    answer?.then((isPersistent) => isPersistent || navigator.storage.persist()).catch(() => false);
    this.#turn();
  }

  /** Write a command: it is stored before this resolves, and sent as soon as there is network. With `draft`, the draft
   * of the next game changes in the same step. Throws NotNext if another tab or the desk was faster.
   * @param {NewCommand} newCommand @param {any} [draft] @returns {Promise<string>} its id */
  async enqueue(newCommand, draft) {
    const id = newId();
    try {
      await this.#change((sheet) => {
        const after = appended(sheet, newCommand, id);
        return draft === undefined ? after : { ...after, draft };
      });
    } catch (error) {
      await this.#reread(); // show the other game first, so that this one can be entered after it
      throw error;
    }
    this.wake();
    return id;
  }

  /** @param {any} draft anything that JSON can express */
  async setDraft(draft) {
    await this.#change((sheet) => ({ ...sheet, draft }));
  }

  /** Give up a command that the server did not accept; a person has decided so.
   * @param {string} id */
  async discard(id) {
    await this.#change((sheet) => discarded(sheet, id));
    this.wake();
  }

  /** Send everything again, as a person wants it. */
  async retry() {
    const state = this.#olderState;
    await this.#change((sheet) => retried(sheet, state));
    this.#olderState = null;
    this.wake();
  }

  /** Note that the people at the table have read the message after a restore. */
  async understood() {
    await this.#change((sheet) => ({ ...sheet, healed: null }));
  }

  /** Ask the server at once. */
  wake() {
    this.#failures = 0;
    this.#turn();
  }

  /** Fetch the whole state, with the parts that change without a new version of the sheet. */
  async refresh() {
    const requestVersion = this.#sheet.state?.version ?? 0, answer = await ask(`${this.base}state.json`);
    if (answer?.status === 200) await this.#change((sheet) => adopted(sheet, answer.json, requestVersion));
  }

  /** Send a message that makes sense only now to an address below the sheet's; null without network.
   * @param {string} path @param {unknown} body @returns {Promise<{status: number, json: any} | null>} */
  async post(path, body) {
    const requestVersion = this.#sheet.state?.version ?? 0;
    const answer = await ask(this.base + path, body, this.#csrf);
    if (answer?.json?.state?.version !== undefined) await this.#change((sheet) => adopted(sheet, answer.json.state, requestVersion));
    this.wake();
    return answer;
  }

  /** @param {(sheet: Sheet) => Sheet} step @param {string} [name] */
  async #change(step, name = this.base) {
    const language = document.documentElement.lang;
    const changed = await this.#store.change(name, (sheet) => ({ ...step(sheet ?? blank(name)), language }));
    if (name === this.base) this.#sheet = changed;
    this.#all = [...this.#all.filter((sheet) => sheet.sheet !== name), changed];
    this.dispatchEvent(new Event("change"));
  }

  /** A refusal was stored in the language of the page at that time; a page speaks one language. */
  async #translate() {
    const { lang } = document.documentElement;
    for (const { sheet: name } of this.#all.filter(({ language }) => language !== lang)) {
      await this.#change((sheet) => retold(sheet, word("problem_elsewhere")), name);
    }
  }

  async #reread() {
    this.#all = await this.#store.all();
    this.#sheet = (await this.#store.read(this.base)) ?? this.#sheet;
    this.dispatchEvent(new Event("change"));
  }

  /** Forget sheets that are finished, so that their names and games stay on nobody's phone. */
  async #forget() {
    const oldSheets = this.#all.filter(({ sheet, commands, kept, closed, state }) => {
      const isDone = closed || FINISHED_STATES.has(state?.state);
      return sheet !== this.base && commands.length + kept.length === 0 && isDone;
    });
    for (const { sheet } of oldSheets) await this.#store.forget(sheet);
    this.#all = this.#all.filter((sheet) => !oldSheets.includes(sheet));
  }

  /** Make one exchange with the server, then pause; never two at a time. */
  async #turn() {
    if (this.#busy) {
      this.#again = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#busy = true;
    try {
      do {
        this.#again = false;
        const hasAnswer = await this.#exchange();
        const changed = hasAnswer !== this.#online;
        this.#online = hasAnswer;
        this.#failures = hasAnswer ? 0 : this.#failures + 1;
        if (changed) this.dispatchEvent(new Event("change"));
      } while (this.#again);
      if (this.#online) await this.#sendOthers();
    } finally {
      this.#busy = false;
      this.#timer = setTimeout(() => this.#turn(), this.#pause());
    }
  }

  #pause() {
    if (this.#failures > 0) return PAUSES_MS[Math.min(this.#failures, PAUSES_MS.length) - 1] * (0.8 + 0.4 * Math.random());
    if (document.hidden || this.#sheet.closed) return HIDDEN_MS;
    const state = this.#sheet.state;
    const waits = state?.request?.state === "requested" || state?.lines?.some((/** @type {any} */ line) => line.pending);
    return waits ? WAITING_MS : POLL_MS;
  }

  /** Send the waiting commands, else ask for news.
   * @returns {Promise<boolean>} whether the server answered */
  async #exchange() {
    this.#sheet = (await this.#store.read(this.base)) ?? this.#sheet;
    if (this.#sheet.closed) this.#hasState = false;
    const requestVersion = this.#sheet.state?.version ?? 0;
    if (this.#hasState && !(await this.#tell(this.#sheet))) return false;
    // Fetch the whole state before anything is sent: after a new draw another sheet is at this address, perhaps with
    // the same version. A barred device only asks whether it still is.
    const commands = this.#hasState ? sendable(this.#sheet) : [];
    const answer = commands.length > 0
      ? await this.#send(this.#sheet, commands)
      : await this.#ask(`${this.base}state.json${this.#hasState ? newest(this.#sheet) : ""}`);
    if (!answer) return false;
    if (answer.status === 200) this.#hasState = true;
    await this.#take(answer, this.base, requestVersion, commands[0]?.id);
    const next = sendable(this.#sheet).at(0)?.id;
    if (answer.status === 200 && next && next !== commands.at(0)?.id) this.#again = true;
    if (!this.#fresh && answer.status < 300) await this.#loadOutcomes();
    return true;
  }

  /** Ask the server, and note why it takes nothing for now. Such a reply is no answer, so the same is sent again.
   * @param {string} url @param {unknown} [body] @returns {Promise<{status: number, json: any} | null>} */
  async #ask(url, body) {
    const answer = await ask(url, body, this.#csrf), hindrance = answer?.json?.again ? String(answer.json.text) : "";
    if (hindrance !== this.#hindrance) {
      this.#hindrance = hindrance;
      this.dispatchEvent(new Event("change"));
    }
    return hindrance ? null : answer;
  }

  /** Send commands, with the restore that this device knows of: after a newer one the server takes none of them. The
   * answer holds the changes since the version that we name.
   * @param {Sheet} sheet @param {unknown[]} commands */
  #send(sheet, commands) {
    const message = { protocol: PROTOCOL, restore: sheet.state?.restore ?? "", version: sheet.state?.version, commands };
    return this.#ask(`${sheet.sheet}commands/`, message);
  }

  /** Report this device's counts to the desk after a restore: not everything comes back by itself.
   * @param {Sheet} sheet @returns {Promise<boolean>} whether the server answered, or there was nothing to report */
  async #tell({ sheet: name, recollection, closed, state }) {
    if (!recollection || closed) return true;
    const answer = await this.#ask(`${name}recollection/`, recollection);
    if (!answer) return false;
    if (answer.status === 403) await this.#take(answer, name, state?.version ?? 0);
    else await this.#change((sheet) => ({ ...sheet, recollection: null }), name);
    return true;
  }

  /** @param {{status: number, json: any}} answer @param {string} name @param {number} requestVersion
   * @param {string} [first] */
  async #take(answer, name, requestVersion, first) {
    const { status, json } = answer;
    const text = json?.text ?? (status === 404 ? word("status_gone") : "");
    const problem = { code: String(json?.code ?? ""), text: String(text) };
    if (name === this.base) this.#strange = false;
    if (status === 204) return this.#sheet.closed ? this.#change((sheet) => ({ ...sheet, closed: null }), name) : undefined;
    if (status === 404 || json?.kind === "not_allowed") return this.#change((sheet) => barred(sheet, problem, json ?? {}), name);
    if (status >= 300 && first && problem.text) {
      const refused = { id: first, answer: /** @type {const} */ ("refused"), ...problem };
      return this.#change((sheet) => answered(sheet, [refused], null, requestVersion), name);
    }
    if (status >= 300) {
      this.#strange ||= name === this.base;
      this.dispatchEvent(new Event("change"));
      return undefined;
    }
    // The answer to commands contains the state; the state itself has a field of that name.
    const state = json.version === undefined ? json.state ?? null : json;
    if (name === this.base && state && state.version < requestVersion) this.#olderState = state;
    return this.#change((sheet) => {
      const newState = json.changes ? patched(sheet.state, json.changes) : state;
      // Another tab got a state meanwhile: ask for the whole state at once.
      if (!newState && json.changes && name === this.base) [this.#hasState, this.#again] = [false, true];
      return answered(sheet, json.answers ?? [], newState, requestVersion);
    }, name);
  }

  async #loadOutcomes() {
    const answer = await ask(`${this.base}outcomes.json`);
    if (answer?.status !== 200) return;
    this.#fresh = true;
    this.#outcomes = answer.json;
    await this.#store.keepOutcomes(this.base, answer.json);
    this.dispatchEvent(new Event("change"));
  }

  /** Send the commands of older sheets to their own addresses with their own tokens, after fetching their state, as
   * with our own. For sheets with kept games only, ask for the state, once for each restore: it decides whether they
   * are sent again or forgotten. */
  async #sendOthers() {
    const restore = this.state?.restore ?? "";
    const asking = this.#all.filter(({ sheet, kept }) => {
      return sheet !== this.base && kept.length > 0 && this.#stateRequests.get(sheet) !== restore;
    });
    for (const { sheet: name, state } of [...asking, ...this.others.filter((sheet) => sendable(sheet).length > 0)]) {
      const news = await this.#ask(`${name}state.json`);
      if (news) this.#stateRequests.set(name, restore);
      if (news) await this.#take(news, name, state?.version ?? 0);
      const sheet = this.others.find((other) => other.sheet === name), commands = sheet ? sendable(sheet) : [];
      if (news?.status !== 200 || !sheet || commands.length === 0) continue;
      await this.#tell(sheet);
      const answer = await this.#send(sheet, commands);
      if (answer) await this.#take(answer, name, sheet.state?.version ?? 0, commands[0].id);
    }
    if (asking.length > 0) await this.#forget();
  }
}

/** Return the query that asks for anything newer than the known state. A server that runs from an older backup sees
 * that from the version.
 * @param {Sheet} sheet */
function newest({ state, kept }) {
  const query = `?v=${state?.version ?? 0}&restore=${state?.restore ?? ""}&sheet=${state?.sheet ?? ""}`;
  return query + (kept.length > 0 ? "&kept=1" : "");
}

/** Return the queue of the sheet at this address, with everything that this device kept of it.
 * @param {{base: string, csrf: string}} options @returns {Promise<Queue>} */
export async function openQueue({ base, csrf }) {
  const queue = new Queue(await Store.open(), base, csrf);
  await queue.start();
  return queue;
}
