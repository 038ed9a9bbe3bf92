"""Keeping a tournament as long as 5.3.5 requires, and erasing names: of one person, or of all after that time."""

import datetime as dt
from typing import Any

from django.db import transaction
from django.db.models import CharField, F, Q, QuerySet, Value
from django.db.models.functions import Cast, Concat
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.address_book.services.people import erase_person
from tournament.enums import LIST_IS_OPEN, Release, SheetState, TournamentState, step
from tournament.models import (
    Approval,
    CashCount,
    CashEntry,
    ConductNote,
    Correction,
    DiscardedDraw,
    DisputeStep,
    Document,
    Match,
    Participant,
    Picture,
    PlaceRule,
    Prize,
    PrizeGroup,
    Purge,
    Scoresheet,
    Signature,
    SignatureRefusal,
    Substitution,
    TableChange,
    TableDevice,
    TableMessage,
    Tournament,
    User,
)
from tournament.participants.selectors.retention import is_due, retention
from tournament.person.forgotten import digests, masked
from tournament.person.names import FORGOTTEN
from tournament.prizes.kinds import Criterion
from tournament.proof.integrity.append_only import NO_REASON
from tournament.proof.integrity.canonical import canonical
from tournament.proof.integrity.hashes import sha256
from tournament.proof.selectors.original_keys import original_keys
from tournament.proof.services.prize_witnesses import group_payload, prize_payload
from tournament.refusals import Refused
from tournament.services import versions
from tournament.services.events import write_event
from tournament.services.locks import lock_installation, lock_tournament, participant_of
from tournament.services.print_jobs import drop_prints
from tournament.services.traces import leave_no_trace
from tournament.standings.services.release import step_release
from tournament.words.citations import cited

LATEST = dt.date(2199, 12, 31)


@transaction.atomic
def extend_retention(*, tournament: Tournament, until: dt.date, actor: User) -> Tournament:
    """Keep the tournament until a later day; the database rejects an earlier one. Refused: not_longer, purged."""
    permissions.check(permissions.manage_tournament, actor)
    tournament = lock_tournament(tournament, archived=True)
    check_not_purged(tournament)
    now = retention(tournament).until
    if until <= now or until > LATEST:
        raise Refused(
            _("The tournament is kept until %(now)s. Please give a later day: this time only grows."),
            code="not_longer",
            field="until",
            now=date_format(now),
        )
    tournament.keep_until = until
    tournament.save(update_fields=["keep_until"])
    payload = {"keep_until": until.isoformat()}
    write_event(tournament=tournament, kind="tournament.retention_extended", actor=actor, payload=payload)
    versions.bump(tournament)
    return tournament


@transaction.atomic
def forget_participant(*, participant: Participant, actor: User) -> Participant:
    """Erase the name, club, birth, phone and remark of one person at once; the start number and the games stay.
    They leave the address book, too.

    Sealed and signed text stays unchanged until the purge; a reason in it that names the person is masked on display
    (person/forgotten.py). Text that is not signed is rewritten. No error if it is done already.
    Refused: not_allowed, still_plays, sheet_open (5.3.5 requires the names until each sheet is accepted), purged.
    """
    permissions.check(permissions.manage_tournament, actor)
    tournament = lock_tournament(participant.tournament, archived=True)
    check_not_purged(tournament)
    participant = participant_of(tournament, participant)
    if participant.forgotten:
        return participant
    _check_over(participant, tournament)
    number, person = participant.start_number, participant.known_person
    tournament.forgotten_words |= digests(participant.first_name, participant.last_name, number)
    tournament.save(update_fields=["forgotten_words"])
    _erase_names(tournament, pk=participant.pk)
    participant.cups_won.update(name="", salt=None)
    _mask(SignatureRefusal.objects.filter(seat__match__tournament=tournament), "reason", tournament)
    _mask(Approval.objects.filter(game__scoresheet__match__tournament=tournament), "oral", tournament)
    _mask(DisputeStep.objects.filter(dispute__scoresheet__match__tournament=tournament), "reason", tournament)
    # A note of conduct is about one or two people: the whole text goes.
    notes = ConductNote.objects.filter(Q(participant=participant) | Q(towards=participant))
    notes.exclude(reason="").update(reason=NO_REASON, salt=None)
    _mask(Substitution.objects.filter(tournament=tournament), "reason", tournament)
    _mask(PlaceRule.objects.filter(tournament=tournament), "reason", tournament)
    _mask(TableMessage.objects.filter(scoresheet__match__tournament=tournament), "text", tournament)
    tournament.screens.exclude(message="").update(message="", version=F("version") + 1)
    payload = {
        "participant": original_keys(tournament).of(Participant, participant.pk),
        "start_number": number,
        "words": sha256(canonical(tournament.forgotten_words)),
        **_mask_prizes(tournament),
    }
    write_event(tournament=tournament, kind="participant.forgotten", actor=actor, payload=payload)
    versions.bump_hall(tournament)
    for seat in participant.seats.select_related("scoresheet"):
        versions.bump(seat.scoresheet)
    drop_prints(tournament)
    erase_person(person, actor)
    transaction.on_commit(leave_no_trace, robust=True)
    return participant_of(tournament, participant)


