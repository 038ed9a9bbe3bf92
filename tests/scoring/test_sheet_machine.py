"""Whole sheets in any order of writing, striking, correcting and approving, against the naive scoring."""

from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from scoring.records import record_from_json
from scoring.ruleset import Ruleset, load_ruleset
from scoring.sheets import Counters, EvaluatedSheet, evaluate_sheet
from tests.scoring import naive

TABLES = [
    ("schafkopfschule-2023", 4),
    ("schafkopfschule-2007", 4),
    ("house-10-60", 4),
    ("house-10-60", 5),
    ("palatinate-three", 3),
    ("palatinate-three", 4),
    ("asserufen", 4),
    ("social", 4),
    ("social-short", 5),
]
BAD: list[naive.Game] = [
    {"contract": "schieber", "declarer": 1, "result": "won"},
    {"contract": "solo", "result": "won"},
    {"contract": "solo", "declarer": 9, "result": "won"},
    {"contract": "solo", "declarer": 1, "card_points": 1, "tricks": 2},
    {"written": [1, 1, 1]},
]


class SheetMachine(RuleBasedStateMachine):
    """The sheet of one table; each subclass sets `name` and `seats`."""

    name = ""
    seats = 0

    @property
    def ruleset(self) -> Ruleset:
        return load_ruleset(self.name)

    @initialize(data=st.data())
    def open_the_sheet(self, data: st.DataObject) -> None:
        self.games: list[naive.Game | None] = []
        self.bad: set[int] = set()
        self.first_dealer = data.draw(st.integers(1, self.seats), label="first dealer")
        self.match = data.draw(st.integers(1, self.ruleset.matches), label="match")

    @property
    def most(self) -> int:
        return self.ruleset.games(self.seats)

    def dealer(self, index: int, passed: int = 0) -> int:
        """Return who deals a line after `passed` redeals."""
        before = [*self.games[:index], {"passed": passed}]
        return naive.dealers(self.name, before, seats=self.seats, first_dealer=self.first_dealer)[index]

    def written_lines(self) -> list[int]:
        return [index for index, game in enumerate(self.games) if game is not None and index not in self.bad]

    @precondition(lambda self: len(self.games) < self.most)
    @rule(data=st.data(), passed=st.integers(0, 3) | st.none())
    def write(self, data: st.DataObject, passed: int | None) -> None:
        # H 4: where a Ramsch is played, there are no redeals.
        self.write_one(data, None if self.name == "house-10-60" else passed)

    def write_one(self, data: st.DataObject, passed: int | None) -> None:
        index = len(self.games)
        game = data.draw(games(self.ruleset, self.seats, self.dealer(index, passed or 0), self.place(index)))
        self.games.append(game if passed is None else {**game, "passed": passed})

    @precondition(lambda self: len(self.games) < self.most)
    @rule(data=st.data(), many=st.integers(2, 12))
    def play_on(self, data: st.DataObject, many: int) -> None:
        """Write several games in a row, so that sheets fill up."""
        for _ in range(min(many, self.most - len(self.games))):
            self.write_one(data, None)

    @precondition(lambda self: len(self.games) < self.most - 1)
    @rule()
    def leave_a_line_empty(self) -> None:
        self.games.append(None)

    @precondition(lambda self: len(self.games) < self.most)
    @rule(game=st.sampled_from(BAD))
    def write_what_is_no_game(self, game: naive.Game) -> None:
        self.bad.add(len(self.games))
        self.games.append(dict(game))

    @precondition(lambda self: self.games)
    @rule(data=st.data(), granted=st.booleans())
    def finish(self, data: st.DataObject, granted: bool) -> None:
        """Write every line that is empty or no game, to the last one, and let the supervisor decide what is open."""
        for index, game in enumerate(self.games):
            if game is None or index in self.bad:
                self.games[index] = data.draw(games(self.ruleset, self.seats, self.dealer(index), self.place(index)))
                self.bad.discard(index)
        while len(self.games) < self.most:
            self.write_one(data, None)
        for game in self.games:
            assert game is not None
            if self.name in naive.SCHULE:
                game.setdefault("approved", granted)

    @precondition(lambda self: self.games)
    @rule(data=st.data())
    def correct(self, data: st.DataObject) -> None:
        """Write another game in its place, with the same number of redeals before it."""
        index = data.draw(st.integers(0, len(self.games) - 1), label="line")
        old = self.games[index] or {}
        game = data.draw(games(self.ruleset, self.seats, self.dealer(index, old.get("passed", 0)), self.place(index)))
        self.games[index] = {**game, **{key: old[key] for key in ("passed", "approved") if key in old}}
        self.bad.discard(index)

    @precondition(lambda self: self.written_lines())
    @rule(data=st.data(), field=st.sampled_from(["struck", "approved"]), value=st.sampled_from([True, False, None]))
    def strike_or_decide(self, data: st.DataObject, field: str, value: bool | None) -> None:
        game = self.games[data.draw(st.sampled_from(self.written_lines()), label="line")]
        assert game is not None
        game.pop(field, None)
        if value is not None:
            game[field] = value

    @precondition(lambda self: self.games)
    @rule()
    def take_back(self) -> None:
        self.games.pop()
        self.bad.discard(len(self.games))

    def place(self, index: int) -> dict[str, Any]:
        return {"first": index == 0, "very_first": index == 0 and self.match == 1}

    @invariant()
    def both_say_the_same(self) -> None:
        records = [None if game is None else record_from_json(game) for game in self.games]
        sheet = evaluate_sheet(
            self.ruleset, records, seats=self.seats, match=self.match, first_dealer=self.first_dealer
        )
        lines = naive.sheet(self.name, self.games, self.bad, seats=self.seats, first_dealer=self.first_dealer)
        values = [
            (line.dealer, line.sits_out, list(line.points), line.circled, line.struck, line.pending)
            for line in sheet.lines
        ]
        assert values == [
            (line.dealer, line.sits_out, line.points, line.circled, line.struck, line.pending) for line in lines
        ]
        self.same_sums(sheet, lines)
        approvals = [(no, *line.approval) for no, line in enumerate(lines, 1) if line.approval]
        assert [(part.game, part.section, part.granted) for part in sheet.approvals] == approvals
        counters = naive.counters(self.name, self.games, self.bad, lines) if lines else [{}] * self.seats
        assert sheet.counters == tuple(Counters(**counts) for counts in counters)
        assert {problem.game for problem in sheet.problems} == {index + 1 for index in self.bad}
        is_full = len(lines) == self.most and None not in self.games and not self.bad
        assert sheet.complete == (is_full and not any(line.pending for line in lines))

    def same_sums(self, sheet: EvaluatedSheet, lines: list[naive.NaiveLine]) -> None:
        """5.3.3: every round and the sheet add up to 0, also in the columns of plus and minus."""
        seats, size = range(self.seats), {3: 3, 4: 4, 5: 5}[self.seats] * (2 if self.name == "house-10-60" else 1)
        totals = [sum(line.points[seat] for line in lines) for seat in seats]
        plus = [sum(max(line.points[seat], 0) for line in lines) for seat in seats]
        assert (list(sheet.totals), sheet.checksum) == (totals, 0)
        assert list(sheet.plus) == plus
        assert list(sheet.minus) == [won - total for won, total in zip(plus, totals, strict=True)]
        running = [
            [sum(line.points[seat] for line in lines[:to]) for seat in seats]
            for to in range(size, len(lines) + 1, size)
        ]
        assert [list(part.running) for part in sheet.rounds] == running
        assert all(part.sum == 0 for part in sheet.rounds)


