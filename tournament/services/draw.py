"""The draw of a match: lots for tables and seats, once, from a published seed (5.2.2)."""

import secrets

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import live, lots, permissions
from tournament.enums import MatchState, step
from tournament.models import Draw, Match, Participant, Scoresheet, Seat, User
from tournament.refusals import Refused
from tournament.selectors.draw import preflight
from tournament.services.events import write_event
from tournament.services.locks import lock_tournament
from tournament.services.tournaments import start_play


@transaction.atomic
def draw_match(*, match: Match, actor: User, entrants_hash: str = "") -> Draw:
    """Draw tables and seats of a planned match among all participants who are not withdrawn; publish them (5.2.2).

    Where the rules seat the players once for all matches (H 3) and nobody came or went, the lots before are kept.
    `entrants_hash` is that of the list the organiser saw, empty where nobody looked at one. The first draw begins the
    tournament and freezes its rules. Refused: not_allowed, already_drawn, tournament_finished, earlier_match_first,
    too_few, does_not_divide (with the names), entrants_changed.
    """
    permissions.check(permissions.draw_lots, actor)
    tournament = lock_tournament(match.tournament)
    # The tournament's lock is enough: before the draw nobody else writes to the match, afterwards no draw does.
    match = Match.objects.get(pk=match.pk)
    match.tournament = tournament
    before = preflight(match)
    if before.problem:
        raise before.problem
    if entrants_hash and entrants_hash != before.entrants_hash:
        raise Refused(
            _("The list of participants has changed in the meantime: now %(count)s. Please check it and draw again."),
            code="entrants_changed",
            count=len(before.entrants),
        )
    start_play(tournament=tournament, actor=actor)
    seed = before.before.seed if before.before is not None and before.keeps_tables else secrets.token_hex(32)
    draw = _publish(match, before.start_numbers, seed, actor)
    _open_scoresheets(match, draw, {entrant.start_number: entrant for entrant in before.entrants}, actor)
    match.state = step(MatchState, match.state, MatchState.DRAWN)
    match.save(update_fields=["state"])
    live.bump(match)
    return draw


def _publish(match: Match, entrants: list[int], seed: str, actor: User) -> Draw:
    published = lots.protocol(match=match.number, entrants=entrants, seed=seed, lots=lots.draw(entrants, seed))
    write_event(tournament=match.tournament, kind="draw.published", actor=actor, payload=published)
    return Draw.objects.create(
        match=match,
        algorithm=published["algorithm"],
        seed=seed,
        entrants=entrants,
        entrants_hash=published["entrants_hash"],
        lots=published["lots"],
        drawn_by=actor,
        drawn_at=timezone.now(),
    )


def _open_scoresheets(match: Match, draw: Draw, entrants: dict[int, Participant], actor: User) -> None:
    """A scoresheet for each table, its four seats, and the first link of its chain."""
    first_dealer = match.tournament.ruleset.first_dealer
    sheets = Scoresheet.objects.bulk_create(
        Scoresheet(match=match, table_number=table, first_dealer=first_dealer) for table in range(1, len(draw.lots) + 1)
    )
    seats = [
        [
            Seat(scoresheet=sheet, match=match, number=number, participant=entrants[start_number])
            for number, start_number in enumerate(drawn, start=1)
        ]
        for sheet, drawn in zip(sheets, draw.lots, strict=True)
    ]
    Seat.objects.bulk_create(seat for table in seats for seat in table)
    for sheet, table in zip(sheets, seats, strict=True):
        write_event(
            scoresheet=sheet,
            kind="scoresheet.opened",
            actor=actor,
            payload={
                "match": match.number,
                "table": sheet.table_number,
                "seats": [seat.participant_id for seat in table],
            },
        )
