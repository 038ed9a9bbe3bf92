"""A table of money for places becomes prizes."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.models import Prize, Tournament, User
from tournament.prizes.kinds import Criterion
from tournament.prizes.services.given import given_stays
from tournament.prizes.services.groups import group_of, locked_for_prizes
from tournament.prizes.services.prizes import (
    check_prize_room,
    clean_words,
    delete_prizes,
    free_number,
    log_prizes,
    number_in_range,
    valid_money,
)
from tournament.refusals import Refused


@transaction.atomic
def add_money(
    *, tournament: Tournament, actor: User, amounts: Sequence[int], group: str, words: str, replaces: bool = False
) -> list[Prize]:
    """Make a table of money a prize for each place, the first place first; 0 makes none.

    `replaces`: the money for single places that the group has already goes. Refused: not_allowed, ceremony_running,
    too_many, bad_money, money_there (not `replaces`), prize_has_winner, handed_out, and all of clean_line.
    """
    tournament = locked_for_prizes(tournament, actor)
    of = group_of(tournament, group if group.strip() else str(_("Money for places")), actor)
    there = tournament.prizes.filter(group=of, criterion=Criterion.PLACE, cents__isnull=False)
    old = [row.pk for row in there if row.argument.isdecimal()]
    if old and not replaces:
        raise Refused(
            _("This group has money for places already. Tick that it is replaced, or choose another group."),
            code="money_there",
            field="replaces",
        )
    delete_prizes(tournament=tournament, actor=actor, prizes=old)
    amounts_by_place = [(place, cents) for place, cents in enumerate(amounts, start=1) if cents]
    if not amounts_by_place:
        raise Refused(_("Please give at least one amount."), code="bad_money")
    check_prize_room(tournament, len(amounts_by_place))
    numbers = set(tournament.prizes.values_list("number", flat=True))
    rows = []
    for place, cents in amounts_by_place:
        number = number_in_range(free_number(numbers, 0))
        numbers.add(number)
        rows.append(
            Prize(
                tournament=tournament,
                group=of,
                number=number,
                words=clean_words(words),
                cents=valid_money(cents),
                criterion=Criterion.PLACE,
                argument=str(place),
            )
        )
    with given_stays(tournament):
        added = Prize.objects.bulk_create(rows)
    log_prizes(tournament, actor, "prize.added", added)
    return added
