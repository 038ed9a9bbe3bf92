"""A device gets the state that the vectors of the table's page hold (tests/js/table_vectors.test.mjs)."""

import json

import pytest

from tests.vectors.table import state_of
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet
from tournament.devices.selectors.table_state import table_state
from tournament.devices.services.commands import apply_commands
from tournament.devices.services.devices import enrol_device
from tournament.selectors.sheets import sheet_state
from tournament.sheet.sent import DeviceCommand


@pytest.mark.django_db
def test_a_device_gets_the_state_of_the_vectors():
    tournament = make_tournament()
    make_participants(tournament, 4)
    make_user("organiser", "supervisor", "desk")
    sheet = open_scoresheet(tournament)
    device, _token = enrol_device(scoresheet=sheet, code=sheet.code, take_over=False, label="Phone")
    games = [
        {"contract": "rufer", "declarer": 1, "partner": 3, "result": "won", "level": "simple"},
        {"contract": "solo", "declarer": 2, "result": "lost", "level": "schneider"},
        {"contract": "wenz-tout", "declarer": 4, "result": "won"},
    ]
    for number, record in enumerate(games, 1):
        sheet.refresh_from_db()
        redeals = ("passed", "exposed") if number == 2 else ()
        command = DeviceCommand(
            id=f"{number:032x}", sequence=number, base=sheet.version, kind="record", number=number, record=record,
            redeals=redeals,
        )  # fmt: skip
        assert apply_commands(scoresheet=sheet, commands=[command], actor=device)[0].answer == "applied"
    device.scoresheet.refresh_from_db()
    state = table_state(device)
    pure = state_of(sheet_state(device.scoresheet))
    assert {name: state[name] for name in pure if name not in ("seats", "lines", "approvals", "ahead")} == {
        name: value for name, value in pure.items() if name not in ("seats", "lines", "approvals", "ahead")
    }
    assert json.loads(json.dumps(state["ahead"])) == json.loads(json.dumps(pure["ahead"]))
    assert [seat["number"] for seat in state["seats"]] == [seat["number"] for seat in pure["seats"]]
    assert {name: state["approvals"][name] for name in pure["approvals"]} == pure["approvals"]
    assert [{name: line[name] for name in pure["lines"][0]} for line in state["lines"]] == pure["lines"]
