"""The address book of the installation: everybody who ever took part."""

import secrets

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.person.names import (
    CLUB_LENGTH,
    NAME_LENGTH,
    PHONE_LENGTH,
    TITLE_LENGTH,
    Born,
    full_name,
    listed_name,
)


def new_stamp() -> int:
    """Draw a stamp. The sum of those of a whole book has room in a column."""
    return secrets.randbelow(2**40)


class KnownPerson(models.Model):
    """Somebody who was on the list of a tournament here. The participants' `known_person` points to them.

    `times` is the number of tournaments and `last_played` the day of the last one; both stay when the personal data of
    a tournament are deleted. `stamp` is drawn anew with every change, by which an index of the book notices it.
    """

    title = models.CharField(_("title"), max_length=TITLE_LENGTH, blank=True, default="")
    first_name = models.CharField(_("first name"), max_length=NAME_LENGTH)
    last_name = models.CharField(_("last name"), max_length=NAME_LENGTH)
    club = models.CharField(_("club or town"), max_length=CLUB_LENGTH, blank=True, default="")
    birth_date = models.DateField(_("date of birth"), null=True, blank=True)
    birth_year = models.PositiveSmallIntegerField(_("year of birth"), null=True, blank=True)
    phone = models.CharField(_("phone"), max_length=PHONE_LENGTH, blank=True, default="")
    # As that of a participant: the name without case but with accents.
    name_key = models.CharField(max_length=130, editable=False, db_index=True)
    last_played = models.DateField(editable=False, db_index=True)
    times = models.PositiveIntegerField(default=1, editable=False)
    stamp = models.PositiveBigIntegerField(default=new_stamp, editable=False)

    class Meta:
        ordering = ["name_key", "pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(first_name="") & ~Q(last_name=""), name="known_person_has_a_name"),
            models.CheckConstraint(condition=Q(times__gte=1), name="known_person_has_played"),
            models.CheckConstraint(
                condition=Q(birth_year=None) | Q(birth_date=None, birth_year__range=(1800, 2200)),
                name="known_birth_year_stands_without_a_date",
            ),
        ]

    def __str__(self) -> str:
        return full_name(self.first_name, self.last_name, self.title)

    @property
    def list_name(self) -> str:
        """The name for sorted lists, last name first."""
        return listed_name(self.last_name, self.first_name)

    @property
    def born(self) -> Born:
        """The date of birth, or the year alone, or None."""
        return self.birth_date or self.birth_year
