"""Applying the tournament's settings to all of its sheets at once."""

from django.db import transaction

from tournament.enums import SheetState
from tournament.models import Scoresheet, Tournament, User
from tournament.services.acting import act_on
from tournament.services.locks import lock_scoresheet
from tournament.sheet.acts.consequences import Settle


@transaction.atomic
def settle_unsigned(*, tournament: Tournament, actor: User) -> None:
    """Adjust the state of every sheet without all signatures to the present settings of the tournament."""
    sheets = Scoresheet.objects.filter(match__tournament=tournament, state__in=[SheetState.OPEN, SheetState.COMPLETE])
    rows = sheets.filter(games__isnull=False).order_by("pk").distinct()
    # Lock all sheets before the first Settle locks the match: a table holds its sheet while it waits for the match.
    for sheet in [lock_scoresheet(row) for row in rows]:
        act_on(sheet, Settle(), actor=actor)
