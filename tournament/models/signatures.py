"""Signatures of the four players under the sheet they checked (5.3.2)."""

from django.conf import settings
from django.db import models

from tournament.enums import SignatureKind


class Signature(models.Model):
    """A player's confirmation of the sheet's content. It lapses, visibly, when the content changes."""

    seat = models.ForeignKey("Seat", on_delete=models.PROTECT, related_name="signatures")
    kind = models.CharField(max_length=5, choices=SignatureKind.choices)
    content_hash = models.CharField(max_length=64)
    signed_at = models.DateTimeField()
    confirmed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    lapsed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["signed_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["seat"], condition=models.Q(lapsed_at__isnull=True), name="one_valid_signature_a_seat"
            )
        ]

    def __str__(self) -> str:
        return f"{self.seat}: {self.kind}"
