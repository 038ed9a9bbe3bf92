// Makes a page of the ranking, or a picture of the prize-giving, fit on the screen.

// In CSS pixels: below this the page is read on a phone, and scrolled.
const WIDE = 960;
// Nothing is smaller than 13 pixels.
const SMALLEST = 0.82;
// What is left out where even that is too large: the remarks, then the counts of Sie, Touts, Solos, then the clubs.
const TIGHT = ["is-tight", "is-tighter", "is-tightest"];
const PAGE_MS = 12_000;

let pages = 0;

/** Make the type smaller until every line of this page is seen, on a small screen without what matters less: the last
 * place on it is somebody's, too.
 * @param {number} [least] how much smaller at most */
export function fit(least = SMALLEST) {
  const table = /** @type {HTMLElement | null} */ (document.querySelector(".screen"));
  if (!table || innerWidth < WIDE) return;
  for (let left = 0; left <= TIGHT.length; left++) {
    TIGHT.forEach((name, at) => table.classList.toggle(name, at < left));
    for (let size = 1; size >= least; size -= 0.03) {
      table.style.setProperty("--fit", String(size));
      if (document.documentElement.scrollHeight <= innerHeight) return;
    }
  }
}

/** Make a picture of the prize-giving smaller until all of it is seen. An honour roll that is too long even then is shown
 * page by page, over and over. */
export function fitPicture() {
  const picture = /** @type {HTMLElement | null} */ (document.querySelector(".ceremony"));
  clearInterval(pages);
  if (!picture || innerWidth < WIDE) return;
  for (let size = 1; size > 0.5; size -= 0.04) {
    picture.style.setProperty("--fit", String(size));
    if (document.documentElement.scrollHeight <= innerHeight) return;
  }
  pages = setInterval(() => {
    const atEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
    scrollTo(0, atEnd ? 0 : scrollY + 0.9 * innerHeight);
  }, PAGE_MS);
}
