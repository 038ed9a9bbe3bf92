// A game that needs a supervisor (5.2.14, 5.2.16): warns before the cards are played, asks, waits, shows the decision.
import { Asking } from "table/asking";
import { boxOf, isDealt, isOf, needOf } from "table/need";
import { contractOf, leader } from "table/outcomes";
import { bringUp } from "table/view";
import { part, word } from "table/words";

/** @typedef {import("table/entry").Context} Context */
/** @typedef {import("table/need").Need} Need */
/** @typedef {import("table/need").Request} Request */
/** @typedef {import("table/outcomes").GameRecord} GameRecord */

/** @type {ApprovalPart | null} */
let approvalPart = null;

/** @param {Context} context @returns {() => void} to be called after every change */
export function mountApproval(context) {
  approvalPart = new ApprovalPart(context);
  return approvalPart.show;
}

/** Return what a game needs before it is written: "" for nothing more, the name of the person who approved it by
 * word of mouth, or null if it must not be written yet. For a game that is only chosen, show what it needs.
 * @param {Context} _context @param {GameRecord} record @param {"chosen" | "write"} moment @returns {Promise<string | null>} */
export async function approvalNeeded(_context, record, moment) {
  if (!approvalPart) return "";
  return moment === "write" ? approvalPart.beforeWriting(record) : approvalPart.chooseGame(record);
}

class ApprovalPart {
  #context;
  #asking;
  /** @type {Need | null} the chosen game that needs an approval */ #need = null;
  #passed = 0; // the refused request after which another game was chosen
  /** @type {{need: Need, name: string} | null} approved by word of mouth, says the table */ #oral = null;
  /** @type {{id: number, state: string, waiting: number, since: number}} the request that is shown */
  #lastRequest = { id: 0, state: "", waiting: 0, since: 0 };

