// Compares the sheet that the table's page shows without network with the server's decisions: tests/vectors/table.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { modelOf } from "table/model";

const { outcomes, cases } = JSON.parse(readFileSync(new URL("../vectors/table.json", import.meta.url), "utf8"));

/** The page's model in the words of the vectors. */
function told(model) {
  return {
    lines: model.lines.map(({ number, dealer, sits_out, circled, pending, counted_points, section }) => {
      return { number, dealer, sits_out, circled, pending, counted_points, section: pending ? section : null };
    }),
    totals: model.seats.map((seat) => seat.points),
    plus: model.seats.map((seat) => seat.plus),
    minus: model.seats.map((seat) => seat.minus),
    sums: model.rounds.map((round) => round.sum),
    dealer: model.next === null ? null : model.dealer,
    free: model.free,
    reached: model.reached,
  };
}

test(`the page and the server agree in ${cases.length} cases`, () => {
  assert.ok(cases.length >= 500);
  for (const [place, { outcomes: key, state, commands, expected }] of cases.entries()) {
    const last = commands.at(-1), next = last.kind === "take_back" ? last.number : last.number + 1;
    const model = modelOf({ state, outcomes: outcomes[key], commands, next });
    const due = next > state.games ? { ...expected, dealer: null } : expected;
    assert.deepEqual(told(model), due, `case ${place} (${key})`);
  }
});
