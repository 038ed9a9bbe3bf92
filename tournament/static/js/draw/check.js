// Recomputes the published draw, checks a file saved earlier, and reports in the words of the page of a draw.

import { notice, say } from "draw/words";
import { BY_HAND, compare, NoProtocol, read, verify } from "draw/protocol";

/** @typedef {import("draw/protocol").Difference} Difference */
/** @typedef {import("draw/protocol").Protocol} Protocol */

const MOST_LINES = 20, MOST_BYTES = 50_000_000;

/** @param {Difference} difference @returns {string} */
function line(difference) {
  const { written, drawn } = difference;
  const people = difference.code.endsWith("seat") ? { written: written || say("nobody"), drawn: drawn || say("nobody") } : {};
  return say(difference.code, { ...difference, ...people });
}

/** A notice with the differences below it, at most MOST_LINES of them.
 * @param {string} title @param {string} text @param {Difference[]} differences @returns {HTMLElement} */
function differing(title, text, differences) {
  const box = notice("problem", title, text), list = document.createElement("ul");
  const lines = differences.slice(0, MOST_LINES).map(line);
  if (differences.length > MOST_LINES) lines.push(say("more", { count: differences.length - MOST_LINES }));
  list.append(...lines.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
  box.append(list);
  return box;
}

/** The reason why something could not be checked.
 * @param {unknown} error @returns {HTMLElement} */
function failure(error) {
  if (!(error instanceof NoProtocol)) throw error;
  return notice("problem", "failed_title", say(error.code, { field: error.field }));
}

/** @param {string} url @returns {Promise<unknown>} */
async function load(url) {
  try {
    const answer = await fetch(url, { cache: "no-cache" });
    if (answer.ok) return await answer.json();
  } catch {
    // The message below says so: the hall's network comes and goes.
  }
  throw new NoProtocol("unreachable");
}

/** @param {File} file @returns {Promise<unknown>} */
async function open(file) {
  if (file.size > MOST_BYTES) throw new NoProtocol("too_large");
  const text = await file.text().catch(() => { throw new NoProtocol("unreadable"); });
  try {
    return JSON.parse(text);
  } catch {
    throw new NoProtocol("not_json");
  }
}

/** @param {unknown} protocol @param {"" | "file_"} whose @returns {Promise<HTMLElement>} */
async function judge(protocol, whose) {
  if (read(protocol).algorithm === BY_HAND) return notice("warning", "by_hand_title", say("by_hand"));
  const start = performance.now();
  const { differences, ...counts } = await verify(protocol);
  if (differences.length) return differing(`${whose}differs_title`, say("differs"), differences);
  const ms = Math.max(1, Math.round(performance.now() - start));
  return notice("good", `${whose}holds_title`, say(`${whose}holds`, { ...counts, ms }));
}

/** Whether the file is the draw that is published here, now or before it was discarded.
 * @param {Protocol} saved @param {HTMLElement} check */
async function place(saved, check) {
  const { tournament, match } = check.dataset;
  if (String(saved.match) !== match || (saved.tournament ?? tournament) !== tournament) {
    const fields = { match: saved.match, tournament: saved.tournament ?? tournament };
    return notice("warning", "file_elsewhere_title", say("file_elsewhere", fields));
  }
  const differences = compare(saved, read(await load(check.dataset.protocol ?? "")));
  if (!differences.length) return notice("good", "file_same_title", say("file_same"));
  for (const other of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-protocol]"))) {
    if (other === check || compare(saved, read(await load(other.dataset.protocol ?? ""))).length) continue;
    return notice("good", "file_same_title", say("file_same"));
  }
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("[data-discarded]"))) {
    if (compare(saved, read(await load(link.href))).length) continue;
    return notice("warning", "file_discarded_title", say("file_discarded", { draw: link.dataset.discarded }));
  }
  return differing("file_other_title", say("file_other"), differences);
}

/** Show the result beside its question.
 * @param {HTMLElement} check @param {string} where @param {Promise<HTMLElement | null>[]} results */
async function answer(check, where, results) {
  const box = /** @type {HTMLElement} */ (check.querySelector(`[data-answer="${where}"]`));
  box.replaceChildren(Object.assign(document.createElement("p"), { textContent: say("computing") }));
  const notices = await Promise.all(results.map((notice) => notice.catch(failure)));
  box.replaceChildren(...notices.flatMap((notice) => notice ?? []));
}

/** Recompute the draw that is published here.
 * @param {HTMLElement} check */
export function checkPublished(check) {
  answer(check, "published", [load(check.dataset.protocol ?? "").then((protocol) => judge(protocol, ""))]);
}

/** Recompute the draw of a file saved earlier, and compare it with the draw that is published here.
 * @param {HTMLElement} check @param {File} file */
export function checkSaved(check, file) {
  const saved = open(file).then(read);
  // A file that is no protocol at all is reported once only.
  const comparison = saved.then((protocol) => place(protocol, check), () => null);
  answer(check, "saved", [saved.then((protocol) => judge(protocol, "file_")), comparison]);
}
