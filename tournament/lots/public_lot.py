"""A lot drawn before everybody: for a prize, or for a full tie (5.4.2). Its list, its protocol, and the check of both.

As in a draw the list is closed and hashed and a secret committed first; then people in the hall call out numbers, and
all three give the seed. The order of the entrants follows from it, the first one has won (lots/ties.py).
"""

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournament.lots.chance import check_hex, commitment, draw_seed, sha256_text
from tournament.lots.errors import LotsError
from tournament.lots.terms import MOST_ENTRANTS
from tournament.lots.ties import draw_in, keeps

PUBLIC_LOT = "public-lot-1"
CALLED = (1, 12)
"""The count of numbers called out in the hall."""
_DIGITS = re.compile(r"[0-9]{1,20}")
_TEXTS = ("list_hash", "commitment", "secret", "seed")


@dataclass(frozen=True, slots=True, kw_only=True)
class LotTerms:
    """The closed list. People are start numbers; `prize` is the number of the prize, 0 for a tie.

    `entrants` ascend. `kept` are the chains of entrants whose order earlier lots of the tie gave. Raises LotsError.
    """

    prize: int
    entrants: tuple[int, ...]
    kept: tuple[tuple[int, ...], ...] = ()

    def __post_init__(self) -> None:
        if not 1 <= len(self.entrants) <= MOST_ENTRANTS:
            raise LotsError(f"a lot among {len(self.entrants)} decides nothing")
        if any(second <= first for first, second in itertools.pairwise(self.entrants)):
            raise LotsError("the entrants are not in ascending order, or one is listed twice")
        if any(len(set(chain)) != len(chain) or not set(chain) <= set(self.entrants) for chain in self.kept):
            raise LotsError("an earlier lot names somebody twice or nobody on the list")

    @property
    def text(self) -> str:
        """Return the text of the list that is hashed: three lines of ASCII. Different lists have different texts."""
        chains = ";".join(",".join(map(str, chain)) for chain in self.kept)
        return f"prize={self.prize}\nentrants={','.join(map(str, self.entrants))}\nkept={chains}"

    @property
    def list_hash(self) -> str:
        return sha256_text(self.text)

    def to_json(self) -> dict[str, Any]:
        return {"prize": self.prize, "entrants": list(self.entrants), "kept": [list(chain) for chain in self.kept]}


def lot_protocol(terms: LotTerms, *, secret: str, hall: Sequence[str]) -> dict[str, Any]:
    """Draw the order and return the protocol to publish, ready for JSON. Raises LotsError if the numbers are
    unsuitable."""
    check_called(hall)
    list_hash = terms.list_hash
    seed = draw_seed(list_hash=list_hash, secret=secret, hall=hall)
    return {
        "algorithm": PUBLIC_LOT,
        **terms.to_json(),
        "list_hash": list_hash,
        "commitment": commitment(secret),
        "secret": secret,
        "hall": list(hall),
        "seed": seed,
        "order": draw_in(terms.entrants, terms.kept, seed),
    }


def check_called(hall: Sequence[str]) -> None:
    """Raise LotsError unless these are one to twelve numbers of at most twenty digits."""
    if not CALLED[0] <= len(hall) <= CALLED[1] or not all(_DIGITS.fullmatch(number) for number in hall):
        raise LotsError(f"the hall names {CALLED[0]} to {CALLED[1]} numbers of digits only")


def is_public_lot(published: Any) -> bool:
    """Whether this is the protocol of a lot, and not of a draw."""
    return isinstance(published, Mapping) and published.get("algorithm") == PUBLIC_LOT


def verify_lot(published: Mapping[str, Any]) -> list[str]:
    """Recompute a published lot. Return every difference as a sentence; an empty list means that the lot holds.

    Raises LotsError if a field is missing or of another kind.
    """
    _check_fields(published)
    try:
        return list(_recompute(published))
    except LotsError as error:
        return [str(error)]


def _recompute(published: Mapping[str, Any]) -> Iterator[str]:
    chains = tuple(map(tuple, published["kept"]))
    terms = LotTerms(prize=published["prize"], entrants=tuple(published["entrants"]), kept=chains)
    expected = lot_protocol(terms, secret=published["secret"], hall=published["hall"])
    for name, words in (
        ("list_hash", "hash of the list"),
        ("commitment", "commitment to the secret"),
        ("seed", "seed"),
    ):
        check_hex(words, published[name])
        if published[name] != expected[name]:
            yield f"the {words} is {expected[name]}, not {published[name]}"
    # Draw again from the published seed, so that one wrong number in the list does not make every place wrong.
    order = draw_in(terms.entrants, terms.kept, published["seed"])
    for place, (number, recomputed) in enumerate(itertools.zip_longest(published["order"], order), 1):
        if number != recomputed:
            yield f"place {place} is number {recomputed}, not {number}"
    if not keeps(order, terms.kept):
        yield "the earlier lots contradict each other"


def _check_fields(published: Mapping[str, Any]) -> None:
    numbers = {"entrants": published.get("entrants"), "order": published.get("order")}
    for name in _TEXTS:
        if not isinstance(published.get(name), str):
            raise LotsError(f"the field “{name}” is missing or wrong")
    for name, value in numbers.items():
        if not _are_numbers(value):
            raise LotsError(f"the field “{name}” is missing or wrong")
    chains, hall = published.get("kept"), published.get("hall")
    if not isinstance(chains, list) or not all(map(_are_numbers, chains)):
        raise LotsError("the field “kept” is missing or wrong")
    if not isinstance(hall, list) or not all(isinstance(number, str) for number in hall):
        raise LotsError("the field “hall” is missing or wrong")
    if not _is_number(published.get("prize")):
        raise LotsError("the field “prize” is missing or wrong")


def _are_numbers(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_number, value))


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**9
