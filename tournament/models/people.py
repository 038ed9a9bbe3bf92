"""Logins. A person may hold several roles; participants need no login."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.enums import Role


class User(AbstractUser):
    """A login of an organiser, supervisor or the desk. Sheets show `full_name` beside what this person decided."""

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    full_name = models.CharField(_("name"), max_length=80)
    organiser = models.BooleanField(_("organiser"), default=False)
    supervisor = models.BooleanField(_("supervisor"), default=False)
    desk = models.BooleanField(_("desk"), default=False)

    # The six digits with which a supervisor decides on the device of a table, hashed like a password.
    supervisor_code = models.CharField(max_length=128, blank=True)

    REQUIRED_FIELDS = ["full_name"]

    class Meta:
        constraints = [models.CheckConstraint(condition=~models.Q(full_name=""), name="user_has_a_name")]

    def __str__(self) -> str:
        return self.full_name

    def get_full_name(self) -> str:
        return self.full_name

    def get_short_name(self) -> str:
        return self.full_name

    @property
    def roles(self) -> list[Role]:
        """The roles this login holds, in the order of the enum."""
        return [role for role in Role if getattr(self, role.value)]
