"""Sanctions: 3.4.17 typed from the text, 3.4.18 and 2.4.10 with readings 4 to 7 and 12."""

import pytest

from scoring.errors import ScoringError
from scoring.games import check_game
from scoring.points import score_game
from scoring.records import GameRecord, Sanction
from scoring.ruleset import Ruleset, load_ruleset, parse_ruleset
from scoring.sanctions import proposed_points
from tests.records import changed, recorded


def sanctioned(contract: str, kind: str, offender: int, **fields: object) -> GameRecord:
    """Seat 1 declares, seat 3 is the partner in a Rufer."""
    sanction = {name: fields.pop(name) for name in ("revealer", "points") if name in fields}
    partner = fields.pop("partner", 3 if contract == "rufer" else None)
    return recorded(
        contract=contract,
        declarer=1,
        partner=partner,  # type: ignore[arg-type]
        sanction=Sanction(kind=kind, offender=offender, **sanction),  # type: ignore[arg-type]
        **fields,  # type: ignore[arg-type]
    )


# "In a Solo or Wenz that is 9 minus points. If the soloist made the mistake, his three opponents each receive 3 plus
# points. If the mistake was made by an opponent, the soloist receives 9 plus points. A Tout is penalised with 18 minus
# points; if a defender infringed, his team mates get 0 points. In a Rufer, the player who made the error incurs 4 minus
# points. The two opponents each receive 2 plus points and the infringer's partner 0 points."
SANCTIONS_3_4_17 = [
    ("solo", 1, (-9, 3, 3, 3)),
    ("wenz", 1, (-9, 3, 3, 3)),
    ("solo", 2, (9, -9, 0, 0)),
    ("solo", 4, (9, 0, 0, -9)),
    ("wenz", 3, (9, 0, -9, 0)),
    ("solo-tout", 1, (-18, 6, 6, 6)),
    ("wenz-tout", 1, (-18, 6, 6, 6)),
    ("solo-tout", 2, (18, -18, 0, 0)),
    ("wenz-tout", 4, (18, 0, 0, -18)),
    ("rufer", 1, (-4, 2, 0, 2)),
    ("rufer", 3, (0, 2, -4, 2)),
    ("rufer", 2, (2, -4, 2, 0)),
    ("rufer", 4, (2, 0, 2, -4)),
]


@pytest.mark.parametrize(
    ("contract", "offender", "points"),
    [pytest.param(*row, id=f"3.4.17-{row[0]}-seat-{row[1]}") for row in SANCTIONS_3_4_17],
)
def test_sanctions_3_4_17(ruleset: Ruleset, contract: str, offender: int, points: tuple[int, ...]) -> None:
    score = score_game(ruleset, sanctioned(contract, "mistake", offender))
    assert score.points == points
    assert (score.won_by, score.level, score.scored_as) == (None, None, contract)


def test_reading_12_counts_as_played_and_as_won_with_plus_points(ruleset: Ruleset) -> None:
    erred = score_game(ruleset, sanctioned("solo", "mistake", 1))
    assert (erred.circled, erred.soloist, erred.counts_as, erred.soloist_won) == (1, 1, "solo", False)
    gained = score_game(ruleset, sanctioned("wenz-tout", "mistake", 2))
    assert (gained.circled, gained.soloist, gained.counts_as, gained.soloist_won) == (1, 1, "tout", True)


@pytest.mark.parametrize(
    ("contract", "offender", "revealer", "points"),
    [
        ("rufer", 1, 3, (0, 2, -4, 2)),
        ("rufer", 2, 4, (2, 0, 2, -4)),
        ("solo", 2, 3, (9, 0, -9, 0)),
        ("solo-tout", 4, 2, (18, -18, 0, 0)),
    ],
)
def test_3_4_18_same_side_puts_the_revealer_in_the_offenders_place(
    ruleset: Ruleset, contract: str, offender: int, revealer: int, points: tuple[int, ...]
) -> None:
    assert score_game(ruleset, sanctioned(contract, "revealed-cards", offender, revealer=revealer)).points == points


