"""Fees and cash boxes: what is owed, taken, given back and counted. Nothing that was taken is ever overwritten."""

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.models import CashBox, CashCount, CashEntry, FeeKind, Participant, Tournament, User
from tournament.money.box import (
    MOST_FEE,
    MOST_FLOAT,
    MOST_KINDS,
    MOST_PIECES,
    NAME_LENGTH,
    PIECES,
    sum_of_pieces,
)
from tournament.money.selectors import FeeState, FeeStatus, expected_in, fees_of, money_kept_until
from tournament.participants.services.participants import withdraw_participant
from tournament.person.names import NAME_LENGTH as PERSON_LENGTH
from tournament.person.names import REMARK_LENGTH, clean_line, name_key
from tournament.proof.integrity.names import new_salt
from tournament.proof.services.money_witnesses import (
    box_payload,
    count_payload,
    entry_payload,
    fee_payload,
    reopened_payload,
)
from tournament.refusals import RefusalKind, Refused
from tournament.services import versions
from tournament.services.events import write_event
from tournament.services.locks import lock_tournament, participant_of
from tournament.words.citations import cited
from tournament.words.labels import amount


@transaction.atomic
def set_fees(*, tournament: Tournament, fees: Sequence[tuple[str, int]], actor: User) -> list[FeeKind]:
    """Set the kinds of fee by position, each a name and cents; a name "" means that there is none at this position.

    Refused: not_allowed, too_many_fees, fee_twice, bad_fee, fee_used (somebody paid it: its sum stays, and it is not
    removed), all of clean_line.
    """
    permissions.check(permissions.count_cash, actor)
    tournament = lock_tournament(tournament)
    wanted = _wanted_fees(fees)
    before = {kind.position: kind for kind in tournament.fee_kinds.order_by("position")}
    payload_before = [fee_payload(kind) for kind in before.values()]
    for position, kind in before.items():
        _check_used_fee_stays(kind, wanted.get(position))
    _free_names(tournament)
    for position, kind in before.items():
        if position not in wanted:
            tournament.participants.filter(fee_kind=kind).update(fee_kind=None)
            kind.delete()
    for position, (name, cents) in wanted.items():
        FeeKind.objects.update_or_create(
            tournament=tournament, position=position, defaults={"name": name, "cents": cents}
        )
    kinds = list(tournament.fee_kinds.order_by("position"))
    payload = [fee_payload(kind) for kind in kinds]
    if payload != payload_before:
        write_event(tournament=tournament, kind="money.fees_set", actor=actor, payload={"fees": payload})
        versions.bump(tournament)
    return kinds


@transaction.atomic
def choose_fee(*, participant: Participant, kind: FeeKind, actor: User) -> Participant:
    """Say which fee a participant owes. Refused: not_allowed, fee_gone, fee_taken (under another kind)."""
    permissions.check(permissions.manage_participants, actor)
    tournament = lock_tournament(participant.tournament)
    one = participant_of(tournament, participant)
    kind = _kind_of(tournament, kind)
    status = fees_of(tournament).status(one)
    if status.kind is not None and status.kind.pk == kind.pk:
        return one
    if status.entry is not None:
        raise _already_paid(one, status)
    _set_kind(tournament, one, kind, actor)
    versions.bump(tournament)
    return one


@transaction.atomic
def open_box(*, tournament: Tournament, name: str, float_cents: int, actor: User) -> CashBox:
    """Open a cash box with what lies in it already. Refused: not_allowed, no_box_name, box_twice, bad_float."""
    permissions.check(permissions.count_cash, actor)
    tournament = lock_tournament(tournament)
    name = clean_line(name, max_length=NAME_LENGTH)
    if not name:
        raise Refused(_("Please name the cash box."), code="no_box_name", field="name")
    if tournament.cash_boxes.filter(name=name).exists():
        raise Refused(_("Another cash box has this name."), code="box_twice", field="name")
    if not 0 <= float_cents <= MOST_FLOAT:
        raise Refused(
            _("A cash box opens with 0 to %(most)s."), code="bad_float", field="float_cents", most=amount(MOST_FLOAT)
        )
    box = CashBox.objects.create(
        tournament=tournament, name=name, float_cents=float_cents, opened_by=actor, opened_at=timezone.now()
    )
    write_event(tournament=tournament, kind="money.box_opened", actor=actor, payload=box_payload(box))
    versions.bump(tournament)
    return box


