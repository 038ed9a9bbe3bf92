"""The codes on helpers' slips, each of which logs in once."""

from django.conf import settings
from django.db import models


class LoginLink(models.Model):
    """A code that logs one person in, once and until `expires_at`. Only its hash is kept."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="login_links")
    token_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["made_at", "pk"]

    def __str__(self) -> str:
        return f"{self.person}: {self.made_at}"
