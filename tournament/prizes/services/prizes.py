"""What there is to win: prizes are added, changed, numbered and deleted.

Nothing changes while the prize-giving announces the results, and who has a prize keeps it.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypedDict, Unpack

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.models import Picture, Prize, PrizeAct, PublicLot, Tournament, User
from tournament.person.names import clean_line
from tournament.prizes.criteria import checked_argument
from tournament.prizes.kinds import DONOR_LENGTH, WORDS_LENGTH, Criterion, ShownPrize
from tournament.prizes.money import MOST_CENTS
from tournament.prizes.pasted import LAST_NUMBER, PastedPrize
from tournament.prizes.services.given import given_stays
from tournament.prizes.services.groups import group_of, locked_for_prizes
from tournament.proof.services.prize_witnesses import prize_payload
from tournament.refusals import RefusalKind, Refused
from tournament.services import versions
from tournament.services.events import write_event

MOST_PRIZES = 500
MOST_WINNERS = 500
# Of these criteria one prize row is one prize.
ONE_ONLY = frozenset({Criterion.PLACE, Criterion.TABLE, Criterion.CHOICE})
# Who has the prize was decided by these.
DECIDING = ("criterion", "argument", "count", "cents", "group_id")


class PrizeEntry(TypedDict, total=False):
    """What the organiser writes down of a prize; `argument` as typed, `group` by its name, `number` if wanted."""

    words: str
    donor: str
    group: str
    number: int | None
    cents: int | None
    value_cents: int | None
    picture: Picture | None
    criterion: str
    argument: str
    count: int
    shown: str


@transaction.atomic
def add_prize(*, tournament: Tournament, actor: User, **entry: Unpack[PrizeEntry]) -> Prize:
    """Add one prize, under the next number if none is given.

    Refused: not_allowed, ceremony_running, too_many, no_words, number_taken, bad_number, bad_count, bad_money,
    too_many_groups, picture_gone, handed_out (by this prize another one that was given would be somebody else's), all
    codes of checked_argument and clean_line.
    """
    tournament = locked_for_prizes(tournament, actor)
    check_prize_room(tournament, 1)
    prize = Prize(tournament=tournament)
    _fill(prize, {"criterion": Criterion.CHOICE, "group": "", "number": None, **entry}, actor)
    with given_stays(tournament):
        prize.save()
    log_prizes(tournament, actor, "prize.added", [prize])
    return prize


@transaction.atomic
def add_list(
    *, tournament: Tournament, actor: User, lines: Sequence[PastedPrize], group: str, criterion: str = Criterion.CHOICE
) -> list[Prize]:
    """Add a list of prizes, to be chosen or raffled; a line without a number gets the next one that is free.

    Refused: not_allowed, ceremony_running, too_many, number_taken, bad_number, too_many_groups, handed_out, and all of
    clean_line.
    """
    tournament = locked_for_prizes(tournament, actor)
    check_prize_room(tournament, len(lines))
    numbers = set(tournament.prizes.values_list("number", flat=True))
    if twice := sorted(numbers & {line.number for line in lines}):
        raise _number_taken(twice[0], field="lines")
    last = max(numbers, default=0)
    numbers |= {line.number for line in lines if line.number is not None}
    of = group_of(tournament, group, actor)
    prizes = []
    for line in lines:
        number = line.number or free_number(numbers, last)
        last = number
        numbers.add(number)
        prizes.append(
            Prize(
                tournament=tournament,
                group=of,
                number=number_in_range(number),
                words=line.words,
                donor=line.donor,
                criterion=criterion,
            )
        )
    with given_stays(tournament):
        added = Prize.objects.bulk_create(prizes)
    log_prizes(tournament, actor, "prize.added", added)
    return added


@transaction.atomic
def change_prize(*, prize: Prize, actor: User, **entry: Unpack[PrizeEntry]) -> Prize:
    """Change a prize; what is not in `entry` stays.

    Refused: all codes of add_prize, prize_gone (deleted meanwhile), prize_has_winner (what decides about it stands),
    number_stays.
    """
    tournament = locked_for_prizes(prize.tournament, actor)
    row = _row(tournament, prize)
    before = prize_payload(row)
    deciding = [getattr(row, name) for name in DECIDING]
    _fill(row, entry, actor)
    if [getattr(row, name) for name in DECIDING] != deciding:
        _check_free(row)
    if row.number != before["number"]:
        _check_numbers([row])
    if prize_payload(row) != before:
        with given_stays(tournament):
            row.save()
        log_prizes(tournament, actor, "prize.changed", [row])
    return row


@transaction.atomic
def delete_prizes(*, tournament: Tournament, actor: User, prizes: Iterable[int]) -> int:
    """Delete these prizes, all of them or none; return how many.

    Refused: not_allowed, ceremony_running, prize_has_winner, handed_out (another one would be somebody else's).
    """
    tournament = locked_for_prizes(tournament, actor)
    rows = list(tournament.prizes.filter(pk__in=list(prizes)).order_by("number"))
    for row in rows:
        _check_free(row)
        if row.acts.exists() or row.lots.exists():
            raise Refused(
                _("Prize %(number)s was chosen, waived or drawn for once: it stays on record."),
                code="prize_has_winner",
                number=row.number,
            )
    if rows:
        records = [{"prize": row.pk, "number": row.number} for row in rows]
        with given_stays(tournament):
            tournament.prizes.filter(pk__in=[row.pk for row in rows]).delete()
        write_event(tournament=tournament, kind="prize.removed", actor=actor, payload={"prizes": records})
        versions.bump_hall(tournament)
    return len(rows)


@transaction.atomic
def move_prize(*, prize: Prize, actor: User, number: int) -> list[Prize]:
    """Give a prize another number; those that stand there move up by one, as far as they have to. Return all moved.

    Refused: not_allowed, ceremony_running, prize_gone, bad_number, number_stays (something was done about one of them),
    handed_out (by the order another one would be somebody else's).
    """
    tournament = locked_for_prizes(prize.tournament, actor)
    row = _row(tournament, prize)
    others = {other.number: other for other in tournament.prizes.exclude(pk=row.pk)}
    moving = []
    place = number_in_range(number)
    while place in others:
        moving.append(others[place])
        place = number_in_range(place + 1)
    if row.number == number:
        return []
    _check_numbers([row, *moving])
    # By way of a free number, so that no number is there twice at any moment.
    free = free_number({*others, *range(number, place + 1)}, 0)
    with given_stays(tournament):
        for one, to in ((row, free), *((other, other.number + 1) for other in reversed(moving)), (row, number)):
            one.number = to
            one.save(update_fields=["number"])
    log_prizes(tournament, actor, "prize.changed", [row, *moving])
    return [row, *moving]


@transaction.atomic
def number_anew(*, tournament: Tournament, actor: User) -> list[Prize]:
    """Number all prizes 1, 2, 3 … in their order; return those that got another number.

    Refused: not_allowed, ceremony_running, number_stays (something was done about any prize).
    """
    tournament = locked_for_prizes(tournament, actor)
    rows = list(tournament.prizes.order_by("number"))
    moved = [row for number, row in enumerate(rows, start=1) if row.number != number]
    if moved:
        # While people choose, no number means another prize all at once.
        _check_numbers(rows)
        for number, row in enumerate(rows, start=1):
            if row.number != number:
                row.number = number
                row.save(update_fields=["number"])
        log_prizes(tournament, actor, "prize.changed", moved)
    return moved


def _row(tournament: Tournament, prize: Prize) -> Prize:
    row = tournament.prizes.select_related("group").filter(pk=prize.pk).first()
    if row is None:
        raise Refused(_("This prize is deleted."), code="prize_gone", kind=RefusalKind.GONE)
    row.tournament = tournament
    return row


def check_prize_room(tournament: Tournament, more: int) -> None:
    if tournament.prizes.count() + more > MOST_PRIZES:
        raise Refused(
            _("A tournament has at most %(most)s prizes. Several of the same kind can be one prize for many."),
            code="too_many",
            most=MOST_PRIZES,
        )


def _check_free(prize: Prize) -> None:
    if prize.acts.filter(undone_at=None).exists() or prize.lots.filter(given_up_at=None).exists():
        raise Refused(
            _("Prize %(number)s is chosen, waived, drawn for or given already: please undo that first."),
            code="prize_has_winner",
            number=prize.number,
        )


def _check_numbers(prizes: Sequence[Prize]) -> None:
    """Refuse other numbers once anything was done about one of these prizes: under its number it was called out."""
    about = Q(acts__in=PrizeAct.objects.filter(undone_at=None)) | Q(lots__in=PublicLot.objects.filter(given_up_at=None))
    fixed_prize = Prize.objects.filter(about, pk__in=[prize.pk for prize in prizes]).order_by("number").first()
    if fixed_prize is not None:
        raise Refused(
            _("Prize %(number)s is chosen, waived, drawn for or given already: now the numbers stay."),
            code="number_stays",
            number=fixed_prize.number,
        )


def _fill(prize: Prize, entry: Mapping[str, Any], actor: User) -> None:
    """Check what is in the entry and set it in the row, or refuse it."""
    tournament = prize.tournament
    if "words" in entry or not prize.words:
        prize.words = clean_words(entry.get("words", ""))
    if "donor" in entry:
        prize.donor = clean_line(entry["donor"], max_length=DONOR_LENGTH)
    if "criterion" in entry or "argument" in entry:
        prize.criterion = Criterion(entry.get("criterion", prize.criterion)).value
        argument = entry.get("argument", prize.argument)
        prize.argument = checked_argument(prize.criterion, argument, matches=tournament.matches_in_all)
    if "count" in entry or prize.criterion in ONE_ONLY:
        prize.count = 1 if prize.criterion in ONE_ONLY else _count(entry.get("count", prize.count))
    for name in ("cents", "value_cents"):
        if name in entry:
            setattr(prize, name, None if entry[name] is None else valid_money(entry[name], field=name))
    if "picture" in entry:
        prize.picture = entry["picture"] and _picture(tournament, entry["picture"])
    if "shown" in entry:
        prize.shown = ShownPrize(entry["shown"]).value
    if "group" in entry:
        prize.group = group_of(tournament, entry["group"], actor)
    if "number" in entry:
        others = set(tournament.prizes.exclude(pk=prize.pk).values_list("number", flat=True))
        number = entry["number"] or prize.number or free_number(others, max(others, default=0))
        if number in others:
            raise _number_taken(number)
        prize.number = number_in_range(number)


def _picture(tournament: Tournament, picture: Picture) -> Picture:
    row = tournament.pictures.defer("data").filter(pk=picture.pk).first()
    if row is None:
        raise Refused(
            _("The picture was deleted in the meantime. Please choose another one, or none."),
            code="picture_gone",
            field="picture",
        )
    return row


def clean_words(text: str) -> str:
    words = clean_line(text, max_length=WORDS_LENGTH)
    if not words:
        raise Refused(_("Please say what there is to win."), code="no_words", field="words")
    return words


def valid_money(cents: int, *, field: str = "cents") -> int:
    if not 0 < cents <= MOST_CENTS:
        raise Refused(_("Please give an amount from 0.01 to 1,000,000 euros, or none."), code="bad_money", field=field)
    return cents


def _count(count: int) -> int:
    if not 1 <= count <= MOST_WINNERS:
        raise Refused(
            _("At least 1 and at most %(most)s people can get it."), code="bad_count", most=MOST_WINNERS, field="count"
        )
    return count


def number_in_range(number: int) -> int:
    if not 1 <= number <= LAST_NUMBER:
        raise Refused(_("Prizes have numbers from 1 to %(last)s."), code="bad_number", last=LAST_NUMBER, field="number")
    return number


def free_number(numbers: set[int], after: int) -> int:
    """Return the first number behind `after` that is free; if there is none, the first at all."""
    for number in (*range(after + 1, LAST_NUMBER + 1), *range(1, LAST_NUMBER + 1)):
        if number not in numbers:
            return number
    return LAST_NUMBER + 1


def _number_taken(number: int, field: str = "number") -> Refused:
    return Refused(_("Another prize has number %(number)s."), code="number_taken", number=number, field=field)


def log_prizes(tournament: Tournament, actor: User, kind: str, prizes: Iterable[Prize]) -> None:
    payload = {"prizes": [prize_payload(prize) for prize in prizes]}
    write_event(tournament=tournament, kind=kind, actor=actor, payload=payload)
    versions.bump_hall(tournament)
