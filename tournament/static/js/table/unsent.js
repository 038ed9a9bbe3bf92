// Shows the games that are not saved yet, why, and what to do: as text to read out to the desk, and as codes to scan
// there.

import { encode } from "uqr";
import { inVain, OTHER_PLAYERS } from "table/commands";
import { addresses, shorthandWithRedeals } from "table/compact";
import { find, pointsOf, wordsOf } from "table/outcomes";
import { redealWords } from "table/redeals";
import { element, part, word } from "table/words";
import { signed } from "writing";

/** @typedef {import("table/commands").Command} Command */
/** @typedef {import("table/queue").Queue} Queue */
/** @typedef {{queue: Queue, model: () => import("table/model").Model | null, say: (text: string) => void}} Context */

// The most characters of one code: with more, one phone can no longer scan it from another (77 modules a side).
const LONGEST = 520;
const SVG = "http://www.w3.org/2000/svg";

/** Show everything that is only on this device, and the parts that need a person.
 * @param {Context} context */
export function mountUnsent(context) {
  const { queue } = context;
  const unsent = new Unsent(context);
  queue.addEventListener("change", () => unsent.show());
  unsent.show();
}

class Unsent {
  /** @param {Context} context */
  constructor({ queue, model, say }) {
    this.queue = queue;
    this.model = model;
    this.say = say;
    this.page = 0; // of the codes
    this.shown = ""; // the games on the page: nothing is rebuilt under a finger
    /** @type {Record<string, string>} */
    this.letters = {};
    const letters = /** @type {HTMLTemplateElement} */ (part("unsent_letters"));
    for (const line of letters.content.querySelectorAll("[data-contract]")) {
      this.letters[line.getAttribute("data-contract") ?? ""] = line.textContent ?? "";
    }
    part("unsent_retry").addEventListener("click", () => queue.retry());
    part("unsent_open").addEventListener("click", () => this.open(part("unsent_shown").hidden));
    // A tap on the words that something waits opens it; the page of the door has no such words.
    document.getElementById("status")?.addEventListener("click", () => {
      if (this.queue.commands.length === 0 || part("unsent").hidden) return;
      this.open(true);
      part("unsent").scrollIntoView();
    });
    part("unsent_next").addEventListener("click", () => { this.page += 1; this.showCode(); });
    // The game stays: nothing is lost, so nothing has to be confirmed.
    part("unsent_discard").addEventListener("click", () => (this.vain ? this.discard() : this.ask(true)));
    part("unsent_no").addEventListener("click", () => this.ask(false));
    part("unsent_yes").addEventListener("click", () => this.discard());
  }

  /** The command that a person has to decide on. */
  get stuck() {
    const { commands, closed } = this.queue;
    return commands.find((command) => command.problem) ?? (closed ? commands.at(0) : undefined);
  }

  /** Whether it is a game that was not taken back and never will be. */
  get vain() {
    const stuck = this.stuck;
    return stuck !== undefined && inVain(stuck);
  }

  show() {
    const { kind, count } = this.queue.status;
    const notices = this.notices();
    const now = JSON.stringify([notices, kind, this.queue.online, this.queue.commands.map((command) => [command.id, command.number]), this.queue.outcomes !== null]);
    if (now === this.shown) return;
    this.shown = now;
    // In a dead spot play goes on: show only a way to the unsent games, so that the next game stays visible.
    const shows = kind !== "waiting" || !this.queue.online;
    part("unsent").hidden = notices.length === 0 && (count === 0 || !shows);
    part("unsent_notices").replaceChildren(...notices.map(notice));
    part("unsent_actions").hidden = (count === 0 || !shows) && kind !== "problem";
    part("unsent_open").classList.toggle("btn-quiet", kind === "waiting");
    part("unsent_open").hidden = count === 0 || (this.vain && count === 1);
    document.getElementById("status")?.classList.toggle("is-way", count > 0 && !part("unsent").hidden);
    const stuck = this.stuck;
    part("unsent_retry").hidden = kind !== "problem" || stuck?.problem?.code === OTHER_PLAYERS || this.vain;
    part("unsent_discard").hidden = !stuck;
    part("unsent_discard").classList.toggle("btn-primary", this.vain);
    part("unsent_discard").classList.toggle("btn-danger", !this.vain);
    if (stuck) part("unsent_discard").textContent = this.words("unsent_discard", stuck);
    else this.ask(false);
    this.showGames();
    if (count === 0) this.open(false);
  }

