// The names from A to Z with their seats: they scroll slowly, over and over, or page by page if motion is unwanted.

import { stillness } from "screen_pages";

// A name stays on the screen as long as its rows do: 18 seconds with 14 rows.
const ROW_MS = 1300, HOLD_MS = 6000, LEAST_PAGE_MS = 8000;

/** @type {HTMLElement | null} */
let view = null;
/** @type {HTMLElement} */
let names;
/** @type {Animation | null} */
let motion = null;
let pages = 0, paused = false, before = 0, lastMeasure = "";

/** Whether the page has names. */
export const isShown = () => view !== null;

/** Whether the names stand in pages beside each other: whole rows only, and all columns begin at the same height. */
const isPaged = () => view?.classList.contains("is-paged") ?? false;
const side = () => isPaged() ? "scrollLeft" : "scrollTop";

/** The distance to scroll, in pixels; 0 if everything fits. */
function way() {
  const { clientWidth, clientHeight, scrollWidth } = /** @type {HTMLElement} */ (view);
  return Math.max(0, isPaged() ? scrollWidth - clientWidth : names.scrollHeight - clientHeight);
}
const rowHeight = () => names.querySelector("li")?.offsetHeight || 1;

/** How far a page is turned: by all columns, or by whole steps to the end, so that each name is seen whole on at least
 * one page.
 * @returns {number} */
function pageSize() {
  const { clientWidth, clientHeight } = /** @type {HTMLElement} */ (view);
  if (isPaged()) return clientWidth + (parseFloat(getComputedStyle(names).columnGap) || 0);
  const page = Math.max(rowHeight(), clientHeight - rowHeight());
  return way() / Math.ceil(way() / page);
}

/** Where the names are now, in pixels from the top.
 * @returns {number} */
function place() {
  if (!motion) return view?.[side()] ?? 0;
  return -new DOMMatrix(getComputedStyle(names).transform).m42;
}

/** Stop here: from now on the names can be moved by hand. */
function stop() {
  const at = place();
  motion?.cancel();
  motion = null;
  clearInterval(pages);
  view?.classList.remove("is-moving");
  if (view) view[side()] = at;
}

/** Scroll on from here, over and over. */
function move() {
  if (!view) return;
  stop();
  const far = way(), at = Math.min(view[side()], far), speed = rowHeight() / ROW_MS;
  if (!far) return;
  if (stillness.matches) {
    const rest = Math.max(LEAST_PAGE_MS, view.clientHeight / speed);
    for (let page = Math.floor(before / rest) % (Math.ceil(far / pageSize()) + 1); page > 0; page--) turn(1);
    before = 0;
    pages = setInterval(turn, rest, 1);
    return;
  }
  const travel = far / speed, duration = travel + 2 * HOLD_MS, end = `translateY(${-far}px)`;
  view.scrollTop = 0;
  view.classList.add("is-moving");
  // The browser animates this without asking the script for every frame.
  motion = names.animate(
    [
      { transform: "none" },
      { transform: "none", offset: HOLD_MS / duration },
      { transform: end, offset: 1 - HOLD_MS / duration },
      { transform: end },
    ],
    { duration, iterations: Infinity },
  );
  motion.currentTime = at ? HOLD_MS + at / speed : before % duration;
  before = 0;
}

/** Turn one page on or back; the first comes after the last.
 * @param {number} step */
export function turn(step) {
  if (!view || !way()) return;
  const at = view[side()], far = way(), page = step * pageSize();
  if (step > 0 && at >= far - 1) view[side()] = 0;
  else if (step < 0 && at <= 1) view[side()] = far;
  else view[side()] = at + page;
}

/** Stop here, or go on.
 * @param {boolean} pause */
export function setPaused(pause) {
  paused = pause;
  if (pause) stop();
  else move();
}

/** Lay the names out: in pages beside each other if motion is unwanted and there are several columns. */
function layOut() {
  if (!view) return;
  const page = isPaged() ? Math.round(view.scrollLeft / pageSize()) : 0;
  view.classList.remove("is-paged");
  const isStill = stillness.matches && Number(getComputedStyle(names).columnCount) > 1;
  view.classList.toggle("is-paged", isStill && way() > 0);
  if (isPaged()) view.scrollLeft = page * pageSize();
  markColumns();
}

/** Repeat the letter at the top of each column, even if the column before ended within that letter. */
function markColumns() {
  const marks = [...names.querySelectorAll("b")];
  for (const mark of marks) if (mark.dataset.again !== undefined) mark.textContent = "";
  const lefts = marks.map((mark) => mark.offsetLeft);
  let letter = "";
  marks.forEach((mark, index) => {
    letter = mark.textContent || letter;
    if (mark.textContent || lefts[index] === lefts[index - 1]) return;
    mark.textContent = letter;
    mark.dataset.again = "";
  });
}

/** Begin with the names of the present page.
 * @param {number} [since] how long they were shown before, in milliseconds: a screen goes on where it was */
export function begin(since = 0) {
  end();
  view = document.querySelector(".seats-window");
  if (!view) return;
  names = /** @type {HTMLElement} */ (view.querySelector(".seats-names"));
  paused = false;
  before = since;
  // This measures once now, and again when the fonts have loaded or the window size has changed.
  lastMeasure = "";
  sizes.observe(view);
  sizes.observe(names);
}

/** The names are no longer on the page. */
export function end() {
  stop();
  sizes.disconnect();
  view = null;
}

/** A text that identifies this layout. */
const measure = () => `${view?.clientWidth} ${view?.clientHeight} ${names.scrollHeight} ${names.scrollWidth}`;

const sizes = new ResizeObserver(() => {
  if (measure() === lastMeasure) return;
  stop();
  layOut();
  lastMeasure = measure();
  if (!paused) move();
});

stillness.addEventListener("change", () => {
  stop();
  layOut();
  setPaused(paused);
});
