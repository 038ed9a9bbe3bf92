// Entries typed at the desk, in their canonical form, with the marks after them. Knows no page and no game.

/** Return the canonical form of an entry, by the same five steps as scoring/entries.py.
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

/** The same marks as MARK of forms/games.py: struck on the paper, initials, deals thrown in, a Tout too late. */
const MARK = /\s*(?:(x|gestr(?:ichen)?\.?)|(g(?:en(?:ehmigt)?\.?)?|\/)|p(\d{0,2})|(?<![a-z])(t))\s*$/i;
/** On a number pad, a comma after digits strikes the line. */
const PAD = /^(\s*[*]?[-−+]?\d+[g/]?)[.,]$/i;

/** Split off the marks after an entry: struck ("x"), initials ("g", "/"), deals thrown in ("p", "p2"), a Tout that was
 * announced too late ("t").
 * @param {string} text @returns {{entry: string, struck: boolean, initialled: boolean, late: boolean, passed: number}} */
export function withoutMarks(text) {
  let struck = false, initialled = false, late = false, passed = 0, mark;
  text = spelled(text);
  while ((mark = text.match(MARK)) !== null) {
    if (mark[1] !== undefined) struck = true;
    else if (mark[2] !== undefined) initialled = true;
    else if (mark[4] !== undefined) late = true;
    else passed += Number(mark[3] || 1);
    text = text.slice(0, mark.index);
  }
  return { entry: text, struck, initialled, late, passed };
}

/** Return the text with the mark's letter instead of the number pad's comma.
 * @param {string} text */
export function spelled(text) {
  return text.replace(PAD, "$1x");
}

/** Whether the text ends with the beginning of a word that stands for a mark: "92ges".
 * @param {string} text */
export function beginsMark(text) {
  const word = text.match(/g[a-z]*$/i)?.[0].toLowerCase();
  return word !== undefined && ["gestrichen", "genehmigt"].some((whole) => whole.startsWith(word));
}

/** Return why a line waits for the supervisor, if the text says so: struck on the paper, empty there, unreadable.
 * @param {string} typed */
export function paperKind(typed) {
  const text = typed.trim().toLowerCase();
  if (text === "0") return "not_written";
  if (text === "u") return "unreadable";
  return withoutMarks(typed).struck ? "struck" : "";
}

/** Return how many values these are, as on paper with one for each seat; 0 if it is anything else.
 * @param {string} text */
export function valueCount(text) {
  const words = canonical(text).split(" ");
  return words.every((word) => /^-?\d{1,5}$/.test(word)) ? words.length : 0;
}

/** Whether these are running totals, which belong to no line.
 * @param {string} entry */
export function isRunning(entry) {
  return entry.startsWith("=");
}
