"""Who may do what, role by role. tests/house/test_urls.py checks that every address asks."""

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.test import RequestFactory

from tests.worlds.factories import make_user
from tournament import permissions
from tournament.refusals import Refused

EVERYBODY = {"organiser", "supervisor", "desk", "tribunal", "nobody", "anonymous"}
# 3.4.18, 5.2.14, 5.3.1, 5.3.4: acts that only the supervisor may do.
WHO: dict[Any, set[str]] = {
    permissions.public: EVERYBODY,
    permissions.see_hall: EVERYBODY - {"anonymous"},
    permissions.manage_people: {"organiser"},
    permissions.manage_tournament: {"organiser"},
    permissions.manage_rulesets: {"organiser"},
    permissions.manage_backups: {"organiser"},
    permissions.draw_lots: {"organiser"},
    permissions.exchange_seats: {"organiser"},
    permissions.arrange_tables: {"organiser", "supervisor"},
    permissions.manage_participants: {"organiser", "supervisor", "desk"},
    permissions.manage_address_book: {"organiser", "desk"},
    permissions.count_cash: {"organiser", "desk"},
    permissions.enter_games: {"organiser", "supervisor", "desk"},
    permissions.answer_calls: {"organiser", "supervisor"},
    permissions.confirm_signatures: {"organiser", "supervisor", "desk"},
    permissions.arrange_devices: {"organiser", "supervisor", "desk"},
    permissions.decide_approvals: {"supervisor"},
    permissions.sanction: {"supervisor"},
    permissions.correct_games: {"supervisor"},
    permissions.accept_scoresheets: {"supervisor"},
    permissions.draw_tie_lots: {"organiser", "supervisor"},
    permissions.settle_restores: {"organiser", "supervisor"},
    permissions.void_scoresheets: {"organiser"},
    permissions.appoint_substitutes: {"organiser"},
    permissions.exclude_participants: {"organiser", "supervisor"},
    permissions.note_conduct: {"supervisor"},
    permissions.see_hints: {"supervisor", "organiser"},
    permissions.send_messages: {"desk", "supervisor", "organiser"},
    permissions.see_log: {"organiser", "supervisor", "tribunal"},
    permissions.see_reports: {"organiser", "supervisor"},
    permissions.see_disputes: {"organiser", "supervisor", "desk", "tribunal"},
    permissions.raise_disputes: {"organiser", "supervisor", "desk"},
    permissions.decide_disputes: {"supervisor"},
    permissions.decide_appeals: {"tribunal"},
    permissions.decide_as_director: {"organiser"},
    permissions.have_the_last_word: {"organiser", "tribunal"},
    permissions.release_results: {"organiser"},
    permissions.manage_prizes: {"organiser"},
    permissions.give_prizes: {"organiser", "desk", "supervisor"},
    permissions.manage_screens: {"organiser", "desk"},
}
PREDICATES = {
    value
    for name, value in vars(permissions).items()
    if callable(value) and getattr(value, "__module__", "") == permissions.__name__
} - {
    permissions.requires,
    permissions.check,
    permissions.check_at,
    permissions.check_device,
    permissions.check_card,
    permissions.acting,
    permissions.Request,
}


def user_of(role: str) -> Any:
    return AnonymousUser() if role == "anonymous" else make_user(*([] if role == "nobody" else [role]))


def test_every_permission_is_in_the_table() -> None:
    assert set(WHO) == PREDICATES


@pytest.mark.django_db
@pytest.mark.parametrize("role", sorted(EVERYBODY))
def test_who_may_do_what(role: str) -> None:
    user = user_of(role)
    assert {ask.__name__ for ask in WHO if ask(user)} == {ask.__name__ for ask, roles in WHO.items() if role in roles}


@pytest.mark.django_db
def test_a_view_asks_before_anything_else() -> None:
    @permissions.requires(permissions.correct_games)
    def view(request: Any) -> HttpResponse:
        return HttpResponse("done")

    request = RequestFactory().post("/")
    request.user = user_of("desk")
    with pytest.raises(PermissionDenied):
        view(request)
    request.user = user_of("supervisor")
    assert view(request).content == b"done"


@pytest.mark.django_db
def test_a_service_asks_again() -> None:
    with pytest.raises(Refused) as refused:
        permissions.check(permissions.correct_games, user_of("desk"))
    assert (refused.value.code, str(refused.value)) == (
        "not_allowed",
        "Your login may not do this. Please ask the supervisor or the organiser.",
    )
    permissions.check(permissions.correct_games, user_of("supervisor"))
