"""The draw of a match: lots for tables and seats from a closed list and a published seed (5.2.2)."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import lots, permissions
from tournament.draw.selectors.draw import closed_list, lots_hold, preflight, published_draw, seated, seated_before
from tournament.draw.services.lot_witnesses import UNKNOWN_WITNESS, WITNESSES
from tournament.enums import ClosedListState, LotSource, MatchState, SheetState, step
from tournament.models import (
    ClosedList,
    DiscardedDraw,
    Draw,
    Match,
    Participant,
    Scoresheet,
    Seat,
    Tournament,
    User,
)
from tournament.person.names import clean_text
from tournament.refusals import Refused
from tournament.services import versions
from tournament.services.acting import reason_given
from tournament.services.events import write_event, write_sheet_events
from tournament.services.locks import lock_tournament
from tournament.services.matches import settle_match
from tournament.services.tournaments import start_play
from tournament.sheet.acts.opening import SheetDiscarded, SheetOpened
from tournament.words.citations import cited

REASON_LENGTH = 200
NO_REASON = _("Please give the reason: only a reasoned act of the management takes published lots back (5.2.2).")


def draw_match(*, closed: ClosedList, actor: User, hall: Sequence[str] = (), witnesses: Sequence[int] = ()) -> Draw:
    """Draw tables and seats from the closed list and publish them (5.2.2).

    `hall` holds the numbers named after the list was closed, as strings of digits; `witnesses` holds the start numbers
    of those who named them or watched, three at most. The lots are computed before the transaction begins. The first
    draw begins the tournament and freezes its rules. Refused: not_allowed, hall_numbers, list_not_published (somebody
    changed list or secret in the database), unknown_witness, list_reopened, already_drawn, list_changed and the other
    codes of preflight, rules_changed, seats_before_changed.
    """
    permissions.check(permissions.draw_lots, actor)
    try:
        published = lots.protocol(closed.drawn_from, secret=closed.secret, hall=hall)
    except lots.LotsError as error:
        raise Refused(numbers_needed(closed), code="hall_numbers", field="hall") from error
    return _publish(closed=closed, actor=actor, published=published, witnesses=list(witnesses))


def enter_lots(*, closed: ClosedList, actor: User, places: Sequence[lots.Place], witnesses: Sequence[int] = ()) -> Draw:
    """Publish the lots that were drawn by hand for the closed list (5.2.2). Nothing in them is chance of ours.

    `places` are start number, table and seat of everyone without a fixed place. Refused: lots_misfit (a lot is
    missing, given twice or fits no table) and the codes of draw_match.
    """
    permissions.check(permissions.draw_lots, actor)
    terms = closed.drawn_from
    if terms.source != lots.HAND or lots.hand_problems(terms, places):
        raise Refused(
            _("These lots do not fit the list: everyone on it sits once, and every table is full."),
            code="lots_misfit",
            field="lots",
        )
    typed = {number for number, _table, _seat in places}
    fixed_places = [place for place in terms.fixed if place[0] not in typed]
    published = lots.hand_protocol(terms, lots.tables_by_hand(places, fixed_places))
    return _publish(closed=closed, actor=actor, published=published, witnesses=list(witnesses))


@transaction.atomic
def _publish(*, closed: ClosedList, actor: User, published: dict[str, Any], witnesses: list[int]) -> Draw:
    tournament = lock_tournament(closed.match.tournament)
    # The tournament's lock is enough: only draws write to a match before its lots are published. Additional tables
    # are added to a match that is played, so its state is settled at the end.
    closed = ClosedList.objects.select_related("match").get(pk=closed.pk)
    published |= {"first_table": closed.first_table}
    if not closed.gave(published):
        raise Refused(
            _("This list is not the one that was published when it was closed. Please open it and close it again."),
            code="list_not_published",
        )
    match = closed.match
    match.tournament = tournament
    before = preflight(match)
    if before.obstacles:
        raise before.obstacles[0].refusal
    if closed.state != ClosedListState.CLOSED:
        raise Refused(_("The list was opened again in the meantime. Please close it, then draw."), code="list_reopened")
    terms = closed.drawn_from
    if not set(terms.tables) <= set(tournament.ruleset.seats) or terms.matches != tournament.matches.count():
        raise Refused(
            _("Rules or matches were changed since the list was closed. Please open the list and close it again."),
            code="rules_changed",
        )
    if terms.earlier != seated_before(match):
        raise Refused(
            _(
                "Seats of an earlier match were changed since the list was closed. "
                "Please open the list and close it again."
            ),
            code="seats_before_changed",
        )
    _check_witnesses(tournament, closed, witnesses)
    start_play(tournament=tournament, actor=actor)
    draw = _create(
        match,
        actor,
        published | {"witnesses": witnesses, "closed_at": closed.closed_at.isoformat()},
        closed_list=closed,
    )
    write_event(tournament=tournament, kind="draw.published", actor=actor, payload=draw.protocol)
    closed.state = step(ClosedListState, closed.state, ClosedListState.DRAWN)
    closed.save(update_fields=["state"])
    _open_tables(match, draw, {entrant.start_number: entrant for entrant in before.entrants}, actor)
    return draw


def publish_door(*, match: Match, actor: User, published: dict[str, Any], entrants: Mapping[int, Participant]) -> Draw:
    """Publish lots that were drawn at the door, and open the sheets. The caller holds the tournament's lock."""
    start_play(tournament=match.tournament, actor=actor)
    draw = _create(match, actor, published)
    write_event(tournament=match.tournament, kind="draw.at_the_door", actor=actor, payload=draw.protocol)
    _open_tables(match, draw, entrants, actor)
    return draw


