"""Places and what decided them: 5.4.1, 5.4.2, readings 25 and 26."""

import pytest

from scoring.errors import ScoringError
from scoring.ranking import Contender, Ranking, rank
from scoring.ruleset import Ruleset, parse_ruleset


def places(ranking: Ranking) -> list[tuple[int, object, str | None]]:
    return [(place.place, place.contender.name, place.decided_by) for place in ranking.places]


def test_5_4_1_most_points_first(ruleset: Ruleset) -> None:
    ranking = rank(
        ruleset,
        [Contender(name="Anna", points=-3), Contender(name="Bene", points=10), Contender(name="Centa", points=0)],
    )
    assert places(ranking) == [(1, "Bene", "points"), (2, "Centa", "points"), (3, "Anna", "points")]
    assert ranking.lots_needed == ()


@pytest.mark.parametrize(
    ("criterion", "ahead", "behind"),
    [
        ("sie_played", {"sie_played": 1}, {"touts_won": 9, "touts_played": 9}),
        ("touts_won", {"touts_won": 1, "touts_played": 1}, {"touts_played": 9}),
        ("touts_played", {"touts_played": 1}, {"solos_won": 9, "solos_played": 9}),
        ("solos_won", {"solos_won": 1, "solos_played": 1}, {"solos_played": 9}),
        ("solos_played", {"solos_played": 2}, {"solos_played": 1}),
    ],
    ids=lambda value: f"5.4.2-{value}" if isinstance(value, str) else "",
)
def test_5_4_2_each_criterion_before_the_next(
    ruleset: Ruleset, criterion: str, ahead: dict[str, int], behind: dict[str, int]
) -> None:
    entries = [Contender(name="Bene", points=5, **behind), Contender(name="Anna", points=5, **ahead)]
    assert places(rank(ruleset, entries)) == [(1, "Anna", criterion), (2, "Bene", criterion)]


def test_within_equal_points_each_names_what_put_it_ahead_of_the_next(ruleset: Ruleset) -> None:
    entries = [
        Contender(name="Dirk", points=5),
        Contender(name="Centa", points=5, solos_played=1),
        Contender(name="Bene", points=5, touts_played=1),
        Contender(name="Anna", points=9),
    ]
    assert places(rank(ruleset, entries)) == [
        (1, "Anna", "points"),
        (2, "Bene", "touts_played"),
        (3, "Centa", "solos_played"),
        (4, "Dirk", "solos_played"),
    ]


def test_an_open_tie_shares_the_place_and_names_who_must_draw(ruleset: Ruleset) -> None:
    entries = [Contender(name="Anna", points=5), Contender(name="Bene", points=5), Contender(name="Centa", points=4)]
    ranking = rank(ruleset, entries)
    assert places(ranking) == [(1, "Anna", None), (1, "Bene", None), (3, "Centa", "points")]
    assert ranking.lots_needed == (("Anna", "Bene"),)


def test_the_lower_lot_wins_and_equal_lots_draw_again(ruleset: Ruleset) -> None:
    entries = [
        Contender(name="Anna", points=5, lot=2),
        Contender(name="Bene", points=5, lot=1),
        Contender(name="Centa", points=5, lot=2),
    ]
    ranking = rank(ruleset, entries)
    assert places(ranking) == [(1, "Bene", "lot"), (2, "Anna", "lot"), (2, "Centa", "lot")]
    assert ranking.lots_needed == (("Anna", "Centa"),)
    after_lots = rank(ruleset, [Contender(name="Anna", points=5, lot=2), Contender(name="Bene", points=5, lot=1)])
    assert places(after_lots) == [(1, "Bene", "lot"), (2, "Anna", "lot")]
    assert after_lots.lots_needed == ()


def test_a_tie_in_which_one_has_not_drawn_stays_open(ruleset: Ruleset) -> None:
    ranking = rank(ruleset, [Contender(name="Anna", points=5, lot=1), Contender(name="Bene", points=5)])
    assert ranking.lots_needed == (("Anna", "Bene"),)