def forgetting_refused(participant: Participant) -> Refused | None:
    """Why this person cannot be forgotten now, or None. A page shows the reason in advance."""
    try:
        _check_over(participant, participant.tournament)
    except Refused as refused:
        return refused
    return None


@transaction.atomic
def purge_tournament(*, tournament: Tournament, actor: User | None) -> Tournament:
    """Delete the personal data of a tournament whose time of retention is past. `actor` is None on the command line.

    This deletes names, dates of birth, clubs, phone numbers, remarks, drawn signatures, reasons, the hall's Wi-Fi, the
    files of sealed documents, what prizes were and who gave them, and pictures, also from the database's file. Results
    by start number, hashes, chains and the rows of documents stay; so does who won a challenge cup, for that list is
    the club's. A second call changes nothing. Refused: not_allowed, not_due (the database itself also rejects an early
    purge), step_not_allowed.
    """
    if actor is not None:
        permissions.check(permissions.manage_tournament, actor)
    tournament = lock_tournament(tournament, archived=True)
    if tournament.state == TournamentState.PURGED:
        return tournament
    state = step(TournamentState, tournament.state, TournamentState.PURGED)
    if not is_due(tournament):
        raise Refused(
            cited(
                _("The tournament is kept until %(until)s (5.3.5): before that nothing is deleted."), tournament.ruleset
            ),
            code="not_due",
            until=date_format(retention(tournament).until),
        )
    if tournament.is_held_back:
        # Nobody can let the hall see anything of a purged tournament any more.
        frozen = tournament.release == Release.FROZEN
        step_release(tournament, Release.OPEN if frozen else Release.PUBLISHED, actor)
    purge = Purge.objects.create(tournament=tournament, purged_by=actor, purged_at=timezone.now())
    _erase_names(tournament)
    _erase_texts(tournament)
    Signature.objects.filter(seat__match__tournament=tournament).update(strokes=None)
    Document.objects.filter(scoresheet__match__tournament=tournament).update(pdf=b"")
    tournament.standings_documents.update(pdf=b"")
    tournament.start_cards.all().delete()
    tournament.state, tournament.forgotten_words = state, {}
    tournament.wifi_name = tournament.wifi_password = ""
    tournament.save(update_fields=["state", "forgotten_words", "wifi_name", "wifi_password"])
    payload = {"state": state, "purge": purge.pk}
    purged = write_event(tournament=tournament, kind="tournament.purged", actor=actor, payload=payload)
    lock_installation()
    witness = {"tournament": tournament.pk, "head": purged.hash}
    write_event(kind="installation.tournament_purged", actor=actor, payload=witness)
    versions.bump_hall(tournament)
    # Open pages of a match or a sheet then reload without names.
    Match.objects.filter(tournament=tournament).update(version=F("version") + 1)
    Scoresheet.objects.in_force().filter(match__tournament=tournament).update(version=F("version") + 1)
    drop_prints(tournament)
    transaction.on_commit(leave_no_trace, robust=True)
    return tournament


def _erase_names(tournament: Tournament, **which: int) -> None:
    nameless = Concat(Value(FORGOTTEN), Cast("start_number", CharField()))
    tournament.participants.filter(**which).update(
        title="",
        first_name="",
        last_name=nameless,
        name_key=nameless,
        club="",
        birth_date=None,
        birth_year=None,
        phone="",
        remark="",
        paid=False,
        woman=None,
        newcomer=None,
        shown_name="",
        known_person=None,
        age_answer=None,
        age_asked=None,
        age_asked_by=None,
        age_asked_at=None,
        fixed_table=None,
        fixed_seat=None,
        waiting_since=None,
        called_at=None,
        salt=None,
        birth_salt=None,
        forgotten=True,
    )


