// The parts of the desk's page: found by name, put in their places when the server sends them anew.

/** @param {string} id @returns {HTMLElement} */
export function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`missing #${id}`);
  return found;
}

/** A line of the sheet.
 * @param {number} number @returns {HTMLElement | null} */
export function row(number) {
  return document.querySelector(`tr[data-line="${number}"]`);
}

/** @param {Element} line @param {string} name */
export function attribute(line, name) {
  return line.getAttribute(`data-${name}`) ?? "";
}

/** Put the parts that changed in their places; what another desk did leaves alone what is in use here.
 * @param {{parts: Record<string, string>}} reply @param {boolean} [polled] */
export function show(reply, polled = false) {
  for (const [id, html] of Object.entries(reply.parts)) {
    const old = document.getElementById(id); // a tariff chosen meanwhile: the money comes with the next page
    if (old && !isInUse(old, polled)) old.replaceWith(document.createRange().createContextualFragment(html));
  }
}

/** Whether somebody types or has typed in this part, or is asked for a ruling.
 * @param {HTMLElement} part @param {boolean} polled */
function isInUse(part, polled) {
  const controls = [...part.querySelectorAll("input, textarea")];
  return (
    part.contains(document.activeElement?.closest("input, select, textarea") ?? null) ||
    controls.some((control) => /** @type {HTMLInputElement} */ (control).value !== /** @type {HTMLInputElement} */ (control).defaultValue) ||
    (polled && part.querySelector(".ruling") !== null)
  );
}

/** @param {string} kind @param {string} text */
export function notice(kind, text) {
  const place = element("outcome");
  place.replaceChildren();
  if (!text) return;
  place.append(Object.assign(document.createElement("p"), { className: `notice notice-${kind}`, textContent: text }));
}
