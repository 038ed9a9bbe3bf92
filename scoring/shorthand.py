"""Entries as people type them and the records they stand for: shorthand, points of some seats, points of all.

Behind a game stand its suffixes, such as "l4" for four runners (suffixes.py).
"""

import re
from dataclasses import replace

from scoring.contracts import EVERYONE, KINDS, LEVELS
from scoring.entries import canonical_entry, partings, shorthand_of
from scoring.errors import ScoringError
from scoring.games import check_game
from scoring.parts import MISTAKE
from scoring.points import outcome_table
from scoring.records import (
    NO_PAPER,
    Decision,
    GamePlace,
    GameRecord,
    PaperPoints,
    Play,
    PlayEnd,
    RamschEnd,
    Sanction,
    given_fields,
)
from scoring.results import DRAWN_GAME
from scoring.ruleset import Ruleset
from scoring.suffixes import (
    SUFFIX_FIELDS,
    SUFFIXES,
    counted_fields,
    only_for_money,
    suffixes_of,
    with_suffixes,
    without_suffixes,
)
from scoring.tariffs import Tariff

__all__ = ["canonical_entry", "format_record", "parse_entry"]

_NUMBER = re.compile("-?[0-9]{1,4}")
_SEATS = re.compile("[0-9]{1,9}")
_SHORTHAND = re.compile(
    r"(?P<letters>[a-z]+)(?P<declarer>[0-9])(?P<partner>[0-9])?"
    r"(?P<signs>[+]{1,3}|-{1,3}|=)?(?:!(?P<offender>[0-9]))?"
)
_WITH_SUFFIXES = re.compile(rf"(?P<game>[a-z]+[0-9]{{1,2}}[+=-]{{0,3}}|[*]?-?[0-9][0-9 -]*?) ?(?P<suffixes>{SUFFIXES})")
_CONTRACTS = {
    f"{kind.letters}{suit.lower()}": (key, suit or None) for key, kind in KINDS.items() for suit in ("", *kind.suits)
}
"""Contract and suit by the letters that stand for both."""


def parse_entry(
    ruleset: Ruleset,
    text: str,
    *,
    first: bool = False,
    seats: int | None = None,
    sits_out: int | None = None,
    tariff: Tariff | None = None,
) -> GameRecord:
    """Return the record that an entry stands for: exactly what the table of outcomes holds, with its suffixes.

    `first` is for the first game of a match. `seats` is the number of seats at the table; if more sit than play,
    `sits_out` deals. `tariff` lets suffixes tell what only money asks for.
    Raises ScoringError: `entry_empty`, `entry_unreadable`, `entry_two_ways`, `not_zero_sum`, `no_such_outcome`,
    `no_such_points`, `wrong_number_of_values`, `entry_not_circled`, `suffix_not_counted`, or a problem of
    `check_game`, among them what the first game refuses.
    """
    entry = canonical_entry(text)
    table = outcome_table(ruleset, first=first, seats=seats, sits_out=sits_out)
    outcome = table.get(entry)
    if outcome is not None:
        return outcome.record
    place = GamePlace(first=first or None, seats=seats or ruleset.usual_seats, sits_out=sits_out)
    parts = _WITH_SUFFIXES.fullmatch(entry)
    if parts is None or not parts["suffixes"]:
        raise _refusal(ruleset, text.strip(), entry, place)
    outcome = table.get(parts["game"])
    if outcome is None:
        raise _refusal(ruleset, text.strip(), parts["game"], place)
    record = with_suffixes(outcome.record, parts["suffixes"])
    if record is None:
        raise ScoringError("entry_unreadable", entry=text.strip())
    return _counted(ruleset, record, place, tariff)


def _counted(ruleset: Ruleset, record: GameRecord, place: GamePlace, tariff: Tariff | None) -> GameRecord:
    """Return a record with suffixes, as far as these rules tell them apart. Raises ScoringError if it is no game."""
    written = record.paper.written is not None
    contracts = ruleset.contracts.values() if written else (ruleset.contracts[record.play.contract or ""],)
    fields = {name for one in contracts for name in counted_fields(ruleset, one, tariff)}
    if written:
        # The points of a line say all that counts in them.
        fields &= {"runners", "claimed"} & set(only_for_money(ruleset))
    if "without" not in fields:
        record = replace(record, play=replace(record.play, without=None))
    for field in given_fields(record).keys() & set(SUFFIX_FIELDS) - fields:
        raise ScoringError("suffix_not_counted", field=field)
    for problem in check_game(ruleset, replace(record, place=place)):
        raise problem.error()
    return record


