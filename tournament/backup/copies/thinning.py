"""Which copies are kept as they grow old. Knows times only, no files."""

from collections.abc import Iterable
from datetime import datetime, timedelta

# Younger than the first, every copy is kept; then one for each of these spans until the given age.
ALL_YOUNGER_THAN = timedelta(hours=3)
ONE_EACH = (
    (timedelta(hours=1), timedelta(days=1)),
    (timedelta(days=1), timedelta(days=14)),
    # Names may not be kept longer than a tournament keeps them itself (5.3.5).
    (timedelta(weeks=1), timedelta(days=180)),
)


def superfluous(moments: Iterable[datetime], now: datetime) -> set[datetime]:
    """The copies, by the time when they were made, that may be deleted. Never the newest one.

    The first copy of each span is kept, so that a kept copy stays the kept one as it grows older. A copy from the
    future, made before a clock was set back, counts as young.
    """
    times = sorted(moments)
    keep = {at for at in times if now - at < ALL_YOUNGER_THAN} | set(times[-1:])
    begin = ALL_YOUNGER_THAN
    for span, end in ONE_EACH:
        spans = set()
        for at in times:
            number = int(at.timestamp() // span.total_seconds())
            if begin <= now - at < end and number not in spans:
                spans.add(number)
                keep.add(at)
        begin = end
    return set(times) - keep
