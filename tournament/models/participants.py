"""The participants of a tournament."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.person.names import FORGOTTEN, full_name, listed_name


class Participant(models.Model):
    """A person on the tournament's list. The start number never changes; a withdrawn participant keeps it undrawn.

    A `house` player fills up a table; the tournament decides whether house players take a place. `arrived` is ticked
    off at the desk where the club does that. Somebody who cannot walk keeps `fixed_table` and `fixed_seat` (1–5) in
    every match. Of a `forgotten` participant only the number and the games are left: the last name is “#17”, which
    `names.full_name` and `listed_name` show as “Participant 17”.
    """

    tournament = models.ForeignKey("Tournament", on_delete=models.PROTECT, related_name="participants")
    start_number = models.PositiveIntegerField(_("start number"))
    first_name = models.CharField(_("first name"), max_length=60)
    last_name = models.CharField(_("last name"), max_length=60)
    club = models.CharField(_("club or town"), max_length=80, blank=True)
    birth_date = models.DateField(_("date of birth"), null=True, blank=True)
    withdrawn = models.BooleanField(_("withdrawn"), default=False)
    arrived = models.BooleanField(_("present"), default=False)
    house = models.BooleanField(_("house player"), default=False)
    # 5.1.4, 5.1.5: takes no place any more; the points of opponents stay.
    excluded = models.BooleanField(_("excluded"), default=False)
    fixed_table = models.PositiveSmallIntegerField(_("fixed table"), null=True, blank=True)
    fixed_seat = models.PositiveSmallIntegerField(_("fixed seat"), null=True, blank=True)
    forgotten = models.BooleanField(_("forgotten"), default=False)
    # The name without case but with accents, to find out who is on the list already.
    name_key = models.CharField(max_length=130, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    # The salts of the hashes by which the log knows the name and the date of birth (integrity/names.py).
    salt = models.CharField(max_length=32, null=True, editable=False)  # noqa: DJ001 - None, not empty: unknown
    birth_salt = models.CharField(max_length=32, null=True, editable=False)  # noqa: DJ001 - None, not empty: unknown

    class Meta:
        ordering = ["start_number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "start_number"], name="start_number_given_once"),
            models.UniqueConstraint(fields=["tournament", "name_key", "birth_date"], name="participant_listed_once"),
            models.UniqueConstraint(fields=["tournament", "fixed_table", "fixed_seat"], name="fixed_place_given_once"),
            models.CheckConstraint(condition=models.Q(start_number__gte=1), name="start_number_from_1"),
            models.CheckConstraint(
                condition=models.Q(fixed_table__isnull=True, fixed_seat__isnull=True)
                | models.Q(
                    fixed_table__isnull=False, fixed_table__gte=1, fixed_seat__isnull=False, fixed_seat__range=(1, 5)
                ),
                name="fixed_place_is_a_table_and_a_seat",
            ),
            models.CheckConstraint(
                condition=models.Q(forgotten=True) | (~models.Q(first_name="") & ~models.Q(last_name="")),
                name="participant_has_a_name",
            ),
            models.CheckConstraint(
                condition=models.Q(excluded=False) | models.Q(withdrawn=True), name="excluded_participant_is_withdrawn"
            ),
            models.CheckConstraint(
                condition=models.Q(forgotten=False)
                | models.Q(first_name="", club="", birth_date=None, last_name__startswith=FORGOTTEN),
                name="forgotten_participant_has_no_name",
            ),
        ]

    def __str__(self) -> str:
        return full_name(self.first_name, self.last_name)

    @property
    def list_name(self) -> str:
        """The name for sorted lists, last name first."""
        return listed_name(self.last_name, self.first_name)
