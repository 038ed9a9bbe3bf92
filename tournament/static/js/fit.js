// Makes a page of the ranking, a picture of the prize-giving, or a message fit on the screen.

// In CSS pixels: a narrower page is read on a phone, and scrolled.
const WIDE = 960;
// Nothing is smaller than 13 pixels.
const SMALLEST = 0.82;
// Left out, in this order, if even that is too large: the remarks, then the counts of Sie, Touts, Solos, then the
// clubs.
const TIGHT = ["is-tight", "is-tighter", "is-tightest"];
const PAGE_MS = 12_000;

// A message first gets smaller so that no word breaks; after that words may break.
const WHOLE_WORDS = 0.4, BROKEN_WORDS = 0.3;

let pages = 0;

/** Whether no part of the page is below the edge of the screen. */
const fits = () => document.documentElement.scrollHeight <= innerHeight;

/** Make the type smaller until every line of this page is visible, because the last place on it belongs to somebody,
 * too. A small screen leaves out less important parts.
 * @param {number} [least] how much smaller at most */
export function fit(least = SMALLEST) {
  const table = /** @type {HTMLElement | null} */ (document.querySelector(".screen"));
  if (!table || innerWidth < WIDE) return;
  for (let omissions = 0; omissions <= TIGHT.length; omissions++) {
    TIGHT.forEach((name, at) => table.classList.toggle(name, at < omissions));
    for (let size = 1; size >= least; size -= 0.03) {
      table.style.setProperty("--fit", String(size));
      if (fits()) return;
    }
  }
}

/** Make a picture of the prize-giving smaller until all of it is visible. An honour roll that is too long even then is
 * shown page by page, over and over. */
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

/** Make a message smaller until all of it, and of its countdown, is visible. */
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
