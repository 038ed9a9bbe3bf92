"""Challenge cups: added, named otherwise, who won them entered and taken back. They belong to the installation."""

from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import permissions
from tournament.models import Cup, CupWinner, Participant, User
from tournament.person.names import clean_name
from tournament.proof.integrity.hashes import sha256
from tournament.proof.integrity.names import CUP_WINNER, names_hash, new_salt
from tournament.refusals import RefusalKind, Refused
from tournament.results.typed_winners import NAME_LENGTH, read_winners
from tournament.services.events import write_event
from tournament.services.locks import lock_installation, lock_tournament, participant_of

CUP_LENGTH = 80


@transaction.atomic
def add_cup(*, name: str, actor: User) -> Cup:
    """Add a challenge cup. Refused: not_allowed, cup_there, and as clean_name."""
    permissions.check(permissions.manage_prizes, actor)
    lock_installation()
    cup = Cup.objects.create(name=_free_name(name))
    write_event(kind="cup.added", actor=actor, payload=_payload(cup))
    return cup


@transaction.atomic
def rename_cup(*, cup: Cup, name: str, actor: User) -> Cup:
    """Name a cup otherwise; the same name changes nothing. Refused: as add_cup."""
    permissions.check(permissions.manage_prizes, actor)
    lock_installation()
    cup.refresh_from_db()
    if cup.name == name:
        return cup
    cup.name = _free_name(name, but=cup)
    cup.save(update_fields=["name"])
    write_event(kind="cup.renamed", actor=actor, payload=_payload(cup))
    return cup


@transaction.atomic
def enter_winners(*, cup: Cup, text: str, actor: User) -> list[CupWinner]:
    """Enter those who won in earlier years, a line for each: all, or none if a line is wrong. Return what is new.

    A line that stands in the list already changes nothing. Refused: not_allowed, unreadable_lines (with all
    `problems`), year_taken.
    """
    permissions.check(permissions.manage_prizes, actor)
    lock_installation()
    typed, problems = read_winners(text, latest=timezone.localdate().year)
    winners_by_year = {winner.year: winner for winner in cup.winners.select_related("participant")}
    new = [one for one in typed if one.year not in winners_by_year or one.name != winners_by_year[one.year].shown_name]
    problems += [str(_refusal_of_taken_year(winners_by_year[one.year])) for one in new if one.year in winners_by_year]
    if problems:
        raise Refused("%(problems)s", code="unreadable_lines", problems=" ".join(problems), field="text")
    return [_enter(cup, one.year, one.name, None, actor) for one in new]


@transaction.atomic
def enter_winner(*, cup: Cup, participant: Participant, actor: User) -> CupWinner:
    """Enter a participant as the winner of the year in which the tournament was played. The same one again is no error.

    Refused: not_allowed, is_rehearsal, forgotten, entry_deleted, year_taken.
    """
    permissions.check(permissions.manage_prizes, actor)
    tournament = lock_tournament(participant.tournament, archived=True)
    if tournament.rehearsal:
        raise Refused(_("Nobody wins a challenge cup in a rehearsal."), code="is_rehearsal")
    lock_installation()
    participant = participant_of(tournament, participant)
    if participant.forgotten:
        raise Refused(_("%(name)s asked to be forgotten."), code="forgotten", name=str(participant))
    winner = cup.winners.select_related("participant").filter(year=tournament.day.year).first()
    if winner is None:
        return _enter(cup, tournament.day.year, str(participant), participant, actor)
    if winner.participant_id != participant.pk:
        raise _refusal_of_taken_year(winner)
    return winner


@transaction.atomic
def take_back_winner(*, winner: CupWinner, actor: User) -> None:
    """Take a winner off the list; the log keeps that there was an entry. Refused: not_allowed, winner_gone."""
    permissions.check(permissions.manage_prizes, actor)
    lock_installation()
    row = CupWinner.objects.filter(pk=winner.pk).first()
    if row is None:
        raise Refused(_("This entry was taken back already."), code="winner_gone", kind=RefusalKind.GONE)
    payload = {"winner": row.pk, "cup": row.cup_id, "year": row.year}
    row.delete()
    write_event(kind="cup.taken_back", actor=actor, payload=payload)


def _enter(cup: Cup, year: int, name: str, participant: Participant | None, actor: User) -> CupWinner:
    winner = CupWinner.objects.create(
        cup=cup,
        year=year,
        name=name[:NAME_LENGTH],
        participant=participant,
        salt=new_salt(),
        entered_by=actor,
        entered_at=timezone.now(),
    )
    names = names_hash(winner, CUP_WINNER, winner.salt)
    entry = {"winner": winner.pk, "cup": cup.pk, "year": year, "participant": winner.participant_id}
    write_event(kind="cup.won", actor=actor, payload={**entry, "names": names})
    return winner


def _payload(cup: Cup) -> dict[str, Any]:
    return {"cup": cup.pk, "words": sha256(cup.name)}


def _free_name(name: str, *, but: Cup | None = None) -> str:
    cleaned = clean_name(name, max_length=CUP_LENGTH)
    if Cup.objects.filter(name__iexact=cleaned).exclude(pk=but.pk if but else 0).exists():
        raise Refused(_("There is a cup called “%(name)s” already."), code="cup_there", name=cleaned, field="name")
    return cleaned


def _refusal_of_taken_year(winner: CupWinner) -> Refused:
    return Refused(
        _("%(year)s was won by %(name)s, as the list has it. If that is wrong, take it back first."),
        code="year_taken",
        kind=RefusalKind.CONFLICT,
        year=winner.year,
        name=winner.shown_name,
    )
