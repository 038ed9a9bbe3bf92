// A comparison of running totals that differ: it stays until it is answered, so it is repeated after every mend of a
// line above.

/** @typedef {import("sending").Command} Command */
/** @typedef {import("sending").Reply} Reply */

/** @type {{entry: string, number: number, upto: number} | null} */
let open = null;

/** Keep totals that differ; totals that agree answer them. Return whether they differ.
 * @param {Command} command @param {Reply} reply */
export function keepComparison({ entry, number }, { answer, to }) {
  open = answer === "differs" && to ? { entry, number, upto: to } : null;
  return answer === "differs";
}

/** Forget it: the typist has discarded it. */
export function dropComparison() {
  open = null;
}

/** Return the comparison to repeat after a change of this line, or of any line without a number.
 * @param {number} [number] */
export function comparisonAgain(number = 1) {
  return open && number <= open.upto ? open : null;
}
