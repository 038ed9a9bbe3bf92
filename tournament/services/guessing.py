"""Slow down people who guess passwords or codes, and lock out nobody who knows them.

Every wait ends by itself:
1. After some failures a browser, or an address with unknown browsers, waits longer and longer (OWN).
2. Unknown browsers together may try only every so often, whatever their number of addresses (STRANGERS).

A visitor who knows a valid secret is no stranger and proves it by a cookie (network/known_browsers.py):
- a browser that has logged in as this person with the present password has a count of its own;
- phones that have scanned the card of a table with its present code are counted together, at this table alone. Each
  visit of the card's address makes a new cookie, so none of them has a count of its own (CARD_OWN, CARD_HOLDERS).

Nobody else can make these visitors wait.

The most that can be guessed: 720 passwords of one name an hour, of some 10^23 that we generate; 60 codes of one
supervisor an hour of some 900,000, so in an evening of six hours one in 2,500; from one address 80 codes of tables in
an evening, so one in 125 that any table opens, and from endless addresses 420, one in 24. A guesser with the QR code of
a card, but without the digits beside it, may type 80 more at that table from one address, 375 more from endless ones:
with the others one in 62 and one in 12; a new code ends that. A try counts as failed before it is checked, which limits
parallel tries, too.
"""

import logging
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Case, Max, QuerySet, Sum, When
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournament.enums import Secret
from tournament.models import FailedTry, User
from tournament.models.failed_tries import CARD, UNKNOWN
from tournament.refusals import Refused

log = logging.getLogger(__name__)

# Rule 1: failures without a wait; then the first wait, doubled with each failure, up to the longest one.
FREE_FAILURES = 5
FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=15), timedelta(minutes=5)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """After this many failures within an hour, all tries with the `same` columns have this time between them."""

    same: tuple[str, ...]
    failures: int
    wait: timedelta


# Whether a visitor's failures at other passwords or tables count, too.
OWN: Mapping[Secret, tuple[str, ...]] = {
    Secret.PASSWORD: ("subject", "browser", "address"),
    Secret.SUPERVISOR_CODE: ("subject", "browser", "address"),
    Secret.TABLE_CODE: ("browser", "address"),
}
# Rule 2.
STRANGERS: Mapping[Secret, tuple[Limit, ...]] = {
    Secret.PASSWORD: (
        Limit(same=("subject",), failures=20, wait=timedelta(seconds=5)),
        Limit(same=("address",), failures=30, wait=timedelta(seconds=2)),  # a hall may share its address
    ),
    # This is more than the five tries of one device, so that no table makes the others wait.
    Secret.SUPERVISOR_CODE: (Limit(same=("subject",), failures=15, wait=timedelta(minutes=1)),),
    Secret.TABLE_CODE: (Limit(same=(), failures=60, wait=timedelta(minutes=1)),),
}
# Both rules for visitors with the card. A hall may share its address, so no table may make the others wait.
CARD_OWN = ("subject", "browser", "address")
CARD_HOLDERS = (Limit(same=("subject",), failures=15, wait=timedelta(minutes=1)),)
COUNTED_FOR = timedelta(hours=1)
FORGOTTEN_AFTER = timedelta(days=3)
# How long a request waits for its turn to compute a hash.
PATIENCE_SECONDS = 4.0
# No secret keeps more rows than this, whatever somebody types.
MOST_ROWS = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """A visitor who tries: the address, the kind of device, the id of a browser that is known for this very password,
    and whether it has scanned the card of this table."""

    address: str
    label: str = ""
    browser: str = ""
    card: bool = False

    @property
    def columns(self) -> dict[str, str]:
        """The browser and address under which tries are counted: a known browser is the same one in every Wi-Fi."""
        return {"browser": CARD if self.card else self.browser, "address": "" if self.browser else self.address[:45]}


def subject_of(typed: str, person: User | None) -> str:
    """Return the name under which tries at a login are counted: the login's own; else one that hides the typed text,
    because people type their passwords there, too."""
    return person.username if person else UNKNOWN + salted_hmac("login", typed.casefold()).hexdigest()[:20]


def claim_try(secret: Secret, subject: str, visitor: Visitor) -> None:
    """Count a try as a failure before it is checked; `forgive` takes it back.

    Refused: wait (with the seconds); nothing is written then. At most 3 queries for a refusal.
    """
    _check_may_try(secret, subject, visitor)
    with transaction.atomic():
        # Claim tries one after the other, by locking the first login: it is never deleted. Without a login there is
        # nothing to guess.
        User.objects.select_for_update(no_key=True).order_by("pk").first()
        _check_may_try(secret, subject, visitor)
        _count(secret, subject, visitor)


def forgive(secret: Secret, subject: str, visitor: Visitor | None = None) -> None:
    """Forget the failures of this visitor at this secret, or those of everybody."""
    rows = _rows_of(secret, subject, visitor) if visitor else FailedTry.objects.filter(secret=secret, subject=subject)
    rows.delete()


_hashing = threading.BoundedSemaphore(1)


