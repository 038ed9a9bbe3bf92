// The key C, or the button, copies the text for the newspaper. Before a changed text is lost, the page asks.

const text = /** @type {HTMLTextAreaElement} */ (document.getElementById("newspaper_text"));
const button = /** @type {HTMLButtonElement} */ (document.getElementById("newspaper_copy"));
const said = /** @type {HTMLElement} */ (document.getElementById("newspaper_said"));
let kept = text.value;

/** Copy the present text. On plain http only the old way exists. */
async function copy() {
  let done;
  try {
    await navigator.clipboard.writeText(text.value);
    done = true;
  } catch {
    text.select();
    done = document.execCommand("copy");
  }
  if (done) kept = text.value;
  said.textContent = (done ? button.dataset.done : button.dataset.failed) ?? "";
}

document.documentElement.classList.add("has-script");
button.addEventListener("click", copy);
text.form?.addEventListener("submit", () => {
  kept = text.value;
});
window.addEventListener("beforeunload", (event) => {
  if (text.value !== kept) event.preventDefault();
});
document.addEventListener("keydown", (event) => {
  const typing = event.target instanceof Element && event.target.closest("input, textarea, select");
  if (event.key.toLowerCase() !== "c" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  copy();
});
