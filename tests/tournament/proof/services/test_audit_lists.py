"""verify_audit compares every draw with the list that was closed for it, even if somebody changes the database."""

import datetime as dt
import json
from typing import Any

import pytest
from django.db import transaction

from tests.damage.tampering import tamper
from tests.worlds.factories import make_user
from tests.worlds.played import play
from tournament import lots
from tournament.draw.services.closed_lists import close_list
from tournament.draw.services.draw import draw_match
from tournament.enums import LotSource
from tournament.models import ClosedList, Draw, Seat, Tournament, User
from tournament.participants.services.participants import add_participant
from tournament.proof.services.audit import audit_tournament
from tournament.refusals import Refused
from tournament.services.tournaments import create_tournament

pytestmark = pytest.mark.django_db


def faults(tournament: Tournament) -> list[str]:
    return [str(fault) for fault in audit_tournament(tournament).faults]


def closed_list(**options: Any) -> tuple[Tournament, User]:
    """Four players whose list is closed with these options."""
    actor = make_user("organiser")
    tournament = create_tournament(
        actor=actor,
        name="Feldkirchen 2026",
        day=dt.date(2026, 11, 28),
        organiser="SV Feldkirchen",
        ruleset_id="schafkopfschule-2023",
    )
    for last_name in ("Huber", "Reiter", "Aigner", "Zöllner"):
        add_participant(tournament=tournament, first_name="Anna", last_name=last_name, actor=actor)
    close_list(match=tournament.matches.get(number=1), actor=actor, **options)
    return tournament, actor


CLOSED: dict[str, tuple[str, str]] = {
    "which lottery": (
        "UPDATE tournament_closedlist SET note = 'Eurojackpot'",
        'closed list 1 of match 1 is ["{hash}","{commitment}","Eurojackpot",1,"drawn"], '
        'the log says ["{hash}","{commitment}","Lotto 6 aus 49",1,"drawn"]',
    ),
    "what the lots come from": (
        "UPDATE tournament_closedlist SET source = 'system'",
        "closed list 1 of match 1 does not fit its hash or its commitment",
    ),
    "the list of a draw": (
        "UPDATE tournament_draw SET closed_list_id = NULL",
        "draw 1 of match 1 is not from the list that was closed for it",
    ),
}


def test_every_word_of_a_closed_list_is_held(subtests: pytest.Subtests) -> None:
    tournament, actor = closed_list(note="Lotto 6 aus 49", source=LotSource.LOTTERY)
    closed = ClosedList.objects.get()
    draw_match(closed=closed, actor=actor, hall=["4", "17"])
    tournament.refresh_from_db()
    assert faults(tournament) == []
    for case, (sql, pattern) in CLOSED.items():
        with subtests.test(case), transaction.atomic():
            tamper(sql)
            sentence = pattern.replace("{hash}", closed.list_hash).replace("{commitment}", closed.commitment)
            assert faults(tournament) == [f"feldkirchen-2026: {sentence}"]
            transaction.set_rollback(True)


@pytest.mark.parametrize("column", ["secret", "terms"])
def test_lots_from_another_secret_or_list_than_published(column: str) -> None:
    """Changed only during the draw: neither the draw nor the audit accepts it."""
    tournament, actor = closed_list()
    closed = ClosedList.objects.get()
    other = {"secret": "0" * 64, "terms": json.dumps(closed.terms | {"fixed": [[1, 1, 1]]})}
    tamper(f"UPDATE tournament_closedlist SET {column} = %s", other[column])
    with pytest.raises(Refused) as refusal:
        draw_match(closed=ClosedList.objects.get(), actor=actor)
    assert refusal.value.code == "list_not_published"
    assert not Draw.objects.exists()
    # A program that was changed as well would draw.
    forged = ClosedList.objects.get()
    hashes = "UPDATE tournament_closedlist SET list_hash = %s, commitment = %s"
    tamper(hashes, forged.drawn_from.list_hash, lots.commitment(forged.secret))
    draw_match(closed=ClosedList.objects.get(), actor=actor)
    columns = {"secret": closed.secret, "terms": json.dumps(closed.terms)}
    tamper(f"UPDATE tournament_closedlist SET {column} = %s", columns[column])
    tamper(hashes, closed.list_hash, closed.commitment)
    assert faults(tournament) == ["feldkirchen-2026: draw 1 of match 1 is not from the list that was closed for it"]


def test_a_seat_of_another_match() -> None:
    tournament, _actor = play(entries=[])
    tamper("UPDATE tournament_seat SET match_id = (SELECT max(id) FROM tournament_match) WHERE number = 4")
    players = list(Seat.objects.order_by("number").values_list("participant__start_number", flat=True))
    assert faults(tournament) == [
        f"feldkirchen-2026, match 1, table 1: the players of its seats are {players[:3]}, the log says {players}"
    ]


def test_a_sheet_that_lies_at_another_table() -> None:
    tournament, _actor = play(entries=[])
    tamper("UPDATE tournament_scoresheet SET table_number = 7")
    assert faults(tournament) == ["feldkirchen-2026, match 1, table 7: its match and table are 1, 7, the log says 1, 1"]
