"""Substitutes: the management fills the place of somebody who drops out, from a game on (5.2.9, 5.2.11, 5.2.12)."""

from typing import Unpack

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.draw.services.place_rules import check_place_rule
from tournament.draw.services.seats import REASON_LENGTH
from tournament.enums import SETTLED
from tournament.models import Match, Participant, Scoresheet, Seat, Substitution, Tournament, User
from tournament.participants.selectors.substitutes import open_seats
from tournament.participants.services.ages import check_old_enough, confirm_age
from tournament.participants.services.arrivals import set_arrived
from tournament.participants.services.participants import Entry, add_participant, set_withdrawn
from tournament.person.names import clean_text
from tournament.refusals import Refused
from tournament.services import versions
from tournament.services.acting import act_on, reason_given
from tournament.services.events import write_event
from tournament.services.locks import lock_scoresheet, lock_tournament, participant_of
from tournament.sheet.actors import Reason
from tournament.sheet.acts.substitutes import SeatSubstitute
from tournament.words.citations import cited


@transaction.atomic
def appoint_substitute(
    *, participant: Participant, newcomer: Participant, match: int, game: int, actor: User, reason: str,
    accepts_rules: bool = False,
) -> Substitution:  # fmt: skip
    """Give the place of `participant` to `newcomer` from game `game` of this match on, and in all later matches.

    The newcomer takes over the points of the earlier games and matches, and the counters of 5.4.2 (5.2.11, reading 20),
    or those of the sheets that are not settled, where whoever leaves keeps the place (`PlaceRule`); has a start number
    of their own; signs the sheet. A sheet of this or a later match that is not settled gets the newcomer on its seat;
    sheets of earlier matches stay as they are. `game` is 1 if the match is not drawn yet.

    Refused: not_allowed, no_reason, not_accepted (5.2.12), list_closed, tournament_finished, same_person, has_played
    (the newcomer has a seat of their own: 5.2.9), stood_in_already, replaced_already, nothing_to_take_over,
    match_settled, no_such_line, under_age, other_tournament, sheet_settled, totals_stand, place_rule_open.
    """  # fmt: skip
    permissions.check(permissions.appoint_substitutes, actor)
    tournament = lock_tournament(participant.tournament)
    reason_and_hash = _reason(reason)
    if not accepts_rules:
        raise Refused(
            cited(_("Whoever takes a seat must be old enough and accept the rules (5.2.12)."), tournament.ruleset),
            code="not_accepted",
            field="accepts_rules",
        )
    leaver, came = _pair(tournament, participant, newcomer)
    confirm_age(came, tournament, actor)
    begins = Match.objects.get(tournament=tournament, number=match)
    seats = [seat for seat in open_seats(leaver) if seat.match.number >= match]
    _check_place(leaver, begins, seats, game)
    check_place_rule(tournament, leaver)
    for seat in seats:
        _seat(seat, came, game if seat.match_id == begins.pk else 1, reason_and_hash, actor)
    row = Substitution.objects.create(
        tournament=tournament,
        left=leaver,
        came=came,
        match=begins,
        game=game,
        reason=reason_and_hash.text or "",
        salt=reason_and_hash.salt,
        appointed_by=actor,
        appointed_at=timezone.now(),
    )
    payload = {"substitution": row.pk, "left": leaver.pk, "came": came.pk, "match": match, "game": game}
    write_event(
        tournament=tournament,
        kind="substitute.appointed",
        actor=actor,
        payload=payload | {"reason": reason_and_hash.digest},
    )
    set_withdrawn(came, tournament, False, actor)
    _present(tournament, came, leaver, actor)
    versions.bump_hall(tournament)
    return row


@transaction.atomic
def enter_substitute(
    *,
    participant: Participant,
    house: bool = False,
    match: int,
    game: int,
    actor: User,
    reason: str,
    accepts_rules: bool = False,
    **entry: Unpack[Entry],
) -> Substitution:
    """Add the substitute to the list and appoint them, both or neither.

    Refused: all codes of add_participant and appoint_substitute.
    """
    permissions.check(permissions.appoint_substitutes, actor)
    newcomer = add_participant(
        tournament=participant.tournament,
        house=house,
        actor=actor,
        **entry,
    )
    return appoint_substitute(
        participant=participant, newcomer=newcomer, match=match, game=game, actor=actor, reason=reason,
        accepts_rules=accepts_rules,
    )  # fmt: skip


