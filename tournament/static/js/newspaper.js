// The key C, or the button, copies the text for the newspaper. Before a changed text is lost, the page asks.

const text = /** @type {HTMLTextAreaElement} */ (document.getElementById("newspaper_text"));
const button = /** @type {HTMLButtonElement} */ (document.getElementById("newspaper_copy"));
const message = /** @type {HTMLElement} */ (document.getElementById("newspaper_said"));
let savedText = text.value;

/** Copy the present text. On plain http only the old way exists. */
async function copy() {
  let success;
  try {
    await navigator.clipboard.writeText(text.value);
    success = true;
  } catch {
    text.select();
    success = document.execCommand("copy");
  }
  if (success) savedText = text.value;
  message.textContent = (success ? button.dataset.done : button.dataset.failed) ?? "";
}

document.documentElement.classList.add("has-script");
button.addEventListener("click", copy);
text.form?.addEventListener("submit", () => {
  savedText = text.value;
});
window.addEventListener("beforeunload", (event) => {
  if (text.value !== savedText) event.preventDefault();
});
document.addEventListener("keydown", (event) => {
  const typing = event.target instanceof Element && event.target.closest("input, textarea, select");
  if (event.key.toLowerCase() !== "c" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  copy();
});
