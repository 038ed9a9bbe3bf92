"""Permissions: one predicate for each action. Every view names one with `@requires`; services call `check`."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext_lazy as _
from django_htmx.middleware import HtmxDetails

from tournament.enums import DeviceState
from tournament.models import Actor, Scoresheet, TableDevice, User
from tournament.refusals import RefusalKind, Refused
from tournament.sheet import actors as sheet_actors

Predicate = Callable[[Any], bool]


class Request(HttpRequest):
    """The type of a request in a view that `requires` a login, with the attributes that our middleware adds."""

    user: User
    htmx: HtmxDetails


def public(user: Any) -> bool:
    """Everyone, without a login: standings, table plan, seat search."""
    return True


def see_hall(user: Any) -> bool:
    """Anyone with a login."""
    return bool(user.is_authenticated)


def manage_people(user: Any) -> bool:
    return see_hall(user) and user.organiser


def manage_tournament(user: Any) -> bool:
    return see_hall(user) and user.organiser


def manage_rulesets(user: Any) -> bool:
    """A club's own rulesets: the same people who may create a tournament."""
    return manage_tournament(user)


def manage_participants(user: Any) -> bool:
    return see_hall(user) and (user.organiser or user.desk or user.supervisor)


def draw_lots(user: Any) -> bool:
    return see_hall(user) and user.organiser


def exchange_seats(user: Any) -> bool:
    """5.2.2: lots may not be changed, so only the management may correct who sits where."""
    return see_hall(user) and user.organiser


def arrange_tables(user: Any) -> bool:
    """5.2.10, 5.3.1, 3.4.3: the management, and the supervisor, who is at the table."""
    return see_hall(user) and (user.organiser or user.supervisor)


def enter_games(user: Any) -> bool:
    return see_hall(user) and (user.desk or user.supervisor or user.organiser)


def arrange_devices(user: Any) -> bool:
    """The people who hand out the table codes; they also see the devices and can lock them."""
    return enter_games(user)


def confirm_signatures(user: Any) -> bool:
    return enter_games(user)


def decide_approvals(user: Any) -> bool:
    """5.2.14, 5.2.16, 5.2.17: the supervisor."""
    return see_hall(user) and user.supervisor


def sanction(user: Any) -> bool:
    """3.4.18: sanctions may only be issued by the tournament supervisor."""
    return see_hall(user) and user.supervisor


def correct_games(user: Any) -> bool:
    """5.3.4: corrections and deletions need the supervisor."""
    return see_hall(user) and user.supervisor


def accept_scoresheets(user: Any) -> bool:
    """5.3.1: the sheet is handed in to the supervisor."""
    return see_hall(user) and user.supervisor


def draw_tie_lots(user: Any) -> bool:
    """5.4.2: lots between participants who are equal in everything else."""
    return see_hall(user) and (user.organiser or user.supervisor)


def requires(predicate: Predicate) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Set the permission of a view. `public` needs no login; a login without the permission gets a 403."""

    def decorate(view: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(view)
        def guarded(request: Any, *args: Any, **kwargs: Any) -> Any:
            if not predicate(request.user):
                raise PermissionDenied
            answer = view(request, *args, **kwargs)
            if predicate is not public and not answer.has_header("Cache-Control"):
                # Laptops at a desk are shared: after a logout the back button must not show dates of birth.
                patch_cache_control(answer, private=True, no_store=True)
            return answer

        guarded.permission = predicate  # type: ignore[attr-defined]
        return login_not_required(guarded) if predicate is public else guarded

    return decorate


def check_at(scoresheet: Scoresheet, predicate: Predicate, actor: Actor) -> None:
    """Refuse the act unless the login has the permission or the device belongs to this very sheet.

    The caller holds the sheet's lock. The device is read again, as it may have been locked or replaced meanwhile.
    Refused: not_allowed, device_locked, device_replaced, other_table.
    """
    if not isinstance(actor, TableDevice):
        return check(predicate, actor)
    if actor.scoresheet_id != scoresheet.pk:
        raise Refused(_("This device writes another table’s sheet."), code="other_table", kind=RefusalKind.NOT_ALLOWED)
    check_device(TableDevice.objects.get(pk=actor.pk))


def check_device(device: TableDevice) -> None:
    """Refuse a device that was locked or replaced. Refused: device_locked, device_replaced."""
    if device.state == DeviceState.LOCKED:
        raise Refused(
            _("The desk has locked this device: please go to the desk."),
            code="device_locked",
            kind=RefusalKind.NOT_ALLOWED,
        )
    if device.state == DeviceState.REPLACED:
        raise Refused(
            _(
                "Another device writes this sheet now. To go on with this one, scan the code on the table card again; "
                "games that are not saved can be shown to the desk."
            ),
            code="device_replaced",
            kind=RefusalKind.NOT_ALLOWED,
        )


def check(predicate: Predicate, actor: Any) -> None:
    """Refuse an action in a service, for all pages and commands that lead there. Refused: not_allowed."""
    if not predicate(actor):
        raise Refused(
            _("Your login may not do this. Please ask the supervisor or the organiser."),
            code="not_allowed",
            kind=RefusalKind.NOT_ALLOWED,
        )


def acting(actor: Actor | None) -> sheet_actors.Actor:
    """Return a login or device as the actor that tournament.sheet knows, by its id."""
    if actor is None:
        return sheet_actors.Actor()
    if isinstance(actor, TableDevice):
        return sheet_actors.Actor(device=actor.pk)
    return sheet_actors.Actor(login=actor.pk, supervisor=correct_games(actor))
