"""A participant's record: what was noted about them, at which tables (3.4, 3.5, 5.1.4, 5.2.18)."""

from collections.abc import Iterable, Sequence

from django.db.models import Count

from tournament.enums import OFFENCE_SECTIONS, ConductKind, Offence
from tournament.models import ConductNote, Participant
from tournament.person.forgotten import masked_reasons


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


def section_of(note: ConductNote) -> str:
    """Return the section of the rule that a note is about, "" if there is none."""
    return OFFENCE_SECTIONS[Offence(note.offence)]
