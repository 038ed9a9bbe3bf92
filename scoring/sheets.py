"""A whole scoresheet from its games: dealers, rounds, checksums, approvals, counters. Knows no names."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from scoring.approvals import ApprovalNeed, approval_section, contracts_of, free_games, is_counted
from scoring.cards import CARD_POINTS
from scoring.errors import Problem, ScoringError
from scoring.games import check_game
from scoring.parts import BY_PLAYER, DOUBLED, LOST_SOLO, RE, SCHWARZ, SIXTY_ALL, THROWN_IN, WRONG_DEAL
from scoring.points import GameScore, score_game
from scoring.records import GameRecord
from scoring.results import is_drawn, played_as, settle_result
from scoring.ruleset import NEXT_DEALER, Ruleset
from scoring.worth import IGNORED, SCORED


@dataclass(frozen=True, slots=True, kw_only=True)
class Counters:
    """The counters that decide between equal points (5.4.2); a Tout or a Sie does not count as a Solo here."""

    sie_played: int = 0
    touts_won: int = 0
    touts_played: int = 0
    solos_won: int = 0
    solos_played: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Unreadable:
    """A line whose record could not be read: it becomes a problem and counts 0."""

    error: ScoringError


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluatedLine:
    """One line of the sheet.

    `score` is the game as played, None if there is none. `points` is what it counts: 0 for all if the line is empty,
    struck, refused, undecided or bad. `section` is the rule by which it needs approval, else None. `granted` is
    True, False or None as the record says, if approval matters. `pending` means that it waits for the supervisor.
    `bock` means that it is in a Bock.
    """

    no: int
    dealer: int
    sits_out: int | None
    record: GameRecord | None
    score: GameScore | None
    points: tuple[int, ...]
    sum: int
    circled: int | None
    struck: bool
    section: str | None
    granted: bool | None
    pending: bool
    bock: bool
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """The checksum line after game `to`: `sum` of the round over all seats, `running` totals of each seat (5.3.3).

    There is one for every full round of lines, written or empty; the last round of a match may be shorter. `sum` is
    None where the rules write the winners' points alone.
    """

    to: int
    sum: int | None
    running: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluatedSheet:
    """An evaluated sheet. `plus` and `minus` are the sums of the two columns, both as numbers from 0 up (5.2.7).

    `totals` is plus less minus, or plus alone if only plus counts; `checksum` is always all plus less all minus,
    and None where the rules write the winners' points alone.
    `counted` are the games that 5.2.16 counts, each with its soloist. `missing` is what must be done before the
    sheet can be signed; it is empty if no line is empty, nothing is undecided and nothing is wrong.
    """

    lines: tuple[EvaluatedLine, ...]
    rounds: tuple[Round, ...]
    totals: tuple[int, ...]
    plus: tuple[int, ...]
    minus: tuple[int, ...]
    checksum: int | None
    approvals: tuple[ApprovalNeed, ...]
    warnings: tuple[Problem, ...]
    counted: tuple[tuple[int, int], ...]
    counters: tuple[Counters, ...]
    problems: tuple[Problem, ...]
    missing: tuple[Problem, ...]
    complete: bool


def dealer_of(ruleset: Ruleset, number: int, *, seats: int = 4, first_dealer: int = 1, thrown_in: int = 0) -> int:
    """Return the seat that deals game `number` (from 1), clockwise.

    `thrown_in` counts the deals up to this game in which all passed: depending on the rules, the same dealer deals
    again (2023 5.2.5) or the next one does (2007 5.2.5, 2.4.13).
    """
    moved = thrown_in if ruleset.all_pass == NEXT_DEALER else 0
    return (first_dealer - 1 + number - 1 + moved) % seats + 1


def evaluate_sheet(
    ruleset: Ruleset,
    games: Sequence[GameRecord | Unreadable | None],
    *,
    seats: int = 4,
    match: int = 1,
    first_dealer: int = 1,
) -> EvaluatedSheet:
    """Evaluate the lines of a sheet in order; None is a line that is not written yet, and gaps are allowed.

    A bad game becomes a problem of its line and counts 0. Raises ScoringError only for a table, match or first
    dealer that the ruleset does not allow.
    """
    _check_sheet(ruleset, seats, match, first_dealer)
    ruleset = ruleset.in_match(match)
    tally = _Tally(ruleset, seats)
    evaluated: list[EvaluatedLine] = []
    thrown_in = 0
    for no, game in enumerate(games, 1):
        thrown_in += (game.place.passed or 0) if isinstance(game, GameRecord) else 0
        dealer = dealer_of(ruleset, no, seats=seats, first_dealer=first_dealer, thrown_in=thrown_in)
        bock = tally.next_is_bock(game)
        line = _empty_line(no, dealer, seats, ruleset.players, bock)
        evaluated.append(line if game is None else tally.line(no, game, dealer, match, bock))
    lines = tuple(evaluated)
    filled = [line for line in lines if line.record is not None]
    problems = tuple(problem for line in lines for problem in line.problems)
    of_match = ruleset.games(seats)
    columns = list(zip(*(line.points for line in lines), strict=True)) or [()] * seats
    plus = tuple(sum(value for value in column if value > 0) for column in columns)
    minus = tuple(-sum(value for value in column if value < 0) for column in columns)
    missing = tuple(_missing(lines, of_match))
    return EvaluatedSheet(
        lines=lines,
        rounds=_rounds(ruleset, lines, seats),
        totals=counted_totals(ruleset, plus, minus),
        plus=plus,
        minus=minus,
        checksum=sum(plus) - sum(minus) if ruleset.has_sum else None,
        approvals=tuple(
            ApprovalNeed(game=line.no, section=line.section, granted=line.granted)
            for line in lines
            if line.section is not None
        ),
        counted=tuple(tally.counted),
        warnings=(*tally.warnings, *(() if len(filled) >= of_match else tally.ahead())),
        counters=tuple(Counters(**counts) for counts in tally.counters),
        problems=problems,
        missing=missing,
        complete=not missing,
    )


def counted_totals(ruleset: Ruleset, plus: Sequence[int], minus: Sequence[int]) -> tuple[int, ...]:
    """Return the total of each seat's columns: plus less minus, or plus alone if losers are not written."""
    if ruleset.only_plus:
        return tuple(plus)
    return tuple(won - lost for won, lost in zip(plus, minus, strict=True))


