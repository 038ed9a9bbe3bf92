"""The rule about the places of those who leave early or join late: what is in force, and who asks for it."""

from dataclasses import dataclass

from tournament.enums import IN_FORCE, Leavers
from tournament.models import Participant, PlaceRule, Scoresheet, Substitution, Tournament
from tournament.person.forgotten import masked_reasons


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """The rule in force. Until one is chosen `leavers` is "": a leaver keeps the place unless a substitute has it."""

    leavers: str = ""
    ranks_late_players: bool = True

    @property
    def keeps(self) -> bool:
        """Whether each sheet counts for whoever plays it to its end, and no place changes hands."""
        return self.leavers == Leavers.KEEP

    @property
    def loses(self) -> bool:
        """Whether whoever leaves takes no place any more."""
        return self.leavers == Leavers.LOSE


def places_of(tournament: Tournament) -> Places:
    """Return the rule in force. One query."""
    rows = PlaceRule.objects.filter(tournament=tournament).order_by("-pk")
    newest = rows.values_list("leavers", "ranks_late_players").first()
    return Places(leavers=newest[0], ranks_late_players=newest[1]) if newest else Places()


def place_rules(tournament: Tournament) -> list[PlaceRule]:
    """Return every choice, the newest first, to be shown and never saved. One query."""
    rows = PlaceRule.objects.filter(tournament=tournament).select_related("chosen_by").order_by("-pk")
    return masked_reasons(rows, tournament.forgotten_words)


def has_a_place(participant: Participant, *, beside: Scoresheet | None = None) -> bool:
    """Whether this participant sits at any sheet other than `beside`, or took a place over. Two queries at most."""
    seats = participant.seats.filter(scoresheet__state__in=IN_FORCE)
    if beside is not None:
        seats = seats.exclude(scoresheet=beside)
    return seats.exists() or Substitution.objects.filter(came=participant, taken_back_at=None).exists()
