"""Logins. A person may hold several roles; participants need no login."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.enums import Role


class User(AbstractUser):
    """A login of the organiser's people. `full_name` is printed where the person approved, sanctioned or accepted."""

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    full_name = models.CharField(_("name"), max_length=80)
    organiser = models.BooleanField(_("organiser"), default=False)
    supervisor = models.BooleanField(_("supervisor"), default=False)
    desk = models.BooleanField(_("desk"), default=False)
    tribunal = models.BooleanField(_("tribunal"), default=False)

    # The supervisor's own six digits for approving on a table's device, hashed like a password.
    supervisor_code = models.CharField(max_length=128, blank=True)

    # Counts how often this login was switched off. Earlier sessions stay ended when it is switched on again.
    switched_off = models.PositiveIntegerField(default=0)
    # The salt of the hash by which the log knows the name (proof/integrity/names.py).
    salt = models.CharField(max_length=32, null=True, editable=False)  # noqa: DJ001 - None, not empty: unknown

    REQUIRED_FIELDS = ["full_name"]

    class Meta:
        constraints = [models.CheckConstraint(condition=~models.Q(full_name=""), name="user_has_a_name")]

    def __str__(self) -> str:
        return self.full_name

    def _get_session_auth_hash(self, secret: str | bytes | None = None) -> str:
        """Django's proof that a session belongs to this login as it is now; it also ends when the login is switched
        off."""
        proof: str = super()._get_session_auth_hash(secret=secret)  # type: ignore[misc]
        return f"{proof}-{self.switched_off}" if self.switched_off else proof

    def get_full_name(self) -> str:
        return self.full_name

    @property
    def roles(self) -> list[Role]:
        """The roles of this login, in the order of the enum."""
        return [role for role in Role if getattr(self, role.value)]
