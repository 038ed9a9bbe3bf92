"""What a table's device has in its queue, and the command that it asks of the sheet (docs/table.md)."""

import pytest

from tests.sheet_tables import game
from tests.worlds.decided import why
from tournament.refusals import Refused
from tournament.sheet.acts.games import RecordGame
from tournament.sheet.acts.take_backs import TakeBackGame
from tournament.sheet.sent import DeviceCommand, heart_command, id_used

RUFER = {"contract": "rufer", "declarer": 1, "partner": 3, "result": "won", "level": "simple"}
GAME = game("r13+")


def message_command(**more: object) -> DeviceCommand:
    fields = {"id": "a" * 32, "sequence": 1, "base": 0, "kind": "record", "number": 2, "record": RUFER}
    return DeviceCommand(**fields | more)


@pytest.mark.parametrize(
    ("command", "record"),
    [
        (message_command(), RecordGame(number=2, record=GAME, key="a" * 32, sent=True)),
        (
            message_command(redeals=("passed", "exposed", "passed")),
            RecordGame(
                number=2, record=GAME.placed(passed=2), key="a" * 32, redeals=("passed", "exposed", "passed"), sent=True
            ),
        ),
        (
            message_command(redeals=("exposed",)),
            RecordGame(number=2, record=GAME, key="a" * 32, redeals=("exposed",), sent=True),
        ),
    ],
)
def test_a_game_that_a_device_sends(command: DeviceCommand, record: RecordGame) -> None:
    assert heart_command(command, {}) == record


def test_who_approved_it_by_word_of_mouth() -> None:
    command = heart_command(message_command(oral="Franz"), {})
    assert isinstance(command, RecordGame)
    assert (command.oral.text, command.oral.digest == why("Franz").digest) == ("Franz", False)


@pytest.mark.parametrize(("already_written", "game_key"), [({}, "g1"), ({"g1": "g7"}, "g7"), ({"g2": "g7"}, "g1")])
def test_a_game_that_a_device_takes_back(already_written: dict[str, str], game_key: str) -> None:
    """Where the desk had written that very game before, the desk's is meant."""
    command = message_command(kind="take_back", record=None, game="g1")
    assert heart_command(command, already_written) == TakeBackGame(number=2, seen=game_key, key="a" * 32, sent=True)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (message_command(kind="strike"), "unknown"),
        (message_command(redeals=("bored",)), "unknown"),
        (message_command(redeals=("passed", "bored")), "unknown"),
        (message_command(record={"contract": "rufer", "colour": 1}), "unknown_field"),
    ],
)
def test_what_no_device_of_this_version_sends(command: DeviceCommand, code: str) -> None:
    with pytest.raises(Refused) as refused:
        heart_command(command, {})
    assert refused.value.code == code


def test_the_id_of_a_command_is_its_key() -> None:
    assert message_command().key == "a" * 32
    assert id_used().code == "command_used"
