"""Tables of decisions on a sheet, without a database: a sheet, a command, and what follows, its events or a refusal.

The rows stand in tests/tournament/sheet/, one module for each noun of tournament/sheet/acts/. An event is written as
its kind and those fields of its payload that the row is about: "approval.granted number=2 section=5.2.14".
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, reduce
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from scoring.records import GameRecord, record_from_json
from scoring.ruleset import load_ruleset, parse_ruleset
from scoring.shorthand import format_record, parse_entry
from tests.records import recorded
from tests.worlds.decided import AT, BOSS, DESK, after, empty_sheet, full_sheet, why, with_terms
from tournament.enums import DisputeOutcome, PaperLineKind, SheetState, SignatureKind, Source
from tournament.proof.integrity.hashes import sha256
from tournament.refusals import Refused
from tournament.sheet.actors import Actor
from tournament.sheet.acts.acceptance import AcceptSheet
from tournament.sheet.acts.disputes import AppealDispute, DecideDispute, RaiseDispute, SettleDispute
from tournament.sheet.acts.games import RecordGame
from tournament.sheet.acts.opening import DiscardSheet, OpenSheet
from tournament.sheet.acts.paper_lines import SetAsideLine
from tournament.sheet.acts.second_entry import RecordSecond
from tournament.sheet.acts.signatures import RefuseToSign, SignSeats
from tournament.sheet.acts.sources import SetSource
from tournament.sheet.acts.void import VoidSheet
from tournament.sheet.commands import Command
from tournament.sheet.deciding import decide
from tournament.sheet.draft import Answer, Effect
from tournament.sheet.events import Link
from tournament.sheet.folding import fold
from tournament.sheet.reading import kind_of, payload_of, read_link
from tournament.sheet.state import OnPaper, Sheet, SheetTerms

# The second typist of a double entry, and the device of the table.
EVA, PHONE = Actor(login=4), Actor(device=1)
FOLDER = Path(__file__).parent / "tournament" / "sheet"
# Four games that count for 5.2.16, and one that does not.
FOUR = ("r12+", "s1+", "w2+", "s3-", "w4-")

Step = Callable[[Sheet], Sheet]
# A command, or how it follows from the sheet: its content hash, for example.
Order = Command | Callable[[Sheet], Command]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A rule: on the sheet that `steps` lead to, the command is refused with `code`, or these `events` follow.

    `state` and `points` are those of the sheet afterwards, where the row is about them.
    """

    rule: str
    steps: tuple[Step, ...]
    order: Order
    by: Actor
    official: bool = False
    code: str = ""
    events: tuple[str, ...] = ()
    answer: Answer = Answer.APPLIED
    state: SheetState | None = None
    points: dict[int, tuple[int, ...]] | None = None

    @property
    def sheet(self) -> Sheet:
        """The sheet before the command."""
        return reduce(lambda sheet, step: step(sheet), self.steps, empty_sheet())

    def command(self, sheet: Sheet) -> Command:
        """The command as it follows from the sheet."""
        return self.order(sheet) if callable(self.order) else self.order

    def decided(self, sheet: Sheet) -> Effect:
        """What the command does."""
        return decide(sheet, self.command(sheet), by=self.by, at=AT, official=self.official)

    def refusal(self) -> Refused:
        """The refusal of the command."""
        with pytest.raises(Refused) as refused:
            self.decided(self.sheet)
        return refused.value


def works(rule: str, steps: Sequence[Step], order: Order, *events: str, by: Actor = DESK, **more: Any) -> Row:
    """A command that is done: these events follow, and no other."""
    return Row(rule=rule, steps=tuple(steps), order=order, events=events, by=by, **more)


def idle(rule: str, steps: Sequence[Step], order: Order, by: Actor = DESK) -> Row:
    """A command that was done before: it is answered, and nothing follows."""
    return Row(rule=rule, steps=tuple(steps), order=order, by=by, answer=Answer.DUPLICATE)


def barred(rule: str, steps: Sequence[Step], order: Order, code: str, by: Actor = DESK, official: bool = False) -> Row:
    """A command that is refused with this code."""
    return Row(rule=rule, steps=tuple(steps), order=order, code=code, by=by, official=official)


