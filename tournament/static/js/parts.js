// The parts of the desk's page: found by name, and replaced when the server sends them again.

/** @param {string} id @returns {HTMLElement} */
export function element(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`missing #${id}`);
  return node;
}

/** A line of the sheet.
 * @param {number} number @returns {HTMLElement | null} */
export function row(number) {
  return document.querySelector(`tr[data-line="${number}"]`);
}

/** Return how many lines the sheet has. */
export function lineCount() {
  return document.querySelectorAll("tr[data-line]").length;
}

/** Return the lines that are still empty. */
export function openLines() {
  return numbersOf((line) => !attribute(line, "text") && !attribute(line, "paper"));
}

/** Return the lines that wait for the supervisor: a paper line that is no game, or a game without its approval. */
export function waitingLines() {
  return numbersOf((line) => line.classList.contains("pending"));
}

/** @param {(line: Element) => boolean} test @returns {number[]} */
function numbersOf(test) {
  return [...document.querySelectorAll("tr[data-line]")].filter(test).map((line) => Number(attribute(line, "line")));
}

/** @param {Element} line @param {string} name */
export function attribute(line, name) {
  return line.getAttribute(`data-${name}`) ?? "";
}

/** Whether some part is older than the version of the page, because it was in use when a newer one came. */
let behind = false;

/** Return the version of everything on the page; "" if not all of it is of the same version. */
export function wholeVersion() {
  return behind ? "" : element("state").dataset.version ?? "";
}

/** Replace the parts of the page that have changed, or single elements: the ids say which. A change by another desk
 * leaves alone the part that is in use here.
 * @param {{parts?: Record<string, string>, changed?: string[]}} reply @param {boolean} [polled] */
export function show(reply, polled = false) {
  const parts = Object.entries(reply.parts ?? {}).map(([id, html]) => ({ id, part: fragment(html) }));
  const changed = (reply.changed ?? []).flatMap((html) => [...fragment(html).children]).map((part) => ({ id: part.id, part }));
  let hasOldPart = false;
  for (const { id, part } of [...parts, ...changed]) {
    const old = document.getElementById(id); // a tariff was chosen meanwhile: the money comes with the next page
    if (old && isInUse(old, polled)) hasOldPart = true;
    else if (old) replace(old, part);
  }
  // The opened line belongs to the previous act.
  const line = reply.changed ? document.getElementById("line_panel") : null;
  if (line && !isInUse(line, polled)) line.remove();
  behind = reply.changed ? behind || hasOldPart : hasOldPart;
}

/** Return the elements of this text, even if they are rows of a table.
 * @param {string} html */
function fragment(html) {
  return Object.assign(document.createElement("template"), { innerHTML: html }).content;
}

/** Replace an old part; boxes that were unfolded in it stay unfolded.
 * @param {HTMLElement} old @param {DocumentFragment | Element} part */
function replace(old, part) {
  const before = old instanceof HTMLDetailsElement ? [old, ...old.querySelectorAll("details")] : [...old.querySelectorAll("details")];
  const after = [...part.querySelectorAll("details")];
  if (before.length === after.length) after.forEach((box, index) => (box.open ||= before[index].open));
  old.replaceWith(part);
}

/** Whether somebody types or has typed in this part, or a ruling there waits for an answer.
 * @param {HTMLElement} part @param {boolean} polled */
function isInUse(part, polled) {
  const controls = [...part.querySelectorAll("input, textarea")];
  return (
    part.contains(document.activeElement?.closest("input, select, textarea") ?? null) ||
    controls.some((control) => /** @type {HTMLInputElement} */ (control).value !== /** @type {HTMLInputElement} */ (control).defaultValue) ||
    (polled && part.querySelector(".ruling") !== null)
  );
}

/** Show the result of an act in place of the message before.
 * @param {string} kind @param {string} text @param {boolean} [stands] it stays until the next one that stays */
export function notice(kind, text, stands = false) {
  const place = element("outcome");
  for (const message of [...place.children]) if (stands || !message.classList.contains("is-standing")) message.remove();
  if (!text) return;
  const className = `notice notice-${kind}${stands ? " is-standing" : ""}`;
  place.append(Object.assign(document.createElement("p"), { className, textContent: text }));
}
