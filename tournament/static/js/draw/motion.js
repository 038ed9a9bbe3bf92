// The draw as a small ceremony: the lots go to their tables in about a minute, whatever their number. Nothing is drawn
// here: the page contains the published lots, and this script only shows them one after the other.

import { stillness } from "screen_pages";

/**
 * @typedef {{lots: HTMLElement[], tables: HTMLElement[]}} Bundle one step: lots that leave together
 * @typedef {{tables: HTMLElement[], bundles: Bundle[]}} Stage tables that are on the screen together
 */

// A few lots take 2.5 seconds each; more take a minute in all. Lots too quick to be read leave table by table.
const LONGEST_MS = 60_000, LOT_MS = 2500, QUICKEST_LOT_MS = 450, QUICKEST_BUNDLE_MS = 900;
const TURN_MS = 500;
// How much larger a lot is when it starts.
const LARGER = 1.4;

/** The page's sentences, and the element that announces events to a screen reader. */
const words = /** @type {HTMLTemplateElement} */ (document.getElementById("draw-words")).content;
const news = /** @type {HTMLElement} */ (document.getElementById("draw-news"));

/** The draw that was shown last, so that a corrected name does not start it all again. */
let lastDraw = "";
/** @type {AbortController | null} */
let running = null;
/** Called when a show begins or ends. */
let onChange = () => {};

/** Whether lots are moving to their tables. */
export const isRunning = () => running !== null;

/** @template {Element} [T=HTMLElement] @param {string} selector @param {ParentNode} [inside] @returns {T[]} */
const all = (selector, inside = document) => /** @type {T[]} */ ([...inside.querySelectorAll(selector)]);
/** @param {string} selector @returns {HTMLElement} */
const one = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

/** Return the page's sentence for a code, with its fields filled in.
 * @param {string} code @param {Record<string, unknown>} [fields] */
function say(code, fields = {}) {
  const sentence = words.querySelector(`[data-word="${code}"]`)?.textContent ?? "";
  return sentence.replace(/\{(\w+)\}/g, (_, name) => String(fields[name]));
}

/** @param {string} text @param {string} [place] */
function call(text, place = "") {
  one(".draw-lot").textContent = text;
  one(".draw-place").textContent = place;
}

/** Resolve at a moment of performance.now(); reject if the show is skipped.
 * @param {number} moment @param {AbortSignal} signal */
function until(moment, signal) {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(resolve, moment - performance.now());
    signal.addEventListener("abort", () => { clearTimeout(timer); reject(signal.reason); }, { once: true });
  });
}

/** The number of a table.
 * @param {HTMLElement} table */
const numberOf = (table) => table.dataset.number;

/** Divide the tables into stages that fit this screen, and their lots into bundles.
 * @returns {Stage[]} */
function plan() {
  const tables = all(".draw-table"), lots = all(".lot"), room = one(".draw-window").clientHeight;
  const alone = lots.length * QUICKEST_LOT_MS <= LONGEST_MS;
  const together = Math.ceil((tables.length * QUICKEST_BUNDLE_MS) / LONGEST_MS);
  /** @type {{top: number, tables: HTMLElement[]}[]} */
  const stages = [];
  for (const table of tables) {
    const bottom = table.offsetTop + table.offsetHeight, last = stages.at(-1);
    if (last && bottom - last.top <= room) last.tables.push(table);
    else if (last && last.tables.at(-1)?.offsetTop === table.offsetTop) last.tables.push(table);
    else stages.push({ top: table.offsetTop, tables: [table] });
  }
  return stages.map(({ tables }) => {
    if (alone) return { tables, bundles: tables.flatMap((table) => all(".lot", table).map((lot) => ({ lots: [lot], tables: [table] }))) };
    const bundles = [];
    for (let first = 0; first < tables.length; first += together) {
      const group = tables.slice(first, first + together);
      bundles.push({ lots: group.flatMap((table) => all(".lot", table)), tables: group });
    }
    return { tables, bundles };
  });
}

/** Announce the next lots or table.
 * @param {Bundle} bundle */
function callOut({ lots: [lot, ...others], tables: [table, ...more] }) {
  if (!others.length) {
    const seat = all(".lot", table).indexOf(lot) + 1;
    // The number comes first, because a name that is too long for the screen is cut at its end. “No. 87” has it already.
    const [name, number] = [...lot.children].map((part) => part.textContent ?? "");
    call(name.endsWith(` ${number}`) ? name : `${number} ${name}`, say("seat", { table: numberOf(table), seat }));
  } else if (more.length) call(say("tables", { first: numberOf(table), last: numberOf(more[more.length - 1]) }));
  else call(say("table", { table: numberOf(table) }));
}

/** Let the lots of a bundle fly to their seats.
 * @param {Bundle} bundle @param {number} time */
