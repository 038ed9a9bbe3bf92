"""A short tournament by the rules of fixtures/rules: four games a match, handed in as totals; the services write it."""

import datetime as dt
from collections.abc import Sequence
from pathlib import Path

from tests.worlds.factories import CAST, draw_lots
from tests.worlds.sheets import fresh, sign
from tournament.models import Match, Participant, Scoresheet, Tournament, User
from tournament.participants.services.participants import add_participant
from tournament.rulesets.services import create_ruleset
from tournament.services.acting import act
from tournament.services.tournaments import create_tournament
from tournament.sheet.acts.acceptance import AcceptSheet
from tournament.sheet.acts.totals import RecordTotals

RULES = Path(__file__).parents[2] / "fixtures" / "rules"
ONE_MATCH, TWO_MATCHES = "eins-lot", "kurz-lot"


def short_tournament(actor: User, *, rules: str, players: int) -> Tournament:
    """A tournament with so many participants; nothing is drawn."""
    create_ruleset(actor=actor, text=(RULES / f"{rules}.toml").read_text(), origin="schafkopfschule-2023")
    tournament = create_tournament(
        actor=actor, name="Glonn 2026", day=dt.date(2026, 11, 29), organiser="SV Glonn", ruleset_id=rules
    )
    for number in range(players):
        first, last = CAST[number] if number < len(CAST) else (f"Vorname{number + 1}", f"Nachname{number + 1}")
        add_participant(tournament=tournament, first_name=first, last_name=last, club="", actor=actor)
    return tournament


def play_match(match: Match, totals: Sequence[Sequence[int]], actor: User) -> list[list[Participant]]:
    """Draw and play a match: the totals of each table by seat, signed and accepted. Return who sat where."""
    draw_lots(match, actor)
    return [play_table(match, table, points, actor) for table, points in enumerate(totals, start=1)]


def play_table(match: Match, table: int, totals: Sequence[int], actor: User) -> list[Participant]:
    """Hand in the totals of one table, sign and accept them; return who sits there, by seat."""
    sheet = Scoresheet.objects.in_force().select_related("match__tournament").get(match=match, table_number=table)
    columns = [{"plus": max(points, 0), "minus": max(-points, 0)} for points in totals]
    act(sheet, RecordTotals(totals=columns), actor=actor)
    sign(fresh(sheet), actor, *range(1, len(totals) + 1))
    act(fresh(sheet), AcceptSheet(content=fresh(sheet).content_hash), actor=actor)
    return [seat.participant for seat in sheet.seats.select_related("participant").order_by("number")]
