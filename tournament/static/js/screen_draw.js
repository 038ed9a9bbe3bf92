// The draw on the projector, with buttons and keys that skip it or show it again; then it goes on to the seats.

import { announce, begin, isRunning, play, showAll } from "draw/motion";
import { hideUnused, isTaken, stayAwake, stillness, watch, whenTouched } from "screen_pages";

const SEATS_MS = 20_000;

const controls = /** @type {HTMLElement} */ (document.getElementById("draw-controls"));
const skip = /** @type {HTMLElement} */ (controls.querySelector("[data-skip]"));
const again = /** @type {HTMLElement} */ (controls.querySelector("[data-again]"));

let toSeats = 0;

/** @returns {HTMLElement | null} */
const show = () => document.querySelector(".draw-scene");

/** Show the buttons that can act now. */
function showButtons() {
  skip.hidden = !isRunning();
  again.hidden = isRunning() || stillness.matches || show()?.dataset.kept !== undefined;
}

/** A projector that nobody touches goes on to the names from A to Z.
 * @param {boolean} whole whether all of it was shown */
function goOn(whole) {
  if (!whole) return;
  announce("seats");
  const seats = /** @type {HTMLElement} */ (document.getElementById("hall")).dataset.seats ?? "";
  toSeats = setTimeout(() => location.assign(seats), SEATS_MS);
}

/** Stay on this page: somebody is there. */
function stay() {
  if (!toSeats) return;
  clearTimeout(toSeats);
  toSeats = 0;
  const place = document.querySelector(".draw-place");
  if (place) place.textContent = "";
}

/** Begin with the present page: a draw, or the wait for one. */
function beginAnew() {
  stay();
  controls.hidden = !show();
  begin(0, showButtons).then(goOn);
}

skip.addEventListener("click", showAll);
again.addEventListener("click", () => { stay(); play().then(goOn); });
whenTouched(stay);
document.addEventListener("keydown", (event) => {
  if (!isRunning() || (event.key !== "Escape" && (event.key !== "Enter" || isTaken(event)))) return;
  event.preventDefault();
  showAll();
});

hideUnused();
stayAwake();
watch(beginAnew);
beginAnew();
