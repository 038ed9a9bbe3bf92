"""The organiser's list: every prize with who would get it now, why, and what keeps it from being known."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from django.db.models import Count, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import Game, Participant, Prize, PrizeGroup, Tournament
from tournament.prizes.awarding import OpenPrize, Why
from tournament.prizes.criteria import MOST_PLACES, PLUS, laid_places
from tournament.prizes.kinds import UNNAMED_GROUP, Criterion
from tournament.prizes.selectors.awards import awards_of, unknown_of
from tournament.prizes.selectors.reasons import criterion_text, left_text, open_text, reason_text
from tournament.prizes.selectors.rows import prizes_of
from tournament.selectors.progress import COUNTING
from tournament.standings.selectors.cache import kept_standings
from tournament.standings.selectors.standings import Standings

# So many winners of one prize are named; who wants all opens the list of what is handed out.
MOST_NAMED = 12
OF_CONTRACTS = frozenset({Criterion.SIES, Criterion.TOUTS, Criterion.SOLOS})
TICKED = frozenset({Criterion.WOMAN, Criterion.NEWCOMER})
KNOWN_OF_PEOPLE = {
    Criterion.WOMAN: "woman",
    Criterion.NEWCOMER: "newcomer",
    Criterion.OLDEST: "born",
    Criterion.YOUTH: "born",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Winner:
    """Somebody who would get a prize now."""

    participant: Participant
    cents: int | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedPrize:
    """A prize on the list. `more` counts the winners who are not named, `open` says why there is none yet."""

    prize: Prize
    who: str
    """Who gets it, in words."""
    winners: tuple[Winner, ...]
    more: int
    open: tuple[str, ...]
    warnings: tuple[str, ...]
    asks: str
    """What of the participants has to be entered: woman, newcomer, born, or ""."""


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    """How many may take a place, and of how many on the list a mark is not entered, by its name."""

    players: int
    unticked: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedGroup:
    """A group with its prizes, and the sum of its money. `name` is "" for the only one if nobody named it."""

    group: PrizeGroup
    name: str
    prizes: tuple[ListedPrize, ...]
    cents: int


def prize_list(tournament: Tournament) -> list[ListedGroup]:
    """Return the groups with their prizes, who would get each, and warnings. Nine queries and those of the ranking."""
    standings = kept_standings(tournament)
    prizes = prizes_of(tournament)
    awards = awards_of(tournament, standings, prizes)
    unknown = unknown_of(tournament, standings, prizes)
    people = Participant.objects.in_bulk({award.participant for award in awards.awards})
    typed = sheets_with_points_only(tournament) if any(prize.criterion in OF_CONTRACTS for prize in prizes) else 0
    listed_people = people_of(tournament, standings)
    places = sum(line.place is not None for line in standings.lines)
    groups = PrizeGroup.objects.filter(tournament=tournament)
    listed: dict[PrizeGroup, list[ListedPrize]] = {group: [] for group in groups}
    for prize in prizes:
        own = awards.of_prize(prize.pk)
        opened = [one for one in awards.open if one.prize == prize.pk]
        lacking = unknown.get(prize.pk, 0)
        # What nobody gets has a sentence of its own, which says how many places there are.
        is_left = any(one.why == Why.NOBODY for one in opened)
        warned_of = replace(listed_people, players=0) if is_left else listed_people
        # Who is a woman can be ticked before any sheet counts, and mended later.
        needs_data = lacking or (prize.criterion in TICKED and listed_people.players)
        listed[prize.group].append(
            ListedPrize(
                prize=prize,
                who=criterion_text(prize),
                winners=tuple(
                    Winner(participant=people[award.participant], cents=award.cents, reason=reason_text(award))
                    for award in own[:MOST_NAMED]
                    if award.participant in people
                ),
                more=max(len(own) - MOST_NAMED, 0),
                open=tuple(_opened(prize, one, places) for one in opened),
                warnings=tuple(_warnings(tournament, prize, typed, lacking, warned_of)),
                asks=KNOWN_OF_PEOPLE.get(Criterion(prize.criterion), "") if needs_data else "",
            )
        )
    several = sum(bool(rows) for rows in listed.values()) > 1
    return [
        ListedGroup(
            group=group,
            name=_heading(group, several=several),
            prizes=tuple(rows),
            cents=sum(money_of(row.prize) for row in rows),
        )
        for group, rows in listed.items()
    ]


def money_of(prize: Prize) -> int:
    """Return the money of a prize for all who get it; how many have plus points is not known before."""
    if prize.criterion == Criterion.PLACE and prize.argument != PLUS:
        return (prize.cents or 0) * len(laid_places(prize.argument, MOST_PLACES))
    return (prize.cents or 0) * prize.count


def sheets_with_points_only(tournament: Tournament) -> int:
    """Return how many sheets that count have lines with points alone: there nobody knows what was played. One query."""
    games = Game.objects.filter(scoresheet__match__tournament=tournament, scoresheet__state__in=COUNTING)
    return games.filter(record__written__isnull=False).values("scoresheet").distinct().count()


def made_warnings(tournament: Tournament, prize: Prize) -> list[str]:
    """Return what is said when a prize is made: what the sheets or the list do not know. Some queries."""
    typed = sheets_with_points_only(tournament) if prize.criterion in OF_CONTRACTS else 0
    # The list of prizes has the way to the ticks, and says of how many they are missing.
    people = replace(people_of(tournament, kept_standings(tournament)), unticked={})
    sentences = list(_warnings(tournament, prize, typed, 0, people))
    if prize.criterion in OF_CONTRACTS and not typed:
        sentences.append(
            _(
                "This counts what stands on the sheets. Where only points are typed, a Solo is “Solo/Wenz” and nothing "
                "tells a Tout or a Sie: please enter such games with their kind."
            )
        )
    if prize.criterion == Criterion.RAFFLE:
        sentences.append(_("A raffle with paid tickets may need a permit of its own: please ask your town."))
    return sentences


def people_of(tournament: Tournament, standings: Standings) -> People:
    """Return how many may take a place, or have one though they left, and of whom a mark is missing. One query."""
    here = Q(withdrawn=False)
    placed = here if tournament.ranks_house_players else here & Q(house=False)
    counts = tournament.participants.aggregate(
        players=Count("pk", filter=placed),
        **{mark.value: Count("pk", filter=here & Q((mark.value, None))) for mark in TICKED},
    )
    players = max(counts.pop("players"), sum(line.place is not None for line in standings.lines))
    return People(players=players, unticked=counts)


def _heading(group: PrizeGroup, *, several: bool) -> str:
    if group.name != str(UNNAMED_GROUP):
        return group.name
    return _("Without a group") if several else ""


def _warnings(tournament: Tournament, prize: Prize, typed: int, lacking: int, people: People) -> Iterator[str]:
    players = people.players
    if players and prize.criterion == Criterion.PLACE and _last_place(prize.argument) > players:
        yield ngettext(
            "Only %(count)s participant can take a place: the places behind are nobody’s.",
            "Only %(count)s participants can take a place: the places behind are nobody’s.",
            players,
        ) % {"count": players}
    if prize.criterion in OF_CONTRACTS and tournament.ruleset.totals_only:
        yield _("By these rules only totals are entered: the counts are those that somebody types with them.")
    if typed and prize.criterion in OF_CONTRACTS:
        yield ngettext(
            "On %(count)s sheet lines have points only: a Solo is “Solo/Wenz” there, and Tout and Sie are not known.",
            "On %(count)s sheets lines have points only: a Solo is “Solo/Wenz” there, and Tout and Sie are not known.",
            typed,
        ) % {"count": typed}
    if prize.criterion == Criterion.MINUS and tournament.ruleset.only_plus:
        yield _("By these rules only plus is written: minus points are known only where games are entered.")
    if lacking and prize.criterion in KNOWN_OF_PEOPLE:
        yield ngettext(
            "Of %(count)s participant with a place it is not entered.",
            "Of %(count)s participants with a place it is not entered.",
            lacking,
        ) % {"count": lacking}
    elif unticked := people.unticked.get(prize.criterion, 0):
        yield ngettext(
            "Of %(count)s participant it is not entered.", "Of %(count)s participants it is not entered.", unticked
        ) % {"count": unticked}


def _last_place(argument: str) -> int:
    """Return the last place that is named by its number; 0 if there is none."""
    return max((int(part.rpartition("-")[2]) for part in argument.split(",") if part[:1].isdigit()), default=0)


def _opened(prize: Prize, one: OpenPrize, places: int) -> str:
    if one.why == Why.NOBODY:
        return left_text(prize, one, places)
    return open_text(one) if one.count == 1 else f"{one.count} × {open_text(one)}"
