// A hand of cards to be judged: the player chooses a full hand from the pack, by finger or by keys. Knows no rule.
import { part, word } from "table/words";

const KEYS = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowLeft: -1 });

export class Hand {
  #root = part("hand");
  #boxes = [...this.#root.querySelectorAll("input")];

  constructor() {
    this.#root.addEventListener("change", () => this.#show());
    this.#root.addEventListener("keydown", (event) => this.#move(event));
    part("hand_clear").addEventListener("click", () => {
      this.clear();
      this.#boxes[0].focus();
    });
  }

  /** How many cards a hand has. */
  get needed() { return Number(this.#root.dataset.cards); }
  /** The codes of the chosen cards. */
  get codes() { return this.#boxes.filter((box) => box.checked).map((box) => box.value); }

  /** Whether the rules judge a hand for this contract.
   * @param {string} contract */
  judges(contract) {
    return (this.#root.dataset.judged ?? "").split(" ").includes(contract);
  }

  clear() {
    for (const box of this.#boxes) box.checked = false;
    this.#show();
  }

  #show() {
    const count = this.codes.length;
    // With a full hand, one card must be put back before another is taken.
    for (const box of this.#boxes) box.disabled = !box.checked && count >= this.needed;
    part("hand_count").textContent = word("hand_count", { found: count, needed: this.needed });
    part("hand_clear").hidden = count === 0;
  }

  /** Move from card to card with the arrows; up and down go to the same rank of the next suit.
   * @param {KeyboardEvent} event */
  #move(event) {
    const target = /** @type {HTMLInputElement} */ (event.target), at = this.#boxes.indexOf(target);
    const row = target.closest("fieldset")?.querySelectorAll("input").length ?? 0;
    const step = KEYS[event.key] ?? { ArrowDown: row, ArrowUp: -row }[event.key];
    if (at < 0 || step === undefined) return;
    event.preventDefault();
    for (let next = at + step; next >= 0 && next < this.#boxes.length; next += Math.sign(step)) {
      if (this.#boxes[next].disabled) continue;
      this.#boxes[next].focus();
      return;
    }
  }
}
