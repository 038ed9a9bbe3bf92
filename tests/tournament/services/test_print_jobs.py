"""Print jobs: shared by equal requests, resumed, cancelled; what is missing and what changed."""

import datetime as dt
import os

import pytest
from django.utils import timezone

from tests.worlds.factories import make_user, write
from tests.worlds.played import accept, accepted_tournament, correct, first_sheet, play
from tests.worlds.print_jobs import ask
from tournament.enums import PrintChoice, PrintKind, PrintState
from tournament.models import Scoresheet
from tournament.refusals import Refused
from tournament.selectors.print_jobs import last_printed, open_prints, printed_now
from tournament.services.print_jobs import (
    cancel_print,
    fail_print,
    finish_print,
    forget_files,
    note_progress,
    take_print,
)
from tournament.services.tables import issue_pack

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_prints")]
ALL, MISSING, CHANGED = PrintChoice.ALL, PrintChoice.MISSING, PrintChoice.CHANGED


def numbers_of(match, kind, choice, tables=None):
    return sorted(printed_now(match, kind, choice, tables))


def finish(job):
    """The job as if the printer had made it."""
    assert take_print(job=job)
    job.file.parent.mkdir(exist_ok=True)
    job.file.write_bytes(b"%PDF")
    finish_print(job=job)
    job.refresh_from_db()


def test_who_asks_for_the_same_shares_the_job_until_something_changes():
    tournament, actor = play(tables=2, entries=[])
    match, other = first_sheet(tournament).match, make_user("desk", username="eva")
    job = ask(match, actor)
    assert ask(match, other) == job
    finish(job)
    assert ask(match, other) == job
    assert ask(match, actor, PrintKind.CAPITALS) != job
    issue_pack(scoresheet=first_sheet(tournament), pack="14", actor=actor)
    again = ask(match, actor)
    assert (again != job, again.tables) == (True, [1, 2])
    # A file that is no longer kept is made again.
    finish(again)
    again.file.unlink()
    assert ask(match, actor) != again


def test_what_is_missing_and_what_changed_since_the_last_print():
    tournament, actor = play(tables=3, entries=[])
    sheet = first_sheet(tournament)
    match = sheet.match
    write(sheet, 1, "r12+", actor)
    assert numbers_of(match, PrintKind.NAMES, MISSING) == [2, 3]
    assert numbers_of(match, PrintKind.NAMES, ALL, frozenset({2, 3})) == [2, 3]
    assert numbers_of(match, PrintKind.FILLED, MISSING) == [1, 2, 3]
    finish(ask(match, actor, PrintKind.FILLED, tables=frozenset({1, 2})))
    assert numbers_of(match, PrintKind.FILLED, MISSING) == [3]
    assert numbers_of(match, PrintKind.FILLED, CHANGED) == [3]
    write(sheet, 2, "r12+", actor)
    assert numbers_of(match, PrintKind.FILLED, CHANGED) == [1, 3]
    # A game changes nothing on the sheet with names; other cards do.
    finish(ask(match, actor))
    write(sheet, 3, "r12+", actor)
    assert numbers_of(match, PrintKind.NAMES, CHANGED) == []
    issue_pack(scoresheet=Scoresheet.objects.get(match=match, table_number=2), pack="14", actor=actor)
    assert numbers_of(match, PrintKind.NAMES, CHANGED) == [2]
    assert sorted(last_printed(match, PrintKind.NAMES)) == [1, 2, 3]


def test_sealed_ones_that_are_missing_have_no_seal_yet():
    tournament, actor = accepted_tournament()
    sheet = first_sheet(tournament)
    assert numbers_of(sheet.match, PrintKind.SEALED, MISSING) == [1]
    correct(sheet, 1, "r12++", actor)
    assert numbers_of(sheet.match, PrintKind.SEALED, MISSING) == []
    accept(sheet, actor)
    assert numbers_of(sheet.match, PrintKind.SEALED, MISSING) == [1]


@pytest.mark.parametrize("choice", PrintChoice)
@pytest.mark.parametrize("kind", PrintKind)
def test_choosing_takes_five_queries_at_most(kind, choice, django_assert_max_num_queries):
    tournament, _actor = play(tables=3, entries=[])
    match = first_sheet(tournament).match
    with django_assert_max_num_queries(5):
        printed_now(match, kind, choice, None)


def test_a_job_whose_printer_died_is_begun_again():
    tournament, actor = play(entries=[])
    job = ask(first_sheet(tournament).match, actor)
    assert take_print(job=job)
    note_progress(job=job, done=1)
    assert list(open_prints()) == [job]
    assert take_print(job=job)
    job.refresh_from_db()
    assert (job.state, job.done) == (PrintState.WORKING, 0)


def test_a_cancelled_job_stays_cancelled():
    tournament, actor = play(entries=[])
    match = first_sheet(tournament).match
    job = ask(match, actor)
    take_print(job=job)
    cancel_print(job=job, actor=actor)
    assert list(open_prints()) == []
    note_progress(job=job, done=1)
    finish_print(job=job)
    fail_print(job=job, problem="unknown")
    assert not take_print(job=job)
    job.refresh_from_db()
    assert (job.state, job.problem, job.done) == (PrintState.CANCELLED, "", 0)
    assert ask(match, actor) != job
    with pytest.raises(Refused, match="cannot become"):
        cancel_print(job=job, actor=actor)


def test_files_are_kept_for_a_day():
    tournament, actor = play(entries=[])
    old = ask(first_sheet(tournament).match, actor)
    finish(old)
    old.beside.write_bytes(b"%PDF")  # the power failed
    forget_files()
    assert old.is_there
    # However long nobody looked at it.
    long_ago = (timezone.now() - dt.timedelta(days=30)).timestamp()
    for file in (old.file, old.beside):
        os.utime(file, (long_ago, long_ago))
    forget_files()
    assert (old.is_there, old.beside.exists()) == (False, False)
