"""Somebody with the database rewrites the log and computes every hash anew: what was kept outside notices it."""

from collections.abc import Callable

import pytest

from tests.damage.rewriting import cut_off_last_game, link_anew, remove_tournament, rewrite_accepted
from tests.damage.tampering import defenceless
from tests.worlds.archived import login, small_tournament
from tests.worlds.factories import write
from tests.worlds.played import accepted_tournament, play, play_match
from tournament.backup.copies.contents import lacking, read_contents
from tournament.backup.services.backups import database_run
from tournament.exports.documents import issue_document
from tournament.models import Checkpoint, Event, Scoresheet, Tournament
from tournament.proof.seals.checkpoints import read_checkpoint
from tournament.proof.services.audit import audit_installation, audit_tournament
from tournament.proof.services.audit_checkpoints import witnessed_differences
from tournament.proof.services.checkpoints import make_due_checkpoints

pytestmark = pytest.mark.django_db


def faults(tournament: Tournament) -> list[str]:
    """What the audit finds, but for the triggers, which these tests drop."""
    both = (*audit_tournament(tournament, sealed=True).faults, *audit_installation().faults)
    return [str(fault) for fault in both if fault.where != "database"]


def open_sheet(tournament: Tournament) -> Scoresheet:
    """The sheet of match 2, with its match and tournament."""
    return Scoresheet.objects.select_related("match__tournament").get(match__tournament=tournament, match__number=2)


def cut_off(tournament: Tournament) -> None:
    cut_off_last_game(open_sheet(tournament))


def cut_off_tournament(tournament: Tournament) -> None:
    """The link of the checkpoint, which is newer than what it witnessed, and the one before."""
    newest = Event.objects.filter(tournament=tournament, scoresheet=None).latest("sequence").sequence
    Event.objects.filter(tournament=tournament, scoresheet=None, sequence__gte=newest - 1)._raw_delete("default")


def write_in_another_name(tournament: Tournament) -> None:
    links = list(Event.objects.filter(tournament=tournament, scoresheet=None).order_by("sequence"))
    links[1].actor_id = None
    link_anew(links)


def rewrite_open(tournament: Tournament) -> None:
    links = list(Event.objects.filter(scoresheet=open_sheet(tournament)).order_by("sequence"))
    links[-1].payload = links[-1].payload.replace("won", "lost")
    link_anew(links)


def rewrite_first(tournament: Tournament) -> None:
    links = list(Event.objects.filter(scoresheet__match__tournament=tournament, scoresheet__match__number=1))
    links[0].actor_id = None
    link_anew(sorted(links, key=lambda link: link.sequence))


@pytest.mark.parametrize(
    "rewrite", [cut_off, cut_off_tournament, write_in_another_name, rewrite_open, rewrite_first, remove_tournament]
)
def test_a_photographed_checkpoint_and_a_copy_notice_what_was_rewritten(
    rewrite: Callable[[Tournament], None],
) -> None:
    """In every chain of the tournament, open sheets of a later match too, since the checkpoint was made after them."""
    tournament, actor = accepted_tournament()
    play_match(tournament, 2, ["r12+"], actor)
    make_due_checkpoints()
    photo, copy = Checkpoint.objects.get().text, read_contents(database_run)
    assert list(witnessed_differences(read_checkpoint(photo))) == []

    def strange() -> int:
        hashes = set(Event.objects.values_list("hash", flat=True))
        return lacking(copy, read_contents(database_run), lambda head: head.hash in hashes).strange

    assert strange() == 0
    with defenceless():
        rewrite(tournament)
        assert list(witnessed_differences(read_checkpoint(photo))) != []
        assert strange() > 0


def test_what_comes_after_the_checkpoint_only_a_copy_or_the_next_one_notices() -> None:
    tournament, actor = accepted_tournament()
    make_due_checkpoints()
    photo = Checkpoint.objects.get().text
    play_match(tournament, 2, ["r12+"], actor)
    sheet = open_sheet(tournament)
    copy = {head.hash for head in read_contents(database_run).heads}
    with defenceless():
        cut_off_last_game(sheet)
        assert list(witnessed_differences(read_checkpoint(photo))) == []
        assert copy - set(Event.objects.values_list("hash", flat=True)) != set()
    write(sheet, 1, "r12-", actor)
    assert list(witnessed_differences(read_checkpoint(photo))) == []


def test_an_accepted_sheet_written_anew_does_not_fit_its_seal() -> None:
    """Chains, rows, document and log agree; only the file that was sealed does not."""
    actor = login("reiter", "K. Reiter", "organiser", "supervisor", "desk")
    tournament = small_tournament(actor, 5)
    sheet = Scoresheet.objects.get(match__tournament=tournament, match__number=1, table_number=2, state="accepted")
    document = issue_document(scoresheet=sheet, actor=actor)
    assert document is not None
    assert faults(tournament) == []
    with defenceless():
        rewrite_accepted(Scoresheet.objects.select_related("match__tournament").get(pk=sheet.pk))
        assert faults(tournament) == [
            f"{tournament.slug}: document {document.pk}: it is another sheet, or another version of it"
        ]


def test_a_tournament_that_was_removed() -> None:
    tournament, _actor = play(entries=["r12+"])
    first = Event.objects.get(tournament=tournament, scoresheet=None, sequence=1)
    with defenceless():
        remove_tournament(tournament)
        assert [fault.what for fault in audit_installation().faults if fault.where != "database"] == [
            f'the beginning of tournament {tournament.pk} is missing, the log says "{first.hash}"'
        ]
