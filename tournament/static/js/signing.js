// A player's own phone for signing: sends the drawing, keeps it without network, and shows the result.
import { Drawing } from "drawing";

const POLL_MS = 15000, HIDDEN_MS = 60000;

const root = /** @type {HTMLElement} */ (document.getElementById("signing"));
/** @type {Drawing | null} */
let drawing = null;
let busy = false;

/** Connect the forms on the present page. */
function wire() {
  const form = /** @type {HTMLFormElement | null} */ (root.querySelector("#sign"));
  drawing = form && new Drawing(form);
  for (const each of root.querySelectorAll("form")) {
    each.addEventListener("submit", (event) => {
      event.preventDefault();
      const { submitter } = /** @type {SubmitEvent} */ (event);
      void send(each, /** @type {HTMLButtonElement | null} */ (submitter));
    });
  }
}

/** @param {HTMLFormElement} form @param {HTMLButtonElement | null} button */
async function send(form, button) {
  if (busy) return;
  if (drawing && form.id === "sign") {
    /** @type {HTMLInputElement} */ (form.elements.namedItem("strokes")).value = JSON.stringify(drawing.strokes);
  }
  const body = new FormData(form);
  if (button) body.set(button.name, button.value);
  busy = true;
  root.setAttribute("aria-busy", "true");
  const answer = await fetch(location.pathname, { method: "POST", body }).catch(() => null);
  busy = false;
  root.removeAttribute("aria-busy");
  if (answer === null || answer.status >= 500) {
    problem(root.dataset.offline ?? "");
  } else {
    show(await answer.text(), form.id === "sign");
  }
}

/** @param {string} text */
function problem(text) {
  const box = /** @type {HTMLElement} */ (document.getElementById("problem"));
  box.textContent = text;
  box.hidden = text === "";
  if (text) box.focus();
}

/** Replace the page with the one that came. With `keep`, drawn or typed input stays as long as the same sheet waits
 * for the same signature.
 * @param {string} html @param {boolean} keep */
function show(html, keep) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("signing");
  if (!fresh) {
    location.reload();
    return;
  }
  const same = fresh.dataset.content === root.dataset.content && fresh.dataset.state === root.dataset.state;
  const text = fresh.querySelector("#problem:not([hidden])")?.textContent ?? "";
  Object.assign(root.dataset, fresh.dataset);
  if (!(keep && same)) {
    root.replaceChildren(...fresh.childNodes);
    wire();
    scrollTo(0, 0);
  }
  problem(text);
}

async function look() {
  if (!busy && navigator.onLine) {
    const answer = await fetch(`${location.pathname}?v=${root.dataset.version}`).catch(() => null);
    if (answer?.status === 200 && !busy) show(await answer.text(), true);
  }
  setTimeout(look, document.hidden ? HIDDEN_MS : POLL_MS);
}

document.documentElement.classList.add("has-script");
wire();
setTimeout(look, POLL_MS);
