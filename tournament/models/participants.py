"""The participants of a tournament."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Cast, Concat
from django.utils.translation import gettext_lazy as _

from tournament.enums import ShownName
from tournament.models.tournaments import Tournament
from tournament.person.birth_dates import AgeAnswer, old_enough
from tournament.person.names import (
    CLUB_LENGTH,
    FORGOTTEN,
    NAME_LENGTH,
    NAMELESS,
    PHONE_LENGTH,
    REMARK_LENGTH,
    TITLE_LENGTH,
    Born,
    full_name,
    is_nameless,
    listed_name,
    numbered_name,
)
from tournament.person.table_names import NamedPlayer


class Participant(models.Model):
    """A person on the tournament's list. The start number never changes; a withdrawn participant keeps it undrawn.

    A `house` player fills up a table; the tournament decides whether house players take a place. `arrived` is ticked
    off at the desk if the club does that. Somebody who cannot walk keeps `fixed_table` and `fixed_seat` (1–5) in every
    match. Of a `forgotten` participant only the number and the games are left: the last name is “#17”, which
    `names.full_name` and `listed_name` show as “Participant 17”. A `nameless` participant has not said the name yet:
    the last name is “%87”, shown as “No. 87” in the language of the reader.

    Somebody on the waiting list is withdrawn and has `waiting_since`; `called_at` once there is a seat for them.

    `title` (“Dr.”) belongs to the full name and plays no role in sorting. `birth_year` is the year of birth if no more
    is known. `paid` (in advance), `phone` and `remark` are for the organiser and the desk only: no public page, print
    or archive holds them, nor `fee_kind`, `woman`, `newcomer` and the date or year of birth. `age_answer` is the answer
    to “at least `age_asked` years old?” (5.2.12), with who asked and when.
    """

    tournament = models.ForeignKey("Tournament", on_delete=models.PROTECT, related_name="participants")
    start_number = models.PositiveIntegerField(_("start number"))
    title = models.CharField(_("title"), max_length=TITLE_LENGTH, blank=True, default="")
    first_name = models.CharField(_("first name"), max_length=NAME_LENGTH)
    last_name = models.CharField(_("last name"), max_length=NAME_LENGTH)
    club = models.CharField(_("club or town"), max_length=CLUB_LENGTH, blank=True)
    birth_date = models.DateField(_("date of birth"), null=True, blank=True)
    birth_year = models.PositiveSmallIntegerField(_("year of birth"), null=True, blank=True)
    age_answer = models.BooleanField(null=True, editable=False)
    age_asked = models.PositiveSmallIntegerField(null=True, editable=False)
    age_asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, editable=False, on_delete=models.PROTECT, related_name="+"
    )
    age_asked_at = models.DateTimeField(null=True, editable=False)
    phone = models.CharField(_("phone"), max_length=PHONE_LENGTH, blank=True, default="")
    remark = models.CharField(_("remark"), max_length=REMARK_LENGTH, blank=True, default="")
    paid = models.BooleanField(_("paid in advance"), default=False)
    # The fee they owe; None: the tournament's first one.
    fee_kind = models.ForeignKey(
        "FeeKind", null=True, blank=True, editable=False, on_delete=models.PROTECT, related_name="participants"
    )
    # Asked only if a prize needs it; None: not asked.
    woman = models.BooleanField(_("woman"), null=True, blank=True)
    newcomer = models.BooleanField(_("here for the first time"), null=True, blank=True)
    # The name of this person in the hall and on the web; "" means the tournament's setting for all.
    shown_name = models.CharField(_("name in public"), max_length=6, choices=ShownName.choices, blank=True, default="")
    withdrawn = models.BooleanField(_("withdrawn"), default=False)
    # On the waiting list, and called from it. The call is no seat yet: the desk admits who comes.
    waiting_since = models.DateTimeField(null=True, editable=False)
    called_at = models.DateTimeField(null=True, editable=False)
    arrived = models.BooleanField(_("present"), default=False)
    house = models.BooleanField(_("house player"), default=False)
    # 5.1.4, 5.1.5: takes no place any more; the points of opponents stay.
    excluded = models.BooleanField(_("excluded"), default=False)
    fixed_table = models.PositiveSmallIntegerField(_("fixed table"), null=True, blank=True)
    fixed_seat = models.PositiveSmallIntegerField(_("fixed seat"), null=True, blank=True)
    forgotten = models.BooleanField(_("forgotten"), default=False)
    # Who this is in the address book; None for somebody who is not in it, or not any more.
    known_person = models.ForeignKey(
        "KnownPerson", null=True, editable=False, on_delete=models.SET_NULL, related_name="participants"
    )
    # The name without case but with accents, to find people who are on the list already.
    name_key = models.CharField(max_length=130, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    # The salts of two hashes in the log: of the name, and of the birth with all other private data
    # (proof/integrity/names.py).
    salt = models.CharField(max_length=32, null=True, editable=False)  # noqa: DJ001 - None, not empty: unknown
    birth_salt = models.CharField(max_length=32, null=True, editable=False)  # noqa: DJ001 - None, not empty: unknown

    class Meta:
        ordering = ["start_number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "start_number"], name="start_number_given_once"),
            models.UniqueConstraint(fields=["tournament", "name_key", "birth_date"], name="participant_listed_once"),
            models.UniqueConstraint(fields=["tournament", "fixed_table", "fixed_seat"], name="fixed_place_given_once"),
            models.UniqueConstraint(
                fields=["tournament", "known_person"],
                condition=models.Q(known_person__isnull=False),
                name="known_person_listed_once",
            ),
            models.CheckConstraint(condition=models.Q(start_number__gte=1), name="start_number_from_1"),
            models.CheckConstraint(
                condition=models.Q(fixed_table__isnull=True, fixed_seat__isnull=True)
                | models.Q(
                    fixed_table__isnull=False, fixed_table__gte=1, fixed_seat__isnull=False, fixed_seat__range=(1, 5)
                ),
                name="fixed_place_is_a_table_and_a_seat",
            ),
            models.CheckConstraint(
                condition=models.Q(forgotten=True)
                | (~models.Q(first_name="") & ~models.Q(last_name=""))
                | models.Q(
                    first_name="",
                    last_name=Concat(models.Value(NAMELESS), Cast("start_number", models.CharField())),
                ),
                name="participant_has_a_name",
            ),
            models.CheckConstraint(
                condition=models.Q(excluded=False) | models.Q(withdrawn=True), name="excluded_participant_is_withdrawn"
            ),
            models.CheckConstraint(
                condition=models.Q(waiting_since=None) | models.Q(withdrawn=True, excluded=False, forgotten=False),
                name="waiting_participant_is_withdrawn",
            ),
            models.CheckConstraint(
                condition=models.Q(called_at=None) | models.Q(waiting_since__isnull=False),
                name="called_participant_waits",
            ),
            models.CheckConstraint(
                condition=models.Q(forgotten=False)
                | models.Q(
                    title="",
                    first_name="",
                    club="",
                    last_name__startswith=FORGOTTEN,
                    birth_date=None,
                    birth_year=None,
                    phone="",
                    remark="",
                    paid=False,
                    woman=None,
                    newcomer=None,
                ),
                name="forgotten_participant_has_no_name",
            ),
            models.CheckConstraint(
                condition=models.Q(birth_year=None) | models.Q(birth_date=None, birth_year__range=(1800, 2200)),
                name="birth_year_stands_without_a_date",
            ),
            models.CheckConstraint(
                condition=models.Q(age_answer=None, age_asked=None, age_asked_by=None, age_asked_at=None)
                | models.Q(
                    age_answer__isnull=False,
                    age_asked__isnull=False,
                    age_asked__gte=1,
                    age_asked_by__isnull=False,
                    age_asked_at__isnull=False,
                ),
                name="answer_about_the_age_says_who_asked",
            ),
        ]

    def __str__(self) -> str:
        return full_name(self.first_name, self.last_name, self.title)

    @property
    def nameless(self) -> bool:
        """Whether the name is not said yet."""
        return is_nameless(self.last_name)

    @property
    def waits(self) -> bool:
        """Whether they are on the waiting list."""
        return self.waiting_since is not None

    @property
    def stands_ready(self) -> bool:
        """Whether this house player does not play, but can be called in to fill up a table."""
        return self.house and self.withdrawn and not (self.waits or self.excluded or self.forgotten)

    @property
    def list_name(self) -> str:
        """The name for sorted lists, last name first."""
        return listed_name(self.last_name, self.first_name)

    @property
    def numbered_name(self) -> str:
        """The start number and the name as people say it."""
        return numbered_name(self.start_number, str(self))

    @property
    def numbered_list_name(self) -> str:
        """The start number and the name for sorted lists."""
        return numbered_name(self.start_number, self.list_name)

    @property
    def player(self) -> NamedPlayer:
        """The data that the names at a table are made of."""
        return NamedPlayer(self.start_number, self.first_name, self.last_name, self.club, self.title)

    @property
    def born(self) -> Born:
        """The date of birth, or the year alone, or None."""
        return self.birth_date or self.birth_year

    def old_enough(self, tournament: Tournament) -> bool | None:
        """Return whether the age fits on the tournament's day (5.2.12), None if somebody has to ask."""
        answer = None if self.age_answer is None else AgeAnswer(age=self.age_asked or 0, yes=self.age_answer)
        least = tournament.ruleset.minimum_age
        return old_enough(self.born, day=tournament.day, minimum_age=least, answer=answer)
