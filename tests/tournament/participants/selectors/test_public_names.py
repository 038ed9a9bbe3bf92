"""Names in public: whose name is shown, and what stands for one that is not."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.worlds.played import finished_tournament, play
from tournament.enums import ShownName
from tournament.models import Participant, Tournament
from tournament.participants.selectors.public_names import public_names, public_standings
from tournament.standings.selectors.standings import find_lines, overall_standings

pytestmark = pytest.mark.django_db


def everybody(tournament: Tournament, hall: ShownName, **own: ShownName) -> None:
    """Say how the hall names everybody; `own` are wishes by start number: n2=ShownName.NAME."""
    tournament.hall_names = hall
    tournament.save()
    for number, naming in own.items():
        tournament.participants.filter(start_number=number[1:]).update(shown_name=naming)


def test_names_by_rule_and_by_wish() -> None:
    tournament, _actor = play()
    everybody(tournament, ShownName.NUMBER, n2=ShownName.NAME, n3=ShownName.HIDDEN)
    first, second, third, _fourth = tournament.participants.all()
    names = public_names(tournament)
    assert (names.name(first.pk), names.club(first.pk)) == ("No. 1", "")
    assert (names.name(second.pk), names.club(second.pk)) == (second.list_name, second.club)
    assert (names.name(third.pk), names.club(third.pk)) == ("without a name", "")
    assert (names.name_of(1), names.name_of(2), names.name_of(99)) == ("No. 1", second.list_name, "")
    assert names.worded(1, first.list_name) == "No. 1"


@pytest.mark.parametrize(
    ("naming", "place", "expected"),
    [
        (ShownName.NUMBER, 3, ShownName.NAME),
        (ShownName.NUMBER, 4, ShownName.NUMBER),
        (ShownName.NUMBER, None, ShownName.NUMBER),
        (ShownName.HIDDEN, 1, ShownName.HIDDEN),
        (ShownName.NAME, 4, ShownName.NAME),
    ],
)
def test_the_first_three_are_named_unless_they_are_hidden(
    naming: ShownName, place: int | None, expected: ShownName
) -> None:
    tournament, _actor = play()
    everybody(tournament, naming)
    person = Participant.objects.earliest("start_number")
    assert public_names(tournament).naming(person.pk, place) == expected
    assert public_names(tournament).naming_of(person.start_number, place) == expected


def test_the_web_has_a_rule_of_its_own() -> None:
    tournament, _actor = play()
    assert public_names(tournament).names_all
    assert not public_names(tournament, web=True).names_all
    assert public_names(tournament, web=True).name_of(1) == "No. 1"


def test_a_ranking_that_names_everybody_stays_as_it_is() -> None:
    tournament, _actor = play()
    ranking = overall_standings(tournament)
    assert public_standings(ranking, public_names(tournament)) is ranking


def test_a_leader_of_an_hour_is_not_named() -> None:
    tournament, _actor = play()
    everybody(tournament, ShownName.NUMBER)
    running = public_standings(overall_standings(tournament), public_names(tournament))
    assert not running.final
    assert {line.name for line in running.lines} == {f"No. {number}" for number in (1, 2, 3, 4)}
    assert {line.club for line in running.lines} == {""}


def test_whoever_has_won_is_named() -> None:
    tournament, _actor = finished_tournament()
    everybody(tournament, ShownName.NUMBER)
    final = public_standings(overall_standings(tournament), public_names(tournament))
    assert final.final
    assert [line.shown for line in final.lines] == [*[ShownName.NAME] * 3, ShownName.NUMBER]


def test_nobody_is_found_by_a_name_that_is_not_shown() -> None:
    tournament, _actor = play()
    everybody(tournament, ShownName.NAME, n1=ShownName.NUMBER, n2=ShownName.HIDDEN)
    first, second, third, _fourth = tournament.participants.all()
    ranking = public_standings(overall_standings(tournament), public_names(tournament))
    numbers = {
        text: [line.participant for line in find_lines(ranking, text)]
        for text in ("1", "2", "without", first.last_name, second.last_name, third.last_name)
    }
    assert numbers == {
        "1": [first.pk], "2": [], "without": [], first.last_name: [], second.last_name: [], third.last_name: [third.pk],
    }  # fmt: skip


def test_namesakes_are_told_apart_only_where_their_names_are_shown() -> None:
    tournament, _actor = play()
    everybody(tournament, ShownName.NAME, n3=ShownName.NUMBER)
    people = [(1, "Huber Josef", "Post SV"), (2, "Huber Josef", "FC Haar"), (3, "Huber Josef", "TSV")]
    names = public_names(tournament).distinct_names(people)
    assert names == {1: "Huber Josef (Post SV)", 2: "Huber Josef (FC Haar)", 3: "No. 3"}


def test_one_query_and_one_more_for_names_that_are_not_known_yet() -> None:
    tournament, _actor = play()
    ranking = overall_standings(tournament)
    with CaptureQueriesContext(connection) as queries:
        names = public_names(tournament)
        public_standings(ranking, names)
        assert names.worded(1, "Huber Josef") == "Huber Josef"
    assert len(queries) == 1
    with CaptureQueriesContext(connection) as queries:
        assert [names.name_of(number) for number in (1, 2)]
    assert len(queries) == 1


def test_a_text_that_somebody_typed_names_nobody_who_is_not_shown() -> None:
    tournament, _actor = play()
    people = tournament.participants
    people.filter(start_number=1).update(last_name="Huber", first_name="Josef jun.", shown_name=ShownName.NUMBER)
    people.filter(start_number=2).update(last_name="Loibl", first_name="Bene", shown_name=ShownName.HIDDEN)
    names = public_names(tournament)
    assert names.on_a_prize("Schnaps von Josef Huber und Bene Loibls Brot") == "Schnaps von No. 1 und N. N. Brot"
    assert names.on_a_prize("Metzgerei Huber, Bäckerei Loibl") == "Metzgerei Huber, Bäckerei Loibl"
    assert names.masked("Loibl ist krank") == "N. N. ist krank"
