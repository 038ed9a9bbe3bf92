"""What is missing before a prize-giving can begin, where it is settled, and which prizes go to nobody."""

import pytest
from django.test import Client

from tests.tournament.ceremony.hall import OFTEN, Hall
from tests.worlds.prize_giving import put_out
from tournament.ceremony.missing import ceremony_remarks, missing
from tournament.ceremony.selectors import ceremony_of, script_of
from tournament.models import Prize, Scoresheet
from tournament.prizes.awarding import OpenPrize, Why
from tournament.prizes.kinds import Criterion
from tournament.prizes.selectors import left_text
from tournament.services import versions


def pages(hall: Hall) -> list[tuple[str, int | None]]:
    """Where what is missing is settled: the page, and the match."""
    hall.tournament.refresh_from_db()
    rows = missing(hall.tournament, script_of(hall.tournament, ceremony_of(hall.tournament)))
    return [(one.page, one.match) for one in rows]


def test_a_lot_for_a_prize_is_missing_once_the_places_stand(hall: Hall) -> None:
    hall.tournament.participants.update(birth_date="1950-05-01")
    put_out(hall.tournament, 1, Criterion.OLDEST)
    assert pages(hall) == [("prize_lots", None)]
    sheets = Scoresheet.objects.filter(match__tournament=hall.tournament, match__number=2, table_number=1)
    sheets.update(state="signed", accepted_by=None, accepted_at=None)
    versions.bump(hall.tournament)
    assert pages(hall) == [("match", 2)]


@pytest.mark.django_db
def test_a_tie_is_named_once_and_not_with_each_prize_that_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    # Both tables play the same: 1 and 5 are equal, 2 and 6, and so on.
    for match, table in OFTEN:
        monkeypatch.setitem(OFTEN, (match, table), 2)
    assert pages(Hall()) == [("standings", None)]


def test_the_page_leads_to_where_it_is_settled(hall: Hall, presenter: Client) -> None:
    Scoresheet.objects.filter(match__tournament=hall.tournament, match__number=2, table_number=1).update(
        state="signed", accepted_by=None, accepted_at=None
    )
    versions.bump(hall.tournament)
    page = presenter.get(hall.address("ceremony")).content.decode()
    assert '<li><a href="/tournaments/feldkirchen-2026/matches/2/">Match 2: ' in page
    assert "The prize-giving can begin once these are settled." in page
    assert "ceremony/begin/" not in page


def test_of_a_prize_for_several_places_only_what_is_left_goes_to_nobody(hall: Hall) -> None:
    hall.tournament.prizes.all().delete()
    put_out(hall.tournament, 1, Criterion.PLACE, argument="5,11,22")
    script = script_of(hall.tournament, ceremony_of(hall.tournament))
    assert ceremony_remarks(script) == [
        f"Prize 1, {script.prizes[0].words}: Of 3, 2 go to nobody. There are only 8 places."
    ]


@pytest.mark.parametrize(
    ("criterion", "argument", "count", "rest", "sentence"),
    [
        ("place", "11-12", 1, 2, "There are only 8 places."),
        ("place", "8-9", 1, 1, "Of 2, 1 goes to nobody. There are only 8 places."),
        # Somebody waived it, and nobody else fits.
        ("place", "7-8", 1, 1, "Of 2, 1 goes to nobody."),
        ("place", "plus", 1, 1, "Nobody fits."),
        ("woman", "", 3, 1, "Of 3, 1 goes to nobody."),
        ("woman", "", 1, 1, "Nobody fits."),
    ],
)
def test_what_is_left_of_a_prize(criterion: str, argument: str, count: int, rest: int, sentence: str) -> None:
    prize = Prize(criterion=criterion, argument=argument, count=count)
    assert left_text(prize, OpenPrize(prize=1, why=Why.NOBODY, count=rest), 8) == sentence
