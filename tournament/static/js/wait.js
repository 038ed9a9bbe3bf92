// @ts-check
/** A page that waits for the server to come back: it asks again and again, and then opens what it waited for. */

const PAUSE_MS = 1500;
const waits = /** @type {HTMLElement} */ (document.querySelector("[data-wait-for]"));

/** Ask whether the server answers; open the page when it does. */
async function ask() {
  try {
    const answer = await fetch(String(waits.dataset.waitFor), { method: "HEAD", cache: "no-store" });
    if (answer.status < 500) return location.replace(String(waits.dataset.waitFor));
  } catch {
    // It is down for a moment.
  }
  setTimeout(ask, PAUSE_MS);
}

setTimeout(ask, PAUSE_MS);
