"""Final standings are sealed like a sheet: a version for each ranking, verified by file and by code, and audited."""

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.damage.tampering import triggers_off
from tests.tournament.proof.seals.archival import broken_rules
from tests.worlds.played import accept, accepted_tournament, correct, finished_tournament, first_sheet
from tests.worlds.sealed import in_file
from tournament.models import Event, Participant, Seat, StandingsDocument, Tournament, User
from tournament.proof.seals.handed_in import look_at
from tournament.proof.seals.keys import seal_key
from tournament.proof.seals.pdf import check_pdf
from tournament.proof.seals.standings_data import read_standings, standings_faults
from tournament.proof.selectors.verdict_words import words_of
from tournament.proof.selectors.verification import VerdictKind, verify_document
from tournament.proof.services.audit import audit_tournament
from tournament.refusals import Refused
from tournament.standings.exports.standings import issue_standings
from tournament.standings.selectors.documents import current_standings, standings_versions
from tournament.standings.selectors.standings import overall_standings

pytestmark = pytest.mark.django_db


def changed(tournament: Tournament, actor: User) -> None:
    """Correct a game of an accepted sheet and accept it again: another ranking."""
    correct(first_sheet(tournament), 32, "r13++", actor)
    accept(first_sheet(tournament), actor)


def test_the_sealed_file_says_the_ranking_with_the_counts_of_the_tie_break() -> None:
    tournament, actor = finished_tournament()
    document = issue_standings(tournament=tournament, actor=actor)
    assert broken_rules(bytes(document.pdf)) == []
    check = check_pdf(bytes(document.pdf))
    assert (check.intact, check.problem, check.fingerprint) == (True, "", seal_key().fingerprint)
    data = read_standings(check.data or b"")
    lines = overall_standings(tournament).lines
    columns = ("place", "start_number", "name", "total", "touts_won", "solos_played")
    assert [[line[name] for name in columns] for line in data["lines"]] == [
        [getattr(line, name) for name in columns] for line in lines
    ]
    assert list(standings_faults(data)) == []
    assert (data["document"]["version"], data["content_hash"], data["head"]) == (
        1,
        document.content_hash,
        document.head_hash,
    )
    event = Event.objects.get(kind="standings.sealed")
    assert event.actor == actor
    assert audit_tournament(tournament, sealed=True).faults == ()


def test_a_ranking_that_does_not_follow_from_the_games_is_not_sealed() -> None:
    tournament, actor = finished_tournament()
    with triggers_off():
        Seat.objects.filter(scoresheet__match__tournament=tournament).update(solos_played=30)
    with pytest.raises(Refused) as refused:
        issue_standings(tournament=tournament, actor=actor)
    assert refused.value.code == "totals_differ"


def test_the_same_ranking_has_one_document_whatever_the_names() -> None:
    tournament, actor = finished_tournament()
    first = issue_standings(tournament=tournament, actor=actor)
    Participant.objects.filter(tournament=tournament, start_number=1).update(last_name="Obermayer")
    assert issue_standings(tournament=tournament, actor=actor) == first
    assert StandingsDocument.objects.count() == 1


def test_another_ranking_puts_it_out_of_force_and_gets_another_version() -> None:
    tournament, actor = finished_tournament()
    first = issue_standings(tournament=tournament, actor=actor)
    correct(first_sheet(tournament), 32, "r13++", actor)
    assert current_standings(tournament) is None
    assert verify_document(in_file(bytes(first.pdf))).answer == VerdictKind.WITHDRAWN
    accept(first_sheet(tournament), actor)
    second = issue_standings(tournament=tournament, actor=actor)
    assert [(one.document.number, one.current, bool(one.superseded_at)) for one in standings_versions(tournament)] == [
        (1, False, True),
        (2, True, False),
    ]
    answers = [verify_document(in_file(bytes(one.pdf))) for one in (first, second)]
    assert [one.answer for one in answers] == [VerdictKind.SUPERSEDED, VerdictKind.VALID]
    assert "version 2 is in force in its place" in words_of(answers[0]).sentences[0]
    assert bytes(first.pdf) != bytes(second.pdf)


def test_standings_sealed_before_a_restore_lead_to_those_in_force() -> None:
    tournament, actor = finished_tournament()
    before = bytes(issue_standings(tournament=tournament, actor=actor).pdf)
    with triggers_off():
        StandingsDocument.objects.all().delete()
    verdict = verify_document(in_file(before))
    assert (verdict.answer, verdict.newer_ranking) == (VerdictKind.NOT_HERE, None)
    correct(first_sheet(tournament), 32, "r13++", actor)
    accept(first_sheet(tournament), actor)
    now = issue_standings(tournament=tournament, actor=actor)
    verdict = verify_document(in_file(before))
    assert (verdict.answer, verdict.newer_ranking and verdict.newer_ranking.document) == (VerdictKind.NOT_HERE, now)
    assert "other final standings of this tournament are in force" in words_of(verdict).sentences[0]


def test_a_ranking_that_is_open_is_not_sealed() -> None:
    tournament, actor = accepted_tournament()
    with pytest.raises(Refused) as refused:
        issue_standings(tournament=tournament, actor=actor)
    assert refused.value.code == "standings_not_final"
    assert not StandingsDocument.objects.exists()


def test_one_changed_sign_breaks_the_seal() -> None:
    tournament, actor = finished_tournament()
    pdf = bytes(issue_standings(tournament=tournament, actor=actor).pdf)
    at = len(pdf) // 2
    assert verify_document(in_file(pdf[:at] + bytes([pdf[at] ^ 1]) + pdf[at + 1 :])).answer == VerdictKind.CHANGED


def test_a_file_that_is_handed_in_is_told_from_a_sheet() -> None:
    tournament, actor = finished_tournament()
    file = look_at(bytes(issue_standings(tournament=tournament, actor=actor).pdf))
    assert (file.kind, file.standings is not None, file.data, file.faults) == ("pdf", True, None, ())


def test_the_audit_notices_a_changed_row() -> None:
    tournament, actor = finished_tournament()
    issue_standings(tournament=tournament, actor=actor)
    with triggers_off(), transaction.atomic():
        StandingsDocument.objects.update(content_hash="0" * 64)
    assert audit_tournament(tournament).faults != ()


def test_pages(client: Client) -> None:
    tournament, actor = finished_tournament()
    client.force_login(actor)
    pages = reverse("documents", args=[tournament.slug])
    address = reverse("standings_pdf", args=[tournament.slug])
    assert "Seal the final standings" in client.get(pages).content.decode()
    assert client.post(address).status_code == 302
    document = StandingsDocument.objects.get()
    assert client.get(address).content == bytes(document.pdf)
    page = client.get(pages).content.decode()
    assert ("Seal the final standings" in page, "in force" in page) == (False, True)
    changed(tournament, actor)
    page = client.get(pages).content.decode()
    assert "The standings have changed since they were sealed." in page
    client.post(address)
    version = reverse("standings_version", args=[tournament.slug, 1])
    assert client.get(version).content == bytes(document.pdf)
    client.logout()
    answer = client.get(reverse("verify_code", args=[document.head_hash[:12]]))
    assert answer.status_code == 200
    assert "version 2 is in force in its place" in answer.content.decode()
    assert "Public standings" in answer.content.decode()
