"""Names in the log: the salted hash of what a row says about somebody. The salt stands in the row, not in the log.

When a name is erased its salt goes with it, and nobody can find out any more which name the log witnessed.
"""

import secrets
from collections.abc import Sequence
from datetime import date
from typing import Any

from tournament.proof.integrity.canonical import canonical
from tournament.proof.integrity.hashes import sha256

# The columns behind one hash. What is private (BORN) has a salt of its own, for an archive holds the name but not the
# rest.
PERSON = ("first_name", "last_name", "club", "fixed_table", "fixed_seat", "created_at", "title")
BORN = ("birth_date", "birth_year", "phone", "remark", "paid", "woman", "newcomer")
# What somebody answered about the age; salted like BORN.
AGE = ("age_answer",)
# Newer columns are no part of the hash while they are empty: so the hashes of older logs still fit.
NEWER = frozenset({"title", "birth_year", "phone", "remark", "paid", "woman", "newcomer"})
TOURNAMENT = ("name", "slug", "place", "organiser", "management", "double_entry", "created_at")
CONDUCT = (
    "tournament_id", "participant_id", "kind", "offence", "towards_id", "scoresheet_id", "game", "reason",
)  # fmt: skip
MESSAGE = ("scoresheet_id", "text")
CASH_ENTRY = ("reason",)
CASH_COUNT = ("witness", "remark")
CASH_REOPENED = ("reopened_reason",)
CUP_WINNER = ("cup_id", "year", "name")
LOGIN = ("username", "full_name", "email", "is_staff", "is_superuser", "date_joined")


def new_salt() -> str:
    """A random salt. Without one, a name could be guessed from its hash."""
    return secrets.token_hex(16)


def names_hash(row: Any, columns: Sequence[str], salt: str | None) -> str:
    """The hash of these columns of a row; "" for a row without a salt."""
    if not salt:
        return ""
    values = {name: _plain(getattr(row, name)) for name in columns if name not in NEWER or getattr(row, name, None)}
    return sha256(f"{salt}\n{canonical(values)}")


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else value
