"""Who wins what: an example of every rule."""

import datetime as dt

import pytest

from tournament.prizes.awarding import Acts, Awards, award_prizes
from tournament.prizes.orders import Candidate, PrizeTerms, SheetPoints

DAY = dt.date(2026, 11, 28)


def hall(*places: int | None, **columns: list[object]) -> list[Candidate]:
    """People 1, 2, 3 … with these places; `columns` as woman=[True, False]."""
    return [
        Candidate(
            participant=number,
            start_number=number,
            place=place,
            points=100 - 10 * number,
            **{name: values[number - 1] for name, values in columns.items()},
        )
        for number, place in enumerate(places, start=1)
    ]


def prize(key: int, argument: str = "", *, criterion: str = "place", group: int = 1, **more: object) -> PrizeTerms:
    return PrizeTerms(prize=key, group=group, criterion=criterion, argument=argument, **more)


def give(prizes, people, *, per_head="several", **more) -> Awards:
    return award_prizes(prizes, {1: per_head, 2: per_head}, people, day=DAY, **more)


def won(awards: Awards) -> list[tuple[int, int, int | None]]:
    return [(award.prize, award.participant, award.cents) for award in awards.awards]


def open_prizes(awards: Awards) -> list[tuple[int, str, int, tuple[int, ...]]]:
    return [(one.prize, one.why.value, one.count, one.among) for one in awards.open]


# --- places ---


@pytest.mark.parametrize(
    ("argument", "winners"),
    [
        ("1", [1]), ("1-3", [1, 2, 3]), ("last", [5]), ("last-1", [4]), ("middle", [3]), ("2,4", [2, 4]),
        ("1,last", [1, 5]), ("plus", [1, 2, 3, 4, 5]), ("7", []), ("4-9", [4, 5]),
    ],
)  # fmt: skip
def test_places(argument, winners):
    awards = give([prize(1, argument)], hall(1, 2, 3, 4, 5, None))
    assert [award.participant for award in awards.awards] == winners


def test_what_lies_behind_the_last_place_is_open():
    assert open_prizes(give([prize(1, "4-9")], hall(1, 2, 3, 4, 5))) == [(1, "nobody", 4, ())]


def test_nobody_without_a_place_wins_before_any_sheet_counts():
    assert open_prizes(give([prize(1, "1"), prize(2, criterion="woman")], hall(None, None))) == [
        (1, "early", 1, ()),
        (2, "early", 1, ()),
    ]


# --- equal places ---

MONEY = [prize(1, "1", cents=30000), prize(2, "2", cents=20001), prize(3, "3", cents=10000)]


def test_the_sum_of_equal_places_is_divided_to_the_cent():
    assert won(give(MONEY, hall(1, 1, 3))) == [(1, 1, 25001), (2, 2, 25000), (3, 3, 10000)]


def test_each_gets_the_same_and_nobody_stands_at_the_place_between():
    awards = give(MONEY, hall(1, 1, 3), sharing="same")
    assert won(awards) == [(1, 1, 30000), (1, 2, 30000), (3, 3, 10000)]
    assert open_prizes(awards) == [(2, "nobody", 1, ())]


def test_one_lot_among_equals_decides_all_their_prizes():
    people = hall(1, 1, 3)
    prizes = [*MONEY, prize(4, "1"), prize(5, "2")]
    assert [one for one in open_prizes(give(prizes, people, sharing="lot")) if one[0] < 3] == [
        (1, "lot", 1, (1, 2)),
        (2, "lot", 1, (1, 2)),
    ]
    awards = give(prizes, people, sharing="lot", acts=Acts(lots=[(2, [2, 1])]))
    assert won(awards) == [(1, 2, 30000), (2, 1, 20001), (3, 3, 10000), (4, 2, None), (5, 1, None)]
    assert awards.awards[0].reason.by_lot
    assert awards.open == ()


def test_a_second_lot_for_a_prize_leaves_the_first_one_as_it_is():
    """By now others stand equal at the end than were drawn for at first."""
    lots = [(1, [2, 1, 4, 3]), (1, [5, 4])]
    awards = give([prize(1, "1,last")], hall(1, 1, 3, 4, 4), acts=Acts(lots=lots[:1]))
    assert (won(awards), open_prizes(awards)) == ([(1, 2, None)], [(1, "lot", 1, (4, 5))])
    assert won(give([prize(1, "1,last")], hall(1, 1, 3, 4, 4), acts=Acts(lots=lots))) == [(1, 2, None), (1, 4, None)]