  /** @returns {Notice[]} */
  notices() {
    const { commands, status, trouble, others, closed, gap } = this.queue;
    const stuck = this.stuck;
    /** @type {Notice[]} */
    const notices = [];
    if (closed) {
      const text = commands.length ? word(wordForCount("unsent_closed_count", commands.length), { count: commands.length }) : "";
      if (text) notices.push({ kind: "problem", title: "", text });
    } else if (status.kind === "problem") {
      const after = commands.length - 1;
      const waits = stuck && after > 0 ? word(wordForCount("unsent_after", after), { count: after }) : "";
      const text = stuck?.problem ? stuck.problem.text || word("unsent_other_players") : word(this.queue.older ? "status_older" : "status_strange");
      const how = this.queue.older ? word("unsent_older") : "";
      const title = stuck ? word(wordForCommand("unsent_problem", stuck), { number: stuck.number }) : "";
      if (gap && !stuck) notices.push({ kind: "problem", title: word(wordForCount("unsent_gap", 1 + gap.to - gap.from), gap), text: word("unsent_gap_how") });
      else notices.push({ kind: "problem", title, text: `${text} ${waits} ${how}` });
    }
    notices.push(...this.restoreNotices());
    if (trouble) notices.push({ kind: "warning", title: "", text: word(`unsent_${trouble}`) });
    for (const other of others) {
      const table = other.state?.table ?? "?", match = other.state?.match ?? "?";
      const count = other.commands.length, why = other.closed?.text ?? other.commands.find((command) => command.problem)?.problem?.text;
      const text = `${word(wordForCount("unsent_other", count), { count, table, match })} ${why ?? ""}`;
      notices.push({ kind: why ? "problem" : "warning", title: "", text, link: other.sheet, label: word("unsent_other_open", { table }) });
    }
    return notices;
  }

  /** The notices for the table after a restore of the desk's computer: while games are sent again, and afterwards.
   * @returns {Notice[]} */
  restoreNotices() {
    const { healed, healing, state, closed } = this.queue;
    if (!healed || !state || closed) return [];
    if (healing) return [{ kind: "warning", title: word("restored_title"), text: word("restored_sending") }];
    const seats = state.seats.filter((/** @type {any} */ seat) => healed.signed.includes(seat.number) && !seat.signed);
    const names = seats.map((/** @type {any} */ seat) => seat.short).join(", ");
    const games = healed.games > 0 ? word(wordForCount("restored_games", healed.games), { games: healed.games }) : "";
    const text = `${games} ${names ? word("restored_sign", { names }) : ""}`.trim();
    if (!text) return [];
    return [{ kind: "good", title: word("restored_title"), text, label: word("restored_understood"), act: () => void this.queue.understood() }];
  }

  /** @param {boolean} open */
  open(open) {
    part("unsent_shown").hidden = !open;
    part("unsent_open").setAttribute("aria-expanded", String(open));
    this.page = 0;
    if (open) this.showCode();
  }

  showGames() {
    const { commands, outcomes, state } = this.queue;
    const names = (state?.seats ?? []).map((/** @type {{short: string}} */ seat) => seat.short);
    part("unsent_games").replaceChildren(...commands.map((command) => {
      const line = element("li");
      if (command.kind === "take_back") {
        line.append(element("p", "unsent-game", word("unsent_back", { number: command.number })));
        return line;
      }
      const record = /** @type {import("table/outcomes").GameRecord} */ (command.record);
      const row = outcomes ? find(outcomes, command.number, record) : null;
      const text = row && outcomes ? wordsOf(row, record, names, outcomes) : Object.values(record).join(" ");
      line.append(element("p", "unsent-game", word("unsent_game", { number: command.number, text })));
      const sheetLine = this.model()?.lines.find((game) => game.number === command.number);
      const table = { seats: names.length, sitsOut: sheetLine?.sits_out ?? null };
      if (row) line.append(element("p", "unsent-points", pointsOf(row, record, table).map(signed).join(" ")));
      // A redeal is part of the game: typed without it, the game would differ from the device's own.
      const redeals = command.redeals ?? [], short = shorthandWithRedeals(record, redeals, this.letters);
      if (short) line.append(element("p", "unsent-short", short));
      if (redeals.length > 0) line.append(element("p", "unsent-redeals", redealWords(redeals)));
      if (command.oral) line.append(element("p", "unsent-oral", word("sheet_oral", { name: command.oral })));
      return line;
    }));
    if (!part("unsent_shown").hidden) this.showCode();
  }

