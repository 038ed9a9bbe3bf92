// The button that recomputes a lot drawn in public, on its page.

import { differingFields, PUBLIC_LOT } from "draw/lot_protocol";

const check = /** @type {HTMLButtonElement | null} */ (document.getElementById("check-lot"));
const answer = /** @type {HTMLElement | null} */ (document.getElementById("lot-answer"));

/** @param {string} word */
const say = (word) => answer?.querySelector(`[data-word="${word}"]`)?.removeAttribute("hidden");

async function recompute() {
  if (!check || !answer) return;
  for (const sentence of answer.querySelectorAll("[data-word]")) sentence.setAttribute("hidden", "");
  try {
    const response = await fetch(check.dataset.file ?? "", { cache: "no-cache" });
    const lot = await response.json();
    if (lot.algorithm !== PUBLIC_LOT) throw new Error(lot.algorithm);
    say(differingFields(lot).length ? "differs" : "holds");
  } catch {
    say("unreachable");
  }
}

check?.addEventListener("click", recompute);
document.documentElement.classList.add("has-script");
