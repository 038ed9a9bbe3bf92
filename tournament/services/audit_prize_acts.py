"""Comparing what was done about prizes, and the lots that were drawn in public, with the tournament's chain."""

from collections.abc import Iterator
from typing import Any

from tournament.models import PrizeAct, Tournament
from tournament.services.audit_replay import Act, TournamentAsLogged, act_differences
from tournament.services.audit_rows import compare


def prize_act_differences(logged: TournamentAsLogged, tournament: Tournament) -> Iterator[str]:
    """A sentence for every act that differs from the log. One query."""
    held: dict[int, tuple[Any, ...]] = {}
    acts: dict[tuple[str, Any], Act] = {}
    for row in PrizeAct.objects.filter(tournament=tournament):
        held[row.pk] = (row.kind, row.participant_id, row.prize_id, row.cents, row.undone_at is not None)
        acts["act about a prize", row.pk] = Act(by=row.acted_by_id, at=row.acted_at)
        if row.undone_at is not None:
            acts["act about a prize undone", row.pk] = Act(by=row.undone_by_id, at=row.undone_at)
    yield from compare("act about a prize", logged.prize_acts, held)
    told = {key: act for key, act in logged.acts.items() if key[0].startswith("act about a prize")}
    yield from act_differences(told, acts)
