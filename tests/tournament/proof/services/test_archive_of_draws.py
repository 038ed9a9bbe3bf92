"""The archive of lots drawn by hand, of an additional table, of a tie drawn by hand and of a discarded draw: it comes
back as it was."""

import json
import zipfile
from pathlib import Path

import pytest
from django.db import transaction

from tests.worlds.archived import login
from tests.worlds.factories import draw_lots, write
from tests.worlds.short_tournament import ONE_MATCH, play_table, short_tournament
from tournament import lots
from tournament.devices.services.devices import enrol_device
from tournament.draw.services.closed_lists import close_list
from tournament.draw.services.draw import discard_draw, draw_match, enter_lots
from tournament.draw.services.seats import exchange_seats
from tournament.enums import LotSource
from tournament.models import Draw, Scoresheet, TieLots, User
from tournament.participants.services.participants import add_participant
from tournament.proof.exports.archive import close_tournament, write_archive
from tournament.proof.seals.archive import open_archive
from tournament.proof.services.archive_import import import_tournament
from tournament.proof.services.audit import audit_tournament
from tournament.services.acting import act
from tournament.services.tournaments import finish_tournament
from tournament.sheet.acts.take_backs import TakeBackGame
from tournament.standings.selectors.standings import overall_standings
from tournament.standings.services.standings import draw_tie_lots, enter_tie_lots

pytestmark = pytest.mark.django_db


def make_archive(path: Path) -> None:
    """Four draw from a hat, four come late and are drawn by the computer; all are equal and draw from a hat again."""
    actor = login("reiter", "K. Reiter", "organiser", "supervisor", "desk")
    tournament = short_tournament(actor, rules=ONE_MATCH, players=4)
    match = tournament.matches.get()
    closed = close_list(match=match, actor=actor, source=LotSource.HAND)
    enter_lots(closed=closed, actor=actor, places=[(4, 1, 1), (2, 1, 2), (1, 1, 3), (3, 1, 4)], witnesses=[2])
    for name in ("Anton", "Barbara", "Carl", "Dora"):
        add_participant(tournament=tournament, first_name=name, last_name="Spät", club="", actor=actor)
    draw_match(closed=close_list(match=match, actor=actor, additional=True), actor=actor)
    for table in (1, 2):
        play_table(match, table, [0, 0, 0, 0], actor)
    enter_tie_lots(tournament=tournament, actor=actor, order=[8, 3, 1, 5, 2, 7, 4, 6], witnesses=[6, 1])
    finish_tournament(tournament=tournament, actor=actor)
    assert audit_tournament(tournament).faults == ()
    tournament.refresh_from_db()
    write_archive(tournament=close_tournament(tournament=tournament, actor=actor), path=path)


def test_all_three_come_back(tmp_path: Path) -> None:
    path = tmp_path / "glonn-2026.zip"
    with transaction.atomic():
        make_archive(path)
        transaction.set_rollback(True)
    login("lindner", "Rosa Lindner", "organiser")
    with zipfile.ZipFile(path) as file:
        protocols = [json.loads(file.read(f"draws/match-1-draw-{number}.json")) for number in (1, 2)]
        assert [lots.verify(protocol) for protocol in protocols] == [[], []]
        assert [protocol["algorithm"] for protocol in protocols] == [lots.BY_HAND, lots.ALGORITHM]
    with open_archive(path) as archive:
        tournament = import_tournament(archive=archive, actor=User.objects.get(username="lindner")).tournament
    assert audit_tournament(tournament).faults == ()
    assert [draw.first_table for draw in Draw.objects.order_by("number")] == [1, 2]
    assert TieLots.objects.get().is_by_hand
    standings = overall_standings(tournament)
    assert [line.start_number for line in standings.lines] == [8, 3, 1, 5, 2, 7, 4, 6]
    assert standings.lots[0].witnesses == ("6 Spät Barbara", "1 Obermaier Anna")


def make_discarded_archive(path: Path) -> None:
    """Four are drawn, a device is enrolled, a game is written and taken back, two change seats: the lots are discarded,
    and the tournament is played with others."""
    actor = login("reiter", "K. Reiter", "organiser", "supervisor", "desk")
    tournament = short_tournament(actor, rules=ONE_MATCH, players=4)
    match = tournament.matches.get()
    draw_lots(match, actor)
    sheet = Scoresheet.objects.get()
    enrol_device(scoresheet=sheet, code=sheet.code, take_over=False, label="")
    write(sheet, 1, "r12+", actor)
    act(sheet, TakeBackGame(number=1), actor=actor)
    first, second = sheet.seats.order_by("number")[:2]
    exchange_seats(first=first, second=second, actor=actor, reason="Falsch gesetzt.")
    discard_draw(match=match, actor=actor, reason="Zwei Spieler standen im Stau.")
    draw_lots(match, actor)
    play_table(match, 1, [0, 0, 0, 0], actor)
    draw_tie_lots(tournament=tournament, actor=actor)
    finish_tournament(tournament=tournament, actor=actor)
    assert audit_tournament(tournament).faults == ()
    tournament.refresh_from_db()
    write_archive(tournament=close_tournament(tournament=tournament, actor=actor), path=path)


def test_a_sheet_that_was_discarded_keeps_the_hash_that_it_had(tmp_path: Path) -> None:
    path = tmp_path / "glonn-2026.zip"
    with transaction.atomic():
        make_discarded_archive(path)
        transaction.set_rollback(True)
    login("lindner", "Rosa Lindner", "organiser")
    with open_archive(path) as archive:
        tournament = import_tournament(archive=archive, actor=User.objects.get(username="lindner")).tournament
    discarded, _played = Scoresheet.objects.order_by("pk")
    assert (bool(discarded.content_hash), audit_tournament(tournament).faults) == (True, ())
