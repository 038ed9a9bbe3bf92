// A field for the finger: strokes in a box of width 1000, whatever the size of the field on this screen.
import SignaturePad from "signature_pad";

const WIDTH = 1000, TALLEST = 2000;

/** @typedef {import("signature_pad").Stroke} Stroke */

/** The field around a canvas, with buttons for the last stroke (data-undo) and for all (data-clear). */
export class Drawing extends EventTarget {
  /** @type {HTMLCanvasElement} */ #canvas;
  /** @type {SignaturePad} */ #pad;
  /** @type {Stroke[]} with points in the box of width 1000 */ #strokes = [];

  /** @param {HTMLElement} root */
  constructor(root) {
    super();
    this.#canvas = /** @type {HTMLCanvasElement} */ (root.querySelector("canvas"));
    this.#pad = new SignaturePad(this.#canvas, { minWidth: 1, maxWidth: 2.6 });
    this.#pad.addEventListener("beginStroke", () => { this.#pad.penColor = getComputedStyle(this.#canvas).color; });
    this.#pad.addEventListener("endStroke", () => {
      this.#strokes = scaled(this.#pad.toData(), WIDTH / this.#canvas.clientWidth);
      this.#announce();
    });
    root.querySelector("[data-undo]")?.addEventListener("click", () => {
      this.#strokes = this.#strokes.slice(0, -1);
      this.#draw();
    });
    root.querySelector("[data-clear]")?.addEventListener("click", () => this.clear());
    // The field was shown or the phone was turned: draw again in the present size.
    new ResizeObserver(() => this.#draw()).observe(this.#canvas);
  }

  get isEmpty() { return this.#strokes.length === 0; }

  /** The drawing in the form that the server keeps.
   * @returns {number[][][]} */
  get strokes() {
    return this.#strokes.map((stroke) => stroke.points
      .map(({ x, y }) => [within(x, WIDTH), within(y, TALLEST)])
      .filter((point, at, all) => at === 0 || point.some((value, axis) => value !== all[at - 1][axis])));
  }

  clear() {
    this.#strokes = [];
    this.#draw();
  }

  #draw() {
    const width = this.#canvas.clientWidth, ratio = Math.max(window.devicePixelRatio, 1);
    if (width === 0) return;
    this.#canvas.width = width * ratio;
    this.#canvas.height = this.#canvas.clientHeight * ratio;
    this.#canvas.getContext("2d")?.scale(ratio, ratio);
    const color = getComputedStyle(this.#canvas).color;
    this.#pad.fromData(scaled(this.#strokes, width / WIDTH).map((stroke) => ({ ...stroke, penColor: color })));
    this.#announce();
  }

  #announce() {
    this.dispatchEvent(new Event("change"));
  }
}

/** @param {Stroke[]} strokes @param {number} factor @returns {Stroke[]} */
function scaled(strokes, factor) {
  const scalePoint = (/** @type {import("signature_pad").Point} */ point) => ({ ...point, x: point.x * factor, y: point.y * factor });
  return strokes.map((stroke) => ({ ...stroke, points: stroke.points.map(scalePoint) }));
}

/** @param {number} value @param {number} most */
function within(value, most) {
  return Math.round(Math.min(Math.max(value, 0), most));
}
