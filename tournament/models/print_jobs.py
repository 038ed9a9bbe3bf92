"""Print jobs: several sheets of a match as one file, made in a process beside the web server."""

from pathlib import Path

from django.conf import settings
from django.db import models
from django.urls import reverse

from tournament.enums import PrintKind, PrintState


def print_folder() -> Path:
    """The folder for the printer's lock and for all files, both unfinished ones and those that wait for download."""
    return Path(settings.VAR_DIR, "print")


class PrintJob(models.Model):
    """A job that prints some tables of a match into one file. `printed` maps each table that was asked for to a mark of
    the state of its sheet at that time; two jobs with the same marks give the same print. `done` counts sheets.

    `address` is the address of the public pages for the QR codes on the sheets. `problem` is the code of a failure.
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
        """The path of the finished file."""
        ending = "zip" if self.kind == PrintKind.SEALED else "pdf"
        return print_folder() / f"{self.pk}.{ending}"

    @property
    def beside(self) -> Path:
        """The path of the file while it is being made."""
        return self.file.with_suffix(".part")

    @property
    def is_there(self) -> bool:
        """Whether the file can be downloaded. Files are kept for a day."""
        return self.state == PrintState.DONE and self.file.exists()

    @property
    def is_open(self) -> bool:
        """Whether the job is still waiting or being worked on."""
        return self.state in (PrintState.WAITING, PrintState.WORKING)
