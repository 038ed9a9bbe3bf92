"""What a sealed document says, read from the data attached to it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils import translation

from scoring.ruleset import parse_ruleset
from scoring.sheets import EvaluatedSheet
from tournament.enums import ShownName
from tournament.participants.selectors.public_names import public_name
from tournament.proof.seals import sheet_data
from tournament.words.game_labels import describe


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedPlayer:
    """A seat of a sheet; `name` is "" if only a hash of it is known."""

    seat: int
    name: str
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedLine:
    """A game as the file describes it, in words, with the points of each seat that follow from it."""

    number: int
    text: str
    points: tuple[int, ...]
    struck: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedPlace:
    """A line of final standings as the file has it. `start_number` is None for who is not named."""

    place: int | None
    start_number: int | None
    name: str
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedPrize:
    """A prize with who won it, as final standings have it. `start_number` is None for who is not named."""

    number: int
    words: str
    start_number: int | None
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedRanking:
    """What sealed final standings say."""

    tournament: str
    day: str
    version: int
    check_code: str
    lines: tuple[SealedPlace, ...]
    prizes: tuple[SealedPrize, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedSheet:
    """What the document says. `tournament` is "" if only a hash of its name is known."""

    tournament: str
    day: str
    match: int
    table: int
    version: int | None
    check_code: str
    players: tuple[SealedPlayer, ...]
    rules: str = ""
    lines: tuple[SealedLine, ...] = ()


def sealed_ranking(data: Mapping[str, Any]) -> SealedRanking:
    """Return what the attached data say. Their shape was checked before, within bounds."""
    nameless = _nameless()

    def number_of(row: Mapping[str, Any]) -> int | None:
        """The hash of the ranking needs every number, but the page shows none of who is not named."""
        return None if row["name"] in nameless else row["start_number"]

    lines = tuple(
        SealedPlace(place=line.get("place"), start_number=number_of(line), name=line["name"], total=line["total"])
        for line in data["lines"]
    )
    tournament = data["tournament"]
    return SealedRanking(
        tournament=tournament["name"],
        day=tournament["day"],
        version=data["document"]["version"],
        check_code=data["head"][:12],
        lines=lines,
        prizes=tuple(
            SealedPrize(number=prize["number"], words=prize["words"], start_number=number_of(prize), name=prize["name"])
            for prize in data.get("prizes", ())
        ),
    )


def _nameless() -> set[str]:
    """What stands for who is not named, in the languages in which documents are made."""
    texts = set()
    for language, _title in settings.LANGUAGES:
        with translation.override(language):
            texts.add(public_name(ShownName.HIDDEN, 0, ""))
    return texts


def sealed_sheet(data: Mapping[str, Any], *, lines: bool) -> SealedSheet:
    """Return what the attached data say, with the games if `lines`. Their shape was checked before, within bounds."""
    totals = data["result"]["totals"]
    names = {player["seat"]: player["name"] for player in data["players"]}
    players = tuple(
        SealedPlayer(seat=seat, name=names.get(seat, ""), total=total) for seat, total in enumerate(totals, 1)
    )
    return SealedSheet(
        tournament=data["tournament"]["name"],
        day=data["tournament"]["day"],
        match=data["sheet"]["match"],
        table=data["table"],
        version=data["document"]["version"] if data["document"] else None,
        check_code=data["chain"]["head"][:12],
        players=players,
        rules=data["rules"]["title"],
        lines=_lines(data, [player.name for player in players]) if lines else (),
    )


def _lines(data: Mapping[str, Any], names: Sequence[str]) -> tuple[SealedLine, ...]:
    try:
        ruleset = parse_ruleset(data["rules"]["toml"])
        sheet: EvaluatedSheet = sheet_data.evaluated(data)
        return tuple(
            SealedLine(
                number=line.no,
                text=describe(ruleset, data["sheet"]["games"][line.no - 1], names) if line.record else "",
                points=line.points,
                struck=line.struck,
            )
            for line in sheet.lines
        )
    except Exception:  # a stranger's records and rules may fail anywhere; `faults` say what is wrong with them
        return ()