  showCode() {
    const urls = addresses(this.queue.commands, location.origin + (part("unsent").dataset.address ?? ""), LONGEST);
    const box = part("unsent_code");
    if (urls.length === 0) return box.replaceChildren();
    this.page %= urls.length;
    const label = urls.length > 1 ? word("unsent_code_of", { number: this.page + 1, count: urls.length }) : word("unsent_code");
    box.replaceChildren(qrCode(urls[this.page], label), element("figcaption", "", label));
    return void (part("unsent_turn").hidden = urls.length < 2);
  }

  /** @param {boolean} sure */
  ask(sure) {
    const stuck = this.stuck, wasOpen = !part("unsent_sure").hidden;
    if (sure && stuck) part("unsent_question").textContent = this.words("unsent_question", stuck);
    part("unsent_sure").hidden = !(sure && stuck);
    if (sure && stuck) part("unsent_no").focus();
    else if (wasOpen) part("unsent_open").focus();
  }

  /** Return the words for giving up this command, or all games that were written for other players.
   * @param {string} name @param {Command} stuck */
  words(name, stuck) {
    const others = this.queue.commands.filter((command) => command.problem?.code === OTHER_PLAYERS).length;
    if (stuck.problem?.code === OTHER_PLAYERS && others > 1) return word(`${name}_all`, { count: others });
    return word(wordForCommand(name, stuck), { number: stuck.number });
  }

  async discard() {
    const stuck = this.stuck;
    this.ask(false);
    if (!stuck) return;
    const sentence = this.words("unsent_discarded", stuck);
    await this.queue.discard(stuck.id);
    this.say(sentence);
  }
}

/** @typedef {{kind: string, title: string, text: string, link?: string, label?: string, act?: () => void}} Notice */

/** @param {Notice} told */
function notice({ kind, title, text, link, label, act }) {
  const box = element("div", `notice notice-${kind}`), line = element("p");
  if (kind === "problem") box.setAttribute("role", "alert");
  if (title) line.append(element("strong", "", title), " ");
  line.append(text.replace(/\s+/g, " ").trim());
  box.append(line);
  if (link) {
    const way = element("a", "btn", label);
    way.href = link;
    box.append(way);
  }
  if (act) {
    const button = element("button", "btn", label);
    button.type = "button";
    button.addEventListener("click", act);
    box.append(button);
  }
  return box;
}

/** @param {string} name @param {number} count */
function wordForCount(name, count) {
  return count === 1 ? `${name}_one` : name;
}

/** @param {string} name @param {Command} command */
function wordForCommand(name, command) {
  return command.kind === "take_back" ? `${name}_back` : name;
}

/** Return a QR code; dark on light in dark mode too, because not every camera reads the reverse.
 * @param {string} text @param {string} label */
function qrCode(text, label) {
  const { size, data } = encode(text, { ecc: "L", border: 4 });
  const svg = document.createElementNS(SVG, "svg"), ground = document.createElementNS(SVG, "rect"), path = document.createElementNS(SVG, "path");
  svg.setAttribute("viewBox", `0 0 ${size} ${size}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  svg.setAttribute("shape-rendering", "crispEdges");
  ground.setAttribute("width", String(size));
  ground.setAttribute("height", String(size));
  ground.setAttribute("fill", "#fff");
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])));
  path.setAttribute("d", dark.join(""));
  svg.append(ground, path);
  return svg;
}
