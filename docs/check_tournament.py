"""Check a tournament of Schafkopf from its game records alone: points, sheets, tie-break counters and places.

    python docs/check_tournament.py FILE ...

FILE is an archive of Spielliste (docs/documents.md), a scoresheet.json or standings.json, a sealed PDF that holds one
of them, or JSON Lines of sheets as `python -m scoring sheet` reads them (docs/commands.md), with what is to be checked
in the same line. It knows two sets of rules, the editions 2007-03-29 and 2023-03-16 of the Schafkopf School, and needs
nothing but Python: it shares no code with Spielliste, and it was written from the text of the rules.

Exit 0: everything agrees. 1: something differs, a line for each difference. 2: wrong usage, or a file that it cannot
check. It does not check seals, hashes, draws and prizes.
"""

import io
import json
import re
import sys
import tomllib
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

Record = dict[str, Any]
Points = list[int]

EDITIONS = ("schafkopfschule-2023", "schafkopfschule-2007")
SEATS = (1, 2, 3, 4)
NOTHING = [0, 0, 0, 0]
LINES = 32  # 5.2.1
ROUND = 4  # 2.4.15
MATCHES = [1, 2]  # 5.4.1
APPROVED_FROM = 5  # 5.2.16
LEVELS = ("simple", "schneider", "schwarz")
# What each defender wins or loses (5.2.7).
RUFER = dict(zip(LEVELS, (1, 2, 3), strict=True))
ALONE = dict(zip(LEVELS, (2, 3, 4), strict=True))
TOUTS = {"solo-tout": "solo", "wenz-tout": "wenz"}
FIXED = {"solo-tout": 6, "wenz-tout": 6, "sie": 8}
COUNTS_AS = {"solo": "solo", "wenz": "solo", "solo-tout": "tout", "wenz-tout": "tout", "sie": "sie"}
MISTAKE = {"rufer": 4, "solo": 9, "wenz": 9, "solo-tout": 18, "wenz-tout": 18}  # 3.4.17
INVALID_BID = {"rufer": 2, "solo": 6, "wenz": 6, "solo-tout": 18, "wenz-tout": 18}  # 2.4.10
TIE_BREAK = ("sie_played", "touts_won", "touts_played", "solos_won", "solos_played")  # 5.4.2
PACK = (11, 10, 4, 3, 2, 0, 0, 0) * 4  # 1.2.3

# What rules.toml must say, so that the tournament was played by the edition that it names.
SETTINGS = {
    "match.games_per_player.value": (LINES, "5.2.1"),
    "match.matches.value": (2, "5.4.1"),
    "limits.declarer_wins.value": (61, "4.1.2"),
    "runners.scored.value": (False, "5.2.8"),
    "contracts.rufer.values": (RUFER, "5.2.7"),
    "contracts.solo.values": (ALONE, "5.2.7"),
    "contracts.wenz.values": (ALONE, "5.2.7"),
    **{f"contracts.{contract}.values": ({"fixed": value}, "5.2.7") for contract, value in FIXED.items()},
    "first_game.reduced_to.value": ("simple", "5.2.15"),
    "approvals.counted_from.value": (APPROVED_FROM, "5.2.16"),
    "approvals.counted_by.value": ("sheet", "5.2.16"),
    **{f"sanctions.mistake.penalties.{contract}.minus": (value, "3.4.17") for contract, value in MISTAKE.items()},
    **{f"sanctions.invalid-bid.penalties.{one}.minus": (value, "2.4.10") for one, value in INVALID_BID.items()},
    "ranking.tie_break.value": (list(TIE_BREAK), "5.4.2"),
    "ranking.full_tie.value": ("lot", "5.4.2"),
}

SEALED_SHEET = re.compile(
    r"sheets/match-(?P<match>\d{1,4})/table-(?P<table>\d{1,6})-version-\d+-(?P<state>current|superseded)\.pdf"
)
SEALED_RANKING = re.compile(r"standings/version-\d+\.pdf")

MAX_FILES = 20_000
MAX_DIRECTORY = 2**24
MAX_FILE = 2**24
MAX_ROWS_FILE = 2**27
MAX_ROWS = 2**20
MAX_ROW = 2**22
# A sealed PDF holds one file of data and a few that it is printed with.
MAX_ATTACHED = 32
MAX_ALL = 2**31
MODELS = {
    *("tournament", "match", "participant", "scoresheet", "seat", "game", "approval"),
    *("substitution", "placerule", "tielots"),
}
# What data of another shape raise, wherever it is noticed.
MALFORMED = (
    *(LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RuntimeError, MemoryError, EOFError),
    *(OSError, zipfile.BadZipFile, zlib.error),
)


class Impossible(Exception):
    """A game that cannot be by the rules, or whose points do not follow from its record."""

    def __init__(self, words: str, section: str) -> None:
        super().__init__(f"{words} ({section})")


class Unreadable(Exception):
    """A file that is none of those that can be checked."""


@dataclass
class Report:
    """The differences, what was taken on trust, and how much was looked at."""

    differences: list[str] = field(default_factory=list)
    trust: Counter[str] = field(default_factory=Counter)
    sheets: int = 0
    games: int = 0
    participants: int = 0

    def differ(self, where: str, words: str) -> None:
        self.differences.append(plain(f"{where}: {words}"))

    def compare(self, where: str, stated: Any, computed: Any, section: str) -> None:
        if stated != computed:
            self.differ(where, f"stated {short(stated)}, computed {short(computed)} ({section})")

    def add(self, other: "Report") -> None:
        self.differences += other.differences
        self.trust += other.trust
        self.sheets += other.sheets
        self.games += other.games
        self.participants += other.participants

    def summary(self) -> str:
        looked_at = f"{self.sheets} sheets, {self.games} games, {self.participants} participants"
        count = len(self.differences)
        return f"{looked_at}: {f'{count} differences' if count else 'everything agrees'}"