def test_a_thing_cannot_be_divided():
    assert open_prizes(give([prize(1, "1")], hall(1, 1))) == [(1, "lot", 1, (1, 2))]


def test_enough_for_all_who_are_equal_needs_no_lot():
    assert won(give([prize(1, "1-3")], hall(1, 2, 2, 4))) == [(1, 1, None), (1, 2, None), (1, 3, None)]


def test_a_tie_that_5_4_2_has_yet_to_decide_waits_for_it():
    people = hall(1, 1, 3, tied=[True, True, False])
    for sharing in ("same", "divided", "lot"):
        assert open_prizes(give(MONEY, people, sharing=sharing))[:2] == [(1, "lot", 1, (1, 2)), (2, "lot", 1, (1, 2))]


def test_the_last_place_is_that_of_all_who_share_it():
    assert won(give([prize(1, "last")], hall(1, 2, 2), sharing="same")) == [(1, 2, None), (1, 3, None)]


def test_equal_figures_share_like_equal_places():
    people = hall(1, 2, 3, solos_won=[4, 7, 7])
    assert won(give([prize(1, criterion="solos", cents=1001)], people)) == [(1, 2, 501), (1, 3, 500)]
    assert open_prizes(give([prize(1, criterion="solos")], people)) == [(1, "lot", 1, (2, 3))]


# --- passing on ---


def test_who_waives_passes_it_on_to_the_next():
    waived = Acts(waived=frozenset({(1, 1), (1, 2)}))
    awards = give([prize(1, "1", cents=500)], hall(1, 2, 3), acts=waived)
    assert won(awards) == [(1, 3, 500)]
    assert awards.awards[0].reason.passed_on


def test_the_last_place_passes_on_upwards():
    assert won(give([prize(1, "last")], hall(1, 2, 3), acts=Acts(waived=frozenset({(1, 3)})))) == [(1, 2, None)]


def test_who_waives_the_part_of_a_sum_gets_nothing_of_it():
    awards = give(MONEY, hall(1, 1, 3, 4), acts=Acts(waived=frozenset({(2, 2)})))
    assert won(awards) == [(1, 1, 30000), (2, 3, 20001), (3, 3, 10000)]


@pytest.mark.parametrize("waived", [1, 2, 3])
def test_whichever_prize_of_a_sum_is_waived_all_of_it_is(waived):
    """Of three equal people one waives: the other two divide what lies at two places, the third one moves up."""
    awards = give(MONEY, hall(1, 1, 1, 4), acts=Acts(waived=frozenset({(waived, 3)})))
    assert won(awards) == [(1, 1, 25001), (2, 2, 25000), (3, 4, 10000)]


def test_who_waives_the_first_prize_of_a_sum_gets_nothing_of_the_next():
    awards = give(MONEY, hall(1, 1, 3, 4), acts=Acts(waived=frozenset({(1, 1)})))
    assert won(awards) == [(1, 2, 30000), (2, 3, 20001), (3, 3, 10000)]


def test_one_a_head_moves_everybody_up():
    awards = give(MONEY, hall(1, 2, 3, 4), per_head="one", acts=Acts(waived=frozenset({(1, 1)})))
    assert won(awards) == [(1, 2, 30000), (2, 3, 20001), (3, 4, 10000)]


@pytest.mark.parametrize(
    ("per_head", "winners"),
    [("several", [1, 1, 1]), ("one", [1, 2, 1]), ("overall", [1, 2, 3])],
)
def test_prizes_a_head(per_head, winners):
    prizes = [prize(1, "1"), prize(2, criterion="club", argument="SV"), prize(3, criterion="sies", group=2)]
    people = hall(1, 2, 3, club=["SV"] * 3, sie_played=[3, 2, 1])
    assert [award.participant for award in give(prizes, people, per_head=per_head).awards] == winners


# --- criteria ---


def test_the_oldest_of_a_year_that_is_known_only_as_a_year():
    born = [1950, dt.date(1950, 3, 1), dt.date(1949, 12, 31), None]
    assert won(give([prize(1, criterion="oldest")], hall(1, 2, 3, 4, born=born))) == [(1, 3, None)]
    assert open_prizes(give([prize(1, criterion="oldest")], hall(1, 2, born=born[:2]))) == [(1, "lot", 1, (1, 2))]


