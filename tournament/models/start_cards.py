"""The start cards of a tournament: whoever scans one opens the page of the player with its number."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class StartCard(models.Model):
    """A card for a start number, which nobody needs to have yet. A lost one is locked and stays; a new one follows it.

    The token in the card's address follows from `salt` (cards/tokens.py), and the row keeps only its hash.
    """

    tournament = models.ForeignKey("Tournament", on_delete=models.PROTECT, related_name="start_cards")
    number = models.PositiveIntegerField()
    salt = models.CharField(max_length=32)
    token_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    locked_at = models.DateTimeField(null=True, blank=True)
    locked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    # A card is no login, so everything that needs a login refuses it.
    is_authenticated = False

    class Meta:
        ordering = ["number", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"], condition=Q(locked_at=None), name="one_card_in_force_a_number"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="card_numbers_from_1"),
            models.CheckConstraint(
                condition=Q(locked_at=None, locked_by=None) | Q(locked_at__isnull=False, locked_by__isnull=False),
                name="locked_card_says_by_whom",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.number}"
