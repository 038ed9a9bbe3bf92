"""Lots at the door: opening it, drawing for whoever comes in, and closing it with a published draw (5.2.2)."""

import secrets

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournament import lots, permissions
from tournament.draw.selectors.door import DoorLot, door_lot_of, open_door, open_door_of, replayed
from tournament.draw.selectors.draw import preflight
from tournament.draw.selectors.obstacles import names_text
from tournament.draw.services.door_acts import append_acts
from tournament.draw.services.draw import publish_door
from tournament.enums import DoorState, step
from tournament.lots.door import AHEAD, KEPT
from tournament.models import DoorLots, Draw, Match, Participant, Tournament, User
from tournament.participants.services.ages import check_old_enough
from tournament.participants.services.arrivals import set_arrived
from tournament.refusals import RefusalKind, Refused
from tournament.services import versions
from tournament.services.events import write_event
from tournament.services.locks import lock_tournament, participant_of

# What keeps the door from opening; what is missing on the list comes in by and by.
FINAL = ("already_drawn", "tournament_finished", "earlier_match_first")


@transaction.atomic
def open_door_lots(*, match: Match, actor: User) -> DoorLots:
    """Begin to draw lots at the door: take a secret and publish its commitment. An open door stays as it is.

    The fixed places of those on the list are kept for them. Refused: not_allowed, not_first_match, list_closed, and
    the codes in FINAL.
    """
    permissions.check(permissions.draw_lots, actor)
    tournament, match = _lock(match)
    door = open_door(match)
    if door is not None:
        return door
    _check_may_open(match)
    ruleset = tournament.ruleset
    people = tournament.participants.filter(withdrawn=False, fixed_table__isnull=False).order_by("start_number")
    terms = lots.DoorTerms(
        match=match.number,
        matches=tournament.matches.count(),
        sizes=tuple(sorted(ruleset.seats)),
        usual=ruleset.usual_seats,
        ahead=AHEAD * ruleset.usual_seats,
        fixed=tuple((one.start_number, one.fixed_table or 0, one.fixed_seat or 0) for one in people),
    )
    secret = secrets.token_hex(32)
    door = DoorLots.objects.create(
        match=match,
        number=(DoorLots.objects.filter(match=match).aggregate(last=Max("number"))["last"] or 0) + 1,
        terms=terms.to_json(),
        list_hash=terms.list_hash,
        commitment=lots.door_commitment(secret),
        secret=secret,
        opened_by=actor,
        opened_at=timezone.now(),
    )
    # The secret itself is logged only with the draw. Nobody can read it before.
    columns = {"list_hash": door.list_hash, "commitment": door.commitment, "terms": door.terms}
    payload = {"match": match.number, "number": door.number, **columns}
    write_event(tournament=tournament, kind="door_lot.opened", actor=actor, payload=payload)
    versions.bump(match)
    versions.bump_hall(tournament)
    return door


@transaction.atomic
def draw_at_door(*, participant: Participant, actor: User) -> DoorLot:
    """Draw table and seat for somebody who comes in, tick them off as present, and return the seat.

    Whoever has drawn already keeps that lot: the same seat is returned. Somebody who cannot walk gets the fixed place.
    Refused: not_allowed, door_shut, withdrawn, under_age, no_seat_left, place_taken, entry_deleted, list_closed.
    """
    permissions.check(permissions.manage_participants, actor)
    tournament = lock_tournament(participant.tournament)
    door = _door_of(tournament)
    participant = participant_of(tournament, participant)
    lot = door_lot_of(participant)
    if lot is not None:
        return lot
    check_old_enough(participant, tournament)
    set_arrived(participant=participant, arrived=True, actor=actor)
    state = replayed(door)
    drawn = _step(state, participant)
    append_acts(door, tournament, [(len(state.steps), drawn)], {participant.start_number: participant}, actor)
    return DoorLot(table=drawn.table, seat=drawn.seat, is_kept=drawn.kind == KEPT)


@transaction.atomic
def announce_tables(*, tournament: Tournament, last: bool, actor: User) -> None:
    """Say that the `last` tables are open, so that the seats left are exactly the free ones, or open more after all.

    The same again changes nothing. Refused: not_allowed, door_shut.
    """
    permissions.check(permissions.manage_participants, actor)
    tournament = lock_tournament(tournament)
    door = _door_of(tournament)
    state = replayed(door)
    if state.last != last:
        announcement = state.announce(last=last)
        append_acts(door, tournament, [(len(state.steps), announcement)], {}, actor)


