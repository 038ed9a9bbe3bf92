"""python -m scoring verify: published questions, each answered as the text of the rules says, or it tells."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from scoring.__main__ import main
from scoring.verify import REFUSED, markdown_lines, questions, read_questions, text_lines, verdict
from tests.scoring.command_line import raw

PAGE = Path(__file__).parents[2] / "docs" / "questions.md"


def test_every_question_is_answered_as_the_text_says() -> None:
    process = raw("verify")
    lines = process.stdout.decode("utf-8").splitlines()
    assert [line for line in lines[:-1] if not line.startswith("holds ")] == []
    assert (process.returncode, lines[-1]) == (
        0,
        f"{len(questions())} questions, all answered as the text of the rules says.",
    )
    assert len(lines) == len(questions()) + 1


def test_they_are_many_of_every_kind_and_no_two_are_the_same() -> None:
    kinds = Counter(question.kind for question in questions())
    assert {kind for kind, count in kinds.items() if count >= 20} == {"game", "sheet", "rank", "hand", "money"}
    assert len(questions()) >= 500
    assert len({(one.rules, one.words) for one in questions()}) == len(questions())
    assert all(one.section.strip() and one.heading for one in questions())
    assert sum(one.answer == REFUSED for one in questions()) >= 50


def test_every_figure_of_5_2_7_is_asked() -> None:
    won = {"rufer": ([1], [2], [3]), "solo": ([6], [9], [12]), "wenz": ([6], [9], [12])}
    asked = [one for one in questions() if one.rules == "schafkopfschule-2023" and one.kind == "game"]
    for contract, levels in won.items():
        for figures, level in zip(levels, ("simple", "schneider", "schwarz"), strict=True):
            for result, sign in (("won", 1), ("lost", -1)):
                case = {"contract": contract, "result": result, "level": level}
                cases = [one for one in asked if case.items() <= dict(one.case).items()]  # type: ignore[call-overload]
                assert any(sign * figures[0] in one.answer for one in cases if isinstance(one.answer, list)), case


@pytest.mark.parametrize(
    ("question", "answer", "shown"),
    [
        (
            {"game": {"contract": "solo", "declarer": 1, "result": "won"}, "answer": [9, -3, -3, -3]},
            [6, -2, -2, -2],
            "",
        ),
        ({"game": {"written": [1, 1, 1, -3]}, "answer": [1, 1, 1, -3]}, REFUSED, "refused"),
        ({"sheet": {"games": []}, "ask": "totals", "answer": [1, 0, 0, -1]}, [0, 0, 0, 0], ""),
        ({"rank": {"entries": [{"name": "Anna", "points": 1}]}, "answer": [[2, "Anna"]]}, [[1, "Anna"]], "1 Anna"),
        ({"hand": {"contract": "solo-tout", "suit": "E", "hand": "?"}, "answer": True}, REFUSED, "refused"),
    ],
)
def test_a_wrong_answer_is_found(question: dict[str, Any], answer: object, shown: str) -> None:
    line = json.dumps({"section": "5.2.7", "ruleset": "schafkopfschule-2023", "question": "A case", **question})
    (one,) = [verdict(asked) for asked in read_questions(f'{{"heading": "H"}}\n{line}\n')]
    assert (one.holds, one.answer) == (False, answer)
    (text,), markdown = list(text_lines([one])), " ".join(markdown_lines([one]))
    assert text.startswith("DIFFERS schafkopfschule-2023 (5.2.7): A case: ")
    assert f"**differs: answered {shown}" in markdown


def test_the_command_fails_if_one_differs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = '{"section": "1", "ruleset": "house-10-60", "question": "?", "game": {"written": []}, "answer": [0]}'
    monkeypatch.setattr("scoring.__main__.questions", lambda: tuple(read_questions(wrong)))
    assert main(["verify"]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "1 questions, 1 answered otherwise."


def test_the_page_of_the_docs_is_what_the_command_prints() -> None:
    printed = raw("verify", "--markdown").stdout.decode("utf-8")
    assert PAGE.read_text(encoding="utf-8").endswith(printed.lstrip("\n"))
    assert re.search(r"^# .+", PAGE.read_text(encoding="utf-8"))
