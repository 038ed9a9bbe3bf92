"""Lots that are drawn before everybody, in two steps: close the list and commit to a secret, then numbers of the hall.

For a raffle, for equal people where a prize cannot be shared, and for a full tie (5.4.2), whose lots the ranking takes.
"""

import secrets
from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import lots, permissions
from tournament.models import Prize, PublicLot, Tournament, User
from tournament.prizes.kinds import Criterion
from tournament.prizes.selectors.lots import equal_lots, open_lot, start_numbers
from tournament.refusals import RefusalKind, Refused
from tournament.services import versions
from tournament.services.events import write_event
from tournament.services.locks import lock_tournament
from tournament.standings.selectors.cache import kept_standings
from tournament.standings.selectors.standings import overall_standings
from tournament.standings.services.standings import check_drawable, hold_sheets, record_public_lots


@transaction.atomic
def close_prize_lot(*, tournament: Tournament, actor: User, prize: Prize) -> PublicLot:
    """Close the list of those between whom a lot decides about a prize. A list that is closed already stays.

    If more people stand equal than an earlier lot named, they are drawn in among those (lots/ties.py); both lots stay.

    Refused: not_allowed, no_lot_needed, not_final (who stands equal can still change), ties_open.
    """
    permissions.check(permissions.manage_prizes, actor)
    tournament = lock_tournament(tournament)
    waiting = PublicLot.objects.filter(tournament=tournament, prize=prize, given_up_at=None, drawn_at=None).first()
    if waiting is not None:
        return waiting
    _check_final(tournament, prize)
    needed = open_lot(tournament, prize)
    if needed is None:
        raise Refused(_("No lot is needed for prize %(number)s."), code="no_lot_needed", number=prize.number)
    if prize.criterion == Criterion.RAFFLE:
        return _close(tournament, actor, prize=prize, entrants=needed.among)
    chains = lots.kept_chains(needed.among, equal_lots(tournament))
    return _close(tournament, actor, prize=prize, entrants=needed.among, chains=chains)


@transaction.atomic
def close_tie_lot(*, tournament: Tournament, actor: User, member: int) -> PublicLot:
    """Close the list of the full tie that the participant with this key is in: from now on the hall knows who is tied.

    Refused: not_allowed, not_final, totals_differ, no_open_tie, lots_drawn, not_a_tie.
    """
    permissions.check(permissions.manage_prizes, actor)
    permissions.check(permissions.draw_tie_lots, actor)
    tournament = lock_tournament(tournament)
    hold_sheets(tournament)
    standings = overall_standings(tournament)
    check_drawable(tournament, standings)
    ties = zip(standings.open_ties, standings.kept_lots, strict=True)
    tie = next(((group, chains) for group, chains in ties if member in group), None)
    if tie is None:
        raise Refused(_("This person is in no open tie."), code="not_a_tie")
    group, chains = tie
    waiting = PublicLot.objects.filter(tournament=tournament, prize=None, given_up_at=None, drawn_at=None)
    for row in waiting:
        if set(row.entrants) == set(group):
            return row
    return _close(tournament, actor, prize=None, entrants=group, chains=chains)


@transaction.atomic
def draw_lot(*, lot: PublicLot, actor: User, numbers: Sequence[str]) -> PublicLot:
    """Draw with these numbers, which people in the hall called out. The lot of a tie is recorded for the ranking, too.

    Refused: not_allowed, lot_drawn, lot_given_up, numbers, list_changed (other people stand equal now), not_final,
    ties_open, and for a tie all codes of draw_tie_lots.
    """
    permissions.check(permissions.manage_prizes, actor)
    tournament = lock_tournament(lot.tournament)
    lot = _undrawn(lot)
    try:
        lots.check_called(numbers)
    except lots.LotsError as error:
        raise Refused(
            _("Please type one to twelve numbers that were called out in the hall, with spaces between them."),
            code="numbers",
        ) from error
    _check_same_people(tournament, lot)
    by_key = start_numbers(tournament)
    key_of = {number: key for key, number in by_key.items()}
    protocol = lots.lot_protocol(lot.terms(by_key), secret=lot.secret, hall=numbers)
    lot.numbers = list(numbers)
    lot.order = [key_of[number] for number in protocol["order"]]
    lot.drawn_by, lot.drawn_at = actor, timezone.now()
    lot.save(update_fields=["numbers", "order", "drawn_by", "drawn_at"])
    payload = {"lot": lot.pk, "numbers": lot.numbers, "secret": lot.secret, "seed": protocol["seed"]}
    write_event(
        tournament=tournament,
        kind="lot.drawn",
        actor=actor,
        payload=payload | {"number": lot.prize_number, "order": lot.order},
    )
    if lot.prize is None:
        chains = tuple(map(tuple, lot.kept))
        record_public_lots(tournament=tournament, actor=actor, order=lot.order, chains=chains, seed=protocol["seed"])
    versions.bump_hall(tournament)
    return lot


