"""Earlier tournaments as templates, whether a tournament may be deleted and what goes with it, and what is gone."""

from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from tournament.models import (
    CashEntry,
    ClosedList,
    CupWinner,
    DoorLots,
    Draw,
    Participant,
    Prize,
    PublicLot,
    Removal,
    Scoresheet,
    TieLots,
    Tournament,
)
from tournament.proof.integrity.hashes import sha256
from tournament.refusals import Refused
from tournament.selectors.counted import counts_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Losses:
    """How much goes with a tournament."""

    people: int
    prizes: int
    draws: int
    sheets: int


def losses(tournament: Tournament) -> Losses:
    """Return how much goes if this tournament is deleted or this rehearsal ends. One query."""
    people, prizes, draws, sheets = counts_of(
        tournament,
        Participant.objects.filter(tournament=tournament),
        Prize.objects.filter(tournament=tournament),
        Draw.objects.filter(match__tournament=tournament),
        Scoresheet.objects.filter(match__tournament=tournament),
    )
    return Losses(people=people, prizes=prizes, draws=draws, sheets=sheets)


def removal_refused(tournament: Tournament) -> Refused | None:
    """Return why this tournament cannot be deleted, or None. A page shows the reason in advance.

    A closed list counts, even one that was opened again: its hash was in the hall before the lots.
    """
    if tournament.rehearsal:
        return Refused(_("A rehearsal is not deleted: it ends."), code="is_rehearsal")
    closed, doors, draws, ties, lots, cups, entries = counts_of(
        tournament,
        ClosedList.objects.filter(match__tournament=tournament),
        DoorLots.objects.filter(match__tournament=tournament),
        Draw.objects.filter(match__tournament=tournament),
        TieLots.objects.filter(tournament=tournament),
        PublicLot.objects.filter(tournament=tournament),
        CupWinner.objects.filter(participant__tournament=tournament),
        CashEntry.objects.filter(box__tournament=tournament),
    )
    if entries:
        return Refused(
            _("A fee was taken: its entries stay for eight years, and the tournament with them."), code="fee_taken"
        )
    if closed or doors or draws or ties or lots or cups:
        return Refused(
            _("A list was closed or lots were drawn: now the tournament stays, with all that happened in it."),
            code="play_begun",
        )
    if hasattr(tournament, "imported"):
        return Refused(_("It came from another installation and stays as it was played."), code="imported")
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeOver:
    """What a new tournament can take over from a template: `nameless` are people whose names are deleted by now."""

    template: Tournament
    people: int
    nameless: int
    prizes: int


def take_over(template: Tournament) -> TakeOver:
    """Return how much there is to take over. One query."""
    people, everyone, prizes = counts_of(
        template, people_to_take(template), template.participants.all(), template.prizes.all()
    )
    return TakeOver(template=template, people=people, nameless=everyone - people, prizes=prizes)


def template_of(slug: str) -> Tournament | None:
    """Return the earlier tournament with this address, None if there is none. One query."""
    return templates().filter(slug=slug).first() if slug else None


def templates() -> QuerySet[Tournament]:
    """Return the tournaments that a new one can be like, the newest first: all but rehearsals. One query."""
    return Tournament.objects.filter(rehearsal=False).order_by("-day", "-pk")


def people_to_take(template: Tournament) -> QuerySet[Participant]:
    """Return everyone on the template's list who has a name."""
    return template.participants.exclude(first_name="").order_by("start_number")


def removal_of(slug: str) -> Removal | None:
    """Return what became of the tournament that last had this address, None if none was deleted. One query."""
    return Removal.objects.filter(address=sha256(slug)).order_by("-pk").first()
