"""The points of one game, and the table of all that can be entered for one. Knows no sheet, no names, no language."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import permutations
from types import MappingProxyType

from scoring.contracts import EVERYONE, KINDS, SOLOIST
from scoring.endings import (
    BOCK_FACTOR,
    Ending,
    all_against,
    ended_points,
    endings,
    first_game_section,
    has_drawn_line,
    readings,
    sided_points,
    uncounted_section,
    ways_of,
)
from scoring.entries import point_entries, run_together, shorthand_of
from scoring.errors import ScoringError
from scoring.games import KNOWN_GAMES, check_game
from scoring.parts import MISTAKE, Contract, RamschRule
from scoring.records import Decision, GameRecord, PaperPoints, Play, PlayEnd, RamschEnd, Sanction
from scoring.results import DRAWN_GAME, is_drawn, played_as, players_of, raised, scored_play, scored_ramsch, seats_of
from scoring.ruleset import BORNE_BY_DECLARER, Ruleset
from scoring.sanctions import sanction_figures
from scoring.worth import OFFENDER_PAYS, worth


@dataclass(frozen=True, slots=True, kw_only=True)
class GameScore:
    """The points of each seat and what they follow from; a score with minus points that does not sum to 0
    cannot be built.

    `won_by` is declarer or defenders, None for a sanction or if unknown. `level` is None if there are no levels.
    `scored_as` is the contract it counts as, None if a written line leaves it open. `circled` is a seat (5.3.3).
    `soloist`, `counts_as` (sie, tout, solo) and `soloist_won` change the tie-break counters (5.4.2).
    """

    points: tuple[int, ...]
    won_by: str | None = None
    level: str | None = None
    scored_as: str | None = None
    circled: int | None = None
    soloist: int | None = None
    counts_as: str | None = None
    soloist_won: bool = False

    def __post_init__(self) -> None:
        if sum(self.points) != 0 and min(self.points) < 0:
            raise ScoringError("sum_not_zero", points=self.points)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What an entry means: the record it stands for and its score."""

    record: GameRecord
    score: GameScore


def score_game(ruleset: Ruleset, record: GameRecord) -> GameScore:
    """Score one game. `approved` is ignored; a struck or unplayed game is 0 for all (5.2.7, 5.2.15, 5.2.17, 3.4.17).

    Raises ScoringError with the first problem of `check_game`.
    """
    return _score(ruleset.in_match(record.place.match), record)


@lru_cache(maxsize=KNOWN_GAMES)
def _score(ruleset: Ruleset, record: GameRecord) -> GameScore:
    problems = check_game(ruleset, record)
    if problems:
        raise problems[0].error()
    return _checked_score(ruleset, record)


def laid_scores(ruleset: Ruleset, record: GameRecord) -> Iterator[GameScore]:
    """Yield the score of a game that can be scored if 1, 2, 3 ... players laid or knocked, as many as these rules let.

    Laying and knocking count the same. Without the check for each number it takes half the time.
    """
    doublings, seats = ruleset.doublings, seats_of(ruleset, record)
    for count in range(1, seats * (doublings.laying + doublings.knocking) + 1):
        laid = min(count, seats) if doublings.laying else 0
        yield _checked_score(ruleset, replace(record, play=replace(record.play, laid=laid, knocked=count - laid)))


def _checked_score(ruleset: Ruleset, record: GameRecord) -> GameScore:
    seats = seats_of(ruleset, record)
    decision = record.decision
    if decision.struck or decision.unplayed:
        return GameScore(points=(0,) * seats)
    if record.paper.written is not None:
        return _score_written(ruleset, record, record.paper.written)
    score = _score_game(ruleset, record, seats)
    has_ruling = decision.sanction is not None and decision.sanction.points is not None
    if not record.place.bock or has_ruling:
        return score
    return replace(score, points=tuple(BOCK_FACTOR * value for value in score.points))


def _score_game(ruleset: Ruleset, record: GameRecord, seats: int) -> GameScore:
    """Score what was played, as outside of a Bock."""
    decision = record.decision
    if decision.sanction is not None:
        return _score_sanction(ruleset, record, decision.sanction, seats)
    contract = ruleset.contracts[record.play.contract or ""]
    if contract.ramsch is not None:
        return _score_ramsch(ruleset, contract, contract.ramsch, record, seats)
    if is_drawn(ruleset, record):
        return _score_drawn(ruleset, record, seats)
    scored, play = scored_play(ruleset, record), record.play
    contract = ruleset.contracts[scored.contract]
    bonus = ruleset.bonus(scored.contract, play.suit)
    value = worth(
        contract.price, ruleset.scale, level=scored.level, raised=raised(record, ruleset.doublings, bonus=bonus)
    )
    alone = contract.kind.family == SOLOIST
    missing_alone = play.without and not alone and ruleset.missing_borne_by == BORNE_BY_DECLARER
    points = sided_points(
        ruleset,
        value,
        scored.side,
        scored.defenders,
        scored.won,
        seats,
        alone=scored.declarer if missing_alone else None,
    )
    if play.doubled_by is not None and contract.price.doubled and ruleset.doublings.rule == OFFENDER_PAYS:
        points = all_against(ruleset, points, scored.defenders, play.doubled_by)
    return GameScore(
        points=points,
        won_by="declarer" if scored.won else "defenders",
        level=scored.level,
        scored_as=scored.contract,
        circled=scored.declarer if contract.circled else None,
        soloist=scored.declarer if alone else None,
        counts_as=contract.counts_as,
        soloist_won=alone and scored.won,
    )


