"""Our Excel files can be imported again: the list of participants whole, the standings with names and clubs."""

import datetime as dt

import pytest
from django.utils.translation import override

from tests.worlds.factories import make_tournament, make_user
from tests.worlds.played import accepted_tournament
from tournament.exports.workbook import workbook_of
from tournament.imports.columns import find_header, unused_columns
from tournament.imports.files import read_list_file
from tournament.models import Tournament
from tournament.participants.exports import participants_workbook
from tournament.participants.services.nameless import add_nameless
from tournament.participants.services.participants import add_participant, import_participants, withdraw_participant
from tournament.proof.services.audit import audit_tournament
from tournament.standings.selectors.standings import overall_standings

pytestmark = pytest.mark.django_db
FIELDS = ("start_number", "last_name", "first_name", "club", "birth_date", "withdrawn", "house")
PEOPLE = [
    ("Freiherr von und zu Löwenstein", "Maximilian-Balthasar", "TSV 1865, Abt. Kartln", dt.date(1950, 2, 1)),
    ("Süß", "Anna Maria", "007", dt.date(2000, 6, 30)),
    ("Süß", "Anna Maria", "Schützen “Eichenlaub”", dt.date(2001, 12, 31)),
    ("O’Brien-Müller", "Li", "", dt.date(1999, 1, 2)),
    ("Ja", "René", "49 Grafing", None),
]


def read_into_another(file: bytes, actor) -> Tournament:
    other = make_tournament(name="Zweites", slug="zweites")
    table = read_list_file(file).table()
    header = find_header(table.texts())
    assert header is not None
    import_participants(tournament=other, table=table, header=header, actor=actor)
    return other


@pytest.mark.parametrize("language", ["de", "en"])
def test_our_list_of_participants_is_read_back_the_same(language):
    desk, tournament = make_user("desk"), make_tournament()
    for number, (last, first, club, born) in enumerate(PEOPLE, 1):
        added = add_participant(
            tournament=tournament, last_name=last, first_name=first, club=club, birth_date=born,
            house=number == 4, actor=desk,
        )  # fmt: skip
        if number == 3:
            withdraw_participant(participant=added, actor=desk)
    with override(language):
        file = participants_workbook(tournament)
    other = read_into_another(file, desk)
    assert list(other.participants.values_list(*FIELDS)) == list(tournament.participants.values_list(*FIELDS))
    # The factory logs no tournament; for the participants the log equals the rows.
    subjects = [fault.what.split(" is ")[0] for fault in audit_tournament(other).faults]
    assert subjects == ["the day of play", "the ruleset"]
    table = read_list_file(file).table()
    assert unused_columns(table.texts(), find_header(table.texts())) == []


@pytest.mark.parametrize("language", ["de", "en"])
def test_names_and_clubs_of_our_standings_are_read_back_the_same(language):
    tournament, actor = accepted_tournament()
    tournament.participants.filter(start_number=2).update(
        first_name="Anna Maria", last_name="von und zu Süß", club="TSV"
    )
    standings = overall_standings(tournament)
    with override(language):
        file = workbook_of(tournament, standings, [], [""] * len(standings.lines))
    other = read_into_another(file, actor)
    rows = other.participants.order_by("last_name").values_list("last_name", "first_name", "club")
    there = tournament.participants.order_by("last_name").values_list("last_name", "first_name", "club")
    assert list(rows) == list(there)


def test_a_card_without_a_name_is_read_back_as_nobody():
    desk, tournament = make_user("desk"), make_tournament()
    add_participant(tournament=tournament, last_name="Huber", first_name="Anna", actor=desk)
    add_nameless(tournament=tournament, start_number=87, actor=desk)
    with override("de"):
        file = participants_workbook(tournament)
    rows = read_list_file(file).table().texts()
    assert [row[:3] for row in rows][1:] == [["1", "Huber", "Anna"], ["87"]]
    other = read_into_another(file, desk)
    assert [str(one) for one in other.participants.all()] == ["Anna Huber"]
    # Into the same list it brings nobody either: who is on it stays nameless.
    table = read_list_file(file).table()
    import_participants(tournament=tournament, table=table, header=find_header(table.texts()), actor=desk)
    assert [one.list_name for one in tournament.participants.order_by("start_number")] == ["Huber Anna", "No. 87"]
