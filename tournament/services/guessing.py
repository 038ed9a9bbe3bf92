"""Slowing those who guess passwords or supervisors' codes, without locking out anybody who knows them.

Three rules, each of them a wait that ends by itself:
1. After some failures a browser, or an address with unknown browsers, waits longer and longer for the same secret.
2. Unknown browsers together try a secret only so often, from however many addresses they come.
3. Unknown browsers of one address try only so many passwords, whatever names they type.
A browser that has logged in as somebody before is known by a cookie (network/known_browsers.py). Only rule 1 concerns
it, with a count of its own: nobody else can make it wait. A hall that shares one address is slowed by rule 3 only.

What strangers may guess at best: 720 passwords of one name an hour, of some 10^23 that we generate; 60 codes of one
supervisor an hour of some 900,000, so in an evening of six hours one in 2,500.
"""

import fcntl
import logging
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import F, Max, Sum
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournament.enums import Secret
from tournament.models import FailedTry
from tournament.refusals import Refused

log = logging.getLogger(__name__)

# Rule 1: failures without a wait; then the first wait, doubled with each failure, up to the longest one.
FREE_FAILURES = 5
FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=15), timedelta(minutes=5)
# Rules 2 and 3: what strangers may fail within an hour before they wait, and how long from one try to the next.
STRANGERS_FAILURES = {Secret.PASSWORD: 20, Secret.SUPERVISOR_CODE: 5}
STRANGERS_WAIT = {Secret.PASSWORD: timedelta(seconds=5), Secret.SUPERVISOR_CODE: timedelta(minutes=1)}
ADDRESS_FAILURES, ADDRESS_WAIT = 30, timedelta(seconds=2)
COUNTED_FOR = timedelta(hours=1)
FORGOTTEN_AFTER = timedelta(days=3)
# How long a request waits until it may compute a hash.
PATIENCE_SECONDS = 2.0
# More rows than this are never kept, whatever somebody types.
MOST_ROWS = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """Who tries: the address, what kind of device it is, and the id of a browser that is known to this person."""

    address: str
    label: str = ""
    browser: str = ""


