"""The waiting list of a full tournament: waiting, calling, admitting; and the house players who fill up.

Whoever waits keeps their start number, is withdrawn, and is drawn only once admitted. A higher limit admits nobody.
"""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.enums import LIST_IS_OPEN
from tournament.models import CashBox, Participant, Tournament, User
from tournament.money.selectors import fees_of
from tournament.money.services import withdraw_with_fee
from tournament.participants.selectors.seats_left import seats_left, seats_uncalled, waiting_list
from tournament.participants.services.participants import (
    begin_waiting,
    check_can_play,
    log,
    return_participant,
    withdraw_participant,
)
from tournament.refusals import Refused
from tournament.services import versions
from tournament.services.locks import lock_tournament, participant_of


@transaction.atomic
def wait(*, participant: Participant, actor: User) -> Participant:
    """Put somebody at the end of the waiting list; of somebody who is called, take the call back.

    Refused: list_closed, seated, place_rule_open, under_age, forgotten, excluded, has_substitute.
    """
    tournament = _lock(participant.tournament, actor)
    one = participant_of(tournament, participant)
    check_can_play(one, tournament)
    if one.waits and one.called_at is None:
        return one
    if not one.withdrawn:
        one = withdraw_participant(participant=one, actor=actor)
    return begin_waiting(one, tournament, actor)


@transaction.atomic
def call(*, tournament: Tournament, participant: Participant | None = None, actor: User) -> Participant:
    """Call the first of the waiting list, or this one of it: there is a seat. Who is called already stays called.

    Refused: list_closed, nobody_waits, not_waiting, all_called (as many are called as there are seats).
    """
    tournament = _lock(tournament, actor)
    queue = waiting_list(tournament)
    one = participant_of(tournament, participant) if participant else _first_uncalled(queue)
    _check_waits(one)
    if one.called_at is not None:
        return one
    if seats_uncalled(seats_left(tournament), queue) == 0:
        raise Refused(
            _("Somebody is called for every free seat. Who does not come goes to the end."), code="all_called"
        )
    one.called_at = timezone.now()
    one.save(update_fields=["called_at"])
    log("participant.called", one, actor)
    versions.bump_hall(tournament)
    return one


@transaction.atomic
def admit(*, participant: Participant, actor: User) -> Participant:
    """Let somebody from the waiting list play, called or not.

    Refused: not_waiting, all codes of return_participant, full among them.
    """
    tournament = _lock(participant.tournament, actor)
    one = participant_of(tournament, participant)
    _check_waits(one)
    return return_participant(participant=one, actor=actor)


@transaction.atomic
def call_in(*, participants: Sequence[Participant], actor: User) -> list[Participant]:
    """Let these house players play who stand ready, all of them or none; return them.

    Refused: not_ready (somebody called them in already, say), all codes of return_participant.
    """
    for one in participants:
        row = participant_of(lock_tournament(one.tournament), one)
        if not row.stands_ready:
            raise Refused(
                _("%(name)s does not stand ready any more. Please look at the page again."),
                code="not_ready",
                name=str(row),
            )
    return [return_participant(participant=one, actor=actor) for one in participants]


@transaction.atomic
def leave_out(*, participants: Sequence[Participant], actor: User, box: CashBox | None = None) -> int:
    """Take those who are left over off the list before the draw, all of them or nobody, and give their fees back.

    `box` is the cash box that pays, None for the one that took each fee. Return the cents that go back.
    Refused: all codes of withdraw_participant and reverse_entry.
    """
    entries = fees_of(participants[0].tournament).entries if participants else {}
    cents = 0
    for one in participants:
        if entry := entries.get(one.pk):
            withdraw_with_fee(participant=one, reason=gettext("left over before the draw"), box=box, actor=actor)
            cents += entry.cents
        else:
            withdraw_participant(participant=one, actor=actor)
    return cents


def _lock(tournament: Tournament, actor: User) -> Tournament:
    permissions.check(permissions.manage_participants, actor)
    tournament = lock_tournament(tournament)
    if tournament.state not in LIST_IS_OPEN:
        raise Refused(_("The tournament is finished: its list of participants is closed."), code="list_closed")
    return tournament


def _first_uncalled(queue: Sequence[Participant]) -> Participant:
    one = next((one for one in queue if one.called_at is None), None)
    if one is None:
        raise Refused(_("Nobody waits who is not called already."), code="nobody_waits")
    return one


def _check_waits(participant: Participant) -> None:
    if not participant.waits:
        raise Refused(
            _("Start number %(number)s is not on the waiting list."),
            code="not_waiting",
            number=participant.start_number,
        )
