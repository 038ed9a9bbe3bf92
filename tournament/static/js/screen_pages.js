// Shared by the pages for the projector: they poll for news, and hide cursor and buttons while nobody is there.

const POLL_MS = 5000, STILL_MS = 3000, LONGEST_MS = 10_000;

/** Whether motion is unwanted on this device. */
export const stillness = matchMedia("(prefers-reduced-motion: reduce)");

/** The part of the page that the server made.
 * @returns {HTMLElement} */
const hall = () => /** @type {HTMLElement} */ (document.getElementById("hall"));

/** Aborts a request after ten seconds; after that the page asks again.
 * @returns {AbortSignal} */
export function patience() {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), LONGEST_MS);
  return controller.signal;
}

/** Return the page at this address for the hall; null if there is none.
 * @param {string} address @returns {Promise<HTMLElement | null>} */
export async function fetchHall(address) {
  const answer = await fetch(address, { cache: "no-cache", signal: patience() });
  if (!answer.ok) return null;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("hall");
  return fresh && document.adoptNode(fresh);
}

/**
 * Ask every five seconds whether anything in the tournament changed. If so, fetch this page again and replace the old
 * one if it differs. Most changes are games written somewhere, which change nothing here.
 * @param {() => void} onChange called after the page was replaced
 */
export function watch(onChange) {
  let version = hall().dataset.version, previous = hall().innerHTML;
  const look = async () => {
    if (document.hidden) return;
    const news = await fetch(`${hall().dataset.news}?v=${version}`, { signal: patience() });
    if (news.status !== 200) return;
    const address = location.href, fresh = await fetchHall(address);
    // Meanwhile somebody may have turned to another page.
    if (!fresh || address !== location.href) return;
    version = fresh.dataset.version;
    if (fresh.innerHTML === previous) return;
    previous = fresh.innerHTML;
    hall().replaceWith(fresh);
    onChange();
  };
  // The hall's network comes and goes: the next request may succeed again.
  const ask = () => look().catch(() => {}).finally(() => setTimeout(ask, POLL_MS));
  setTimeout(ask, POLL_MS);
}

/** Call back whenever somebody moves the mouse, touches the page or presses a key.
 * @param {() => void} back */
export function whenTouched(back) {
  for (const kind of ["pointerdown", "keydown", "focusin"]) document.addEventListener(kind, back);
  // An element that moves under a resting mouse is no touch.
  document.addEventListener("pointermove", (event) => { if (event.movementX || event.movementY) back(); });
}

/** Hide cursor and buttons while nobody touches the page. */
export function hideUnused() {
  let timer = 0;
  const wake = () => {
    document.documentElement.classList.remove("is-unused");
    clearTimeout(timer);
    timer = setTimeout(() => document.documentElement.classList.add("is-unused"), STILL_MS);
  };
  whenTouched(wake);
  wake();
}

/** Keep the screen on if the browser allows it: nobody touches this computer for hours. */
export function stayAwake() {
  const ask = () => document.hidden || navigator.wakeLock?.request("screen").catch(() => {});
  document.addEventListener("visibilitychange", ask);
  ask();
}

/** Whether a key pressed here belongs to a button or a link.
 * @param {KeyboardEvent} event @returns {boolean} */
export function isTaken(event) {
  const target = /** @type {Element} */ (event.target);
  return event.ctrlKey || event.metaKey || event.altKey || target.closest("a, button, input") !== null;
}

document.documentElement.classList.add("has-script");