@transaction.atomic
def keep_tables(*, match: Match, actor: User) -> Draw:
    """Open the sheets of a match at the tables of the match before, if the rules draw only once (H 3).

    Everyone keeps the present seat, exchanged seats included. Refused: not_allowed, list_changed (somebody came or
    left, or these rules have a draw before each match), all codes of preflight.
    """
    permissions.check(permissions.draw_lots, actor)
    tournament = lock_tournament(match.tournament)
    match = Match.objects.get(pk=match.pk)
    match.tournament = tournament
    check = preflight(match)
    if check.obstacles:
        raise check.obstacles[0].refusal
    if check.before is None or not check.keeps_tables:
        raise Refused(
            _("The tables cannot stay: not everyone is there, or these rules draw anew. Please close the list."),
            code="list_changed",
        )
    (tables,) = seated(Seat.objects.filter(match=check.before.match))
    protocol = {
        "algorithm": "kept",
        "match": match.number,
        "keeps": check.before.match.number,
        "lots": [list(table) for table in tables],
    }
    draw = _create(match, actor, protocol, keeps=check.before.keeps or check.before)
    write_event(tournament=tournament, kind="draw.kept", actor=actor, payload=draw.protocol)
    _open_tables(match, draw, {entrant.start_number: entrant for entrant in check.entrants}, actor)
    return draw


@transaction.atomic
def move_tables(*, match: Match, actor: User) -> Draw:
    """Open the sheets of a match to which everyone moves from the one before, by place or by seat (reading 49).

    Refused: not_allowed, list_changed (somebody came or left, or these rules move nobody), all codes of preflight.
    """
    permissions.check(permissions.draw_lots, actor)
    tournament = lock_tournament(match.tournament)
    match = Match.objects.get(pk=match.pk)
    match.tournament = tournament
    check = preflight(match)
    if check.obstacles:
        raise check.obstacles[0].refusal
    if check.moving is None or not check.moving.everyone:
        raise Refused(
            _("Not everyone can move on: somebody came or left. Please close the list, then the free seats are drawn."),
            code="list_changed",
        )
    terms = lots.Terms(
        match=match.number,
        matches=tournament.matches.count(),
        source=lots.MOVED,
        entrants=tuple(check.start_numbers),
        tables=check.moving.sizes,
        earlier=seated_before(match),
    )
    protocol = lots.moved_protocol(terms, seating=tournament.ruleset.seating, figures=check.moving.figures)
    draw = _create(match, actor, protocol)
    write_event(tournament=tournament, kind="draw.moved", actor=actor, payload=draw.protocol)
    _open_tables(match, draw, {entrant.start_number: entrant for entrant in check.entrants}, actor)
    return draw


