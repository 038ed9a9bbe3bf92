"""Commands from a table's device: applied once, in order; one that cannot be written stops the message and waits."""

import secrets
from collections.abc import Callable
from typing import Any

import pytest

from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet, write
from tests.worlds.sheets import (
    QUIET,
    accept,
    correct,
    faults,
    fill,
    fresh,
    grant,
    kinds,
    payload,
    points,
    refusal,
    refuse,
    sign,
    strike,
)
from tournament.devices.selectors.table_state import table_state
from tournament.devices.selectors.unsent import Fate, unsent_view
from tournament.devices.services.commands import CommandAnswer, apply_commands
from tournament.devices.services.devices import enrol_device, lock_device
from tournament.enums import SheetState, Source
from tournament.models import Command, Game, Scoresheet, TableDevice, User
from tournament.refusals import Refused
from tournament.services.acting import act
from tournament.sheet.acts.sources import SetSource
from tournament.sheet.acts.take_backs import TakeBackGame
from tournament.sheet.sent import DeviceCommand

pytestmark = pytest.mark.django_db
RUFER = {"contract": "rufer", "declarer": 1, "partner": 3, "result": "won", "level": "simple"}
SOLO = {"contract": "solo", "declarer": 2, "result": "lost", "level": "schneider"}


@pytest.fixture
def anna() -> User:
    return make_user("organiser", "supervisor", "desk", username="anna", full_name="Anna Obermaier")


@pytest.fixture
def sheet() -> Scoresheet:
    tournament = make_tournament()
    make_participants(tournament, 8)
    return open_scoresheet(tournament)


@pytest.fixture
def device(sheet: Scoresheet) -> TableDevice:
    return enrol(sheet)


def enrol(sheet: Scoresheet) -> TableDevice:
    return enrol_device(scoresheet=sheet, code=fresh(sheet).code, take_over=True, label="Android · Chrome")[0]


def command(sequence: int, *, number: int = 0, record: dict[str, Any] | None = None, **more: Any) -> DeviceCommand:
    """A game for the line with the same number as its place in the device's order, if no other is given."""
    values = {"kind": "record", "base": 0, "record": record or RUFER, **more}
    return DeviceCommand(id=secrets.token_hex(16), sequence=sequence, number=number or sequence, **values)


def back(sequence: int, wrote: DeviceCommand) -> DeviceCommand:
    return command(sequence, number=wrote.number, kind="take_back", game=wrote.id)


def send(device: TableDevice, *commands: DeviceCommand) -> list[str]:
    """The answers in short, with the code of each command that was not applied."""
    answers = apply_commands(scoresheet=device.scoresheet, actor=device, commands=commands)
    return [answer.answer if not answer.code else f"{answer.answer} {answer.code}" for answer in answers]


def test_games_are_written_in_their_order_by_the_device(sheet: Scoresheet, device: TableDevice) -> None:
    first, second = command(1), command(2, record=SOLO, redeals=("exposed", "passed"))
    assert send(device, first, second) == ["applied", "applied"]
    assert points(sheet) == {1: (1, -1, 1, -1), 2: (3, -9, 3, 3)}
    game = Game.objects.get(number=2)
    assert (game.device, game.login, game.source) == (device, None, Source.LIVE)
    assert (game.redeals, game.record["passed"]) == (["exposed", "passed"], 1)
    assert payload(sheet, "game.recorded") == {
        "number": 2,
        "record": game.record,
        "source": "live",
        "command": second.id,
        "redeals": ["exposed", "passed"],
        "device": device.pk,
    }
    assert faults(sheet) == []


def test_the_same_message_twice_is_one_game(sheet: Scoresheet, device: TableDevice) -> None:
    commands = [command(1), command(2)]
    assert send(device, *commands) == ["applied", "applied"]
    assert send(device, *commands, command(3)) == ["duplicate", "duplicate", "applied"]
    assert list(Game.objects.values_list("number", flat=True)) == [1, 2, 3]