@dataclass(frozen=True)
class Game:
    """What a line is worth: its points by seat, and whose solo game it was."""

    points: Points
    counts_as: str = ""  # sie, tout or solo (5.4.2)
    soloist: int = 0
    won: bool = False
    counts: bool = True  # it was played and is not struck
    trust: str = ""


@dataclass
class Figures:
    """What follows from the games of a sheet."""

    games: list[Points]
    counters: list[dict[str, int]]
    approvals: dict[int, set[str]]
    problems: dict[int, str]

    @property
    def plus(self) -> Points:
        return [sum(max(points[seat], 0) for points in self.games) for seat in range(4)]

    @property
    def minus(self) -> Points:
        return [sum(max(-points[seat], 0) for points in self.games) for seat in range(4)]

    @property
    def totals(self) -> Points:
        return [plus - minus for plus, minus in zip(self.plus, self.minus, strict=True)]


def plain(words: str) -> str:
    """Words from a file as one line that moves no cursor."""
    return "".join(sign if sign.isprintable() else "?" for sign in words)


def short(value: Any) -> str:
    text = "nothing" if value is None else str(value)
    return text if len(text) <= 120 else f"{text[:117]}..."


# One game


def seat_of(value: Any) -> int:
    if type(value) is not int or value not in SEATS:
        raise Impossible(f"{short(value)} is no seat", "1.2.1")
    return value


@cache
def card_points_in(cards: int) -> frozenset[int]:
    """Every sum of card points that so many cards of the pack can have (1.2.3)."""
    sums: list[set[int]] = [{0}, *(set() for _ in PACK)]
    for value in PACK:
        for number in range(len(PACK), 0, -1):
            sums[number] |= {value + others for others in sums[number - 1]}
    return frozenset(sums[cards])


def from_cards(card_points: Any, tricks: Any) -> tuple[bool, str]:
    """Whether the declarer's side has won, and how high (4.1.2 to 4.1.4)."""
    if type(card_points) is not int or type(tricks) is not int or not 0 <= tricks <= 8:
        raise Impossible("card points and tricks are needed together", "4.1.1")
    if card_points not in card_points_in(4 * tricks):
        raise Impossible(f"{tricks} tricks cannot hold {short(card_points)} card points", "1.2.3")
    if tricks in (0, 8):
        return tricks == 8, "schwarz"
    return card_points >= 61, "schneider" if card_points >= 91 or card_points <= 30 else "simple"


def ending(record: Record, announced: bool) -> tuple[bool, str]:
    """Whether the declarer has won and how high; a Tout that was announced in time is won with all tricks (1.4)."""
    result, level = record.get("result"), record.get("level")
    if result not in ("won", "lost", None) or level not in (*LEVELS, None):
        raise Impossible("neither result nor level can be read", "4.1")
    if record.get("card_points") is None and record.get("tricks") is None:
        if result is None:
            raise Impossible("the record does not say who has won", "4.1.2")
        return result == "won", level or "simple"
    won, height = from_cards(record.get("card_points"), record.get("tricks"))
    taken = record["tricks"] == 8 if announced else won
    if result not in (None, "won" if taken else "lost") or (level not in (None, height) and not announced):
        raise Impossible("result and level contradict card points and tricks", "4.1")
    return won, height


def played_points(record: Record, contract: str, counted: str, declarer: int, first: bool) -> Points:
    """The points of a game that was played to its end (5.2.7, 5.2.15, 2.8.2)."""
    if counted == "sie":
        if record.get("result", "won") != "won":
            raise Impossible("a Sie cannot be lost", "5.2.7")
        return one_against_all(declarer, FIXED["sie"])
    announced = contract in TOUTS and not record.get("late_tout")
    won, level = ending(record, announced)
    if counted in TOUTS:
        taken = record["tricks"] == 8 if record.get("tricks") is not None else won
        value = FIXED[counted]
        return one_against_all(declarer, value if taken else -value)
    if counted == "rufer":
        side, value = (declarer, partner_of(record, declarer)), RUFER[level] if won else -RUFER[level]
        return [value if seat in side else -value for seat in SEATS]
    if announced and not won and record.get("tricks") is None:
        raise Impossible("a Tout lost in the first game needs card points and tricks", "5.2.15")
    if first and (announced or level == "schwarz"):
        level = "simple"
    return one_against_all(declarer, ALONE[level] if won else -ALONE[level])


def one_against_all(soloist: int, value: int) -> Points:
    """The soloist gets so much from each of the others, or pays it where it is negative."""
    return [value * 3 if seat == soloist else -value for seat in SEATS]


def partner_of(record: Record, declarer: int) -> int:
    partner = seat_of(record.get("partner"))
    if partner == declarer:
        raise Impossible(f"seat {declarer} cannot be its own partner", "2.5.2")
    return partner


