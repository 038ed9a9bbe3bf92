"""The honour roll of the Sies: those that count, on the public page and as sheets to frame (2.9.3)."""

import io

import pytest
from django.urls import reverse
from pypdf import PdfReader

from tests.worlds.factories import make_user
from tests.worlds.played import first_sheet, play
from tests.worlds.sheets import QUIET, fresh
from tournament.enums import ApprovalState
from tournament.models import Approval
from tournament.services.acting import act, reason_given
from tournament.services.approvals import decide_approval_of_game
from tournament.sheet.acts.void import VoidSheet
from tournament.standings.exports.honours import honours_pdf
from tournament.standings.selectors.honours import honours

ENTRIES = [*QUIET[:5], "sie3", *QUIET[6:32]]


@pytest.fixture
def sheet(db):
    tournament, actor = play(1, ENTRIES)
    sheet = first_sheet(tournament)
    for approval in Approval.objects.filter(game__scoresheet=sheet, state=ApprovalState.REQUESTED):
        decide_approval_of_game(approval=approval, state=ApprovalState.GRANTED, actor=actor)
    return fresh(sheet), actor


def test_a_sie_stands_on_the_roll(sheet, client, django_assert_num_queries):
    sheet, _actor = sheet
    tournament = sheet.match.tournament
    player = sheet.seats.select_related("participant").get(number=3).participant
    with django_assert_num_queries(2):
        [one] = honours(tournament)
    assert (one.name, one.match, one.table, one.number) == (str(player), 1, 1, 6)
    page = client.get(reverse("public_standings", args=[tournament.slug])).content.decode()
    assert "Honour roll: Sie" in page
    pdf = PdfReader(io.BytesIO(honours_pdf(tournament, [one, one])))
    assert len(pdf.pages) == 2
    assert str(player) in pdf.pages[1].extract_text()


def test_a_refused_sie_and_a_void_sheet_are_not_honoured(sheet):
    sheet, actor = sheet
    tournament = sheet.match.tournament
    approval = Approval.objects.filter(game__number=6, game__scoresheet=sheet).latest("pk")
    decide_approval_of_game(approval=approval, state=ApprovalState.REFUSED, actor=actor)
    assert honours(tournament) == ()
    decide_approval_of_game(approval=approval, state=ApprovalState.GRANTED, actor=actor)
    assert len(honours(tournament)) == 1
    act(fresh(sheet), VoidSheet(reason=reason_given("nass")), actor=actor)
    assert honours(tournament) == ()


def test_without_a_sie_the_desk_is_told(db, client):
    tournament, _actor = play(1, ["r12+"])
    client.force_login(make_user("desk", username="eva"))
    answer = client.get(reverse("honours_pdf", args=[tournament.slug]), follow=True)
    assert "Nobody has had a Sie on a sheet that counts." in answer.content.decode()
