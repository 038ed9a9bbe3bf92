"""The published questions: what the rules say of a case, typed from their text, and what is answered here.

`questions.jsonl` has a question on each line, or a heading. Nobody needs to read this program in order to ask more.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from textwrap import wrap

from scoring.attached import evaluate_request
from scoring.errors import ScoringError
from scoring.jsonlines import contenders_from_json, permit_from_json, sheet_to_json
from scoring.permits import check_permit
from scoring.points import score_game
from scoring.ranking import rank
from scoring.records import record_from_json
from scoring.ruleset import Ruleset, load_ruleset
from scoring.settlement import settle
from scoring.tariffs import load_tariff

REFUSED = "refused"
"""The answer to a case that the rules exclude."""

WIDTH = 118


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesQuestion:
    """One question: `rules` is the id of the ruleset, or of the tariff where money is asked for.

    `kind` says what `case` is: game (answered by the points of the seats), sheet (by its part `ask`), rank (by places
    and names), hand (by yes or no), or money (by the units of the seats).
    """

    heading: str
    section: str
    rules: str
    words: str
    kind: str
    case: object
    ask: str
    answer: object


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesVerdict:
    """What this program answers to a question."""

    question: RulesQuestion
    answer: object

    @property
    def holds(self) -> bool:
        """Whether it is what the text of the rules says."""
        return self.answer == self.question.answer


@cache
def questions() -> tuple[RulesQuestion, ...]:
    """Return the published questions in their order."""
    return tuple(read_questions(resources.files("scoring").joinpath("questions.jsonl").read_text(encoding="utf-8")))


def read_questions(text: str) -> Iterator[RulesQuestion]:
    """Yield the questions of a list, each with the heading that it stands under."""
    heading = ""
    for line in text.splitlines():
        entry = json.loads(line)
        if "heading" in entry:
            heading = entry["heading"]
            continue
        kind = next(kind for kind in _ANSWERS if kind in entry)
        yield RulesQuestion(
            heading=heading,
            section=entry["section"],
            rules=entry.get("tariff") or entry["ruleset"],
            words=entry["question"],
            kind=kind,
            case=entry[kind],
            ask=entry.get("ask", ""),
            answer=entry["answer"],
        )


def verdict(question: RulesQuestion) -> RulesVerdict:
    """Answer a question."""
    try:
        answer = _ANSWERS[question.kind](question)
    except ScoringError:
        answer = REFUSED
    return RulesVerdict(question=question, answer=answer)


def text_lines(verdicts: Iterable[RulesVerdict]) -> Iterator[str]:
    """Yield a line for each verdict; one that does not hold says both answers."""
    for one in verdicts:
        question = one.question
        said = "" if one.holds else f"; answered {_shown(one.answer)}"
        mark = "holds" if one.holds else "DIFFERS"
        words = f"{question.rules} ({question.section}): {question.words}: {_shown(question.answer)}"
        yield f"{mark:<8}{words}{said}"


def markdown_lines(verdicts: Iterable[RulesVerdict]) -> Iterator[str]:
    """Yield the verdicts as lists of Markdown, one under each heading, in lines of at most WIDTH characters."""
    heading = None
    for one in verdicts:
        question = one.question
        if question.heading != heading:
            heading = question.heading
            yield from ("", f"## {heading}", "")
        verdict_words = "holds" if one.holds else f"**differs: answered {_shown(one.answer)}**"
        words = f"- {question.section}: {question.words}: {_shown(question.answer)} ({verdict_words})"
        yield from wrap(words, WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def _shown(answer: object) -> str:
    """Return an answer as people write it: points with their signs, yes or no."""
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    if isinstance(answer, list) and answer and all(type(value) is int for value in answer):
        return " ".join(f"{value:+d}" if value else "0" for value in answer).replace("-", "−")
    if isinstance(answer, list):
        return "; ".join(map(_entry, answer)) or "none"
    return str(answer)


def _entry(entry: object) -> str:
    if isinstance(entry, dict):
        counts = [f"{key.replace('_', ' ')} {value}" for key, value in entry.items() if value not in (0, None)]
        return ", ".join(counts) or "none"
    return " ".join(map(str, entry)) if isinstance(entry, list) else str(entry)


def _rules(question: RulesQuestion) -> Ruleset:
    return load_ruleset(question.rules)


def _points(question: RulesQuestion) -> object:
    return list(score_game(_rules(question), record_from_json(question.case)).points)


def _sheet(question: RulesQuestion) -> object:
    return sheet_to_json(evaluate_request(_rules(question), question.case))[question.ask]


def _places(question: RulesQuestion) -> object:
    ranking = rank(_rules(question), contenders_from_json(question.case))
    return [[line.place, str(line.contender.name)] for line in ranking.places]


def _permitted(question: RulesQuestion) -> object:
    request = permit_from_json(question.case)
    return check_permit(_rules(question), request.contract, request.hand, request.suit).permitted


def _units(question: RulesQuestion) -> object:
    return list(settle(load_tariff(question.rules), record_from_json(question.case)).units)


_ANSWERS: Mapping[str, Callable[[RulesQuestion], object]] = {
    "game": _points,
    "sheet": _sheet,
    "rank": _places,
    "hand": _permitted,
    "money": _units,
}
