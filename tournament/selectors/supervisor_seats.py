"""The seats of the tables on the supervisor's page, with what each has signed or refused. One query."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import OuterRef, Q, Subquery
from django.urls import reverse

from tournament.devices.selectors.table_calls import open_calls
from tournament.enums import SheetState
from tournament.models import Seat, Signature, SignatureRefusal, Tournament
from tournament.person.table_names import NamedPlayer
from tournament.standings.selectors.seat_totals import total_column


@dataclass(frozen=True, slots=True)
class TableSeat:
    """A seat with its points, when it signed, why it does not, and the open call of its table. In the order of columns.

    `overruled_at` is when a decision overruled the refusal: then nobody waits for the signature.
    """

    pk: int
    sheet: int
    match: int
    table: int
    state: str
    number: int
    start_number: int
    first_name: str
    last_name: str
    club: str
    title: str
    points: int
    signed_at: datetime | None
    refused_at: datetime | None
    refusal: str
    overruled_at: datetime | None
    call: int | None
    called_at: datetime | None

    @property
    def player(self) -> NamedPlayer:
        """The data that the names at the table are made of."""
        return NamedPlayer(self.start_number, self.first_name, self.last_name, self.club, self.title)

    def url(self, tournament: Tournament) -> str:
        """The address of its sheet."""
        return reverse("scoresheet", args=[tournament.slug, self.match, self.table])


def table_seats(tournament: Tournament, sheets: Collection[int]) -> dict[int, list[TableSeat]]:
    """Return by sheet the seats of these sheets, of signed sheets, and of tables with a refusal or a call.

    One query, no instances.
    """
    refusals = SignatureRefusal.objects.filter(seat=OuterRef("pk"), lapsed_at=None)
    calls = open_calls(tournament).filter(scoresheet=OuterRef("scoresheet"))
    signatures = Signature.objects.filter(seat=OuterRef("pk"), lapsed_at=None)
    refused = SignatureRefusal.objects.filter(seat__match__tournament=tournament, lapsed_at=None, dispute=None)
    rows = Seat.objects.filter(
        Q(scoresheet__in=sheets)
        | Q(scoresheet__state=SheetState.SIGNED)
        | Q(scoresheet__in=refused.values("seat__scoresheet"))
        | Q(scoresheet__in=open_calls(tournament).values("scoresheet")),
        match__tournament=tournament,
    )
    columns = rows.order_by("number").values_list(
        "pk",
        "scoresheet",
        "match__number",
        "scoresheet__table_number",
        "scoresheet__state",
        "number",
        "participant__start_number",
        "participant__first_name",
        "participant__last_name",
        "participant__club",
        "participant__title",
        total_column(tournament.ruleset),
        Subquery(signatures.values("signed_at")[:1]),
        Subquery(refusals.values("refused_at")[:1]),
        Subquery(refusals.values("reason")[:1]),
        Subquery(refusals.values("overruled_at")[:1]),
        Subquery(calls.values("pk")[:1]),
        Subquery(calls.values("called_at")[:1]),
    )
    seats = defaultdict[int, list[TableSeat]](list)
    for row in columns:
        seats[row[1]].append(TableSeat(*row))
    return seats
