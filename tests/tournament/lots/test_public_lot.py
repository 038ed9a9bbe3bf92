"""A lot drawn in public: what is published, every change of it is noticed, and the command line says so."""

import copy
import json
from typing import Any

import pytest

from tests.tournament.lots.fields import digits
from tournament import lots
from tournament.lots.__main__ import main
from tournament.lots.errors import LotsError

SECRET, HALL = digits("secret"), ["7", "042"]
TERMS = lots.LotTerms(prize=12, entrants=(3, 7, 8, 20), kept=((20, 3),))
LOT = lots.lot_protocol(TERMS, secret=SECRET, hall=HALL)


def changed(**fields: Any) -> dict[str, Any]:
    return copy.deepcopy(LOT) | fields


def test_what_is_published():
    assert list(LOT) == [
        *("algorithm", "prize", "entrants", "kept", "list_hash", "commitment", "secret", "hall", "seed", "order"),
    ]
    assert json.loads(json.dumps(LOT)) == LOT
    assert sorted(LOT["order"]) == [3, 7, 8, 20]
    assert LOT["order"].index(20) < LOT["order"].index(3)
    assert lots.verify_lot(LOT) == []


def test_the_text_of_the_list():
    assert TERMS.text == "prize=12\nentrants=3,7,8,20\nkept=20,3"
    assert lots.LotTerms(prize=0, entrants=(1, 2)).text == "prize=0\nentrants=1,2\nkept="


@pytest.mark.parametrize(
    "fields",
    [
        {"prize": 13},
        {"entrants": [3, 7, 8, 21]},
        {"kept": []},
        {"secret": digits("other")},
        {"hall": ["7"]},
        {"hall": []},
        {"hall": ["seven"]},
        {"hall": ["1"] * 13},
        {"seed": digits("other")},
        {"seed": "x"},
        {"list_hash": digits("other")},
        {"commitment": digits("other")},
        {"order": list(reversed(LOT["order"]))},
        {"order": []},
        {"entrants": []},
        {"entrants": [8, 7, 3, 20]},
        {"kept": [[3, 3]]},
        {"kept": [[20, 3], [3, 20]]},
    ],
    ids=str,
)
def test_every_change_is_noticed(fields):
    assert lots.verify_lot(changed(**fields))


@pytest.mark.parametrize(
    "fields",
    [{"entrants": None}, {"order": ["a"]}, {"kept": [1]}, {"hall": [7]}, {"prize": True}, {"seed": 7}, {"prize": -1}],
    ids=str,
)
def test_what_is_no_protocol(fields):
    with pytest.raises(LotsError):
        lots.verify_lot(changed(**fields))


@pytest.mark.parametrize(
    ("fields", "code", "text"),
    [
        ({}, 0, f"The lot of prize 12 holds: 4 entrants, number {LOT['order'][0]} comes first."),
        ({"hall": ["8"]}, 1, "The draw does not hold:"),
        ({"kept": None}, 2, ""),
    ],
    ids=str,
)
def test_the_command_line(fields, code, text, tmp_path, capsys):
    file = tmp_path / "lot.json"
    file.write_text(json.dumps(changed(**fields)))
    assert main(["verify", str(file)]) == code
    assert text in capsys.readouterr().out
