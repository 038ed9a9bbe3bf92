// What is typed at the desk: entries in their canonical form, with the marks behind them. Knows no page and no game.

/** The canonical form of an entry: the same five steps as scoring/entries.py.
 * @param {string} text */
export function canonical(text) {
  text = text.toLowerCase().replaceAll("−", "-").trim();
  let star = "";
  if (text.startsWith("*")) [star, text] = ["*", text.slice(1).trim()];
  if (/^\p{L}/u.test(text)) return star + text.replace(/\s+/g, "");
  text = text.replace(/[\s,.;]+/g, " ").replace(/([+-]) ?/g, " $1").replaceAll("+", "");
  const words = text.split(" ").filter(Boolean);
  if (words.length === 2 && /^[0-9]+$/.test(words[1])) words[1] = [...words[1]].sort().join("");
  return star + words.join(" ");
}

/** The same marks as MARK of forms/games.py: struck on the paper, initials there, deals thrown in. */
const MARK = /\s*(?:(x|gestr(?:ichen)?\.?)|(g(?:en(?:ehmigt)?\.?)?|\/)|p(\d{0,2}))\s*$/i;
/** On a number pad a comma behind digits strikes the line. */
const PAD = /^(\s*[*]?[-−+]?\d+[g/]?)[.,]$/i;

/** Take off what stands behind an entry: that it is struck ("x"), initials ("g", "/"), deals thrown in ("p", "p2").
 * @param {string} text @returns {{entry: string, struck: boolean, initialled: boolean, passed: number}} */
export function withoutMarks(text) {
  let struck = false, initialled = false, passed = 0, mark;
  text = spelled(text);
  while ((mark = text.match(MARK)) !== null) {
    if (mark[1] !== undefined) struck = true;
    else if (mark[2] !== undefined) initialled = true;
    else passed += Number(mark[3] || 1);
    text = text.slice(0, mark.index);
  }
  return { entry: text, struck, initialled, passed };
}

/** With the letter for the number pad's comma.
 * @param {string} text */
export function spelled(text) {
  return text.replace(PAD, "$1x");
}

/** Whether a word that stands for a mark is begun here: "92ges".
 * @param {string} text */
export function beginsMark(text) {
  const word = text.match(/g[a-z]*$/i)?.[0].toLowerCase();
  return word !== undefined && ["gestrichen", "genehmigt"].some((whole) => whole.startsWith(word));
}

/** Why a line waits for the supervisor, if that is typed: struck on the paper, empty there, unreadable.
 * @param {string} typed */
export function paperKind(typed) {
  const text = typed.trim().toLowerCase();
  if (text === "0") return "not_written";
  if (text === "u") return "unreadable";
  return withoutMarks(typed).struck ? "struck" : "";
}

/** How many values stand here, as on paper with one for each seat; 0 if anything else does.
 * @param {string} text */
export function valueCount(text) {
  const words = canonical(text).split(" ");
  return words.every((word) => /^-?\d{1,5}$/.test(word)) ? words.length : 0;
}

/** Running totals belong to no line.
 * @param {string} entry */
export function isRunning(entry) {
  return entry.startsWith("=");
}