@transaction.atomic
def discard_draw(*, match: Match, actor: User, reason: str) -> DiscardedDraw:
    """Take published lots back before play, with a reason (5.2.2). The match waits for a new draw; the protocol stays.

    Of a match with additional tables only the newest draw is taken back: its tables go, the others play on. Refused:
    not_allowed, not_drawn, play_began (a game or the totals of one of its tables are written), later_match_drawn,
    no_reason, list_closed (somebody waits for additional tables), all codes of clean_text.
    """
    permissions.check(permissions.draw_lots, actor)
    tournament = lock_tournament(match.tournament)
    match = Match.objects.get(pk=match.pk)
    match.tournament = tournament
    draw = published_draw(match)
    if draw is None:
        raise Refused(_("Match %(match)s is not drawn."), code="not_drawn", match=match.number)
    # Lock its tables, so that none can write its first game while the lots are taken back.
    tables = Scoresheet.objects.in_force().filter(match=match, table_number__gte=draw.first_table)
    sheets = list(tables.select_for_update(no_key=True).order_by("pk"))
    obstacle = lots_hold(match, draw.first_table)
    if obstacle is not None:
        raise obstacle
    if closed_list(match) is not None:
        raise Refused(_("The list for an additional table is closed. Please open it again first."), code="list_closed")
    reason = clean_text(reason, max_length=REASON_LENGTH)
    if not reason:
        raise Refused(
            cited(NO_REASON, tournament.ruleset),
            code="no_reason",
            field="reason",
        )
    reason_and_hash = reason_given(reason)
    discard = DiscardedDraw.objects.create(
        draw=draw, reason=reason, salt=reason_and_hash.salt, discarded_by=actor, discarded_at=timezone.now()
    )
    payload = {"match": match.number, "draw": draw.number, "discard": discard.pk, "reason": reason_and_hash.digest}
    write_event(tournament=tournament, kind="draw.discarded", actor=actor, payload=payload)
    Seat.objects.filter(scoresheet__in=sheets).delete()
    tables.update(state=SheetState.DISCARDED)
    for sheet in sheets:
        sheet.match = match
    write_sheet_events([(sheet, SheetDiscarded()) for sheet in sheets], actor=actor)
    if draw.first_table > 1:
        settle_match(match=match)
    else:
        match.state = step(MatchState, match.state, MatchState.PLANNED)
        match.save(update_fields=["state"])
    versions.bump(match)
    versions.bump_hall(tournament)
    return discard


def _check_witnesses(tournament: Tournament, closed: ClosedList, witnesses: list[int]) -> None:
    # Compared in Python: the database could fail on a mistyped number of twenty digits.
    numbers_on_list = set(tournament.participants.values_list("start_number", flat=True))
    for number in witnesses:
        if number not in numbers_on_list:
            raise Refused(
                UNKNOWN_WITNESS,
                code="unknown_witness",
                field="witnesses",
                number=number,
            )
    needed = WITNESSES if closed.source == LotSource.NUMBERS else 0
    if len(set(witnesses)) != len(witnesses) or len(witnesses) > WITNESSES or len(witnesses) < needed:
        raise Refused(witnesses_needed(closed), code="witnesses", field="witnesses")


def witnesses_needed(closed: ClosedList) -> Any:
    """A sentence on who has to witness the draw from this list, lazily translated."""
    if closed.source == LotSource.NUMBERS:
        return _("Three different participants name a number each. Please give the start number of each of them.")
    return _("At most three different participants witness the draw.")


def numbers_needed(closed: ClosedList) -> Any:
    """A sentence on the numbers that the draw from this list needs, lazily translated."""
    return {
        LotSource.SYSTEM: _("Lots from this computer’s randomness need no numbers."),
        LotSource.NUMBERS: _("Three numbers are needed, one of each participant: digits only, 20 at most."),
        LotSource.LOTTERY: _("Please type the numbers of the lottery: digits only, one to twelve numbers."),
        LotSource.HAND: _("These lots are drawn by hand. Please type who drew which table and seat."),
    }[LotSource(closed.source)]


def _create(match: Match, actor: User, protocol: dict[str, Any], **links: Any) -> Draw:
    number = (Draw.objects.filter(match=match).aggregate(last=Max("number"))["last"] or 0) + 1
    now = timezone.now()
    content = protocol | {"draw": number, "drawn_at": now.isoformat()}
    return Draw.objects.create(match=match, number=number, protocol=content, drawn_by=actor, drawn_at=now, **links)


def _open_tables(match: Match, draw: Draw, entrants: Mapping[int, Participant], actor: User) -> None:
    """Open a scoresheet for each new table, with its seats and the first link of its chain; the match is drawn then."""
    first_dealer = match.tournament.ruleset.first_dealer
    sheets = Scoresheet.objects.bulk_create(
        Scoresheet(match=match, table_number=table, first_dealer=first_dealer) for table in draw.new_tables
    )
    seats = [
        [
            Seat(scoresheet=sheet, match=match, number=number, participant=entrants[start_number])
            for number, start_number in enumerate(numbers, start=1)
        ]
        for sheet, numbers in zip(sheets, draw.new_tables.values(), strict=True)
    ]
    Seat.objects.bulk_create(seat for table in seats for seat in table)
    opened = [
        SheetOpened(match=match.number, table=sheet.table_number, seats=tuple(seat.participant_id for seat in table))
        for sheet, table in zip(sheets, seats, strict=True)
    ]
    write_sheet_events(list(zip(sheets, opened, strict=True)), actor=actor)
    if draw.first_table > 1:
        # The last sheet of the other tables may have been accepted meanwhile.
        settle_match(match=match)
    else:
        match.state = step(MatchState, match.state, MatchState.DRAWN)
        match.save(update_fields=["state"])
    versions.bump(match)
    versions.bump_hall(match.tournament)
