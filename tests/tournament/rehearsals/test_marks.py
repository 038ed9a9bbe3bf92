"""A rehearsal is marked on paper and in Excel, and its documents verify as those of a rehearsal, also after its end."""

from io import BytesIO

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from tests.worlds.archived import login
from tests.worlds.sealed import in_file, look_here
from tests.worlds.short_tournament import ONE_MATCH, play_match, short_tournament
from tournament.exports.documents import issue_document
from tournament.exports.scoresheet import blank_pdf
from tournament.exports.workbook import sealed_workbook
from tournament.models import Scoresheet
from tournament.proof.selectors.verification import VerdictKind, verify_code, verify_document
from tournament.refusals import Refused
from tournament.rehearsals.services.rehearsals import begin_rehearsal
from tournament.rehearsals.services.removals import end_rehearsal
from tournament.results.services import add_cup, enter_winner
from tournament.selectors.tournaments import public_tournaments
from tournament.services.tournaments import FIELDS, edit_tournament

pytestmark = pytest.mark.django_db

MARK = "REHEARSAL"


@pytest.fixture
def actor():
    return login("reiter", "K. Reiter", "organiser", "supervisor", "desk")


@pytest.fixture
def tournament(actor):
    return short_tournament(actor, rules=ONE_MATCH, players=8)


@pytest.fixture
def rehearsal(tournament, actor):
    return begin_rehearsal(tournament=tournament, actor=actor)


def words(pdf):
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages)


def test_blank_sheets(tournament, rehearsal):
    assert MARK in words(blank_pdf(rehearsal))
    assert MARK not in words(blank_pdf(tournament))


def test_workbook_is_marked_and_not_sealed(rehearsal):
    content, trouble = sealed_workbook(rehearsal)
    cells = [str(cell.value) for row in load_workbook(BytesIO(content)).worksheets[0].iter_rows() for cell in row]
    assert trouble is None
    assert any(MARK in cell for cell in cells)
    assert verify_document(in_file(content), look=look_here).answer == VerdictKind.UNSEALED


def test_sealed_sheet_is_marked_and_verifies_as_a_rehearsal(rehearsal, actor):
    play_match(rehearsal.matches.get(number=1), [[30, 10, -20, -20], [40, -10, -10, -20]], actor)
    document = issue_document(scoresheet=Scoresheet.objects.filter(match__tournament=rehearsal)[0], actor=actor)
    pdf, code = bytes(document.pdf), document.head_hash[:12]
    assert MARK in words(pdf)
    for verdict in (verify_document(in_file(pdf), look=look_here), verify_code(code)):
        assert (verdict.answer, verdict.exit_code) == (VerdictKind.REHEARSAL, 1)
    end_rehearsal(tournament=rehearsal, actor=actor)
    assert verify_document(in_file(pdf), look=look_here).answer == VerdictKind.REHEARSAL


def test_counted_nowhere(tournament, rehearsal, actor):
    assert list(public_tournaments()) == [tournament]
    with pytest.raises(Refused) as refused:
        enter_winner(cup=add_cup(name="P", actor=actor), participant=rehearsal.participants.all()[0], actor=actor)
    assert refused.value.code == "is_rehearsal"


def test_name_stays(rehearsal, actor):
    entry = {field: getattr(rehearsal, field) for field in FIELDS} | {"name": "Finale"}
    with pytest.raises(Refused) as refused:
        edit_tournament(tournament=rehearsal, actor=actor, **entry)
    assert refused.value.code == "name_stays"
