"""Every command writes rows, and the sheet that is read from them is the sheet that its events fold to.

The commands, and what stands on their sheets before, are those of the tables in tests/tournament/sheet/. Some services
write more than the sheet's own rows: devices, seats, a draw. What they do is tested at the end.
"""

import datetime as dt
from collections.abc import Iterator
from dataclasses import replace
from unittest import mock

import pytest
from django.db import transaction
from django.utils import timezone

from tests.round_trip import all_differences, sheet_differences
from tests.sheet_tables import Row, all_rows
from tests.worlds.decided import AT, history
from tests.worlds.factories import choose_places
from tests.worlds.played import first_sheet, play
from tests.worlds.remembered import remembered
from tests.worlds.sheets import RULESET, fresh
from tests.worlds.signing import enrolled
from tournament.devices.services.devices import lock_device
from tournament.draw.services.draw import discard_draw
from tournament.draw.services.replacements import replace_absent
from tournament.draw.services.seats import exchange_seats
from tournament.enums import DeviceState, MatchState, TournamentState
from tournament.models import Match, Participant, Scoresheet, Seat, TableDevice, Tournament, User
from tournament.participants.services.participants import add_participant
from tournament.participants.services.substitutes import enter_substitute
from tournament.selectors.sheets import Chained, chained
from tournament.services.acting import act_on
from tournament.services.events import append_links
from tournament.services.sheet_rows import write_difference
from tournament.sheet.actors import Actor
from tournament.sheet.commands import COMMANDS, Command
from tournament.sheet.folding import fold
from tournament.sheet.state import Sheet

pytestmark = pytest.mark.django_db

BY_SERVICES = {"OpenSheet", "DiscardSheet", "EnrolDevice", "LockDevice", "SeatParticipant", "SeatSubstitute"}
# The keys of logins, participants and devices in the tables.
ROLES = {
    1: ("organiser", "supervisor", "desk"), 2: ("desk",), 3: ("tribunal",), 4: ("desk",),
    7: ("supervisor",), 9: ("supervisor",),
}  # fmt: skip
PARTICIPANTS = (11, 12, 13, 14, 15)
DEVICES = {1: DeviceState.ACTIVE, 2: DeviceState.REPLACED}


@pytest.fixture
def match(db: None) -> Match:
    _lay_match()
    return Match.objects.select_related("tournament").get()


@remembered
def _lay_match() -> None:
    """A match of the people that the tables name by their keys."""
    tournament = Tournament.objects.create(
        pk=1, name="Feldkirchen 2026", slug="feldkirchen-2026", day=dt.date(2026, 11, 28), place="Feldkirchen",
        organiser="SV Feldkirchen", ruleset_id="schafkopfschule-2023", state=TournamentState.RUNNING,
        frozen_ruleset=RULESET.text,
    )  # fmt: skip
    Match.objects.create(tournament=tournament, number=1, state=MatchState.PLAYING)
    for key, roles in ROLES.items():
        User.objects.create(pk=key, username=f"login-{key}", full_name=f"Login {key}", **dict.fromkeys(roles, True))
    for key in PARTICIPANTS:
        Participant.objects.create(
            pk=key, tournament=tournament, start_number=key, first_name=f"Vorname{key}", last_name="Berg",
            name_key=f"berg vorname{key}",
        )  # fmt: skip


def rows_of(command_class: type[Command]) -> Iterator[Row]:
    """The rows in which this command does something, one for each sequence of kinds of events."""
    shapes = set()
    for row in all_rows():
        order = row.order if type(row.order) in COMMANDS else row.command(row.sheet)
        shape = tuple(event.split()[0] for event in row.events)
        if type(order) is command_class and shape and shape not in shapes:
            shapes.add(shape)
            yield row


