// The next game: three taps choose an ordinary one, a fourth writes it. The last game can be taken back until the next
// one is written.
import { buildDoublers, showRaising, tapRaising } from "table/raising";
import { commonOf, endingKey, endingOf, showContracts, showEndings, showSeats } from "table/choices";
import { DRAWN, contractOf, endingsOf, find, isPlayedAgain, plain, pointsOf, rolesOf, wordsOf } from "table/outcomes";
import { missing, newPick, recordOf, roleOf, seated, tapSeat, withContract } from "table/pick";
import { mountRedeals } from "table/redeals";
import { showTotals } from "table/totals";
import { mountUndo } from "table/undo";
import { bringUp } from "table/view";
import { element, part, word } from "table/words";
import { signed } from "writing";

/** @typedef {import("table/queue").Queue} Queue */
/** @typedef {import("table/model").Model} Model */
/** @typedef {import("table/pick").Pick} Pick */
/** @typedef {import("table/outcomes").GameRecord} GameRecord */
/**
 * `approval` returns what a game needs before it is written: the name of the person who approved it by word of mouth,
 * "" for none, or null if the game must not be written yet.
 * @typedef {{queue: Queue, model: () => Model | null, say: (text: string) => void}} Context
 * @typedef {(context: Context, record: GameRecord, moment: "chosen" | "write") => Promise<string | null>} Approval
 */

/** @param {Context} context @param {Approval} approval @returns {() => void} to be called after every change */
export function mountEntry(context, approval) {
  return new Entry(context, approval).show;
}

class Entry {
  /** @type {Context} */ #context;
  /** @type {Approval} */ #approval;
  /** @type {Pick} */ #pick = newPick(null);
  #number = 0;
  #names = ""; // of the seats
  #restored = 0; // the request whose game was chosen again after a reload
  #shape = "";
  #open = false; // the other contracts are shown
  #own = 0; // the number that was last written here
  #lastQuestion = ""; // the game for which approval was last asked
  #waits = 0; // the request that waits for a decision
  #form = /** @type {HTMLFormElement} */ (part("game"));
  #redeals;
  #undo;

