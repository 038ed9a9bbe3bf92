"""Warnings, exclusions and confidential reports about participants (3.4, 3.5, 5.1.4, 5.1.5, 5.2.18).

The log knows a note by the hash of its row, taken with the row's salt. It tells nobody whom a warning or a report is
about, because the log goes into workbooks that are handed out. An exclusion is public, for it changes the ranking.
"""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.draw.selectors.place_rules import places_of
from tournament.enums import IS_OFFICIAL, ConductKind
from tournament.models import ConductNote, Participant, Scoresheet, Substitution, Tournament, User
from tournament.offences import Offence
from tournament.participants.services.participants import set_withdrawn
from tournament.person.names import clean_text
from tournament.proof.integrity.names import CONDUCT, names_hash, new_salt
from tournament.refusals import Refused
from tournament.services import versions
from tournament.services.events import write_event
from tournament.services.locks import lock_tournament, participant_of
from tournament.sheet.official import official_already

REASON_LENGTH = 300


@transaction.atomic
def warn(
    *,
    participant: Participant,
    offence: Offence,
    actor: User,
    reason: str = "",
    scoresheet: Scoresheet | None = None,
    game: int | None = None,
) -> ConductNote:
    """Note an offence of the catalogue on the participant's record, at a table's game if there is one.

    Refused: not_allowed, tournament_archived, other_table (the participant has no seat at this sheet), game_alone,
    all codes of clean_text.
    """
    permissions.check(permissions.note_conduct, actor)
    tournament = lock_tournament(participant.tournament)
    if game is not None and scoresheet is None:
        raise Refused(_("Please say at which table this game was."), code="game_alone", field="scoresheet")
    if scoresheet is not None and not scoresheet.seats.filter(participant=participant).exists():
        raise Refused(
            _("%(name)s does not sit at table %(table)s."),
            code="other_table",
            name=str(participant),
            table=scoresheet.table_number,
        )
    note = _note(tournament, ConductKind.WARNING, participant, offence, reason, actor, scoresheet=scoresheet, game=game)
    payload = {"note": note.pk, "told": _hash(note)}
    write_event(tournament=tournament, kind="conduct.warned", actor=actor, payload=payload)
    return note


@transaction.atomic
def exclude(*, participant: Participant, offence: Offence, actor: User, reason: str) -> ConductNote:
    """Exclude a participant (5.1.4, 5.1.5): no place in the ranking and no further draw; the fee is kept.

    The opponents keep their points, and a substitute may take the seat (5.2.11). Refused: not_allowed, reason_missing,
    excluded_already, has_substitute, list_closed, tournament_finished, tournament_archived.
    """
    permissions.check(permissions.exclude_participants, actor)
    tournament = _changing(participant)
    one = participant_of(tournament, participant)
    if one.excluded:
        raise Refused(_("%(name)s is excluded already."), code="excluded_already", name=str(one))
    replaced = Substitution.objects.filter(left=one, taken_back_at=None).exists()
    if replaced and not places_of(tournament).keeps:
        raise Refused(
            _("%(name)s has a substitute already and takes no place any more."), code="has_substitute", name=str(one)
        )
    _check_reason(reason)
    note = _note(tournament, ConductKind.EXCLUSION, one, offence, reason, actor)
    set_withdrawn(one, tournament, True, actor)
    one.excluded = True
    one.save(update_fields=["excluded"])
    payload = {"participant": one.pk, "start_number": one.start_number, "note": note.pk, "told": _hash(note)}
    write_event(tournament=tournament, kind="participant.excluded", actor=actor, payload=payload)
    versions.bump(tournament)
    return note


@transaction.atomic
def readmit(*, participant: Participant, actor: User) -> None:
    """Take an exclusion back: the participant is ranked again, and drawn again if nobody has taken the place.

    Refused: not_allowed, not_excluded, list_closed, tournament_finished, tournament_archived.
    """
    permissions.check(permissions.exclude_participants, actor)
    tournament = _changing(participant)
    one = participant_of(tournament, participant)
    note = ConductNote.objects.filter(participant=one, kind=ConductKind.EXCLUSION, taken_back_at=None).first()
    if note is None or not one.excluded:
        raise Refused(_("%(name)s is not excluded."), code="not_excluded", name=str(one))
    _take_back(note, actor)
    one.excluded = False
    one.save(update_fields=["excluded"])
    payload = {"participant": one.pk, "start_number": one.start_number, "note": note.pk}
    write_event(tournament=tournament, kind="participant.readmitted", actor=actor, payload=payload)
    if not Substitution.objects.filter(left=one, taken_back_at=None).exists():
        set_withdrawn(one, tournament, False, actor)
    versions.bump(tournament)


@transaction.atomic
def report_gift(*, participant: Participant, towards: Participant | None, actor: User, reason: str) -> ConductNote:
    """Note confidentially that somebody is said to give points away (5.2.18), perhaps `towards` somebody.

    Refused: not_allowed, reason_missing, same_person, other_tournament, tournament_archived.
    """
    permissions.check(permissions.see_reports, actor)
    tournament = lock_tournament(participant.tournament)
    if towards is not None and towards.tournament_id != tournament.pk:
        raise Refused(_("This is nobody of this tournament."), code="other_tournament", field="towards")
    if towards == participant:
        raise Refused(_("Nobody gives points to themselves."), code="same_person", field="towards")
    _check_reason(reason)
    note = _note(tournament, ConductKind.REPORT, participant, Offence.GIFT, reason, actor, towards=towards)
    payload = {"note": note.pk, "told": _hash(note)}
    write_event(tournament=tournament, kind="conduct.reported", actor=actor, payload=payload)
    return note


@transaction.atomic
def take_back_note(*, note: ConductNote, actor: User) -> None:
    """Take a warning or a report back; it stays on record as taken back. An exclusion is taken back by `readmit`.

    Refused: not_allowed, an_exclusion, taken_back, tournament_archived.
    """
    permissions.check(permissions.note_conduct, actor)
    tournament = lock_tournament(note.tournament)
    row = ConductNote.objects.get(pk=note.pk)
    if row.kind == ConductKind.EXCLUSION:
        raise Refused(_("An exclusion is taken back by admitting the participant again."), code="an_exclusion")
    if row.taken_back_at is not None:
        raise Refused(_("This note was taken back already."), code="taken_back")
    _take_back(row, actor)
    write_event(tournament=tournament, kind="conduct.taken_back", actor=actor, payload={"note": row.pk})


def _changing(participant: Participant) -> Tournament:
    tournament = lock_tournament(participant.tournament)
    if tournament.state in IS_OFFICIAL:
        raise official_already()
    return tournament


def _check_reason(reason: str) -> None:
    if not reason.strip():
        raise Refused(_("Please say what happened."), code="reason_missing", field="reason")


def _note(
    tournament: Tournament,
    kind: ConductKind,
    participant: Participant,
    offence: Offence,
    reason: str,
    actor: User,
    **more: object,
) -> ConductNote:
    return ConductNote.objects.create(
        tournament=tournament,
        participant=participant,
        kind=kind,
        offence=offence,
        reason=clean_text(reason, max_length=REASON_LENGTH),
        salt=new_salt(),
        noted_by=actor,
        noted_at=timezone.now(),
        **more,
    )


def _take_back(note: ConductNote, actor: User) -> None:
    note.taken_back_by, note.taken_back_at = actor, timezone.now()
    note.save(update_fields=["taken_back_by", "taken_back_at"])


def _hash(note: ConductNote) -> str:
    return names_hash(note, CONDUCT, note.salt)
