"""Replacing an absent participant before the first game: the management gives a reason (5.2.2).

The published lots and their protocol stay as they were drawn.
"""

from typing import Unpack

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.draw.services.place_rules import check_place_rule
from tournament.draw.services.seats import REASON_LENGTH
from tournament.models import Participant, Scoresheet, Seat, Tournament, User
from tournament.participants.services.ages import check_old_enough, confirm_age
from tournament.participants.services.arrivals import set_arrived
from tournament.participants.services.participants import Entry, add_participant, set_withdrawn
from tournament.person.names import clean_text
from tournament.refusals import Refused
from tournament.selectors.matches import written_sheets
from tournament.selectors.sheets import chained
from tournament.services import versions
from tournament.services.acting import effect_of, reason_given, write
from tournament.services.locks import lock_scoresheet, lock_tournament
from tournament.sheet.acts.tables import SeatParticipant
from tournament.words.citations import cited


@transaction.atomic
def replace_absent(*, seat: Seat, newcomer: Participant, actor: User, reason: str, accepts_rules: bool = False) -> None:
    """Give `seat` to `newcomer`, and withdraw the participant who was drawn there and did not come.

    `seat` is as the management saw it. A newcomer who is withdrawn returns to the list. `accepts_rules`: the newcomer
    accepts the rules at the desk, and is old enough if the rules have a minimum age (5.2.12). Refused: not_allowed,
    no_reason, all codes of clean_text, not_accepted, sheet_discarded, sheet_void, tournament_finished, list_closed,
    play_began (anything is written at this table), seats_changed (somebody else sits there now), other_tournament,
    seated_already, seated_later (the absent participant also has a seat in a later match), under_age, place_rule_open.
    """
    permissions.check(permissions.exchange_seats, actor)
    reason = clean_text(reason, max_length=REASON_LENGTH)
    if not reason:
        raise Refused(_("Please say why: the reason is printed on the sheet."), code="no_reason", field="reason")
    tournament = lock_tournament(seat.match.tournament)
    if not accepts_rules:
        raise Refused(
            cited(_("Whoever takes a seat must be old enough and accept the rules (5.2.12)."), tournament.ruleset),
            code="not_accepted",
            field="accepts_rules",
        )
    sheet = lock_scoresheet(seat.scoresheet)
    change = {"seat": seat.number, "left": seat.participant_id, "came": newcomer.pk}
    command = SeatParticipant(told=change, reason=reason_given(reason), replaces_absent=True)
    before = chained(sheet)
    # Decide here, write at the end: a void sheet and official results cannot be helped, so they are reported first.
    effect = effect_of(sheet, before, command, actor)
    check_not_begun(sheet)
    now = Seat.objects.select_related("participant").get(pk=seat.pk)
    if now.participant_id != seat.participant_id:
        raise Refused(_("Somebody else sits there by now. Please look at the table again."), code="seats_changed")
    absent, newcomer = now.participant, _newcomer(tournament, sheet, newcomer)
    _check_no_later_seat(absent, sheet)
    check_place_rule(tournament, absent, beside=sheet)
    confirm_age(newcomer, tournament, actor)
    set_withdrawn(newcomer, tournament, False, actor)
    if tournament.participants.filter(arrived=True, withdrawn=False).exists():
        set_arrived(participant=newcomer, arrived=True, actor=actor)
    set_arrived(participant=absent, arrived=False, actor=actor)
    set_withdrawn(Participant.objects.get(pk=absent.pk), tournament, True, actor)
    write(sheet, before, effect)
    versions.bump_hall(tournament)


@transaction.atomic
def enter_on_seat(
    *,
    seat: Seat,
    house: bool = False,
    actor: User,
    reason: str,
    accepts_rules: bool = False,
    **entry: Unpack[Entry],
) -> Participant:
    """Add a participant to the list and give them `seat`, both or neither; return them.

    Refused: all codes of add_participant and replace_absent.
    """
    newcomer = add_participant(
        tournament=seat.match.tournament,
        house=house,
        actor=actor,
        **entry,
    )
    replace_absent(seat=seat, newcomer=newcomer, actor=actor, reason=reason, accepts_rules=accepts_rules)
    return newcomer


def check_not_begun(sheet: Scoresheet) -> None:
    """Refuse `play_began` once anything is written at this table: from then on it needs a substitute (5.2.11)."""
    if written_sheets(sheet.match).filter(pk=sheet.pk).exists():
        raise Refused(
            _("Table %(table)s plays already: nobody else can take a seat there any more."),
            code="play_began",
            table=sheet.table_number,
        )


def _newcomer(tournament: Tournament, sheet: Scoresheet, newcomer: Participant) -> Participant:
    """The participant, read again, if they may take a seat."""
    participant = tournament.participants.filter(pk=newcomer.pk).first()
    if participant is None:
        raise Refused(_("Only somebody of this tournament can take the seat."), code="other_tournament")
    seat = participant.seats.filter(match=sheet.match).select_related("scoresheet").first()
    if seat is not None:
        raise Refused(
            _("%(name)s sits at table %(table)s of this match already."),
            code="seated_already",
            name=str(participant),
            table=seat.scoresheet.table_number,
        )
    check_old_enough(participant, tournament)
    return participant


def _check_no_later_seat(absent: Participant, sheet: Scoresheet) -> None:
    """Refuse to withdraw a participant with a seat in a later match. They keep the points of earlier matches."""
    later = absent.seats.filter(match__number__gt=sheet.match.number).select_related("match").first()
    if later is not None:
        raise Refused(
            _("%(name)s has a seat in match %(match)s too. Please give that one to somebody else first."),
            code="seated_later",
            name=str(absent),
            match=later.match.number,
        )
