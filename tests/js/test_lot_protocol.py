"""The page and Python draw a public lot alike, with and without earlier lots, and notice the same changes."""

import random

from tests.node import in_node
from tournament import lots

CHECK = """async (protocols) => {
  const { differingFields } = await import("draw/lot_protocol");
  return protocols.map(differingFields);
}"""


def test_the_page_and_python_agree():
    chance = random.Random(29)
    protocols = []
    for number in range(120):
        entrants = sorted(chance.sample(range(1, 400), chance.choice([2, 3, 5, 17, 120])))
        order = chance.sample(entrants, len(entrants))
        together = [] if number % 2 else [order[:2], order[1:4]][: chance.choice([1, 2])]
        terms = lots.LotTerms(
            prize=number, entrants=tuple(entrants), kept=tuple(tuple(one) for one in together if one[1:])
        )
        secret = f"{number:064x}"
        protocols.append(lots.lot_protocol(terms, secret=secret, hall=[str(number), "042"]))
    assert in_node(CHECK, protocols) == [[] for _ in protocols]
    forged = [lot | {"order": lot["order"][::-1]} for lot in protocols if len(lot["order"]) > 2]
    assert in_node(CHECK, forged) == [["order"] for _ in forged]
    renumbered = [lot | {"hall": ["1"]} for lot in protocols]
    assert in_node(CHECK, renumbered) == [["seed"] for _ in renumbered]
