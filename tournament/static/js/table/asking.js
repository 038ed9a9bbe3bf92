// The dialog about a game that needs a supervisor: requests approval, takes the decision at the table, notes an
// approval by word of mouth, asks whether to write without. approval.js shows the box on the page itself.
import { Hand } from "table/hand";
import { element, field, onSubmit, part, word } from "table/words";
import { newId } from "writing";

/** @typedef {import("table/entry").Context} Context */
/** @typedef {import("table/need").Need} Need */
/** @typedef {import("table/need").Request} Request */
/** @typedef {{id: number, name: string, code: boolean}} Supervisor */
/** @typedef {"ask" | "code" | "oral" | "question"} Stage */
/**
 * What the dialog is about; `noted` receives the person that the table names.
 * @typedef {{need: () => Need | null, request: () => Request | null, title: () => string, name: () => string,
 *   noteOral: (name: string) => void}} About
 */

const STAGES = /** @type {const} */ (["ask", "code", "oral", "question"]);
const OTHER = "";
// How often to ask while nobody can decide here: somebody may just be setting a code on their own phone.
const LOOK_MS = 3000;

export class Asking {
  #context;
  #about;
  #hand = new Hand();
  #dialog = /** @type {HTMLDialogElement} */ (part("approval_dialog"));
  /** @type {((name: string | null) => void) | null} who asks whether to write */ #answer = null;
  #key = "";
  #busy = false;
  /** @type {object | null} the request, sent only when the supervisor at the table decides */ #later = null;
  #here = 0; // the request that was made for a decision at the table
  #currentStage = /** @type {Stage} */ ("ask");

