// The sentences of the page of a draw, by their codes, and notices made of them.

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