def _erase_texts(tournament: Tournament) -> None:
    """Erase all free text, because it may name anybody."""
    # The salts go, too. With a salt, a short reason could be guessed from its hash.
    Correction.objects.filter(game__scoresheet__match__tournament=tournament).update(reason=NO_REASON, salt=None)
    changes = TableChange.objects.filter(scoresheet__match__tournament=tournament).exclude(reason="")
    changes.update(reason=NO_REASON, salt=None)
    DiscardedDraw.objects.filter(draw__match__tournament=tournament).update(reason=NO_REASON, salt=None)
    SignatureRefusal.objects.filter(seat__match__tournament=tournament).update(reason=NO_REASON, salt=None)
    Approval.objects.filter(game__scoresheet__match__tournament=tournament).update(oral="", salt=None)
    steps = DisputeStep.objects.filter(dispute__scoresheet__match__tournament=tournament)
    steps.exclude(reason="").update(reason=NO_REASON, salt=None)
    Substitution.objects.filter(tournament=tournament).update(reason=NO_REASON, salt=None)
    PlaceRule.objects.filter(tournament=tournament).exclude(reason="").update(reason=NO_REASON, salt=None)
    ConductNote.objects.filter(tournament=tournament).exclude(reason="").update(reason=NO_REASON, salt=None)
    TableMessage.objects.filter(scoresheet__match__tournament=tournament).update(text=NO_REASON, salt=None)
    tournament.screens.exclude(message="").update(message="", version=F("version") + 1)
    # The sums of the cash boxes stay, by start number; reasons, remarks and who counted with a login go.
    CashEntry.objects.filter(box__tournament=tournament).exclude(reason="").update(reason=NO_REASON, salt=None)
    counts = CashCount.objects.filter(box__tournament=tournament)
    counts.exclude(remark="").update(remark=NO_REASON)
    counts.exclude(reopened_reason="").update(reopened_reason=NO_REASON)
    counts.update(witness=NO_REASON, salt=None)
    TableDevice.objects.filter(scoresheet__match__tournament=tournament).update(label="")
    # What a prize was, who gave it, a club that it was for, and pictures, which may show anybody.
    tournament.prizes.update(words=NO_REASON, donor="")
    tournament.prizes.filter(criterion=Criterion.CLUB).update(argument="")
    tournament.prize_groups.update(name=Cast("pk", CharField()))
    tournament.pictures.update(name="", data=b"")


def _mask_prizes(tournament: Tournament) -> dict[str, Any]:
    """Mask forgotten names in what is said of prizes; return the prizes and groups with another text, for the log."""
    texts: tuple[tuple[Any, str], ...] = (
        (tournament.prizes, "words"),
        (tournament.prizes, "donor"),
        (tournament.prize_groups, "name"),
        (tournament.pictures, "name"),
    )
    changed: dict[Any, set[int]] = {Prize: set(), PrizeGroup: set(), Picture: set()}
    for rows, field in texts:
        longest = rows.model._meta.get_field(field).max_length
        for key, text in rows.values_list("pk", field):
            masked_text = _masked(text, tournament, longest)
            if masked_text != text:
                # No two groups have one name.
                stump = f"{masked_text[: longest - 12]} ({key})"
                masked_text = stump if rows.model is PrizeGroup else masked_text
                rows.filter(pk=key).update(**{field: masked_text})
                changed[rows.model].add(key)
    prizes = tournament.prizes.filter(pk__in=changed[Prize]).order_by("pk")
    groups = tournament.prize_groups.filter(pk__in=changed[PrizeGroup]).order_by("pk")
    return {"prizes": [prize_payload(row) for row in prizes], "groups": [group_payload(row) for row in groups]}


def _mask(rows: QuerySet[Any], field: str, tournament: Tournament) -> None:
    """Mask forgotten names in this field of the rows. A row that changes loses its salt: the hash in the log does not
    fit the masked text."""
    longest = rows.model._meta.get_field(field).max_length
    for key, text in rows.exclude(**{field: ""}).values_list("pk", field):
        masked_text = _masked(text, tournament, longest)
        if masked_text != text:
            rows.model.objects.filter(pk=key).update(**{field: masked_text, "salt": None})


def _masked(text: str, tournament: Tournament, longest: int) -> str:
    return masked(text, tournament.forgotten_words)[:longest]


def check_not_purged(tournament: Tournament) -> None:
    if tournament.state == TournamentState.PURGED:
        raise Refused(_("The personal data of this tournament are deleted already."), code="purged")


def _check_over(participant: Participant, tournament: Tournament) -> None:
    """Refuse while the person plays, or has a sheet that is not accepted: until then it needs the names (5.3.5)."""
    if tournament.state in LIST_IS_OPEN and not participant.withdrawn:
        raise Refused(
            _("%(name)s still plays. Whoever is to be forgotten is withdrawn first, or the tournament finished."),
            code="still_plays",
            name=str(participant),
        )
    seats = participant.seats.exclude(scoresheet__state__in=[SheetState.ACCEPTED, SheetState.VOID])
    seat = seats.select_related("scoresheet__match").order_by("match__number").first()
    if seat is not None:
        raise Refused(
            cited(
                _(
                    "The sheet of table %(table)s in match %(match)s is not accepted yet: until then it needs the "
                    "names of its players (5.3.5)."
                ),
                tournament.ruleset,
            ),
            code="sheet_open",
            table=seat.scoresheet.table_number,
            match=seat.scoresheet.match.number,
        )
