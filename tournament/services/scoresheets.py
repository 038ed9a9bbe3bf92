"""The scoresheet as a whole: after each change totals, approvals, signatures and state are brought in line."""

import dataclasses

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.sheets import EvaluatedSheet
from tournament import permissions
from tournament.enums import IS_OFFICIAL, MatchState, SheetState, Source
from tournament.integrity.hashes import ACCEPTED
from tournament.models import Actor, Game, Scoresheet, Seat, SignatureRefusal, Tournament, User
from tournament.refusals import Refused
from tournament.selectors.matches import SETTLED
from tournament.selectors.records import approvals_in_force, content_hash, evaluate
from tournament.selectors.second_entry import open_lines
from tournament.services import live
from tournament.services.approvals_due import sync_approvals
from tournament.services.events import write_event
from tournament.services.locks import lock_scoresheet
from tournament.services.matches import settle_match
from tournament.services.signatures import lapse_signatures
from tournament.services.states import step_sheet

POINTS = ["points_1", "points_2", "points_3", "points_4", "points_5"]
TOTALS = ["points", "plus", "minus", "sie_played", "touts_won", "touts_played", "solos_won", "solos_played"]


def settle(scoresheet: Scoresheet, actor: Actor, *, oral: tuple[int, str] = (0, "")) -> EvaluatedSheet:
    """Bring everything that follows from the lines in line with them; the caller holds the sheet's lock.

    `oral`: a game's number and whom the table names who granted it by word of mouth, to be confirmed.

    Moves who sits out with the dealers, opens and withdraws approvals (5.2.14, 5.2.16), writes the points that count
    and the totals of the seats, lapses signatures of other content (5.3.4), steps the state, bumps the version.
    """
    before = scoresheet.state
    games = list(scoresheet.games.all())
    seats = list(scoresheet.seats.all())
    approvals = approvals_in_force(scoresheet)
    sheet = evaluate(scoresheet, games, approvals, seats=len(seats))
    if _move_sitters(scoresheet, games, sheet, actor):
        sheet = evaluate(scoresheet, games, approvals, seats=len(seats))
    # Again until it holds: a game whose refusal is withdrawn counts for 5.2.16 and may bring a later one to be asked.
    while sync_approvals(scoresheet, games, approvals, sheet, actor, oral):
        approvals = approvals_in_force(scoresheet)
        sheet = evaluate(scoresheet, games, approvals, seats=len(seats))
    _write_points(games, sheet)
    _write_totals(seats, sheet)
    records = [line.record for line in sheet.lines]
    new_hash = content_hash(scoresheet, [seat.participant_id for seat in seats], records)
    if new_hash != scoresheet.content_hash:
        scoresheet.content_hash = new_hash
        lapse_signatures(scoresheet, actor)
        step_sheet(scoresheet, _due(scoresheet, sheet), actor)
    elif scoresheet.state in (SheetState.OPEN, SheetState.COMPLETE):
        step_sheet(scoresheet, _due(scoresheet, sheet), actor)
    scoresheet.save(update_fields=["content_hash", "state", "accepted_by", "accepted_at", "source"])
    live.bump(scoresheet)
    # One game of several, on a sheet not yet accepted: the match is being played before and after it, and sixty tables
    # need not wait for its row.
    plays_on = len(games) > 1 and before not in SETTLED and scoresheet.state not in SETTLED
    if not plays_on or scoresheet.match.state != MatchState.PLAYING:
        settle_match(match=scoresheet.match)
    return sheet


@transaction.atomic
def settle_unsigned(*, tournament: Tournament, actor: User) -> None:
    """Bring the state of every sheet that not all have signed in line with what the tournament asks of it."""
    sheets = Scoresheet.objects.filter(match__tournament=tournament, state__in=[SheetState.OPEN, SheetState.COMPLETE])
    rows = sheets.filter(games__isnull=False).order_by("pk").distinct()
    # All of them before the match, which the first to be settled locks: a table holds its sheet when it waits for it.
    for sheet in [lock_scoresheet(row) for row in rows]:
        settle(sheet, actor)


def _due(scoresheet: Scoresheet, sheet: EvaluatedSheet) -> SheetState:
    """Complete once nothing is missing and, with double entry, both entries agree: slips are mended before that."""
    return SheetState.COMPLETE if sheet.complete and not open_lines(scoresheet) else SheetState.OPEN


def _move_sitters(scoresheet: Scoresheet, games: list[Game], sheet: EvaluatedSheet, actor: Actor) -> bool:
    """Say anew who sat out where a deal thrown in further up moved the dealers, logged. Whether anything moved."""
    moved = False
    for game in games:
        line = sheet.lines[game.number - 1]
        if game.record.get("sits_out") != line.sits_out:
            game.record = {**game.record, "sits_out": line.sits_out}
            game.save(update_fields=["record"])
            payload = {"number": game.number, "record": game.record}
            write_event(scoresheet=scoresheet, kind="game.moved", actor=actor, payload=payload)
            moved = True
    return moved


