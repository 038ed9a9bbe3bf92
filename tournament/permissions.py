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
from tournament.models import Actor, Scoresheet, StartCard, TableDevice, User
from tournament.models.statements import select
from tournament.refusals import RefusalKind, Refused
from tournament.sheet import actors as sheet_actors

Predicate = Callable[[Any], bool]


class Request(HttpRequest):
    """A request as our middleware hands it to a view with `@requires`: the user has a login."""

    user: User
    htmx: HtmxDetails


def public(user: Any) -> bool:
    """Everybody: standings, table plan, seat search."""
    return True


def see_hall(user: Any) -> bool:
    """Anyone with a login."""
    return bool(user.is_authenticated)


def manage_people(user: Any) -> bool:
    """Logins, their roles and passwords."""
    return see_hall(user) and user.organiser


def manage_tournament(user: Any) -> bool:
    """5.1.1: create, change, end and archive a tournament; forget people."""
    return see_hall(user) and user.organiser


def manage_backups(user: Any) -> bool:
    """A copy holds everything, and restoring one replaces everything."""
    return see_hall(user) and user.organiser


def manage_rulesets(user: Any) -> bool:
    """Own rulesets and tariffs: those who may create a tournament may also make its rules and prices."""
    return manage_tournament(user)


def manage_participants(user: Any) -> bool:
    """The list of participants, and who is present."""
    return see_hall(user) and (user.organiser or user.desk or user.supervisor)


def manage_address_book(user: Any) -> bool:
    """Who ever took part, with births and phone numbers: the organiser, and the desk that registers them."""
    return see_hall(user) and (user.organiser or user.desk)


def draw_lots(user: Any) -> bool:
    """5.2.2: close the list and draw tables and seats."""
    return see_hall(user) and user.organiser


def exchange_seats(user: Any) -> bool:
    """5.2.2: lots may not be changed; only the management corrects a wrong seat."""
    return see_hall(user) and user.organiser


def arrange_tables(user: Any) -> bool:
    """5.2.10, 5.3.1, 3.4.3: the management, and the supervisor at the table."""
    return see_hall(user) and (user.organiser or user.supervisor)


def enter_games(user: Any) -> bool:
    """Type sheets from paper, and see them."""
    return see_hall(user) and (user.desk or user.supervisor or user.organiser)


def arrange_devices(user: Any) -> bool:
    """Those who hand out the tables' codes also see which devices write, and can lock them."""
    return enter_games(user)


def send_messages(user: Any) -> bool:
    """Messages to the tables' devices: everybody who may see the sheets."""
    return enter_games(user)


def answer_calls(user: Any) -> bool:
    """Come to a table that calls: the supervisor, or the management."""
    return see_hall(user) and (user.organiser or user.supervisor)


def confirm_signatures(user: Any) -> bool:
    """5.3.2: record who signed, or who does not and why."""
    return enter_games(user)


def decide_approvals(user: Any) -> bool:
    """5.2.14, 5.2.16, 5.2.17: the supervisor."""
    return see_hall(user) and user.supervisor


def sanction(user: Any) -> bool:
    """3.4.18: sanctions may only be issued by the tournament supervisor."""
    return see_hall(user) and user.supervisor


def correct_games(user: Any) -> bool:
    """5.3.4: the supervisor must sign off every correction and deletion."""
    return see_hall(user) and user.supervisor


def accept_scoresheets(user: Any) -> bool:
    """5.3.1: the sheet is handed in to the supervisor."""
    return see_hall(user) and user.supervisor


def void_scoresheets(user: Any) -> bool:
    """5.3.6: the management declares a sheet void."""
    return see_hall(user) and user.organiser


def appoint_substitutes(user: Any) -> bool:
    """5.2.11: the management appoints a substitute."""
    return see_hall(user) and user.organiser


def exclude_participants(user: Any) -> bool:
    """5.1.4, 5.1.5: the management, and the supervisor in the hall."""
    return see_hall(user) and (user.organiser or user.supervisor)


def note_conduct(user: Any) -> bool:
    """3.4, 3.5: only the supervisor warns."""
    return see_hall(user) and user.supervisor


def see_reports(user: Any) -> bool:
    """5.2.18: a report of given points is confidential to the management and its supervisors."""
    return see_hall(user) and (user.organiser or user.supervisor)


def see_hints(user: Any) -> bool:
    """Hints of irregularities: only supervisors and the management, because hints accuse without proof."""
    return see_reports(user)


def see_disputes(user: Any) -> bool:
    """Everybody who has to do with disputes: those who raise them and those who decide them."""
    return see_hall(user) and (user.organiser or user.supervisor or user.desk or user.tribunal)


def raise_disputes(user: Any) -> bool:
    """5.1.3: the desk or a supervisor writes down what a player objects to; so does the table's own device."""
    return see_hall(user) and (user.organiser or user.supervisor or user.desk)


def decide_disputes(user: Any) -> bool:
    """5.1.3: in the event of disputes, the supervisor adjudicates."""
    return see_hall(user) and user.supervisor


def decide_appeals(user: Any) -> bool:
    """5.1.3: the decision of the tribunal is final."""
    return see_hall(user) and user.tribunal


