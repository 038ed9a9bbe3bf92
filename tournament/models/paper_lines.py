"""Lines of a paper sheet that the desk could not enter as a game and that wait for the supervisor."""

from django.conf import settings
from django.db import models

from tournament.enums import PaperLineKind


class PaperLine(models.Model):
    """A line as it stands on paper. It is no game, and the sheet's line stays unwritten until somebody decides.

    `text` is the typed text, in canonical form: digits, signs and shorthand, never names. `written` are the points of
    all seats if they are known, `record` is the game record if the text gives one. An open paper line has no
    `closed_at`. It is closed when a game is written into its line, by a ruling, or when the desk takes it up again.
    Closed paper lines are kept.
    """

    scoresheet = models.ForeignKey("Scoresheet", on_delete=models.PROTECT, related_name="paper_lines")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=11, choices=PaperLineKind.choices)
    text = models.CharField(max_length=60, blank=True)
    written = models.JSONField(null=True, blank=True)
    record = models.JSONField(null=True, blank=True)
    typed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    typed_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["scoresheet", "number"],
                condition=models.Q(closed_at__isnull=True),
                name="one_open_paper_line_a_number",
            ),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="paper_line_from_1"),
            models.CheckConstraint(
                condition=~models.Q(kind=PaperLineKind.NO_GAME) | models.Q(written__isnull=False),
                name="no_game_has_its_values",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.scoresheet} · {self.number}: {self.kind}"