@transaction.atomic
def take_fee(*, participant: Participant, kind: FeeKind | None, box: CashBox, actor: User) -> CashEntry:
    """Note that a participant paid this fee into a box; None is the fee that they owe.

    Refused: not_allowed, entry_deleted, fee_gone, box_closed, fee_taken (says by whom, when and at which box),
    paid_in_advance, nothing_owed.
    """
    permissions.check(permissions.manage_participants, actor)
    tournament = lock_tournament(participant.tournament)
    one = participant_of(tournament, participant)
    fees = fees_of(tournament)
    chosen = fees.status(one).kind if kind is None else _kind_of(tournament, kind)
    if chosen is not None and not one.paid and one.pk not in fees.entries:
        _set_kind(tournament, one, chosen, actor)
    status = fees.status(one)
    _check_owed(one, status)
    box = _open_box_of(tournament, box)
    turns = CashEntry.objects.filter(participant=one, fee_kind=status.kind).count()
    entry = CashEntry(box=box, participant=one, fee_kind=chosen, turn=turns + 1, cents=chosen.cents if chosen else 0)
    return _written(tournament, entry, "money.taken", actor)


@transaction.atomic
def reverse_entry(*, entry: CashEntry, reason: str, actor: User, box: CashBox | None = None) -> CashEntry:
    """Give a fee back from its box, or from another one, and say why. The first entry stays.

    Refused: not_allowed, reversed_already, no_reason, box_closed, fee_kept (5.1.4), all of clean_line.
    """
    permissions.check(permissions.manage_participants, actor)
    tournament = lock_tournament(entry.box.tournament)
    entry = CashEntry.objects.select_related("box", "participant").get(pk=entry.pk, box__tournament=tournament)
    if entry.reverses_id is not None or CashEntry.objects.filter(reverses=entry).exists():
        raise Refused(_("This payment is reversed already."), code="reversed_already", kind=RefusalKind.CONFLICT)
    reason = _reason(reason)
    if entry.participant.excluded:
        raise Refused(
            cited(_("%(name)s is excluded: the fee is kept (5.1.4)."), tournament.ruleset),
            code="fee_kept",
            name=str(entry.participant),
        )
    reversal = CashEntry(
        box=_open_box_of(tournament, box or entry.box),
        participant=entry.participant,
        fee_kind_id=entry.fee_kind_id,
        turn=entry.turn + 1,
        cents=-entry.cents,
        reverses=entry,
        reason=reason,
        salt=new_salt(),
    )
    return _written(tournament, reversal, "money.reversed", actor)


@transaction.atomic
def withdraw_with_fee(*, participant: Participant, reason: str, actor: User, box: CashBox | None = None) -> Participant:
    """Withdraw a participant and give the fee back in one act.

    Refused: nothing_paid, all codes of withdraw_participant and reverse_entry; then neither is done.
    """
    permissions.check(permissions.manage_participants, actor)
    tournament = lock_tournament(participant.tournament)
    entry = fees_of(tournament).entries.get(participant.pk)
    if entry is None:
        raise Refused(_("%(name)s has paid nothing into a cash box."), code="nothing_paid", name=str(participant))
    reverse_entry(entry=entry, reason=reason, actor=actor, box=box)
    return withdraw_participant(participant=participant, actor=actor)


