// Makes a page of the ranking fit on the screen.

// In CSS pixels: below this the page is read on a phone, and scrolled.
const WIDE = 960;
// Nothing is smaller than 13 pixels.
const SMALLEST = 0.82;
// What is left out where even that is too large: the remarks, then the counts of Sie, Touts, Solos, then the clubs.
const TIGHT = ["is-tight", "is-tighter", "is-tightest"];

/** Make the type smaller until every line of this page is seen, on a small screen without what matters less: the last
 * place on it is somebody's, too. */
export function fit() {
  const table = /** @type {HTMLElement | null} */ (document.querySelector(".screen"));
  if (!table || innerWidth < WIDE) return;
  for (let left = 0; left <= TIGHT.length; left++) {
    TIGHT.forEach((name, at) => table.classList.toggle(name, at < left));
    for (let size = 1; size >= SMALLEST; size -= 0.03) {
      table.style.setProperty("--fit", String(size));
      if (document.documentElement.scrollHeight <= innerHeight) return;
    }
  }
}
