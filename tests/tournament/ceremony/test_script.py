"""The script of a prize-giving: the order of the evening, and what a screen shows of a step."""

from dataclasses import asdict, dataclass, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.ceremony.script import (
    CALLED,
    Won,
    best_place,
    called,
    carried_over,
    facts_of,
    make_steps,
    picture_of_step,
    same_position,
    seconds_of,
    step_of_place,
)
from tournament.prizes.kinds import ShownPrize


@dataclass(frozen=True)
class Line:
    participant: int
    place: int | None
    total: int = 0


def ranked(*sizes: int, unplaced: int = 0) -> list[Line]:
    """Lines of places shared by so many each; participant 101 leads."""
    lines: list[Line] = []
    for size in sizes:
        place = len(lines) + 1
        lines += [Line(100 + number, place) for number in range(place, place + size)]
    return lines + [Line(901 + number, None) for number in range(unplaced)]


def won(prize: int, participant: int, presentation: str = "line", *, by_place: bool = True) -> Won:
    return Won(prize=prize, participant=participant, by_place=by_place, shown=presentation)


def script_of(lines: list[Line], steps: list[dict[str, Any]], reasons: dict[str, Any] | None = None) -> dict[str, Any]:
    """A script as a prize-giving keeps it."""
    ranking = {"lines": [{**asdict(line), "match_points": [line.total]} for line in lines]}
    return {"ranking": ranking, "steps": steps, "reasons": reasons or {}}


def outline(steps: list[dict[str, Any]]) -> list[tuple[str, list[int], list[int]]]:
    return [(step["kind"], step["lines"], [award[0] for award in step["awards"]]) for step in steps]


def test_special_prizes_come_before_the_places_and_the_first_comes_last() -> None:
    steps = make_steps(ranked(1, 1, 1), [won(1, 101), won(9, 103, by_place=False)])
    assert outline(steps) == [
        ("opening", [], []),
        ("special", [], [9]),
        ("place", [103], []),
        ("place", [102], []),
        ("place", [101], [1]),
        ("honours", [], []),
    ]


def test_equal_places_are_one_step() -> None:
    steps = make_steps(ranked(1, 2, 1), [])
    assert outline(steps)[1:-1] == [("place", [104], []), ("place", [102, 103], []), ("place", [101], [])]


def test_small_prizes_are_lists_in_the_order_of_the_places() -> None:
    small = [won(4, number, "list") for number in range(103, 113)]
    steps = make_steps(ranked(*[1] * 12), [won(1, 101), *small])
    assert outline(steps)[1:-1] == [
        ("list", list(range(105, 113)), [4] * 8),
        ("list", [103, 104], [4, 4]),
        ("place", [102], []),
        ("place", [101], [1]),
    ]


def test_a_list_never_parts_equal_places() -> None:
    steps = make_steps(ranked(1, 3, 6), [won(4, number, "list") for number in range(101, 111)])
    assert outline(steps)[1:-1] == [("list", list(range(105, 111)), [4] * 6), ("list", [101, 102, 103, 104], [4] * 4)]


def test_places_behind_the_tenth_without_a_prize_are_lists() -> None:
    steps = make_steps(ranked(*[1] * 13), [])
    assert outline(steps)[1] == ("list", [111, 112, 113], [])
    assert outline(steps)[2] == ("place", [110], [])


def test_a_prize_on_a_screen_of_its_own_follows_its_place() -> None:
    steps = make_steps(ranked(1), [won(1, 101, "screen"), won(2, 101, "highlight")])
    assert outline(steps)[1:-1] == [("place", [101], [2]), ("prize", [], [1])]


def test_only_winners_from_a_place_on() -> None:
    lines, prizes = ranked(1, 2, 1, 1), [won(1, 102), won(2, 104), won(7, 105)]
    steps = make_steps(lines, prizes, winners_only=True, first_place_shown=4)
    # 103 shares the place of 102. The prize for place 5 is announced before the places.
    assert outline(steps)[1:-1] == [("special", [], [7]), ("place", [104], [2]), ("place", [102, 103], [1])]


