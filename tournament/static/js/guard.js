// Before what somebody typed is lost by leaving the page, the page asks. A form has that by the attribute `data-guard`;
// its value "typed" says that it came back from the server with work that is not saved yet.

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-guard]"))) guard(form);

/** @param {HTMLFormElement} form */
function guard(form) {
  let isTyped = form.dataset.guard === "typed";
  form.addEventListener("input", () => {
    isTyped = true;
  });
  form.addEventListener("submit", () => {
    isTyped = false;
  });
  window.addEventListener("beforeunload", (event) => {
    if (isTyped) event.preventDefault();
  });
}