  /** @param {Context} context @param {Approval} approval */
  constructor(context, approval) {
    this.#context = context;
    this.#approval = approval;
    this.#redeals = mountRedeals(context);
    this.#undo = mountUndo(context);
    this.#form.addEventListener("change", (event) => this.#choose(/** @type {HTMLInputElement} */ (event.target)));
    this.#form.addEventListener("click", (event) => this.#tap(/** @type {HTMLElement} */ (event.target)));
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#write();
    });
    const more = element("button", "choice", word("more"));
    Object.assign(more, { type: "button", id: "more" });
    more.setAttribute("aria-controls", "contracts_more");
    part("contracts").append(more);
    // People look here once the game is named, and nothing above it moves under the thumb.
    part("endings").before(part("approval"));
  }

  /** Update everything that may have changed. */
  show = () => {
    const model = this.#context.model(), outcomes = this.#context.queue.outcomes;
    const writable = model !== null && model.open && model.next !== null && this.#context.queue.closed === null;
    const ready = writable && outcomes !== null;
    part("entry").hidden = part("entry_info").hidden = !ready;
    if (model) this.#undo(model);
    // All games are written: if the last one is taken back, choosing begins anew.
    if (model?.next === null) [this.#number, this.#pick] = [0, newPick(null)];
    if (!ready) return;
    this.#begin(model);
    this.#restoreRequest(model);
    this.#pick = seated(this.#pick, this.#contract, this.#table(model));
    this.#controls(model);
    this.#values(model);
    this.#redeals(model);
  };

  get #outcomes() {
    return /** @type {import("table/outcomes").Outcomes} */ (this.#context.queue.outcomes);
  }

  get #contract() {
    return contractOf(this.#outcomes, this.#pick.contract) ?? this.#outcomes.contracts[0];
  }

  /** Begin a new game for a new number or new players: nothing is chosen but the most common contract.
   * @param {Model} model */
  #begin(model) {
    const names = String(model.names);
    if (model.next === this.#number && names === this.#names) return;
    // A person who was choosing the game must not think that it is written.
    const elsewhere = this.#pick.leading !== null && (model.next ?? 0) > this.#number && this.#own !== this.#number;
    const message = elsewhere ? word("written_elsewhere", { number: this.#number }) : "";
    this.#number = model.next ?? 0;
    this.#names = names;
    this.#pick = newPick(commonOf(this.#outcomes).common[0] ?? this.#outcomes.contracts[0]);
    this.#open = false;
    this.#shape = "";
    this.#lastQuestion = "";
    part("missing").textContent = message;
  }

  /** Choose the game of a waiting request again after a reload; a refused one is no longer chosen.
   * @param {Model} model */
  #restoreRequest(model) {
    const { request } = model.state, previous = this.#waits, pick = this.#pick;
    const own = request?.number === this.#number ? request : null;
    this.#waits = own?.state === "requested" ? own.id : 0;
    if (!own) return;
    if (pick.leading !== null) this.#restored = own.id;
    if (own.state === "refused" && own.id === previous && pick.contract === own.contract && pick.leading === own.seat) {
      this.#pick = newPick(commonOf(this.#outcomes).common[0] ?? this.#contract);
      this.#open = false;
      this.#ask();
    }
    const contract = contractOf(this.#outcomes, own.contract), waits = own.state === "requested" || own.state === "granted";
    if (!waits || previous || pick.leading !== null || this.#restored === own.id || !contract) return;
    this.#restored = own.id;
    this.#pick = withContract({ ...newPick(contract), leading: own.seat, suit: own.suit }, contract, this.#table(model));
    this.#open = !commonOf(this.#outcomes).common.includes(contract);
    this.#ask();
  }

  /** Show what the chosen game needs, once for each game. */
  #ask() {
    const { contract, suit, leading } = this.#pick, question = JSON.stringify([this.#number, contract, suit, leading]);
    if (question === this.#lastQuestion) return;
    this.#lastQuestion = question;
    void this.#approval(this.#context, plain(this.#outcomes, recordOf(this.#pick, this.#contract)), "chosen");
  }

  /** @param {Model} model */
  #table(model) {
    return { seats: model.seats.length, sitsOut: model.sitsOut };
  }

  /** Return the record as chosen, its row if it is complete, and the points of all seats.
   * @param {Model} model @param {Partial<Pick>} [other] */
  #reading(model, other = {}) {
    const record = recordOf({ ...this.#pick, ...other }, this.#contract);
    const row = find(this.#outcomes, this.#number, record);
    return { record, row, points: row ? pointsOf(row, record, this.#table(model)) : null };
  }

  /** Rebuild the controls if the choices have changed.
   * @param {Model} model */
  #controls(model) {
    // The stored rules may be in another language.
    const contracts = JSON.stringify([this.#number, this.#outcomes.contracts.map(({ label }) => label)]);
    const { key } = this.#contract, shape = contracts + JSON.stringify([key, model.names]);
    if (shape === this.#shape) return;
    if (!this.#shape.startsWith(contracts)) {
      const { common, others } = commonOf(this.#outcomes);
      showContracts(part("contracts"), common, this.#outcomes, this.#number);
      showContracts(part("contracts_more"), others, this.#outcomes, this.#number);
      part("contracts").append(part("more"));
      part("more").hidden = others.length === 0;
      showSeats(part("who"), model.seats);
      buildDoublers(model.seats);
    }
    showEndings(part("endings"), endingsOf(this.#outcomes, this.#number, key));
    this.#shape = shape;
  }

  /** @param {Model} model */
  #values(model) {
    const pick = this.#pick, contract = this.#contract, { points } = this.#reading(model);
    part("entry_head").replaceChildren(...heading(model));
    part("dealer").replaceChildren(...dealer(model));
    this.#check("contract", pick.contract);
    this.#check("ending", endingKey({ ...pick }));
    part("contracts_more").hidden = !this.#open;
    part("first_game").hidden = !this.#open || this.#form.querySelector('input[name="contract"]:disabled') === null;
    part("more").setAttribute("aria-expanded", String(this.#open));
    part("suits").hidden = contract.suits.length === 0;
    for (const button of this.#buttons("suit")) press(button, button.dataset.suit === pick.suit);
    for (const button of this.#buttons("suit")) button.hidden = !contract.suits.includes(button.dataset.suit ?? "");
    for (const button of this.#buttons("surrender")) press(button, button.dataset.surrender === pick.surrender);
    part("surrender").hidden = !contract.asks.includes("surrender") || pick.result === DRAWN;
    part("late").hidden = !contract.asks.includes("late_tout");
    press(part("late_tout"), pick.late);
    showRaising(pick, contract, this.#table(model));
    this.#seats(model, points);
    this.#endings(model);
    part("write").textContent = word("write", { number: this.#number });
    part("write").classList.toggle("is-open", points === null || missing(pick, contract) !== "");
    showTotals(model);
  }

  /** @param {string} name @param {string} value */
  #check(name, value) {
    for (const input of this.#form.querySelectorAll(`input[name="${name}"]`)) {
      /** @type {HTMLInputElement} */ (input).checked = /** @type {HTMLInputElement} */ (input).value === value;
    }
  }

  /** @param {string} field @returns {HTMLElement[]} */
  #buttons(field) {
    return [...this.#form.querySelectorAll(`[data-${field}]`)].map((button) => /** @type {HTMLElement} */ (button));
  }

  /** @param {Model} model @param {number[] | null} points */
  #seats(model, points) {
    const pick = this.#pick, contract = this.#contract;
    const maidens = contract.asks.includes("jungfrauen") && pick.leading !== null && !pick.durchmarsch;
    const questions = { leading: "who_leading", partner: "who_partner", loser: pick.durchmarsch ? "who_took" : "who_loser", second_loser: "who_second_loser" };
    const open = /** @type {keyof typeof questions} */ (missing(pick, contract));
    part("who_legend").textContent = word(questions[open] ?? (maidens ? "who_maidens" : "who_done"));
    for (const button of this.#buttons("seat")) {
      const seat = Number(button.dataset.seat), role = roleOf(pick, seat, this.#table(model));
      press(button, role === "leading" || role === "partner" || role === "maiden");
      /** @type {HTMLButtonElement} */ (button).disabled = role === "out";
      button.dataset.role = role;
      const isRamsch = ["leading", "partner"].includes(role) && contract.family === "everyone";
      const roleWord = isRamsch ? (pick.durchmarsch ? "took" : "loser") : role;
      const [name, score] = [button.querySelector(".seat-role"), button.querySelector(".seat-points")];
      if (name) name.textContent = roleWord ? word(`role_${roleWord}`) : "";
      if (score) score.textContent = points && pick.leading !== null ? signed(points[seat - 1]) : "";
    }
  }

  /** Show the declarer's points for each ending.
   * @param {Model} model */
  #endings(model) {
    const suitOpen = this.#contract.asks.includes("suit") && !this.#pick.suit; // the points depend on it
    for (const input of this.#form.querySelectorAll('input[name="ending"]')) {
      const ending = endingOf(/** @type {HTMLInputElement} */ (input).value);
      const { record, row } = this.#reading(model, ending), again = ending.result === DRAWN && isPlayedAgain(this.#contract);
      const small = input.parentElement?.querySelector("small");
      if (small) small.textContent = again ? word("played_again") : row ? signed(rolesOf(row, record).declarer) : "";
      /** @type {HTMLInputElement} */ (input).disabled = !row && !suitOpen && !again;
    }
  }

  /** @param {HTMLInputElement} input */
  #choose(input) {
    const model = this.#context.model();
    if (!model) return;
    if (input.name === "contract") {
      const contract = contractOf(this.#outcomes, input.value);
      if (contract) this.#pick = withContract(this.#pick, contract, this.#table(model));
    }
    if (input.name === "ending") {
      this.#pick = { ...this.#pick, ...endingOf(input.value) };
      if (this.#pick.durchmarsch) Object.assign(this.#pick, { maidens: [], partner: null });
    }
    this.#update(model);
    if (this.#isPlayedAgain) part("missing").textContent = word("missing_again");
    else this.#goOn();
  }

  /** Whether the chosen game has no winner and is played again. */
  get #isPlayedAgain() {
    return this.#pick.result === DRAWN && isPlayedAgain(this.#contract);
  }

  /** @param {HTMLElement} target */
  #tap(target) {
    const button = /** @type {HTMLElement | null} */ (target.closest("button")), model = this.#context.model();
    if (!button || !model || button.id === "write") return;
    const { suit, seat, surrender } = button.dataset, pick = this.#pick;
    if (button.id === "more") this.#open = !this.#open;
    else if (button.id === "late_tout") this.#pick = { ...pick, late: !pick.late };
    else if (suit) this.#pick = { ...pick, suit: pick.suit === suit ? "" : suit };
    else if (seat) this.#pick = tapSeat(pick, this.#contract, Number(seat), this.#table(model));
    else if (surrender) this.#pick = { ...pick, surrender: pick.surrender === surrender ? "" : surrender };
    else {
      const raised = tapRaising(pick, this.#contract, button);
      if (raised === null) return;
      this.#pick = raised;
    }
    this.#update(model);
    if (suit || seat) this.#goOn();
  }

  /** Once the players are chosen, the next question is how it ended: show it whole above the bar. */
  #goOn() {
    if (["", "result"].includes(missing(this.#pick, this.#contract))) bringUp(part("endings"));
  }

  /** @param {Model} model */
  #update(model) {
    part("missing").textContent = "";
    this.#controls(model);
    this.#values(model);
    this.#ask();
  }

  async #write() {
    const model = this.#context.model();
    if (!model || model.next !== this.#number) return;
    const open = missing(this.#pick, this.#contract), { record, row, points } = this.#reading(model);
    if (open || !row || !points) {
      part("missing").textContent = word(`missing_${this.#isPlayedAgain ? "again" : open || "row"}`);
      return;
    }
    // Ask first: meanwhile another tab or the desk may write this game, and then this one no longer has the next
    // number.
    const number = this.#number, redeals = model.pendingRedeals;
    const oral = await this.#approval(this.#context, plain(this.#outcomes, record), "write");
    if (oral === null) return;
    this.#own = number;
    try {
      await this.#context.queue.enqueue({ kind: "record", number, record, redeals, oral }, null);
    } catch {
      this.#own = 0;
      // Another tab or the desk was faster: the page shows the present sheet.
      part("missing").textContent = word("written_elsewhere", { number });
      return;
    }
    this.#announce(number, wordsOf(row, record, model.names, this.#outcomes), signed(rolesOf(row, record).declarer));
  }

  /** @param {number} number @param {string} text @param {string} points */
  #announce(number, text, points) {
    const model = this.#context.model(), waits = model?.last?.number === number && model.last.pending;
    const values = { number, text, points: waits ? word("counts_nothing") : points, next: model?.next ?? "", dealer: model ? model.names[model.dealer - 1] : "" };
    this.#context.say(word(model?.next ? "said" : "said_last", values));
    scrollTo({ top: 0 });
  }
}

/** @param {HTMLElement} button @param {boolean} pressed */
function press(button, pressed) {
  button.setAttribute("aria-pressed", String(pressed));
}

/** Return a sentence with one part in bold.
 * @param {string} text @param {string | number} bold @returns {(string | HTMLElement)[]} */
function inBold(text, bold) {
  const at = text.indexOf(String(bold)), behind = at + String(bold).length;
  return [text.slice(0, at), element("strong", "", String(bold)), text.slice(behind)];
}

/** @param {Model} model */
function heading(model) {
  const number = model.next ?? 0;
  return inBold(word("game_head", { number, games: model.state.games, round: model.round }), number);
}

/** @param {Model} model */
function dealer(model) {
  const name = model.names[model.dealer - 1];
  return inBold(word("dealer", { name }), name);
}
