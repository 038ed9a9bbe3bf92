// @ts-check
/** A page that waits for the server to come back: it asks again and again, and then opens the awaited page. */

const PAUSE_MS = 1500;
// A request that comes while the server stops may never get an answer.
const MOST_MS = 5000;
const waits = /** @type {HTMLElement} */ (document.querySelector("[data-wait-for]"));

/** Ask whether the server answers; open the page when it does. */
async function ask() {
  const patience = new AbortController();
  setTimeout(() => patience.abort(), MOST_MS);
  try {
    const options = { method: "HEAD", cache: /** @type {const} */ ("no-store"), signal: patience.signal };
    const answer = await fetch(String(waits.dataset.waitFor), options);
    if (answer.status < 500) return location.replace(String(waits.dataset.waitFor));
  } catch {
    // The server is down for a moment.
  }
  setTimeout(ask, PAUSE_MS);
}

setTimeout(ask, PAUSE_MS);
