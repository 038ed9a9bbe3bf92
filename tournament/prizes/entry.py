"""What is typed where prizes are chosen: a number gives the prize, one letter or sign puts off or undoes. Pure.

And keys of rows as the buttons of a page send them.
"""

from dataclasses import dataclass

from tournament.prizes.kinds import PrizeActKind

LONGEST = 3
UNDO = "undo"
# German and English letters, and the keys beside the digits, so that one hand stays there.
KEYS = {
    **dict.fromkeys(("s", "l", "+"), PrizeActKind.LATER.value),
    **dict.fromkeys(("n", "-"), PrizeActKind.ABSENT.value),
    **dict.fromkeys(("v", "w"), PrizeActKind.WAIVED.value),
    **dict.fromkeys(("z", "u", "/"), UNDO),
}


@dataclass(frozen=True, slots=True)
class ChoosingEntry:
    """An act, and the number of the prize where one is chosen."""

    act: str
    number: int = 0


def read_prize_entry(text: str) -> ChoosingEntry | None:
    """Return what was typed; None if it is neither a number of up to three digits nor one of the keys."""
    typed = text.strip().casefold()
    if typed.isascii() and typed.isdecimal() and len(typed) <= LONGEST:
        return ChoosingEntry(PrizeActKind.CHOSEN.value, int(typed))
    return ChoosingEntry(KEYS[typed]) if typed in KEYS else None


def entry_key(text: str) -> int:
    """Return the key that a button sent; 0, which no row has, for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else 0
