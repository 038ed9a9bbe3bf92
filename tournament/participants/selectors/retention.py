"""How long a tournament is kept, what a purge takes away, and which tournaments are due (5.3.5)."""

import calendar
import datetime as dt
from dataclasses import dataclass
from typing import Any

from django.db.models import Max, QuerySet
from django.utils import timezone

from tournament.enums import TournamentState, may_step
from tournament.models import (
    ConductNote,
    Correction,
    DiscardedDraw,
    DisputeStep,
    Document,
    Participant,
    Scoresheet,
    Signature,
    SignatureRefusal,
    StandingsDocument,
    Substitution,
    TableChange,
    TableDevice,
    Tournament,
)
from tournament.proof.integrity.append_only import NO_REASON
from tournament.selectors.counted import counts_of

MONTHS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Retention:
    """`until` is the last day on which everything is kept: as set, or as it would be if all were over now."""

    last_day: dt.date
    until: dt.date
    is_fixed: bool
    due: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ToPurge:
    """How much a purge deletes."""

    names: int
    drawings: int
    reasons: int
    documents: int
    devices: int


def last_day(tournament: Tournament) -> dt.date:
    """Return the day of play, or the day of the last acceptance if that is later. One query."""
    sheets = Scoresheet.objects.filter(match__tournament=tournament)
    accepted = sheets.aggregate(last=Max("accepted_at"))["last"]
    return max(tournament.day, timezone.localdate(accepted)) if accepted else tournament.day


def months_after(day: dt.date, months: int = MONTHS) -> dt.date:
    """Return the same day so many months later, or the last of that month: 31 August gives 28 February."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return dt.date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def retention(tournament: Tournament) -> Retention:
    """Return how long this tournament is kept. One query."""
    last = last_day(tournament)
    return Retention(
        last_day=last,
        until=tournament.keep_until or months_after(last),
        is_fixed=tournament.keep_until is not None,
        due=is_due(tournament),
    )


def is_due(tournament: Tournament) -> bool:
    """Return whether the time of retention is over and the personal data are still there. The database checks again.

    A rehearsal is not kept: it ends.
    """
    until = tournament.keep_until
    over = may_step(TournamentState, tournament.state, TournamentState.PURGED) and not tournament.rehearsal
    return over and until is not None and until < timezone.now().date()  # in UTC, as the triggers reckon


def due_tournaments() -> list[Tournament]:
    """Return every tournament that may be purged now, oldest first. One query."""
    rows = Tournament.objects.filter(keep_until__isnull=False).order_by("keep_until", "pk")
    return [tournament for tournament in rows if is_due(tournament)]


def to_purge(tournament: Tournament) -> ToPurge:
    """Return how much of this tournament a purge would delete. One query."""
    reasons: list[QuerySet[Any]]
    reasons = [
        Correction.objects.filter(game__scoresheet__match__tournament=tournament),
        TableChange.objects.filter(scoresheet__match__tournament=tournament).exclude(reason=""),
        DiscardedDraw.objects.filter(draw__match__tournament=tournament),
        SignatureRefusal.objects.filter(seat__match__tournament=tournament),
        DisputeStep.objects.filter(dispute__scoresheet__match__tournament=tournament).exclude(reason=""),
        Substitution.objects.filter(tournament=tournament),
        ConductNote.objects.filter(tournament=tournament).exclude(reason=""),
    ]
    names, drawings, sheets, standings, devices, *texts = counts_of(
        tournament,
        Participant.objects.filter(tournament=tournament, forgotten=False),
        Signature.objects.filter(seat__match__tournament=tournament, strokes__isnull=False),
        Document.objects.filter(scoresheet__match__tournament=tournament).exclude(pdf=b""),
        StandingsDocument.objects.filter(tournament=tournament).exclude(pdf=b""),
        TableDevice.objects.filter(scoresheet__match__tournament=tournament).exclude(label=""),
        *(rows.exclude(reason=NO_REASON) for rows in reasons),
    )
    return ToPurge(names=names, drawings=drawings, reasons=sum(texts), documents=sheets + standings, devices=devices)