def decide_as_director(user: Any) -> bool:
    """H 8: by rules without a tribunal the director has the final say."""
    return see_hall(user) and user.organiser


def have_the_last_word(user: Any) -> bool:
    """The tribunal, or the director: the rules of the tournament say which of the two."""
    return decide_appeals(user) or decide_as_director(user)


def see_log(user: Any) -> bool:
    """5.3.4, 5.1.3: those who answer for the tournament, and those who decide on appeals."""
    return see_hall(user) and (user.organiser or user.supervisor or user.tribunal)


def settle_restores(user: Any) -> bool:
    """Those who can deal with what a restore lost: corrections, approvals and acceptance are the supervisor's."""
    return see_hall(user) and (user.organiser or user.supervisor)


def draw_tie_lots(user: Any) -> bool:
    """5.4.2: the management and the supervisor draw the lots for a full tie."""
    return see_hall(user) and (user.organiser or user.supervisor)


def release_results(user: Any) -> bool:
    """The management decides when the hall sees the results, and leads the prize-giving."""
    return see_hall(user) and user.organiser


def manage_prizes(user: Any) -> bool:
    """The management says which prizes there are, and who gets them."""
    return see_hall(user) and user.organiser


def count_cash(user: Any) -> bool:
    """Say which fees there are, and open and close cash boxes. Whoever manages participants takes fees."""
    return see_hall(user) and (user.organiser or user.desk)


def give_prizes(user: Any) -> bool:
    """Hand out prizes, and note choices: the desk, too, because two people do it at once."""
    return see_hall(user) and (user.organiser or user.desk or user.supervisor)


def manage_screens(user: Any) -> bool:
    """Name the screens in the hall and say what they show."""
    return see_hall(user) and (user.organiser or user.desk)


def requires(predicate: Predicate) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Name the permission that a view needs. `public` needs no login; a login without the permission gets a 403."""

    def decorate(view: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(view)
        def guarded(request: Any, *args: Any, **kwargs: Any) -> Any:
            if not predicate(request.user):
                raise PermissionDenied
            answer = view(request, *args, **kwargs)
            if predicate is not public and not answer.has_header("Cache-Control"):
                # Laptops at the desk are shared: after a logout nobody may page back to dates of birth.
                patch_cache_control(answer, private=True, no_store=True)
            return answer

        guarded.permission = predicate  # type: ignore[attr-defined]
        return login_not_required(guarded) if predicate is public else guarded

    return decorate


def check_at(scoresheet: Scoresheet, predicate: Predicate, actor: Actor, *, state: str = "") -> None:
    """Refuse an act on a sheet unless the login has the permission, or the device belongs to this table, or the player
    of the start card sits there, who may sign and object.

    The caller holds the sheet's lock, because a device may have been locked or replaced while its message was on the
    way. The caller may have read the device's `state` under that lock.

    Refused: not_allowed, device_locked, device_replaced, other_table, card_locked.
    """
    if isinstance(actor, StartCard):
        return check_card(scoresheet, predicate, actor)
    if not isinstance(actor, TableDevice):
        return check(predicate, actor)
    if actor.scoresheet_id != scoresheet.pk:
        raise Refused(_("This device writes another table’s sheet."), code="other_table", kind=RefusalKind.NOT_ALLOWED)
    if not state:
        [(state,)] = select("SELECT state FROM tournament_tabledevice WHERE id = %s", actor.pk)
    actor.state = state
    check_device(actor)


def check_card(scoresheet: Scoresheet, predicate: Predicate, card: StartCard) -> None:
    """Refuse whatever a player may not do at this sheet with a start card: card_locked, other_table."""
    if StartCard.objects.filter(pk=card.pk, locked_at=None).first() is None:
        raise Refused(
            _("This start card is locked: please go to the desk."), code="card_locked", kind=RefusalKind.NOT_ALLOWED
        )
    owner = {"participant__tournament": card.tournament_id, "participant__start_number": card.number}
    if not scoresheet.seats.filter(**owner).exists() or predicate not in (confirm_signatures, raise_disputes):
        raise Refused(_("You do not sit at this table."), code="other_table", kind=RefusalKind.NOT_ALLOWED)


def check_device(device: TableDevice) -> None:
    """Refuse any message from a device that was locked or replaced: device_locked, device_replaced."""
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
    """Refuse `not_allowed` if the actor lacks the permission. Services call this, so it holds for every page."""
    if not predicate(actor):
        raise Refused(
            _("Your login may not do this. Please ask the supervisor or the organiser."),
            code="not_allowed",
            kind=RefusalKind.NOT_ALLOWED,
        )


def acting(actor: Actor | None) -> sheet_actors.Actor:
    """The actor for a decision in `sheet/`: the key of a login or of a device, the start number of a card."""
    if actor is None:
        return sheet_actors.Actor()
    if isinstance(actor, TableDevice):
        return sheet_actors.Actor(device=actor.pk)
    if isinstance(actor, StartCard):
        return sheet_actors.Actor(card=actor.number)
    return sheet_actors.Actor(login=actor.pk, supervisor=correct_games(actor))