def format_record(record: GameRecord) -> str:
    """Return the entry of a record in canonical form: shorthand, or the shortest for a line known by its points.

    Reading the entry gives back only the fields that it can express; circled is derived. Raises ScoringError
    `no_shorthand` for other records.
    """
    if record.paper.written is not None:
        if replace(without_suffixes(record), paper=NO_PAPER) != GameRecord():
            raise ScoringError("no_shorthand")
        return _points_entry(record.paper.written) + suffixes_of(record)
    text = shorthand_of(without_suffixes(record))
    if text is None:
        raise ScoringError("no_shorthand")
    return text + suffixes_of(record)


def _points_entry(points: tuple[int, ...]) -> str:
    """Return value and seats: those of the seat that stands alone, else those of the winners."""
    seats = {value: [seat for seat, other in enumerate(points, 1) if other == value] for value in points}
    if len(seats) != 2:
        return " ".join(str(value) for value in points)
    # Where only winners have points, 0 is what many lines have in common.
    value = min((one for one in seats if one), key=lambda one: (len(seats[one]), -one))
    return f"{value} {''.join(str(seat) for seat in seats[value])}"


def _refusal(ruleset: Ruleset, text: str, entry: str, place: GamePlace) -> ScoringError:
    """Return why an entry is not in the table; `place` is that of its line."""
    bare = entry.lstrip("*")
    if not bare:
        return ScoringError("entry_empty")
    later = outcome_table(ruleset, seats=place.seats, sits_out=place.sits_out)
    outcome = later.get(entry) if place.first else None
    if outcome is not None:
        return check_game(ruleset, replace(outcome.record, place=place))[0].error()
    readings = partings(later, place.seats or 0).get(entry)
    if readings:
        return ScoringError("entry_two_ways", entry=text, readings=tuple(readings))
    if bare in later:
        return ScoringError("entry_not_circled", entry=text)
    words = bare.split()
    if len(words) == 2 and _NUMBER.fullmatch(words[0]) and _SEATS.fullmatch(words[1]):
        return _seats_refusal(place, int(words[0]), words[1])
    if len(words) > 2 and all(_NUMBER.fullmatch(word) for word in words):
        record = GameRecord(paper=PaperPoints(written=tuple(int(word) for word in words)))
    else:
        game = _shorthand_record(bare)
        if game is None:
            return ScoringError("entry_unreadable", entry=text)
        record = game
    problems = check_game(ruleset, replace(record, place=place))
    return problems[0].error() if problems else ScoringError("entry_unreadable", entry=text)


def _seats_refusal(place: GamePlace, value: int, seats: str) -> ScoringError:
    at_table = place.seats or 0
    for seat in seats:
        if not 1 <= int(seat) <= at_table:
            return ScoringError("seat_not_at_table", field="entry", seats=at_table, found=int(seat))
    return ScoringError("no_such_points", value=value, seats=seats)


def _shorthand_record(entry: str) -> GameRecord | None:
    """Return what a shorthand says, even if it is impossible; None if the entry is no shorthand."""
    match = _SHORTHAND.fullmatch(entry)
    key = _CONTRACTS.get(match["letters"]) if match else None
    if match is None or key is None:
        return None
    contract, suit = key
    signs = match["signs"] or ""
    seat = int(match["declarer"])
    if KINDS[contract].family == EVERYONE and signs == "-" and not match["offender"]:
        second = int(match["partner"]) if match["partner"] else None
        return GameRecord(play=Play(contract=contract), ramsch=RamschEnd(loser=seat, second_loser=second))
    if KINDS[contract].family == EVERYONE and signs == "+" and not match["partner"] and not match["offender"]:
        return GameRecord(play=Play(contract=contract), ramsch=RamschEnd(durchmarsch=seat))
    return GameRecord(
        play=Play(
            contract=contract, suit=suit, declarer=seat, partner=int(match["partner"]) if match["partner"] else None
        ),
        end=PlayEnd(
            result={"+": "won", "-": "lost", "=": DRAWN_GAME}[signs[0]] if signs else None,
            level=LEVELS[len(signs) - 1] if len(signs) > 1 else None,
        ),
        decision=Decision(
            sanction=Sanction(kind=MISTAKE, offender=int(match["offender"])) if match["offender"] else None
        ),
    )
