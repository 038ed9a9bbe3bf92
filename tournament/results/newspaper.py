"""A text for the newspaper in sentences, from the facts of a tournament. Pure: knows no rows, no clock.

Each sentence stands alone, so that none is wrong where a fact is missing: then there is no sentence about it. Whoever
won stands at the end of a sentence, where a name, several names and "somebody who is not named here" fit alike. A
prize or a cup whose winners are all not named has no sentence.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from django.utils.formats import date_format
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.results.facts import Facts, PlacedPlayer, Who, WonPrize, euros, people_text
from tournament.words.labels import MINUS

# So many places are told, and so many names with one prize; more are counted.
TOLD_PLACES, MOST_NAMES = 3, 6
# Prizes for places behind these are counted, not told one by one.
MOST_PRIZES = 12

DECIDED: Mapping[str, Any] = {
    "points": gettext_lazy("%(before)s and %(name)s had the same sum of places; more points decided."),
    "lot": gettext_lazy("%(before)s and %(name)s were equal in everything, and the lot decided."),
    "sie_played": gettext_lazy("%(before)s and %(name)s had the same points; more Sie decided."),
    "touts_won": gettext_lazy("%(before)s and %(name)s had the same points; more Touts won decided."),
    "touts_played": gettext_lazy("%(before)s and %(name)s had the same points; more Touts played decided."),
    "solos_won": gettext_lazy("%(before)s and %(name)s had the same points; more Solos and Wenzen won decided."),
    "solos_played": gettext_lazy("%(before)s and %(name)s had the same points; more Solos and Wenzen played decided."),
}


def newspaper_text(facts: Facts, *, money: bool = False) -> str:
    """Return the text: a heading, and paragraphs with an empty line between. `money` tells amounts, too."""
    paragraphs = (_who_came(facts), _who_won(facts), _special(facts), _prizes(facts, money=money), _cups(facts))
    texts = [" ".join(sentences) for sentences in map(list, paragraphs) if sentences]
    return "\n\n".join([_heading(facts), *texts]) + "\n"


def _heading(facts: Facts) -> str:
    if not facts.lines or facts.lines[0].place != 1 or not facts.lines[0].who.is_named:
        return facts.tournament
    return _("%(tournament)s: %(name)s wins") % {"tournament": facts.tournament, "name": facts.lines[0].who.name}


def _who_came(facts: Facts) -> Iterator[str]:
    words = {"players": facts.players, "tournament": facts.tournament}
    words |= {"day": date_format(facts.day, "DATE_FORMAT")}
    yield (
        ngettext(
            "On %(day)s, %(players)s participant played in the tournament “%(tournament)s”.",
            "On %(day)s, %(players)s participants played in the tournament “%(tournament)s”.",
            facts.players,
        )
        % words
    )
    if facts.women:
        yield (
            ngettext("One of them was a woman.", "%(women)s of them were women.", facts.women) % {"women": facts.women}
        )
    if facts.clubs > 1:
        sentence = (
            _("They came from at least %(clubs)s clubs and towns.")
            if facts.some_clubless
            else _("They came from %(clubs)s clubs and towns.")
        )
        yield sentence % {"clubs": facts.clubs}
    if facts.matches:
        words = {"matches": len(facts.matches), "games": facts.games}
        yield (
            ngettext(
                "One match of %(games)s games was played.",
                "%(matches)s matches of %(games)s games each were played.",
                len(facts.matches),
            )
            % words
        )
    yield from facts.counting
    if facts.place:
        # A town, a house, a hall, a club: no preposition and no article fits all of them.
        yield _("Venue: %(place)s.") % {"place": facts.place}
    yield _("Organiser: %(organiser)s.") % {"organiser": facts.organiser}


def _who_won(facts: Facts) -> Iterator[str]:
    placed = [line for line in facts.lines if line.place is not None and line.place <= TOLD_PLACES]
    before: list[PlacedPlayer] = []
    for place, group in groupby(placed, key=lambda line: line.place):
        equal = list(group)
        words = {"place": place, "points": str(equal[0].total).replace("-", MINUS), "sum": equal[0].place_sum}
        yield _shared_place(equal, words) if len(equal) > 1 else _place(equal[0], words)
        if len(before) == len(equal) == 1:
            yield from _decided(before[0], equal[0])
        before = equal


def _shared_place(equal: Sequence[PlacedPlayer], words: Mapping[str, Any]) -> str:
    names = people_text([line.who for line in equal], clubs=True)
    if equal[0].place_sum:
        sentence = _("Place %(place)s, with a sum of places of %(sum)s each, is shared by %(names)s.")
        return sentence % {**words, "names": names}
    sentence = ngettext(
        "Place %(place)s, with %(points)s point each, is shared by %(names)s.",
        "Place %(place)s, with %(points)s points each, is shared by %(names)s.",
        abs(equal[0].total),
    )
    return sentence % {**words, "names": names}


def _place(line: PlacedPlayer, words: Mapping[str, Any]) -> str:
    if line.place_sum:
        sentence = (
            _("The first place, with a sum of places of %(sum)s, went to %(name)s.")
            if line.place == 1
            else _("Place %(place)s, with a sum of places of %(sum)s, went to %(name)s.")
        )
    elif line.place == 1:
        sentence = ngettext(
            "The first place, with %(points)s point, went to %(name)s.",
            "The first place, with %(points)s points, went to %(name)s.",
            abs(line.total),
        )
    else:
        sentence = ngettext(
            "Place %(place)s, with %(points)s point, went to %(name)s.",
            "Place %(place)s, with %(points)s points, went to %(name)s.",
            abs(line.total),
        )
    return sentence % {**words, "name": people_text([line.who], clubs=True)}


def _decided(before: PlacedPlayer, line: PlacedPlayer) -> Iterator[str]:
    if line.decided_by == "points" and not line.place_sum:
        return
    if line.decided_by in DECIDED and before.who.is_named and line.who.is_named:
        yield str(DECIDED[line.decided_by]) % {"before": before.who.name, "name": line.who.name}


def _special(facts: Facts) -> Iterator[str]:
    if facts.highest is not None:
        people = [who for who, _matches in facts.highest.who]
        matches = facts.highest.who[0][1]
        words = {"points": facts.highest.points, "name": people_text(people), "match": matches[0]}
        if len(people) == len(matches) == 1 and len(facts.matches) > 1:
            yield (
                ngettext(
                    "The best single sheet, with %(points)s point in match %(match)s, was that of %(name)s.",
                    "The best single sheet, with %(points)s points in match %(match)s, was that of %(name)s.",
                    facts.highest.points,
                )
                % words
            )
        elif len(facts.matches) > 1 and len(people) <= MOST_NAMES:
            yield (
                ngettext(
                    "Most points on one sheet, %(points)s, had %(name)s.",
                    "Most points on one sheet, %(points)s, had %(name)s each.",
                    len(people),
                )
                % words
            )
    for sie in facts.sies:
        yield (
            _("A Sie, all four Obers and all four Unters in one hand, was dealt in match %(match)s to %(name)s.")
            % {"match": sie.match, "name": people_text([sie.who])}
        )


def _prizes(facts: Facts, *, money: bool) -> Iterator[str]:
    won = [prize for prize in facts.prizes if prize.winners]
    count = sum(len(prize.winners) for prize in won)
    if not won:
        return
    yield (ngettext("%(count)s prize was given away.", "%(count)s prizes were given away.", count) % {"count": count})
    for prize in _prizes_one_by_one(won, money=money):
        yield _prize(prize, money=money)
    if money and facts.prize_money:
        yield _("The prize money came to %(amount)s in all.") % {"amount": euros(facts.prize_money)}
    donors = list(dict.fromkeys(prize.donor for prize in won if prize.donor))
    if donors:
        yield (
            ngettext("Prizes were donated by %(donors)s.", "The donors of prizes were %(donors)s.", len(donors))
            % {"donors": get_text_list(donors, _("and"))}
        )


def _prizes_one_by_one(won: Sequence[WonPrize], *, money: bool) -> list[WonPrize]:
    """Return the prizes that are told one by one: all if they are few, else those for something special, those in
    money if amounts are wanted, and those of a raffle if all of them have room. Somebody who won it has to be named."""
    with_names = [one for one in won if any(who.is_named for who, _cents, _why in one.winners)]
    if len(won) <= MOST_PRIZES:
        return with_names
    first = [one for one in with_names if one.special or (money and any(cents for _who, cents, _why in one.winners))]
    with_raffle = [one for one in with_names if one in first or one.raffled]
    return (with_raffle if len(with_raffle) <= MOST_PRIZES else first)[:MOST_PRIZES]


def _prize(prize: WonPrize, *, money: bool) -> str:
    people = [who for who, _cents, _why in prize.winners]
    amounts = {cents for _who, cents, _why in prize.winners}
    words = {"prize": prize.words, "why": prize.label, "count": len(people), "names": people_text(people)}
    if money and len(amounts) == 1 and (cents := next(iter(amounts))):
        words["prize"] = _("%(prize)s, %(amount)s") % {"prize": prize.words, "amount": euros(cents)}
    elif money:
        words["names"] = people_text([_with_amount(who, cents) for who, cents, _why in prize.winners])
    if len(people) > MOST_NAMES:
        return _("The prize “%(prize)s” (%(why)s) went to %(count)s participants.") % words
    return (
        ngettext(
            "The prize “%(prize)s” (%(why)s) went to %(names)s.",
            "The prizes “%(prize)s” (%(why)s) went to %(names)s.",
            len(people),
        )
        % words
    )


def _with_amount(who: Who, cents: int | None) -> Who:
    return replace(who, name=f"{who.name} ({euros(cents)})") if who.is_named and cents else who


def _cups(facts: Facts) -> Iterator[str]:
    for cup, who in facts.cups:
        if who.is_named:
            yield _("The challenge cup “%(cup)s” went to %(name)s.") % {"cup": cup, "name": people_text([who])}
