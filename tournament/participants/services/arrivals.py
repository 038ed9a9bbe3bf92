"""Presence: ticking participants off, withdrawing the absent ones and taking them back onto the list."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.enums import LIST_IS_OPEN
from tournament.models import Match, Participant, Substitution, Tournament, User
from tournament.participants.services.participants import return_participant, withdraw_participant
from tournament.refusals import Refused
from tournament.services import versions
from tournament.services.events import write_event
from tournament.services.locks import lock_tournament, participant_of


@transaction.atomic
def set_arrived(*, participant: Participant, arrived: bool, actor: User) -> bool:
    """Tick one participant off as present, or take the tick back; return whether this changed anything.

    The ticks are for the tournament's `presence_match` (`begin_presence`). As long as nobody is ticked off, attendance
    plays no role. Refused: not_allowed, list_closed, withdrawn.
    """
    tournament = _lock(participant.tournament, actor)
    participant = participant_of(tournament, participant)
    if arrived and participant.withdrawn:
        raise Refused(
            _("%(name)s is withdrawn. Please take them back onto the list first."),
            code="withdrawn",
            name=participant.numbered_list_name,
        )
    if participant.arrived == arrived:
        return False
    participant.arrived = arrived
    participant.save(update_fields=["arrived"])
    payload = {"participant": participant.pk, "start_number": participant.start_number}
    kind = "participant.arrived" if arrived else "participant.left"
    write_event(tournament=tournament, kind=kind, actor=actor, payload=payload)
    versions.bump(tournament)
    return True


@transaction.atomic
def begin_presence(*, match: Match, actor: User) -> None:
    """Take every tick back, because presence is ticked off anew for this match. No error if it is ticked off already.

    The log keeps who was there for the match before. Refused: not_allowed, list_closed, presence_later.
    """
    tournament = _lock(match.tournament, actor)
    if tournament.presence_match == match.number:
        return
    if tournament.presence_match > match.number:
        raise Refused(
            _("Presence is ticked off for match %(later)s already."),
            code="presence_later",
            later=tournament.presence_match,
        )
    tournament.presence_match = match.number
    tournament.save(update_fields=["presence_match"])
    tournament.participants.filter(arrived=True).update(arrived=False)
    write_event(tournament=tournament, kind="presence.begun", actor=actor, payload={"match": match.number})
    versions.bump(tournament)


@transaction.atomic
def all_arrived(*, tournament: Tournament, arrived: bool, actor: User) -> int:
    """Tick off everyone who is not withdrawn, or take every tick back; return how many changed.

    Refused: not_allowed, list_closed.
    """
    tournament = _lock(tournament, actor)
    changed = tournament.participants.filter(arrived=not arrived)
    if arrived:
        changed = changed.filter(withdrawn=False)
    numbers = list(changed.order_by("start_number").values_list("pk", "start_number"))
    if numbers:
        tournament.participants.filter(pk__in=[pk for pk, _number in numbers]).update(arrived=arrived)
        # One event for all of them, even for a thousand participants.
        kind = "participants.arrived" if arrived else "participants.left"
        payload = {"participants": [list(pair) for pair in numbers]}
        write_event(tournament=tournament, kind=kind, actor=actor, payload=payload)
        versions.bump(tournament)
    return len(numbers)


@transaction.atomic
def withdraw_absent(*, tournament: Tournament, actor: User) -> list[Participant]:
    """Withdraw everyone who is not ticked off, all of them or nobody; return them.

    Refused: nobody_arrived (nobody is ticked off yet, so nobody counts as absent), all codes of withdraw_participant.
    """
    tournament = _lock(tournament, actor)
    listed = list(tournament.participants.filter(withdrawn=False).order_by("start_number"))
    if not any(one.arrived for one in listed):
        raise Refused(_("Nobody is ticked off as present, so nobody is missing either."), code="nobody_arrived")
    return [withdraw_participant(participant=one, actor=actor) for one in listed if not one.arrived]


@transaction.atomic
def return_withdrawn(*, tournament: Tournament, actor: User) -> list[Participant]:
    """Take all withdrawn participants back into the coming draws, but nobody who waits, stands ready or cannot play.

    Return them. Refused: not_allowed, list_closed, full.
    """
    tournament = _lock(tournament, actor)
    people = [
        one
        for one in tournament.participants.filter(withdrawn=True, forgotten=False, excluded=False, waiting_since=None)
        .exclude(pk__in=Substitution.objects.filter(tournament=tournament, taken_back_at=None).values("left"))
        .order_by("start_number")
        # A refusal of one participant would stop the return of all the others: who is too young (5.2.12), excluded
        # (5.1.4), or has a substitute (5.2.11).
        if one.old_enough(tournament) is not False and not one.stands_ready
    ]
    return [return_participant(participant=one, actor=actor) for one in people]


def _lock(tournament: Tournament, actor: User) -> Tournament:
    permissions.check(permissions.manage_participants, actor)
    tournament = lock_tournament(tournament)
    if tournament.state not in LIST_IS_OPEN:
        raise Refused(_("The tournament is finished: its list of participants is closed."), code="list_closed")
    return tournament
