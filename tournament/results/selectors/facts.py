"""What is told of a tournament afterwards, gathered from the final ranking, the prizes and the cups."""

from collections.abc import Iterable, Mapping

from tournament.enums import ShownName
from tournament.models import CupWinner, Participant, Prize, Tournament
from tournament.participants.selectors.public_names import PublicNames, public_name, public_names, public_standings
from tournament.person.names import fold_text
from tournament.prizes.awarding import Award
from tournament.prizes.criteria import LAST, MIDDLE, places_text
from tournament.prizes.kinds import Criterion
from tournament.prizes.selectors import awards_of, prizes_of, reason_text
from tournament.results.facts import Facts, Most, PlacedPlayer, SheetRecord, SieDealt, Who, WonPrize
from tournament.standings.selectors.honours import honours
from tournament.standings.selectors.standings import HOUSE, Standings, StandingsLine
from tournament.standings.selectors.words import counting_sentences, remark_text
from tournament.words.labels import ruleset_title

COUNTED = ("sie_played", "touts_won", "solos_won")
# What is won by a place, or without one: everything else is for something special.
USUAL = (Criterion.PLACE, Criterion.CHOICE, Criterion.RAFFLE)
# Places that a newspaper tells of as it does of something special: "11,22,33", "last-1", "middle".
ODD_PLACES = (",", LAST, MIDDLE)


def results_facts(tournament: Tournament, standings: Standings) -> Facts:
    """Return what is told of this ranking, with the names of the web. It has to be final. About 15 queries."""
    people = WebPeople(tournament, standings)
    ruleset = tournament.ruleset
    lines = [line for line in standings.lines if line.counts]
    marks = [people.rows[key].woman for key in people.played]
    clubs = [fold_text(people.rows[key].club).casefold() for key in people.played]
    return Facts(
        tournament=tournament.name,
        slug=tournament.slug,
        day=tournament.day,
        place=tournament.place,
        organiser=tournament.organiser,
        rules=ruleset_title(ruleset),
        matches=tuple(part.match for part in standings.progress if part.sheets),
        games=ruleset.games_per_player,
        players=len(people.played),
        women=None if None in marks else sum(map(bool, marks)),
        clubs=len({club for club in clubs if club}),
        some_clubless="" in clubs,
        lines=tuple(people.lines()),
        prizes=tuple(_prizes(tournament, standings, people)),
        sies=tuple(SieDealt(who=people.by_number(sie.start_number), match=sie.match) for sie in honours(tournament)),
        counting=tuple(counting_sentences(ruleset)),
        highest=_highest(lines, [part.match for part in standings.progress], people),
        most=tuple(most for name in COUNTED if name in ruleset.tie_break if (most := _most(lines, name, people))),
        cups=tuple(_cups(tournament, people)),
    )


class WebPeople:
    """Everybody by key, and how the web names them."""

    def __init__(self, tournament: Tournament, standings: Standings) -> None:
        self.standings = standings
        self.names: PublicNames = public_names(tournament, web=True).won(standings)
        self.rows: Mapping[int, Participant] = {one.pk: one for one in tournament.participants.all()}
        self.keys = {one.start_number: one.pk for one in self.rows.values()}
        self.played = {
            key
            for line in standings.lines
            if line.counts and line.unplaced != HOUSE
            for key in (line.participant, *line.others)
            if key in self.rows
        }

    def who(self, key: int) -> Who:
        row, naming = self.rows[key], self.names.naming(key)
        if naming == ShownName.HIDDEN:
            return Who(name="")
        club = row.club if naming == ShownName.NAME else ""
        name = public_name(naming, row.start_number, str(row))
        return Who(name=name, club=club, by_number=naming == ShownName.NUMBER or row.forgotten or row.nameless)

    def by_number(self, start_number: int) -> Who:
        return self.who(self.keys[start_number])

    def lines(self, standings: Standings | None = None) -> Iterable[PlacedPlayer]:
        """Yield the lines of the ranking, or of that of one match; of who is hidden the figures alone."""
        for line in public_standings(standings or self.standings, self.names).lines:
            if not line.counts:
                continue
            who = self.who(line.participant)
            yield PlacedPlayer(
                place=line.place,
                start_number=line.start_number if who.name else None,
                who=who,
                match_points=line.match_points,
                total=line.total,
                uncounted=line.uncounted,
                place_sum=line.place_sum,
                decided_by=line.behind.by if line.behind else "points",
                remark=remark_text(line, final=True),
            )


def _prizes(tournament: Tournament, standings: Standings, people: WebPeople) -> Iterable[WonPrize]:
    prizes = prizes_of(tournament)
    awards = awards_of(tournament, standings, prizes)
    for prize in prizes:
        own = awards.of_prize(prize.pk)
        yield WonPrize(
            number=prize.number,
            words=people.names.on_a_prize(prize.words),
            donor=people.names.donor(prize.donor),
            special=_is_special(prize),
            raffled=prize.criterion == Criterion.RAFFLE,
            label=_label(prize, own),
            winners=tuple((people.who(award.participant), award.cents, reason_text(award)) for award in own),
        )


def _is_special(prize: Prize) -> bool:
    if prize.criterion == Criterion.PLACE:
        return any(one in prize.argument for one in ODD_PLACES)
    return prize.criterion not in USUAL


def _label(prize: Prize, awards: tuple[Award, ...]) -> str:
    """Return what a prize is for."""
    if len(awards) == 1:
        return reason_text(awards[0])
    return places_text(prize.argument) if prize.criterion == Criterion.PLACE else str(prize.get_criterion_display())


def _highest(lines: list[StandingsLine], matches: list[int], people: WebPeople) -> SheetRecord | None:
    """Return the most points on one sheet, None where nobody has plus points."""
    most = max((points for line in lines for points in line.match_points if points is not None), default=0)
    if most <= 0:
        return None
    who = [
        (
            people.who(line.participant),
            tuple(match for match, points in zip(matches, line.match_points, strict=True) if points == most),
        )
        for line in lines
        if most in line.match_points
    ]
    return SheetRecord(points=most, who=tuple(who))


def _most(lines: list[StandingsLine], counter: str, people: WebPeople) -> Most | None:
    most = max((getattr(line, counter) for line in lines), default=0)
    if not most:
        return None
    who = tuple(people.who(line.participant) for line in lines if getattr(line, counter) == most)
    return Most(counter=counter, figure=most, who=who)


def _cups(tournament: Tournament, people: WebPeople) -> Iterable[tuple[str, Who]]:
    winners = CupWinner.objects.filter(participant__tournament=tournament).select_related("cup")
    for winner in winners.order_by("cup__name"):
        if winner.participant_id is not None:
            yield winner.cup.name, people.who(winner.participant_id)