def _missing(lines: tuple[EvaluatedLine, ...], of_match: int) -> Iterator[Problem]:
    """Yield what prevents signing the sheet (5.3.2, 5.3.3), line by line."""
    for line in lines:
        yield from line.problems
        if line.record is None and not line.problems:
            yield Problem(code="line_missing", context={"game": line.no}, game=line.no)
        if line.pending:
            yield Problem(code="approval_missing", context={"game": line.no, "section": line.section}, game=line.no)
    for no in range(len(lines) + 1, of_match + 1):
        yield Problem(code="line_missing", context={"game": no}, game=no)


def _check_sheet(ruleset: Ruleset, seats: int, match: int, first_dealer: int) -> None:
    if seats not in ruleset.seats:
        raise ScoringError("seats_not_allowed", seats=seats, allowed=ruleset.seats)
    for field, value, most in (("match", match, ruleset.matches), ("first_dealer", first_dealer, seats)):
        if not 1 <= value <= most:
            raise ScoringError("number_out_of_range", field=field, least=1, most=most, found=value)


def _rounds(ruleset: Ruleset, lines: tuple[EvaluatedLine, ...], seats: int) -> tuple[Round, ...]:
    rounds = []
    size, of_match = ruleset.games_in_round(seats), ruleset.games(seats)
    ends = [*range(size, of_match, size), of_match]
    plus, minus = [0] * seats, [0] * seats
    for before, to in zip([0, *ends], ends, strict=False):
        if to > len(lines):
            break
        for line in lines[before:to]:
            for seat, value in enumerate(line.points):
                (plus if value > 0 else minus)[seat] += abs(value)
        own = sum(line.sum for line in lines[before:to]) if ruleset.has_sum else None
        rounds.append(Round(to=to, sum=own, running=counted_totals(ruleset, plus, minus)))
    return tuple(rounds)


@lru_cache(maxsize=1000)
def _empty_line(no: int, dealer: int, seats: int, players: int, bock: bool) -> EvaluatedLine:
    """A line that is not written yet: most lines of most sheets that are evaluated."""
    return EvaluatedLine(
        no=no,
        dealer=dealer,
        sits_out=dealer if seats > players else None,
        record=None,
        score=None,
        points=(0,) * seats,
        sum=0,
        circled=None,
        struck=False,
        section=None,
        granted=None,
        pending=False,
        bock=bock,
        problems=(),
    )


