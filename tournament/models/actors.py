"""Who acts on a sheet, in its rows and in its log: a login, the device of the table, or a player's own page."""

from typing import TypeAlias

from django.conf import settings
from django.db import models

from tournament.models.devices import TableDevice
from tournament.models.people import User
from tournament.models.start_cards import StartCard
from tournament.words.labels import own_page_name

Actor: TypeAlias = User | TableDevice | StartCard
"""The actor: a login, a table's device on its own sheet, or the start card whose page a player has opened."""


class Acted(models.Model):
    """A row that names who acted: a login, the device of the table, or a player's own page.

    `card` is the start number of a player's own page. It is no key: an archive holds no cards.
    """

    login = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    device = models.ForeignKey(TableDevice, null=True, blank=True, on_delete=models.PROTECT, related_name="%(class)ss")
    card = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(
                condition=models.Q(login__isnull=False) | models.Q(device__isnull=False) | models.Q(card__isnull=False),
                name="%(class)s_says_who_acted",
            )
        ]

    @property
    def actor_name(self) -> str:
        """The name of the login or of the device that acted, or whose own page it was."""
        if self.card is not None:
            return own_page_name(self.card)
        actor = self.login or self.device
        assert actor is not None  # guaranteed by the constraint
        return actor.full_name
