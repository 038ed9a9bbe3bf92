"""Who looks on while lots are drawn: participants of the tournament, three at most."""

from django.utils.translation import gettext_lazy as _

WITNESSES = 3
UNKNOWN_WITNESS = _("Nobody has start number %(number)s. Please check who witnesses the draw.")
