// Makes a page of the ranking, a picture of the prize-giving, or a message fit on the screen.

// In CSS pixels: below this the page is read on a phone, and scrolled.
const WIDE = 960;
// Nothing is smaller than 13 pixels.
const SMALLEST = 0.82;
// What is left out where even that is too large: the remarks, then the counts of Sie, Touts, Solos, then the clubs.
const TIGHT = ["is-tight", "is-tighter", "is-tightest"];
const PAGE_MS = 12_000;

// A message gets smaller rather than to break a word, then breaks it.
const WHOLE_WORDS = 0.4, BROKEN_WORDS = 0.3;

let pages = 0;

/** Whether nothing on the page is under the edge of the screen. */
const fits = () => document.documentElement.scrollHeight <= innerHeight;

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
      if (fits()) return;
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
    if (fits()) return;
  }
  pages = setInterval(() => {
    const atEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
    scrollTo(0, atEnd ? 0 : scrollY + 0.9 * innerHeight);
  }, PAGE_MS);
}

/** Make a message smaller until all of it, and of its countdown, is seen. */
export function fitMessage() {
  const message = /** @type {HTMLElement | null} */ (document.querySelector(".screen-message"));
  const words = message?.querySelector("h2");
  if (!message || !words) return;
  for (const least of [WHOLE_WORDS, BROKEN_WORDS]) {
    message.classList.toggle("is-whole", least === WHOLE_WORDS);
    for (let size = 1; size >= least; size -= 0.04) {
      message.style.setProperty("--fit", String(size));
      if (fits() && words.scrollWidth <= words.clientWidth) return;
    }
  }
}
