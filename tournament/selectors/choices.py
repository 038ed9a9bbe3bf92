"""A line chosen by tapping: the questions of its contract, each with its choices, and the value of the line."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.contracts import KINDS, LEVELS
from scoring.errors import ScoringError
from scoring.games import RESULTS, SURRENDERS, check_game
from scoring.points import score_game
from scoring.records import GameRecord, record_to_json
from scoring.results import DRAWN_GAME
from scoring.ruleset import NEXT_DEALER, Ruleset
from tournament.enums import ApprovalState
from tournament.proof.integrity.canonical import canonical
from tournament.selectors.contracts import ContractChoice, contract_choices, suit_choices
from tournament.selectors.scoresheets import SheetView
from tournament.sheet.places import LinePlace, section_of
from tournament.words import game_labels, labels

# At most this many redeals before a game can be tapped; more are typed at the desk.
MOST_PASSED = 4
# A question without an answer means the usual: no Schneider, no runners, nothing offered, no deal thrown in.
USUAL = {
    "level": LEVELS[0],
    "surrender": "",
    "claimed": "",
    "passed": "0",
    **dict.fromkeys(("runners", "doublings", "laid", "knocked"), "0"),
}
SEATS = ("declarer", "partner", "loser", "second_loser")
YES_OR_NO = ("durchmarsch", "late_tout", "without", "announced")
# Asked only where there are runners.
OF_RUNNERS = ("without", "claimed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One key: the value it sends, its label, and whether it is pressed."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One field of the game with its keys; if `many`, any number of them may be pressed."""

    name: str
    label: str
    options: tuple[Option, ...]
    many: bool = False

    @property
    def answered(self) -> bool:
        """Whether this question needs no further answer."""
        return self.many or any(option.chosen for option in self.options)


@dataclass(frozen=True, slots=True, kw_only=True)
class LineChoice:
    """The questions and, once all are answered, the game in words with its points by seat.

    `key` identifies the game on the page: only that game is written. `problem` is the reason why there is no game yet;
    `section` is the rule by which the game waits for an approval once it is written.
    """

    questions: tuple[Question, ...]
    scores: tuple[tuple[str, int | None], ...]
    record: GameRecord | None = None
    words: str = ""
    key: str = ""
    problem: str = ""
    section: str = ""


