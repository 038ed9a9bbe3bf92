// The error finder: one key takes a proposal, but only while the list has the focus, so that typing totals takes none.

const list = document.getElementById("found");
const buttons = /** @type {HTMLButtonElement[]} */ ([...(list?.querySelectorAll("[data-take]") ?? [])]);

for (const [place, button] of buttons.slice(0, 9).entries()) {
  const key = document.createElement("kbd");
  key.textContent = String(place + 1);
  button.prepend(key, " ");
}
if (buttons.length) list?.focus();

list?.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  const button = /^[1-9]$/.test(event.key) ? buttons[Number(event.key) - 1] : undefined;
  if (!button || button.disabled) return;
  event.preventDefault();
  button.form?.requestSubmit(button);
});

document.addEventListener("submit", () => {
  for (const button of buttons) button.disabled = true;
});
