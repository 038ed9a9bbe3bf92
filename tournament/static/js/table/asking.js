// The dialog about a game that needs a supervisor: asks for it, takes the decision at the table, notes who approved it by
// word of mouth, asks whether to write without. What is shown on the page itself is approval.js's.
import { Hand } from "table/hand";
import { element, part, word } from "table/words";

/** @typedef {import("table/entry").Context} Context */
/** @typedef {import("table/need").Need} Need */
/** @typedef {import("table/need").Request} Request */
/** @typedef {{id: number, name: string, code: boolean}} Supervisor */
/** @typedef {"ask" | "code" | "oral" | "question"} Stage */
/**
 * What it is about; `noted` is told whom the table names.
 * @typedef {{need: () => Need | null, request: () => Request | null, title: () => string, suit: () => string,
 *   noted: (name: string) => void}} About
 */

const STAGES = /** @type {const} */ (["ask", "code", "oral", "question"]);
const OTHER = "";

export class Asking {
  #context;
  #about;
  #hand = new Hand();
  #dialog = /** @type {HTMLDialogElement} */ (part("approval_dialog"));
  /** @type {((name: string | null) => void) | null} who asks whether to write */ #answer = null;
  #key = "";
  #busy = false;

  /** @param {Context} context @param {About} about */
  constructor(context, about) {
    this.#context = context;
    this.#about = about;
    part("approval_ask_here").addEventListener("click", () => this.#ask(true));
    part("approval_to_oral").addEventListener("click", () => this.#stage("oral"));
    onSubmit("approval_ask", () => this.#ask(false));
    onSubmit("approval_code", (state) => this.#decide(state));
    onSubmit("approval_oral", () => this.#note());
    onSubmit("approval_question", () => this.#done(""));
    for (const back of this.#dialog.querySelectorAll("[data-close]")) {
      back.addEventListener("click", () => this.#dialog.close());
    }
    this.#dialog.addEventListener("close", () => this.#done(null));
    part("approval_named").addEventListener("change", () => this.#showOther());
  }

  get #online() { return this.#context.queue.online; }
  /** @returns {Supervisor[]} */
  get #supervisors() { return this.#context.queue.state?.approvals?.supervisors ?? []; }
  /** Who is asked. */
  get names() { return this.#supervisors.map((supervisor) => supervisor.name).join(", "); }

  /** Begin: with the request, or without network with what was said by word of mouth. */
  begin() {
    this.open(this.#online ? "ask" : "oral");
  }

  /** Ask whether to write without approval; "" for yes, a name where it was given by word of mouth, null for no.
   * @param {string} text @returns {Promise<string | null>} */
  question(text) {
    part("approval_question_text").textContent = text;
    this.open("question");
    return new Promise((resolve) => { this.#answer = resolve; });
  }

  /** The decision is there: what was asked needs no more. */
  settle() {
    if (this.#dialog.open && !this.#answer) this.#dialog.close();
  }

  /** @param {Stage} stage */
  open(stage) {
    this.#key = newKey();
    if (stage === "ask") this.#fillAsk();
    this.#stage(stage);
    if (!this.#dialog.open) this.#dialog.showModal();
    part("approval_title").focus();
  }

  /** @param {Stage} stage */
  #stage(stage) {
    for (const name of STAGES) part(`approval_${name}`).hidden = name !== stage;
    const number = this.#context.model()?.next ?? "", text = this.#about.request()?.text ?? this.#about.need()?.label ?? "";
    const titles = { code: () => word("approval_code_title", { text }), oral: () => word("approval_oral_title"), question: () => word("approval_question_title", { number }), ask: this.#about.title };
    part("approval_title").textContent = titles[stage]();
    part("approval_to_oral").hidden = this.#online;
    this.#problem("");
    if (stage === "code") this.#fillCode();
    if (stage === "oral") this.#fillNames();
  }

  #fillAsk() {
    const need = this.#about.need();
    if (!need) return;
    part("approval_why").textContent = word(this.names ? "approval_asked" : "approval_before", { names: this.names });
    part("approval_suits").hidden = need.suits.length === 0;
    const legend = part("approval_suits").querySelector("legend") ?? "";
    const choices = need.suits.map((suit) => {
      const label = element("label", "choice"), box = element("input"), shown = document.querySelector(`#suits [data-suit="${suit}"]`);
      Object.assign(box, { type: "radio", name: "approval_suit", value: suit, checked: suit === this.#about.suit() });
      label.append(box, ...[...(shown?.childNodes ?? [])].map((node) => node.cloneNode(true)));
      return label;
    });
    part("approval_suits").replaceChildren(legend, ...choices);
    part("approval_hand").hidden = !this.#hand.judges(need.contract);
    /** @type {HTMLDetailsElement} */ (part("approval_hand")).open = false;
    this.#hand.clear();
  }

  #fillCode() {
    const able = this.#supervisors.filter((supervisor) => supervisor.code);
    part("approval_who").replaceChildren(...able.map(({ id, name }) => option(String(id), name)));
    field("approval_digits").value = "";
    if (able.length === 0) this.#problem(word("approval_no_code"));
  }

  #fillNames() {
    const names = this.#supervisors.map(({ name }) => option(name, name));
    part("approval_named").replaceChildren(...names, option(OTHER, word("approval_other")));
    this.#showOther();
  }

  #showOther() {
    part("approval_other_field").hidden = field("approval_named").value !== OTHER;
  }

  /** @param {string} text */
  #problem(text) {
    part("approval_problem").hidden = text === "";
    part("approval_problem").textContent = text;
  }

  /** Send the request; `here`: the supervisor stands beside and decides at once.
   * @param {boolean} here */
  async #ask(here) {
    const need = this.#about.need(), problem = this.#hindrance();
    if (!need || this.#busy) return;
    if (problem) {
      this.#problem(problem);
      return;
    }
    const { number, seat, contract } = need;
    const body = { key: this.#key, number, seat, contract, suit: this.#chosenSuit, hand: this.#chosenHand };
    if (!(await this.#post("requests/", body))) return;
    if (here) return this.#stage("code");
    this.#dialog.close();
    scrollTo({ top: 0 });
  }

  get #chosenSuit() {
    const chosen = /** @type {HTMLInputElement | null} */ (part("approval_suits").querySelector("input:checked"));
    return chosen?.value ?? "";
  }

  get #chosenHand() {
    const box = /** @type {HTMLDetailsElement} */ (part("approval_hand"));
    return box.open && !box.hidden ? this.#hand.codes : [];
  }

  /** What keeps the request from being sent; "" for nothing. */
  #hindrance() {
    const found = this.#chosenHand.length, { needed } = this.#hand;
    if (this.#context.queue.commands.length > 0) return word("approval_unsent");
    if (found > 0 && this.#about.need()?.suits.length && !this.#chosenSuit) return word("approval_suit_first");
    return found > 0 && found !== needed ? word("approval_hand_short", { found, needed }) : "";
  }

  /** @param {string} state */
  async #decide(state) {
    const request = this.#about.request(), code = field("approval_digits").value.trim(), supervisor = Number(field("approval_who").value);
    if (!request || this.#busy) return;
    if (!/^\d{6}$/.test(code)) {
      this.#problem(word("approval_six_digits"));
      field("approval_digits").focus();
      return;
    }
    const done = await this.#post("requests/decide/", { request: request.id, state, supervisor, code });
    field("approval_digits").value = "";
    if (done) this.#dialog.close();
    else field("approval_digits").focus();
  }

  /** Note who approved it by word of mouth; it goes with the game. */
  #note() {
    const need = this.#about.need(), chosen = field("approval_named").value, name = chosen === OTHER ? field("approval_other").value.trim() : chosen;
    if (!need) return;
    if (!name) {
      this.#problem(word("approval_choose_name"));
      field("approval_other").focus();
      return;
    }
    this.#about.noted(name);
    this.#done(name);
  }

  /** Answer whoever asks whether to write.
   * @param {string | null} name */
  #done(name) {
    const answer = this.#answer;
    this.#answer = null;
    this.#dialog.close();
    answer?.(name);
  }

  /** @param {string} path @param {object} body @returns {Promise<boolean>} whether the server did it */
  async #post(path, body) {
    const problem = await this.send(path, body);
    this.#problem(problem);
    return problem === "";
  }

  /** @param {string} path @param {object} body @returns {Promise<string>} "" or why it was not done */
  async send(path, body) {
    this.#busy = true;
    const answer = await this.#context.queue.post(path, body);
    this.#busy = false;
    if (!answer) return word("approval_no_network");
    return answer.status < 300 ? "" : String(answer.json?.text || word("approval_not_here"));
  }
}

/** A key for one request; randomUUID does not exist on plain http. */
function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} id @param {(value: string) => void} act gets the value of the button that was pressed */
function onSubmit(id, act) {
  part(id).addEventListener("submit", (event) => {
    event.preventDefault();
    act(/** @type {HTMLButtonElement | null} */ (/** @type {SubmitEvent} */ (event).submitter)?.value ?? "");
  });
}

/** @param {string} value @param {string} text */
function option(value, text) {
  const made = element("option", "", text);
  made.value = value;
  return made;
}

/** @param {string} id */
function field(id) {
  return /** @type {HTMLInputElement} */ (part(id));
}