@st.composite
def games(draw: st.DrawFn, ruleset: Ruleset, seats: int, dealer: int, place: dict[str, Any]) -> naive.Game:
    """Draw a game that can be played on this line."""
    name = ruleset.id
    sitter = dealer if seats > ruleset.players else None
    playing = [seat for seat in range(1, seats + 1) if seat != sitter]
    no_sie = name in naive.SCHULE and place["first" if name == "schafkopfschule-2023" else "very_first"]
    crosswise = seats == 5
    if name == "house-10-60" and draw(st.integers(0, 9)) == 9:
        return {"sanction": {"kind": "wrong-deal", "offender": dealer}}
    contracts = [
        key for key in ruleset.contracts if not (key == "sie" and no_sie) and not (key == "kreuz" and crosswise)
    ]
    contract = draw(st.sampled_from(contracts), label="contract")
    game: naive.Game = {"contract": contract}
    if sitter is not None and draw(st.booleans()):
        game["sits_out"] = sitter
    if contract == "ramsch":
        return {**game, **(draw(errors(name, contract, playing, [])) or draw(ramsch_endings(playing)))}
    side = [draw(st.sampled_from(playing), label="declarer")]
    if contract in naive.PAIRS:
        partners = [seat for seat in playing if seat != side[0]]
        side.append((side[0] + 1) % 4 + 1 if contract == "kreuz" else draw(st.sampled_from(partners), label="partner"))
        game["partner"] = side[1]
    game["declarer"] = side[0]
    if ruleset.needs_suit(contract):
        game["suit"] = draw(st.sampled_from(ruleset.suits(contract)), label="suit")
    if sanction := draw(errors(name, contract, playing, side)):
        return {**game, **sanction}
    if contract == "sie":
        return game
    return {**game, **draw(endings(ruleset, contract, place["first"]))}


