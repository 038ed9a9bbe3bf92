"""Restores: a copy of the installation replaced it; and the tables' counts from before."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q


def new_key() -> str:
    """Return a random key of a restore: two restores of the same copy must not look alike."""
    return secrets.token_hex(8)


class Restore(models.Model):
    """One restore. Everything written after `copied_at` is missing until the tables send it again.

    Devices compare `key`: a device that knows another one has seen the sheet as it was before the restore. `settled`:
    somebody has dealt with everything that does not come back by itself.
    """

    key = models.CharField(max_length=16, unique=True, default=new_key)
    copy = models.CharField(max_length=120, blank=True)
    copied_at = models.DateTimeField()
    restored_at = models.DateTimeField()
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(settled_at=None, settled_by=None) | Q(settled_at__isnull=False, settled_by__isnull=False),
                name="settled_restore_says_by_whom",
            ),
        ]

    def __str__(self) -> str:
        return self.key


class Recollection(models.Model):
    """The counts of a table's device on its sheet before a restore. Not everything comes back by itself.

    `version` is the sheet's version as the device knew it; `seen` counts its games, corrections and signatures
    (docs/table.md), and in `conflicts` the games that do not fit the present sheet.
    """

    restore = models.ForeignKey("Restore", on_delete=models.PROTECT, related_name="recollections")
    scoresheet = models.ForeignKey("Scoresheet", on_delete=models.PROTECT, related_name="recollections")
    version = models.PositiveIntegerField()
    seen = models.JSONField()
    told_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["restore", "scoresheet"], name="one_recollection_a_sheet")]

    def __str__(self) -> str:
        return f"{self.restore}: {self.scoresheet}"
