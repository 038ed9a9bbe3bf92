"""What is missing before a prize-giving can begin, each with the page that settles it, and the prizes of nobody."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.ceremony.selectors import Script
from tournament.models import Prize, Tournament
from tournament.prizes.awarding import OpenPrize, Why
from tournament.prizes.kinds import Criterion
from tournament.prizes.selectors import left_text
from tournament.prizes.selectors.lots import needed_lots
from tournament.standings.selectors.release import obstacles

PAGES: Mapping[str, str] = {
    "match_not_drawn": "match",
    "sheets_missing": "match",
    "sheets_open": "match",
    "dispute_open": "disputes",
    "tie_open": "standings",
    "totals_differ": "standings",
}
"""Where each obstacle is settled, by its code."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """Something to settle before it can begin. `page` is the name of the url that settles it, with the number of the
    match if it belongs to one.
    """

    sentence: str
    page: str
    match: int | None = None


def missing(tournament: Tournament, script: Script) -> list[Missing]:
    """Return what has to be settled before it can begin.

    The lot of a prize waits for sheets and for the lots of places: until then it is not named. A raffle may be drawn
    afterwards, for it decides nothing that is announced.
    """
    rows = []
    for one in obstacles(tournament):
        page = PAGES[one.code]
        rows.append(Missing(sentence=one.sentence, page=page, match=one.match if page == "match" else None))
    waiting = [(prize, one) for prize, one in script.open if one.why == Why.LOT and prize.criterion != Criterion.RAFFLE]
    if waiting:
        ready = {lot.prize.pk for lot in needed_lots(tournament, script.awards)[0] if not lot.early}
        sentences = [_open(script, prize, one) for prize, one in waiting if prize.pk in ready]
        rows += [Missing(sentence=sentence, page="prize_lots") for sentence in sentences]
    return rows


def ceremony_remarks(script: Script) -> list[str]:
    """Return a sentence for each prize that nobody gets as things stand; it can begin all the same."""
    return [
        _open(script, prize, one)
        for prize, one in script.open
        if one.why not in (Why.LOT, Why.CHOICE) or prize.criterion == Criterion.RAFFLE
    ]


def _open(script: Script, prize: Prize, one: OpenPrize) -> str:
    words = {"number": prize.number, "words": prize.words, "why": left_text(prize, one, script.places)}
    return _("Prize %(number)s, %(words)s: %(why)s") % words
