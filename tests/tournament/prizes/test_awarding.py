"""Who wins what: examples of every rule, and random halls against a second computation and against what must hold."""

import datetime as dt
from collections import Counter, defaultdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.prizes import naive
from tournament.prizes.awarding import Acts, Awards, Why, award_prizes
from tournament.prizes.criteria import laid_places, places_argument, places_text
from tournament.prizes.money import by_places, divided, given_out
from tournament.prizes.orders import Candidate, PrizeTerms, SheetPoints
from tournament.refusals import Refused

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


def refusal(act) -> str:
    """The code of the refusal, which has a sentence; "" where the act is done."""
    try:
        act()
    except Refused as refused:
        return refused.code if str(refused) else "without words"
    return ""


def prize(key: int, argument: str = "", *, criterion: str = "place", group: int = 1, **more: object) -> PrizeTerms:
    return PrizeTerms(prize=key, group=group, criterion=criterion, argument=argument, **more)


def give(prizes, people, *, per_head="several", **more) -> Awards:
    return award_prizes(prizes, {1: per_head, 2: per_head}, people, day=DAY, **more)


def won(awards: Awards) -> list[tuple[int, int, int | None]]:
    return [(award.prize, award.participant, award.cents) for award in awards.awards]


def left(awards: Awards) -> list[tuple[int, str, int, tuple[int, ...]]]:
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
    assert left(give([prize(1, "4-9")], hall(1, 2, 3, 4, 5))) == [(1, "nobody", 4, ())]


