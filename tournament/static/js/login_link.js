// The code of a slip stands behind the # of the address: no server, log or other page ever sees it. The script moves it
// into the form, and removes it from the address and the browser's history.
const form = document.getElementById("login-link");
const token = window.location.hash.slice(1);
window.history.replaceState(null, "", window.location.pathname);
if (form instanceof HTMLFormElement && token) {
  const field = form.elements.namedItem("token");
  if (field instanceof HTMLInputElement) field.value = token;
  form.hidden = false;
  document.getElementById("no-code")?.remove();
}
