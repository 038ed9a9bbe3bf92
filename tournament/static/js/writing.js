// Shared by desk and table: texts with values, points with signs, ids of commands. Knows no page.

/** @typedef {Record<string, string | number>} Values */

/** Fill the {placeholders} of a text; one without a value becomes empty.
 * @param {string} text @param {Values} [values] */
export function fill(text, values = {}) {
  return text.replace(/\{(\w+)\}/g, (_all, name) => String(values[name] ?? ""));
}

/** Return points with their sign; the minus is U+2212.
 * @param {number} points */
export function signed(points) {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
}

/** Return the id of a command: 32 hex digits, unique. randomUUID does not exist on plain http. */
export function newId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
