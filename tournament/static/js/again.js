// @ts-check
/** A page in place of a document that is not made yet: it asks each second, and opens the document as soon as it
 * exists. */

const waiting = /** @type {HTMLElement} */ (document.querySelector("[data-waiting]"));
const there = /** @type {HTMLTemplateElement} */ (document.querySelector("[data-there]"));

async function ask() {
  const answer = await fetch(location.href, { cache: "no-store", headers: { "X-Waiting": "1" } }).catch(() => null);
  if (answer === null) {
    setTimeout(ask, 1000);
    return;
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const part = page.querySelector("[data-waiting]");
  if (part) {
    waiting.replaceChildren(...part.childNodes);
    if (!part.hasAttribute("data-failed")) setTimeout(ask, 1000);
    return;
  }
  // A file that is saved instead of opened leaves this page where it is.
  if (answer.status === 204) waiting.replaceChildren(there.content);
  location.reload();
}

setTimeout(ask, 1000);
