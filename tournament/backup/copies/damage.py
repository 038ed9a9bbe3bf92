"""The refusal of a copy that is not as it was written."""

from django.utils.translation import gettext_lazy as _

from tournament.refusals import Refused


def damaged_copy() -> Refused:
    """The copy was changed, or a part of it is missing."""
    return Refused(_("The copy is damaged or incomplete."), code="copy_damaged")
