"""The scoresheet of one table, and its seats."""

from typing import Self

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.functional import cached_property

from tournament.enums import IN_FORCE, SheetState, Source
from tournament.models.devices import new_code


class Scoresheets(models.QuerySet["Scoresheet"]):
    """Scoresheets, including those of discarded draws."""

    def in_force(self) -> Self:
        """Leave out the sheets of discarded draws, as every page, ranking and print does."""
        return self.filter(state__in=IN_FORCE)


class Scoresheet(models.Model):
    """The games of one table in one match. Every change increases `version`, which devices and pages compare.

    `scorekeeper` is the number of a seat (5.3.1), `pack` the number on the table's cards (5.2.10). A discarded sheet
    belongs to a draw that was discarded before play: it keeps its chain of events and has no seats.
    """

    match = models.ForeignKey("Match", on_delete=models.PROTECT, related_name="scoresheets")
    table_number = models.PositiveSmallIntegerField()
    first_dealer = models.PositiveSmallIntegerField(default=1)
    scorekeeper = models.PositiveSmallIntegerField(default=1)
    pack = models.CharField(max_length=12, blank=True)
    # The table code, typed once on the table's device.
    code = models.CharField(max_length=4, default=new_code)
    source = models.CharField(max_length=6, choices=Source.choices, default=Source.PAPER)
    state = models.CharField(max_length=9, choices=SheetState.choices, default=SheetState.OPEN)
    version = models.PositiveIntegerField(default=0)
    # The totals of a sheet without games (source "totals"), one {"plus", "minus", "solos_won", ...} for each seat, as
    # scoring.totals reads them.
    totals = models.JSONField(null=True, blank=True)
    # The hash that the players sign, over participants, games, approvals and rules (5.3.5).
    content_hash = models.CharField(max_length=64, blank=True)
    accepted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    accepted_at = models.DateTimeField(null=True, blank=True)

    objects = Scoresheets.as_manager()

    class Meta:
        ordering = ["match", "table_number"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "table_number"],
                condition=~models.Q(state="discarded"),
                name="one_scoresheet_a_table",
            ),
            models.UniqueConstraint(
                fields=["match", "pack"],
                condition=~models.Q(state="discarded") & ~models.Q(pack=""),
                name="one_table_a_pack",
            ),
            models.CheckConstraint(
                condition=models.Q(scorekeeper__gte=1, scorekeeper__lte=5), name="scorekeeper_is_a_seat"
            ),
            models.CheckConstraint(
                condition=models.Q(state="accepted", accepted_by__isnull=False, accepted_at__isnull=False)
                | ~models.Q(state="accepted"),
                name="accepted_scoresheet_names_its_supervisor",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match} · {self.table_number}"

    def get_absolute_url(self) -> str:
        return reverse("scoresheet", args=[self.match.tournament.slug, self.match.number, self.table_number])

    @cached_property
    def table_size(self) -> int:
        """The number of players at the table. It is cached, because nobody is added while the sheet is locked."""
        return self.seats.count()


class Seat(models.Model):
    """One seat of a table with its player and the totals of the written games.

    The transaction that writes a game also updates the totals. `minus` is the sum of the minus column, as a positive
    int.
    """

    scoresheet = models.ForeignKey("Scoresheet", on_delete=models.PROTECT, related_name="seats")
    match = models.ForeignKey("Match", on_delete=models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField()
    participant = models.ForeignKey("Participant", on_delete=models.PROTECT, related_name="seats")
    points = models.IntegerField(default=0)
    plus = models.PositiveIntegerField(default=0)
    minus = models.PositiveIntegerField(default=0)
    sie_played = models.PositiveSmallIntegerField(default=0)
    touts_won = models.PositiveSmallIntegerField(default=0)
    touts_played = models.PositiveSmallIntegerField(default=0)
    solos_won = models.PositiveSmallIntegerField(default=0)
    solos_played = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["scoresheet", "number"], name="seat_filled_once"),
            models.UniqueConstraint(fields=["match", "participant"], name="participant_sits_once_a_match"),
            models.CheckConstraint(condition=models.Q(number__gte=1, number__lte=5), name="seat_from_1_to_5"),
            models.CheckConstraint(
                condition=models.Q(points=models.F("plus") - models.F("minus")), name="points_are_plus_less_minus"
            ),
            models.CheckConstraint(
                condition=models.Q(touts_won__lte=models.F("touts_played"), solos_won__lte=models.F("solos_played")),
                name="no_more_won_than_played",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.participant}"