def test_a_late_message_cannot_bring_back_what_was_taken_back(sheet: Scoresheet, device: TableDevice) -> None:
    wrote = command(1)
    again = back(2, wrote)
    assert send(device, wrote, again) == ["applied", "applied"]
    assert send(device, wrote) == ["duplicate"]
    assert send(device, wrote, again, command(3, number=1, record=SOLO)) == ["duplicate", "duplicate", "applied"]
    assert points(sheet) == {1: (3, -9, 3, 3)}
    assert kinds(sheet)[-3:] == ["game.recorded", "game.taken_back", "game.recorded"]
    assert faults(sheet) == []


def test_what_cannot_be_written_stops_the_message(sheet: Scoresheet, device: TableDevice) -> None:
    impossible = command(2, record={**RUFER, "partner": 1})
    assert send(device, command(1), impossible, command(3)) == ["applied", "refused partner_is_declarer"]
    assert points(sheet) == {1: (1, -1, 1, -1)}


def test_a_line_that_the_desk_wrote_is_a_conflict_that_names_it(
    sheet: Scoresheet, device: TableDevice, anna: User
) -> None:
    write(sheet, 1, "s2++", anna)
    assert apply_commands(scoresheet=device.scoresheet, actor=device, commands=[mine := command(1)]) == [
        CommandAnswer(
            id=mine.id,
            answer="conflict",
            code="line_taken",
            text="Game 1 was just written by Anna Obermaier: Solo, Bene, won with Schneider. Yours was not written.",
        )
    ]
    assert points(sheet) == {1: (-3, 9, -3, -3)}


def test_a_game_that_was_read_out_to_the_desk_is_there_already(
    sheet: Scoresheet, device: TableDevice, anna: User
) -> None:
    write(sheet, 1, "r13+", anna)
    assert send(device, command(1, record={**RUFER, "level": "simple"}), command(2)) == ["duplicate", "applied"]
    assert Game.objects.get(number=1).login == anna
    assert faults(sheet) == []


def test_games_go_on_after_the_desk_corrected_an_earlier_one(
    sheet: Scoresheet, device: TableDevice, anna: User
) -> None:
    assert send(device, command(1)) == ["applied"]
    correct(sheet, 1, "r12-", anna)
    assert send(device, command(2)) == ["applied"]
    assert points(sheet) == {1: (-1, -1, 1, 1), 2: (1, -1, 1, -1)}


@pytest.mark.parametrize(
    "decide", [grant, refuse, strike, lambda sheet, number, anna: correct(sheet, number, "w2-", anna)]
)
def test_what_the_supervisor_decided_the_table_cannot_take_back(
    sheet: Scoresheet, device: TableDevice, anna: User, decide: Callable[[Scoresheet, int, User], Scoresheet]
) -> None:
    wrote = command(2, record={"contract": "wenz-tout", "declarer": 2, "result": "lost"})
    assert send(device, command(1), wrote) == ["applied", "applied"]
    decide(sheet, 2, anna)
    assert [line["decided"] for line in table_state(device)["lines"]] == [False, True]
    assert [line.fate for line in unsent_view(sheet, [back(3, wrote)], anna).lines] == [Fate.CONFLICT]
    assert send(device, back(3, wrote)) == ["refused decided_by_supervisor"]
    assert not Command.objects.filter(kind="take_back").exists()


def test_only_the_game_that_was_meant_is_taken_back(sheet: Scoresheet, device: TableDevice, anna: User) -> None:
    wrote = command(1)
    send(device, wrote)
    act(sheet, TakeBackGame(number=1), actor=anna)
    write(sheet, 1, "s2++", anna)
    assert send(device, back(2, wrote)) == ["conflict line_changed"]
    assert points(sheet) == {1: (-3, 9, -3, -3)}


def test_a_line_left_out_is_a_conflict(device: TableDevice) -> None:
    assert send(device, command(1, number=3)) == ["conflict line_out_of_turn"]


def test_a_device_that_knows_more_than_the_server_keeps_its_games(device: TableDevice) -> None:
    """A backup was restored: nothing may be written on top of an older state."""
    assert send(device, command(1, base=99)) == ["conflict sheet_older"]