@transaction.atomic
def close_door(*, match: Match, actor: User) -> Draw:
    """Close the door and publish the lots as the draw of the match; the sheets are open then (5.2.2).

    Whoever sits at a table that is not filled draws again. Refused: not_allowed, door_shut, without_lot (somebody on
    the list has not drawn), rules_changed, no_such_place, all codes of preflight.
    """
    permissions.check(permissions.draw_lots, actor)
    tournament, match = _lock(match)
    door = _door_of(tournament)
    state = replayed(door)
    _check_may_close(match, door, state)
    steps_before = len(state.steps)
    try:
        published = lots.door_protocol(state.terms, secret=door.secret, steps=state.steps)
        state.close()
    except lots.LotsError as error:
        raise Refused(
            _("A fixed place is at a table that is not there. Please change it on the page of the entry."),
            code="no_such_place",
        ) from error
    people = {one.start_number: one for one in tournament.participants.all()}
    again = list(enumerate(state.steps[steps_before:], steps_before + 1))
    append_acts(door, tournament, again, people, actor)
    draw = publish_door(match=match, actor=actor, published=published, entrants=people)
    _end(door, DoorState.CLOSED, actor, draw)
    return draw


@transaction.atomic
def call_off_door(*, match: Match, actor: User) -> DoorLots:
    """Call off the lots at the door before they are published: they stay on record, and nobody has a seat.

    Refused: not_allowed, door_shut.
    """
    permissions.check(permissions.draw_lots, actor)
    tournament, match = _lock(match)
    door = _door_of(tournament)
    _end(door, DoorState.CANCELLED, actor)
    payload = {"match": match.number, "number": door.number}
    write_event(tournament=tournament, kind="door_lot.called_off", actor=actor, payload=payload)
    versions.bump(match)
    versions.bump_hall(tournament)
    return door


def _lock(match: Match) -> tuple[Tournament, Match]:
    tournament = lock_tournament(match.tournament)
    match = Match.objects.get(pk=match.pk)
    match.tournament = tournament
    return tournament, match


def _door_of(tournament: Tournament) -> DoorLots:
    door = open_door_of(tournament.pk)
    if door is None:
        raise Refused(
            _("No lots are drawn at the door: it is not open, or it is closed already."),
            code="door_shut",
            kind=RefusalKind.CONFLICT,
        )
    door.match.tournament = tournament
    return door


def _check_may_open(match: Match) -> None:
    if match.number != 1:
        raise Refused(_("Only the lots of match 1 are drawn at the door."), code="not_first_match")
    before = preflight(match)
    for obstacle in before.obstacles:
        if obstacle.code in FINAL:
            raise obstacle.refusal
    if before.closed is not None:
        raise Refused(_("The list is closed for the draw. Please open it again first."), code="list_closed")


def _step(state: lots.DoorSeating, participant: Participant) -> lots.DoorStep:
    """Draw for a participant, or give them their fixed place."""
    table, seat, number = participant.fixed_table, participant.fixed_seat, participant.start_number
    try:
        if table is not None and seat is not None:
            return state.keep(number, table, seat)
        if not state.free:
            raise Refused(
                _("No seat is free any more. Please open more tables, or wait until somebody goes."),
                code="no_seat_left",
            )
        return state.draw(number)
    except lots.LotsError as error:
        raise Refused(
            _("%(name)s cannot have table %(table)s, seat %(seat)s: somebody sits there, or it was changed since "
              "the door was opened. Please change the fixed place."),
            code="place_taken",
            name=participant.numbered_list_name,
            table=table or 0,
            seat=seat or 0,
        ) from error  # fmt: skip


def _check_may_close(match: Match, door: DoorLots, state: lots.DoorSeating) -> None:
    ruleset = match.tournament.ruleset
    if (tuple(sorted(ruleset.seats)), ruleset.usual_seats) != (state.terms.sizes, state.terms.usual):
        raise Refused(
            _("The rules were changed since the door was opened, and other tables are allowed now."),
            code="rules_changed",
        )
    before = preflight(match)
    for obstacle in before.obstacles:
        if obstacle.code in FINAL:
            raise obstacle.refusal
    waiting = [one for one in before.entrants if one.start_number not in state.places]
    if waiting:
        raise Refused(
            ngettext_lazy(
                "%(count)s participant on the list has not drawn yet: %(names)s. "
                "They draw, or they are withdrawn because they did not come.",
                "%(count)s participants on the list have not drawn yet: %(names)s. "
                "They draw, or they are withdrawn because they did not come.",
                len(waiting),
            ),
            code="without_lot",
            count=len(waiting),
            names=names_text(waiting),
        )
    if before.obstacles:
        raise before.obstacles[0].refusal


def _end(door: DoorLots, state: DoorState, actor: User, draw: Draw | None = None) -> None:
    door.state = step(DoorState, door.state, state)
    door.ended_by, door.ended_at, door.draw = actor, timezone.now(), draw
    door.save(update_fields=["state", "ended_by", "ended_at", "draw"])