def test_nobody_without_a_place_wins_before_any_sheet_counts():
    assert left(give([prize(1, "1"), prize(2, criterion="woman")], hall(None, None))) == [
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
    assert left(awards) == [(2, "nobody", 1, ())]


def test_one_lot_among_equals_decides_all_their_prizes():
    people = hall(1, 1, 3)
    prizes = [*MONEY, prize(4, "1"), prize(5, "2")]
    assert [one for one in left(give(prizes, people, sharing="lot")) if one[0] < 3] == [
        (1, "lot", 1, (1, 2)),
        (2, "lot", 1, (1, 2)),
    ]
    awards = give(prizes, people, sharing="lot", acts=Acts(lots={2: [2, 1]}))
    assert won(awards) == [(1, 2, 30000), (2, 1, 20001), (3, 3, 10000), (4, 2, None), (5, 1, None)]
    assert awards.awards[0].reason.by_lot
    assert awards.open == ()


def test_a_thing_cannot_be_divided():
    assert left(give([prize(1, "1")], hall(1, 1))) == [(1, "lot", 1, (1, 2))]


def test_enough_for_all_who_are_equal_needs_no_lot():
    assert won(give([prize(1, "1-3")], hall(1, 2, 2, 4))) == [(1, 1, None), (1, 2, None), (1, 3, None)]


def test_a_tie_that_5_4_2_has_yet_to_decide_waits_for_it():
    people = hall(1, 1, 3, tied=[True, True, False])
    for sharing in ("same", "divided", "lot"):
        assert left(give(MONEY, people, sharing=sharing))[:2] == [(1, "lot", 1, (1, 2)), (2, "lot", 1, (1, 2))]


def test_the_last_place_is_that_of_all_who_share_it():
    assert won(give([prize(1, "last")], hall(1, 2, 2), sharing="same")) == [(1, 2, None), (1, 3, None)]


def test_equal_figures_share_like_equal_places():
    people = hall(1, 2, 3, solos_won=[4, 7, 7])
    assert won(give([prize(1, criterion="solos", cents=1001)], people)) == [(1, 2, 501), (1, 3, 500)]
    assert left(give([prize(1, criterion="solos")], people)) == [(1, "lot", 1, (2, 3))]


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
    assert left(give([prize(1, criterion="oldest")], hall(1, 2, born=born[:2]))) == [(1, "lot", 1, (1, 2))]


def test_youth_is_who_is_certainly_younger():
    born = [dt.date(2008, 11, 28), 2008, dt.date(2008, 11, 29)]
    assert won(give([prize(1, "18", criterion="youth")], hall(1, 2, 3, born=born))) == [(1, 3, None)]


def test_of_nobody_is_known_what_the_prize_needs():
    asked = [prize(1, criterion="woman"), prize(2, criterion="newcomer"), prize(3, criterion="oldest")]
    assert [one[1] for one in left(give(asked, hall(1, 2)))] == ["data"] * 3
    assert left(give(asked[:1], hall(1, 2, woman=[False, False]))) == [(1, "nobody", 1, ())]


def test_a_raffle_is_among_those_who_are_present_and_needs_its_lot():
    people = hall(1, None, 3, present=[True, True, False])
    raffle = [prize(1, criterion="raffle", count=2)]
    assert left(give(raffle, people)) == [(1, "lot", 2, (1, 2))]
    drawn = Acts(lots={1: [2, 1]})
    assert won(give(raffle, people, acts=drawn)) == [(1, 2, None), (1, 1, None)]
    assert left(give(raffle, people, acts=Acts(lots={1: [2]}))) == [(1, "nobody", 1, ())]


def test_the_lot_of_a_raffle_decides_no_places():
    prizes = [prize(1, criterion="raffle"), prize(2, "1")]
    assert left(give(prizes, hall(1, 1), acts=Acts(lots={1: [1, 2]}))) == [(2, "lot", 1, (1, 2))]


def test_what_was_chosen_is_given_and_takes_nothing_away():
    prizes = [prize(1, criterion="choice"), prize(2, "1"), prize(3, criterion="choice")]
    awards = give(prizes, hall(1, 2), per_head="one", acts=Acts(chosen={1: 1}))
    assert won(awards) == [(1, 1, None), (2, 1, None)]
    assert left(awards) == [(3, "choice", 1, ())]


def test_every_table_has_its_winner():
    sheets = [SheetPoints(1, table, who, points, 0) for table, who, points in
              [(1, 1, 20), (1, 2, -20), (2, 3, 5), (2, 4, 5)]]  # fmt: skip
    awards = give([prize(1, "1", criterion="table")], hall(1, 2, 3, 4), sheets=sheets)
    assert won(awards) == [(1, 1, None)]
    assert left(awards) == [(1, "lot", 1, (3, 4))]


# --- random halls ---

ARGUMENTS = ["1", "1-3", "2", "last", "last-1", "middle", "plus", "2,4,6", "1,last", "3-9"]
CRITERIA = ["woman", "newcomer", "oldest", "sies", "touts", "solos", "sheet", "minus"]


@st.composite
def halls(draw, *, distinct=False):
    count = draw(st.integers(1, 9))
    points = draw(st.lists(st.integers(-3, 3), min_size=count, max_size=count, unique=False))
    people = []
    for key in range(1, count + 1):
        people.append(
            {
                "key": key,
                "points": points[key - 1],
                "out": draw(st.integers(0, 5)) == 0,
                "club": draw(st.sampled_from(["SV", "TSV"])),
                "woman": draw(st.booleans()),
                "newcomer": draw(st.booleans()),
                "age": draw(st.sampled_from([None, 16, 17, 40, 80])),
                "sies": draw(st.integers(0, 1)),
                "touts": draw(st.integers(0, 2)),
                "solos": draw(st.integers(0, 2)),
            }
        )
    there = [one for one in people if not one["out"]]
    for one in people:
        ahead = sum(other["points"] > one["points"] for other in there)
        one["place"] = None if one["out"] else 1 + ahead
    sheets = [
        (match, 1 + (key - 1) // 4, key, draw(st.integers(-2, 2)), draw(st.integers(0, 2)))
        for match in (1, 2)
        for key in range(1, count + 1)
        if draw(st.integers(0, 4))
    ]
    prizes = []
    for key in range(1, draw(st.integers(1, 6)) + 1):
        kind = draw(st.integers(0, 2))
        one = {"key": 100 + key, "group": draw(st.integers(1, 2)), "count": 1, "argument": ""}
        if kind == 0:
            one |= {"criterion": "place", "argument": draw(st.sampled_from(ARGUMENTS))}
        elif kind == 1:
            one |= {"criterion": draw(st.sampled_from(CRITERIA)), "count": draw(st.integers(1, 3))}
        else:
            more = {"youth": "18", "club": "SV", "match": "1", "table": "2"}
            criterion = draw(st.sampled_from(sorted(more)))
            one |= {"criterion": criterion, "argument": more[criterion]}
        one["cents"] = draw(st.sampled_from([None, 1, 100, 999]))
        prizes.append(one)
    per_head = {group: draw(st.sampled_from(["several", "one", "overall"])) for group in (1, 2)}
    pairs = st.tuples(st.sampled_from([one["key"] for one in prizes]), st.integers(1, count))
    waived = draw(st.sets(pairs, max_size=4))
    lot = draw(st.permutations(range(1, count + 1)))
    return people, sheets, prizes, per_head, waived, list(lot)


def computed(world, *, sharing: str, lots: bool) -> Awards:
    people, sheets, prizes, per_head, waived, lot = world
    return award_prizes(
        [
            PrizeTerms(prize=one["key"], **{name: value for name, value in one.items() if name != "key"})
            for one in prizes
        ],
        per_head,
        [
            Candidate(
                participant=one["key"], start_number=one["key"], place=one["place"], points=one["points"],
                club=one["club"], woman=one["woman"], newcomer=one["newcomer"],
                born=one["age"] and dt.date(DAY.year - one["age"], 1, 1),
                sie_played=one["sies"], touts_won=one["touts"], solos_won=one["solos"],
            )
            for one in people
        ],
        day=DAY,
        sheets=[SheetPoints(*sheet) for sheet in sheets],
        sharing=sharing,
        acts=Acts(waived=frozenset(waived), lots={1: lot} if lots else {}),
    )  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(halls())
def test_with_lots_for_all_ties_it_is_what_a_pencil_finds(world):
    people, sheets, prizes, per_head, waived, lot = world
    found: dict[int, list[int]] = defaultdict(list)
    awards = computed(world, sharing="lot", lots=True)
    for award in awards.awards:
        found[award.prize].append(award.participant)
    expected = naive.winners(prizes, per_head, people, sheets, lot=lot, waived=waived)
    assert {key: sorted(keys) for key, keys in found.items()} == expected
    assert not [one for one in awards.open if one.why == Why.LOT]


@settings(max_examples=400, deadline=None)
@given(halls(), st.sampled_from(["same", "divided", "lot"]), st.booleans())
def test_no_prize_twice_none_lost_and_sums_to_the_cent(world, sharing, lots):
    people, sheets, prizes, per_head, waived, _lot = world
    awards = computed(world, sharing=sharing, lots=lots)
    placed = {one["key"] for one in people if one["place"]}
    pairs = [(award.prize, award.participant) for award in awards.awards]
    assert len(pairs) == len(set(pairs))
    assert not set(pairs) & waived
    assert {participant for _prize, participant in pairs} <= placed
    terms = {one["key"]: one for one in prizes}
    for group in (1, 2):
        heads = Counter(who for key, who in pairs if terms[key]["group"] == group)
        assert per_head[group] == "several" or max(heads.values(), default=0) <= 1
    overall = Counter(who for key, who in pairs if per_head[terms[key]["group"]] == "overall")
    assert max(overall.values(), default=0) <= 1
    open_count = Counter()
    for one in awards.open:
        open_count[one.prize] += one.count
        assert one.why != Why.LOT or (len(one.among) > one.count and not lots) or sharing != "lot"
    for group in (1, 2):
        laid = given = 0
        for one in prizes:
            if one["group"] != group or one["argument"] == "plus":
                continue
            units = _units(one, people, sheets)
            mine = [award for award in awards.awards if award.prize == one["key"]]
            if sharing == "lot" or (sharing == "divided" and one["cents"] is None):
                assert len(mine) + open_count[one["key"]] == units
            laid += units * (one["cents"] or 0)
            given += sum(award.cents or 0 for award in mine) + open_count[one["key"]] * (one["cents"] or 0)
        assert sharing == "same" or laid == given


def _units(one, people, sheets) -> int:
    """How many of a prize there are."""
    players = sum(bool(person["place"]) for person in people)
    if one["criterion"] == "place":
        return len(naive.slots(one, players)) if players else one["count"]
    if one["criterion"] == "table":
        placed = {person["key"] for person in people if person["place"]}
        return len({sheet[1] for sheet in sheets if str(sheet[0]) == one["argument"] and sheet[2] in placed}) or 1
    return one["count"]


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.integers(0, 4), min_size=1, max_size=12),
    st.lists(st.integers(1, 50_000), min_size=1, max_size=12),
)
def test_equal_places_divide_what_lies_at_their_places(points, amounts):
    places = [1 + sum(other > mine for other in points) for mine in points]
    people = [Candidate(participant=key, start_number=key, place=place) for key, place in enumerate(places, start=1)]
    awards = give([prize(place, str(place), cents=cents) for place, cents in enumerate(amounts, start=1)], people)
    got = Counter()
    for award in awards.awards:
        got[award.participant] += award.cents
    for place in set(places):
        sharers = [key for key, own in enumerate(places, start=1) if own == place]
        pot = sum(amounts[place - 1 : place - 1 + len(sharers)])
        assert sum(got[key] for key in sharers) == pot
        assert max(got[key] for key in sharers) - min(got[key] for key in sharers) <= 1
    assert len(awards.awards) <= len(points)