function fly({ lots, tables }, time) {
  all(".is-called").forEach((table) => table.classList.remove("is-called"));
  const from = one(".draw-call").getBoundingClientRect();
  const places = lots.map((lot) => lot.getBoundingClientRect());
  const flight = Math.min(1100, Math.max(500, 0.8 * time)), apart = lots.length > 1 ? (0.6 * time) / lots.length : 0;
  tables.forEach((table) => table.classList.add("is-called"));
  lots.forEach((lot, index) => {
    const { left, top, width, height } = places[index];
    // The lot starts below the words that announce it, so that they stay readable.
    const x = from.left + from.width / 2 - left - width / 2, y = from.bottom - top + (height * (LARGER - 1)) / 2;
    const start = `translate(${x}px, ${y}px) scale(${LARGER})`;
    lot.classList.add("is-drawn", "is-flying");
    const motion = lot.animate(
      [{ transform: start, opacity: 0 }, { transform: start, opacity: 1, offset: 0.1 }, { transform: "none", opacity: 1 }],
      { duration: flight, delay: apart * index + (apart ? 0 : 0.3 * time), easing: "cubic-bezier(0.3, 0, 0.2, 1)", fill: "backwards" },
    );
    motion.onfinish = motion.oncancel = () => lot.classList.remove("is-flying");
  });
}

/** Lay out only these tables.
 * @param {HTMLElement[]} tables */
function layOut(tables) {
  const now = new Set(tables);
  all(".draw-table").forEach((table) => table.classList.toggle("is-away", !now.has(table)));
}

/** @param {AbortSignal} signal @param {number} moment when it began, as performance.now() tells it */
async function perform(signal, moment) {
  const stages = plan();
  const steps = stages.reduce((sum, stage) => sum + stage.bundles.length, 0);
  const time = Math.min(LOT_MS, Math.max(0, LONGEST_MS - stages.length * 2 * TURN_MS) / steps);
  for (const stage of stages) {
    layOut(stage.tables);
    call("");
    await until(moment += TURN_MS, signal);
    for (const bundle of stage.bundles) {
      callOut(bundle);
      if (moment + time < performance.now()) bundle.lots.forEach((lot) => lot.classList.add("is-drawn"));
      else fly(bundle, time);
      await until(moment += time, signal);
    }
    // The last lots are still moving.
    await until(moment += TURN_MS, signal);
  }
  await until(moment + 2 * TURN_MS, signal);
}

/** Put everything in its place, as in the original page.
 * @param {string} sentence */
function finish(sentence) {
  all(".lot").forEach((lot) => lot.getAnimations().forEach((motion) => motion.cancel()));
  all(".is-called").forEach((table) => table.classList.remove("is-called"));
  one(".draw-scene").classList.remove("is-drawing");
  layOut(all(".draw-table"));
  call(sentence);
  news.textContent = sentence;
  running = null;
  onChange();
}

/** Show from the beginning how the lots go to their tables; return whether all of it was shown.
 * @param {number} [since] begin this many milliseconds later @returns {Promise<boolean>} */
export async function play(since = 0) {
  running?.abort();
  const show = one(".draw-scene"), sentence = show.dataset.sentence ?? "";
  finish(sentence);
  const mine = running = new AbortController();
  one(".draw-window").scrollTop = 0;
  all(".lot").forEach((lot) => lot.classList.remove("is-drawn"));
  show.classList.add("is-drawing");
  call("");
  news.textContent = say("begins");
  onChange();
  try {
    await perform(mine.signal, performance.now() - since);
  } catch (reason) {
    if (!mine.signal.aborted) throw reason;
    return false;
  }
  finish(sentence);
  return true;
}

/** Skip the rest of the show. */
export function showAll() {
  if (!running) return;
  running.abort();
  finish(one(".draw-scene").dataset.sentence ?? "");
}

/** Announce that all lots are drawn, and the next step.
 * @param {string} code */
export const announce = (code) => call(one(".draw-scene").dataset.sentence ?? "", say(code));

/** Begin with the present page, a draw or the wait for one; return whether a draw was shown from its beginning.
 * @param {number} [since] how many milliseconds ago the lots were drawn: a screen that comes late joins in
 * @param {() => void} [back] called when a show begins or ends @returns {Promise<boolean>} */
export async function begin(since = 0, back = () => {}) {
  end();
  onChange = back;
  const show = document.querySelector(".draw-scene");
  if (!(show instanceof HTMLElement)) {
    lastDraw = "";
    return false;
  }
  show.classList.add("is-ready");
  show.dataset.sentence = one(".draw-lot").textContent ?? "";
  const isRepeat = lastDraw === show.dataset.draw;
  lastDraw = show.dataset.draw ?? "";
  if (!isRepeat && !stillness.matches && show.dataset.kept === undefined) return play(since);
  finish(show.dataset.sentence);
  return false;
}

/** The draw is no longer on the page. */
export function end() {
  running?.abort();
  running = null;
  news.textContent = "";
}

stillness.addEventListener("change", showAll);