def sanctioned(record: Record, counted: str, declarer: int) -> tuple[Points, str]:
    """The points of a game that a sanction ended, and what was taken on trust (3.4.17, 3.4.18, 2.4.10)."""
    sanction = record["sanction"]
    kind, offender, ruling = sanction.get("kind"), seat_of(sanction.get("offender")), sanction.get("points")
    knows_sides = counted != "rufer" or record.get("partner") is not None
    side = {declarer, partner_of(record, declarer)} if counted == "rufer" and knows_sides else {declarer}
    payer, table, section, across = offender, MISTAKE, "3.4.17", False
    if kind == "invalid-bid":
        table, section = INVALID_BID, "2.4.10"
        if offender != declarer:
            raise Impossible(f"the invalid bid is that of seat {declarer}, not of seat {offender}", section)
    elif kind == "revealed-cards":
        payer, section = seat_of(sanction.get("revealer")), "3.4.18"
        across = (payer in side) != (offender in side)
        if payer == offender:
            raise Impossible("the revealer is not the one who made the mistake", section)
    elif kind != "mistake":
        raise Impossible(f"there is no sanction {short(kind)}", "3.4")
    if not knows_sides and kind != "invalid-bid":
        raise Impossible("the partner is missing", section)
    fixed = -table[counted] if counted in table else None
    if fixed is None or across or not knows_sides:
        known = {} if fixed is None else {payer: fixed} | ({offender: 0} if across else {})
        return ruled(ruling, known, section), f"rulings of the supervisor ({section})"
    winners = [seat for seat in SEATS if (seat in side) != (payer in side)]
    points = [fixed if seat == payer else -fixed // len(winners) if seat in winners else 0 for seat in SEATS]
    if ruling not in (None, points):
        raise Impossible(f"the ruling {short(ruling)} is not {points}", section)
    return points, ""


def ruled(ruling: Any, known: dict[int, int], section: str) -> Points:
    """The points that a supervisor entered, as far as the rules say anything about them."""
    if not isinstance(ruling, list) or len(ruling) != 4 or any(type(value) is not int for value in ruling):
        raise Impossible("the supervisor's points of all seats are missing", section)
    if sum(ruling) or any(ruling[seat - 1] != value for seat, value in known.items()):
        raise Impossible(f"the ruling {short(ruling)} contradicts the rule", section)
    return ruling


def written(record: Record, first: bool, sie_counts: bool) -> Game:
    """A line known only by its points: whether 5.2.7 has such a game, and whose it was."""
    points, circled = record["written"], record.get("circled")
    trust = "lines known only by their points (5.2.7)"
    if any(sorted(points) == [-value, -value, value, value] for value in RUFER.values()) and circled is None:
        return Game(points, trust=trust)
    for seat in SEATS:
        for value, counts_as in ((2, "solo"), (3, "solo"), (4, "solo"), (6, "tout"), (8, "sie")):
            for sign in (1, -1) if counts_as != "sie" else (1,):
                may_circle = (None, seat) if counts_as != "sie" else (None,)  # 5.3.3
                if points == one_against_all(seat, sign * value) and circled in may_circle:
                    possible = sie_counts if counts_as == "sie" else not first or value <= ALONE["schneider"]
                    if not possible:
                        raise Impossible(f"{points} is not possible in the first game", "5.2.15, 2.9.1")
                    return Game(points, counts_as, seat, sign > 0, trust=trust)
    raise Impossible(f"no game ends with {short(points)}, seat circled: {short(circled)}", "5.2.7")


def evaluate(record: Any, match: int, number: int, edition: str) -> Game:
    """What a line is worth, whether or not it needed an approval."""
    if record is None or record.get("unplayed") or record.get("struck"):
        return Game(NOTHING, counts=False)
    first = number == 1
    sie_counts = not first or (edition != EDITIONS[0] and match > 1)  # 2.9.1: 2007 "the very first game"
    if "written" in record:
        return written(record, first, sie_counts)
    contract = record.get("contract")
    if contract not in ("rufer", *COUNTS_AS):
        raise Impossible(f"there is no contract {short(contract)}", "5.2.7")
    if contract == "sie" and not sie_counts:
        raise Impossible("a Sie does not count in the first game", "2.9.1")
    declarer = seat_of(record.get("declarer"))
    counted = TOUTS[contract] if contract in TOUTS and (first or record.get("late_tout")) else contract
    if record.get("sanction") is not None:
        points, trust = sanctioned(record, counted, declarer)
    else:
        points, trust = played_points(record, contract, counted, declarer, first), ""
    soloist = declarer if counted in COUNTS_AS else 0
    won = bool(soloist) and points[soloist - 1] > 0
    return Game(points, COUNTS_AS.get(counted, ""), soloist, won, trust=trust)


# One sheet


def try_to_evaluate(record: Any, match: int, number: int, edition: str) -> tuple[Game, str]:
    """What a line is worth, and why it cannot be; an impossible game scores nothing."""
    try:
        return evaluate(record, match, number, edition), ""
    except Impossible as error:
        return Game(NOTHING, counts=False), str(error)
    except MALFORMED:
        return Game(NOTHING, counts=False), "the record cannot be read"


def compute(games: list[Any], match: int, edition: str, trust: Counter[str]) -> Figures:
    """Everything that follows from the games of a sheet."""
    figures = Figures([], [dict.fromkeys(TIE_BREAK, 0) for _ in SEATS], {}, {})
    alone = 0
    for number, record in enumerate(games, 1):
        decision = record.get("approved") if isinstance(record, dict) else None
        game, problem = try_to_evaluate(record, match, number, edition)
        if problem and decision is not False:
            figures.problems[number] = problem
        solo = game.counts and game.counts_as in ("solo", "tout")
        sections = {"5.2.14"} if game.counts_as in ("tout", "sie") else set()
        if solo and alone + 1 >= APPROVED_FROM:
            sections.add("5.2.16")
        if sections:
            figures.approvals[number] = sections
        alone += solo and decision is not False  # 5.2.17: a refused game is struck, so the next one has its number
        if decision is False or (sections and decision is not True):
            game = Game(NOTHING, counts=False)
        figures.games.append(game.points)
        count(figures.counters, game)
        trust.update([game.trust] if game.trust else [])
    return figures


def count(counters: list[dict[str, int]], game: Game) -> None:
    """Add a solo game to the counters of its soloist (5.4.2)."""
    if not game.counts or not game.counts_as:
        return
    mine = counters[game.soloist - 1]
    if game.counts_as == "sie":
        mine["sie_played"] += 1
        return
    mine[f"{game.counts_as}s_played"] += 1
    mine[f"{game.counts_as}s_won"] += game.won


def check_sheet(report: Report, where: str, games: list[Any], stated: Record, figures: Figures) -> None:
    """Compare what a sheet states with what follows from its games."""
    report.sheets += 1
    report.games += sum(record is not None and not record.get("unplayed") for record in games)
    for number, words in figures.problems.items():
        report.differ(f"{where}, game {number}", words)
    if stated.get("games") is not None:
        lines = [line["points"] if isinstance(line, dict) else line for line in stated["games"]]
        report.compare(f"{where}, lines", len(lines), len(games), "5.2.1")
        for number, (line, points) in enumerate(zip(lines, figures.games, strict=False), 1):
            empty = games[number - 1] is None or games[number - 1].get("unplayed")
            at = f"{where}, game {number}"
            report.compare(f"{at}, points", line, None if empty and line is None else points, section_of(games, number))
        check_sums(report, where, lines)
    for row in stated.get("rounds") or []:
        running = [sum(points[seat] for points in figures.games[: row["to"]]) for seat in range(4)]
        at = f"{where}, round {short(row['to'] // ROUND)}"
        report.compare(at, (row["sum"], row["running"]), (sum(running), running), "5.3.3")
    for name, section in (("totals", "5.3.3"), ("plus", "5.2.7"), ("minus", "5.2.7")):
        if stated.get(name) is not None:
            report.compare(f"{where}, {name} by seat", stated[name], getattr(figures, name), section)
    report.compare(f"{where}, checksum", stated.get("checksum", 0), sum(figures.totals), "5.3.3")
    for seat, counters in enumerate(stated.get("counters") or [], 1):
        for name in TIE_BREAK:
            at = f"{where}, seat {seat}, {name}"
            report.compare(at, counters[name], figures.counters[seat - 1][name], "5.4.2")
    if stated.get("approvals") is not None:
        check_approvals(report, where, games, stated["approvals"], figures)


def section_of(games: list[Any], number: int) -> str:
    """The section that decides about the points of a line."""
    record = games[number - 1] or {}
    sanction = record.get("sanction")
    if record.get("struck") or record.get("approved") is False:
        return "5.2.17"
    if isinstance(sanction, dict):
        return {"invalid-bid": "2.4.10", "revealed-cards": "3.4.18"}.get(str(sanction.get("kind")), "3.4.17")
    if record.get("late_tout"):
        return "2.8.2"
    return "5.2.15" if number == 1 and record.get("contract") in COUNTS_AS else "5.2.7"


def check_sums(report: Report, where: str, lines: list[Any]) -> None:
    """The checksum after each game, each round and the match, of the points as they are stated (5.3.3)."""
    running = list(NOTHING)
    for number, points in enumerate(lines, 1):
        if points is not None and sum(points):
            report.differ(f"{where}, game {number}", f"the points {short(points)} do not sum to 0 (5.3.3)")
        running = [old + new for old, new in zip(running, points or NOTHING, strict=True)]
        if sum(running) and (number % ROUND == 0 or number == len(lines)):
            words = f"the checksum is {short(sum(running))}, not 0 (5.3.3)"
            report.differ(f"{where}, round {-(-number // ROUND)}", words)


def check_approvals(report: Report, where: str, games: list[Any], stated: list[Record], figures: Figures) -> None:
    """Compare the approvals that are stated with the games that need one (5.2.14, 5.2.16)."""
    sections = {row["game"]: row["section"] for row in stated}
    for number, needed in figures.approvals.items():
        if sections.get(number) not in needed:
            at = f"{where}, game {number}, approval"
            report.differ(at, f"stated {short(sections.get(number))}, needed by {' and '.join(sorted(needed))}")
    for number in sections.keys() - figures.approvals.keys():
        record = games[number - 1] or {}
        granted = any(row["game"] == number and row.get("state") in ("granted", "refused") for row in stated)
        if not granted or record.get("contract") == "rufer":
            at = f"{where}, game {number}, approval"
            report.differ(at, f"stated {short(sections[number])}, but none is needed (5.2.14, 5.2.16)")


def check_complete(report: Report, where: str, games: list[Any], figures: Figures) -> None:
    """An accepted sheet has all its lines, and nothing waits (5.2.1, 5.2.17)."""
    report.compare(f"{where}, lines", len(games), LINES, "5.2.1")
    for number, record in enumerate(games, 1):
        if record is None:
            report.differ(f"{where}, game {number}", "the line is missing (5.2.1)")
        elif number in figures.approvals and record.get("approved") is None:
            report.differ(f"{where}, game {number}", "the approval that it needs was never decided (5.2.17)")


def check_totals(report: Report, where: str, rows: list[Record]) -> None:
    """A sheet of which only the totals are known: its columns must agree, and sum to 0."""
    report.sheets += 1
    report.trust["sheets known only by their totals (5.3.3)"] += 1
    columns = [(row.get("plus", 0), row.get("minus", 0)) for row in rows]
    values = [value for row in rows for value in row.values()]
    if not values or not all(type(value) is int for value in values):
        report.differ(where, "the totals are no whole numbers for each seat (5.3.3)")
        return
    report.compare(f"{where}, checksum", sum(plus - minus for plus, minus in columns), 0, "5.3.3")
    for seat, (row, (plus, minus)) in enumerate(zip(rows, columns, strict=True), 1):
        report.compare(f"{where}, seat {seat}, total", row.get("total", plus - minus), plus - minus, "5.2.7")


# Places


@dataclass
class Entrant:
    """A participant as the ranking has them: points by match, counters, and whether they have a place."""

    number: int
    matches: dict[int, int] = field(default_factory=dict)
    counters: dict[int, dict[str, int]] = field(default_factory=dict)
    ranked: bool = True

    @property
    def total(self) -> int:
        return sum(self.matches.values())

    @property
    def tie_break(self) -> list[int]:
        return [sum(counters[name] for counters in self.counters.values()) for name in TIE_BREAK]

    @property
    def height(self) -> list[int]:
        return [self.total, *self.tie_break]


def rank(report: Report, entrants: list[Entrant], lots: list[list[int]]) -> list[Entrant]:
    """Those with a place, in order: points, then 5.4.2 from a to e, then the lots that were drawn."""
    groups: dict[tuple[int, ...], list[Entrant]] = {}
    for entrant in entrants:
        if entrant.ranked:
            groups.setdefault(tuple(entrant.height), []).append(entrant)
    order: list[Entrant] = []
    for _height, group in sorted(groups.items(), reverse=True):
        if len(group) > 1:
            lot = lot_for(report, {entrant.number for entrant in group}, lots)
            places = {number: place for place, number in enumerate(lot)}
            by_lot = sorted((places.get(entrant.number, 0), at) for at, entrant in enumerate(group))
            group = [group[at] for _place, at in by_lot]
        order += group
    return order


def lot_for(report: Report, numbers: set[int], lots: list[list[int]]) -> list[int]:
    """The order that the lots gave to these equal ones; drawn among more, it still holds among fewer (5.4.2)."""
    orders = [[number for number in lot if number in numbers] for lot in lots if numbers <= set(lot)]
    where = f"participants {short(sorted(numbers))}"
    if not orders:
        report.differ(where, "equal in everything, and no lot decides (5.4.2)")
        return []
    if orders.count(orders[0]) < len(orders):
        report.differ(where, "their lots were drawn more than once, and differ (5.4.2)")
    return orders[-1]


def decided_by(order: list[Entrant], at: int) -> str:
    """What puts a place ahead of the next with the same points, or behind the one before (docs/commands.md)."""
    for other in (at + 1, at - 1):
        if 0 <= other < len(order) and order[other].total == order[at].total:
            pairs = zip(TIE_BREAK, order[at].tie_break, order[other].tie_break, strict=True)
            return next((name for name, mine, theirs in pairs if mine != theirs), "lot")
    return "points"


def check_ranking(report: Report, where: str, lines: list[Record], entrants: list[Entrant], lots: list[list[int]],
                  matches: list[int]) -> None:  # fmt: skip
    """Compare the lines of a ranking with what follows from the sheets."""
    order = rank(report, entrants, lots)
    places = {entrant.number: place for place, entrant in enumerate(order, 1)}
    stated = {line["start_number"]: line for line in lines}
    report.compare(f"{where}, lines", len(lines), len(stated), "5.4.1")
    for number in stated.keys() - {entrant.number for entrant in entrants}:
        report.differ(f"{where}, participant {number}", "stands in the ranking but played nothing (5.4.1)")
    for entrant in entrants:
        at, line = f"{where}, participant {entrant.number}", stated.get(entrant.number)
        if line is None:
            report.differ(at, "is missing in the ranking (5.4.1)")
            continue
        points = [entrant.matches.get(match) for match in matches]
        report.compare(f"{at}, points of the matches", line["match_points"], points, "5.4.1")
        report.compare(f"{at}, total", line["total"], entrant.total, "5.4.1")
        for name, value in zip(TIE_BREAK, entrant.tie_break, strict=True):
            report.compare(f"{at}, {name}", line[name], value, "5.4.2")
        place = places.get(entrant.number)
        report.compare(f"{at}, place", line["place"], place, "5.4.1, 5.4.2")
        decision = decided_by(order, place - 1) if place else None
        report.compare(f"{at}, decided by", line["decided_by"], decision, "5.4.2")


def check_standings(report: Report, where: str, lines: list[Record], lots: list[list[Any]] | None) -> None:
    """A ranking without its sheets: totals from the points of the matches, and places from totals and counters."""
    report.participants += len(lines)
    report.trust["points of a match without its sheet"] += sum(len(line["match_points"]) for line in lines)
    entrants = []
    for line in lines:
        points = {match: value for match, value in enumerate(line["match_points"], 1) if value is not None}
        counters = {0: {name: line[name] for name in TIE_BREAK}}
        entrants.append(Entrant(line["start_number"], points, counters, line["place"] is not None))
    matches = list(range(1, 1 + max((len(line["match_points"]) for line in lines), default=0)))
    check_ranking(report, where, lines, entrants, named_lots(report, lines, entrants, lots), matches)


def named_lots(
    report: Report, lines: list[Record], entrants: list[Entrant], lots: list[list[Any]] | None
) -> list[list[int]]:
    """The lots by start number; where there are none, or of namesakes, the order of the lines is believed."""
    namesakes = Counter(line["name"] for line in lines)
    if lots is not None and all(namesakes[name] == 1 for lot in lots for name in lot):
        numbers = {line["name"]: line["start_number"] for line in lines}
        return [[numbers[name] for name in lot] for lot in lots]
    groups: dict[tuple[int, ...], list[int]] = {}
    for entrant in entrants:
        if entrant.ranked:
            groups.setdefault(tuple(entrant.height), []).append(entrant.number)
    tied = [group for group in groups.values() if len(group) > 1]
    report.trust["lots that are not in the file (5.4.2)"] += len(tied)
    return tied


# The archive


@dataclass
class Archive:
    """The files of an archive, read within bounds."""

    file: zipfile.ZipFile
    left: int = MAX_ALL

    def read(self, name: str, limit: int = MAX_FILE) -> bytes:
        if self.file.getinfo(name).compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise Unreadable(f"{name} is packed in a way that is not checked")
        with self.file.open(name) as stream:
            content = stream.read(limit + 1)
        self.left -= len(content)
        if len(content) > limit or self.left < 0:
            raise Unreadable(f"{name} is too large to be checked")
        return content

    def rows(self) -> dict[str, list[Record]]:
        """The rows that decide about points and places, by model."""
        rows: dict[str, list[Record]] = {model: [] for model in MODELS}
        for number, line in enumerate(io.BytesIO(self.read("rows.jsonl", MAX_ROWS_FILE))):
            if number > MAX_ROWS or len(line) > MAX_ROW:
                raise Unreadable("rows.jsonl has too many rows to be checked, or one that is too long")
            row = json.loads(line)
            if row["model"] in MODELS:
                rows[row["model"]].append(row)
        return rows


def is_bounded(path: Path) -> bool:
    """Whether the directory of a zip is small enough to be read at all; a larger one would fill the memory."""
    with path.open("rb") as stream:
        size = stream.seek(0, 2)
        stream.seek(max(0, size - 2**16 - 42))
        tail = stream.read()
    end = tail.rfind(b"PK\5\6")
    if end < 0 or len(tail) < end + 22 or b"PK\6\7" in tail:
        return False
    files, directory = int.from_bytes(tail[end + 10 : end + 12], "little"), tail[end + 12 : end + 16]
    return files <= MAX_FILES and int.from_bytes(directory, "little") <= MAX_DIRECTORY


def check_archive(report: Report, path: Path) -> None:
    """Compare rows, sealed sheets and standings of an archive with what follows from the games in its rows."""
    if not is_bounded(path):
        raise Unreadable("this is no zip, or one with too many files")
    with zipfile.ZipFile(path) as file:
        archive = Archive(file)
        names = file.namelist()
        if len(set(names)) < len(names) or not {"rows.jsonl", "standings.json", "rules.toml"} <= set(names):
            raise Unreadable("this zip is no archive of a tournament")
        rules = tomllib.loads(archive.read("rules.toml").decode())
        edition = edition_of(rules)
        rows = archive.rows()
        for tournament in rows["tournament"]:
            edition_of({"id": tournament["ruleset_id"]})
        check_rules(report, rules, edition)
        sheets = check_rows(report, rows, edition)
        entrants, lots = compose(report, rows, sheets)
        report.participants += len(entrants)
        numbers = sorted(match["number"] for match in rows["match"])
        report.compare("matches", numbers, MATCHES, "5.4.1")
        check_ranking(report, "standings.json", as_json(archive.read("standings.json")), entrants, lots, numbers)
        if "standings.pdf" in names and (sealed := attached(archive.read("standings.pdf"))):
            check_ranking(report, "standings.pdf", sealed["lines"], entrants, lots, numbers)
        check_sealed(report, archive, names, sheets)


def edition_of(rules: Record) -> str:
    """The edition by which was played; any other rules are not guessed."""
    if rules.get("id") not in EDITIONS:
        raise Unreadable(f"the rules are {short(rules.get('id'))}; only {' and '.join(EDITIONS)} can be checked")
    return str(rules["id"])


def check_rules(report: Report, rules: Record, edition: str) -> None:
    """Compare the settings that decide points and places with the text of the edition."""
    for path, (expected, section) in SETTINGS.items():
        value: Any = rules
        for key in path.split("."):
            value = value.get(key, {})
        report.compare(f"rules.toml, {path}", value, expected, section)
    uncounted = "every" if edition == EDITIONS[0] else "first"
    report.compare("rules.toml, first Sie", rules["first_game"]["uncounted_in"]["value"], uncounted, "2.9.1")


@dataclass
class RowSheet:
    """A sheet in force as the rows have it."""

    where: str
    seats: list[Record]
    match: int
    counts: bool
    figures: Figures


def check_rows(report: Report, rows: dict[str, list[Record]], edition: str) -> dict[tuple[int, int], RowSheet]:
    """Check every sheet in force, by match and table."""
    matches = {row["id"]: row["number"] for row in rows["match"]}
    people = {row["id"]: row["start_number"] for row in rows["participant"]}
    approvals = grouped((row for row in rows["approval"] if row["state"] != "withdrawn"), "game")
    games, seats = grouped(rows["game"], "scoresheet"), grouped(rows["seat"], "scoresheet")
    sheets = {}
    for row in rows["scoresheet"]:
        if row["state"] == "discarded" or row.get("discarded"):
            continue
        match, void = matches[row["match"]], row["state"] == "void"
        where = f"match {match}, table {row['table_number']}"
        if row["state"] not in ("accepted", "void"):
            report.differ(where, f"the sheet is {short(row['state'])}, not accepted (5.3.2)")
        mine = sorted(seats.get(row["id"], []), key=lambda seat: int(seat["number"]))
        mine = [{**seat, "start_number": people[seat["participant"]]} for seat in mine]
        report.compare(f"{where}, seats", [seat["number"] for seat in mine], list(SEATS), "1.2.1")
        if row.get("totals") is not None:
            check_totals(report, where, row["totals"])
            figures = Figures([of_seats(mine)["totals"]], of_seats(mine)["counters"], {}, {})
        else:
            records, stated = of_rows(report, where, games.get(row["id"], []), approvals)
            figures = compute(records, match, edition, report.trust)
            check_sheet(report, where, records, stated | of_seats(mine), figures)
            if not void:
                check_complete(report, where, records, figures)
        sheets[match, int(row["table_number"])] = RowSheet(where, mine, match, not void, figures)
    return sheets


def grouped(rows: Iterable[Record], key: str) -> dict[Any, list[Record]]:
    groups: dict[Any, list[Record]] = {}
    for row in rows:
        groups.setdefault(row[key], []).append(row)
    return groups


def of_rows(report: Report, where: str, games: list[Record], approvals: dict[Any, list[Record]]) -> tuple[
    list[Any], Record
]:  # fmt: skip
    """The records of a sheet by line, with what was decided about each, and what the rows state of them."""
    by_number: dict[int, Record] = {}
    for row in games:
        if type(row["number"]) is not int or not 1 <= row["number"] <= LINES or row["number"] in by_number:
            report.differ(f"{where}, game {short(row['number'])}", "there is no such line (5.2.1)")
        else:
            by_number[row["number"]] = row
    records: list[Any] = []
    stated: Record = {"games": [], "approvals": []}
    for number in range(1, LINES + 1):
        row = by_number.get(number, {})
        decisions = approvals.get(row.get("id"), [])
        record = dict(row["record"]) if row else None
        for decision in decisions:
            stated["approvals"].append({"game": number, **{key: decision[key] for key in ("section", "state")}})
            if record is not None and decision["state"] in ("granted", "refused"):
                record["approved"] = decision["state"] == "granted"
        records.append(record)
        stated["games"].append([row[f"points_{seat}"] for seat in SEATS] if row else None)
    return records, stated


def of_seats(seats: list[Record]) -> Record:
    """What the seats of a sheet state."""
    return {
        "totals": [seat["points"] for seat in seats],
        "plus": [seat["plus"] for seat in seats],
        "minus": [seat["minus"] for seat in seats],
        "counters": [{name: seat[name] for name in TIE_BREAK} for seat in seats],
    }


def compose(report: Report, rows: dict[str, list[Record]], sheets: dict[tuple[int, int], RowSheet]) -> tuple[
    list[Entrant], list[list[int]]
]:  # fmt: skip
    """Who stands in the ranking with what, and the lots, by start number (5.2.11, 5.3.6, 5.1.4)."""
    people = {row["id"]: row for row in rows["participant"]}
    entrants = {key: Entrant(row["start_number"]) for key, row in people.items()}
    for sheet in sheets.values():
        for seat, points in zip(sheet.seats, sheet.figures.totals, strict=True):
            entrant = entrants[seat["participant"]]
            if sheet.match in entrant.matches:
                report.differ(f"{sheet.where}, participant {entrant.number}", "sits at two tables (5.2.2)")
            mine = sheet.figures.counters[SEATS.index(seat["number"])]
            entrant.matches[sheet.match] = points if sheet.counts else 0
            entrant.counters[sheet.match] = mine if sheet.counts else dict.fromkeys(TIE_BREAK, 0)
    last = max((match["number"] for match in rows["match"]), default=0)
    choice = max(rows["placerule"], key=lambda row: int(row["id"]), default=None)
    late = {key for key, entrant in entrants.items() if 1 not in entrant.matches}
    appointed = (row for row in rows["substitution"] if not row.get("taken_back_at"))
    numbers = {match["id"]: match["number"] for match in rows["match"]}
    for change in sorted(appointed, key=lambda row: int(row["id"])):
        if (numbers[change["match"]], change["game"]) > (1, 1):  # who plays from the first game on is not late
            late.add(change["came"])
        if choice is None or choice["leavers"] == "lose":  # 5.2.11: who comes takes over the points
            take_over(entrants[change["left"]], entrants[change["came"]])
    for key, person in people.items():
        house = person["house"] and not rows["tournament"][0]["ranks_house_players"]
        gone = person["withdrawn"] and last not in entrants[key].matches
        loses = choice is not None and choice["leavers"] == "lose" and gone
        too_late = choice is not None and not choice.get("ranks_late_players") and key in late
        entrants[key].ranked = not (person.get("excluded") or house or loses or too_late)
        if choice is None and gone and entrants[key].matches:
            report.trust["places of those who left, without a word of the tournament about them (5.2.11)"] += 1
    lots = [[people[key]["start_number"] for key in row["order"]] for row in rows["tielots"]]
    return [entrant for entrant in entrants.values() if entrant.matches], lots


def take_over(left: Entrant, came: Entrant) -> None:
    came.matches = left.matches | came.matches
    came.counters = left.counters | came.counters
    left.matches, left.counters = {}, {}


def check_sealed(report: Report, archive: Archive, names: list[str], sheets: dict[tuple[int, int], RowSheet]) -> None:
    """Check every sealed sheet and ranking by itself, and the sheets in force against the rows."""
    for name in names:
        place = SEALED_SHEET.fullmatch(name)
        if not place and not SEALED_RANKING.fullmatch(name):
            continue
        data = attached(archive.read(name))
        if data is None:
            report.differ(name, "no data that can be read are attached")
            continue
        alone = Report()
        figures = check_data(alone, name, data)
        report.differences += alone.differences
        if place and figures is not None:
            key = int(place["match"]), int(place["table"])
            report.compare(f"{name}, match and table", (data["sheet"]["match"], data["table"]), key, "5.2.2")
            if place["state"] == "current" and key in sheets:
                compare_with_rows(report, name, figures, data["players"], sheets[key])


def compare_with_rows(report: Report, name: str, sealed: Figures, players: list[Record], rows: RowSheet) -> None:
    """The sealed sheet in force has the games and the players of the rows (5.3.4)."""
    for number, (points, others) in enumerate(zip(sealed.games, rows.figures.games, strict=False), 1):
        report.compare(f"{name}, game {number}, points in the rows", others, points, "5.3.4")
    seated, sealed_players = ([one["start_number"] for one in many] for many in (rows.seats, players))
    report.compare(f"{name}, players in the rows", seated, sealed_players, "5.2.2")


# Files


def attached(pdf: bytes) -> Record | None:
    """The data that a sealed PDF holds, without looking at its seal."""
    for mark in islice(re.finditer(rb"/Type\s{0,9}/EmbeddedFile", pdf), MAX_ATTACHED):
        start = pdf.find(b"stream", mark.end())
        start = pdf.find(b"\n", start) + 1
        try:
            data = json.loads(zlib.decompressobj().decompress(pdf[start : start + MAX_FILE], MAX_FILE))
        except (ValueError, zlib.error, RecursionError):
            continue
        if isinstance(data, dict) and "schema" in data:
            return data
    return None


def as_json(content: bytes) -> Any:
    return json.loads(content.decode("utf-8-sig"))


def records_of(games: list[Any]) -> list[Any]:
    """The records of a sheet; what is none has no fields."""
    return [record if record is None or isinstance(record, dict) else {} for record in games]


def check_data(report: Report, where: str, data: Record) -> Figures | None:
    """Check the data of one sealed document: a sheet or a ranking."""
    edition = edition_of(data["rules"])
    if data["schema"] == "spielliste-standings":
        check_standings(report, where, data["lines"], data["lots"])
        return None
    if data["schema"] != "spielliste-scoresheet":
        raise Unreadable(f"{where} has data of an unknown kind")
    sheet, at = data["sheet"], f"{where}, match {short(data['sheet']['match'])}, table {short(data['table'])}"
    if sheet.get("totals") is not None:
        check_totals(report, at, sheet["totals"])
        return None
    games = records_of(sheet["games"])
    figures = compute(games, sheet["match"], edition, report.trust)
    check_sheet(report, at, games, data["result"] | {"approvals": data["approvals"]}, figures)
    check_complete(report, at, games, figures)
    return figures


def check_lines(report: Report, sheets: Iterable[Record]) -> None:
    """Check sheets as `python -m scoring sheet` reads them, with the figures that stand beside the games."""
    for number, sheet in enumerate(sheets, 1):
        where = f"line {number}" + (f", sheet {short(sheet['id'])}" if "id" in sheet else "")
        rules = sheet.get("rules")
        edition = "" if rules is None else edition_of(rules if isinstance(rules, dict) else {"id": rules})
        if not edition:
            report.trust["sheets that name no rules: either edition"] += 1
        if "games" not in sheet:
            check_totals(report, where, sheet["totals"])
            continue
        games = records_of(sheet["games"])
        figures = compute(games, sheet.get("match", 1), edition, report.trust)
        check_sheet(report, where, games, sheet | {"games": None} | sheet.get("result", {}), figures)


def check_file(report: Report, path: Path) -> None:
    """Check one file, whichever of the kinds it is."""
    with path.open("rb") as stream:
        start = stream.read(5)
        if start[:2] != b"PK":
            content = start + stream.read(MAX_FILE)
    if start[:2] == b"PK":
        return check_archive(report, path)
    if len(content) > MAX_FILE:
        raise Unreadable("it is too large to be checked")
    if start == b"%PDF-":
        data: Any = attached(content)
    else:
        try:
            data = as_json(content)
        except json.JSONDecodeError:
            data = [json.loads(line) for line in content.decode().splitlines() if line.strip()]
    if isinstance(data, list) and data and all("place" in line for line in data):
        return check_standings(report, path.name, data, None)
    if isinstance(data, dict) and "schema" in data:
        report.participants += len(data.get("players", []))
        check_data(report, path.name, data)
        return None
    lines = data if isinstance(data, list) else [data]
    if not lines or not all(isinstance(line, dict) and ("games" in line or "totals" in line) for line in lines):
        raise Unreadable("it is no archive, no scoresheet.json, no standings.json and no JSON Lines of sheets")
    return check_lines(report, lines)


def attempt(report: Report, argument: str) -> str:
    """Check a file; say in a sentence why that is impossible."""
    try:
        check_file(report, Path(argument))
    except Unreadable as error:
        return f"cannot be checked: {error}"
    except OSError as error:
        return f"cannot be read: {error.strerror or 'it is damaged'}"
    except MALFORMED:
        return "cannot be checked: its data have another shape than they should"
    return ""


def main(arguments: list[str]) -> int:
    """Check each file; the worst answer counts."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    if not arguments or any(argument.startswith("-") for argument in arguments):
        print("usage: python docs/check_tournament.py FILE ...", file=sys.stderr)
        return 2
    everything, unread = Report(), 0
    for argument in arguments:
        report = Report()
        if why_not := attempt(report, argument):
            print(plain(f"{argument}: {why_not}"), file=sys.stderr)
            unread += 1
        else:
            everything.add(report)
    for line in everything.differences:
        print(line)
    for what, times in sorted(everything.trust.items()):
        print(f"taken on trust: {times} {what}")
    if unread < len(arguments):
        print(everything.summary())
    return 2 if unread else 1 if everything.differences else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