def test_a_prize_that_is_not_shown_is_nowhere() -> None:
    steps = make_steps(ranked(1), [won(1, 101, "not")])
    assert outline(steps) == [("opening", [], []), ("place", [101], []), ("honours", [], [])]
    assert picture_of_step(steps, 2).awards == ()


def test_a_tournament_without_anything_has_an_opening_and_an_end() -> None:
    assert outline(make_steps([], [])) == [("opening", [], []), ("honours", [], [])]
    assert outline(make_steps([Line(1, None)], [], winners_only=True)) == [("opening", [], []), ("honours", [], [])]


def test_the_next_three_are_called_without_their_order() -> None:
    steps = make_steps(ranked(1, 1, 1, 1, 1), [])
    assert [called(steps, number) for number in range(len(steps))] == [
        (103, 104, 105),
        (102, 103, 104),
        (101, 102, 103),
        # All are at the front: the line names nobody alone while the places before are announced.
        (),
        (),
        (),
        (),
    ]


def test_of_equal_places_all_are_called_or_none() -> None:
    assert called(make_steps(ranked(2, 2), []), 0) == (103, 104)
    assert called(make_steps(ranked(5), []), 0) == (101, 102, 103, 104, 105)


def test_nobody_is_called_for_a_list() -> None:
    steps = make_steps(ranked(1, 1), [won(1, 102, "list")])
    assert called(steps, 0) == ()
    assert called(steps, 1) == (101,)


def test_the_roll_names_the_first_place_first_and_special_prizes_last() -> None:
    steps = make_steps(ranked(1, 1), [won(1, 101), won(2, 102), won(3, 102, "screen"), won(9, 101, by_place=False)])
    assert [award[0] for award in picture_of_step(steps, len(steps) - 1).awards] == [1, 3, 2, 9]


@pytest.mark.parametrize(("place", "step"), [(1, 2), (2, 1), (3, None)])
def test_the_step_of_a_place(place: int, step: int | None) -> None:
    lines = ranked(1, 1)
    assert step_of_place(make_steps(lines, []), {line.participant: line.place for line in lines}, place) == step


def test_a_long_evening_takes_longer() -> None:
    assert seconds_of(make_steps(ranked(1, 1, 1), [])) > seconds_of(make_steps(ranked(1), []))


def test_after_a_correction_it_goes_on_where_it_was() -> None:
    lines = ranked(*[1] * 5)
    old, places = make_steps(lines, []), {101 + at: at + 1 for at in range(5)}
    # Places 5, 4 and 3 were announced; then 105 and 104 changed places, and 101 fell back to place 4.
    now = [Line(102, 1), Line(103, 2), Line(105, 3), Line(101, 4), Line(104, 5)]
    new, new_places = make_steps(now, []), {line.participant: line.place for line in now}
    at = same_position(old, 3, places, new, new_places)
    assert new[at]["lines"] == [105]
    # Each of these places is somebody else's now: all are announced again.
    assert carried_over(script_of(lines, old), [0, 1, 2, 3], script_of(now, new)) == [0]


def test_whoever_was_announced_and_climbs_is_announced_again() -> None:
    lines = ranked(1, 1, 1)
    old, places = make_steps(lines, []), {101: 1, 102: 2, 103: 3}
    now = [Line(103, 1), Line(101, 2), Line(102, 3)]
    new, new_places = make_steps(now, []), {line.participant: line.place for line in now}
    at = same_position(old, 1, places, new, new_places)
    assert (at, carried_over(script_of(lines, old), [0, 1], script_of(now, new))) == (1, [0])


