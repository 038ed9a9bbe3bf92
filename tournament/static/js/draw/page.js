// The page of a draw. The module that recomputes a draw is loaded only when somebody asks for it (draw/check.js).

import { notice, say } from "draw/words";

/** Call this with the module that checks, or report that it could not be loaded.
 * @param {HTMLElement} check @param {string} where @param {(module: typeof import("draw/check")) => void} act */
function withChecks(check, where, act) {
  import("draw/check").then(act, () => {
    check.querySelector(`[data-answer="${where}"]`)?.replaceChildren(notice("problem", "failed_title", say("unreachable")));
  });
}

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-recompute]") : null;
  const check = /** @type {HTMLElement | null | undefined} */ (button?.closest("[data-protocol]"));
  if (check) withChecks(check, "published", (module) => module.checkPublished(check));
});

document.addEventListener("change", (event) => {
  if (!(event.target instanceof HTMLInputElement) || event.target.id !== "saved" || !event.target.files?.length) return;
  const check = /** @type {HTMLElement} */ (event.target.closest("[data-protocol]")), file = event.target.files[0];
  withChecks(check, "saved", (module) => module.checkSaved(check, file));
});

document.documentElement.classList.add("has-script");
