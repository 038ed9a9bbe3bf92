"""What hangs on the wall follows the rule of names in public; what players sign names them."""

import io

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from pypdf import PdfReader

from tests.worlds.played import finished_tournament
from tests.worlds.prize_giving import put_out
from tests.worlds.sealed import in_file, look_here
from tournament.enums import ShownName
from tournament.models import Tournament, User
from tournament.participants.services.public_names import set_public_names, set_shown_name
from tournament.prizes.kinds import Criterion
from tournament.proof.exports.archive import close_tournament
from tournament.proof.selectors.verification import VerdictKind, verify_document
from tournament.services.tournaments import finish_tournament
from tournament.standings.exports.standings import issue_standings, sealed_standings
from tournament.standings.selectors.documents import current_standings, names_changed_since
from tournament.standings.selectors.standings import overall_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> tuple[Tournament, User]:
    tournament, actor = finished_tournament()
    tournament.hall_names = ShownName.HIDDEN
    tournament.save()
    return tournament, actor


def text_of(pdf: bytes) -> str:
    return "".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)


def last_names(tournament: Tournament) -> list[str]:
    return list(tournament.participants.values_list("last_name", flat=True))


def test_the_ranking_is_sealed_with_the_names_that_the_hall_may_read(played: tuple[Tournament, User]) -> None:
    tournament, actor = played
    document = issue_standings(tournament=tournament, actor=actor)
    words = text_of(bytes(document.pdf))
    assert [name for name in last_names(tournament) if name in words] == []
    verdict = verify_document(in_file(bytes(document.pdf)), look=look_here)
    assert verdict.answer == VerdictKind.VALID
    # The hashes tell nothing of names: with another rule it stays in force.
    tournament.hall_names = ShownName.NAME
    tournament.save()
    assert current_standings(tournament) == document
    assert issue_standings(tournament=tournament, actor=actor) == document


@pytest.mark.parametrize("language", ["de", "en"])
def test_prizes_are_sealed_with_donors_as_the_hall_may_read_them(
    played: tuple[Tournament, User], language: str
) -> None:
    tournament, actor = played
    Tournament.objects.update(hall_names=ShownName.NUMBER)
    tournament.refresh_from_db()
    donor = tournament.participants.get(start_number=overall_standings(tournament).lines[-1].start_number)
    put_out(tournament, 1, Criterion.PLACE, argument="1")
    tournament.prizes.update(words=f"Most von {donor}", donor=f"{donor.last_name}, {donor.first_name}")
    # Whoever seals reads another language than the document.
    with translation.override(language):
        document = issue_standings(tournament=tournament, actor=actor)
        assert issue_standings(tournament=tournament, actor=actor) == document
    words = text_of(bytes(document.pdf))
    assert "Most von" in words
    assert donor.last_name not in words
    assert verify_document(in_file(bytes(document.pdf)), look=look_here).answer == VerdictKind.VALID


def test_whoever_wants_it_otherwise_after_the_seal_gets_another_one(played: tuple[Tournament, User]) -> None:
    tournament, actor = played
    set_public_names(tournament=tournament, hall_names="name", web_names="name", actor=actor)
    tournament.refresh_from_db()
    first = issue_standings(tournament=tournament, actor=actor)
    assert not names_changed_since(tournament)
    person = tournament.participants.get(start_number=2)
    set_shown_name(participant=person, shown_name="hidden", actor=actor)
    assert names_changed_since(tournament)
    assert sealed_standings(tournament, overall_standings(tournament)) is None
    desk = Client()
    desk.force_login(actor)
    pages: dict[str, list[int]] = {"names_in_public": [], "participant_edit": [2], "documents": []}
    paths = [reverse(name, args=[tournament.slug, *args]) for name, args in pages.items()]
    word = "the sealed document still has the earlier names"
    assert [desk.get(path).content.decode().count(word) for path in paths] == [1, 1, 1]
    printed = reverse("standings_pdf", args=[tournament.slug])
    assert person.last_name not in text_of(desk.get(printed).content)
    desk.post(printed)
    second = tournament.standings_documents.get(number=2)
    assert [person.last_name in text_of(bytes(one.pdf)) for one in (first, second)] == [True, False]
    assert [desk.get(path).content.decode().count(word) for path in paths] == [0, 0, 0]
    assert verify_document(in_file(bytes(first.pdf)), look=look_here).answer == VerdictKind.SUPERSEDED
    assert issue_standings(tournament=tournament, actor=actor) == second


def test_a_closed_tournament_seals_nothing_anew_and_prints_by_the_rule(played: tuple[Tournament, User]) -> None:
    tournament, actor = played
    set_public_names(tournament=tournament, hall_names="name", web_names="name", actor=actor)
    tournament.refresh_from_db()
    issue_standings(tournament=tournament, actor=actor)
    finish_tournament(tournament=tournament, actor=actor)
    tournament = close_tournament(tournament=Tournament.objects.get(pk=tournament.pk), actor=actor)
    set_public_names(tournament=tournament, hall_names="hidden", web_names="hidden", actor=actor)
    desk = Client()
    desk.force_login(actor)
    for name in ("names_in_public", "documents"):
        page = desk.get(reverse(name, args=[tournament.slug])).content.decode()
        assert ["Please do not hang it up" in page, "Seal the final standings" in page] == [True, False]
    words = text_of(desk.get(reverse("standings_pdf", args=[tournament.slug])).content)
    assert [name for name in last_names(tournament) if name in words] == []


@pytest.mark.parametrize(("name", "args", "has_names"), [("table_plan_pdf", (1,), False), ("match_pdf", (1,), True)])
def test_prints_of_a_match(played: tuple[Tournament, User], name: str, args: tuple[int], has_names: bool) -> None:
    tournament, actor = played
    desk = Client()
    desk.force_login(actor)
    words = text_of(desk.get(reverse(name, args=[tournament.slug, *args])).content)
    assert any(last in words for last in last_names(tournament)) is has_names


def test_the_print_of_the_ranking(played: tuple[Tournament, User]) -> None:
    tournament, actor = played
    desk = Client()
    desk.force_login(actor)
    words = text_of(desk.get(reverse("standings_pdf", args=[tournament.slug])).content)
    assert [name for name in last_names(tournament) if name in words] == []
