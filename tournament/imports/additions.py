"""Data in a line about somebody who is registered already and whose entry is empty there. Nothing is overwritten."""

import datetime as dt
from collections.abc import Mapping
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.imports.twins import Known
from tournament.person.names import excerpt

TEXTS = ("title", "club", "phone", "remark")


def find_additions(line: Known, entry: Known) -> dict[str, Any]:
    """Return by field the values that the line has and the entry lacks: texts, `paid`, and `birth_date` or
    `birth_year`."""
    additions: dict[str, Any] = {
        field: getattr(line, field) for field in TEXTS if getattr(line, field) and not getattr(entry, field)
    }
    if line.paid and not entry.paid:
        additions["paid"] = True
    if line.born and not entry.born:
        additions["birth_date" if isinstance(line.born, dt.date) else "birth_year"] = line.born
    return additions


def describe_additions(additions: Mapping[str, Any]) -> str:
    """Return the additions in words, for a sentence."""
    labels = {
        "title": _("title %(value)s"),
        "club": _("club or town %(value)s"),
        "phone": _("phone %(value)s"),
        "remark": _("remark “%(value)s”"),
        "paid": _("paid"),
        "birth_date": _("date of birth %(value)s"),
        "birth_year": _("year of birth %(value)s"),
    }
    return ", ".join(
        labels[field] % {"value": date_format(value) if isinstance(value, dt.date) else excerpt(str(value))}
        for field, value in additions.items()
    )
