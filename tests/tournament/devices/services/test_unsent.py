"""The desk writes a table's unsent games under the device's ids, so the device later learns that they are written."""

import secrets
from typing import Any

import pytest

from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet, write
from tests.worlds.sheets import correct, faults, fresh, kinds, points, refusal
from tournament.devices.selectors.unsent import Fate, unsent_view
from tournament.devices.services.commands import DeviceCommand, apply_commands
from tournament.devices.services.devices import enrol_device
from tournament.models import Command, Game, Scoresheet, TableDevice, User
from tournament.services.acting import act
from tournament.sheet.acts.take_backs import TakeBackGame

pytestmark = pytest.mark.django_db
RUFER = {"contract": "rufer", "declarer": 1, "partner": 3, "result": "won", "level": "simple"}
SOLO = {"contract": "solo", "declarer": 2, "result": "lost", "level": "schneider"}
SIE = {"contract": "sie", "declarer": 2}


@pytest.fixture
def anna() -> User:
    return make_user("organiser", "supervisor", "desk", username="anna", full_name="Anna Obermaier")


@pytest.fixture
def sheet() -> Scoresheet:
    tournament = make_tournament()
    make_participants(tournament, 4)
    return open_scoresheet(tournament)


@pytest.fixture
def device(sheet: Scoresheet) -> TableDevice:
    return enrol_device(scoresheet=sheet, code=sheet.code, take_over=False, label="")[0]


def game(number: int, record: dict[str, Any] = RUFER, **more: Any) -> DeviceCommand:
    values = {"id": secrets.token_hex(16), "kind": "record", "sequence": number, "base": 0, "record": record}
    return DeviceCommand(number=number, **{**values, **more})


def back(wrote: DeviceCommand, sequence: int) -> DeviceCommand:
    return game(wrote.number, kind="take_back", game=wrote.id, record=None, sequence=sequence)


def answers(rows: list[Any]) -> list[str]:
    return [f"{answer.answer} {answer.code}".strip() for answer in rows]


def fates(sheet: Scoresheet, actor: User, *commands: DeviceCommand) -> list[Fate]:
    return [line.fate for line in unsent_view(sheet, commands, actor).lines]


def test_the_device_hears_that_its_games_stand(sheet: Scoresheet, device: TableDevice, anna: User) -> None:
    first, second = game(1), game(2, SOLO, redeals=("passed", "exposed"))
    take_back = back(second, 3)
    queue = [first, second, take_back, game(2, RUFER, sequence=4)]
    assert fates(sheet, anna, *queue) == [Fate.NEW] * 4
    assert answers(apply_commands(scoresheet=sheet, commands=queue[:2], actor=anna)) == ["applied", "applied"]
    row = Game.objects.get(number=2)
    assert (row.login, row.redeals, row.record["passed"]) == (anna, ["passed", "exposed"], 1)
    assert fates(sheet, anna, *queue) == [Fate.STANDS, Fate.STANDS, Fate.NEW, Fate.NEW]
    assert answers(apply_commands(scoresheet=sheet, commands=queue, actor=anna)) == ["duplicate"] * 2 + ["applied"] * 2
    assert fates(sheet, anna, *queue) == [Fate.STANDS] * 4
    assert answers(apply_commands(scoresheet=device.scoresheet, actor=device, commands=queue)) == ["duplicate"] * 4
    assert points(sheet) == {1: (1, -1, 1, -1), 2: (1, -1, 1, -1)}
    assert faults(sheet) == []


def test_what_was_read_out_before_stands_even_after_a_correction(
    sheet: Scoresheet, device: TableDevice, anna: User
) -> None:
    write(sheet, 1, "r13+", anna)
    command = game(1)
    assert fates(sheet, anna, command) == [Fate.STANDS]
    assert answers(apply_commands(scoresheet=sheet, commands=[command], actor=anna)) == ["duplicate"]
    correct(sheet, 1, "r24+", anna)
    assert answers(apply_commands(scoresheet=device.scoresheet, actor=device, commands=[command])) == ["duplicate"]
    assert points(sheet) == {1: (-1, 1, -1, 1)}


def test_another_game_in_the_line_stops_there(sheet: Scoresheet, device: TableDevice, anna: User) -> None:
    write(sheet, 2 - 1, "r24+", anna)
    queue = [game(1), game(2)]
    view = unsent_view(sheet, queue, anna)
    assert [line.fate for line in view.lines] == [Fate.CONFLICT, Fate.NEW]
    assert (view.lines[0].instead, view.lines[0].points) == ("Rufer, Bene with Dirk, won", "+1 −1 +1 −1")
    assert view.writable == 0
    assert answers(apply_commands(scoresheet=sheet, commands=queue, actor=anna)) == ["conflict line_taken"]
    assert points(sheet) == {1: (-1, 1, -1, 1)}
    assert Command.objects.filter(key__in=[one.id for one in queue]).count() == 0