def test_youth_is_who_is_certainly_younger():
    born = [dt.date(2008, 11, 28), 2008, dt.date(2008, 11, 29)]
    assert won(give([prize(1, "18", criterion="youth")], hall(1, 2, 3, born=born))) == [(1, 3, None)]


def test_of_nobody_is_known_what_the_prize_needs():
    terms = [prize(1, criterion="woman"), prize(2, criterion="newcomer"), prize(3, criterion="oldest")]
    assert [one[1] for one in open_prizes(give(terms, hall(1, 2)))] == ["data"] * 3
    assert open_prizes(give(terms[:1], hall(1, 2, woman=[False, False]))) == [(1, "nobody", 1, ())]


@pytest.mark.parametrize(
    ("criterion", "argument", "stored", "erased"),
    [
        ("woman", "", {"woman": [False, True, True]}, {"woman": [False, None, True]}),
        ("newcomer", "", {"newcomer": [False, True, True]}, {"newcomer": [False, None, True]}),
        ("youth", "18", {"born": [1950, 2012, 2013]}, {"born": [1950, None, 2013]}),
        ("oldest", "", {"born": [1960, 1950, 1970]}, {"born": [1960, None, 1970]}),
        ("club", "SV", {"club": ["", "SV", "SV"]}, {"club": ["", "", "SV"]}),
    ],
)
def test_who_was_given_a_prize_keeps_it_when_forgotten(criterion, argument, stored, erased):
    terms = [prize(1, argument, criterion=criterion)]
    assert won(give(terms, hall(1, 2, 3, **stored))) == [(1, 2, None)]
    assert won(give(terms, hall(1, 2, 3, **erased))) != [(1, 2, None)]
    assert won(give(terms, hall(1, 2, 3, **erased), acts=Acts(receivers={1: {2}}))) == [(1, 2, None)]


def test_nobody_is_of_a_club_that_was_erased():
    """After the purge neither the prize nor the people have a club."""
    terms = [prize(1, "", criterion="club")]
    assert open_prizes(give(terms, hall(1, 2))) == [(1, "data", 1, ())]
    assert won(give(terms, hall(1, 2), acts=Acts(receivers={1: {2}}))) == [(1, 2, None)]


def test_a_raffle_is_among_those_who_are_present_and_needs_its_lot():
    people = hall(1, None, 3, present=[True, True, False])
    raffle = [prize(1, criterion="raffle", count=2)]
    assert open_prizes(give(raffle, people)) == [(1, "lot", 2, (1, 2))]
    acts = Acts(lots=[(1, [2, 1])])
    assert won(give(raffle, people, acts=acts)) == [(1, 2, None), (1, 1, None)]
    assert open_prizes(give(raffle, people, acts=Acts(lots=[(1, [2])]))) == [(1, "nobody", 1, ())]


def test_the_list_of_a_raffle_does_not_tell_who_has_won_already():
    """The first place has the money, and only one prize: on the list like everybody, but passed over when drawn."""
    prizes = [prize(1, "1"), prize(2, criterion="raffle")]
    people = hall(1, 2, 3)
    assert open_prizes(give(prizes, people, per_head="overall")) == [(2, "lot", 1, (1, 2, 3))]
    acts = Acts(lots=[(2, [1, 3, 2])])
    assert won(give(prizes, people, per_head="overall", acts=acts)) == [(1, 1, None), (2, 3, None)]


def test_the_lot_of_a_raffle_decides_no_places():
    prizes = [prize(1, criterion="raffle"), prize(2, "1")]
    assert open_prizes(give(prizes, hall(1, 1), acts=Acts(lots=[(1, [1, 2])]))) == [(2, "lot", 1, (1, 2))]


def test_what_was_chosen_is_given_and_takes_nothing_away():
    prizes = [prize(1, criterion="choice"), prize(2, "1"), prize(3, criterion="choice")]
    awards = give(prizes, hall(1, 2), per_head="one", acts=Acts(choices={1: 1}))
    assert won(awards) == [(1, 1, None), (2, 1, None)]
    assert open_prizes(awards) == [(3, "choice", 1, ())]


def test_every_table_has_its_winner():
    sheets = [SheetPoints(1, table, who, points, 0) for table, who, points in
              [(1, 1, 20), (1, 2, -20), (2, 3, 5), (2, 4, 5)]]  # fmt: skip
    awards = give([prize(1, "1", criterion="table")], hall(1, 2, 3, 4), sheets=sheets)
    assert won(awards) == [(1, 1, None)]
    assert open_prizes(awards) == [(1, "lot", 1, (3, 4))]
