"""What the hall sees while results are held back."""

from django.conf import settings
from django.db import models


class FrozenRanking(models.Model):
    """The ranking that the hall sees from `frozen_at` on, as it stood then.

    `content` names participants by key (standings/selectors/release.py): names are looked up when it is shown.
    """

    tournament = models.OneToOneField("Tournament", on_delete=models.PROTECT, related_name="frozen_ranking")
    content = models.JSONField()
    frozen_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    frozen_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.tournament}: {self.frozen_at}"
