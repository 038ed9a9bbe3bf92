// A lot drawn in public, recomputed in the browser: docs/draw.md with the numbers of its steps. Knows no page.

import { sha256 } from "js-sha256";
import { Chance, FIRST, SECOND } from "draw/lots";

/** @typedef {{algorithm: string, prize: number, entrants: number[], kept: number[][], list_hash: string,
 *   commitment: string, secret: string, hall: string[], seed: string, order: number[]}} PublicLot */

export const PUBLIC_LOT = "public-lot-1";

/** The text of the closed list that is hashed.
 * @param {PublicLot} lot */
export const lotText = (lot) => `prize=${lot.prize}\nentrants=${lot.entrants.join(",")}\nkept=${lot.kept.map((chain) => chain.join(",")).join(";")}`;

/** For each person, everybody behind them by these chains, directly or through others.
 * @param {number[][]} chains @returns {Map<number, Set<number>>} */
function behind(chains) {
  /** @type {Map<number, number[]>} */
  const next = new Map();
  /** @param {number} start */
  const peopleFrom = (start) => {
    const people = new Set([start]), waiting = [start];
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      for (const after of next.get(one) ?? []) {
        if (people.has(after)) continue;
        people.add(after);
        waiting.push(after);
      }
    }
    return people;
  };
  for (const chain of chains) {
    for (let place = 1; place < chain.length; place++) {
      const [before, after] = [chain[place - 1], chain[place]];
      if (next.get(before)?.includes(after) || peopleFrom(after).has(before)) continue;
      next.set(before, [...(next.get(before) ?? []), after]);
    }
  }
  return new Map(chains.flat().map((one) => {
    const after = peopleFrom(one);
    after.delete(one);
    return [one, after];
  }));
}

/** The order that a seed gives. Within each chain the order stays.
 * @param {number[]} entrants @param {number[][]} chains @param {string} seed @returns {number[]} */
export function lotOrder(entrants, chains, seed) {
  const chance = new Chance(seed, FIRST);
  if (!chains.length) {
    const order = [...entrants];
    chance.shuffle(order);
    return order;
  }
  const after = behind(chains);
  /** @type {number[]} */
  const order = [];
  for (const one of new Set([...chains.flat(), ...entrants])) {
    let first = 0, last = order.length;
    order.forEach((other, place) => {
      if (after.get(other)?.has(one)) first = Math.max(first, place + 1);
      if (after.get(one)?.has(other)) last = Math.min(last, place);
    });
    order.splice(first + chance.below(last - first + 1), 0, one);
  }
  return order;
}

/** The names of the fields that do not follow from the list, the secret and the numbers of the hall. None: the lot
 * holds.
 * @param {PublicLot} lot @returns {string[]} */
export function differingFields(lot) {
  const listHash = sha256(lotText(lot));
  const seed = sha256(`${SECOND}:${listHash}:${lot.secret}:${lot.hall.join(",")}`);
  const computed = { list_hash: listHash, commitment: sha256(`${SECOND}:${lot.secret}`), seed };
  const names = Object.entries(computed).filter(([name, value]) => lot[/** @type {"seed"} */ (name)] !== value).map(([name]) => name);
  const order = lotOrder(lot.entrants, lot.kept, lot.seed);
  return order.join() === lot.order.join() ? names : [...names, "order"];
}