def test_other_points_another_winner_another_amount_and_another_reason_are_announced_again() -> None:
    lines, won_then = ranked(1, 1, 1, 1), [won(1, 101), won(2, 102), won(7, 101, by_place=False)]
    old = make_steps(lines, won_then)
    now = [*lines[:3], replace(lines[3], total=-25)]
    new = make_steps(now, [won(2, 103), won(7, 101, by_place=False), replace(won(1, 101), cents=500)])
    then, after = ({"7-101": {"criterion": "solos", "figure": figure}} for figure in (3, 4))
    everything = range(len(old))
    assert carried_over(script_of(lines, old, then), everything, script_of(lines, old, then)) == list(everything)
    # Opening, prize 7, places 4, 3, 2, 1, honour roll: prize 2 is that of place 3 now, and place 2 is without one.
    assert carried_over(script_of(lines, old, then), everything, script_of(now, new, then)) == [0, 1, 4]
    assert carried_over(script_of(lines, old, then), everything, script_of(now, new, after)) == [0, 4]


def test_what_was_announced_behind_the_step_that_is_made_up_for_stays_known() -> None:
    lines = ranked(1, 1, 1)
    script = script_of(lines, make_steps(lines, []))
    assert carried_over(script, [0, 2, 3], script) == [0, 2, 3]


def test_among_special_prizes_it_goes_on_behind_the_last_one() -> None:
    prizes = [won(prize, 101, by_place=False) for prize in (6, 7, 8)]
    old, new = make_steps(ranked(1), prizes), make_steps(ranked(1), prizes[1:])
    assert same_position(old, 2, {101: 1}, new, {101: 1}) == 1
    assert same_position(old, 1, {101: 1}, new, {101: 1}) == 0
    assert same_position(old, len(old) - 1, {101: 1}, new, {101: 1}) == len(new) - 1


@st.composite
def evenings(draw: st.DrawFn) -> tuple[list[Line], list[Won], dict[str, Any]]:
    lines = ranked(*draw(st.lists(st.integers(1, 4), max_size=25)), unplaced=draw(st.integers(0, 2)))
    everyone = [line.participant for line in lines]
    prizes = st.builds(
        Won,
        prize=st.integers(1, 40),
        participant=st.sampled_from(everyone) if everyone else st.nothing(),
        cents=st.none() | st.integers(1, 5000),
        by_place=st.booleans(),
        shown=st.sampled_from(ShownPrize.values),
    )
    awards = draw(st.lists(prizes, max_size=30, unique_by=lambda one: (one.prize, one.participant))) if lines else []
    settings = {"winners_only": draw(st.booleans()), "first_place_shown": draw(st.none() | st.integers(1, 60))}
    return lines, awards, settings


@given(evenings())
def test_every_line_and_every_award_is_announced_once(evening: tuple[list[Line], list[Won], dict[str, Any]]) -> None:
    lines, awards, settings = evening
    steps = make_steps(lines, awards, **settings)
    announced_lines = [participant for step in steps for participant in step["lines"]]
    assert len(announced_lines) == len(set(announced_lines))
    first = settings["first_place_shown"]
    expected = {line.participant for line in lines if line.place and (first is None or line.place <= first)}
    if settings["winners_only"]:
        winning = {one.participant for one in awards if one.by_place and one.shown != ShownPrize.NOT}
        places = {line.place for line in lines if line.participant in winning}
        expected = {line.participant for line in lines if line.participant in expected and line.place in places}
    assert set(announced_lines) == expected
    entries = [tuple(award) for step in steps for award in step["awards"]]
    announced = sorted(
        ((one.prize, one.participant, one.cents) for one in awards if one.shown != ShownPrize.NOT), key=repr
    )
    assert sorted(entries, key=repr) == announced
    assert sorted(picture_of_step(steps, len(steps) - 1).awards, key=repr) == announced


@given(evenings())
def test_equal_places_are_announced_together_and_better_ones_later(
    evening: tuple[list[Line], list[Won], dict[str, Any]],
) -> None:
    lines, awards, settings = evening
    steps = make_steps(lines, awards, **settings)
    places = {line.participant: line.place for line in lines}
    where: dict[int | None, int] = {}
    for number, step in enumerate(steps):
        for participant in step["lines"]:
            assert where.setdefault(places[participant], number) == number
    in_order = sorted(where, key=lambda place: (where[place], -(place or 0)))
    assert in_order == sorted(where, key=lambda place: -(place or 0))
    assert [steps[0]["kind"], steps[-1]["kind"]] == ["opening", "honours"]