  /** @param {Context} context */
  constructor(context) {
    this.#context = context;
    this.#asking = new Asking(context, {
      need: () => this.#need,
      request: () => this.#request,
      title: () => this.#title(),
      name: () => this.#context.model()?.names[(this.#need?.seat ?? 0) - 1] ?? "",
      noteOral: (name) => this.#noteOral(name),
    });
    part("approval_open").addEventListener("click", () => this.#asking.begin());
    part("approval_at_table").addEventListener("click", () => this.#asking.open("code"));
    part("approval_withdraw").addEventListener("click", () => this.#withdraw());
    setInterval(() => this.#showSeconds(), 1000);
  }

  /** The request for the next game, null once the game is written.
   * @returns {Request | null} */
  get #request() {
    const request = /** @type {Request | null} */ (this.#context.queue.state?.request ?? null);
    return request?.number === this.#context.model()?.next ? request : null;
  }

  /** Update everything that may have changed. */
  show = () => {
    const model = this.#context.model(), request = this.#request;
    if (this.#need && this.#need.number !== model?.next) {
      // It was written elsewhere: the dialog is about a game that is already there.
      this.#need = null;
      this.#asking.close();
    }
    if (this.#oral && this.#oral.need.number !== model?.next) this.#oral = null;
    // A decision may be reversed: show the next refusal again, whatever was chosen before.
    if (request?.state !== "refused") this.#passed = 0;
    this.#news(request);
    const kind = this.#kind(request), before = part("approval").hidden ? "" : part("approval").dataset.kind;
    part("approval").hidden = !model?.open || kind === "";
    part("approval").dataset.kind = kind;
    this.#texts(kind, request);
    // If the cards are dealt again after a refusal, the same game may be requested again.
    part("approval_open").hidden = kind !== "need" && !(kind === "refused" && this.#need);
    part("approval_at_table").hidden = kind !== "waits";
    part("approval_withdraw").hidden = kind !== "waits";
    this.#showSeconds();
    if (!kind || kind === before || part("approval").hidden) return;
    requestAnimationFrame(() => {
      // Another game follows a refused one: show its contracts, and the box as far as there is room.
      if (kind === "refused") scrollTo({ top: 0 });
      // Show the box with its keys above the bar, wherever the page was scrolled to.
      part("approval").scrollIntoView({ block: "nearest" });
      if (kind !== "refused" && kind !== "waits") bringUp(part("endings"), part("approval"));
    });
  };

  /** @param {GameRecord} record */
  chooseGame(record) {
    const before = this.#need;
    this.#need = this.#needed(record);
    const request = this.#request, other = leader(record) !== 0 && !(this.#need && isOf(this.#need, request));
    this.#passed = other && request?.state === "refused" ? request.id : 0;
    this.show();
    const same = before && this.#need && before.seat === this.#need.seat && before.contract === this.#need.contract;
    if (this.#need && !same && !isOf(this.#need, this.#request) && !this.#isNoted(this.#need) && this.#request?.state !== "requested") {
      this.#asking.begin();
    }
    return "";
  }

  /** @param {GameRecord} record @returns {Promise<string | null>} */
  async beforeWriting(record) {
    const need = this.#needed(record), request = this.#request;
    this.#need = need;
    if (!need) return "";
    const own = isOf(need, request) ? request : null;
    if (own?.state === "granted") return "";
    if (this.#oral && this.#isNoted(need)) return this.#oral.name;
    const why = own?.state === "requested" ? "waits" : own?.state === "refused" ? "refused" : "none";
    const values = { contract: need.label, section: need.section, name: own?.supervisor ?? "" };
    return this.#asking.question(word(`question_${why}`, values));
  }

  /** @param {GameRecord} record */
  #needed(record) {
    const model = this.#context.model(), { outcomes } = this.#context.queue;
    return model && outcomes ? needOf(model, outcomes, record) : null;
  }

  /** @param {Need} need */
  #isNoted(need) {
    const oralNeed = this.#oral?.need;
    return oralNeed !== undefined && oralNeed.number === need.number && oralNeed.seat === need.seat && oralNeed.contract === need.contract;
  }

  /** @param {Request | null} request */
  #kind(request) {
    const need = this.#need;
    return boxOf({ need, request, noted: need !== null && this.#isNoted(need), passed: this.#passed });
  }

  /** Announce a decision once, and again when it is reversed, with a vibration.
   * @param {Request | null} request */
  #news(request) {
    const { id, state, waiting } = this.#lastRequest;
    // The state that this device kept over a reload is older than the server's.
    if (request && (request.id !== id || request.waiting !== waiting)) {
      this.#lastRequest.since = performance.now() - request.waiting * 1000;
      this.#lastRequest.waiting = request.waiting;
    }
    if (request?.id === id && request.state === state) return;
    const isSame = request?.id === id, isDecision = isSame && state === "requested";
    this.#lastRequest = { ...this.#lastRequest, id: request?.id ?? 0, state: request?.state ?? "" };
    if (isSame) navigator.vibrate?.(request?.state === "granted" ? [200] : [200, 100, 200]);
    if (isDecision) this.#asking.settle();
  }

  /** @param {string} kind @param {Request | null} request */
  #texts(kind, request) {
    const text = part("approval_text"), values = { text: request?.text ?? "", name: request?.supervisor ?? "", time: request?.decided ?? "" };
    // A game that the deal decides is laid open: nobody leads a card or waits to play (2.9.2).
    const dealt = request && kind !== "need" ? this.#isDealt(request.contract) : this.#need?.dealt, way = dealt ? "dealt" : "approval";
    const sentences = {
      need: () => [this.#title(), word(`${way}_before`)],
      noted: () => [word("approval_noted", { name: this.#oral?.name ?? "" }), word("approval_noted_waits")],
      waits: () => [word("approval_waits", values), word(`${way}_waits_for`, { names: this.#asking.names })],
      granted: () => [word(`${way}_granted`, values), word(`${way}_granted_by`, values)],
      refused: () => [word("approval_refused", values), word("approval_refused_by", values)],
    };
    const [head, detail] = sentences[/** @type {keyof typeof sentences} */ (kind)]?.() ?? ["", ""];
    part("approval_detail").textContent = detail;
    if (text.textContent === head) return;
    text.textContent = head;
    // Only changes are announced.
    if (head) this.#context.say(`${head}. ${detail}`);
  }

  #showSeconds() {
    const waits = this.#request?.state === "requested", box = part("approval_seconds");
    box.hidden = !waits;
    if (waits) box.textContent = word("approval_seconds", { seconds: Math.floor((performance.now() - this.#lastRequest.since) / 1000) });
  }

  /** @param {string} key */
  #isDealt(key) {
    const { outcomes } = this.#context.queue;
    return outcomes !== null && isDealt(contractOf(outcomes, key));
  }

  #title() {
    const need = this.#need;
    if (!need) return "";
    const name = this.#context.model()?.names[need.seat - 1] ?? "", { label, section, count } = need;
    const values = { contract: need.byPlayer && !need.always ? label : `${label} (${name})`, section, count, name };
    if (need.dealt) return word("dealt_title", values);
    return word(need.always ? "approval_always" : need.byPlayer ? "approval_counted_player" : "approval_counted", values);
  }

  async #withdraw() {
    const request = this.#request;
    if (!request) return;
    this.#need = null;
    const problem = await this.#asking.send("requests/withdraw/", { request: request.id });
    if (problem) this.#context.say(problem);
  }

  /** The name goes with the game when that is written.
   * @param {string} name */
  #noteOral(name) {
    if (this.#need) this.#oral = { need: this.#need, name };
    this.show();
  }
}