  /** @param {Context} context @param {About} about */
  constructor(context, about) {
    this.#context = context;
    this.#about = about;
    part("approval_ask_here").addEventListener("click", () => this.#ask(true));
    part("approval_to_oral").addEventListener("click", () => this.#stage("oral"));
    onSubmit("approval_ask", () => this.#ask(false));
    onSubmit("approval_code", (state) => this.#decide(state));
    onSubmit("approval_oral", () => this.#note());
    onSubmit("approval_question", () => this.#finish(""));
    for (const back of this.#dialog.querySelectorAll("[data-close]")) {
      back.addEventListener("click", () => this.#dialog.close());
    }
    this.#dialog.addEventListener("close", () => {
      this.#hideHand();
      this.#finish(null);
      void this.#tidy();
    });
    part("approval_named").addEventListener("change", () => this.#showOther());
  }

  get #online() { return this.#context.queue.online; }
  /** @returns {Supervisor[]} */
  get #supervisors() { return this.#context.queue.state?.approvals?.supervisors ?? []; }
  /** The names of the supervisors who are asked. */
  get names() { return this.#supervisors.map((supervisor) => supervisor.name).join(", "); }

  /** Begin: with the request, or without network with an approval by word of mouth. */
  begin() {
    this.open(this.#online ? "ask" : "oral");
  }

  /** Ask whether to write without approval. Return "" for yes, a name if somebody approved by word of mouth, null
   * for no.
   * @param {string} text @returns {Promise<string | null>} */
  question(text) {
    part("approval_question_text").textContent = text;
    this.open("question");
    return new Promise((resolve) => { this.#answer = resolve; });
  }

  /** Close the dialog: the decision has come. */
  settle() {
    if (!this.#answer) this.close();
  }

  close() {
    if (this.#dialog.open) this.#dialog.close();
  }

  /** @param {Stage} stage */
  open(stage) {
    this.#key = newId();
    this.#later = null;
    if (stage === "ask") this.#fillAsk();
    this.#stage(stage);
    if (!this.#dialog.open) this.#dialog.showModal();
    part("approval_title").focus();
  }

  /** @param {Stage} stage */
  #stage(stage) {
    for (const name of STAGES) part(`approval_${name}`).hidden = name !== stage;
    const number = this.#context.model()?.next ?? "", request = this.#about.request(), need = this.#about.need();
    const text = request?.state === "requested" || !need ? request?.text ?? "" : `${need.label}, ${this.#about.name()}`;
    this.#currentStage = stage;
    const titles = { code: () => word("approval_code_title", { text }), oral: () => word("approval_oral_title"), question: () => word("approval_question_title", { number }), ask: this.#about.title };
    part("approval_title").textContent = titles[stage]();
    part("approval_to_oral").hidden = this.#online;
    this.#problem("");
    if (stage === "code") this.#beginCode();
    if (stage === "oral") this.#fillNames();
  }

  #fillAsk() {
    const need = this.#about.need();
    if (!need) return;
    part("approval_why").textContent = word(`${need.dealt ? "dealt" : "approval"}_${this.names ? "asked" : "before"}`, { names: this.names });
    part("approval_suits").hidden = need.suits.length === 0;
    const legend = part("approval_suits").querySelector("legend") ?? "";
    const choices = need.suits.map((suit) => {
      const label = element("label", "choice"), box = element("input"), original = document.querySelector(`#suits [data-suit="${suit}"]`);
      Object.assign(box, { type: "radio", name: "approval_suit", value: suit, checked: suit === need.suit });
      label.append(box, ...[...(original?.childNodes ?? [])].map((node) => node.cloneNode(true)));
      return label;
    });
    part("approval_suits").replaceChildren(legend, ...choices);
    part("approval_hand").hidden = !this.#hand.judges(need.contract);
    this.#hideHand();
  }

  /** Hide the hand: the device lies open on the table, so no card stays visible once the hand is sent or given up. */
  #hideHand() {
    /** @type {HTMLDetailsElement} */ (part("approval_hand")).open = false;
    this.#hand.clear();
  }

  #beginCode() {
    field("approval_digits").value = "";
    this.#fillCode();
    void this.#lookAgain();
  }

  /** Show who can decide here; keep choices and typed text.
   * @returns {boolean} whether there is anybody */
  #fillCode() {
    const able = this.#supervisors.filter((supervisor) => supervisor.code), previous = field("approval_who").value;
    part("approval_who").replaceChildren(...able.map(({ id, name }) => option(String(id), name)));
    if (able.some(({ id }) => String(id) === previous)) field("approval_who").value = previous;
    const none = word("approval_no_code");
    if (able.length === 0) this.#problem(none);
    else if (part("approval_problem").textContent === none) this.#problem("");
    for (const button of part("approval_code").querySelectorAll("[type=submit]")) /** @type {HTMLButtonElement} */ (button).disabled = able.length === 0;
    return able.length > 0;
  }

  /** Fetch the whole state: a code that was just set makes no new version of the sheet. */
  async #lookAgain() {
    await this.#context.queue.refresh();
    if (!this.#dialog.open || this.#currentStage !== "code" || this.#fillCode()) return;
    setTimeout(() => { if (this.#dialog.open && this.#currentStage === "code") void this.#lookAgain(); }, LOOK_MS);
  }

  /** Withdraw the request if the table went back without a decision. */
  async #tidy() {
    const request = this.#about.request();
    this.#later = null;
    if (this.#here === 0 || request?.id !== this.#here || request.state !== "requested") return;
    this.#here = 0;
    const problem = await this.send("requests/withdraw/", { request: request.id });
    if (problem) this.#context.say(problem);
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
    const box = part("approval_problem");
    box.hidden = text === "";
    box.textContent = text;
    if (!text) return;
    // The message goes beside the pressed button: the top of a long form is out of sight.
    part(`approval_${this.#currentStage}`).querySelector(".approval-acts")?.before(box);
    box.scrollIntoView({ block: "nearest" });
  }

  /** Send the request. `here`: the supervisor is at the table and decides at once.
   * @param {boolean} here */
  async #ask(here) {
    const need = this.#about.need(), problem = this.#hindrance();
    if (!need || this.#busy) return;
    if (problem) {
      this.#problem(problem);
      part("approval_problem").focus();
      return;
    }
    const { number, seat, contract } = need;
    const body = { key: this.#key, number, seat, contract, suit: this.#chosenSuit, hand: this.#chosenHand };
    if (here) {
      this.#later = body;
      this.#hideHand();
      this.#stage("code");
      return;
    }
    if (!(await this.#post("requests/", body))) return;
    this.#dialog.close();
  }

  get #chosenSuit() {
    const input = /** @type {HTMLInputElement | null} */ (part("approval_suits").querySelector("input:checked"));
    return input?.value ?? "";
  }

  get #chosenHand() {
    const box = /** @type {HTMLDetailsElement} */ (part("approval_hand"));
    return box.open && !box.hidden ? this.#hand.codes : [];
  }

  /** Return what prevents sending the request; "" for nothing. */
  #hindrance() {
    const count = this.#chosenHand.length, { needed } = this.#hand;
    if (this.#context.queue.commands.length > 0) return word("approval_unsent");
    if (count > 0 && this.#about.need()?.suits.length && !this.#chosenSuit) return word("approval_suit_first");
    return count > 0 && count !== needed ? word("approval_hand_short", { found: count, needed }) : "";
  }

  /** @param {string} state */
  async #decide(state) {
    const code = field("approval_digits").value.trim(), supervisor = Number(field("approval_who").value);
    if (this.#busy || !supervisor) return;
    if (!/^\d{6}$/.test(code)) {
      this.#problem(word("approval_six_digits"));
      field("approval_digits").focus();
      return;
    }
    if (this.#later) {
      if (!(await this.#post("requests/", this.#later))) return;
      this.#later = null;
      this.#here = this.#about.request()?.id ?? 0;
    }
    const request = this.#about.request();
    if (!request) return;
    const success = await this.#post("requests/decide/", { request: request.id, state, supervisor, code });
    field("approval_digits").value = "";
    if (success) this.#dialog.close();
    else field("approval_digits").focus();
  }

  /** Note who approved the game by word of mouth; the name goes with the game. */
  #note() {
    const need = this.#about.need(), choice = field("approval_named").value, name = choice === OTHER ? field("approval_other").value.trim() : choice;
    if (!need) return;
    if (!name) {
      this.#problem(word("approval_choose_name"));
      field("approval_other").focus();
      return;
    }
    this.#about.noteOral(name);
    this.#finish(name);
  }

  /** Answer the question whether to write.
   * @param {string | null} name */
  #finish(name) {
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

/** @param {string} value @param {string} text */
function option(value, text) {
  const item = element("option", "", text);
  item.value = value;
  return item;
}