def stored_sheet(match: Match, sheet: Sheet) -> Scoresheet:
    """The rows and the chain of a sheet of the tables."""
    tournament, nothing, links = match.tournament, Sheet(terms=sheet.terms), history(sheet)
    tournament.frozen_ruleset = sheet.terms.ruleset.text
    tournament.double_entry = sheet.terms.double_entry
    tournament.save()
    opened = fold(nothing, links[0])
    row = Scoresheet.objects.create(match=match, table_number=sheet.table, first_dealer=opened.first_dealer)
    for number, participant in enumerate(opened.seats, 1):
        Seat.objects.create(scoresheet=row, match=match, number=number, participant_id=participant)
    for key, state in DEVICES.items():
        ended = None if state == DeviceState.ACTIVE else AT
        TableDevice.objects.create(
            pk=key, scoresheet=row, number=key, token_hash=f"{key:064x}", state=state, enrolled_at=AT, seen_at=AT,
            ended_at=ended,
        )  # fmt: skip
    append_links(row, Chained(sheet=nothing), links)
    write_difference(row, opened, sheet)
    return row


def actor_row(actor: Actor) -> User | TableDevice:
    if actor.device is not None:
        return TableDevice.objects.select_related("scoresheet").get(pk=actor.device)
    return User.objects.get(pk=actor.login)


@pytest.mark.parametrize(
    "command_class", [one for one in COMMANDS if one.__name__ not in BY_SERVICES], ids=lambda one: one.__name__
)
def test_what_a_command_writes_reads_as_its_events_say(command_class: type[Command], match: Match) -> None:
    rows = list(rows_of(command_class))
    assert rows != []
    for row in rows:
        before = row.sheet
        with transaction.atomic():
            scoresheet = stored_sheet(match, before)
            with mock.patch.object(timezone, "now", return_value=AT):
                act_on(scoresheet, row.command(before), actor=actor_row(row.by))
            folded = replace(chained(fresh(scoresheet)).sheet, accepted_at=None)
            assert folded == replace(row.decided(before).sheet, accepted_at=None), row.rule
            # The devices of the tables stand for whoever acts; none was enrolled.
            assert sheet_differences(scoresheet).keys() - {"devices"} == set(), row.rule
            transaction.set_rollback(True)


def differences(*tables: int) -> object:
    """Those of these tables of match 1."""
    return all_differences(Scoresheet.objects.filter(match__number=1, table_number__in=tables))


def test_opened_by_the_draw_and_discarded_with_it() -> None:
    tournament, actor = play(tables=2, entries=[])
    assert differences(1, 2) == {}
    discard_draw(match=tournament.matches.get(number=1), actor=actor, reason="One player too many")
    assert set(Scoresheet.objects.values_list("state", flat=True)) == {"discarded"}
    assert differences(1, 2) == {}


def test_devices_that_are_enrolled_replaced_and_locked() -> None:
    tournament, actor = play(entries=[])
    sheet = first_sheet(tournament)
    enrolled(sheet)
    second = enrolled(sheet)
    assert differences(1) == {}
    lock_device(device=second, actor=actor)
    assert differences(1) == {}
    assert [one.state for one in chained(fresh(sheet)).sheet.devices.values()] == ["replaced", "locked"]


def seat(table: int, number: int) -> Seat:
    return Seat.objects.select_related("participant", "scoresheet", "match__tournament").get(
        scoresheet__table_number=table, number=number
    )


@pytest.mark.parametrize(("table", "number"), [(1, 4), (2, 1)])
def test_participants_who_exchange_their_seats(table: int, number: int) -> None:
    _tournament, actor = play(tables=2, entries=["r12+"])
    exchange_seats(first=seat(1, 2), second=seat(table, number), actor=actor, reason="seats mixed up")
    assert differences(1, 2) == {}


def test_a_participant_who_did_not_come_is_replaced() -> None:
    tournament, actor = play(entries=[])
    vroni = add_participant(tournament=tournament, first_name="Vroni", last_name="Wirt", actor=actor)
    replace_absent(seat=seat(1, 3), newcomer=vroni, actor=actor, reason="did not come", accepts_rules=True)
    assert differences(1) == {}


def test_a_substitute_comes_in() -> None:
    tournament, actor = play(entries=["r12+", "s2+"])
    choose_places(tournament, actor)
    enter_substitute(
        participant=seat(1, 2).participant, actor=actor, first_name="Zenzi", last_name="Ziegler", match=1, game=3,
        reason="musste heim", accepts_rules=True,
    )  # fmt: skip
    assert differences(1) == {}
