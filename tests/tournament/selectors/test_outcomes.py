"""The table of outcomes for the page at the table: points by role, and only for games that the rules play."""

import pytest

from scoring.points import outcome_table, score_game
from scoring.ruleset import load_ruleset
from tests.records import recorded
from tests.rules import RULES
from tournament.selectors.contracts import MOST_DOUBLINGS
from tournament.selectors.outcomes import table_outcomes

GENERAL = "schafkopfschule-2023"
SAID = {"suit", "result", "level", "runners", "doublings", "surrender"}


def worth(rows, **fields):
    """The points of the one row with these fields."""
    points = [row["points"] for row in rows if all(row.get(name) == value for name, value in fields.items())]
    assert len(points) == 1
    return points[0]


# 5.2.7, typed from the rules.
@pytest.mark.parametrize(
    ("fields", "points"),
    [
        ({"contract": "rufer", "result": "won", "level": "simple"}, {"declarer": 1, "partner": 1, "defender": -1}),
        ({"contract": "rufer", "result": "lost", "level": "schwarz"}, {"declarer": -3, "partner": -3, "defender": 3}),
        ({"contract": "solo", "result": "won", "level": "schneider"}, {"declarer": 9, "defender": -3}),
        ({"contract": "wenz", "result": "lost", "level": "simple"}, {"declarer": -6, "defender": 2}),
        ({"contract": "solo-tout", "result": "lost"}, {"declarer": -18, "defender": 6}),
        ({"contract": "sie"}, {"declarer": 24, "defender": -8}),
    ],
)
def test_a_row_says_what_each_part_gets(fields, points):
    assert worth(table_outcomes(load_ruleset(GENERAL), 4)["later"], **fields) == points


def test_the_first_game_offers_what_counts_there():
    """5.2.15: a Tout counts as a simple Solo or Wenz; 2.9.1: a Sie does not count."""
    first = table_outcomes(load_ruleset(GENERAL), 4)["first"]
    assert worth(first, contract="wenz-tout", result="won") == {"declarer": 6, "defender": -2}
    assert worth(first, contract="solo", result="won", level="schwarz") == {"declarer": 6, "defender": -2}
    assert [row for row in first if row["contract"] == "sie"] == []


def test_words_name_declarer_and_partner_by_their_part():
    rows = table_outcomes(load_ruleset(GENERAL), 4)["later"]
    assert (rows[1]["words"], rows[1]["circled"], rows[1]["asks"]) == (
        "Rufer, {1} with {2}, won with Schneider",
        False,
        0,
    )
    assert [(row["words"], row["circled"], row["asks"]) for row in rows if row["contract"] == "wenz-tout"] == [
        ("Wenz Tout, {1}, won", True, 2),
        ("Wenz Tout, {1}, lost", True, 2),
    ]


@pytest.mark.parametrize("name", RULES)
def test_every_game_that_shorthand_can_say_has_its_row(name):
    """The points equal those of the desk's table, for every declarer, partner, suit and level."""
    ruleset = RULES[name]
    seats = ruleset.usual_seats
    sits_out = seats if seats > ruleset.players else None
    rows = table_outcomes(ruleset, seats)["later"]
    by_fields = {
        tuple(row.get(name) for name in ("contract", "suit", "result", "level")): row["points"]
        for row in rows
        if not row.get("runners") and not row.get("doublings") and not row.get("surrender")
    }
    count = 0
    for outcome in outcome_table(ruleset, seats=seats, sits_out=sits_out).values():
        record = outcome.record
        if record.decision.sanction or record.paper.written or not record.play.declarer:
            continue
        suit = record.play.suit if ruleset.needs_suit(record.play.contract) else None
        levels = [record.end.level] if record.end.level else [None, "simple"]
        keys = [(record.play.contract, suit, result, level) for level in levels for result in (record.end.result, None)]
        points = next(by_fields[key] for key in keys if key in by_fields)
        expected = [points["defender"]] * seats
        expected[record.play.declarer - 1] = points["declarer"]
        if record.play.partner:
            expected[record.play.partner - 1] = points["partner"]
        if sits_out:
            expected[sits_out - 1] = points["out"]
        assert tuple(expected) == outcome.score.points, record
        count += 1
    assert count > 12


@pytest.mark.parametrize("name", RULES)
def test_runners_and_doublings_are_looked_up_like_everything_else(name):
    ruleset = RULES[name]
    rows = [row for row in table_outcomes(ruleset, ruleset.usual_seats)["later"] if row.get("runners")]
    for row in rows[:: max(len(rows) // 50, 1)]:
        partner = 3 if "partner" in row["points"] else None
        fields = {
            key: row[key] for key in row.keys() & {"suit", "result", "level", "runners", "doublings", "surrender"}
        }
        sits_out = ruleset.usual_seats if ruleset.usual_seats > ruleset.players else None
        record = recorded(
            contract=row["contract"],
            declarer=1,
            partner=partner,
            seats=ruleset.usual_seats,
            sits_out=sits_out,
            **fields,
        )
        assert score_game(ruleset, record).points[0] == row["points"]["declarer"]
    doubled = {row.get("doublings") for row in rows if row.get("doublings")}
    assert doubled <= set(range(1, MOST_DOUBLINGS + 1))


def test_a_ramsch_names_who_lost_it_and_whose_trick_is_missing():
    """H 2, H 6: −30 to +10 each, doubled by a Jungfrau; a Durchmarsch +60 to −20."""
    rows = table_outcomes(load_ruleset("house-10-60"), 4)["later"]
    fields = {"contract": "ramsch"}
    assert worth(rows, **fields, jungfrauen=0, durchmarsch=False) == {"declarer": -30, "defender": 10}
    assert worth(rows, **fields, jungfrauen=1, durchmarsch=False) == {"declarer": -60, "defender": 20, "jungfrau": 20}
    assert worth(rows, **fields, jungfrauen=0, durchmarsch=True) == {"declarer": 60, "defender": -20}


def test_whoever_sits_out_has_a_part_of_the_own():
    """H 4: the dealer of a table of five sits out."""
    rows = table_outcomes(load_ruleset("house-10-60"), 5)["later"]
    assert {row["points"]["out"] for row in rows} == {0}


def test_rules_without_a_special_first_game_send_their_rows_once():
    assert table_outcomes(load_ruleset("palatinate-three"), 3)["first"] is None
    assert len(table_outcomes(load_ruleset("palatinate-three"), 3)["later"]) == 5700


def test_a_heart_solo_and_its_tout_are_offered_beside_the_others():
    outcomes = table_outcomes(RULES["heart-solo"], 4)
    offered = [(choice["key"], choice["label"], " ".join(choice["asks"])) for choice in outcomes["contracts"]]
    assert ("heart-solo-tout", "Heart Solo Tout", "declarer result") in offered
    assert worth(outcomes["later"], contract="heart-solo-tout", result="lost") == {"declarer": -480, "defender": 160}
    assert worth(outcomes["first"], contract="heart-solo-tout", result="won") == {"declarer": 180, "defender": -60}
