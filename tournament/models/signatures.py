"""The players' signatures under the sheet that they checked (5.3.2)."""

from django.conf import settings
from django.db import models

from tournament.enums import SignatureKind
from tournament.models.actors import Acted
from tournament.person.strokes import Drawing, drawing


class Signature(Acted):
    """A player's confirmation of the sheet's content. It visibly lapses when the content changes."""

    seat = models.ForeignKey("Seat", on_delete=models.PROTECT, related_name="signatures")
    kind = models.CharField(max_length=5, choices=SignatureKind.choices)
    content_hash = models.CharField(max_length=64)
    signed_at = models.DateTimeField()
    # The signature drawn with the finger: for each stroke a list of [x, y] points, in a box of width 1000.
    strokes = models.JSONField(null=True, blank=True)
    lapsed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["signed_at", "pk"]
        constraints = [
            *Acted.Meta.constraints,
            models.UniqueConstraint(
                fields=["seat"], condition=models.Q(lapsed_at__isnull=True), name="one_valid_signature_a_seat"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat}: {self.kind}"

    @property
    def how(self) -> str:
        """How the player signed, in the active language: by hand, or only by confirming."""
        kind = SignatureKind(self.kind)
        return kind.without_drawing if self.strokes is None else str(kind.label)

    @property
    def drawing(self) -> Drawing | None:
        """The signature as a drawing; None if the player signed on paper or only pressed a button."""
        return None if self.strokes is None else drawing(self.strokes)


class SignatureRefusal(Acted):
    """A player's refusal to sign, with the reason. It lapses when the content changes or the player signs after all.

    `dispute` is the place, from 1, of the dispute after whose decision the sheet is accepted all the same.
    """

    seat = models.ForeignKey("Seat", on_delete=models.PROTECT, related_name="refusals")
    reason = models.CharField(max_length=200)
    salt = models.CharField(max_length=32, null=True)  # noqa: DJ001 - None, not empty: unknown
    content_hash = models.CharField(max_length=64)
    refused_at = models.DateTimeField()
    lapsed_at = models.DateTimeField(null=True, blank=True)
    dispute = models.PositiveSmallIntegerField(null=True, blank=True)
    overruled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    overruled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["refused_at", "pk"]
        constraints = [
            *Acted.Meta.constraints,
            models.UniqueConstraint(
                fields=["seat"], condition=models.Q(lapsed_at__isnull=True), name="one_refusal_in_force_a_seat"
            ),
            models.CheckConstraint(condition=~models.Q(reason=""), name="refusal_has_a_reason"),
            models.CheckConstraint(
                condition=models.Q(dispute=None, overruled_by=None, overruled_at=None)
                | models.Q(dispute__isnull=False, overruled_by__isnull=False, overruled_at__isnull=False),
                name="overruled_refusal_says_by_whom",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat}: {self.reason}"


class SigningLink(models.Model):
    """A code that lets one seat sign once on their own phone, for one content. Only its hash is kept."""

    seat = models.ForeignKey("Seat", on_delete=models.PROTECT, related_name="signing_links")
    token_hash = models.CharField(max_length=64, unique=True)
    content_hash = models.CharField(max_length=64)
    device = models.ForeignKey("TableDevice", on_delete=models.PROTECT, related_name="signing_links")
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["made_at", "pk"]

    def __str__(self) -> str:
        return f"{self.seat}: {self.made_at}"
