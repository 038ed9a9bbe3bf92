"""Deleting an entry of the list that was a mistake, while no draw knows it."""

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.address_book.services.feeding import leave_book
from tournament.enums import LIST_IS_OPEN
from tournament.models import Ceremony, ConductNote, Draw, Participant, PublicLot, Substitution, TieLots, User
from tournament.participants.selectors.participants import was_listed
from tournament.refusals import Refused
from tournament.services import versions
from tournament.services.events import write_event
from tournament.services.locks import lock_tournament, participant_of


@transaction.atomic
def delete_participant(*, participant: Participant, actor: User) -> None:
    """Delete a mistaken entry that no closed list and no draw ever held. The log keeps that it was there.

    The start number is not given again, unless the list is empty then.
    Refused: entry_deleted, not_allowed, list_closed, forgotten, was_drawn, on_record (substitute, or note of conduct),
    was_witness, in_cash_box, in_prize_giving.
    """
    permissions.check(permissions.manage_participants, actor)
    tournament = lock_tournament(participant.tournament)
    if tournament.state not in LIST_IS_OPEN:
        raise Refused(_("The tournament is finished: its list of participants is closed."), code="list_closed")
    participant = participant_of(tournament, participant)
    refused = deletion_refused(participant)
    if refused is not None:
        raise refused
    payload = {"participant": participant.pk, "start_number": participant.start_number}
    write_event(tournament=tournament, kind="participant.deleted", actor=actor, payload=payload)
    leave_book(participant)
    participant.delete()
    versions.bump_hall(tournament)


def deletion_refused(participant: Participant) -> Refused | None:
    """Return why an entry cannot be deleted, or None. A page shows the reason in advance."""
    if participant.forgotten:
        return Refused(_("Somebody who asked to be forgotten keeps only the start number."), code="forgotten")
    if participant.seats.exists() or participant.door_acts.exists() or was_listed(participant):
        return Refused(
            _("%(name)s stands in a closed list of the draw, which stays on record. Please withdraw them instead."),
            code="was_drawn",
            name=str(participant),
        )
    substitute = Substitution.objects.filter(Q(left=participant) | Q(came=participant))
    notes = ConductNote.objects.filter(Q(participant=participant) | Q(towards=participant))
    if substitute.exists() or notes.exists():
        return Refused(
            _("A note or a substitution names %(name)s and stays on record. Please withdraw them instead."),
            code="on_record",
            name=str(participant),
        )
    if _watched_lots(participant):
        return Refused(
            _("%(name)s looked on while lots were drawn, which stays on record. Please withdraw them instead."),
            code="was_witness",
            name=str(participant),
        )
    if participant.cash_entries.exists():
        return Refused(
            _("A cash box has an entry of %(name)s, which stays on record. Please withdraw them instead."),
            code="in_cash_box",
            name=str(participant),
        )
    if _in_prize_giving(participant):
        return Refused(
            _("A prize, a lot or a cup names %(name)s and stays on record. Please withdraw them instead."),
            code="in_prize_giving",
            name=str(participant),
        )
    return None


def _in_prize_giving(participant: Participant) -> bool:
    """Whether an act about a prize, a lot, the prize-giving or a cup refers to this participant. Four queries."""
    lots = PublicLot.objects.filter(tournament=participant.tournament_id).values_list("entrants", flat=True)
    scripts = Ceremony.objects.filter(tournament=participant.tournament_id).values_list("script", flat=True)
    awards = (award for script in scripts for step in script.get("steps", ()) for award in step.get("awards", ()))
    return (
        participant.prize_acts.exists()
        or participant.cups_won.exists()
        or any(participant.pk in entrants for entrants in lots)
        or any(participant.pk == who for _prize, who, *_cents in awards)
    )


def _watched_lots(participant: Participant) -> bool:
    """Whether this participant is on record as a witness of a draw or of lots for a tie. Two queries."""
    ties = TieLots.objects.filter(tournament=participant.tournament_id).values_list("witnesses", flat=True)
    draws = Draw.objects.filter(match__tournament=participant.tournament_id).values_list("protocol", flat=True)
    return any(participant.pk in witnesses for witnesses in ties) or any(
        participant.start_number in protocol.get("witnesses", ()) for protocol in draws
    )
