"""Who acts on a sheet, in its rows and in its log: a login, or the device of the table."""

from typing import TypeAlias

from django.conf import settings
from django.db import models

from tournament.models.devices import TableDevice
from tournament.models.people import User

Actor: TypeAlias = User | TableDevice
"""The actor: a login, or a table's device on its own sheet."""


class Acted(models.Model):
    """A row that names who acted: a login, or the device of the table."""

    login = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    device = models.ForeignKey(TableDevice, null=True, blank=True, on_delete=models.PROTECT, related_name="%(class)ss")

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(
                condition=models.Q(login__isnull=False) | models.Q(device__isnull=False),
                name="%(class)s_says_who_acted",
            )
        ]

    @property
    def actor(self) -> Actor:
        """The login or the device that acted."""
        actor = self.login or self.device
        assert actor is not None  # guaranteed by the constraint
        return actor