@pytest.mark.parametrize(
    ("contract", "offender", "revealer", "proposed"),
    [
        ("rufer", 1, 2, (0, -4, 2, 2)),
        ("solo-tout", 2, 1, (-18, 0, 9, 9)),
        ("wenz-tout", 1, 4, (0, 9, 9, -18)),
        ("solo", 1, 2, None),
        ("wenz", 3, 1, None),
    ],
)
def test_3_4_18_across_the_sides_needs_a_ruling(
    ruleset: Ruleset, contract: str, offender: int, revealer: int, proposed: tuple[int, ...] | None
) -> None:
    record = sanctioned(contract, "revealed-cards", offender, revealer=revealer)
    assert proposed_points(ruleset, record) == proposed
    with pytest.raises(ScoringError) as refusal:
        score_game(ruleset, record)
    assert refusal.value.code == "ruling_needed"
    if proposed is not None:
        ruled = sanctioned(contract, "revealed-cards", offender, revealer=revealer, points=proposed)
        assert score_game(ruleset, ruled).points == proposed


def test_3_4_18_any_ruling_that_lets_the_revealer_pay_and_the_offender_go_free(ruleset: Ruleset) -> None:
    ruled = sanctioned("solo", "revealed-cards", 1, revealer=2, points=(0, -9, 4, 5))
    assert score_game(ruleset, ruled).points == (0, -9, 4, 5)
    for points in ((0, -8, 4, 4), (3, -9, 3, 3)):
        with pytest.raises(ScoringError) as refusal:
            score_game(ruleset, sanctioned("solo", "revealed-cards", 1, revealer=2, points=points))
        assert refusal.value.code == "ruling_contradicts"


@pytest.mark.parametrize(
    ("contract", "points"),
    [
        ("rufer", (-2, 1, 0, 1)),
        ("solo", (-6, 2, 2, 2)),
        ("wenz", (-6, 2, 2, 2)),
        ("solo-tout", (-18, 6, 6, 6)),
        ("wenz-tout", (-18, 6, 6, 6)),
    ],
)
def test_2_4_10_invalid_bid(ruleset: Ruleset, contract: str, points: tuple[int, ...]) -> None:
    assert score_game(ruleset, sanctioned(contract, "invalid-bid", 1)).points == points


def test_2_4_10_invalid_bid_before_the_partner_is_known(ruleset: Ruleset) -> None:
    with pytest.raises(ScoringError) as refusal:
        score_game(ruleset, sanctioned("rufer", "invalid-bid", 1, partner=None))
    assert refusal.value.code == "ruling_needed"
    ruled = sanctioned("rufer", "invalid-bid", 1, partner=None, points=(-2, 1, 0, 1))
    assert score_game(ruleset, ruled).points == (-2, 1, 0, 1)


def test_2_4_10_invalid_bid_of_a_sie_has_no_figure(ruleset: Ruleset) -> None:
    with pytest.raises(ScoringError) as refusal:
        score_game(ruleset, sanctioned("sie", "invalid-bid", 1))
    assert refusal.value.code == "ruling_needed"


def test_5_2_15_a_tout_of_the_first_game_is_sanctioned_as_the_solo_it_counts_as(ruleset: Ruleset) -> None:
    assert score_game(ruleset, sanctioned("solo-tout", "mistake", 1, first=True)).points == (-9, 3, 3, 3)


