// The parts on the page: the next game, the whole sheet, or both. Turning the phone shows the sheet as on paper, unless
// a game is half chosen.
import { part, word } from "table/words";

const GAP_PX = 4;
const LOW = matchMedia("(orientation: landscape) and (max-height: 33rem)");
const WIDE = matchMedia("(min-width: 48rem) and (min-height: 33.01rem)");

// Head and bar may take this share of the window, even with very large type; beyond it they scroll with the rest.
const MOST_FIXED = 0.6;

/** Keep head and bar visible only if they leave enough room. */
function keepRoom() {
  const fixed = [...document.querySelectorAll(".table-head, .entry-bar")].map((box) => /** @type {HTMLElement} */ (box));
  const measure = () => {
    const height = fixed.reduce((sum, box) => sum + box.offsetHeight, 0);
    document.documentElement.classList.toggle("is-crowded", height > MOST_FIXED * innerHeight);
  };
  const observer = new ResizeObserver(measure);
  for (const box of fixed) observer.observe(box);
  addEventListener("resize", measure);
}

/** @returns {(ready: boolean, writable: boolean) => void} to be called after every change */
export function mountView() {
  const button = part("view_toggle");
  let choice = "", ready = false, writable = false;

  const choosing = () => !part("entry").hidden && part("who").querySelector('[aria-pressed="true"]') !== null;
  const usual = () => (WIDE.matches ? "both" : LOW.matches ? "sheet" : "entry");

  function show() {
    const view = choice || usual();
    part("table").dataset.view = view;
    part("sheet").hidden = !ready || (writable && view === "entry");
    button.hidden = !ready || !writable || view === "both";
    button.textContent = word(view !== "sheet" ? "view_sheet" : part("signing").hidden ? "view_entry" : "view_signing");
    if (view === "sheet") document.querySelector("#sheet .current")?.scrollIntoView({ block: "center" });
  }

  keepRoom();
  button.addEventListener("click", () => {
    choice = (choice || usual()) === "sheet" ? "entry" : "sheet";
    show();
    if (choice === "entry") scrollTo({ top: 0 });
    else if (!part("signing").hidden) part("sheet").scrollIntoView();
  });
  // Turning the phone is a choice of its own, but it never interrupts choosing a game.
  for (const query of [LOW, WIDE]) {
    query.addEventListener("change", () => {
      choice = !WIDE.matches && choosing() && part("table").dataset.view !== "sheet" ? "entry" : "";
      show();
    });
  }
  return (isReady, isWritable) => {
    const isNew = isReady !== ready || isWritable !== writable;
    [ready, writable] = [isReady, isWritable];
    if (isNew) show();
  };
}

/** Scroll until this box is above the bar, but only as far as `first` stays below the head.
 * @param {HTMLElement} box @param {HTMLElement} [first] */
export function bringUp(box, first = box) {
  const bar = document.querySelector(".entry-bar"), head = document.querySelector(".table-head");
  if (!bar || !head) return;
  const under = box.getBoundingClientRect().bottom - Math.min(bar.getBoundingClientRect().top, innerHeight) + GAP_PX;
  const room = first.getBoundingClientRect().top - Math.max(head.getBoundingClientRect().bottom, 0) - GAP_PX;
  if (under > GAP_PX) scrollBy(0, Math.max(0, Math.min(under, room)));
}