class _Tally:
    """Walks down the sheet and keeps what later lines depend on."""

    def __init__(self, ruleset: Ruleset, seats: int) -> None:
        self._ruleset = ruleset
        self._seats = seats
        self.counted: list[tuple[int, int]] = []  # (game, soloist) of each Solo or Wenz so far, for 5.2.16
        self.counters: list[dict[str, int]] = [{} for _ in range(seats)]
        self.warnings: list[Problem] = []
        self._bock_deals = 0
        """How many of the next deals count double."""

    def next_is_bock(self, game: GameRecord | Unreadable | None) -> bool:
        """Return whether the next line is in a Bock, and count its deal; a deal thrown in before it may begin one."""
        bock = self._ruleset.bock
        if THROWN_IN in bock.after and isinstance(game, GameRecord) and game.place.passed:
            self._bock_deals = bock.deals
        is_bock = self._bock_deals > 0
        self._bock_deals -= is_bock
        return is_bock

    def line(self, no: int, game: GameRecord | Unreadable, dealer: int, match: int, bock: bool) -> EvaluatedLine:
        """Evaluate the next line."""
        problems: list[Problem] = []
        score = None
        section = None
        record = game if isinstance(game, GameRecord) else None
        if isinstance(game, Unreadable):
            problems = [Problem(code=game.error.code, context=game.error.context, game=no)]
        sits_out = dealer if self._seats > self._ruleset.players else None
        if record is not None:
            problems, score = self._score(no, record, match, dealer, bock)
        refused = record is not None and record.decision.approved is False
        struck = refused or (record is not None and bool(record.decision.struck))
        if record is not None and score is not None and not record.decision.struck:
            section = self._approval_section(score)
            self._warn(no, record, score, section)
        granted = record.decision.approved if record is not None and (section is not None or refused) else None
        pending = section is not None and granted is None
        counts = score is not None and not struck
        if record is not None and score is not None and counts:
            self._count(no, score, pending)
            if not self._bock_events(record, score).isdisjoint(self._ruleset.bock.after):
                self._bock_deals = self._ruleset.bock.deals
        points = score.points if score is not None and counts and not pending else (0,) * self._seats
        return EvaluatedLine(
            no=no,
            dealer=dealer,
            sits_out=sits_out,
            record=record,
            score=score,
            points=points,
            sum=sum(points) if self._ruleset.has_sum else 0,
            circled=score.circled if score is not None else None,
            struck=struck,
            section=section,
            granted=granted,
            pending=pending,
            bock=bock,
            problems=tuple(problems),
        )

    def ahead(self) -> tuple[Problem, ...]:
        """Warn that the next Solo or Wenz will need approval, at the last game that needed none (5.2.16)."""
        rules = self._ruleset.approvals
        section = self._ruleset.section("approvals.counted_from")
        if rules.counted_from == 0:
            return ()
        if rules.counted_by != BY_PLAYER:
            return self._ahead([game for game, _ in self.counted], "next_needs_approval", {"section": section})
        problems: list[Problem] = []
        for seat in range(1, self._seats + 1):
            games = [game for game, soloist in self.counted if soloist == seat]
            problems += self._ahead(games, "next_needs_approval_seat", {"section": section, "seat": seat})
        return tuple(problems)

    def _ahead(self, games: list[int], code: str, context: dict[str, object]) -> tuple[Problem, ...]:
        free = self._ruleset.approvals.counted_from - 1
        if len(games) < free or free == 0:
            return ()
        return (Problem(code=code, context=context, game=games[free - 1]),)

    def _bock_events(self, record: GameRecord, score: GameScore) -> frozenset[str]:
        """Return what in this game can begin a Bock (reading 54); a sanction begins none."""
        if record.decision.sanction is not None:
            return frozenset()
        doublings = record.play.doublings or 0
        drawn = record.end.card_points == CARD_POINTS // 2
        events = {
            LOST_SOLO: score.soloist is not None and score.won_by == "defenders",
            DOUBLED: doublings > 0,
            RE: doublings > 1,
            SIXTY_ALL: drawn or (record.play.contract is not None and is_drawn(self._ruleset, record)),
            SCHWARZ: score.level == SCHWARZ,
        }
        return frozenset(event for event, has_happened in events.items() if has_happened)

    def _score(
        self, no: int, record: GameRecord, match: int, dealer: int, bock: bool
    ) -> tuple[list[Problem], GameScore | None]:
        """Return (problems, score as played). If a struck game cannot be scored, that is no problem (5.2.17).

        A line that was not played has no score.
        """
        decision = record.decision
        problems = list(self._place_problems(no, record, match, dealer, bock))
        sits_out = dealer if self._seats > self._ruleset.players else record.place.sits_out
        placed = record.placed(first=no == 1, match=match, bock=bock or None, seats=self._seats, sits_out=sits_out)
        void = bool(decision.struck) or decision.approved is False
        checked = placed.decided(struck=True) if void else placed
        problems += (replace(problem, game=no) for problem in check_game(self._ruleset, checked))
        if problems or decision.unplayed:
            return problems, None
        if not void:
            return [], score_game(self._ruleset, placed)
        played = placed.decided(struck=None)
        return [], None if check_game(self._ruleset, played) else score_game(self._ruleset, played)

    def _place_problems(self, no: int, record: GameRecord, match: int, dealer: int, bock: bool) -> list[Problem]:
        place = record.place
        games = self._ruleset.games(self._seats)
        problems: list[tuple[str, dict[str, object]]] = []
        if no > games:
            problems.append(("too_many_games", {"games": games, "game": no}))
        if place.first is not None and place.first != (no == 1):
            problems.append(("first_contradicts", {"stated": place.first, "game": no}))
        if place.match not in (None, match):
            problems.append(("match_contradicts", {"stated": place.match, "match": match}))
        if place.bock is not None and place.bock != bock:
            problems.append(("bock_contradicts", {"stated": place.bock, "game": no}))
        if place.seats not in (None, self._seats):
            problems.append(("seats_contradict", {"stated": place.seats, "seats": self._seats}))
        if self._seats > self._ruleset.players and place.sits_out not in (None, dealer):
            problems.append(("sits_out_contradicts", {"stated": place.sits_out, "dealer": dealer, "game": no}))
        sanction = None if record.decision.struck else record.decision.sanction
        if sanction is not None and sanction.kind == WRONG_DEAL and sanction.offender != dealer:
            rule = self._ruleset.sanctions.get(WRONG_DEAL)
            context = {"dealer": dealer, "offender": sanction.offender, "section": rule.section if rule else "?"}
            problems.append(("offender_must_be_dealer", context))
        return [Problem(code=code, context=context, game=no) for code, context in problems]

    def _approval_section(self, score: GameScore) -> str | None:
        """Return the rule by which this game needs approval; called before the game itself is counted."""
        free = free_games(self._ruleset, self.counted, self._seats)
        return approval_section(self._ruleset, contracts_of(self._ruleset, score), free[(score.soloist or 1) - 1])

    def _count(self, no: int, score: GameScore, pending: bool) -> None:
        """Count it for 5.2.16 even while undecided, so that no later game slips through; for 5.4.2 once it stands."""
        if score.soloist is None:
            return
        if is_counted(self._ruleset, score):
            self.counted.append((no, score.soloist))
        if pending or score.counts_as is None:
            return
        counters = self.counters[score.soloist - 1]
        name = {"sie": "sie", "tout": "touts", "solo": "solos"}[score.counts_as]
        counters[f"{name}_played"] = counters.get(f"{name}_played", 0) + 1
        if score.soloist_won and name != "sie":
            counters[f"{name}_won"] = counters.get(f"{name}_won", 0) + 1

    def _warn(self, no: int, record: GameRecord, score: GameScore, section: str | None) -> None:
        ruleset = self._ruleset
        warnings: list[tuple[str, dict[str, object]]] = []
        if record.decision.approved is False and section is None:
            warnings.append(("refused_without_need", {}))
        if no == 1 and record.paper.written is None and _is_reduced(ruleset, record):
            rule = ruleset.section("first_game.reduced_to")
            warnings.append(("first_game_counts_less", {"scored_as": score.scored_as, "section": rule}))
        if record.play.doublings and ruleset.doublings.rule != SCORED:
            code = "stoss_without_effect" if ruleset.doublings.rule == IGNORED else "stoss_loses"
            warnings.append((code, {"section": ruleset.section("doublings.rule")}))
        self.warnings += (Problem(code=code, context=context, game=no) for code, context in warnings)


def _is_reduced(ruleset: Ruleset, record: GameRecord) -> bool:
    """Return whether a good record counts less because it is the first game (5.2.15)."""
    if record.play.contract is None:
        return False  # H 4: a wrong deal ends the game before a contract is announced
    first, later = record.placed(first=True), record.placed(first=False)
    if played_as(ruleset, first) != played_as(ruleset, later):
        return True
    if record.decision.sanction is not None or record.play.declarer is None:
        return False
    return settle_result(ruleset, first) != settle_result(ruleset, later)
