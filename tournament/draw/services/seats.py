"""Exchanging seats when somebody sits on a wrong one: the management moves the names, not the games (5.2.2)."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.models import Seat, User
from tournament.person.names import clean_text
from tournament.refusals import Refused
from tournament.services import versions
from tournament.services.acting import act_on, reason_given
from tournament.services.locks import lock_scoresheet, lock_tournament
from tournament.sheet.acts.tables import SeatParticipant

REASON_LENGTH = 200


@transaction.atomic
def exchange_seats(*, first: Seat, second: Seat, actor: User, reason: str) -> None:
    """Exchange the participants of two seats of one match, at one table or two; the points stay with the seats.

    `first` and `second` are as the management saw them. As with a correction (5.3.4), signatures lapse and an accepted
    sheet is reopened. Each sheet shows the exchange below its lines, with the reason. Refused: not_allowed, same_seat,
    other_match, no_reason, sheet_discarded, sheet_void, tournament_finished, seats_changed (somebody else sits there
    now), all codes of clean_text.
    """
    permissions.check(permissions.exchange_seats, actor)
    if first.pk == second.pk:
        raise Refused(_("This is the same seat. Please choose two different ones."), code="same_seat")
    if first.match_id != second.match_id:
        raise Refused(_("Seats can be exchanged only within one match."), code="other_match")
    reason = clean_text(reason, max_length=REASON_LENGTH)
    if not reason:
        raise Refused(_("Please say why: the reason is printed on the sheet."), code="no_reason", field="reason")
    tournament = lock_tournament(first.match.tournament)
    tables = sorted({first.scoresheet, second.scoresheet}, key=lambda sheet: sheet.pk)
    sheets = {table.pk: lock_scoresheet(table) for table in tables}
    _check_as_seen(first, second)
    pairs = [(first, second), (second, first)]
    # Both step outside until both tables are written, because a participant has only one seat in a match.
    step_outside(first, second)
    # If both sit at one table, it is one change with one sentence.
    for seat, other in pairs[: len(sheets)]:
        change = {
            "seat": seat.number,
            "other_table": sheets[other.scoresheet_id].table_number,
            "other_seat": other.number,
            "left": seat.participant_id,
            "came": other.participant_id,
        }
        command = SeatParticipant(told=change, reason=reason_given(reason))
        act_on(sheets[seat.scoresheet_id], command, actor=actor)
    versions.bump_hall(tournament)


def _check_as_seen(first: Seat, second: Seat) -> None:
    """Refuse if the seats have changed: a second press of the same button must not undo the exchange."""
    now = dict(Seat.objects.filter(pk__in=[first.pk, second.pk]).values_list("pk", "participant_id"))
    if now != {first.pk: first.participant_id, second.pk: second.participant_id}:
        raise Refused(_("Somebody else sits there by now. Please look at both tables again."), code="seats_changed")


def step_outside(*seats: Seat) -> None:
    """Give seats a participant id that nobody has. The database checks it only at the end of the transaction."""
    for seat in seats:
        Seat.objects.filter(pk=seat.pk).update(participant_id=-seat.participant_id)