def _score_drawn(ruleset: Ruleset, record: GameRecord, seats: int) -> GameScore:
    """Score a game that neither side has won: nobody has points, and it counts as played."""
    key = played_as(ruleset, record)
    contract, declarer = ruleset.contracts[key], record.play.declarer
    alone = contract.kind.family == SOLOIST
    return GameScore(
        points=(0,) * seats,
        scored_as=key,
        circled=declarer if contract.circled else None,
        soloist=declarer if alone else None,
        counts_as=contract.counts_as,
    )


def _score_sanction(ruleset: Ruleset, record: GameRecord, sanction: Sanction, seats: int) -> GameScore:
    """Score a game that the supervisor ended; it counts as won if the soloist got plus points (reading 12)."""
    play = record.play
    points = sanction.points
    if points is None:
        points = tuple(figure or 0 for figure in sanction_figures(ruleset, record, sanction, seats))
    if play.contract is None or play.declarer is None:
        return GameScore(points=points, scored_as=play.contract)
    key = played_as(ruleset, record)
    contract = ruleset.contracts[key]
    alone = contract.kind.family == SOLOIST
    return GameScore(
        points=points,
        scored_as=key,
        circled=play.declarer if contract.circled else None,
        soloist=play.declarer if alone else None,
        counts_as=contract.counts_as,
        soloist_won=alone and points[play.declarer - 1] > 0,
    )


def _score_ramsch(ruleset: Ruleset, contract: Contract, rule: RamschRule, record: GameRecord, seats: int) -> GameScore:
    """Score a Ramsch: Jungfrauen multiply what the loser pays, a Durchmarsch has its own value (H 6, reading 34)."""
    ended, players = scored_ramsch(ruleset, record), players_of(record, seats)
    key = contract.kind.key
    if ended is None:
        raise ScoringError("ramsch_needs_loser")
    raising = raised(record, ruleset.doublings)
    if ended.durchmarsch is not None:
        value = rule.durchmarsch * 2**raising.laid
        points = ended_points(ruleset, value, (ended.durchmarsch,), True, players, seats)
        return GameScore(points=points, scored_as=key)
    value = worth(contract.price, ruleset.scale, level=None, raised=raising).total
    if ended.jungfrauen:
        value *= rule.jungfrau_factors[min(len(ended.jungfrauen), len(rule.jungfrau_factors)) - 1]
    return GameScore(points=ended_points(ruleset, value, ended.losers, False, players, seats), scored_as=key)


def _score_written(ruleset: Ruleset, record: GameRecord, written: tuple[int, ...]) -> GameScore:
    """Return what all readings of a line known by its points have in common; nothing is invented."""
    ways = [way for way in ways_of(ruleset, record, written) if _can_stand(ruleset, record, way)]
    circles = {way.circled for way in ways}
    circled = record.paper.circled if len(circles) > 1 else circles.pop()
    ways = [way for way in ways if way.circled == circled]
    declarers = {way.declarer for way in ways}
    results = {way.won for way in ways}
    levels = {way.level for way in ways}
    contracts = {way.contract for way in ways}
    counts = {ruleset.contracts[way.contract].counts_as for way in ways}
    alone = len(declarers) == 1 and all(KINDS[name].family == SOLOIST for name in contracts)
    sided = not any(KINDS[name].family == EVERYONE for name in contracts)
    won = results.pop() if sided and len(results) == 1 else None
    return GameScore(
        points=written,
        won_by=None if won is None else "declarer" if won else "defenders",
        level=levels.pop() if len(levels) == 1 else None,
        scored_as=contracts.pop() if len(contracts) == 1 else None,
        circled=circled,
        soloist=declarers.pop() if alone else None,
        counts_as=counts.pop() if alone and len(counts) == 1 else None,
        soloist_won=alone and bool(won),
    )


def _can_stand(ruleset: Ruleset, record: GameRecord, way: Ending) -> bool:
    if not record.place.first:
        return True
    return not (uncounted_section(ruleset, way.contract) or first_game_section(ruleset, way.contract, way.level))