@contextmanager
def trying(secret: Secret, subject: str, visitor: Visitor) -> Iterator[None]:
    """Run the check of a secret that is kept as a hash: wait for a turn, then count the try. Call `forgive` if it is
    right.

    Refused: wait, busy; neither counts.
    """
    _check_may_try(secret, subject, visitor)
    with one_at_a_time():
        claim_try(secret, subject, visitor)
        yield


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Let only one request of a process compute a hash, which takes a processor for a third of a second.

    Strangers have a process of their own (server/strangers.py), so that the tables and the desk never wait for them.
    Refused: busy.
    """
    if not _hashing.acquire(timeout=PATIENCE_SECONDS):
        raise _busy()
    try:
        yield
    finally:
        _hashing.release()


def _check_may_try(secret: Secret, subject: str, visitor: Visitor) -> None:
    now = timezone.now()
    until = max(_own_wait(secret, subject, visitor, now), _common_wait(secret, subject, visitor, now), now)
    seconds = -int((now - until).total_seconds() // 1)
    if seconds > 0:
        raise _wait(min(seconds, int(LONGEST_WAIT.total_seconds())))


def _count(secret: Secret, subject: str, visitor: Visitor) -> None:
    now = timezone.now()
    _forget_old(secret, now)
    tries, is_new = FailedTry.objects.get_or_create(
        secret=secret,
        subject=subject[:150],
        **visitor.columns,
        defaults={"label": visitor.label[:60], "failures": 1, "first_at": now, "last_at": now},
    )
    if is_new:
        return
    failures = tries.failures + 1 if _counts(tries.last_at, now) else 1
    FailedTry.objects.filter(pk=tries.pk).update(failures=failures, last_at=now, label=visitor.label[:60])
    if failures in (FREE_FAILURES, 10 * FREE_FAILURES, 100 * FREE_FAILURES):
        payload = {"count": failures, "secret": secret.label, "of": subject, "address": visitor.address}
        log.warning(_("%(count)s wrong tries: %(secret)s, for %(of)s, from %(address)s"), payload)


def _rows_of(secret: Secret, subject: str, visitor: Visitor) -> QuerySet[FailedTry]:
    return FailedTry.objects.filter(secret=secret, subject=subject[:150], **visitor.columns)


def _own_wait(secret: Secret, subject: str, visitor: Visitor, now: datetime) -> datetime:
    """Rule 1: until when this browser waits, or all unknown ones of this address, or everybody there with the card."""
    failures, last = _failed(secret, CARD_OWN if visitor.card else OWN[secret], subject, visitor, now)
    if last is None or failures < FREE_FAILURES:
        return now
    longer: timedelta = FIRST_WAIT * 2 ** min(failures - FREE_FAILURES, 10)
    return last + min(longer, LONGEST_WAIT)


def _common_wait(secret: Secret, subject: str, visitor: Visitor, now: datetime) -> datetime:
    """Rule 2: until when unknown browsers wait, or everybody with the card."""
    until = now
    for limit in () if visitor.browser else CARD_HOLDERS if visitor.card else STRANGERS[secret]:
        failures, last = _failed(secret, ("browser", *limit.same), subject, visitor, now)
        if last is not None and failures >= limit.failures:
            until = max(until, last + limit.wait)
    return until


def _failed(
    secret: Secret, same: tuple[str, ...], subject: str, visitor: Visitor, now: datetime
) -> tuple[int, datetime | None]:
    """Return how often tries with the same columns failed lately, and when last.

    A failure in the future does not count: the clock was set back.
    """
    values = {"subject": subject[:150], **visitor.columns}
    recent = FailedTry.objects.filter(secret=secret, last_at__gt=now - COUNTED_FOR, last_at__lte=now)
    tries = recent.filter(**{name: values[name] for name in same})
    sums = tries.aggregate(failures=Sum("failures"), last=Max("last_at"))
    return sums["failures"] or 0, sums["last"]


def _counts(moment: datetime, now: datetime) -> bool:
    """Whether a failure is recent. One in the future is not: the clock was set back."""
    return timedelta(0) <= now - moment < COUNTED_FOR


def _forget_old(secret: Secret, now: datetime) -> None:
    """Forget old failures. If a secret has more than MOST_ROWS, forget the oldest, those of unknown names first:
    somebody who invents names must not erase the failures at other secrets."""
    FailedTry.objects.filter(last_at__lt=now - FORGOTTEN_AFTER).delete()
    rows = FailedTry.objects.filter(secret=secret)
    surplus = rows.count() - MOST_ROWS
    if surplus >= 0:
        rank = Case(When(subject__startswith=UNKNOWN, then=0), default=1)
        FailedTry.objects.filter(
            pk__in=list(rows.order_by(rank, "last_at").values_list("pk", flat=True)[: surplus + 1])
        ).delete()


def _wait(seconds: int) -> Refused:
    if seconds < 60:
        sentence = ngettext(
            "Too many wrong tries. Please try again in %(count)s second.",
            "Too many wrong tries. Please try again in %(count)s seconds.",
            seconds,
        )
        return Refused(sentence, code="wait", count=seconds, seconds=seconds)
    minutes = -(-seconds // 60)
    sentence = ngettext(
        "Too many wrong tries. Please try again in %(count)s minute.",
        "Too many wrong tries. Please try again in %(count)s minutes.",
        minutes,
    )
    return Refused(sentence, code="wait", count=minutes, seconds=seconds)


def _busy() -> Refused:
    return Refused(_("Somebody else is logging in at this moment. Please try again."), code="busy", seconds=1)