def check(row: Row) -> None:
    """Decide the row's command and compare. The log, read back, must lead to the same sheet."""
    if row.code:
        assert row.refusal().code == row.code
        return
    sheet = row.sheet
    effect = row.decided(sheet)
    names = dict(enumerate(event.split()[1:] for event in row.events))
    values = [
        event_text(link, [name.partition("=")[0] for name in names.get(place, ())])
        for place, link in enumerate(effect.links)
    ]
    assert values == list(row.events)
    assert effect.answer == row.answer
    assert row.state in (None, effect.sheet.state)
    for number, points in (row.points or {}).items():
        assert (number, effect.sheet.evaluated.lines[number - 1].points) == (number, points)
    assert replayed(sheet, effect.links) == effect.sheet


def event_text(link: Link, names: Sequence[str] = ()) -> str:
    """An event as the tables write it: its kind and these fields of its payload."""
    payload = payload_of(link)
    return " ".join([kind_of(link.event), *(f"{name}={_text(payload.get(name))}" for name in names)])


def replayed(sheet: Sheet, links: Sequence[Link]) -> Sheet:
    """The sheet after these events as the log holds them, without the texts and drawings that it never holds."""
    for link in links:
        event = read_link(kind=kind_of(link.event), payload=payload_of(link), login=link.by.login, at=AT)
        # An acceptance is logged without a version, and is read like an older event: without its time.
        sheet = fold(sheet, replace(event, at=link.at))
    return sheet


def rule_of(row: Row) -> str:
    """The name of the row's test."""
    return row.rule


def all_rows() -> Iterator[Row]:
    """The rows of all tables."""
    for path in sorted(FOLDER.glob("test_*.py")):
        yield from getattr(import_module(f"tests.tournament.sheet.{path.stem}"), "ROWS", ())


# Sheets


def key(number: int) -> str:
    """The id of the command that wrote the game of this line."""
    return f"key{number}"


def typed(*entries: str, by: Actor = DESK) -> Step:
    """These games are written into the next free lines."""

    def step(sheet: Sheet) -> Sheet:
        for entry in entries:
            sheet = after(sheet, line(sheet.next_number, entry), by=by)
        return sheet

    return step


def line(number: int, entry: str, command: str = "", **more: Any) -> RecordGame:
    """The command that writes this line."""
    return RecordGame(number=number, record=game(entry, number), key=command or key(number), **more)


def game(entry: str, number: int = 2) -> GameRecord:
    """The game of an entry, as it is read in this line."""
    return parse_entry(load_ruleset("schafkopfschule-2023"), entry, first=number == 1)


def does(*orders: Order, by: Actor = BOSS) -> Step:
    """Somebody gives these commands, one after the other."""

    def step(sheet: Sheet) -> Sheet:
        for order in orders:
            sheet = after(sheet, order(sheet) if callable(order) else order, by=by)
        return sheet

    return step


def full(sheet: Sheet) -> Sheet:
    """All 32 games are written; nothing waits."""
    return full_sheet()


def live(sheet: Sheet) -> Sheet:
    """From here on the sheet is written at the table."""
    return after(sheet, SetSource(source=Source.LIVE), by=BOSS)


def signed(*seats: int) -> Step:
    """These seats sign, all four if none is named."""
    return does(signing(*seats), by=DESK)


def signing(*seats: int, **more: Any) -> Callable[[Sheet], SignSeats]:
    """These seats, all four if none is named, sign what the sheet says now."""
    signers = seats or (1, 2, 3, 4)
    return lambda sheet: SignSeats(
        **{"seats": signers, "how": SignatureKind.DESK, "content": sheet.content_hash} | more
    )


def not_signing(seat: int = 2, text: str = "stimmt nicht", **more: Any) -> Callable[[Sheet], RefuseToSign]:
    """This seat does not sign what the sheet says now."""
    return lambda sheet: RefuseToSign(**{"seat": seat, "content": sheet.content_hash, "reason": why(text)} | more)


def accepting(sheet: Sheet) -> AcceptSheet:
    """A supervisor accepts what the sheet says now."""
    return AcceptSheet(content=sheet.content_hash)


accepted: Step = does(signing(), accepting)
void: Step = does(VoidSheet(reason=why("nicht lesbar")))
discarded: Step = does(DiscardSheet())


def double(sheet: Sheet) -> Sheet:
    """The tournament wants its sheets typed twice."""
    return with_terms(sheet, double_entry=True)


