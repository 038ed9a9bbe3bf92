"""Devices at the tables: a device is the phone or tablet on which a scorekeeper writes one sheet."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournament.enums import DeviceState
from tournament.words.labels import device_name


def new_code() -> str:
    """Return a new table code: four digits, typed once when a device is enrolled."""
    return f"{secrets.randbelow(10_000):04d}"


class TableDevice(models.Model):
    """A device that is enrolled for one sheet. The token is only on the device; this row has its SHA-256.

    `number` counts the devices of a sheet from 1. A second device can take over only openly: it asks, and the first is
    marked as replaced. `label` names the kind of device ("Android · Chrome"). `wrong_codes` counts the supervisors'
    codes mistyped on it and on the devices before it.
    """

    scoresheet = models.ForeignKey("Scoresheet", on_delete=models.PROTECT, related_name="devices")
    number = models.PositiveSmallIntegerField()
    token_hash = models.CharField(max_length=64, unique=True)
    state = models.CharField(max_length=8, choices=DeviceState.choices, default=DeviceState.ACTIVE)
    label = models.CharField(max_length=60, blank=True)
    wrong_codes = models.PositiveSmallIntegerField(default=0)
    enrolled_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    # The login that locked it; None if another device took over.
    locked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    # The key of the newest restore, by which devices notice it (devices/selectors/devices.py).
    newest_restore = ""

    # A device is no login, so everything that needs a login refuses it.
    is_authenticated = False

    class Meta:
        ordering = ["scoresheet", "number"]
        constraints = [
            models.UniqueConstraint(fields=["scoresheet", "number"], name="device_number_given_once"),
            models.UniqueConstraint(
                fields=["scoresheet"], condition=Q(state="active"), name="one_active_device_a_scoresheet"
            ),
            models.CheckConstraint(
                condition=Q(state="active", ended_at=None) | (~Q(state="active") & Q(ended_at__isnull=False)),
                name="ended_device_says_when",
            ),
            models.CheckConstraint(
                condition=~Q(state="locked") | Q(locked_by__isnull=False), name="locked_device_says_by_whom"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.scoresheet}: {self.number}"

    @property
    def full_name(self) -> str:
        """The name of the device, in places that otherwise show a login's name."""
        return device_name(self.scoresheet.table_number, self.number)
