"""A game record in words: the column "game", and one line saying what happened."""

import pytest

from scoring.points import outcome_table
from scoring.records import record_to_json
from scoring.ruleset import bundled_rulesets, load_ruleset
from tournament.words.game_labels import describe, game_word, point_reasons

NAMES = ("Anna", "Bene", "Centa", "Dirk", "Eva")
RULESET = load_ruleset("schafkopfschule-2023")


@pytest.mark.parametrize(
    ("record", "text"),
    [
        ({"contract": "rufer", "declarer": 1, "partner": 3, "result": "won"}, "Rufer, Anna with Centa, won"),
        (
            {"contract": "rufer", "declarer": 4, "partner": 2, "result": "lost", "level": "schneider"},
            "Rufer, Dirk with Bene, lost with Schneider",
        ),
        ({"contract": "solo", "declarer": 2, "result": "won", "level": "schwarz"}, "Solo, Bene, won Schwarz"),
        ({"contract": "wenz", "declarer": 2, "card_points": 94, "tricks": 7}, "Wenz, Bene, 94 card points"),
        ({"contract": "wenz-tout", "declarer": 4, "result": "lost"}, "Wenz Tout, Dirk, lost"),
        ({"contract": "sie", "declarer": 3}, "Sie, Centa"),
        (
            {"contract": "rufer", "declarer": 1, "partner": 3, "sanction": {"kind": "mistake", "offender": 2}},
            "Rufer, Anna with Centa, mistake in play by Bene",
        ),
        (
            {"contract": "rufer", "declarer": 1, "sanction": {"kind": "invalid-bid", "offender": 1}},
            "Rufer, Anna, invalid bid by Anna",
        ),
        (
            {"contract": "solo", "declarer": 1, "sanction": {"kind": "revealed-cards", "offender": 2, "revealer": 3}},
            "Solo, Anna, cards revealed by Centa",
        ),
        ({"written": [-2, 6, -2, -2], "circled": 2}, "Solo/Wenz, Bene: −2 +6 −2 −2"),
        ({"written": [1, -1, 1, -1]}, "Rufer: +1 −1 +1 −1"),
        ({"written": [-8, -8, 24, -8]}, "Sie: −8 −8 +24 −8"),
        ({"written": [1, 1, 1, -3], "struck": True}, "no game: +1 +1 +1 −3"),
        ({"written": [-1, 1, 1, 0], "struck": True}, "no game: −1 +1 +1 0"),
        ({"written": [6, -2, -2, -1], "struck": True}, "no game: +6 −2 −2 −1"),
        ({"written": [2, 1, -1, -2], "struck": True}, "no game: +2 +1 −1 −2"),
        ({"written": [0, 0, 0, 0], "struck": True}, "no game: 0 0 0 0"),
    ],
)
def test_a_record_in_one_line(record: dict[str, object], text: str) -> None:
    assert describe(RULESET, record, NAMES) == text


@pytest.mark.parametrize("name", bundled_rulesets())
def test_whatever_can_be_entered_can_be_said(name: str) -> None:
    ruleset = load_ruleset(name)
    for seats in ruleset.seats:
        sits_out = None if seats == ruleset.players else 1
        for outcome in outcome_table(ruleset, seats=seats, sits_out=sits_out).values():
            record = outcome.record.placed(seats=seats, sits_out=sits_out)
            text = describe(ruleset, record_to_json(record), NAMES)
            assert ("no game" in text, "-" in text) == (False, False)


