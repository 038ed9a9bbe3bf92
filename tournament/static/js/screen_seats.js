// The seats from A to Z on the projector, with a button and keys that hold it.

import { begin, isShown, setPaused, turn } from "seats_motion";
import { hideUnused, isTaken, stayAwake, watch } from "screen_pages";

const controls = /** @type {HTMLElement} */ (document.getElementById("seats-controls"));
const button = /** @type {HTMLButtonElement} */ (controls.querySelector("[data-pause]"));

let paused = false;

/** @param {boolean} pause */
function hold(pause) {
  paused = pause;
  setPaused(pause);
  showState();
}

/** Show the button's present function on it. */
function showState() {
  const [stopping, going] = button.querySelectorAll("span");
  stopping.hidden = paused;
  going.hidden = !paused;
}

/** Begin with the names of the present page. */
function beginAnew() {
  begin();
  controls.hidden = !isShown();
  paused = false;
  showState();
}

button.addEventListener("click", () => hold(!paused));
document.addEventListener("keydown", (event) => {
  if (!isShown() || isTaken(event)) return;
  // A presenter's remote control sends these keys too.
  const step = { PageDown: 1, ArrowDown: 1, ArrowRight: 1, PageUp: -1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (event.key === " ") hold(!paused);
  else if (step) {
    hold(true);
    turn(step);
  } else return;
  event.preventDefault();
});

hideUnused();
stayAwake();
watch(beginAnew);
beginAnew();
