"""Start cards: made in advance or afterwards, locked when lost; signing and objecting on the page that a card opens."""

import secrets
from collections.abc import Iterable
from itertools import groupby

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.cards.tokens import token_of
from tournament.devices.selectors.devices import token_hash
from tournament.enums import SignatureKind
from tournament.models import Scoresheet, StartCard, Tournament, User
from tournament.person.strokes import Strokes
from tournament.refusals import RefusalKind, Refused
from tournament.services import versions
from tournament.services.acting import act, reason_given
from tournament.services.events import write_event
from tournament.services.locks import lock_scoresheet, lock_tournament
from tournament.services.signatures import refuse_signature
from tournament.sheet.acts.disputes import RaiseDispute
from tournament.sheet.acts.signatures import SignSeats

# More than any hall has, so that nobody prints a thousand sheets of paper by a slip.
MOST_CARDS = 2000


@transaction.atomic
def make_cards(*, tournament: Tournament, first: int, last: int, actor: User) -> int:
    """Make a card for each number from `first` to `last` that has none in force; return how many were made.

    Refused: not_allowed, numbers_wrong, too_many_cards, tournament_archived.
    """
    permissions.check(permissions.manage_participants, actor)
    if not 1 <= first <= last:
        raise Refused(_("Please give the lower number first, from 1 on."), code="numbers_wrong", field="last")
    tournament = lock_tournament(tournament)
    if last > MOST_CARDS:
        raise Refused(
            _("A tournament has at most %(most)s start cards."), code="too_many_cards", field="last", most=MOST_CARDS
        )
    there = set(tournament.start_cards.filter(locked_at=None).values_list("number", flat=True))
    numbers = [number for number in range(first, last + 1) if number not in there]
    if numbers:
        StartCard.objects.bulk_create(_new_card(tournament, number) for number in numbers)
        payload = {"numbers": _stretches(numbers)}
        write_event(tournament=tournament, kind="cards.made", actor=actor, payload=payload)
        versions.bump_hall(tournament)
    return len(numbers)


@transaction.atomic
def renew_card(*, tournament: Tournament, number: int, actor: User) -> StartCard:
    """Lock the card of this number for good, because it is lost, and make a new one.

    Refused: not_allowed, no_card, tournament_archived.
    """
    permissions.check(permissions.manage_participants, actor)
    tournament = lock_tournament(tournament)
    card = tournament.start_cards.filter(number=number, locked_at=None).first()
    if card is None:
        raise Refused(
            _("There is no start card with number %(number)s."),
            code="no_card",
            field="number",
            kind=RefusalKind.CONFLICT,
            number=number,
        )
    card.locked_at, card.locked_by = timezone.now(), actor
    card.save(update_fields=["locked_at", "locked_by"])
    new = _new_card(tournament, number)
    new.save()
    write_event(tournament=tournament, kind="card.renewed", actor=actor, payload={"number": number})
    versions.bump_hall(tournament)
    return new


@transaction.atomic
def sign_with_card(*, card: StartCard, scoresheet: Scoresheet, content: str, strokes: Strokes | None) -> None:
    """Sign the sheet with the content hash `content` for the seat of the card's number (5.3.2).

    Refused: card_locked, other_table, all codes of SignSeats.
    """
    sheet = lock_scoresheet(scoresheet)
    seats = (_own_seat(sheet, card),)
    act(sheet, SignSeats(seats=seats, how=SignatureKind.PHONE, content=content, drawn=strokes), actor=card)


@transaction.atomic
def refuse_with_card(*, card: StartCard, scoresheet: Scoresheet, content: str, reason: str) -> None:
    """Refuse to sign, with a reason (1-200 letters). Refused: other_table, card_locked, all codes of
    refuse_signature."""
    sheet = lock_scoresheet(scoresheet)
    seat = _own_seat(sheet, card)
    refuse_signature(scoresheet=sheet, seat=seat, reason=reason, content=content, actor=card)


@transaction.atomic
def object_with_card(*, card: StartCard, scoresheet: Scoresheet, number: int | None, reason: str, key: str) -> None:
    """Object to game `number`, or with None to the whole sheet (5.1.3). The same `key` again changes nothing.

    Refused: card_locked, other_table, all codes of RaiseDispute.
    """
    sheet = lock_scoresheet(scoresheet)
    command = RaiseDispute(number=number, seat=_own_seat(sheet, card), reason=reason_given(reason), key=key)
    act(sheet, command, actor=card)


def _own_seat(sheet: Scoresheet, card: StartCard) -> int:
    """Return the seat (1-5) of whoever has the card's number. Refused: other_table."""
    owner = {"participant__tournament": card.tournament_id, "participant__start_number": card.number}
    seat = sheet.seats.filter(**owner).values_list("number", flat=True).first()
    if seat is None:
        raise Refused(_("You do not sit at this table."), code="other_table", kind=RefusalKind.NOT_ALLOWED)
    return int(seat)


def _new_card(tournament: Tournament, number: int) -> StartCard:
    salt = secrets.token_hex(16)
    return StartCard(
        tournament=tournament,
        number=number,
        salt=salt,
        token_hash=token_hash(token_of(salt)),
        made_at=timezone.now(),
    )


def _stretches(numbers: Iterable[int]) -> list[list[int]]:
    """Return numbers in order as first and last of each stretch without a gap."""
    groups = groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0])
    stretches = [[number for _place, number in group] for _difference, group in groups]
    return [[stretch[0], stretch[-1]] for stretch in stretches]