@pytest.mark.parametrize(
    ("rules", "record", "word", "text"),
    [
        ("house-10-60", {"contract": "ramsch", "loser": 4}, "Ramsch", "Ramsch, Dirk lost"),
        (
            "house-10-60",
            {"contract": "ramsch", "card_points_by_seat": [90, 30, 0, 0], "tricks_by_seat": [6, 2, 0, 0]},
            "Ramsch",
            "Ramsch, Anna lost, Jungfrauen: Centa + Dirk",
        ),
        (
            "house-10-60",
            {"contract": "ramsch", "card_points_by_seat": [100, 20, 0, 0], "tricks_by_seat": [6, 1, 1, 0]},
            "Ramsch",
            "Ramsch, Durchmarsch by Anna",
        ),
        (
            "house-10-60",
            {"sanction": {"kind": "wrong-deal", "offender": 2}},
            "Sanction",
            "Sanction, wrong deal by Bene",
        ),
        (
            "house-10-60",
            {"contract": "ramsch", "sanction": {"kind": "illegal-card", "offender": 3, "points": [10, 10, -30, 10]}},
            "Sanction",
            "Ramsch, illegal card by Centa",
        ),
        (
            "house-10-60",
            {"contract": "solo", "declarer": 1, "result": "lost", "runners": 1, "doublings": 2},
            "Solo",
            "Solo, Anna, lost, 1 runner, Retour",
        ),
        (
            "palatinate-three",
            {"contract": "simple", "declarer": 3, "suit": "S", "surrender": "accepted", "doublings": 3, "passed": 1},
            "Simple Game",
            "Simple Game (Diamonds), Centa, the opponents gave up, 3 doublings, 1 deal thrown in before",
        ),
        (
            "palatinate-three",
            {"contract": "solo", "declarer": 3, "result": "lost", "surrender": "refused"},
            "Solo",
            "Solo, Centa, lost, giving up was refused",
        ),
        (
            "social",
            {"contract": "solo", "declarer": 3, "suit": "E", "result": "won"},
            "Solo",
            "Solo (Acorns), Centa, won",
        ),
        ("social", {"contract": "bettel", "declarer": 2, "result": "lost"}, "Bettel", "Bettel, Bene, lost"),
        ("house-10-60", {"written": [-30, 10, 10, 10]}, "Ramsch", "Ramsch: −30 +10 +10 +10"),
        ("house-10-60", {"written": [60, -20, -20, -20]}, "ambiguous", "ambiguous: +60 −20 −20 −20"),
        ("house-10-60", {"written": [0, 10, 10, -10, -10], "sits_out": 1}, "Rufer", "Rufer: 0 +10 +10 −10 −10"),
        ("house-10-60", {"written": [-30, 10, 10, 20]}, "no game", "no game: −30 +10 +10 +20"),
    ],
)
def test_games_of_other_rules(rules: str, record: dict[str, object], word: str, text: str) -> None:
    ruleset = load_ruleset(rules)
    assert (game_word(ruleset, record), describe(ruleset, record, NAMES)) == (word, text)


@pytest.mark.parametrize(
    ("rules", "record", "reasons"),
    [
        ("house-10-60", {"contract": "rufer", "runners": 3, "doublings": 1}, ["3 runners", "Contra"]),
        ("house-10-60", {"contract": "rufer", "runners": 2}, []),
        ("house-10-60", {"contract": "ramsch", "loser": 1, "jungfrauen": [3]}, ["Jungfrau"]),
        ("house-10-60", {"contract": "ramsch", "loser": 1, "jungfrauen": [3, 4]}, ["2 Jungfrauen"]),
        ("house-10-60", {"contract": "ramsch", "durchmarsch": 2}, ["Durchmarsch"]),
        # Neither runners nor a forbidden Stoss make points here (5.2.4, 5.2.8).
        ("schafkopfschule-2023", {"contract": "rufer", "runners": 5, "doublings": 1}, []),
        ("palatinate-three", {"contract": "solo", "suit": "H", "doublings": 3}, ["Hearts", "3 doublings"]),
        ("palatinate-three", {"contract": "solo", "suit": "S"}, []),
        ("house-10-60", {"contract": "solo", "runners": 4, "sanction": {"kind": "illegal-card", "offender": 1}}, []),
        ("house-10-60", {"written": [10, 10, -10, -10]}, []),
        ("house-10-60", {"unplayed": True}, []),
    ],
)
def test_what_made_the_points(rules: str, record: dict[str, object], reasons: list[str]) -> None:
    assert point_reasons(load_ruleset(rules), record) == reasons
