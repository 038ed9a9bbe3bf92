"""Bringing all sheets of a tournament in line with a change of its settings."""

from django.db import transaction

from tournament.enums import SheetState
from tournament.models import Scoresheet, Tournament, User
from tournament.services.acting import act_on
from tournament.services.locks import lock_scoresheet
from tournament.sheet.commands import Settle


@transaction.atomic
def settle_unsigned(*, tournament: Tournament, actor: User) -> None:
    """Bring the state of every sheet that lacks a signature in line with what the tournament asks of a sheet."""
    sheets = Scoresheet.objects.filter(match__tournament=tournament, state__in=[SheetState.OPEN, SheetState.COMPLETE])
    rows = sheets.filter(games__isnull=False).order_by("pk").distinct()
    # Lock all sheets before settling one locks the match: a table that waits for the match holds its sheet.
    for sheet in [lock_scoresheet(row) for row in rows]:
        act_on(sheet, Settle(), actor=actor)