@transaction.atomic
def close_box(*, box: CashBox, pieces: Mapping[int, int], witness: str, actor: User, remark: str = "") -> CashCount:
    """Close a box with its count by coin and note in cents; two people count, the login and the `witness`.

    Refused: not_allowed, box_closed, bad_count, no_witness, same_witness, no_remark (where the count differs), all of
    clean_line.
    """
    permissions.check(permissions.count_cash, actor)
    tournament = lock_tournament(box.tournament)
    box = _open_box_of(tournament, box)
    if not all(piece in PIECES and 0 <= count <= MOST_PIECES for piece, count in pieces.items()):
        raise Refused(_("Of each coin and note there are 0 to %(most)s."), code="bad_count", most=MOST_PIECES)
    expected, counted = expected_in(box), sum_of_pieces(pieces)
    count = CashCount(
        box=box,
        pieces={str(piece): number for piece, number in sorted(pieces.items()) if number},
        counted_cents=counted,
        expected_cents=expected,
        remark=clean_line(remark, max_length=REMARK_LENGTH),
        witness=_witness(witness, actor),
        salt=new_salt(),
        counted_by=actor,
        counted_at=timezone.now(),
    )
    if count.difference and not count.remark:
        raise Refused(
            _("%(counted)s are counted, %(expected)s must lie in it. Please write down what is known about it."),
            code="no_remark",
            field="remark",
            counted=amount(counted),
            expected=amount(expected),
        )
    count.save()
    write_event(tournament=tournament, kind="money.closed", actor=actor, payload=count_payload(count))
    versions.bump(tournament)
    return count


@transaction.atomic
def open_again(*, box: CashBox, reason: str, actor: User) -> CashBox:
    """Open a closed box again; its count stays, and closing it needs a new one.

    Refused: not_allowed, box_open, no_reason, all of clean_line.
    """
    permissions.check(permissions.count_cash, actor)
    tournament = lock_tournament(box.tournament)
    count = CashCount.objects.filter(box=box, reopened_at=None).first()
    if count is None:
        raise Refused(_("This cash box is open."), code="box_open", kind=RefusalKind.CONFLICT)
    count.reopened_reason, count.reopened_by, count.reopened_at = _reason(reason), actor, timezone.now()
    count.save(update_fields=["reopened_reason", "reopened_by", "reopened_at"])
    write_event(tournament=tournament, kind="money.reopened", actor=actor, payload=reopened_payload(count))
    versions.bump(tournament)
    return box


@transaction.atomic
def delete_money(*, tournament: Tournament, actor: User) -> None:
    """Delete the record of the cash boxes and the fees once its eight years are over. A second call changes nothing.

    The database itself also rejects an early deletion. Refused: not_allowed, not_due.
    """
    permissions.check(permissions.manage_tournament, actor)
    tournament = lock_tournament(tournament, archived=True)
    until = money_kept_until(tournament)
    if until is None:
        return
    if until >= timezone.now().date():
        raise Refused(
            _("The record of the cash boxes is kept until %(until)s."), code="not_due", until=date_format(until)
        )
    CashCount.objects.filter(box__tournament=tournament).delete()
    entries = CashEntry.objects.filter(box__tournament=tournament)
    entries.filter(reverses__isnull=False).delete()
    entries.delete()
    tournament.cash_boxes.all().delete()
    tournament.participants.update(fee_kind=None)
    tournament.fee_kinds.all().delete()
    write_event(tournament=tournament, kind="money.deleted", actor=actor, payload={})
    versions.bump(tournament)


def _wanted_fees(fees: Sequence[tuple[str, int]]) -> dict[int, tuple[str, int]]:
    """Return name and cents by position, or refuse them."""
    if len(fees) > MOST_KINDS:
        raise Refused(_("There are at most four kinds of fee."), code="too_many_fees")
    wanted: dict[int, tuple[str, int]] = {}
    for position, (text, cents) in enumerate(fees, 1):
        name = clean_line(text, max_length=NAME_LENGTH)
        if not 0 <= cents <= MOST_FEE:
            raise Refused(
                _("A fee is 0 to %(most)s."), code="bad_fee", field=f"cents_{position}", most=amount(MOST_FEE)
            )
        if name in (other for other, _cents in wanted.values()):
            raise Refused(_("Two fees have the same name."), code="fee_twice", field=f"name_{position}")
        if name:
            wanted[position] = (name, cents)
    return wanted


