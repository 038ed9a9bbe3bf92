"""Which copies are kept as they grow old."""

from datetime import UTC, datetime, timedelta

import pytest

from tournament.backup.copies.names import (
    copies_in,
    copy_name,
    is_locked,
    is_replaced,
    locked_name,
    made_at,
    names_in,
    replaced_in,
    replaced_name,
)
from tournament.backup.copies.thinning import superfluous
from tournament.backup.services.backups import thin

NOW = datetime(2026, 11, 28, 14, 30, tzinfo=UTC)


def ago(**span):
    return NOW - timedelta(**span)


@pytest.mark.parametrize(
    ("ages", "gone"),
    [
        # All of the last three hours.
        ([timedelta(minutes=10 * number) for number in range(18)], []),
        # Then one an hour, the first of each hour by the clock.
        (
            [timedelta(), timedelta(hours=3, minutes=40), timedelta(hours=3, minutes=50), timedelta(hours=4)],
            [timedelta(hours=3, minutes=40), timedelta(hours=3, minutes=50)],
        ),
        ([timedelta(hours=4), timedelta(hours=5), timedelta(hours=6)], []),
        # Then one a day, for a fortnight; one a week, for half a year; then none.
        (
            [timedelta(), timedelta(days=2), timedelta(days=2, hours=1), timedelta(days=3)],
            [timedelta(days=2)],
        ),
        ([timedelta(), timedelta(days=15), timedelta(days=22), timedelta(days=29)], []),
        ([timedelta(), timedelta(days=182), timedelta(days=400)], [timedelta(days=182), timedelta(days=400)]),
        # The newest one is never deleted, however old, and one from the future is young.
        ([timedelta(days=400)], []),
        ([timedelta(days=400), timedelta(days=401)], [timedelta(days=401)]),
        ([timedelta(hours=-1), timedelta(minutes=5)], []),
    ],
)
def test_which_copies_go(ages, gone):
    assert superfluous([NOW - age for age in ages], NOW) == {NOW - age for age in gone}


def test_a_copy_each_ten_minutes_for_a_month_leaves_few():
    """As it happens: after each copy some are deleted."""
    copies, moment = set(), ago(days=30)
    while moment <= NOW:
        copies.add(moment)
        copies -= superfluous(copies, moment)
        moment += timedelta(minutes=10)
    ages = sorted(NOW - at for at in copies)
    assert len([age for age in ages if age < timedelta(hours=3)]) == 18
    assert 20 <= len([age for age in ages if timedelta(hours=3) <= age < timedelta(days=1)]) <= 22
    assert 13 <= len([age for age in ages if timedelta(days=1) <= age < timedelta(days=14)]) <= 14
    assert 2 <= len([age for age in ages if age >= timedelta(days=14)]) <= 4


def test_the_name_tells_when():
    assert copy_name(NOW) == "spielliste-2026-11-28T14-30-00Z.zip"
    assert made_at(copy_name(NOW)) == made_at(locked_name(copy_name(NOW))) == NOW
    assert is_locked(locked_name(copy_name(NOW)))
    for other in ("spielliste-2026-11-28T14-30-00Z.zip.part", "spielliste-2026-11-28T14-30-00Z.zip.damaged", "x.zip"):
        assert made_at(other) is None
    assert made_at("spielliste-2026-13-28T14-30-00Z.zip") is None


def test_the_name_says_that_a_copy_is_of_what_a_restore_replaced(tmp_path):
    usual, replaced = copy_name(NOW), replaced_name("replaced-2026-11-28T14-30-00Z")
    assert (made_at(replaced), is_replaced(replaced), is_replaced(usual)) == (NOW, True, False)
    for name in (usual, replaced, "notes.zip"):
        (tmp_path / name).touch()
    assert copies_in(tmp_path) == {NOW: tmp_path / usual}
    assert replaced_in(tmp_path) == {NOW: tmp_path / replaced}
    assert names_in(tmp_path) == [usual, replaced]


def test_what_was_replaced_is_kept_no_longer_than_half_a_year_and_keeps_no_copy_from_staying(tmp_path):
    for days in (1, 179, 181):
        at = NOW - timedelta(days=days)
        (tmp_path / copy_name(at)).touch()
        (tmp_path / replaced_name(f"replaced-{at:%Y-%m-%dT%H-%M-%SZ}")).touch()
    thin(tmp_path, NOW)
    moments = [NOW - timedelta(days=days) for days in (1, 179)]
    assert (list(copies_in(tmp_path)), list(replaced_in(tmp_path))) == (moments, moments)
    for at in moments:
        (tmp_path / copy_name(at)).unlink()
    thin(tmp_path, NOW + timedelta(days=400))
    assert names_in(tmp_path) == [], "not even the newest"
