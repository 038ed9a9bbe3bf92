"""The logins, and a free login name for a new one."""

from collections.abc import Iterator

from django.db.models import QuerySet

from tournament.models import User
from tournament.selectors.tournaments import spelled_out


def people() -> QuerySet[User]:
    """Return every login, those switched off last. One query."""
    return User.objects.order_by("-is_active", "full_name", "pk")


def proposed_username(full_name: str) -> str:
    """Return a free login name made from the printed name: "anna.obermaier"; "" if no letter can be used. One query."""
    stem = spelled_out(full_name).replace("-", ".")[:100]
    taken = {
        name.casefold() for name in User.objects.filter(username__istartswith=stem).values_list("username", flat=True)
    }

    def candidates() -> Iterator[str]:
        yield stem
        yield from (f"{stem}{number}" for number in range(2, len(taken) + 3))

    return next(name for name in candidates() if name not in taken) if stem else ""
