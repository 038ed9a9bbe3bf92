"""Words for tariffs, in the user's language. Knows no games."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from scoring.tariffs import Tariff

TARIFFS: Mapping[str, Any] = {
    "official": _("Schafkopf School: Rufer 10 cents, Solo and Wenz 50"),
    "palatinate-10": _("Palatinate: 10 cents a point"),
    "palatinate-20": _("Palatinate: 20 cents a point"),
    "palatinate-50": _("Palatinate: 50 cents a point"),
    "social-5-20": _("5/20: Rufer 5 cents, Solo and Wenz 20, with pot"),
    "social-10-20": _("10/20: Rufer 10 cents, Solo and Wenz 20, with pot"),
    "social-10-50": _("10/50: Rufer 10 cents, Solo and Wenz 50, with pot"),
    "social-10-20-50": _("10/20/50: basic rate 10 cents, Rufer 20, Solo and Wenz 50, with pot"),
}


def tariff_title(tariff: Tariff) -> str:
    """Return the name of a tariff on pages."""
    return str(TARIFFS.get(tariff.id, tariff.title))