@pytest.mark.parametrize(
    ("record", "code"),
    [
        (sanctioned("solo", "gossip", 1), "unknown_sanction"),
        (sanctioned("solo", "mistake", 5), "seat_not_at_table"),
        (sanctioned("solo", "mistake", 1, result="won"), "not_used_with_sanction"),
        (sanctioned("solo", "mistake", 1, card_points=61), "not_used_with_sanction"),
        (sanctioned("solo", "mistake", 1, revealer=2), "revealer_not_allowed"),
        (sanctioned("solo", "mistake", 1, points=(-9, 3, 3, 2)), "not_zero_sum"),
        (sanctioned("solo", "mistake", 1, points=(-9, 9)), "wrong_number_of_values"),
        (sanctioned("solo", "mistake", 1, points=(-6, 2, 2, 2)), "ruling_contradicts"),
        (sanctioned("solo", "revealed-cards", 1), "revealer_missing"),
        (sanctioned("solo", "revealed-cards", 1, revealer=1), "revealer_is_offender"),
        (sanctioned("solo", "revealed-cards", 1, revealer=0), "seat_not_at_table"),
        (sanctioned("solo", "invalid-bid", 2), "offender_must_be_declarer"),
        (sanctioned("rufer", "mistake", 1, partner=None), "partner_missing"),
        (sanctioned("sie", "mistake", 1, first=True), "sie_does_not_count"),
    ],
)
def test_impossible_sanctions_are_refused(ruleset: Ruleset, record: GameRecord, code: str) -> None:
    with pytest.raises(ScoringError) as refusal:
        score_game(ruleset, record)
    assert refusal.value.code == code


RULINGS = [
    # A Rufer across the sides: the revealer pays, the offender gets 0, the two others share the points (reading 5).
    ({"kind": "revealed-cards", "offender": 1, "revealer": 2}, "rufer", (0, -4, 2, 2)),
    # The rules give every figure, so there is nothing to propose.
    ({"kind": "mistake", "offender": 2}, "rufer", (2, -4, 2, 0)),
    # Two players cannot share nine points.
    ({"kind": "revealed-cards", "offender": 1, "revealer": 2}, "solo", None),
    ({"kind": "revealed-cards", "offender": 1, "revealer": 2}, "solo-tout", (0, -18, 9, 9)),
]


@pytest.mark.parametrize(("sanction", "contract", "points"), RULINGS)
def test_what_is_proposed_to_the_supervisor(
    ruleset: Ruleset, sanction: dict[str, object], contract: str, points: tuple[int, ...] | None
) -> None:
    record = recorded(
        contract=contract,
        declarer=1,
        partner=3 if contract == "rufer" else None,
        sanction=Sanction(**sanction),  # type: ignore[arg-type]
    )
    assert proposed_points(ruleset, record) == points


def test_nothing_is_proposed_without_a_sanction_or_a_figure(ruleset: Ruleset) -> None:
    game = recorded(contract="solo", declarer=1)
    assert proposed_points(ruleset, game) is None
    assert proposed_points(ruleset, game.decided(sanction=Sanction(kind="gossip", offender=1))) is None
    sie = recorded(contract="sie", declarer=1, sanction=Sanction(kind="mistake", offender=1))
    assert proposed_points(ruleset, sie) is None


def test_where_all_others_share_the_partner_need_not_be_known() -> None:
    house, school = load_ruleset("house-10-60"), load_ruleset("schafkopfschule-2023")
    illegal = Sanction(kind="illegal-card", offender=2)
    record = recorded(contract="rufer", declarer=1, sanction=illegal)
    assert score_game(house, record).points == (10, -30, 10, 10)
    mistake = record.decided(sanction=Sanction(kind="mistake", offender=2))
    assert [problem.code for problem in check_game(school, mistake)] == ["partner_missing"]
    played = changed(record, sanction=None, result="won")
    assert [problem.code for problem in check_game(house, played)] == ["partner_missing"]


def test_a_side_may_bear_what_one_of_it_did(ruleset: Ruleset) -> None:
    text = ruleset.text.replace(
        'rufer = { minus = 2, borne_by = "offender"', 'rufer = { minus = 2, borne_by = "side"'
    )  # reading 6, the other reading
    record = recorded(contract="rufer", declarer=1, partner=4, sanction=Sanction(kind="invalid-bid", offender=1))
    assert score_game(parse_ruleset(text), record).points == (-1, 1, 1, -1)
    assert score_game(ruleset, record).points == (-2, 1, 1, 0)
