"""The screens in the hall: browsers that were named at the desk and show what the desk chooses."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Screen(models.Model):
    """A browser in the hall that opened /schirm/ and was named at the desk.

    `code` is the code that the browser showed; it follows from the browser's own secret (screens/codes.py), so a screen
    is a row only once somebody named it. `scenes` lists the pages that it shows in turn, each for `seconds`; `message`
    replaces everything until `message_until`, or without an end. `seen_at` is written at most once a minute.
    """

    code = models.CharField(max_length=8, unique=True)
    name = models.CharField(_("name"), max_length=40)
    tournament = models.ForeignKey(
        "Tournament", null=True, blank=True, on_delete=models.PROTECT, related_name="screens"
    )
    scenes = models.JSONField(default=list, blank=True)
    seconds = models.PositiveSmallIntegerField(_("seconds for each"), default=20)
    message = models.CharField(_("message"), max_length=160, blank=True)
    message_until = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=0)
    named_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    named_at = models.DateTimeField()
    seen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["name"], name="screen_named_once"),
            models.CheckConstraint(condition=models.Q(seconds__range=(5, 600)), name="scene_for_5_to_600_seconds"),
        ]

    def __str__(self) -> str:
        return self.name
