"""Fees: their kinds, the cash boxes, what was taken and given back, and the closing counts of the boxes."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.money.box import MOST_FEE, MOST_FLOAT, MOST_KINDS, NAME_LENGTH, difference
from tournament.person.names import NAME_LENGTH as PERSON_LENGTH
from tournament.person.names import REMARK_LENGTH


class FeeKind(models.Model):
    """A fee as the club names it (“Members”, “Guests”), in cents. Once somebody paid it, the sum stays."""

    tournament = models.ForeignKey("Tournament", on_delete=models.PROTECT, related_name="fee_kinds")
    position = models.PositiveSmallIntegerField()
    name = models.CharField(_("fee"), max_length=NAME_LENGTH)
    cents = models.PositiveIntegerField(_("sum"))

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "position"], name="fee_position_given_once"),
            models.UniqueConstraint(fields=["tournament", "name"], name="fee_named_once"),
            models.CheckConstraint(condition=models.Q(position__range=(1, MOST_KINDS)), name="at_most_four_fees"),
            models.CheckConstraint(condition=models.Q(cents__range=(0, MOST_FEE)), name="fee_up_to_1000_euros"),
            models.CheckConstraint(condition=~models.Q(name=""), name="fee_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class CashBox(models.Model):
    """A box at a desk, with the cents that it was opened with. Append-only by trigger."""

    tournament = models.ForeignKey("Tournament", on_delete=models.PROTECT, related_name="cash_boxes")
    name = models.CharField(_("cash box"), max_length=NAME_LENGTH)
    float_cents = models.PositiveIntegerField(_("lies in it already"))
    opened_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    opened_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "name"], name="cash_box_named_once"),
            models.CheckConstraint(condition=~models.Q(name=""), name="cash_box_has_a_name"),
            models.CheckConstraint(
                condition=models.Q(float_cents__range=(0, MOST_FLOAT)), name="cash_box_opens_with_up_to_10000_euros"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class CashEntry(models.Model):
    """Cents that were taken for a fee, or given back. Append-only by trigger; nothing enters a closed box.

    `turn` counts what happened to one person's fee: an odd one is taken, the even one after it `reverses` it with
    exactly minus its cents, says why, and may come from another box.
    """

    box = models.ForeignKey(CashBox, on_delete=models.PROTECT, related_name="entries")
    participant = models.ForeignKey("Participant", on_delete=models.PROTECT, related_name="cash_entries")
    fee_kind = models.ForeignKey(FeeKind, on_delete=models.PROTECT, related_name="entries")
    turn = models.PositiveSmallIntegerField()
    cents = models.IntegerField()
    reverses = models.OneToOneField("self", null=True, blank=True, on_delete=models.PROTECT, related_name="reversal")
    reason = models.CharField(max_length=REMARK_LENGTH, blank=True)
    salt = models.CharField(max_length=32, null=True, editable=False)  # noqa: DJ001 - None, not empty: unknown
    taken_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    taken_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "cash entries"
        constraints = [
            models.UniqueConstraint(fields=["participant", "fee_kind", "turn"], name="fee_taken_once"),
            models.CheckConstraint(condition=models.Q(turn__gte=1), name="turns_of_a_fee_count_from_1"),
            models.CheckConstraint(
                condition=models.Q(reverses=None, cents__range=(1, MOST_FEE), reason="")
                | (models.Q(reverses__isnull=False, cents__range=(-MOST_FEE, -1)) & ~models.Q(reason="")),
                name="cash_is_taken_or_reversed_with_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.box}: {self.cents}"


class CashCount(models.Model):
    """The closing of a box: `pieces` by coin and note, what they sum up to, and what must lie in it, in cents.

    Two people count: a login, and the `witness` whose name is typed. While `reopened_at` is empty the box is closed.
    Append-only by trigger, but for being opened again.
    """

    box = models.ForeignKey(CashBox, on_delete=models.PROTECT, related_name="counts")
    pieces = models.JSONField()
    counted_cents = models.PositiveIntegerField()
    expected_cents = models.IntegerField()
    remark = models.CharField(max_length=REMARK_LENGTH, blank=True)
    witness = models.CharField(max_length=PERSON_LENGTH)
    salt = models.CharField(max_length=32, null=True, editable=False)  # noqa: DJ001 - None, not empty: unknown
    counted_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    counted_at = models.DateTimeField()
    reopened_at = models.DateTimeField(null=True, blank=True)
    reopened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    reopened_reason = models.CharField(max_length=REMARK_LENGTH, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["box"], condition=models.Q(reopened_at=None), name="cash_box_is_closed_once"
            ),
            models.CheckConstraint(condition=~models.Q(witness=""), name="cash_is_counted_by_two"),
            models.CheckConstraint(
                condition=models.Q(counted_cents=models.F("expected_cents")) | ~models.Q(remark=""),
                name="difference_of_a_box_has_a_remark",
            ),
            models.CheckConstraint(
                condition=models.Q(reopened_at=None, reopened_by=None, reopened_reason="")
                | (models.Q(reopened_at__isnull=False, reopened_by__isnull=False) & ~models.Q(reopened_reason="")),
                name="box_opened_again_says_by_whom_and_why",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.box}: {self.counted_cents}"

    @property
    def difference(self) -> int:
        """How many cents more lie in the box than must."""
        return difference(counted=self.counted_cents, expected=self.expected_cents)