@transaction.atomic
def take_back_substitute(*, substitution: Substitution, actor: User, reason: str) -> None:
    """Undo an appointment while no game has been written with the substitute: the participant plays on.

    Refused: not_allowed, no_reason, taken_back, handed_on, game_written, list_closed, tournament_finished, excluded.
    """
    permissions.check(permissions.appoint_substitutes, actor)
    tournament = lock_tournament(substitution.tournament)
    reason_and_hash = _reason(reason)
    row = Substitution.objects.select_related("left", "came", "match").get(pk=substitution.pk)
    if row.taken_back_at is not None:
        raise Refused(_("This appointment was taken back already."), code="taken_back")
    if row.left.excluded:
        raise Refused(_("%(name)s is excluded and cannot play on."), code="excluded", name=str(row.left))
    further = Substitution.objects.filter(left=row.came, taken_back_at=None).select_related("came").first()
    if further is not None:
        raise Refused(
            _("%(name)s has left as well, and %(other)s sits there. Please take that back first."),
            code="handed_on",
            name=str(row.came),
            other=str(further.came),
        )
    seats = list(row.came.seats.select_related("scoresheet", "match").order_by("match__number"))
    for seat in seats:
        first = row.game if seat.match_id == row.match_id else 1
        if seat.scoresheet.state in SETTLED or seat.scoresheet.games.filter(number__gte=first).exists():
            raise Refused(
                _("%(name)s has played already: the place can only be given to another substitute."),
                code="game_written",
                name=str(row.came),
            )
    for seat in seats:
        _seat(seat, row.left, row.game if seat.match_id == row.match_id else 1, reason_and_hash, actor)
    row.taken_back_by, row.taken_back_at = actor, timezone.now()
    row.save(update_fields=["taken_back_by", "taken_back_at"])
    payload = {"substitution": row.pk, "left": row.left_id, "came": row.came_id, "reason": reason_and_hash.digest}
    write_event(tournament=tournament, kind="substitute.taken_back", actor=actor, payload=payload)
    set_withdrawn(row.left, tournament, False, actor)
    _present(tournament, row.left, row.came, actor)
    versions.bump_hall(tournament)


def _reason(text: str) -> Reason:
    words = clean_text(text, max_length=REASON_LENGTH)
    if not words:
        raise Refused(_("Please say why: the reason is printed on the sheet."), code="no_reason", field="reason")
    return reason_given(words)


def _pair(tournament: Tournament, participant: Participant, newcomer: Participant) -> tuple[Participant, Participant]:
    """Return both, read again, if the one may take over from the other."""
    leaver = participant_of(tournament, participant)
    came = tournament.participants.filter(pk=newcomer.pk).first()
    if came is None:
        raise Refused(_("Only somebody of this tournament can take the seat."), code="other_tournament")
    if came == leaver:
        raise Refused(_("This is the same person. Please choose somebody else."), code="same_person")
    if Substitution.objects.filter(left=leaver, taken_back_at=None).exists():
        raise Refused(_("%(name)s has a substitute already."), code="replaced_already", name=str(leaver))
    if Substitution.objects.filter(came=came, taken_back_at=None).exists():
        raise Refused(_("%(name)s is a substitute already."), code="stood_in_already", name=str(came))
    seat = came.seats.select_related("scoresheet__match").order_by("-match__number").first()
    if seat is not None:
        raise Refused(
            cited(
                _(
                    "%(name)s has a seat at table %(table)s of match %(match)s. "
                    "Each player plays only for themselves (5.2.9)."
                ),
                tournament.ruleset,
            ),
            code="has_played",
            name=str(came),
            table=seat.scoresheet.table_number,
            match=seat.scoresheet.match.number,
        )
    check_old_enough(came, tournament)
    return leaver, came


def _check_place(leaver: Participant, begins: Match, seats: list[Seat], game: int) -> None:
    """Refuse a place that nobody can take over: nothing_to_take_over, match_settled, no_such_line."""
    if not leaver.seats.exists() and not Substitution.objects.filter(came=leaver, taken_back_at=None).exists():
        raise Refused(
            _("%(name)s has no seat yet, so there is nothing to take over. Please withdraw them and enter the other."),
            code="nothing_to_take_over",
            name=str(leaver),
        )
    here = leaver.seats.filter(match=begins).select_related("scoresheet").first()
    if here is not None and not any(seat.pk == here.pk for seat in seats):
        raise Refused(
            _("The sheet of table %(table)s is settled. A substitute comes in with the next match."),
            code="match_settled",
            field="match",
            table=here.scoresheet.table_number,
        )
    if here is None and game != 1:
        raise Refused(
            _("Match %(match)s is not drawn for %(name)s: there a substitute begins with game 1."),
            code="no_such_line",
            field="game",
            match=begins.number,
            name=str(leaver),
        )


def _seat(seat: Seat, came: Participant, number: int, reason: Reason, actor: User) -> None:
    sheet = lock_scoresheet(Scoresheet(pk=seat.scoresheet_id))
    leaver = Seat.objects.values_list("participant_id", flat=True).get(pk=seat.pk)
    command = SeatSubstitute(seat=seat.number, number=number, left=leaver, came=came.pk, reason=reason)
    act_on(sheet, command, actor=actor)


def _present(tournament: Tournament, came: Participant, leaver: Participant, actor: User) -> None:
    """Withdraw who goes, and tick off who comes where the desk ticks off."""
    if tournament.participants.filter(arrived=True, withdrawn=False).exists():
        set_arrived(participant=Participant.objects.get(pk=came.pk), arrived=True, actor=actor)
        absent = Participant.objects.get(pk=leaver.pk)
        if not absent.withdrawn:
            set_arrived(participant=absent, arrived=False, actor=actor)
    set_withdrawn(Participant.objects.get(pk=leaver.pk), tournament, True, actor)