def fields_of(record: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the fields of a written line as its form sends them; empty for a line known only by its points."""
    choices = {name: value if isinstance(value, list) else [value] for name, value in record.items()}
    if "durchmarsch" in choices:
        # In this case the seat that the form asks for is the winner's.
        choices |= {"loser": choices["durchmarsch"], "durchmarsch": ["on"]}
    for name in ("without", "announced"):
        if name in choices:
            choices[name] = ["on"]
    if "late_tout" in choices:
        # The form asks for the game that the late Tout counts as (2.8.2).
        choices |= {"contract": [KINDS[record["contract"]].base or record["contract"]], "late_tout": ["on"]}
    return {name: [str(value) for value in values] for name, values in choices.items()}


def questions_of(place: LinePlace, names: Sequence[str], choices: Mapping[str, Sequence[str]]) -> tuple[Question, ...]:
    """Return the questions for a line in this place, as far as its contract is known."""
    return tuple(_questions(place, names, choices))


def answers_of(questions: Sequence[Question]) -> dict[str, list[str]]:
    """Return the pressed keys as the game's form sends them."""
    return {question.name: [key.value for key in question.options if key.chosen] for question in questions}


def line_choice(
    place: LinePlace, names: Sequence[str], questions: tuple[Question, ...], record: GameRecord | None
) -> LineChoice:
    """Return the questions, with the value in this place of the `record` that their answers make."""
    nothing = tuple((name, None) for name in names)
    missing = ", ".join(question.label for question in questions if not question.answered)
    if missing or record is None:
        problem = _("Please choose: %(fields)s.") % {"fields": missing}
        return LineChoice(questions=questions, scores=nothing, problem=problem)
    try:
        points = _points(place, record)
    except ScoringError as error:
        return LineChoice(questions=questions, scores=nothing, problem=labels.scoring_sentence(error))
    record_json = record_to_json(record)
    return LineChoice(
        questions=questions,
        scores=tuple(zip(names, points, strict=True)),
        record=record,
        words=game_labels.describe(place.ruleset, record_json, names),
        key=hashlib.sha256(canonical(record_json).encode()).hexdigest()[:16],
    )


def section_asked(view: SheetView, number: int, record: GameRecord) -> str:
    """Return the section by which this game would wait for the supervisor, "" if it would count at once. No query."""
    section = section_of(view.sheet, number, record)
    approval = view.lines[number - 1].approval
    granted = approval is not None and (approval.state, approval.section) == (ApprovalState.GRANTED, section)
    return "" if granted else section or ""


def _points(place: LinePlace, record: GameRecord) -> tuple[int, ...]:
    placed = place.put(record).placed(first=True if place.first else None)
    for problem in check_game(place.ruleset, placed):
        raise problem.error()
    return score_game(place.ruleset, placed).points


def _questions(place: LinePlace, names: Sequence[str], choices: Mapping[str, Sequence[str]]) -> Iterator[Question]:
    ruleset = place.ruleset
    contracts = {choice.key: choice for choice in contract_choices(ruleset, place.tariff)}
    yield _question("contract", [(key, choice.label) for key, choice in contracts.items()], choices)
    contract = contracts.get(next(iter(choices.get("contract", ())), ""))
    if contract is None:
        return
    passed = next(iter(choices.get("passed", ())), "0")
    out = place.sits_out(int(passed) if passed.isdecimal() and len(passed) < 3 else 0)
    seats = [(str(seat), name) for seat, name in enumerate(names, 1) if seat != out]
    for name in _open_fields(contract, choices):
        yield _question_for(name, contract, ruleset, seats, choices)
    if ruleset.all_pass == NEXT_DEALER:
        yield _question("passed", _numbers(range(MOST_PASSED + 1)), choices)


def _open_fields(contract: ContractChoice, choices: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield the fields to ask for: of a drawn game only who played it, and who called Contra only if somebody did."""
    drawn = DRAWN_GAME in choices.get("result", ()) and bool(contract.drawn)
    runners, doublings = (choices.get(name, ["0"]) for name in ("runners", "doublings"))
    for name in contract.asks:
        if drawn and (name in (*contract.numbers, "level", "surrender", *YES_OR_NO, "doubled_by")):
            continue
        if name == "second_loser" and choices.get("durchmarsch"):
            continue
        if (name in OF_RUNNERS and "0" in runners) or (name == "doubled_by" and "0" in doublings):
            continue
        yield name


def _question_for(
    name: str,
    contract: ContractChoice,
    ruleset: Ruleset,
    seats: Sequence[tuple[str, str]],
    choices: Mapping[str, Sequence[str]],
) -> Question:
    if name == "partner":
        # Players cannot be their own partner.
        return _question(name, [seat for seat in seats if seat[0] not in choices.get("declarer", ())], choices)
    if name == "second_loser":
        return _question(name, [seat for seat in seats if seat[0] not in choices.get("loser", ())], choices)
    if name == "doubled_by":
        side = (*choices.get("declarer", ()), *choices.get("partner", ()))
        return _question(name, [seat for seat in seats if seat[0] not in side], choices)
    if name in SEATS:
        return _question(name, seats, choices)
    if name == "jungfrauen":
        return _question(name, seats, choices, many=True)
    if name in YES_OR_NO:
        return _question(name, [("on", _("yes"))], choices, many=True)
    if name == "suit":
        return _question(
            name, [(suit, word) for suit, word in suit_choices(ruleset) if suit in contract.suits], choices
        )
    if name in contract.numbers:
        return _number_question(name, contract, ruleset, choices)
    if name == "result" and contract.drawn:
        return _question(name, [*_words(name), (DRAWN_GAME, pgettext("game", "drawn"))], choices)
    return _question(name, _words(name), choices)


def _number_question(
    name: str, contract: ContractChoice, ruleset: Ruleset, choices: Mapping[str, Sequence[str]]
) -> Question:
    """Return a question for a number. What only money asks for may stay open (4.2): all runners count as claimed."""
    typed = {int(value) for value in choices.get(name, ()) if value.isdecimal() and len(value) < 3}
    options = _numbers(sorted({*contract.numbers[name], *typed}))
    if name == "claimed":
        return _question(name, [("", _("all of them")), *options], choices)
    if name == "runners" and not ruleset.runners_scored:
        return _question(name, [("", _("not said")), *options], {**choices, name: choices.get(name) or [""]})
    return _question(name, options, choices)


def _words(name: str) -> list[tuple[str, str]]:
    if name == "result":
        return list(zip(RESULTS, (_("won"), _("lost")), strict=True))
    if name == "level":
        return list(zip(LEVELS, (pgettext("level", "simple"), _("Schneider"), _("Schwarz")), strict=True))
    words = (_("not offered"), _("offered and accepted"), _("offered and refused"))
    return list(zip(("", *SURRENDERS), words, strict=True))


def _numbers(numbers: Sequence[int]) -> list[tuple[str, str]]:
    return [(str(number), str(number)) for number in numbers]


def _question(
    name: str, options: Sequence[tuple[str, str]], choices: Mapping[str, Sequence[str]], *, many: bool = False
) -> Question:
    down = choices.get(name) or ([USUAL[name]] if name in USUAL else [])
    if len(options) == 1 and not many:
        down = [options[0][0]]
    return Question(
        name=name,
        label=str(labels.FIELDS[name]),
        options=tuple(Option(value=value, label=str(word), chosen=value in down) for value, word in options),
        many=many,
    )
