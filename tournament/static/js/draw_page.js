// The page of a draw: what recomputes a draw is loaded only when somebody asks for it (draw_check.js).

const words = /** @type {HTMLTemplateElement} */ (document.getElementById("draw-words")).content;

/** Return the page's sentence for a code, with its fields filled in.
 * @param {string} code @param {Record<string, unknown>} [fields] @returns {string} */
export function say(code, fields = {}) {
  const sentence = words.querySelector(`[data-word="${code}"]`)?.textContent ?? code;
  return sentence.replace(/\{(\w+)\}/g, (_, name) => String(fields[name]));
}

/** A notice whose first words are the page's sentence for a code.
 * @param {string} kind @param {string} title @param {string} text @returns {HTMLElement} */
export function notice(kind, title, text) {
  const box = document.createElement("div"), paragraph = document.createElement("p"), first = document.createElement("strong");
  box.className = `notice notice-${kind}`;
  first.textContent = say(title);
  paragraph.append(first, ` ${text}`);
  box.append(paragraph);
  return box;
}

/** Do this with the module that checks, or say that it did not come.
 * @param {HTMLElement} check @param {string} where @param {(module: typeof import("draw_check")) => void} act */
function withChecks(check, where, act) {
  import("draw_check").then(act, () => {
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