@given(evenings(), st.data())
def test_the_picture_of_a_step_is_the_same_whatever_the_way_there(
    evening: tuple[list[Line], list[Won], dict[str, Any]], data: st.DataObject
) -> None:
    lines, awards, settings = evening
    steps = make_steps(lines, awards, **settings)
    first = [picture_of_step(steps, number) for number in range(len(steps))]
    for number in data.draw(st.lists(st.integers(0, len(steps) - 1), max_size=20)):
        picture = picture_of_step(steps, number)
        assert picture == first[number]
        # Nothing of a later step is in it but who is called, and of that no more than what comes next.
        later = {participant for step in steps[number + 1 :] for participant in step["lines"]}
        assert not later & set(picture.lines)
        assert set(picture.called).isdisjoint(picture.lines)
        assert list(picture.called) == sorted(picture.called)
        most = max([CALLED, *(len(step["lines"]) + len(step["awards"]) for step in steps)])
        assert len(picture.called) <= most


@given(evenings())
def test_a_script_made_again_from_the_same_goes_on_at_the_same_step(
    evening: tuple[list[Line], list[Won], dict[str, Any]],
) -> None:
    lines, awards, settings = evening
    steps, places = make_steps(lines, awards, **settings), {line.participant: line.place for line in lines}
    for number in range(len(steps)):
        at = same_position(steps, number, places, steps, places)
        assert at >= number or best_place(steps[at], places) == best_place(steps[number], places)
        script = script_of(lines, steps)
        assert set(range(number + 1)) <= set(carried_over(script, range(number + 1), script))


@given(evenings(), evenings(), st.data())
def test_after_taking_over_nothing_is_known_that_was_not_read_out_exactly_so(
    then: tuple[list[Line], list[Won], dict[str, Any]],
    now: tuple[list[Line], list[Won], dict[str, Any]],
    data: st.DataObject,
) -> None:
    reasons: st.SearchStrategy[dict[str, Any]] = st.dictionaries(
        st.builds("{}-{}".format, st.integers(1, 40), st.integers(101, 110)),
        st.builds(dict, criterion=st.just("solos"), figure=st.integers(1, 2)),
    )
    points = st.lists(st.integers(0, 1), min_size=102, max_size=102)

    def script(evening: tuple[list[Line], list[Won], dict[str, Any]]) -> dict[str, Any]:
        totals = data.draw(points)
        lines = [replace(line, total=totals[at]) for at, line in enumerate(evening[0])]
        return script_of(lines, make_steps(lines, evening[1], **evening[2]), data.draw(reasons))

    def read_aloud(content: dict[str, Any], numbers: list[int]) -> list[Any]:
        lines = {line["participant"]: line for line in content["ranking"]["lines"]}
        parts: list[Any] = []
        for number in numbers:
            parts += [lines[who] for who in content["steps"][number]["lines"]]
            parts += [
                (*award, content["reasons"].get(f"{award[0]}-{award[1]}"))
                for award in content["steps"][number]["awards"]
            ]
        return parts

    old, new = script(then), script(now)
    numbers_before = sorted(data.draw(st.sets(st.integers(0, len(old["steps"]) - 1))))
    carried = carried_over(old, numbers_before, new)
    aloud = read_aloud(old, numbers_before)
    assert [one for one in read_aloud(new, carried) if one not in aloud] == []
    # And nothing else is read out again.
    again = [number for number in range(1, len(new["steps"]) - 1) if number not in carried]
    assert all(any(one not in aloud for one in read_aloud(new, [number])) for number in again)
    if len(new["steps"]) - 1 in carried:
        rolls = [picture_of_step(content["steps"], len(content["steps"]) - 1).awards for content in (old, new)]
        assert rolls[0] == rolls[1]
        assert facts_of(old)[-1] == facts_of(new)[-1]