def test_a_lot_does_not_overrule_a_criterion(ruleset: Ruleset) -> None:
    entries = [Contender(name="Anna", points=5, lot=1), Contender(name="Bene", points=5, lot=2, sie_played=1)]
    assert places(rank(ruleset, entries)) == [(1, "Bene", "sie_played"), (2, "Anna", "sie_played")]


SIE, TOUT, SOLO, NOTHING = {"sie_played": 1}, {"touts_played": 1}, {"solos_played": 1}, dict[str, int]()


@pytest.mark.parametrize(
    ("counts", "decided"),
    [
        ([SIE, SIE, TOUT, NOTHING], [(1, "sie_played"), (1, "sie_played"), (3, "touts_played"), (4, "touts_played")]),
        (
            [SIE, TOUT, TOUT, NOTHING],
            [(1, "sie_played"), (2, "touts_played"), (2, "touts_played"), (4, "touts_played")],
        ),
        (
            [SIE, TOUT, NOTHING, NOTHING],
            [(1, "sie_played"), (2, "touts_played"), (3, "touts_played"), (3, "touts_played")],
        ),
        ([SOLO, SOLO, SOLO, NOTHING], [*[(1, "solos_played")] * 3, (4, "solos_played")]),
        ([SOLO, SOLO, SOLO, SOLO], [(1, None)] * 4),
    ],
    ids=["first", "middle", "last", "before the last", "all"],
)
def test_a_shared_place_has_its_reason_like_any_other(
    ruleset: Ruleset, counts: list[dict[str, int]], decided: list[tuple[int, str | None]]
) -> None:
    """The reason names what puts it ahead of the next with these points; that of the last one, what puts it behind."""
    entries = [Contender(name=name, points=5, **more) for name, more in zip("ABCD", counts, strict=True)]
    others = [Contender(name="first", points=6), Contender(name="last", points=4)]
    reasons = [(place - 1, by) for place, _name, by in places(rank(ruleset, entries + others))[1:-1]]
    assert reasons == decided


def test_each_place_knows_what_stands_before_and_behind_it(ruleset: Ruleset) -> None:
    entries = [
        Contender(name="Anna", points=9),
        Contender(name="Bene", points=5, sie_played=1),
        Contender(name="Centa", points=5),
        Contender(name="Dirk", points=5),
        Contender(name="Eva", points=5, lot=1),
    ]
    rows = [(place.place, place.shared, place.behind_by, place.ahead_by) for place in rank(ruleset, entries).places]
    tied = (3, True, "sie_played", None)
    assert rows == [(1, False, None, "points"), (2, False, "points", "sie_played"), tied, tied, tied]
    lots = [Contender(name=name, points=5, lot=lot) for name, lot in (("Anna", 2), ("Bene", 1))]
    rows_by_lot = [(place.contender.name, place.behind_by, place.ahead_by) for place in rank(ruleset, lots).places]
    assert rows_by_lot == [("Bene", None, "lot"), ("Anna", "lot", None)]


def test_a_ruleset_that_shares_places_needs_no_lots(ruleset: Ruleset) -> None:
    sharing = parse_ruleset(ruleset.text.replace('full_tie = { value = "lot"', 'full_tie = { value = "shared"'))
    ranking = rank(sharing, [Contender(name="Anna", points=5, lot=1), Contender(name="Bene", points=5, lot=2)])
    assert places(ranking) == [(1, "Anna", None), (1, "Bene", None)]
    assert ranking.lots_needed == ()


@pytest.mark.parametrize(
    ("counters", "code"),
    [
        ({"sie_played": -1}, "number_out_of_range"),
        ({"touts_won": 2, "touts_played": 1}, "won_exceeds_played"),
        ({"solos_won": 1}, "won_exceeds_played"),
    ],
)
def test_counters_that_cannot_be(counters: dict[str, int], code: str) -> None:
    with pytest.raises(ScoringError) as refusal:
        Contender(name="Anna", points=0, **counters)
    assert refusal.value.code == code


def test_nobody_is_a_ranking_too(ruleset: Ruleset) -> None:
    assert rank(ruleset, []) == Ranking(places=(), lots_needed=())