@st.composite
def endings(draw: st.DrawFn, ruleset: Ruleset, contract: str, first: bool) -> naive.Game:
    """Draw the ending of a game: by card points and tricks or by word, doubled, with runners, given up."""
    name, game = ruleset.id, dict[str, Any]()
    tout = contract in naive.TOUTS
    if tout and draw(st.booleans(), label="late"):
        game["late_tout"] = True
    by_points = "late_tout" in game or not (tout or contract in naive.NO_TRICK)
    if name == "palatinate-three" and by_points and not tout and draw(st.booleans(), label="Schenken"):
        game["surrender"] = draw(st.sampled_from(["accepted", "refused"]))
    if game.get("surrender") == "accepted":
        pass
    elif draw(st.booleans(), label="counted") or (first and tout and name in naive.SCHULE) or "surrender" in game:
        tricks = draw(st.integers(0, naive.hand(name)), label="tricks")
        game["tricks"] = tricks
        game["card_points"] = draw(st.sampled_from(sorted(HELD[name][tricks])), label="card points")
    else:
        game["result"] = draw(st.sampled_from(["won", "lost"]))
        if by_points:
            game["level"] = draw(st.sampled_from(["simple", "schneider", "schwarz"]))
    game["runners"] = draw(st.integers(0, ruleset.contracts[contract].kind.trumps(ruleset.deck)), label="runners")
    game["doublings"] = draw(st.integers(0, 2), label="doublings")
    return game


@st.composite
def errors(draw: st.DrawFn, name: str, contract: str, playing: list[int], side: list[int]) -> naive.Game:
    """Draw a sanction with a figure in the rules; mostly none."""
    if name not in (*naive.SCHULE, "house-10-60") or contract == "sie" or draw(st.integers(0, 3)) > 0:
        return {}
    offender = draw(st.sampled_from(playing), label="offender")
    if name == "house-10-60":
        return {"sanction": {"kind": "illegal-card", "offender": offender}}
    kind = draw(st.sampled_from(["mistake", "invalid-bid", "revealed-cards"]))
    if kind == "invalid-bid":
        return {"sanction": {"kind": kind, "offender": side[0]}}
    beside = [seat for seat in playing if seat != offender and (seat in side) == (offender in side)]
    if kind == "mistake" or not beside:
        return {"sanction": {"kind": "mistake", "offender": offender}}
    return {"sanction": {"kind": kind, "offender": offender, "revealer": draw(st.sampled_from(beside))}}


@st.composite
def ramsch_endings(draw: st.DrawFn, playing: list[int]) -> naive.Game:
    """Draw a Ramsch as the table settled it."""
    last, *others = draw(st.permutations(playing))
    if draw(st.booleans(), label="Durchmarsch"):
        return {"durchmarsch": last}
    return {"loser": last, "jungfrauen": others[: draw(st.integers(0, 2))]}


HELD = {name: naive.holdable(name) for name, _ in TABLES}


@pytest.mark.parametrize(("name", "seats"), TABLES, ids=[f"{name}-{seats}" for name, seats in TABLES])
def test_any_sheet_is_as_the_naive_recomputation_says(name: str, seats: int) -> None:
    machine = type("Table", (SheetMachine,), {"name": name, "seats": seats})
    checked = settings(
        max_examples=25, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck), database=None
    )
    run_state_machine_as_test(machine, settings=checked)
