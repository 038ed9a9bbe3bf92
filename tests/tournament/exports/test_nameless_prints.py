"""A card without a name is printed and ranked by its number, in German and English; a seal keeps what it was."""

import io

import pytest
from django.db.models import CharField, Value
from django.db.models.functions import Cast, Concat
from django.utils import translation
from pypdf import PdfReader

from tests.worlds.played import finished_tournament
from tests.worlds.sealed import in_file, look_here
from tournament.draw.exports.table_cards import table_cards_page, table_cards_pdf
from tournament.draw.exports.table_plan import by_name_pdf
from tournament.draw.selectors.seats import table_plan
from tournament.exports.scoresheet import scoresheet_pdf
from tournament.models import Participant, Scoresheet, Tournament, User
from tournament.participants.selectors.public_names import public_names
from tournament.participants.services.nameless import name_participant
from tournament.proof.selectors.verification import VerdictKind, verify_document
from tournament.selectors.scoresheets import sheet_view
from tournament.standings.exports.standings import issue_standings
from tournament.standings.selectors.documents import names_changed_since
from tournament.standings.selectors.standings import overall_standings

pytestmark = pytest.mark.django_db
WORDS = {"de": "Nr. ", "en": "No. "}


@pytest.fixture
def played() -> tuple[Tournament, User]:
    """A finished tournament whose second participant has not said the name, nor the fourth, the seventh ..."""
    tournament, actor = finished_tournament()
    rows = tournament.participants.filter(start_number__in=range(2, 100, 2))
    sentinel = Concat(Value("%"), Cast("start_number", CharField()))
    rows.update(first_name="", title="", club="", last_name=sentinel, name_key=sentinel)
    return tournament, actor


def text_of(pdf: bytes) -> str:
    words = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)
    return " ".join(words.replace("\xa0", " ").split())


def first_nameless(tournament: Tournament) -> Participant:
    return tournament.participants.get(start_number=2)


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_ranking_names_the_number_once(played: tuple[Tournament, User], language: str) -> None:
    tournament, actor = played
    with translation.override(language):
        lines = {line.start_number: line for line in overall_standings(tournament).lines}
        assert lines[2].name == lines[2].listed == f"{WORDS[language]}2"
        assert lines[2].place is not None
        words = text_of(bytes(issue_standings(tournament=tournament, actor=actor).pdf))
    assert f"{WORDS[language]}2 " in words
    assert "%2" not in words


@pytest.mark.parametrize("language", ["de", "en"])
def test_sheets_plans_and_cards_show_the_number(played: tuple[Tournament, User], language: str) -> None:
    tournament, _actor = played
    sheet = Scoresheet.objects.filter(match__tournament=tournament, seats__participant__start_number=2).first()
    assert sheet is not None
    with translation.override(language):
        plan = table_plan(tournament, sheet.match.number)
        prints = [
            scoresheet_pdf(sheet_view(sheet)),
            table_cards_pdf(sheet.match, table_cards_page(sheet.match, plan.tables, {})),
            by_name_pdf(plan, sheet.match.draws.get()),
        ]
    for pdf in prints:
        words = text_of(pdf)
        assert f"{WORDS[language]}2".upper() in words.upper()
        assert "%2" not in words


def test_a_seal_keeps_the_number_and_the_page_says_that_a_name_followed(played: tuple[Tournament, User]) -> None:
    tournament, actor = played
    document = issue_standings(tournament=tournament, actor=actor)
    assert not names_changed_since(tournament)
    name_participant(participant=first_nameless(tournament), first_name="Xaver", last_name="Huber", actor=actor)
    assert names_changed_since(tournament)
    assert verify_document(in_file(bytes(document.pdf)), look=look_here).answer == VerdictKind.VALID
    assert "Xaver" not in text_of(bytes(document.pdf))


def test_what_stands_for_a_name_is_masked_nowhere(played: tuple[Tournament, User]) -> None:
    tournament, _actor = played
    tournament.hall_names = "number"
    names = public_names(tournament)
    with translation.override("de"):
        assert names.masked("Spiel Nr. 5 von Nr. 2") == "Spiel Nr. 5 von Nr. 2"
        assert names.on_a_prize("Preis Nr. 2") == "Preis Nr. 2"
        assert names.name_of(2) == "Nr. 2"
