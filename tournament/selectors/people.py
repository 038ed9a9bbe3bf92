"""The logins, and a free login name for a new one."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournament.enums import Secret
from tournament.models import FailedTry, User
from tournament.models.failed_tries import UNKNOWN
from tournament.person.login_names import look
from tournament.selectors.tournaments import spelled_out

# One mistyped password is nobody's business; a series of them is.
TOLD_FROM = 3
MOST_TOLD = 50


def people() -> QuerySet[User]:
    """Return every login, those switched off last. One query."""
    return User.objects.order_by("-is_active", "full_name", "pk")


@dataclass(frozen=True, slots=True, kw_only=True)
class Guesser:
    """Failed tries of one browser, or of the unknown browsers of an address: at whose secret, which kind, how many and
    when.

    `known`: the browser has logged in as this person before.
    """

    of: str
    what: str
    failures: int
    last_at: datetime
    device: str
    address: str
    known: bool


def guessers() -> list[Guesser]:
    """Return the failed tries of the last days that the organiser should see, newest first. Tries at tables are listed
    with the devices. 2 queries."""
    tries = FailedTry.objects.filter(failures__gte=TOLD_FROM).exclude(secret=Secret.TABLE_CODE)
    rows = list(tries.order_by("-last_at")[:MOST_TOLD])
    keys = [int(row.subject) for row in rows if row.secret == Secret.SUPERVISOR_CODE and row.subject.isdecimal()]
    names = dict(User.objects.filter(pk__in=keys).values_list("pk", "full_name")) if keys else {}
    return [
        Guesser(
            of=_of_whom(row, names),
            what=row.get_secret_display(),
            failures=row.failures,
            last_at=row.last_at,
            device=row.label,
            address=row.address,
            known=bool(row.browser),
        )
        for row in rows
    ]


def _of_whom(row: FailedTry, names: Mapping[int, str]) -> str:
    if row.subject.startswith(UNKNOWN):
        return _("a name that nobody has")
    if row.secret == Secret.SUPERVISOR_CODE and row.subject:
        return names.get(int(row.subject), "")
    return row.subject


def proposed_username(full_name: str) -> str:
    """Return a login name made from the printed name that looks like no other: "anna.obermaier"; "" if no letter can be
    used. One query."""
    stem = spelled_out(full_name).replace("-", ".")[:100]
    looks = {look(name) for name in User.objects.values_list("username", flat=True)}

    def candidates() -> Iterator[str]:
        yield stem
        yield from (f"{stem}{number}" for number in range(2, len(looks) + 3))

    return next(name for name in candidates() if look(name) not in looks) if stem else ""
