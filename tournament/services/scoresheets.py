"""All sheets of a tournament at once: what follows for them from its settings."""

from django.db import transaction

from tournament.enums import SheetState
from tournament.models import Scoresheet, Tournament, User
from tournament.services.acting import act_on
from tournament.services.locks import lock_scoresheet
from tournament.sheet.commands import Settle


@transaction.atomic
def settle_unsigned(*, tournament: Tournament, actor: User) -> None:
    """Bring the state of every sheet that not all have signed in line with what the tournament asks of it."""
    sheets = Scoresheet.objects.filter(match__tournament=tournament, state__in=[SheetState.OPEN, SheetState.COMPLETE])
    rows = sheets.filter(games__isnull=False).order_by("pk").distinct()
    # All of them before the match, which the first to be settled locks: a table holds its sheet when it waits for it.
    for sheet in [lock_scoresheet(row) for row in rows]:
        act_on(sheet, Settle(), actor=actor)
