"""Print jobs: the printer makes sheets of a match into one file."""

from pathlib import Path

from django.conf import settings
from django.db import models
from django.urls import reverse

from tournament.enums import PrintKind, PrintState


def print_folder() -> Path:
    """The folder of the files, from their beginning until they are fetched, and of the printer's lock."""
    return Path(settings.VAR_DIR, "print")


class PrintJob(models.Model):
    """A print of some tables of a match as one file.

    `printed` holds the tables, each with a mark of its sheet's state; two jobs with the same marks are the same print.
    `done` counts sheets. `address` is the address at which phones reach the pages, for the QR codes on the sheets.
    `problem` is the code of the reason why it failed.
    """

    match = models.ForeignKey("Match", on_delete=models.PROTECT, related_name="print_jobs")
    kind = models.CharField(max_length=8, choices=PrintKind.choices)
    printed = models.JSONField()
    language = models.CharField(max_length=5)
    address = models.CharField(max_length=200, blank=True)
    state = models.CharField(max_length=9, choices=PrintState.choices, default=PrintState.WAITING)
    done = models.PositiveSmallIntegerField(default=0)
    problem = models.CharField(max_length=40, blank=True)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.match}: {self.kind} {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("print_job", args=[self.match.tournament.slug, self.pk])

    @property
    def tables(self) -> list[int]:
        """The numbers of the tables in ascending order."""
        return sorted(map(int, self.printed))

    @property
    def file(self) -> Path:
        """The path of its file once it is done."""
        ending = "zip" if self.kind == PrintKind.SEALED else "pdf"
        return print_folder() / f"{self.pk}.{ending}"

    @property
    def beside(self) -> Path:
        """The path of its file while it is being made."""
        return self.file.with_suffix(".part")

    @property
    def is_there(self) -> bool:
        """Whether the file can be downloaded. Files are kept for a day."""
        return self.state == PrintState.DONE and self.file.exists()

    @property
    def is_open(self) -> bool:
        """Whether the job still waits or is being made."""
        return self.state in (PrintState.WAITING, PrintState.WORKING)