def _write_points(games: list[Game], sheet: EvaluatedSheet) -> None:
    for game in games:
        points = [*sheet.lines[game.number - 1].points, 0, 0][: len(POINTS)]
        if points != [getattr(game, name) for name in POINTS]:
            for name, value in zip(POINTS, points, strict=True):
                setattr(game, name, value)
            game.save(update_fields=POINTS)


def _write_totals(seats: list[Seat], sheet: EvaluatedSheet) -> None:
    for seat in seats:
        index = seat.number - 1
        plus, minus = sheet.plus[index], sheet.minus[index]
        totals = {"points": plus - minus, "plus": plus, "minus": minus}
        totals |= dataclasses.asdict(sheet.counters[index])
        if any(getattr(seat, name) != totals[name] for name in TOTALS):
            for name in TOTALS:
                setattr(seat, name, totals[name])
            seat.save(update_fields=TOTALS)


def check_open(scoresheet: Scoresheet) -> None:
    """Refuse what can be done only while lines are being written (5.3.4)."""
    if scoresheet.state != SheetState.OPEN:
        raise Refused(
            _("The sheet is complete. Changes are now corrections by the supervisor (5.3.4)."), code="sheet_not_open"
        )


def check_not_official(scoresheet: Scoresheet) -> None:
    """Refuse `tournament_finished`: an official ranking changes only after the organiser reopened the tournament.

    The caller holds the sheet's lock, so that whoever finishes the tournament comes before or after, not in between.
    """
    # Read anew: what was joined to the sheet's row may be older than its lock.
    state = Tournament.objects.values_list("state", flat=True).get(pk=scoresheet.match.tournament_id)
    if state in IS_OFFICIAL:
        raise Refused(
            _("The tournament is finished and its ranking official. The organiser can reopen it for a correction."),
            code="tournament_finished",
        )


@transaction.atomic
def accept_scoresheet(*, scoresheet: Scoresheet, content: str, actor: User) -> Scoresheet:
    """The supervisor accepts the signed sheet (5.3.1): from now on it is a document (5.3.5).

    `content` is the content hash of the sheet that the supervisor saw. Refused: not_allowed, content_changed,
    not_signed, signature_refused.
    """
    permissions.check(permissions.accept_scoresheets, actor)
    sheet = lock_scoresheet(scoresheet)
    if sheet.state == SheetState.ACCEPTED:
        return sheet
    if content != sheet.content_hash:
        raise Refused(
            _("The sheet was changed in the meantime. Please check it again before you accept it."),
            code="content_changed",
        )
    if sheet.state != SheetState.SIGNED:
        _check_no_refusal(sheet)
        raise Refused(
            _("Every player's signature is needed before the sheet can be accepted (5.3.2)."), code="not_signed"
        )
    step_sheet(sheet, SheetState.ACCEPTED, actor)
    sheet.accepted_by, sheet.accepted_at = actor, timezone.now()
    sheet.save(update_fields=["state", "accepted_by", "accepted_at"])
    write_event(scoresheet=sheet, kind=ACCEPTED, actor=actor, payload={"content_hash": sheet.content_hash})
    live.bump(sheet)
    settle_match(match=sheet.match)
    return sheet


def _check_no_refusal(sheet: Scoresheet) -> None:
    """Who refuses to sign is named with the reason: four signatures are needed, and one will not come by itself."""
    rows = SignatureRefusal.objects.filter(seat__scoresheet=sheet, lapsed_at=None)
    refusal = rows.select_related("seat__participant").order_by("seat__number").first()
    if refusal is not None:
        raise Refused(
            _(
                "%(name)s does not sign: “%(reason)s”. Every player's signature is needed before the sheet can be "
                "accepted (5.3.2): correct it, or settle it at the table (5.3.4)."
            ),
            code="signature_refused",
            name=str(refusal.seat.participant),
            reason=refusal.reason,
        )


@transaction.atomic
def set_source(*, scoresheet: Scoresheet, source: Source, actor: User) -> None:
    """Say whether the next lines are typed from paper or written live at the table.

    Refused: not_allowed, sheet_not_open, double_entry (what a table writes is not typed twice: a supervisor
    says so).
    """
    permissions.check(permissions.enter_games, actor)
    sheet = lock_scoresheet(scoresheet)
    check_open(sheet)
    if source == Source.LIVE and sheet.match.tournament.double_entry and not permissions.correct_games(actor):
        raise Refused(
            _("With double entry only a supervisor says that a sheet is written live at the table."),
            code="double_entry",
        )
    if sheet.source != source:
        sheet.source = source
        sheet.save(update_fields=["source"])
        write_event(scoresheet=sheet, kind="sheet.source", actor=actor, payload={"source": str(source.value)})
        live.bump(sheet)
