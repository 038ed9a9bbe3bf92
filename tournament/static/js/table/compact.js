// Unsent games as short text: the desk's shorthand to read out, and the content of a QR code (read by
// tournament/devices/forms/unsent.py). Knows no page.

/** @typedef {import("table/commands").Command} Command */

const LEVELS = ["simple", "schneider", "schwarz"];
const ADDED = new Set(["runners", "without", "claimed", "announced", "doublings", "doubled_by", "laid", "knocked"]);
const SPOKEN = new Set(["contract", "declarer", "partner", "suit", "result", "level"]);
/** The letter of each field of a record; its value follows the letter. */
const LETTERS = {
  contract: "c", declarer: "d", partner: "p", called: "k", suit: "s", result: "r", level: "l", runners: "n",
  doublings: "b", surrender: "x", loser: "o", second_loser: "v", durchmarsch: "u", jungfrauen: "j", late_tout: "y", without: "w",
  claimed: "f", announced: "a", doubled_by: "q", laid: "e", knocked: "h",
};
/** @type {Record<string, string>} words that are sent by their first letter, of the levels by their last */
const SHORT = { won: "w", lost: "l", simple: "e", schneider: "r", schwarz: "z", accepted: "a", refused: "r", drawn: "d", true: "1" };
/** @type {Record<string, string>} */
const REDEALS = { passed: "p", exposed: "e", number: "n", turn: "t", other: "o" };

/** Return the desk's shorthand of a game with the deals thrown in before it, "s2++ p2"; "" if only words can express
 * it.
 * @param {Record<string, any>} record @param {string[]} redeals @param {Record<string, string>} letters of the contracts */
export function shorthandWithRedeals(record, redeals, letters) {
  const passCount = redeals.filter((reason) => reason === "passed").length, short = shorthand(record, letters);
  return short && passCount > 0 ? `${short} p${passCount > 1 ? passCount : ""}` : short;
}

/** Return the shorthand of the game alone, with its suffixes: "r13+ l4 c".
 * @param {Record<string, any>} record @param {Record<string, string>} letters of the contracts */
export function shorthand(record, letters) {
  const text = plainShorthand(record, letters);
  return text && text + suffixes(record);
}

/** @param {Record<string, any>} record @param {Record<string, string>} letters */
function plainShorthand(record, letters) {
  const fields = Object.keys(record).filter((name) => record[name] !== undefined && !ADDED.has(name));
  const begin = letters[record.contract];
  if (!begin) return "";
  if (fields.length === 2 && record.loser) return `${begin}${record.loser}-`;
  if (fields.length === 3 && record.loser && record.second_loser) return `${begin}${record.loser}${record.second_loser}-`;
  if (fields.length === 2 && record.durchmarsch) return `${begin}${record.durchmarsch}+`;
  if (!record.declarer || fields.some((name) => !SPOKEN.has(name))) return "";
  const head = `${begin}${(record.suit ?? "").toLowerCase()}${record.declarer}${record.partner ?? ""}`;
  if (!record.result) return head;
  if (record.result === "drawn") return `${head}=`;
  return head + (record.result === "won" ? "+" : "-").repeat(1 + LEVELS.indexOf(record.level ?? "simple"));
}

/** Return what is typed behind a game, as scoring/suffixes.py has it.
 * @param {Record<string, any>} record */
function suffixes(record) {
  const { runners, without, claimed, announced, doublings, doubled_by: doubler, laid, knocked } = record;
  const texts = [
    runners === undefined ? "" : `${without ? "o" : "l"}${runners}`,
    claimed === undefined ? "" : `v${claimed}`,
    announced ? "an" : "",
    doublings ? "c".repeat(doublings) + (doubler ?? "") : "",
    laid ? `le${laid}` : "",
    knocked ? `kl${knocked}` : "",
  ];
  return texts.filter(Boolean).map((text) => ` ${text}`).join("");
}

/** @param {string} binary @returns {string} */
function base64url(binary) {
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} id 32 hex digits */
function packedId(id) {
  return base64url(String.fromCharCode(...(id.match(/../g) ?? []).map((byte) => parseInt(byte, 16))));
}

/** Return a command as text that needs no escaping in an address: id.number.field.field…
 * @param {Command} command */
export function packed(command) {
  const parts = [packedId(command.id), String(command.number)];
  if (command.kind === "take_back") return [...parts, `t${packedId(command.game ?? "")}`].join(".");
  for (const [name, value] of Object.entries(command.record ?? {})) {
    const letter = LETTERS[/** @type {keyof typeof LETTERS} */ (name)];
    const text = Array.isArray(value) ? value.join("") : (name !== "contract" && SHORT[value]) || String(value);
    if (letter && value !== undefined && value !== null) parts.push(letter + text);
  }
  if (command.redeals?.length) parts.push(`z${command.redeals.map((reason) => REDEALS[reason]).join("")}`);
  if (command.oral) parts.push(`m${base64url(String.fromCharCode(...new TextEncoder().encode(command.oral)))}`);
  return parts.join(".");
}

/** Return the addresses that carry these commands in order, each no longer than `longest`.
 * @param {Command[]} commands @param {string} address of the desk's page @param {number} longest characters @returns {string[]} */
export function addresses(commands, address, longest) {
  /** @type {string[]} */
  const urls = [];
  for (const text of commands.map(packed)) {
    const last = urls.at(-1);
    if (last !== undefined && last.length + 1 + text.length <= longest) urls[urls.length - 1] = `${last}~${text}`;
    else urls.push(`${address}?c=${text}`);
  }
  return urls;
}
