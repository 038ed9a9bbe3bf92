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

/** Take off what stands behind an entry: initials ("g", "/") and deals thrown in ("p", "p2").
 * @param {string} text @returns {{entry: string, initialled: boolean, passed: number}} */
export function withoutMarks(text) {
  let initialled = false, passed = 0, mark;
  while ((mark = text.match(/\s*(?:[g/]|p(\d{0,2}))\s*$/i)) !== null) {
    if (mark[1] === undefined) initialled = true;
    else passed += Number(mark[1] || 1);
    text = text.slice(0, mark.index);
  }
  return { entry: text, initialled, passed };
}

/** Running totals belong to no line.
 * @param {string} entry */
export function isRunning(entry) {
  return entry.startsWith("=");
}
