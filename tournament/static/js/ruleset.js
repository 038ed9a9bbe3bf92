// The form of a ruleset: faults found by the preview are also shown beside their fields, and their boxes are opened.
// What is open goes with the form, so that it is still open when the page comes back. Knows no rule; the server names
// each fault and its place.

/** @param {Element} preview the preview's answer */
function place(preview) {
  for (const slot of document.querySelectorAll("#ruleset .field-error")) {
    if (slot.childElementCount) slot.replaceChildren();
  }
  for (const field of document.querySelectorAll('#ruleset [aria-invalid="true"]')) field.removeAttribute("aria-invalid");
  for (const line of preview.querySelectorAll("li[data-place]")) {
    const key = /** @type {HTMLElement} */ (line).dataset.place ?? "";
    const item = document.createElement("li");
    item.textContent = line.querySelector("span")?.textContent ?? "";
    document.getElementById(`e-${key}`)?.append(item);
    const field = document.getElementById(`f-${key}`);
    if (field?.matches("input, select, textarea")) field.setAttribute("aria-invalid", "true");
  }
}

/** Open every box around a field, so that a link to it leads somewhere.
 * @param {string} id */
function open(id) {
  const field = document.getElementById(id);
  for (let box = field?.closest("details"); box; box = box.parentElement?.closest("details")) box.open = true;
  if (field instanceof HTMLDetailsElement) field.open = true;
  field?.focus();
}

/** Add the ids of all open boxes to what is sent.
 * @param {FormDataEvent} event */
function addOpen({ formData }) {
  for (const box of document.querySelectorAll("#ruleset details[open]")) formData.append("open", box.id);
}

document.getElementById("ruleset")?.addEventListener("formdata", addOpen);
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target instanceof Element && event.target.id === "ruleset-preview") place(event.target);
});
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest('#ruleset-preview a[href^="#"]') : null;
  if (link) open(decodeURIComponent(link.getAttribute("href")?.slice(1) ?? ""));
});