def _check_used_fee_stays(kind: FeeKind, wanted: tuple[str, int] | None) -> None:
    """Refuse another sum for a fee that somebody paid, and its removal."""
    if (wanted is None or wanted[1] != kind.cents) and kind.entries.exists():
        raise Refused(
            _("“%(name)s” was paid already: its sum stays. Please add another fee beside it."),
            code="fee_used",
            field=f"cents_{kind.position}",
            name=kind.name,
        )


def _free_names(tournament: Tournament) -> None:
    """Give every fee a name that no club writes, so that two can change their names with each other."""
    for kind in tournament.fee_kinds.all():
        tournament.fee_kinds.filter(pk=kind.pk).update(name=f"\1{kind.pk}")


def _set_kind(tournament: Tournament, one: Participant, kind: FeeKind, actor: User) -> None:
    """Note which fee the participant owes; nothing is written where it is the one already, or the first."""
    first = tournament.fee_kinds.order_by("position").first()
    wanted = None if first is not None and kind.pk == first.pk else kind.pk
    if one.fee_kind_id == wanted:
        return
    one.fee_kind_id = wanted
    one.save(update_fields=["fee_kind"])
    payload = {
        "participant": one.pk,
        "start_number": one.start_number,
        "fee_kind": wanted,
        "position": kind.position,
    }
    write_event(tournament=tournament, kind="money.fee_chosen", actor=actor, payload=payload)


def _kind_of(tournament: Tournament, kind: FeeKind) -> FeeKind:
    row = tournament.fee_kinds.filter(pk=kind.pk).first()
    if row is None:
        raise Refused(_("There is no such fee any more."), code="fee_gone", kind=RefusalKind.GONE)
    return row


def _open_box_of(tournament: Tournament, box: CashBox) -> CashBox:
    row = tournament.cash_boxes.get(pk=box.pk)
    if row.counts.filter(reopened_at=None).exists():
        raise Refused(
            _("%(box)s is closed: nothing is taken or given back there. It can be opened again, with a reason."),
            code="box_closed",
            kind=RefusalKind.CONFLICT,
            box=row.name,
        )
    return row


def _check_owed(participant: Participant, status: FeeStatus) -> None:
    """Refuse to take a fee that is paid, or not owed."""
    if status.entry is not None:
        raise _already_paid(participant, status)
    if status.state == FeeState.ADVANCE:
        raise Refused(_("%(name)s has paid in advance."), code="paid_in_advance", name=str(participant))
    if status.state == FeeState.FREE:
        raise Refused(_("%(name)s owes no fee."), code="nothing_owed", name=str(participant))


def _already_paid(participant: Participant, status: FeeStatus) -> Refused:
    entry = status.entry
    assert entry is not None
    return Refused(
        _("%(name)s has paid already: %(sum)s at %(time)s, %(box)s, taken by %(login)s."),
        code="fee_taken",
        kind=RefusalKind.CONFLICT,
        name=str(participant),
        sum=amount(entry.cents),
        time=time_format(timezone.localtime(entry.taken_at)),
        box=entry.box.name,
        login=entry.taken_by.full_name,
    )


def _written(tournament: Tournament, entry: CashEntry, kind: str, actor: User) -> CashEntry:
    entry.taken_by, entry.taken_at = actor, timezone.now()
    entry.save(force_insert=True)
    write_event(tournament=tournament, kind=kind, actor=actor, payload=entry_payload(entry))
    versions.bump(tournament)
    return entry


def _reason(text: str) -> str:
    reason = clean_line(text, max_length=REMARK_LENGTH)
    if not reason:
        raise Refused(_("Please say why."), code="no_reason", field="reason")
    return reason


def _witness(text: str, actor: User) -> str:
    """Return the name of the second person who counted, or refuse it."""
    witness = clean_line(text, max_length=PERSON_LENGTH)
    if not witness:
        raise Refused(_("Two people count: please name the second one."), code="no_witness", field="witness")
    if name_key(witness, "") == name_key(actor.full_name, ""):
        raise Refused(_("Two different people count: this is your own name."), code="same_witness", field="witness")
    return witness
