"""What the hall may see of the results, and what still stands in the way of the prize-giving.

Every public way out asks `hall_ranking` for the ranking and `hall_version` (live.py) for the version. A ranking that is
kept for later, frozen or as the script of a prize-giving, names participants by key: `content_of` and `standings_of`.
"""

import datetime as dt
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from tournament.draw.selectors.place_rules import Places
from tournament.draw.selectors.tie_lots import TieDraw, tie_draws, tie_lots
from tournament.enums import HELD_BACK, Release
from tournament.models import Ceremony, FrozenRanking, Participant, Tournament
from tournament.participants.selectors.public_names import PublicNames, public_names, public_standings
from tournament.person.names import listed_name
from tournament.selectors.progress import Progress, TableProgress
from tournament.standings.selectors.cache import MOST_KEPT, KeptStandings, kept_standings, recent_standings
from tournament.standings.selectors.recount import differences
from tournament.standings.selectors.seat_totals import SeatTotals
from tournament.standings.selectors.standings import Margin, Standings, StandingsLine, UnsettledSheet
from tournament.words.labels import ranges

# Looked up when a ranking is shown, so that a corrected or forgotten name is shown as it is now.
NAMES = ("name", "club")


@dataclass(frozen=True, slots=True, kw_only=True)
class HallRanking:
    """What the hall may see of the ranking now. `at`: how it stood then; `version` is that of versions.HALL_VERSION.

    While results are announced, `standings` has only the lines that were announced. It names everybody by `names`.
    """

    release: Release
    version: int
    at: dt.datetime
    standings: Standings
    names: PublicNames

    @property
    def held_back(self) -> bool:
        return self.release in HELD_BACK

    @property
    def frozen(self) -> bool:
        return self.release == Release.FROZEN

    @property
    def revealing(self) -> bool:
        return self.release == Release.REVEALING

    @property
    def sentences(self) -> list[str]:
        """What pages and prints say of it while results are held back."""
        if self.revealing:
            return [_("The prize-giving is running."), _("Only what has been announced stands here.")]
        time = time_format(timezone.localtime(self.at), "TIME_FORMAT")
        if counts_all(self.standings):
            return [_("As of %(time)s.") % {"time": time}, _("Whatever follows comes at the prize-giving.")]
        return [
            _("As of %(time)s.") % {"time": time},
            _("The last sheets are missing on purpose; the result comes at the prize-giving."),
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseObstacle:
    """Something that has to be settled before the prize-giving can begin; `match` is its number if it is about one."""

    code: str
    sentence: str
    match: int | None = None


_rankings: OrderedDict[tuple[object, ...], HallRanking] = OrderedDict()
# A ranking, the names in public when it was made, and the ranking with these names.
_public_rankings: OrderedDict[tuple[object, ...], tuple[Standings, PublicNames, Standings]] = OrderedDict()


def counts_all(standings: Standings) -> bool:
    """Whether every sheet of every match counts in this ranking: whoever has seen it knows the result."""
    return bool(standings.progress) and all(part.tables and not part.missing for part in standings.progress)


def release_of(tournament: Tournament) -> Release:
    """Return what the hall may know at this moment. One query."""
    return Release(Tournament.objects.filter(pk=tournament.pk).values_list("release", flat=True).get())


def hall_ranking(tournament: Tournament, version: int, *, least: int | None = None) -> HallRanking:
    """Return what the hall may see, at this `hall_version`, which was read before anything else.

    With `least`, the ranking may be a moment older, but not older than that version (kept_standings.py).
    """
    release = Release(tournament.release)
    if release not in HELD_BACK:
        memory = (
            KeptStandings(version=version, at=timezone.now(), start=0, standings=kept_standings(tournament, version))
            if least is None
            else recent_standings(tournament, version, least=least)
        )
        # Results may have been held back while this ranking was made, and a game may have come in since.
        release = release_of(tournament)
        if release not in HELD_BACK:
            return _named_for(tournament, release, memory.version, memory.at, memory.standings)
    return _held_back(tournament, release, version)


def _held_back(tournament: Tournament, release: Release, version: int) -> HallRanking:
    key = (tournament.pk, tournament.created_at, get_language())
    ranking = _rankings.get(key)
    if ranking is None or (ranking.release, ranking.version) != (release, version):
        make = _announced if release == Release.REVEALING else _frozen
        at, standings = make(tournament)
        ranking = _rankings[key] = _named_for(tournament, release, version, at, standings)
        while len(_rankings) > MOST_KEPT:
            _rankings.popitem(last=False)
    return ranking


def _named_for(
    tournament: Tournament, release: Release, version: int, at: dt.datetime, standings: Standings
) -> HallRanking:
    """Return this ranking as everyone may see it. Two queries, none for a ranking that had its names already."""
    key = (tournament.pk, tournament.created_at, get_language())
    memory = _public_rankings.get(key)
    if memory is None or memory[0] is not standings:
        # The rule is read after the version, so that no older one is kept for it.
        rule = Tournament.objects.only("hall_names", "web_names").get(pk=tournament.pk)
        names = public_names(rule).won(standings)
        memory = _public_rankings[key] = (standings, names, public_standings(standings, names))
        while len(_public_rankings) > MOST_KEPT:
            _public_rankings.popitem(last=False)
    return HallRanking(release=release, version=version, at=at, standings=memory[2], names=memory[1])


def _frozen(tournament: Tournament) -> tuple[dt.datetime, Standings]:
    """Return the stored ranking and its time. Three queries."""
    stored = FrozenRanking.objects.get(tournament=tournament)
    return stored.frozen_at, standings_of(stored.content, tournament)


def _announced(tournament: Tournament) -> tuple[dt.datetime, Standings]:
    """Return the lines that the prize-giving has announced, and when it began; nothing else of its ranking."""
    ceremony = Ceremony.objects.filter(tournament=tournament).first()
    if ceremony is None or ceremony.begun_at is None or "ranking" not in ceremony.script:
        return timezone.now(), Standings(match=None, lines=(), progress=(), final=False)
    keys = announced(ceremony)
    whole = standings_of(ceremony.script["ranking"], tournament)
    lines = [line for line in whole.lines if line.participant in keys]
    places = {line.place for line in lines}
    numbers = {line.start_number for line in lines}
    return ceremony.begun_at, replace(
        whole,
        # The margin to a place that is not announced yet would tell its points.
        lines=tuple(
            line._replace(ahead=_announced_margin(line.ahead, places), behind=_announced_margin(line.behind, places))
            for line in lines
        ),
        progress=tuple(Progress(match=part.match, tables=()) for part in whole.progress),
        open_ties=(),
        kept_lots=(),
        lots=tuple(draw for draw in whole.lots if {member.start_number for member in draw.members} <= numbers),
    )


def announced(ceremony: Ceremony) -> frozenset[int]:
    """Return whose lines of the ranking the steps have announced that the hall has seen, by key."""
    steps: Sequence[Mapping[str, Any]] = ceremony.script.get("steps", [])
    return frozenset(key for number in ceremony.shown if number < len(steps) for key in steps[number].get("lines", []))


def _announced_margin(margin: Margin | None, places: set[int | None]) -> Margin | None:
    return margin if margin and margin.place in places else None


def content_of(standings: Standings) -> dict[str, Any]:
    """Return a ranking as JSON, with participants by key and without names."""
    return {
        "match": standings.match,
        "lines": [_line_content(line) for line in standings.lines],
        "progress": [
            {"match": part.match, "tables": [asdict(table) for table in part.tables]} for part in standings.progress
        ],
        "final": standings.final,
        "open_ties": [list(group) for group in standings.open_ties],
        "kept_lots": [[list(chain) for chain in chains] for chains in standings.kept_lots],
        "lots": [
            {
                "order": [member.start_number for member in draw.members],
                "tied": [member.start_number for member in draw.members if member.tied],
            }
            for draw in standings.lots
        ],
        "places": asdict(standings.places),
    }


def standings_of(content: Mapping[str, Any], tournament: Tournament) -> Standings:
    """Return the ranking that `content_of` wrote, with the names of today. Two queries, a third for lots by hand."""
    people = Participant.objects.filter(tournament=tournament)
    rows = people.values_list("pk", "start_number", "last_name", "first_name", "club")
    words = {pk: (number, listed_name(last, first), club) for pk, number, last, first, club in rows}
    names = {number: name for number, name, _club in words.values()}
    return Standings(
        match=content["match"],
        lines=tuple(
            _line(line, *words[line["participant"]][1:], names)
            for line in content["lines"]
            if line["participant"] in words
        ),
        progress=tuple(
            Progress(match=part["match"], tables=tuple(TableProgress(**table) for table in part["tables"]))
            for part in content["progress"]
        ),
        final=content["final"],
        open_ties=_tuples(content["open_ties"]),
        kept_lots=tuple(_tuples(chains) for chains in content["kept_lots"]),
        lots=tuple(_lots(content["lots"], tournament, names)),
        places=Places(**content["places"]),
    )


def _line_content(line: StandingsLine) -> dict[str, Any]:
    content = {name: value for name, value in line._asdict().items() if name not in (*NAMES, "shown")}
    return content | {
        "stands_for": [number for number, _name in line.stands_for],
        "others": list(line.others),
        "match_points": list(line.match_points),
        "uncounted": list(line.uncounted),
        "match_places": list(line.match_places),
        "missing": [asdict(sheet) for sheet in line.missing],
        "void": [list(place) for place in line.void],
        "ahead": asdict(line.ahead) if line.ahead else None,
        "behind": asdict(line.behind) if line.behind else None,
    }


def _line(content: Mapping[str, Any], name: str, club: str, names: Mapping[int, str]) -> StandingsLine:
    columns = {
        "stands_for": tuple((number, names.get(number, "")) for number in content["stands_for"]),
        "others": tuple(content["others"]),
        "match_points": tuple(content["match_points"]),
        "uncounted": tuple(content.get("uncounted", ())),
        "match_places": tuple(content.get("match_places", ())),
        "missing": tuple(UnsettledSheet(**sheet) for sheet in content["missing"]),
        "void": _tuples(content["void"]),
        "ahead": Margin(**content["ahead"]) if content["ahead"] else None,
        "behind": Margin(**content["behind"]) if content["behind"] else None,
    }
    return StandingsLine(**{**content, **columns, "name": name, "club": club})


def _lots(draws: Sequence[Mapping[str, Any]], tournament: Tournament, names: Mapping[int, str]) -> Iterator[TieDraw]:
    """Yield the draws as they stood then, by start number: none is ever changed, later ones follow them."""
    rows = tie_lots(tournament)[: len(draws)]
    orders = [tuple(draw["order"]) for draw in draws[: len(rows)]]
    tied = [tuple(draw["tied"]) for draw in draws]
    yield from tie_draws(rows, orders, tied, lambda number: _seat_of(number, names))


def _seat_of(number: int, names: Mapping[int, str]) -> SeatTotals:
    return _NO_SEAT._replace(start_number=number, name=names.get(number, ""))


_NO_SEAT = SeatTotals._make([None] * len(SeatTotals._fields))


def _tuples(lists: Sequence[Sequence[Any]]) -> tuple[tuple[Any, ...], ...]:
    return tuple(tuple(one) for one in lists)


def obstacles(tournament: Tournament) -> list[ReleaseObstacle]:
    """Return what has to be settled before the prize-giving can begin: sheets, disputes, ties, and the recount.

    A tie may vanish with what is missing: lots are asked for only once nothing else is.
    """
    standings = kept_standings(tournament)
    rows = [one for part in standings.progress for one in _open(part)]
    if standings.open_ties and not rows:
        sentence = ngettext(
            "%(count)s tie is open: please draw the lots (5.4.2).",
            "%(count)s ties are open: please draw the lots (5.4.2).",
            len(standings.open_ties),
        )
        rows.append(ReleaseObstacle(code="tie_open", sentence=sentence % {"count": len(standings.open_ties)}))
    if not rows and differences(tournament):
        rows.append(ReleaseObstacle(code="totals_differ", sentence=_("The ranking does not follow from the games.")))
    return rows


def _open(part: Progress) -> Iterator[ReleaseObstacle]:
    tables = {
        "sheets_missing": (
            part.missing,
            ngettext(
                "Match %(match)s: the sheet of table %(tables)s is missing.",
                "Match %(match)s: the sheets of tables %(tables)s are missing.",
                len(part.missing),
            ),
        ),
        "sheets_open": (
            part.unaccepted,
            ngettext(
                "Match %(match)s: table %(tables)s is not accepted yet.",
                "Match %(match)s: tables %(tables)s are not accepted yet.",
                len(part.unaccepted),
            ),
        ),
        "dispute_open": (
            part.disputed,
            ngettext(
                "Match %(match)s: a dispute is open at table %(tables)s.",
                "Match %(match)s: disputes are open at tables %(tables)s.",
                len(part.disputed),
            ),
        ),
    }
    if not part.sheets:
        sentence = _("Match %(match)s has not been drawn yet.") % {"match": part.match}
        yield ReleaseObstacle(code="match_not_drawn", sentence=sentence, match=part.match)
    for code, (numbers, sentence) in tables.items():
        if numbers:
            words = {"match": part.match, "tables": ", ".join(ranges(list(numbers)))}
            yield ReleaseObstacle(code=code, sentence=sentence % words, match=part.match)