@settings(max_examples=200, deadline=None)
@given(halls())
def test_each_gets_the_same(world):
    """Whoever shares the place at which a prize lies has it; who stands elsewhere has it only by passing on."""
    people, sheets, prizes, _per_head, _waived, lot = world
    world = (people, sheets, prizes, {1: "several", 2: "several"}, set(), lot)
    awards = computed(world, sharing="same", lots=False)
    for one in prizes:
        if one["criterion"] != "place" or one["argument"] == "plus":
            continue
        players = sum(bool(person["place"]) for person in people)
        shared = Counter(person["place"] for person in people if person["place"])
        expected = set()
        for number, way in naive.slots(one, players):
            for person in people:
                first = person["place"]
                last = first and first + shared[first] - 1
                here = number == (first if way > 0 else last)
                if first and (here or (one["argument"] == "middle" and first <= number <= last)):
                    expected.add(person["key"])
        assert {award.participant for award in awards.awards if award.prize == one["key"]} == expected


# --- money ---


@given(st.integers(1, 10_000_000), st.integers(1, 40), st.booleans())
def test_a_table_by_places_adds_up_and_falls(cents, places, whole):
    if refusal(lambda: by_places(cents, places, whole_euros=whole)) == "too_many_places":
        return
    table = by_places(cents, places, whole_euros=whole)
    assert sum(table) == cents
    assert table == sorted(table, reverse=True)
    assert table[-1] > 0
    assert not whole or all(share % 100 == 0 for share in table[1:])


