"""The log as pages: the same words as the whole log, filters, and pages that stay while new events come in."""

import pytest

from tests.round_trip import all_differences
from tests.worlds.everything import everything
from tests.worlds.played import ENTRIES, first_sheet, play
from tournament.models import Event, Scoresheet
from tournament.proof.selectors.event_words import COLUMNS, event_lines, lines_of_events
from tournament.proof.selectors.log import CONFIDENTIAL, GROUPS, LogFilter, log_events, log_page
from tournament.services.acting import act, reason_given
from tournament.sheet.acts.void import VoidSheet
from tournament.sheet.reading import KINDS


@pytest.fixture
def hall(db):
    tournament, actor = play(2, ENTRIES)
    return tournament, actor


def kinds(tournament, **filters):
    return set(log_events(tournament, LogFilter(**filters)).values_list("kind", flat=True))


def test_a_page_tells_what_the_whole_log_tells(db):
    """Seats changed, requests were made: who is meant follows from earlier events of the sheet."""
    for tournament in everything().values():
        whole = {line.pk: line for line in event_lines(tournament)}
        for key, line in list(whole.items())[::7]:
            row = Event.objects.values_list(*COLUMNS).get(pk=key)
            assert list(lines_of_events(tournament, [row])) == [line]


def test_the_log_of_every_sheet_folds_to_what_its_rows_hold(db):
    """Every sheet but those of an older log, which lacks times, and of people who are forgotten."""
    tournaments = everything()
    both = [tournaments["finished"], tournaments["running"]]
    sheets = Scoresheet.objects.filter(match__tournament__in=both)
    assert sheets.count() > 4
    assert all_differences(sheets) == {}


def test_pages_stay_while_new_events_come_in(hall, django_assert_max_num_queries):
    tournament, actor = hall
    with django_assert_max_num_queries(8):
        first = log_page(tournament, LogFilter(confidential=True))
    every = list(Event.objects.filter(tournament=tournament).order_by("-pk").values_list("pk", flat=True))
    act(first_sheet(tournament), VoidSheet(reason=reason_given("nass")), actor=actor)
    assert Event.objects.count() > len(every)
    keys, before = [one.line.pk for one in first.lines], first.older
    while before is not None:
        page = log_page(tournament, LogFilter(confidential=True), before)
        keys += [one.line.pk for one in page.lines]
        before = page.older
    assert keys == every
    assert [one.line.pk for one in first.lines] == every[:100]


def test_filters(hall):
    tournament, actor = hall
    one = log_events(tournament, LogFilter(match=1, table=2))
    assert {event.scoresheet.table_number for event in one} == {2}
    assert set(log_events(tournament, LogFilter(table=2, game=7)).values_list("kind", flat=True)) >= {"game.recorded"}
    assert {event.actor_id for event in log_events(tournament, LogFilter(actor=actor.pk))} == {actor.pk}
    assert all(kind.startswith(("approval.", "request.")) for kind in kinds(tournament, group="approvals"))
    assert kinds(tournament, person=999) == set()
    player = first_sheet(tournament).seats.get(number=1).participant
    sheets = {event.scoresheet_id for event in log_events(tournament, LogFilter(person=player.start_number))}
    assert sheets - {None} == {first_sheet(tournament).pk}


def test_every_kind_has_a_group():
    beginnings = tuple(beginning for _label, starts in GROUPS.values() for beginning in starts)
    assert [kind for kind in (*KINDS, *CONFIDENTIAL) if not kind.startswith(beginnings)] == []


def test_confidential_notes_are_for_those_who_may_know(db):
    running = everything()["running"]
    assert not kinds(running) & set(CONFIDENTIAL)
    assert kinds(running, confidential=True) >= set(CONFIDENTIAL)
    assert "game.recorded" not in kinds(running, decisions=True)
    assert kinds(running, decisions=True) >= {"dispute.decided", "dispute.final", "participant.excluded"}


def test_another_tournament_does_not_appear(db):
    hall = everything()
    for tournament in hall.values():
        keys = {event.tournament_id for event in log_events(tournament, LogFilter(confidential=True))}
        assert keys == {tournament.pk}
