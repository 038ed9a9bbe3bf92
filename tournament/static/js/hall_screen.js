// A screen in the hall: every two seconds it asks for its picture and replaces the present one. It never reloads: while
// the network is gone or the server restarts, the last picture stays.

import { fit, fitMessage, fitPicture } from "fit";
import { hideUnused, stayAwake } from "screen_pages";

const EVERY_MS = 2000, LONGEST_MS = 10_000;
// One or two lost answers are no reason to warn the hall.
const LOST_AFTER_MS = 8000;
// The type of a ranking begins larger here than on the projector's own page.
const LEAST = 0.6;

const lost = /** @type {HTMLElement} */ (document.getElementById("screen-lost"));

/** The part that the server made for this screen.
 * @returns {HTMLElement} */
const hall = () => /** @type {HTMLElement} */ (document.getElementById("hall"));

/** The modules that move lots and scroll names; each is loaded before its first use.
 * @type {typeof import("draw/motion") | null} */
let draw = null;
/** @type {typeof import("seats_motion") | null} */
let seats = null;

/** How much the server's clock is ahead of this browser's, in milliseconds. */
let ahead = 0;
let lastAnswer = Date.now();

/** Make the type of the picture as large as there is room, and stop turning the pages of the picture before. */
function fitAll() {
  fit(LEAST);
  fitPicture();
  fitMessage();
}

/** Start the motion in the present picture. */
function begin() {
  const { kind, now, before } = hall().dataset, since = Number(before);
  ahead = Number(now) - Date.now();
  if (kind === "seats") beginBoard(hall(), since);
  if (kind === "draw") beginDraw(hall(), since);
  fitAll();
  countDown();
}

/** Let the lots go to their tables, if this picture is still shown after loading the module.
 * @param {HTMLElement} picture
 * @param {number} since */
async function beginDraw(picture, since) {
  draw = await import("draw/motion");
  if (picture === hall()) draw.begin(since);
}

/** Let the names scroll, if this picture is still shown after loading the module.
 * @param {HTMLElement} picture
 * @param {number} since */
async function beginBoard(picture, since) {
  seats = await import("seats_motion");
  if (picture === hall()) seats.begin(since);
}

/** Show this picture, unless it is the same as before.
 * @param {HTMLElement} fresh */
function show(fresh) {
  if (fresh.dataset.build !== hall().dataset.build) {
    // The server was started with another version: its style sheets and scripts are new, too, and it answers.
    location.reload();
    return;
  }
  if (fresh.dataset.mark === hall().dataset.mark) return;
  seats?.end();
  draw?.end();
  hall().replaceWith(fresh);
  scrollTo(0, 0);
  begin();
}

/** Ask for the picture; an answer without a page means that it is already shown. */
async function ask() {
  const { address, mark } = hall().dataset;
  const controller = new AbortController(), timer = setTimeout(() => controller.abort(), LONGEST_MS);
  try {
    const answer = await fetch(`${address}?shown=${mark}`, {
      cache: "no-store", headers: { "HX-Request": "true" }, signal: controller.signal,
    });
    if (!answer.ok) return;
    if (answer.status === 200) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html"), fresh = page.getElementById("hall");
      if (!fresh) return;
      show(document.adoptNode(fresh));
    }
    lastAnswer = Date.now();
  } finally {
    clearTimeout(timer);
  }
}

/** Say below the picture that it may be old. The time is in the server's time zone, as on every page. */
function sayLost() {
  const isLost = Date.now() - lastAnswer > LOST_AFTER_MS;
  if (lost.hidden !== isLost) return;
  lost.hidden = !isLost;
  const time = new Date(lastAnswer + ahead + 1000 * Number(hall().dataset.offset)).toISOString().slice(11, 16);
  lost.textContent = (lost.dataset.words ?? "").replace("{time}", time);
  fitAll();
}

/** Show the time left until a message ends, by the server's clock. */
function countDown() {
  const place = /** @type {HTMLElement | null} */ (document.querySelector("[data-until]"));
  if (!place) return;
  const rest = Math.max(0, Math.ceil(Number(place.dataset.until) - (Date.now() + ahead) / 1000));
  const [hours, minutes, seconds] = [Math.floor(rest / 3600), Math.floor(rest / 60) % 60, rest % 60];
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  place.textContent = hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

function wait() {
  setTimeout(() => ask().catch(() => {}).finally(wait), Number(hall().dataset.every) || EVERY_MS);
}

setInterval(() => { countDown(); sayLost(); }, 1000);
addEventListener("resize", fitAll);
document.fonts.ready.then(fitAll);
hideUnused();
stayAwake();
begin();
wait();