def check_may_try(secret: Secret, subject: str, visitor: Visitor) -> None:
    """Refuse (`wait`, with the seconds) a try that comes too soon. At most 3 queries; nothing is written."""
    now = timezone.now()
    until = max(_own_wait(secret, subject, visitor, now), _strangers_wait(secret, subject, visitor, now), now)
    seconds = -int((now - until).total_seconds() // 1)
    if seconds > 0:
        raise _wait(min(seconds, int(LONGEST_WAIT.total_seconds())))


def note_failure(secret: Secret, subject: str, visitor: Visitor) -> None:
    """Count a failed try. Needs no transaction: the count is one statement."""
    now = timezone.now()
    _forget_old(now)
    found, made = FailedTry.objects.get_or_create(
        secret=secret,
        subject=subject[:150],
        browser=visitor.browser,
        address=visitor.address[:45],
        defaults={"label": visitor.label[:60], "failures": 1, "first_at": now, "last_at": now},
    )
    if made:
        return
    fresh = now - found.last_at < COUNTED_FOR
    failures = F("failures") + 1 if fresh else 1
    FailedTry.objects.filter(pk=found.pk).update(failures=failures, last_at=now, label=visitor.label[:60])
    if fresh and found.failures + 1 in (FREE_FAILURES, 10 * FREE_FAILURES, 100 * FREE_FAILURES):
        log.warning("%s failed tries at %s %s from %s", found.failures + 1, secret.value, subject, visitor.address)


def forgive(secret: Secret, subject: str, visitor: Visitor | None = None) -> None:
    """Forget the failures of this visitor at this secret, or those of everybody."""
    rows = FailedTry.objects.filter(secret=secret, subject=subject)
    if visitor is not None:
        rows = rows.filter(browser=visitor.browser, address=visitor.address)
    rows.delete()


_hashing, _waiting = threading.BoundedSemaphore(1), threading.BoundedSemaphore(2)


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Let only one request of the installation compute a hash, which takes a processor for a third of a second.

    One more request of each worker may wait for its turn, for two seconds: each that waits keeps a thread from the
    tables. Refused: busy.
    """
    if not _waiting.acquire(blocking=False):
        raise _busy()
    try:
        until = time.monotonic() + PATIENCE_SECONDS
        if not _hashing.acquire(timeout=PATIENCE_SECONDS):
            raise _busy()
        try:
            with _turn_of_the_installation(until):
                yield
        finally:
            _hashing.release()
    finally:
        _waiting.release()


@contextmanager
def _turn_of_the_installation(until: float) -> Iterator[None]:
    turn = os.open(settings.VAR_DIR / "hashing.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        while True:
            try:
                fcntl.flock(turn, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > until:
                    raise _busy() from None
                time.sleep(0.02)
        yield
    finally:
        os.close(turn)


def _own_wait(secret: Secret, subject: str, visitor: Visitor, now: datetime) -> datetime:
    """Rule 1: until when this browser waits, or all unknown ones of this address."""
    row = FailedTry.objects.filter(
        secret=secret, subject=subject, browser=visitor.browser, address=visitor.address
    ).first()
    if row is None or row.failures < FREE_FAILURES or not _counts(row.last_at, now):
        return now
    longer: timedelta = FIRST_WAIT * 2 ** min(row.failures - FREE_FAILURES, 10)
    return row.last_at + min(longer, LONGEST_WAIT)


def _strangers_wait(secret: Secret, subject: str, visitor: Visitor, now: datetime) -> datetime:
    """Rules 2 and 3: until when unknown browsers wait."""
    if visitor.browser:
        return now
    recent = FailedTry.objects.filter(secret=secret, browser="", last_at__gt=now - COUNTED_FOR, last_at__lte=now)
    until = now
    at_subject = recent.filter(subject=subject).aggregate(count=Sum("failures"), last=Max("last_at"))
    if (at_subject["count"] or 0) >= STRANGERS_FAILURES[secret]:
        until = max(until, at_subject["last"] + STRANGERS_WAIT[secret])
    from_address = recent.filter(address=visitor.address).aggregate(count=Sum("failures"), last=Max("last_at"))
    if (from_address["count"] or 0) >= ADDRESS_FAILURES:
        until = max(until, from_address["last"] + ADDRESS_WAIT)
    return until


def _counts(moment: datetime, now: datetime) -> bool:
    """Whether a failure is recent. One in the future is not: the clock was set back."""
    return timedelta(0) <= now - moment < COUNTED_FOR


def _forget_old(now: datetime) -> None:
    FailedTry.objects.filter(last_at__lt=now - FORGOTTEN_AFTER).delete()
    surplus = FailedTry.objects.count() - MOST_ROWS
    if surplus >= 0:
        oldest = FailedTry.objects.order_by("last_at").values_list("pk", flat=True)[: surplus + 1]
        FailedTry.objects.filter(pk__in=list(oldest)).delete()


def _wait(seconds: int) -> Refused:
    if seconds < 60:
        told = ngettext(
            "Too many wrong tries. Please try again in %(count)s second.",
            "Too many wrong tries. Please try again in %(count)s seconds.",
            seconds,
        )
        return Refused(told, code="wait", count=seconds, seconds=seconds)
    minutes = -(-seconds // 60)
    told = ngettext(
        "Too many wrong tries. Please try again in %(count)s minute.",
        "Too many wrong tries. Please try again in %(count)s minutes.",
        minutes,
    )
    return Refused(told, code="wait", count=minutes, seconds=seconds)


def _busy() -> Refused:
    return Refused(_("Somebody else is logging in at this moment. Please try again."), code="busy", seconds=1)
