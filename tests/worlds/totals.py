"""A tournament by rules that allow sheets with totals only; the services write every row."""

import datetime as dt

from scoring.ruleset import ruleset_text
from tests.worlds.factories import CAST, draw_lots
from tournament.models import Scoresheet, User
from tournament.participants.services.participants import add_participant
from tournament.rulesets.services import create_ruleset
from tournament.services.tournaments import create_tournament

GOOD = [
    {"plus": 40, "minus": 12, "total": 28, "solos_won": 2, "solos_played": 3},
    {"plus": 10, "minus": 30, "touts_played": 1},
    {"plus": 0, "minus": 8},
    {"plus": 5, "minus": 5},
]
OTHER = [{**GOOD[0], "plus": 41, "total": 29}, {**GOOD[1], "minus": 31}, *GOOD[2:]]


def open_totals_sheet(actor: User, *, tables: int = 1) -> Scoresheet:
    """The open sheet of table 1, drawn by a club's own rules named "totals"."""
    text = ruleset_text("schafkopfschule-2023").replace('id = "schafkopfschule-2023"', 'id = "totals"')
    text = text.replace("totals_only = { value = false", "totals_only = { value = true")
    create_ruleset(actor=actor, text=text, origin="schafkopfschule-2023")
    tournament = create_tournament(
        actor=actor, name="Glonn 2026", day=dt.date(2026, 11, 29), organiser="SV Glonn", ruleset_id="totals"
    )
    for first, last in CAST[: 4 * tables]:
        add_participant(tournament=tournament, first_name=first, last_name=last, club="", actor=actor)
    draw_lots(tournament.matches.get(number=1), actor)
    return Scoresheet.objects.select_related("match__tournament").get(match__tournament=tournament, table_number=1)
