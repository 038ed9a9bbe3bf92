// The standings on the projector: goes on page by page, over and over. Nothing is animated.

import { fit } from "fit";
import { fetchHall, hideUnused, isTaken, stayAwake, watch } from "screen_pages";

const PAGE_MS = 12000;

const controls = /** @type {HTMLElement} */ (document.getElementById("screen-controls"));
const button = /** @type {HTMLButtonElement} */ (controls.querySelector("[data-pause]"));

let paused = false, timer = 0, turning = Promise.resolve();

/** The link to another page, which the server makes; null if there is only one.
 * @param {string} rel @returns {HTMLAnchorElement | null} */
const link = (rel) => document.querySelector(`#hall a[rel="${rel}"]`);

/** @param {string} rel */
async function load(rel) {
  const address = link(rel)?.href;
  const fresh = address && await fetchHall(address);
  if (!fresh) return;
  const hasFocus = document.activeElement === link(rel);
  // Polls and a reload fetch the page that is shown.
  history.replaceState(null, "", address);
  document.getElementById("hall")?.replaceWith(fresh);
  if (hasFocus) link(rel)?.focus();
  begin();
}

/** Turn one page on or back, after the turns that are under way. Without a network the page stays.
 * @param {string} rel */
function turn(rel) {
  turning = turning.then(() => load(rel)).catch(() => {});
  return turning;
}

/** Go on after a while, unless it is paused. */
function wait() {
  clearTimeout(timer);
  if (!paused) timer = setTimeout(() => turn("next").then(wait), PAGE_MS);
}

/** @param {boolean} pause */
function setPaused(pause) {
  paused = pause;
  const [stopping, going] = button.querySelectorAll("span");
  stopping.hidden = paused;
  going.hidden = !paused;
  wait();
}

/** @param {string} rel */
function turnByHand(rel) {
  setPaused(true);
  turn(rel);
}

/** There may be more than one page now. */
function begin() {
  controls.hidden = !link("next");
  fit();
}

button.addEventListener("click", () => setPaused(!paused));
document.addEventListener("click", (event) => {
  const anchor = /** @type {Element} */ (event.target).closest("#hall a[rel]");
  if (!anchor || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  turnByHand(/** @type {HTMLAnchorElement} */ (anchor).rel);
});
document.addEventListener("keydown", (event) => {
  if (controls.hidden || isTaken(event)) return;
  // A presenter's remote control sends these keys too.
  const rel = {
    PageDown: "next", ArrowDown: "next", ArrowRight: "next", PageUp: "prev", ArrowUp: "prev", ArrowLeft: "prev",
  }[event.key];
  if (event.key === " ") setPaused(!paused);
  else if (rel) turnByHand(rel);
  else return;
  event.preventDefault();
});

addEventListener("resize", () => fit());
document.fonts.ready.then(() => fit());
hideUnused();
stayAwake();
watch(begin);
begin();
wait();
