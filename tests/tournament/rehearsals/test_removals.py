"""A tournament in which nothing was closed or drawn is deleted, with a reason that the log knows by its hash."""

import pytest
from django.core.management import CommandError, call_command

from tests.damage.tampering import tamper
from tests.worlds.archived import login
from tests.worlds.factories import draw_lots, make_user
from tests.worlds.short_tournament import ONE_MATCH, short_tournament
from tournament.draw.services.closed_lists import close_list, reopen_list
from tournament.models import Event, Removal, Tournament
from tournament.proof.services.audit import audit_installation
from tournament.refusals import Refused
from tournament.rehearsals.selectors import removal_of
from tournament.rehearsals.services.rehearsals import begin_rehearsal
from tournament.rehearsals.services.removals import delete_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def actor():
    return login("reiter", "K. Reiter", "organiser", "supervisor", "desk")


@pytest.fixture
def tournament(actor):
    return short_tournament(actor, rules=ONE_MATCH, players=8)


def refusal(tournament, actor, reason="Abgesagt"):
    with pytest.raises(Refused) as refused:
        delete_tournament(tournament=tournament, reason=reason, actor=actor)
    assert Tournament.objects.filter(pk=tournament.pk).exists()
    return refused.value.code


def test_deleted_with_a_reason(tournament, actor):
    delete_tournament(tournament=tournament, reason=" Abgesagt, der Saal ist zu ", actor=actor)
    assert not Tournament.objects.exists()
    removal = Removal.objects.get()
    assert removal == removal_of("glonn-2026")
    assert removal.reason == "Abgesagt, der Saal ist zu"
    link = Event.objects.filter(tournament=None).order_by("sequence").last()
    assert link.kind == "installation.tournament_deleted"
    assert "Abgesagt" not in link.payload
    assert audit_installation().faults == ()


def test_audit_notices_another_reason(tournament, actor):
    delete_tournament(tournament=tournament, reason="Abgesagt", actor=actor)
    tamper("UPDATE tournament_removal SET reason = %s", "Verlegt")
    assert any("removal of tournament" in str(fault) for fault in audit_installation().faults)


def test_needs_a_reason(tournament, actor):
    assert refusal(tournament, actor, reason="  ") == "no_reason"


def test_stays_once_a_list_was_closed_even_if_it_was_opened_again(tournament, actor):
    closed = close_list(match=tournament.matches.get(number=1), actor=actor)
    assert refusal(tournament, actor) == "play_begun"
    reopen_list(closed=closed, actor=actor)
    assert refusal(tournament, actor) == "play_begun"


def test_stays_once_lots_were_drawn(tournament, actor):
    draw_lots(tournament.matches.get(number=1), actor)
    assert refusal(tournament, actor) == "play_begun"


def test_rehearsal_is_not_deleted_but_ends(tournament, actor):
    assert refusal(begin_rehearsal(tournament=tournament, actor=actor), actor) == "is_rehearsal"


def test_only_an_organiser_deletes(tournament):
    assert refusal(tournament, make_user("desk")) == "not_allowed"


def test_second_press_is_told_so(tournament, actor):
    delete_tournament(tournament=tournament, reason="Abgesagt", actor=actor)
    with pytest.raises(Refused) as refused:
        delete_tournament(tournament=tournament, reason="Abgesagt", actor=actor)
    assert refused.value.code == "tournament_gone"


def test_audit_of_a_deleted_tournament_says_why_it_is_gone(tournament, actor):
    delete_tournament(tournament=tournament, reason="Abgesagt", actor=actor)
    with pytest.raises(CommandError, match=r"“glonn-2026” was deleted on .*: Abgesagt"):
        call_command("verify_audit", "glonn-2026")
