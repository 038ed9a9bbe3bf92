"""Which places a prize is for, read from what people type, and all else that a criterion needs. Knows no database.

The canonical argument of places is a list such as "1-10", "11,22,33", "last", "last-1" (the last but one), "middle", or
"plus": everybody with plus points.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournament.person.names import CLUB_LENGTH, clean_text, excerpt, plain
from tournament.prizes.kinds import Criterion
from tournament.refusals import Refused

PLUS, MIDDLE, LAST = "plus", "middle", "last"
MOST_PLACES = 9999
LONGEST_PLACES = 120
LEAST_AGE, MOST_AGE = 6, 99
YOUTH_AGE = 18  # “youth” without more: younger than this

_DASHES = re.compile(r"\s*(?:[-‐‑‒–—−]|\bbis\b|\bto\b)\s*")
_ANDS = re.compile(r"\s*(?:[,;&+/]|\bund\b|\band\b|\bsowie\b)\s*")
_FILLERS = re.compile(r"\b(?:platze?n?|places?|pl|nr|no|der|die|das|den|dem|the|zum|zur)\b\.?")
_ORDINAL = re.compile(r"(\d+)\s*(?:\.(?!\d)|st\b|nd\b|rd\b|th\b|ter?\b)")
_PLUS = re.compile(
    r"(?:(?:jede[rn]?|alle[rn]?|all|everyone|everybody|each)\s+)?(?:(?:mit|with|in)\s+)?"
    r"(?:plus|pluspunkte?n?|plus\s+points?|im plus)"
)
_RANGE = re.compile(r"(\d+)-(\d+)")
_FROM_END = re.compile(r"last-([0-9])")
_COUNTED_FROM_END = re.compile(r"([1-9]|10)(?:vonhinten|vomende|fromend)")
_LAST_WORDS = {
    0: "letzter letzte letzten letztes last schlusslicht",
    1: "vorletzter vorletzte vorletzten lastbutone secondlast secondtolast nexttolast",
    2: "drittletzter drittletzte drittletzten lastbuttwo thirdlast thirdtolast",
    3: "viertletzter viertletzte viertletzten lastbutthree fourthlast fourthtolast",
}
FROM_END = {word: number for number, words in _LAST_WORDS.items() for word in words.split()}
MIDDLE_WORDS = frozenset("mitte mittlerer mittlere mittleren middle centre center genaumitte genau-mitte".split())


class LaidPlace(NamedTuple):
    """A place that a prize is laid at. Who waives passes it on to the next place, `upwards` from the end.

    `loose`: it need not be the first of those who share a place.
    """

    number: int
    upwards: bool = False
    loose: bool = False


def places_argument(text: str) -> str:
    """Return the canonical argument of places as people write them: "1.–10.", "letzter", "11, 22 und 33".

    Refused: no_place, place_zero, places_reversed, place_too_high, plus_alone, bad_places, places_too_long.
    """
    words = _FILLERS.sub(" ", _DASHES.sub("-", plain(text))).strip()
    if _PLUS.fullmatch(_FILLERS.sub(" ", plain(text)).strip(" .")):
        return PLUS
    numbers: set[int] = set()
    others: list[str] = []
    for part in _ANDS.split(_ORDINAL.sub(r"\1", words)):
        for one in _spaced(part):
            places = _part(one, text)
            if isinstance(places, str):
                others.append(places)
            else:
                numbers.update(places)
    if PLUS in others and (numbers or len(others) > 1):
        raise Refused(
            _("“Everybody with plus points” is a prize of its own: please make two prizes."), code="plus_alone"
        )
    argument = ",".join([*_ranges(sorted(numbers)), *dict.fromkeys(others)])
    if not argument:
        raise Refused(_("Please say which places get it, for example “1–3” or “last”."), code="no_place")
    if len(argument) > LONGEST_PLACES:
        raise Refused(_("These are too many places for one prize. Please make two prizes."), code="places_too_long")
    return argument


def laid_places(argument: str, players: int) -> list[LaidPlace]:
    """Return the places of a canonical argument among so many players, in its order, each only once.

    Places behind the last one are among them: nobody fits there.
    """
    places: dict[int, LaidPlace] = {}
    for part in argument.split(","):
        if match := _RANGE.fullmatch(part):
            stretch = [LaidPlace(number) for number in range(int(match[1]), int(match[2]) + 1)]
        elif part == MIDDLE:
            stretch = [LaidPlace((players + 1) // 2, loose=True)]
        elif part.startswith(LAST):
            stretch = [LaidPlace(players - int(part[5:] or 0), upwards=True)]
        else:
            stretch = [LaidPlace(int(part))]
        for place in stretch:
            places.setdefault(place.number, place)
    return list(places.values())


def places_text(argument: str) -> str:
    """Return the places in words: "places 1–10", "place 3", "the last but one"."""
    if argument == PLUS:
        return gettext("everybody with plus points")
    parts = argument.split(",")
    numbers = [part.replace("-", "–") for part in parts if part[0].isdigit()]
    words = [_word(part) for part in parts if not part[0].isdigit()]
    if numbers:
        several = len(numbers) > 1 or "–" in numbers[0]
        words.insert(0, ngettext("place %(places)s", "places %(places)s", 2 if several else 1) % {
            "places": ", ".join(numbers)
        })  # fmt: skip
    return ", ".join(words)


def typed_places(argument: str) -> str:
    """Return the places as the field holds them, in the reader's words, and as places_argument reads them again:
    "1–3, the last but one"."""
    if argument == PLUS:
        return places_text(argument)
    return ", ".join(part.replace("-", "–") if part[0].isdigit() else _word(part) for part in argument.split(","))


def checked_argument(criterion: str, text: str, *, matches: int) -> str:
    """Return the canonical argument of any criterion. Refused: as places_argument, and bad_age, no_club, no_match."""
    if criterion == Criterion.PLACE:
        return places_argument(text)
    if criterion == Criterion.YOUTH:
        return str(_age(text))
    if criterion == Criterion.CLUB:
        club = clean_text(text, max_length=CLUB_LENGTH)
        if not club:
            raise Refused(_("Please name the club whose best player gets it."), code="no_club")
        return club
    if criterion in (Criterion.MATCH, Criterion.TABLE):
        if not text.strip().isdecimal() or not 1 <= int(text) <= matches:
            raise Refused(_("Please choose a match of this tournament."), code="no_match")
        return str(int(text))
    return ""


def _age(text: str) -> int:
    digits = re.fullmatch(r"(?:u|unter|under|bis)?\s*(\d{1,2})?", plain(text).strip())
    age = int(digits[1] or YOUTH_AGE) if digits else 0
    if not LEAST_AGE <= age <= MOST_AGE:
        raise Refused(
            _("Please give the age below which somebody is youth, from %(least)s to %(most)s."),
            code="bad_age",
            least=LEAST_AGE,
            most=MOST_AGE,
        )
    return age


def _spaced(part: str) -> Sequence[str]:
    """Return numbers that only spaces part: "11 22 33"; else the whole without its spaces: "last but one"."""
    pieces = part.strip(" .").split()
    if all(piece[0].isdigit() for piece in pieces):
        return pieces
    return ["".join(pieces)]


def _part(one: str, text: str) -> Iterator[int] | range | str:
    if one in FROM_END:
        return f"{LAST}-{FROM_END[one]}" if FROM_END[one] else LAST
    if match := _FROM_END.fullmatch(one):
        return one if int(match[1]) else LAST
    if match := _COUNTED_FROM_END.fullmatch(one):
        return f"{LAST}-{int(match[1]) - 1}" if match[1] != "1" else LAST
    if one in MIDDLE_WORDS:
        return MIDDLE
    if _PLUS.fullmatch(one) or "pluspunkt" in one:
        return PLUS
    if one.isdecimal():
        return range(_place(one), _place(one) + 1)
    if match := _RANGE.fullmatch(one):
        first, last = _place(match[1]), _place(match[2])
        if first > last:
            raise Refused(
                _("“%(first)s–%(last)s” is the wrong way round. Please write “%(last)s–%(first)s”."),
                code="places_reversed",
                first=first,
                last=last,
            )
        return range(first, last + 1)
    raise Refused(
        _("“%(text)s” is not understood as places. Please write for example “1”, “1–10”, “11, 22, 33” or “last”."),
        code="bad_places",
        text=excerpt(text),
    )


def _place(digits: str) -> int:
    place = int(digits[:9])
    if place == 0:
        raise Refused(_("There is no place 0: the first place is 1."), code="place_zero")
    if place > MOST_PLACES:
        raise Refused(
            _("Place %(place)s is too high: at most %(most)s."), code="place_too_high", place=place, most=MOST_PLACES
        )
    return place


def _ranges(numbers: Sequence[int]) -> Iterator[str]:
    start = 0
    for index, number in enumerate(numbers):
        if index + 1 == len(numbers) or numbers[index + 1] != number + 1:
            first = numbers[start]
            yield str(first) if first == number else f"{first}-{number}"
            start = index + 1


def _word(part: str) -> str:
    if part == MIDDLE:
        return gettext("the middle place")
    number = int(part[5:] or 0)
    if number == 0:
        return gettext("the last")
    if number == 1:
        return gettext("the last but one")
    if number == 2:
        return gettext("the last but two")
    return gettext("place %(number)s from the end") % {"number": number + 1}
