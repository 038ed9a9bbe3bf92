"""Commands that a page or device has sent: the same command twice is one game."""

from django.db import models


class Command(models.Model):
    """A command by its client-made id, which stays when the line it wrote is taken back."""

    scoresheet = models.ForeignKey("Scoresheet", on_delete=models.PROTECT, related_name="commands")
    key = models.CharField(max_length=40, unique=True)
    number = models.PositiveSmallIntegerField()
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.key
