"""The page and Python say the same of lots at the door, whether they hold or were changed."""

import random
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from tests.js.protocols import SECRET
from tests.node import in_node
from tournament import lots

VERIFY = """async (protocols) => {
  const { verify } = await import("draw/protocol"), answers = [];
  for (const protocol of protocols) answers.push((await verify(protocol)).differences.map(({ code }) => code));
  return answers;
}"""


def evening(chance: random.Random) -> dict[str, Any]:
    """Somebody keeps a place, some go, some of them come again; the house fills up."""
    sizes = chance.choice([(4,), (4, 5), (3, 4), (4, 5, 6)])
    terms = lots.DoorTerms(
        match=1, matches=3, sizes=sizes, usual=4, ahead=chance.choice([4, 8, 12]), fixed=((3, 1, 2),)
    )
    door = lots.DoorSeating(terms=terms, secret=f"{chance.getrandbits(256):064x}")
    for number in chance.sample(range(1, 200), chance.randint(8, 60)):
        door.draw(number)
        if number != 3 and chance.random() < 0.2:
            door.give_back(number)
            if chance.random() < 0.5:
                door.draw(number)
        if chance.random() < 0.1 or (door.last and not door.free):
            door.announce(last=not door.last)
    for number in range(300, 320):
        if door.sizes is None:
            if not door.free:
                door.announce(last=False)
            door.draw(number)
    return lots.door_protocol(terms, secret=door.secret, steps=door.steps)


def changed(protocol: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Versions that somebody might try to pass off."""
    for name, value in (
        ("secret", SECRET), ("secret", "5A" * 32), ("commitment", "00" * 32), ("list_hash", "00" * 32),
        ("lots", protocol["lots"][::-1]), ("lots", protocol["lots"][1:]), ("entrants", protocol["entrants"][1:]),
        ("tables", [4]), ("ahead", 0), ("fixed", [[3, 1, 2], [3, 1, 3]]), ("sizes", [5]), ("match", 9),
        ("steps", protocol["steps"][:-1]), ("steps", protocol["steps"][1:]),
    ):  # fmt: skip
        yield protocol | {name: value}
    for order, step in enumerate(protocol["steps"][:12]):
        steps = deepcopy(protocol["steps"])
        steps[order] = [step[0], step[1], step[2], step[3] % 4 + 1]
        yield protocol | {"steps": steps}
        steps = deepcopy(protocol["steps"])
        steps[order][0] = "toString"
        yield protocol | {"steps": steps}


def test_browser_and_python_agree() -> None:
    chance = random.Random(20261128)
    evenings = [evening(chance) for _ in range(30)]
    protocols = [*evenings, *(one for protocol in evenings[:4] for one in changed(protocol))]
    for protocol, codes in zip(protocols, in_node(VERIFY, protocols), strict=True):
        assert bool(codes) == bool(lots.verify(protocol)), (codes, protocol)
    assert in_node(VERIFY, evenings) == [[]] * 30
