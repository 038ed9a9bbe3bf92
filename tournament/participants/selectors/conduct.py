"""A participant's record: what was noted about them, at which tables (3.4, 3.5, 5.1.4, 5.2.18)."""

from collections.abc import Iterable, Sequence

from django.db.models import Count

from scoring.ruleset import Ruleset
from tournament.enums import ConductKind
from tournament.models import ConductNote, Participant
from tournament.offences import OFFENCE_SECTIONS, Offence
from tournament.person.forgotten import masked_reasons
from tournament.selectors.scoresheets import SheetView
from tournament.words.citations import cited


def notes_of(participant: Participant) -> Sequence[ConductNote]:
    """Return all notes about a participant with their people and tables, the newest first. One query."""
    rows = ConductNote.objects.filter(participant=participant).order_by("-pk")
    rows = rows.select_related("noted_by", "taken_back_by", "towards", "scoresheet__match__tournament")
    return masked_reasons(rows, participant.tournament.forgotten_words)


def revokes(participants: Iterable[int]) -> dict[int, int]:
    """Return how often each of these participants revoked, at all tables (5.1.4, "repeated"). One query."""
    rows = ConductNote.objects.filter(
        participant__in=list(participants), offence=Offence.REVOKE, kind=ConductKind.WARNING, taken_back_at=None
    )
    return dict(rows.order_by().values("participant").annotate(count=Count("pk")).values_list("participant", "count"))


def offence_label(offence: Offence, ruleset: Ruleset) -> str:
    """Return the offence with its section, where the rules have one: "did not follow suit (3.4.14)"."""
    section = OFFENCE_SECTIONS[offence]
    return str(cited(f"{offence.label} ({section})", ruleset)) if section else str(offence.label)


def revoked_at(view: SheetView) -> tuple[tuple[str, int], ...]:
    """Return (name, how often) for the players of a sheet who revoked before, at any table. One query."""
    counts = revokes(seat.participant for seat in view.seats)
    return tuple((seat.name, counts[seat.participant]) for seat in view.seats if seat.participant in counts)
