// Runners of written games that only the money asks for (5.2.8): said here afterwards, or at the desk. Needs network.
import { element, part, word } from "table/words";

/** @typedef {{queue: import("table/queue").Queue, say: (text: string) => void}} Context */
/** @typedef {{number: number, game: string, numbers: number[]}} Unsaid */

/** @param {Context} context @returns {() => void} to be called after every change */
export function mountRunners(context) {
  const game = /** @type {HTMLSelectElement} */ (part("unsaid_game")), runners = /** @type {HTMLSelectElement} */ (part("unsaid_runners"));
  let lastContent = "";

  /** @returns {Unsaid[]} */
  function games() {
    const { state, closed } = context.queue;
    return closed ? [] : state?.unsaid ?? [];
  }

  /** @param {string | number} value @param {string | number} text */
  function option(value, text) {
    const choice = element("option", "", String(text));
    choice.value = String(value);
    return choice;
  }

  function showNumbers() {
    const chosen = games().find(({ number }) => String(number) === game.value);
    runners.replaceChildren(...(chosen?.numbers ?? []).map((number) => option(number, number)));
  }

  async function send() {
    const chosen = games().find(({ number }) => String(number) === game.value);
    if (!chosen) return;
    const answer = await context.queue.post("runners/", { number: chosen.number, game: chosen.game, runners: Number(runners.value) });
    if (answer?.status === 200) context.say(word("unsaid_done", { number: chosen.number }));
    else context.say(answer?.json?.text ?? word("unsaid_offline"));
    part("unsaid_problem").textContent = answer?.status === 200 ? "" : answer?.json?.text ?? word("unsaid_offline");
  }

  game.addEventListener("change", showNumbers);
  part("unsaid").addEventListener("submit", (event) => {
    event.preventDefault();
    void send();
  });

  return () => {
    const open = games(), now = JSON.stringify(open);
    if (now === lastContent) return;
    lastContent = now;
    part("unsaid_box").hidden = open.length === 0;
    game.replaceChildren(...open.map(({ number }) => option(number, number)));
    showNumbers();
  };
}
