"""The winners of the prizes, as prints, the workbook and the sealed ranking name them."""

from typing import Any

from tournament.models import Participant, Tournament
from tournament.prizes.selectors import awards_of, prizes_of, reason_text
from tournament.standings.selectors.standings import Standings


def won_prizes(tournament: Tournament, standings: Standings) -> list[dict[str, Any]]:
    """Return a line for each prize won by this ranking, in the order of their numbers, for
    proof/seals/standings_data.py.

    Prizes still open are left out. One query if there are no prizes, else seven.
    """
    prizes = prizes_of(tournament)
    if not prizes:
        return []
    awards = awards_of(tournament, standings, prizes)
    people = Participant.objects.filter(tournament=tournament).in_bulk([award.participant for award in awards.awards])
    return [
        {
            "number": prize.number,
            "words": prize.words,
            "donor": prize.donor,
            "start_number": people[award.participant].start_number,
            "name": people[award.participant].list_name,
            "place": award.place,
            "cents": award.cents,
            "why": reason_text(award),
        }
        for prize in prizes
        for award in awards.of_prize(prize.pk)
    ]
