"""Double entry: the lines of a paper sheet as a second person typed them without seeing the first entry."""

from django.conf import settings
from django.db import models


class SecondLine(models.Model):
    """One line typed a second time; `record` as in Game. It changes no points: people settle the differences shown."""

    scoresheet = models.ForeignKey("Scoresheet", on_delete=models.PROTECT, related_name="second_lines")
    number = models.PositiveSmallIntegerField()
    record = models.JSONField()
    command = models.CharField(max_length=40)  # the id of the command that wrote it
    typed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    typed_at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["scoresheet", "number"], name="second_line_typed_once"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="second_line_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.scoresheet} · {self.number}"