@transaction.atomic
def give_up_lot(*, lot: PublicLot, actor: User) -> PublicLot:
    """Give up a closed list before it is drawn; it stays on record. Refused: not_allowed, lot_drawn, lot_given_up."""
    permissions.check(permissions.manage_prizes, actor)
    tournament = lock_tournament(lot.tournament)
    lot = _undrawn(lot)
    lot.given_up_at = timezone.now()
    lot.save(update_fields=["given_up_at"])
    payload = {"lot": lot.pk, "number": lot.prize_number}
    write_event(tournament=tournament, kind="lot.given_up", actor=actor, payload=payload)
    versions.bump_hall(tournament)
    return lot


def _close(
    tournament: Tournament,
    actor: User,
    *,
    prize: Prize | None,
    entrants: Sequence[int],
    chains: Sequence[Sequence[int]] = (),
) -> PublicLot:
    numbers = start_numbers(tournament)
    secret = secrets.token_hex(32)
    lot = PublicLot(
        tournament=tournament,
        prize=prize,
        prize_number=prize.number if prize else 0,
        entrants=sorted(entrants, key=numbers.__getitem__),
        kept=[list(chain) for chain in chains],
        commitment=lots.commitment(secret),
        secret=secret,
        closed_by=actor,
        closed_at=timezone.now(),
    )
    lot.save()
    # The secret itself is logged only with the draw. Nobody can read it before.
    payload = {
        "lot": lot.pk,
        "prize": lot.prize_id,
        "number": lot.prize_number,
        "entrants": lot.entrants,
        "kept": lot.kept,
        "list_hash": lot.terms(numbers).list_hash,
        "commitment": lot.commitment,
    }
    write_event(tournament=tournament, kind="lot.closed", actor=actor, payload=payload)
    versions.bump_hall(tournament)
    return lot


def _undrawn(lot: PublicLot) -> PublicLot:
    lot = PublicLot.objects.select_related("prize", "drawn_by").get(pk=lot.pk)
    if lot.drawn_at is not None:
        raise _refusal_of_second_draw(lot)
    if lot.given_up_at is not None:
        raise Refused(_("This list was given up."), code="lot_given_up", kind=RefusalKind.CONFLICT)
    return lot


def _refusal_of_second_draw(lot: PublicLot) -> Refused:
    name = lot.drawn_by.full_name if lot.drawn_by else ""
    return Refused(
        _("This lot was drawn already, by %(name)s. It is never drawn again."),
        code="lot_drawn",
        kind=RefusalKind.CONFLICT,
        name=name,
    )


def _check_final(tournament: Tournament, prize: Prize) -> None:
    """Refuse a lot among equal people before they stand equal for good. A raffle may be drawn in the break."""
    if prize.criterion == Criterion.RAFFLE:
        return
    standings = kept_standings(tournament)
    if not standings.final:
        raise Refused(
            _("Lots are drawn when every sheet of every match is accepted. Until then the tie can still change."),
            code="not_final",
        )
    if standings.ties:
        raise Refused(
            _(
                "First draw the lots between those who are equal in everything (5.4.2): their places decide who gets "
                "the prizes."
            ),
            code="ties_open",
        )


def _check_same_people(tournament: Tournament, lot: PublicLot) -> None:
    """Refuse if other people stand equal now. The list of a raffle stays, whoever comes or goes afterwards."""
    if lot.prize is None or lot.prize.criterion == Criterion.RAFFLE:
        return
    _check_final(tournament, lot.prize)
    needed = open_lot(tournament, lot.prize)
    if needed is None or set(needed.among) != set(lot.entrants):
        raise Refused(
            _("Since the list was closed the ranking has changed: please give this list up and close it again."),
            code="list_changed",
        )
