// The way to another sheet of the match, by its number or by the address that a scanner types. One key opens it.

/** @type {(url: string) => void} */
let leave = (url) => location.assign(url);

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("goto_form"));
const field = /** @type {HTMLInputElement | null} */ (document.getElementById("goto"));

/** Put the cursor into the field. */
export function askForTable() {
  field?.focus();
  field?.select();
}

/** Go to the sheet of this number or address.
 * @param {string} text */
export function goTo(text) {
  if (!form || !field) return;
  field.value = text;
  form.requestSubmit();
}

/** Whether the cursor is in this field.
 * @param {EventTarget | null} target */
export function isGoTo(target) {
  return field !== null && target === field;
}

/** Set the function that leaves the page: only after all lines are written.
 * @param {(url: string) => void} how */
export function leaveBy(how) {
  leave = how;
}

form?.addEventListener("submit", (event) => {
  event.preventDefault();
  const query = new URLSearchParams({ to: field?.value ?? "", here: form.dataset.here ?? "" });
  if (field) field.value = "";
  leave(`${form.action}?${query}`);
});
document.addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  const typing = target.closest("input, select, textarea") !== null;
  // A scanner's address begins with this key, wherever the focus is after the last button.
  if (event.key === "F4" && !event.altKey) event.preventDefault();
  else if (typing || event.key.toLowerCase() !== "h" || event.ctrlKey || event.metaKey || event.altKey) return;
  askForTable();
});
