// The page of a draw: what recomputes a draw is loaded only when somebody asks for it.

/** Do this with the module that checks, or say that it did not come.
 * @param {HTMLElement} check @param {string} where
 * @param {(module: typeof import("draw_check")) => void} act */
function withChecks(check, where, act) {
  import("draw_check").then(act, () => {
    const words = /** @type {HTMLTemplateElement} */ (document.getElementById("draw-words")).content;
    const sentence = words.querySelector('[data-word="unreachable"]')?.textContent ?? "";
    check.querySelector(`[data-answer="${where}"]`)?.replaceChildren(sentence);
  });
}

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-recompute]") : null;
  const check = /** @type {HTMLElement | null | undefined} */ (button?.closest("#check"));
  if (check) withChecks(check, "published", (module) => module.checkPublished(check));
});

document.addEventListener("change", (event) => {
  if (!(event.target instanceof HTMLInputElement) || event.target.id !== "saved" || !event.target.files?.length) return;
  const check = /** @type {HTMLElement} */ (event.target.closest("#check")), file = event.target.files[0];
  withChecks(check, "saved", (module) => module.checkSaved(check, file));
});

document.documentElement.classList.add("has-script");
