"""The standings as a table."""

from collections import Counter, OrderedDict
from collections.abc import Iterable
from html import escape

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from scoring.ruleset import PLACES
from tournament.enums import ShownName
from tournament.models import Tournament
from tournament.standings.selectors.seat_totals import COUNTERS
from tournament.standings.selectors.standings import Standings, StandingsLine
from tournament.standings.selectors.words import figure_text, remark_text
from tournament.words.labels import CRITERIA, signed

BEFORE = ("place", "start_number", "name", "club")
# A game changes few lines of a ranking; the HTML of the others is cached, for this many lines and kinds of tables.
MOST_ROWS, MOST_KINDS = 10_000, 8

_rows: OrderedDict[object, dict[StandingsLine, str]] = OrderedDict()


class StandingsTable(tables.Table):
    """One line for each player in the order of the ranking, which cannot be changed; players without a place come last.

    Until everyone has played all games, a column shows how many games count in each line.
    """

    caption = gettext_lazy("Standings")

    place = tables.Column(verbose_name=gettext_lazy("Place"), default="–")
    start_number = tables.Column(verbose_name=gettext_lazy("No."))
    name = tables.Column(verbose_name=gettext_lazy("Name"), attrs={"td": {"translate": "no"}})
    club = tables.Column(verbose_name=gettext_lazy("Club or town"), default="")
    place_sum = tables.Column(verbose_name=gettext_lazy("Sum of places"), empty_values=(None, 0))
    total = tables.Column(verbose_name=gettext_lazy("Points"))
    sie_played = tables.Column(verbose_name=CRITERIA["sie_played"])
    touts_won = tables.Column(verbose_name=CRITERIA["touts_won"])
    touts_played = tables.Column(verbose_name=CRITERIA["touts_played"])
    solos_won = tables.Column(verbose_name=CRITERIA["solos_won"])
    solos_played = tables.Column(verbose_name=CRITERIA["solos_played"])
    games = tables.Column(verbose_name=gettext_lazy("Games counted"))
    remark = tables.Column(verbose_name=gettext_lazy("Remark"), default="", empty_values=())

    class Meta:
        orderable = False
        attrs = {"class": "table standings"}

    def __init__(self, tournament: Tournament, standings: Standings, lines: Iterable[StandingsLine]) -> None:
        self.final = standings.final
        # Reverse one address instead of a thousand: a player's page lies below the public standings.
        self.players = reverse("public_standings", args=[tournament.slug])
        self.sum_word = _("Sum of places")
        self.counted = format_html('<span class="phone-word">{}</span>', _("counted"))
        columns = self._match_columns(tournament, standings)
        criteria = tournament.ruleset.tie_break
        others = [name for name in COUNTERS if name not in criteria]
        sums = standings.match is None and tournament.ruleset.sums == PLACES
        sequence = [*BEFORE, *dict(columns), *(["place_sum"] if sums else []), "total", "games", *criteria, "remark"]
        running = not tournament.double_entry
        # On a phone no number stands beside a name, so a father and son of one club have theirs behind the name.
        namesakes = Counter((line.name, line.club) for line in standings.lines if line.shown == ShownName.NAME)
        self.namesakes = frozenset(who for who, count in namesakes.items() if count > 1)
        looks = (self.players, get_language(), self.final, standings.uneven, running, self.namesakes)
        self.kept_rows = _rows_of(*looks, *sequence)
        super().__init__(
            list(lines),
            extra_columns=columns,
            sequence=sequence,
            exclude=[*others, *([] if sums else ["place_sum"]), *([] if standings.uneven else ["games"])],
            row_attrs={
                "id": lambda record: "" if record.shown == ShownName.HIDDEN else f"n{record.start_number}",
                "class": lambda record: "is-unplaced" if record.place is None else "",
            },
        )

    @staticmethod
    def _match_columns(tournament: Tournament, standings: Standings) -> list[tuple[str, tables.Column]]:
        """Return the columns with the points of each match; a single match has the total only."""
        if standings.match is not None:
            return []
        return [
            (f"match_{part.match}", MatchColumn(part.match, index, running=not tournament.double_entry))
            for index, part in enumerate(standings.progress)
        ]

    def render_start_number(self, value: int, record: StandingsLine) -> int | str:
        return "" if record.shown == ShownName.HIDDEN else value

    def render_name(self, value: str, record: StandingsLine) -> str:
        # Written by hand: a thousand calls of format_html take a third of the page's time.
        if record.shown == ShownName.HIDDEN:
            return value
        number = f" ({record.start_number})" if (record.name, record.club) in self.namesakes else ""
        return SafeString(f'<a href="{self.players}{record.start_number}/">{escape(value)}{number}</a>')

    def render_total(self, value: int, record: StandingsLine) -> str:
        return signed(value) if record.counts else "–"

    def render_place_sum(self, value: int) -> str:
        return SafeString(f'<span class="phone-word">{self.sum_word}</span> {value}')

    def render_games(self, record: StandingsLine) -> str:
        # On a phone the cell has no heading, so a word stands beside the figures.
        return SafeString(f"{record.games}/{record.games_in_all} {self.counted}")

    def render_remark(self, record: StandingsLine) -> str:
        return remark_text(record, final=self.final)


def _rows_of(*kind: object) -> dict[StandingsLine, str]:
    """Return the rows of this kind of table that were rendered before; a row depends on line and kind alone."""
    rows = _rows.setdefault(kind, {})
    if len(rows) > MOST_ROWS:
        rows.clear()
    if len(_rows) > MOST_KINDS:
        _rows.popitem(last=False)
    return rows


class MatchColumn(tables.Column):
    """The points of a match with a sign, in brackets while they do not count; a dash for somebody without a seat in it.

    If a second person types every sheet blind, points that do not count yet must not be shown (`running`).
    """

    def __init__(self, match: int, index: int, *, running: bool) -> None:
        super().__init__(
            accessor="match_points", empty_values=(), verbose_name=gettext_lazy("Match %(match)s") % {"match": match}
        )
        self.match, self.index, self.running = match, index, running

    def render(self, record: StandingsLine) -> str:
        points = record.match_points[self.index]
        if points is not None:
            text = figure_text(points, record.match_places[self.index] if record.match_places else None)
            return SafeString(f"<s>{text}</s>") if self.match in record.uncounted else text
        written = [sheet.points for sheet in record.missing if sheet.match == self.match and sheet.written]
        return f"({signed(written[0])})" if written and self.running else "—"
