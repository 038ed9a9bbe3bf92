"""Challenge cups with their winners, and who may have won one."""

from collections.abc import Sequence

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

from tournament.enums import ShownName
from tournament.models import Cup, CupWinner, Tournament
from tournament.participants.selectors.public_names import PublicNames, public_names
from tournament.prizes.selectors import awards_of, prizes_of
from tournament.standings.selectors.cache import kept_standings
from tournament.standings.selectors.standings import Standings

Candidates = list[tuple[str, list[tuple[int, str]]]]


def cups() -> QuerySet[Cup]:
    """Every cup with its winners, the newest first. Two queries."""
    winners = CupWinner.objects.select_related("participant__tournament").order_by("-year")
    return Cup.objects.prefetch_related(Prefetch("winners", queryset=winners))


def named_winners(cup: Cup) -> list[tuple[CupWinner, str]]:
    """Return each winner of a cup with the name that the hall may read; winners of earlier years are as typed.

    One query a tournament; another ranking only where somebody is there by number, and not among its first.
    """
    of_tournament: dict[int, PublicNames] = {}
    winners = []
    for winner in cup.winners.all():
        name, person = winner.shown_name, winner.participant
        if person is not None:
            tournament = person.tournament
            names = of_tournament.setdefault(tournament.pk, public_names(tournament))
            if names.naming(person.pk) == ShownName.NUMBER:
                names = of_tournament[tournament.pk] = names.won(kept_standings(tournament))
            name = names.worded(person.start_number, name)
        winners.append((winner, name))
    return winners


def open_cups(tournament: Tournament) -> QuerySet[Cup]:
    """The cups that nobody is entered for in the year of the tournament."""
    return Cup.objects.exclude(winners__year=tournament.day.year)


def cups_won_at(tournament: Tournament) -> Sequence[CupWinner]:
    """Who is entered for the year of the tournament, by cup. One query."""
    winners = CupWinner.objects.filter(cup__in=Cup.objects.all(), year=tournament.day.year)
    return list(winners.select_related("cup", "participant").order_by("cup__name"))


def cup_candidates(tournament: Tournament, standings: Standings) -> Candidates:
    """Who may have won a cup, by heading: the ranking, its first one first, then who won a prize. Six queries."""
    ranking = [
        (line.participant, _("%(place)s. %(name)s") % {"place": line.place, "name": line.name})
        for line in standings.lines
        if line.place is not None
    ]
    names = {line.participant: line.name for line in standings.lines}
    prizes = prizes_of(tournament)
    awards = awards_of(tournament, standings, prizes)
    won = [
        (award.participant, f"{prize.words}: {names[award.participant]}")
        for prize in prizes
        for award in awards.of_prize(prize.pk)
        if award.participant in names
    ]
    return [(_("Ranking"), ranking), *([(_("Prizes"), won)] if won else [])]