def single(sheet: Sheet) -> Sheet:
    """The tournament wants it no more."""
    return with_terms(sheet, double_entry=False)


def typed_again(*entries: str, by: Actor = EVA) -> Step:
    """Somebody else types these lines a second time, from line 1 on."""
    return does(*(second(number, entry) for number, entry in enumerate(entries, 1)), by=by)


def second(number: int, entry: str, **more: Any) -> RecordSecond:
    """The command that types this line of the second entry."""
    return RecordSecond(**{"number": number, "record": game(entry, number), "key": f"second{number}"} | more)


def totals_allowed(sheet: Sheet) -> Sheet:
    """By the rules a sheet may be handed in with totals alone."""
    text = sheet.terms.ruleset.text.replace("totals_only = { value = false", "totals_only = { value = true")
    return with_terms(sheet, ruleset=parse_ruleset(text), rules=sha256(text))


@cache
def _empty_sheet(rules: str, seats: int) -> Sheet:
    ruleset = load_ruleset(rules)
    terms = SheetTerms(tournament=1, ruleset=ruleset, rules=sha256(ruleset.text))
    return after(Sheet(terms=terms), OpenSheet(match=1, table=1, seats=tuple(range(11, 11 + seats))))


def by_rules(rules: str, seats: int = 4) -> Step:
    """An empty sheet by other rules; by some, five may sit at a table, of whom the dealer sits out."""
    return lambda sheet: _empty_sheet(rules, seats)


def rufer(declarer: int, partner: int) -> GameRecord:
    """A Rufer that was won."""
    return recorded(contract="rufer", declarer=declarer, partner=partner, result="won", level="simple")


def aside(number: int, text: str = "x", kind: PaperLineKind = PaperLineKind.STRUCK, **more: Any) -> SetAsideLine:
    """What the paper says in this line is no game."""
    return SetAsideLine(**{"number": number, "paper": OnPaper(kind=kind, text=text), "key": f"aside{number}"} | more)


# Disputes


def objection(number: int | None = 2, seat: int | None = 2, text: str = "war ein Solo", **more: Any) -> RaiseDispute:
    """A player objects."""
    return RaiseDispute(**{"number": number, "seat": seat, "reason": why(text), "key": "d" * 32} | more)


def decision(outcome: DisputeOutcome = DisputeOutcome.REJECTED, dispute: int = 1, text: str = "so gespielt") -> Any:
    """The supervisor decides."""
    return DecideDispute(dispute=dispute, outcome=outcome, reason=why(text))


def appeal(dispute: int = 1, seat: int | None = 2, text: str = "doch") -> AppealDispute:
    """A player appeals."""
    return AppealDispute(dispute=dispute, seat=seat, reason=why(text))


def last_word(outcome: DisputeOutcome = DisputeOutcome.REJECTED, dispute: int = 1, text: str = "so war es") -> Any:
    """The tribunal decides."""
    return SettleDispute(dispute=dispute, outcome=outcome, reason=why(text))


def _text(value: Any) -> str:
    """A field of a payload in one word: a game as its entry, values of a list with commas."""
    match value:
        case None:
            return "-"
        case bool():
            return str(value).lower()
        case list():
            return ",".join(map(_text, value)) or "none"
        case {"written": paper} if len(value) == 1:
            return "paper:" + _text(paper)
        case dict() if value.keys() & {"contract", "written", "unplayed"}:
            return _entry(record_from_json(value))
        case dict():
            return ",".join(f"{name}:{_text(part)}" for name, part in value.items())
    return str(value)


def _entry(record: GameRecord) -> str:
    """A game as it is typed, with the marks that cannot be typed."""
    decision, place = record.decision, record.place
    if decision.unplayed:
        return "unplayed"
    marks = [
        *(["struck"] if decision.struck else []),
        *([f"approved:{_text(decision.approved)}"] if decision.approved is not None else []),
        *([f"passed:{place.passed}"] if place.passed else []),
        *([f"sits_out:{place.sits_out}"] if place.sits_out else []),
    ]
    bare = record.decided(struck=None, approved=None).placed(passed=None, seats=None, sits_out=None)
    return "+".join(["".join(format_record(bare).split()), *marks]).replace("−", "-")