@given(st.integers(0, 10**9), st.integers(1, 50))
def test_shares_are_exact(cents, heads):
    shares = divided(cents, heads)
    assert sum(shares) == cents
    assert max(shares) - min(shares) <= 1


@pytest.mark.parametrize(
    ("total", "kept", "percent", "given_cents"),
    [(96000, 0, 0, 96000), (96000, 0, 50, 48000), (101, 0, 50, 51), (96000, 10000, 0, 86000), (96000, 8000, 25, 64000)],
)
def test_what_is_given_out(total, kept, percent, given_cents):
    assert given_out(total, kept_cents=kept, kept_percent=percent) == given_cents


@pytest.mark.parametrize(
    ("total", "kept", "percent", "code"),
    [(0, 0, 0, "no_money"), (-1, 0, 0, "no_money"), (10**9, 0, 0, "no_money"), (100, 100, 0, "all_kept"),
     (100, 0, 100, "all_kept"), (100, -1, 0, "all_kept"), (100, 0, 101, "all_kept")],
)  # fmt: skip
def test_what_is_no_sum(total, kept, percent, code):
    with pytest.raises(Refused) as refused:
        given_out(total, kept_cents=kept, kept_percent=percent)
    assert refused.value.code == code


# --- places in words ---


@pytest.mark.parametrize(
    ("text", "argument"),
    [
        ("1", "1"), ("1–10", "1-10"), ("1. bis 10.", "1-10"), ("letzter", "last"), ("der Vorletzte", "last-1"),
        ("Mitte", "middle"), ("11, 22, 33", "11,22,33"), ("11, 22 und 33", "11,22,33"), ("11 22 33", "11,22,33"),
        ("jeder mit Pluspunkten", "plus"), ("everybody with plus points", "plus"), ("last but one", "last-1"),
        ("Plätze 1-3, letzter", "1-3,last"), ("1.-3. Platz", "1-3"), ("2nd", "2"), ("3, 1, 2", "1-3"), ("5,5", "5"),
        ("places 5 to 7", "5-7"), ("drittletzter", "last-2"),
    ],
)  # fmt: skip
def test_places_as_people_write_them(text, argument):
    assert places_argument(text) == argument
    assert places_argument(argument) == argument


@pytest.mark.parametrize(
    ("text", "code"),
    [("0", "place_zero"), ("0-3", "place_zero"), ("3-1", "places_reversed"), ("", "no_place"), (" , ", "no_place"),
     ("foo", "bad_places"), ("1--3", "bad_places"), ("-1", "bad_places"), ("1.5", "bad_places"), ("²", "bad_places"),
     ("99999", "place_too_high"), ("9" * 400, "place_too_high"), ("plus, 1", "plus_alone"), ("<b>1</b>", "bad_places")],
)  # fmt: skip
def test_places_that_are_refused(text, code):
    with pytest.raises(Refused) as refused:
        places_argument(text)
    assert refused.value.code == code
    assert str(refused.value)


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_in_words(text):
    if refusal(lambda: places_argument(text)):
        return
    argument = places_argument(text)
    assert places_argument(argument) == argument
    assert places_text(argument)
    assert argument == "plus" or laid_places(argument, 10)
