"""What a screen shows at a moment follows from the server's clock alone."""

from itertools import pairwise

import pytest

from tournament.screens.scenes import PLAIN_PAGE_SECONDS, Has, Scene, SceneTurn, known_scenes, page_at, turn_at
from tournament.screens.views.parts import PARTS

SOME = dict.fromkeys(Scene, Has.SOMETHING)
THREE = (Scene.SEATS, Scene.RANKING, Scene.PICTURES)
NOON = 1_795_690_800.0  # a whole round of three times 20 seconds begins


def test_scenes_take_turns_and_a_reload_shows_the_same() -> None:
    turns = [turn_at(THREE, SOME, 20, NOON + second) for second in range(60)]
    assert [turn.scene for turn in turns if turn] == [scene for scene in THREE for _ in range(20)]
    assert turns[25] == turn_at(THREE, SOME, 20, NOON + 25)
    assert turns[25]
    assert (turns[25].begins, turns[25].ends) == (NOON + 20, NOON + 40)
    again = turn_at(THREE, SOME, 20, NOON + 60)
    assert again
    assert again.scene == Scene.SEATS


def test_what_has_nothing_to_show_is_left_out() -> None:
    has = {Scene.SEATS: Has.SOMETHING, Scene.PICTURES: Has.SOMETHING}
    assert {turn.scene for second in range(200) if (turn := turn_at(THREE, has, 20, NOON + second))} == set(has)
    assert turn_at(THREE, {}, 20, NOON) is None
    assert turn_at((), SOME, 20, NOON) is None


@pytest.mark.parametrize("second", [0, 19, 20, 41, 59])
def test_what_happens_now_goes_before_everything(second: int) -> None:
    has = SOME | {Scene.RANKING: Has.NOW}
    turn = turn_at(THREE, has, 20, NOON + second)
    assert turn
    assert (turn.scene, turn.ends) == (Scene.RANKING, None)
    # A screen that was not told to show it does not.
    other = turn_at((Scene.SEATS,), has, 20, NOON + second)
    assert other
    assert other.scene == Scene.SEATS


def test_of_two_that_happen_now_the_later_one_of_the_evening_is_shown() -> None:
    has = {Scene.DRAW: Has.NOW, Scene.CEREMONY: Has.NOW}
    turn = turn_at(known_scenes(["ceremony", "draw"]), has, 20, NOON)
    assert turn
    assert turn.scene == Scene.CEREMONY


@pytest.mark.parametrize("second", [0, 25, 50])
def test_what_stays_goes_before_what_takes_turns_and_behind_what_happens_now(second: int) -> None:
    has = SOME | {Scene.DRAW: Has.NOTHING, Scene.CEREMONY: Has.STAYS, Scene.HONOURS: Has.STAYS}
    for scenes, expected in (
        (tuple(Scene), Scene.HONOURS),
        ((*THREE, Scene.CEREMONY), Scene.CEREMONY),
    ):
        turn = turn_at(scenes, has, 20, NOON + second)
        assert turn
        assert (turn.scene, turn.ends) == (expected, None)
        turn_of_lot = turn_at((Scene.LOT, *scenes), has | {Scene.LOT: Has.NOW}, 20, NOON + second)
        assert turn_of_lot
        assert turn_of_lot.scene == Scene.LOT


def test_one_scene_is_fixed() -> None:
    assert turn_at((Scene.RANKING,), SOME, 20, NOON) == SceneTurn(
        scene=Scene.RANKING, begins=0, ends=None, seconds=NOON
    )


@pytest.mark.parametrize(("seconds", "each"), [(5, 5), (12, 12), (20, 10), (24, 8), (64, 8), (30, 10)])
def test_a_list_goes_on_page_by_page_where_it_was_left(seconds: int, each: int) -> None:
    pages, two = [], (Scene.SEATS, Scene.RANKING)
    for second in range(20 * seconds):
        turn = turn_at(two, SOME, seconds, second)
        assert turn
        if turn.scene == Scene.RANKING:
            pages.append(page_at(turn, 4, seconds))
    runs = [(page, pages.index(page)) for page in (1, 2, 3, 4)]
    assert runs == [(1, 0), (2, each), (3, 2 * each), (4, 3 * each)]
    assert pages[4 * each] == 1


@pytest.mark.parametrize("seconds", [10, 20, 24, 60])
def test_without_a_script_a_page_that_is_loaded_every_ten_seconds_misses_none(seconds: int) -> None:
    def page(second: float) -> int:
        turn = turn_at((Scene.SEATS,), SOME, seconds, second)
        assert turn
        return page_at(turn, 4, seconds, PLAIN_PAGE_SECONDS)

    pages = [page(10.0 * load) for load in range(50)]
    assert {(after - before) % 4 for before, after in pairwise(pages)} <= {0, 1}


def test_a_list_without_a_page_has_one() -> None:
    turn = turn_at((Scene.RANKING,), SOME, 20, NOON)
    assert turn
    assert page_at(turn, 0, 20) == 1


def test_a_name_of_another_version_is_left_out() -> None:
    assert known_scenes(["ranking", "fireworks", "seats", "seats"]) == (Scene.SEATS, Scene.RANKING)


def test_every_scene_has_its_part() -> None:
    assert set(PARTS) == set(Scene)