def test_an_id_under_which_something_else_was_done_is_refused(
    sheet: Scoresheet, device: TableDevice, anna: User
) -> None:
    command = game(1)
    apply_commands(scoresheet=sheet, commands=[command], actor=anna)
    other = game(2, SOLO, id=command.id)
    [line] = unsent_view(sheet, [other], anna).lines
    [answer] = apply_commands(scoresheet=sheet, commands=[other], actor=anna)
    assert (line.fate, answer.code, answer.text) == (Fate.REFUSED, "command_used", line.text)
    # The same holds within one queue; the very same command once more stands.
    new = game(2)
    assert fates(sheet, anna, new, new, game(3, id=new.id), game(3)) == [
        Fate.NEW, Fate.STANDS, Fate.REFUSED, Fate.NEW,
    ]  # fmt: skip


def test_what_cannot_be_written_says_why(sheet: Scoresheet, device: TableDevice, anna: User) -> None:
    alone = game(1, {**RUFER, "partner": 1})
    [line] = unsent_view(sheet, [alone], anna).lines
    assert (line.fate, line.points) == (Fate.REFUSED, "")
    [answer] = apply_commands(scoresheet=sheet, commands=[alone], actor=anna)
    assert (answer.answer, answer.code, answer.text) == ("refused", "partner_is_declarer", line.text)
    # 2.9.1: a Sie in the first game does not count; a line further down is not free yet.
    assert fates(sheet, anna, game(1, SIE)) == [Fate.REFUSED]
    assert fates(sheet, anna, game(3)) == [Fate.CONFLICT]
    assert answers(apply_commands(scoresheet=sheet, commands=[game(3)], actor=anna)) == ["conflict line_out_of_turn"]


def test_taking_back_what_is_no_longer_there(sheet: Scoresheet, device: TableDevice, anna: User) -> None:
    first = game(1)
    apply_commands(scoresheet=device.scoresheet, actor=device, commands=[first])
    command = back(first, 2)
    assert fates(sheet, anna, command) == [Fate.NEW]
    assert answers(apply_commands(scoresheet=sheet, commands=[command], actor=anna)) == ["applied"]
    assert points(sheet) == {}
    late = back(first, 3)
    assert fates(sheet, anna, late) == [Fate.CONFLICT]
    assert answers(apply_commands(scoresheet=sheet, commands=[late], actor=anna)) == ["conflict line_changed"]
    assert kinds(sheet)[-1] == "game.taken_back"


def test_the_preview_of_taking_back_is_what_becomes_of_it(sheet: Scoresheet, device: TableDevice, anna: User) -> None:
    """The device cannot take back a line that somebody else wrote since or that other lines follow (5.3.4)."""
    first, second = game(1), game(2)
    apply_commands(scoresheet=device.scoresheet, actor=device, commands=[first, second])
    followed = back(first, 3)
    [line] = unsent_view(sheet, [followed], anna).lines
    assert (line.fate, line.text, line.instead) == (Fate.CONFLICT, "Rufer, Anna with Centa, won", "")
    assert answers(apply_commands(scoresheet=sheet, commands=[followed], actor=anna)) == ["conflict not_the_last"]
    late = back(second, 4)
    act(sheet, TakeBackGame(number=2), actor=anna)
    write(sheet, 2, "s2++", anna)
    [line] = unsent_view(sheet, [late], anna).lines
    assert (line.fate, line.text, line.instead) == (Fate.CONFLICT, "", "Solo, Bene, won with Schneider")
    assert answers(apply_commands(scoresheet=sheet, commands=[late], actor=anna)) == ["conflict line_changed"]


def test_what_was_read_out_is_the_device_s_to_take_back(sheet: Scoresheet, device: TableDevice, anna: User) -> None:
    write(sheet, 1, "r13+", anna)
    command = game(1)
    queue = [command, back(command, 2)]
    assert fates(sheet, anna, *queue) == [Fate.STANDS, Fate.NEW]
    assert answers(apply_commands(scoresheet=sheet, commands=queue, actor=anna)) == ["duplicate", "applied"]


def test_only_who_enters_games_may(sheet: Scoresheet, device: TableDevice) -> None:
    nobody = make_user(username="dirk", full_name="Dirk Süß")
    code, _text = refusal(lambda: apply_commands(scoresheet=sheet, commands=[game(1)], actor=nobody))
    assert code == "not_allowed"
    assert fresh(sheet).games.count() == 0


def test_the_preview_takes_a_fixed_number_of_queries(
    sheet: Scoresheet, device: TableDevice, anna: User, django_assert_num_queries: Any
) -> None:
    sheet = Scoresheet.objects.select_related("match__tournament").get()
    sheet.match.tournament.ruleset  # noqa: B018  read once
    for queue in ([game(1)], [game(number) for number in range(1, 33)]):
        with django_assert_num_queries(4):
            assert len(unsent_view(sheet, queue, anna).lines) == len(queue)
