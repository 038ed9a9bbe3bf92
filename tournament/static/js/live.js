// The part of a public page that keeps itself current: it asks its address for news.

const EVERY_MS = 15_000;

/** The part as it stands in the page now.
 * @returns {HTMLElement | null} */
const part = () => document.querySelector("[data-live]");

/** Put the server's answer in place of the part, and elements that belong elsewhere (data-elsewhere) there, by their
 * ids.
 * @param {string} text */
function show(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html"), next = fresh.querySelector("[data-live]");
  if (!next) return;
  for (const other of next.querySelectorAll("[data-elsewhere]")) document.getElementById(other.id)?.replaceWith(other);
  const focusId = document.activeElement?.id;
  part()?.replaceWith(document.adoptNode(next));
  if (focusId) document.getElementById(focusId)?.focus({ preventScroll: true });
}

/** Update the time beside the part: the server has no news, so the part is still current. */
function updateTime() {
  const time = document.querySelector("[data-as-of]");
  if (time) time.textContent = (time.textContent ?? "").replace(/\d\d:\d\d:\d\d/, new Date().toTimeString().slice(0, 8));
}

async function look() {
  const address = part()?.dataset.live;
  if (!address || document.hidden) return;
  const answer = await fetch(address, { headers: { "HX-Request": "true" } });
  const text = await answer.text();
  if (answer.status === 204) updateTime();
  // The address names the shown version. If that has changed meanwhile, this answer may be older than the page.
  if (answer.status === 200 && part()?.dataset.live === address) show(text);
}

let timer = 0;

function ask() {
  clearTimeout(timer);
  // The hall's network comes and goes: the next request may succeed again.
  look().catch(() => {}).finally(wait);
}

function wait() {
  clearTimeout(timer);
  timer = setTimeout(ask, EVERY_MS);
}

// Nobody looks at a hidden page. When the phone comes out again, ask at once.
document.addEventListener("visibilitychange", () => document.hidden || ask());
wait();
