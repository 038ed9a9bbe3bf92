"""Who wins what in random halls: against a second computation, and against what must hold whatever is set."""

import datetime as dt
from collections import Counter, defaultdict
from types import MappingProxyType

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.prizes import naive
from tournament.prizes.awarding import Acts, Awards, Why, award_prizes
from tournament.prizes.orders import Candidate, PrizeTerms, SheetPoints

DAY = dt.date(2026, 11, 28)

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


def computed(world, *, sharing: str, lots: bool, receivers=MappingProxyType({})) -> Awards:
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
        acts=Acts(waived=frozenset(waived), lots=[(1, lot)] if lots else [], receivers=receivers),
    )  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(halls())
def test_with_lots_for_all_ties_it_is_what_a_pencil_finds(world):
    people, sheets, prizes, per_head, waived, lot = world
    receivers: dict[int, list[int]] = defaultdict(list)
    awards = computed(world, sharing="lot", lots=True)
    for award in awards.awards:
        receivers[award.prize].append(award.participant)
    expected = naive.winners(prizes, per_head, people, sheets, lot=lot, waived=waived)
    assert {key: sorted(keys) for key, keys in receivers.items()} == expected
    assert not [one for one in awards.open if one.why == Why.LOT]


@settings(max_examples=200, deadline=None)
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
        cents_in_all = handed_out = 0
        for one in prizes:
            if one["group"] != group or one["argument"] == "plus":
                continue
            units = _units(one, people, sheets)
            mine = [award for award in awards.awards if award.prize == one["key"]]
            if sharing == "lot" or (sharing == "divided" and one["cents"] is None):
                assert len(mine) + open_count[one["key"]] == units
            cents_in_all += units * (one["cents"] or 0)
            handed_out += sum(award.cents or 0 for award in mine) + open_count[one["key"]] * (one["cents"] or 0)
        assert sharing == "same" or cents_in_all == handed_out


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
    prizes = [
        PrizeTerms(prize=place, group=1, criterion="place", argument=str(place), cents=cents)
        for place, cents in enumerate(amounts, start=1)
    ]
    awards = award_prizes(prizes, {1: "several"}, people, day=DAY)
    cents_by_key = Counter()
    for award in awards.awards:
        cents_by_key[award.participant] += award.cents
    for place in set(places):
        sharers = [key for key, own in enumerate(places, start=1) if own == place]
        pot = sum(amounts[place - 1 : place - 1 + len(sharers)])
        assert sum(cents_by_key[key] for key in sharers) == pot
        assert max(cents_by_key[key] for key in sharers) - min(cents_by_key[key] for key in sharers) <= 1
    assert len(awards.awards) <= len(points)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.integers(0, 2), min_size=1, max_size=7),
    st.lists(st.integers(1, 1000), min_size=1, max_size=7),
    st.sets(st.tuples(st.integers(1, 7), st.integers(1, 7)), max_size=5),
)
def test_who_waives_a_part_of_a_divided_sum_waives_all_of_it(points, amounts, waived):
    places = {key: 1 + sum(other > mine for other in points) for key, mine in enumerate(points, start=1)}
    people = [Candidate(participant=key, start_number=key, place=place) for key, place in places.items()]
    prizes = [
        PrizeTerms(prize=place, group=1, criterion="place", argument=str(place), cents=cents)
        for place, cents in enumerate(amounts, start=1)
    ]
    awards = award_prizes(prizes, {1: "several"}, people, day=DAY, acts=Acts(waived=frozenset(waived)))
    cents_by_key = Counter()
    for award in awards.awards:
        cents_by_key[award.participant] += award.cents
    assert cents_by_key == naive.divided_money(places, amounts, waived)


@settings(max_examples=200, deadline=None)
@given(halls(), st.sets(st.integers(1, 9)))
def test_what_was_given_stays_with_whom_is_forgotten(world, forgotten):
    """With lots for all ties: where all who are equal get the same, who else is equal matters to the next prize."""
    people, sheets, prizes, per_head, waived, lot = world
    handed_out = [(award.prize, award.participant) for award in computed(world, sharing="lot", lots=True).awards]
    erased = {key for key, who in handed_out if who in forgotten}
    receivers = {key: {who for other, who in handed_out if other == key} for key in erased}
    nothing = {"woman": None, "newcomer": None, "age": None, "club": ""}
    erased_people = [one | (nothing if one["key"] in forgotten else {}) for one in people]
    awards = computed(
        (erased_people, sheets, prizes, per_head, waived, lot), sharing="lot", lots=True, receivers=receivers
    )
    assert {(award.prize, award.participant) for award in awards.awards} >= {
        (key, who) for key, who in handed_out if key in erased
    }


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
