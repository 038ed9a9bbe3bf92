// The players sign a complete sheet: each by name, with the finger, by a key, or on their own phone (5.3.2).
import { Drawing } from "drawing";
import { element, field, onSubmit, part, word } from "table/words";
import { signed } from "writing";

/** @typedef {{queue: import("table/queue").Queue, say: (text: string) => void}} Context */
/** @typedef {{number: number, name: string, plus: number, minus: number, points: number, refused: string, overruled?: string,
 *   signed: {at: string, how: string} | null, lapsed: {at: string, why: string} | null}} Seat */

const SIGNABLE = ["complete", "signed"];
// How often to ask while a phone signs, so that its signature appears here at once.
const LOOK_MS = 2000;

/** @param {Context} context @returns {() => void} to be called after every change */
export function mountSigning(context) {
  return new Signing(context).show;
}

class Signing {
  #context;
  #drawing = new Drawing(part("signing_field"));
  /** @type {Seat | null} whose turn it is */ #seat = null;
  #content = ""; // of the sheet that this seat has in front of it
  #step = "list";
  #sending = 0; // the seat whose act is being sent
  /** @type {ReturnType<typeof setInterval> | undefined} */ #looking;
  #lastList = ""; // the seats as the list shows them

  /** @param {Context} context */
  constructor(context) {
    this.#context = context;
    part("signing_sign").addEventListener("click", () => this.#sign());
    part("signing_phone").addEventListener("click", () => this.#showCode());
    part("signing_sheet").addEventListener("click", () => {
      part("sheet").hidden = false;
      part("sheet").scrollIntoView();
    });
    onSubmit("signing_confirm", () => this.#send("", { strokes: null }, "signing_said"));
    onSubmit("signing_refuse", () => this.#send("refuse/", { reason: field("signing_reason").value }, "signing_noted"));
    for (const back of part("signing").querySelectorAll("[data-back]")) back.addEventListener("click", () => this.#back());
  }

  /** Update everything that may have changed. */
  show = () => {
    const { state, commands } = this.#context.queue;
    const ready = state !== null && SIGNABLE.includes(state.state) && commands.length === 0;
    part("signing").hidden = !ready;
    if (!ready) {
      this.#go("list");
      return;
    }
    this.#list(state);
    this.#follow(state);
  };

  /** List the names with their standing; the first missing one comes first. Nothing is replaced under a thumb: the
   * list stays the same while the seats do.
   * @param {any} state */
  #list(state) {
    const newList = JSON.stringify(state.seats);
    if (newList === this.#lastList) return;
    this.#lastList = newList;
    const seats = /** @type {Seat[]} */ (state.seats), missing = seats.filter((seat) => !seat.signed && !seat.overruled);
    const isDone = missing.length === 0;
    part("signing_title").textContent = word(isDone ? "signing_done" : "signing_title");
    const all = seats.every((one) => one.signed);
    part("signing_progress").textContent = isDone ? word(all ? "signing_hand_in" : "signing_hand_in_overruled")
      : word("signing_progress", { signed: seats.filter((one) => one.signed).length, players: seats.length });
    part("signing_notices").replaceChildren(...this.#notices(seats).map((text) => element("p", "notice notice-warning", text)));
    const list = part("signing_list"), hasFocus = list.contains(document.activeElement);
    const lines = seats.map((seat) => this.#line(seat, seat === (missing.find((one) => !one.refused) ?? missing[0])));
    list.replaceChildren(...lines);
    if (hasFocus) (list.querySelector("button") ?? part("signing_title")).focus();
  }

  /** @param {Seat[]} seats @returns {string[]} */
  #notices(seats) {
    // Name every change since the first signature that lapsed.
    const [why = ""] = seats.map((seat) => seat.lapsed?.why ?? "").sort((one, other) => other.length - one.length);
    return [
      ...(why ? [word("signing_lapsed_all", { why })] : []),
      ...seats.filter((seat) => seat.refused && !seat.overruled).map((seat) => word("signing_refused", { name: seat.name, reason: withFullStop(seat.refused) })),
    ];
  }

  /** @param {Seat} seat @param {boolean} next */
  #line(seat, next) {
    const line = element("li");
    line.append(element("span", "signing-who", seat.name), element("strong", "signing-points", signed(seat.points)));
    if (seat.signed) {
      line.append(element("span", "signed-mark", word("signing_signed", seat.signed)));
    } else if (seat.overruled) {
      line.append(element("span", "signed-mark", seat.overruled));
    } else {
      const button = element("button", next ? "btn btn-primary btn-wide" : "btn btn-wide", word("signing_next", { name: seat.name }));
      button.type = "button";
      button.addEventListener("click", () => this.#begin(seat));
      line.append(button);
    }
    return line;
  }

  /** Hand the device to this seat.
   * @param {Seat} seat */
  #begin(seat) {
    this.#seat = seat;
    this.#drawing.clear();
    for (const id of ["signing_without", "signing_not"]) part(id).removeAttribute("open");
    for (const id of ["signing_confirm", "signing_refuse"]) /** @type {HTMLFormElement} */ (part(id)).reset();
    this.#problem("");
    this.#figures(seat);
    this.#go("seat");
    scrollTo(0, 0);
    part("signing_name").focus();
  }

  /** Show the content that this seat reads and will sign.
   * @param {Seat} seat */
  #figures(seat) {
    this.#content = this.#context.queue.state?.content_hash ?? "";
    part("signing_name").textContent = part("signing_phone_name").textContent = seat.name;
    part("signing_plus").textContent = String(seat.plus);
    part("signing_minus").textContent = String(seat.minus);
    part("signing_total").textContent = signed(seat.points);
    part("signing_i_am").textContent = word("signing_i_am", { name: seat.name });
    part("signing_lapsed").hidden = seat.lapsed === null;
    part("signing_lapsed").textContent = seat.lapsed ? word("signing_lapsed", seat.lapsed) : "";
  }

  /** Follow the seat that has the device: it may sign elsewhere, or its sheet may change meanwhile.
   * @param {any} state */
  #follow(state) {
    if (this.#step === "list" || this.#seat === null) return;
    const seat = state.seats.find((/** @type {Seat} */ one) => one.number === this.#seat?.number);
    if (seat.signed) {
      this.#context.say(word("signing_said", { name: seat.name }));
      this.#back();
    } else if (state.content_hash !== this.#content && !this.#sending) {
      this.#seat = seat;
      this.#drawing.clear();
      this.#figures(seat);
      this.#go("seat");
      if (!seat.lapsed) this.#problem(word("signing_changed"));
    }
  }

  #sign() {
    if (this.#drawing.isEmpty) this.#problem(word("signing_empty"));
    else void this.#send("", { strokes: this.#drawing.strokes }, "signing_said");
  }

  /** @param {string} path @param {Record<string, unknown>} body @param {string} announcement what to announce then */
  async #send(path, body, announcement) {
    const { number = 0, name = "" } = this.#seat ?? {};
    if (!(await this.#post(path, body))) return;
    this.#context.say(word(announcement, { name }));
    if (this.#seat?.number === number) this.#back();
  }

  async #showCode() {
    const { number = 0, name = "" } = this.#seat ?? {}, link = await this.#post("links/", {});
    if (!link || this.#seat?.number !== number) return;
    const image = /** @type {HTMLImageElement} */ (part("signing_code"));
    image.src = link.image;
    image.alt = word("signing_code", { name });
    part("signing_phone_words").textContent = word("signing_phone", { name, minutes: link.minutes });
    this.#go("phone");
    part("signing_phone_name").focus();
    this.#looking = setInterval(() => this.#context.queue.wake(), LOOK_MS);
  }

  /** Send an act. The answer may come when another seat has the device: a refusal is then only announced.
   * @param {string} path @param {Record<string, unknown>} body @returns {Promise<any>} the answer, null if refused */
  async #post(path, body) {
    const seat = this.#seat?.number ?? 0;
    if (this.#sending) {
      if (this.#sending !== seat) this.#problem(word("signing_busy"));
      return null;
    }
    this.#sending = seat;
    this.#problem("");
    const answer = await this.#context.queue.post(`signatures/${path}`, { seat, content: this.#content, ...body });
    this.#sending = 0;
    if (answer?.status === 200) return answer.json;
    const problem = answer?.json?.text ?? word("signing_offline");
    if (this.#seat?.number === seat) this.#problem(problem);
    else this.#context.say(problem);
    return null;
  }

  /** @param {string} text */
  #problem(text) {
    const box = part("signing_problem");
    box.textContent = text;
    box.hidden = text === "";
    if (text) box.focus();
  }

  #back() {
    this.#seat = null;
    this.#go("list");
    part("signing_title").focus();
  }

  /** @param {string} step */
  #go(step) {
    this.#step = step;
    clearInterval(this.#looking);
    for (const each of part("signing").querySelectorAll("[data-step]")) {
      /** @type {HTMLElement} */ (each).hidden = each.getAttribute("data-step") !== step;
    }
  }
}

/** End a sentence with a full stop, however it was typed.
 * @param {string} text */
function withFullStop(text) {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
