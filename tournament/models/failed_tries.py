"""Failed tries of passwords and supervisors' codes: they slow down the next tries, and the organiser sees them."""

from django.db import models

from tournament.enums import Secret

# The beginning of the subject of an unknown login; no login name begins so.
UNKNOWN = "?"
# The `browser` of everybody who has scanned the card of a table.
CARD = "card"


class FailedTry(models.Model):
    """The failed tries at one secret: of one known browser, of all unknown ones of an address, or of all with the card.

    `subject` is the login's name, a hash of a name that no login has, or the key of the supervisor or the sheet.
    `browser` is the id in the cookie of a browser that has logged in as this person before, CARD, or "". A browser with
    an id has no `address`. Rows are forgotten after some days; they never enter the event log, because addresses are
    personal data.
    """

    secret = models.CharField(max_length=16, choices=Secret.choices)
    subject = models.CharField(max_length=150)
    browser = models.CharField(max_length=32, blank=True)
    address = models.CharField(max_length=45, blank=True)
    label = models.CharField(max_length=60, blank=True)
    failures = models.PositiveIntegerField(default=0)
    first_at = models.DateTimeField()
    last_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["secret", "subject", "browser", "address"], name="failed_tries_counted_in_one_row"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.secret} {self.subject}: {self.failures}"
