// The prize-giving on a screen in the hall: asks every second and a half whether the next step is there.

import { fitPicture } from "fit";
import { hideUnused, patience, stayAwake } from "screen_pages";

const EVERY_MS = 1500;

/** The part of the page that the server made.
 * @returns {HTMLElement} */
const hall = () => /** @type {HTMLElement} */ (document.getElementById("hall"));

async function look() {
  if (document.hidden) return;
  const { news, version } = hall().dataset, signal = patience();
  const response = await fetch(`${news}?v=${version}`, { signal });
  if (response.status !== 200) return;
  // The part alone is the same for all screens and phones, so it is made once for them.
  const answer = await fetch(location.pathname, { cache: "no-cache", headers: { "HX-Request": "true" }, signal });
  if (answer.status !== 200) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("hall");
  if (!fresh) return;
  const isNew = fresh.innerHTML !== hall().innerHTML;
  if (!isNew) hall().dataset.version = fresh.dataset.version;
  else {
    hall().replaceWith(document.adoptNode(fresh));
    fitPicture();
  }
}

function ask() {
  // The hall's network comes and goes: the next request may succeed again.
  look().catch(() => {}).finally(() => setTimeout(ask, EVERY_MS));
}

addEventListener("resize", fitPicture);
document.fonts.ready.then(fitPicture);
hideUnused();
stayAwake();
fitPicture();
setTimeout(ask, EVERY_MS);
