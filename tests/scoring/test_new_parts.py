"""What a part says that a club adds to its rules. That all of it can be read: test_ruleset_buttons.py."""

import pytest

from scoring.new_parts import new_contract, new_penalty, new_permit, new_sanction, similar_contract
from scoring.parts import WRONG_DEAL
from scoring.ruleset import load_ruleset

OFFICIAL = load_ruleset("schafkopfschule-2023")


@pytest.mark.parametrize(
    ("name", "values", "runners", "counts_as"),
    [
        ("geier", dict(OFFICIAL.contracts["solo"].values), (2, 4, 1), "solo"),
        ("geier-tout", dict(OFFICIAL.contracts["solo-tout"].values), (2, 4, 2), "tout"),
        ("muss", dict(OFFICIAL.contracts["rufer"].values), (3, 14, 1), "none"),
        ("bettel", {"fixed": 1}, (0, 0, 1), "solo"),
    ],
)
def test_a_new_contract_is_worth_as_much_as_a_similar_one(name, values, runners, counts_as):
    entry = new_contract(OFFICIAL, name, OFFICIAL.contracts)
    limits = tuple(entry["runners"][key] for key in ("from", "most", "times"))
    assert (entry["values"], limits, entry["counts_as"]["value"]) == (values, runners, counts_as)


def test_what_a_contract_resembles():
    assert [similar_contract(OFFICIAL, name) for name in ("geier", "suit-geier-tout", "kreuz", "bettel")] == [
        "solo",
        "solo-tout",
        "rufer",
        None,
    ]


def test_a_tout_is_permitted_with_as_many_runners_as_count():
    assert [new_permit(name)["runners"] for name in ("wenz-tout", "solo-tout")] == [2, 3]


def test_a_penalty_is_what_a_game_lost_with_schneider_costs_and_can_be_shared_by_all():
    schneider = {name: OFFICIAL.contracts[name].values["schneider"] for name in ("rufer", "solo")}
    assert [new_penalty(OFFICIAL, name)["minus"] for name in ("rufer", "solo")] == [
        2 * schneider["rufer"],
        3 * schneider["solo"],
    ]
    # Three others share it: 3 times the least value, which is 1 in these rules.
    assert new_sanction(OFFICIAL, WRONG_DEAL)["penalties"]["deal"]["minus"] == 3