def test_a_place_in_the_order_is_taken_once(device: TableDevice) -> None:
    assert send(device, command(2, number=1)) == ["applied"]
    assert send(device, command(2)) == ["conflict out_of_sequence"]
    assert send(device, command(1, number=2)) == ["conflict out_of_sequence"]


def test_a_place_is_not_taken_again_by_a_game_that_stands_already(device: TableDevice) -> None:
    assert send(device, command(1)) == ["applied"]
    assert send(device, command(1)) == ["conflict out_of_sequence"]
    assert send(device, command(2, number=1)) == ["duplicate"]


def test_nobody_is_sanctioned_by_the_table(device: TableDevice) -> None:
    """3.4.18: only the supervisor may issue sanctions."""
    record = {"contract": "rufer", "declarer": 1, "partner": 3, "sanction": {"kind": "mistake", "offender": 2}}
    assert send(device, command(1, record=record)) == ["refused not_allowed"]


def test_a_sheet_that_the_desk_types_from_paper_takes_nothing(
    sheet: Scoresheet, device: TableDevice, anna: User
) -> None:
    act(sheet, SetSource(source=Source.PAPER), actor=anna)
    assert send(device, command(1)) == ["conflict sheet_not_live"]


def test_what_the_desk_typed_from_paper_the_table_cannot_take_back(
    sheet: Scoresheet, device: TableDevice, anna: User
) -> None:
    act(sheet, SetSource(source=Source.PAPER), actor=anna)
    fill(sheet, anna, ["r12+", "r13+", "r14+"])
    first, last = (command(1, number=n, kind="take_back", game=Command.objects.get(number=n).key) for n in (1, 3))
    assert send(device, last) == ["conflict sheet_not_live"]
    act(sheet, SetSource(source=Source.LIVE), actor=anna)
    # The desk could take out a game in the middle; the table can take back only the last game.
    assert send(device, first) == ["conflict not_the_last"]
    assert send(device, last) == ["applied"]


def test_the_last_game_is_taken_back_until_somebody_signs(sheet: Scoresheet, device: TableDevice, anna: User) -> None:
    """5.3.4 applies once the next game is written or, after the last game, once somebody signs."""
    fill(sheet, anna, QUIET[:31])
    wrote = command(1, number=32)
    assert send(device, wrote) == ["applied"]
    assert fresh(sheet).state == SheetState.COMPLETE
    again = command(3, number=32, record={**RUFER, "result": "lost"})
    assert send(device, back(2, wrote), again) == ["applied", "applied"]
    assert points(sheet)[32] == (-1, 1, -1, 1)
    sign(sheet, anna, 3)
    assert send(device, back(4, again)) == ["conflict sheet_not_open"]
    accept(sign(sheet, anna, 1, 2, 4), anna)
    assert send(device, command(4, number=32)) == ["conflict sheet_not_open"]
    assert send(device, command(5, number=33)) == ["refused sheet_full"]
    assert faults(sheet) == []


@pytest.mark.parametrize("end", ["device_locked", "device_replaced"])
def test_whoever_may_no_longer_write_keeps_everything(
    sheet: Scoresheet, device: TableDevice, anna: User, end: str
) -> None:
    lock_device(device=device, actor=anna) if end == "device_locked" else enrol(sheet)
    code, _ = refusal(lambda: apply_commands(scoresheet=device.scoresheet, actor=device, commands=[command(1)]))
    assert code == end


def test_a_command_belongs_to_its_sheet_and_kind(sheet: Scoresheet, device: TableDevice) -> None:
    other = enrol(open_scoresheet(sheet.match.tournament, table=2))
    wrote = command(1)
    send(device, wrote)
    assert send(other, wrote) == ["refused command_used"]
    assert send(device, command(2, number=1, kind="take_back", game=wrote.id)) == ["applied"]


def test_a_page_of_another_version_loses_nothing(device: TableDevice) -> None:
    assert send(device, command(1, kind="dance")) == ["refused unknown"]
    assert send(device, command(1, redeals=("rain",))) == ["refused unknown"]
    with pytest.raises(Refused):
        lock_device(device=device, actor=make_user())
