"""What hangs on the wall follows the rule of names in public; what players sign names them."""

import io

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from tests.played import finished_tournament
from tests.sealed import in_file, look_here
from tournament.enums import ShownName
from tournament.exports.standings import issue_standings
from tournament.models import Tournament, User
from tournament.selectors.standings_documents import current_standings
from tournament.selectors.verification import VerdictKind, verify

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
    said = text_of(bytes(document.pdf))
    assert [name for name in last_names(tournament) if name in said] == []
    verdict = verify(in_file(bytes(document.pdf)), look=look_here)
    assert verdict.answer == VerdictKind.VALID
    # The hashes tell nothing of names: with another rule it stays in force.
    tournament.hall_names = ShownName.NAME
    tournament.save()
    assert current_standings(tournament) == document
    assert issue_standings(tournament=tournament, actor=actor) == document


@pytest.mark.parametrize(("name", "args", "named"), [("table_plan_pdf", (1,), False), ("match_pdf", (1,), True)])
def test_prints_of_a_match(played: tuple[Tournament, User], name: str, args: tuple[int], named: bool) -> None:
    tournament, actor = played
    desk = Client()
    desk.force_login(actor)
    said = text_of(desk.get(reverse(name, args=[tournament.slug, *args])).content)
    assert any(last in said for last in last_names(tournament)) is named


def test_the_print_of_the_ranking(played: tuple[Tournament, User]) -> None:
    tournament, actor = played
    desk = Client()
    desk.force_login(actor)
    said = text_of(desk.get(reverse("standings_pdf", args=[tournament.slug])).content)
    assert [name for name in last_names(tournament) if name in said] == []