@lru_cache(maxsize=64)
def outcome_table(
    ruleset: Ruleset, *, first: bool = False, seats: int | None = None, sits_out: int | None = None
) -> Mapping[str, Outcome]:
    """Return every entry that can be typed for a game line, in the canonical form of `entries.canonical_entry`.

    `first` gives the table of the first game of a match: what that game refuses is missing, what it reduces has
    reduced points (5.2.15). `seats` is the number of seats at the table, by default as many as play; if there are
    more, `sits_out` deals. The records contain none of this: their place on the sheet does. A point entry that fits
    more than one line is left out, and so are digits without a space that can be parted in more than one way.
    """
    place = _EntryPlace(ruleset, first, seats or ruleset.usual_seats, sits_out)
    table: dict[str, Outcome] = {}
    for record in _plain_records(place):
        text = shorthand_of(record)
        if text is not None:
            place.add(table, text, record)
            if text[-1].isdigit() and record.decision.sanction is None:
                place.add(table, f"{text}+", record)  # a Sie needs no sign, but may have one
    lines: dict[str, set[tuple[tuple[int, ...], int | None]]] = {}
    for points, ways in readings(ruleset, place.seats, sits_out).items():
        for way in ways:
            texts = point_entries(points, starred=False)
            if way.circled is not None:
                texts += point_entries(points, starred=True)
            for text in texts:
                lines.setdefault(text, set()).add((points, way.circled))
    for text, records in lines.items():
        if len({points for points, _ in records}) == 1:
            points = next(iter(records))[0]
            circles = {circled for _, circled in records}
            # If a line may be circled or not, the star tells: without it the line is not circled.
            if len(circles) == 1 or None in circles:
                circled = None if None in circles else circles.pop()
                place.add(table, text, GameRecord(paper=PaperPoints(written=points, circled=circled)))
    # Digits are parted alike in every game, so that a value which the first game lacks (5.2.15) is refused, not
    # misread.
    later = outcome_table(ruleset, seats=seats, sits_out=sits_out) if first else table
    table |= {text: table[entry] for text, entry in run_together(later, place.seats).items() if entry in table}
    return MappingProxyType(table)


@dataclass(frozen=True, slots=True)
class _EntryPlace:
    """Where an entry is typed: in which table, and whether in the first line."""

    ruleset: Ruleset
    first: bool
    seats: int
    sits_out: int | None

    def add(self, table: dict[str, Outcome], text: str, record: GameRecord) -> None:
        """Add an entry if the rules allow it here."""
        placed = record.placed(first=self.first or None, seats=self.seats, sits_out=self.sits_out)
        if not check_game(self.ruleset, placed):
            table[text] = Outcome(record=record, score=score_game(self.ruleset, placed))


def _plain_records(place: _EntryPlace) -> Iterator[GameRecord]:
    """Yield the records that shorthand can express: every ending with every suit, and every sanction of a mistake."""
    for key, contract in place.ruleset.contracts.items():
        if contract.ramsch is not None:
            table = range(1, place.seats + 1)
            for losers in permutations(table, contract.ramsch.losers):
                ramsch = RamschEnd(loser=losers[0], second_loser=losers[1] if len(losers) > 1 else None)
                yield GameRecord(play=Play(contract=key), ramsch=ramsch)
            for seat in table:
                yield GameRecord(play=Play(contract=key), ramsch=RamschEnd(durchmarsch=seat))
        if has_drawn_line(contract):
            yield from _drawn_records(place, contract)
    sanctioned = set()
    for ending in endings(place.ruleset, place.seats, place.sits_out):
        play = Play(contract=ending.contract, declarer=ending.declarer, partner=ending.partner)
        end = PlayEnd(result="won" if ending.won else "lost", level=ending.level)
        for suit in (None, *place.ruleset.suits(ending.contract)):
            yield GameRecord(play=replace(play, suit=suit), end=end)
        if play not in sanctioned:
            sanctioned.add(play)
            for offender in range(1, place.seats + 1):
                yield GameRecord(play=play, decision=Decision(sanction=Sanction(kind=MISTAKE, offender=offender)))


def _drawn_records(place: _EntryPlace, contract: Contract) -> Iterator[GameRecord]:
    """Yield a game of this contract that neither side has won, for each declarer and partner."""
    key = contract.kind.key
    plays = {
        (one.declarer, one.partner)
        for one in endings(place.ruleset, place.seats, place.sits_out)
        if one.contract == key
    }
    for declarer, partner in sorted(plays, key=lambda seats: (seats[0] or 0, seats[1] or 0)):
        for suit in (None, *place.ruleset.suits(key)):
            play = Play(contract=key, declarer=declarer, partner=partner, suit=suit)
            yield GameRecord(play=play, end=PlayEnd(result=DRAWN_GAME))
