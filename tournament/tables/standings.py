"""The standings as a table, and in words what decided a place and which sheets are missing."""

from collections.abc import Iterable, Mapping
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament import labels
from tournament.labels import CRITERIA, MINUS, signed
from tournament.models import Tournament
from tournament.selectors.standings import COUNTERS, Line, Progress, Standings

AHEAD: Mapping[str, Any] = {
    "sie_played": gettext_lazy("ahead of place %(place)s: more Sie played"),
    "touts_won": gettext_lazy("ahead of place %(place)s: more Touts won"),
    "touts_played": gettext_lazy("ahead of place %(place)s: more Touts played"),
    "solos_won": gettext_lazy("ahead of place %(place)s: more Solos and Wenzen won"),
    "solos_played": gettext_lazy("ahead of place %(place)s: more Solos and Wenzen played"),
    "lot": gettext_lazy("ahead of place %(place)s: decided by lot"),
}
# More tables than this are counted instead of listed.
MOST_LISTED = 12


def decided_text(line: Line, *, final: bool) -> str:
    """What put a line ahead of the next one with the same points; of an open tie, that it is one (5.4.2)."""
    if line.tied:
        return _("equal in everything: a lot decides") if final else _("equal in everything so far")
    if line.ahead_of is None or line.decided_by is None:
        return ""
    return str(AHEAD[line.decided_by]) % {"place": line.ahead_of}


def missing_sentences(standings: Standings) -> list[str]:
    """Why the standings are provisional: a sentence for each match that is not settled."""
    return [_missing(part) for part in standings.progress if not part.final]


def void_sentences(standings: Standings) -> list[str]:
    """Which sheets count nothing: said before anybody takes the ranking for final."""
    return [
        ngettext(
            "Table %(tables)s of match %(match)s is void and counts 0 for its whole table (5.3.6).",
            "Tables %(tables)s of match %(match)s are void and count 0 for their whole tables (5.3.6).",
            len(part.void),
        )
        % {"match": part.match, "tables": _listed(part.void)}
        for part in standings.progress
        if part.void
    ]


def progress_text(standings: Standings) -> str:
    """How far play is, in the match drawn last: "Match 2 · 14 of 16 sheets"; empty before the first draw."""
    drawn = [part for part in standings.progress if part.sheets]
    if not drawn:
        return ""
    words = {"match": drawn[-1].match, "settled": drawn[-1].settled, "sheets": drawn[-1].sheets}
    return _("Match %(match)s · %(settled)s of %(sheets)s sheets") % words


def place_text(line: Line) -> str:
    """Where a line stands: "Place 12, 31 points"."""
    words = {"place": line.place, "points": total_text(line.total)}
    return ngettext("Place %(place)s, %(points)s point", "Place %(place)s, %(points)s points", abs(line.total)) % words


def total_text(points: int) -> str:
    """A total as lists show it: 67, −5."""
    return str(points).replace("-", MINUS)


def _missing(part: Progress) -> str:
    if not part.sheets:
        return _("Match %(match)s is not drawn yet.") % {"match": part.match}
    if len(part.missing) > MOST_LISTED:
        words = {"match": part.match, "missing": len(part.missing), "sheets": part.sheets}
        return _("%(missing)s of %(sheets)s sheets of match %(match)s are missing.") % words
    listed = {"match": part.match, "tables": _listed(part.missing)}
    return (
        ngettext(
            "Table %(tables)s of match %(match)s is missing.",
            "Tables %(tables)s of match %(match)s are missing.",
            len(part.missing),
        )
        % listed
    )


def _listed(numbers: Iterable[int]) -> str:
    return get_text_list(labels.ranges(list(numbers)), _("and"))


class StandingsTable(tables.Table):
    """One line a player in the order of the ranking, which is the only order there is."""

    caption = gettext_lazy("Standings")

    place = tables.Column(verbose_name=gettext_lazy("Place"))
    start_number = tables.Column(verbose_name=gettext_lazy("No."))
    name = tables.Column(verbose_name=gettext_lazy("Name"))
    club = tables.Column(verbose_name=gettext_lazy("Club or town"), default="")
    total = tables.Column(verbose_name=gettext_lazy("Points"))
    sie_played = tables.Column(verbose_name=CRITERIA["sie_played"])
    touts_won = tables.Column(verbose_name=CRITERIA["touts_won"])
    touts_played = tables.Column(verbose_name=CRITERIA["touts_played"])
    solos_won = tables.Column(verbose_name=CRITERIA["solos_won"])
    solos_played = tables.Column(verbose_name=CRITERIA["solos_played"])
    decided_by = tables.Column(verbose_name=gettext_lazy("What decided"), default="", empty_values=())

    class Meta:
        orderable = False
        attrs = {"class": "table standings"}

    def __init__(self, tournament: Tournament, standings: Standings, lines: Iterable[Line]) -> None:
        self.final = standings.final
        # One address is reversed, not a thousand: a player's page lies below the public standings.
        self.players = reverse("public_standings", args=[tournament.slug])
        columns = self._match_columns(standings)
        criteria = tournament.ruleset.tie_break
        others = [name for name in COUNTERS if name not in criteria]
        super().__init__(
            list(lines),
            extra_columns=columns,
            sequence=["place", "start_number", "name", "club", *dict(columns), "total", *criteria, "decided_by"],
            exclude=[*others, *(["decided_by"] if standings.match is not None else [])],
            row_attrs={"id": lambda record: f"n{record.start_number}"},
        )

    @staticmethod
    def _match_columns(standings: Standings) -> list[tuple[str, tables.Column]]:
        """The points of each match; a single match has its total only."""
        if standings.match is not None:
            return []
        return [
            (
                f"match_{part.match}",
                MatchColumn(
                    accessor=f"match_points__{index}",
                    verbose_name=gettext_lazy("Match %(match)s") % {"match": part.match},
                ),
            )
            for index, part in enumerate(standings.progress)
        ]

    def render_name(self, value: str, record: Line) -> str:
        return format_html('<a href="{}{}/">{}</a>', self.players, record.start_number, value)

    def render_total(self, value: int) -> str:
        return total_text(value)

    def render_decided_by(self, record: Line) -> str:
        return decided_text(record, final=self.final)


class MatchColumn(tables.Column):
    """Points of a match with their sign; a dash for who had no seat in it."""

    def render(self, value: int) -> str:
        return signed(value)
