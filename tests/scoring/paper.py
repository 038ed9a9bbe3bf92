"""Reads fixtures/listen.txt, the sixteen lists as handed in, and adds the points up without the scoring."""

import re
from dataclasses import dataclass
from pathlib import Path

from scoring.records import GameRecord
from tests.records import recorded

LISTS = Path(__file__).parents[2] / "fixtures" / "listen.txt"


@dataclass(frozen=True)
class PaperLine:
    no: int
    points: tuple[int, ...]
    circled: int | None
    approved: bool
    struck: bool

    def record(self) -> GameRecord:
        return recorded(
            written=self.points, circled=self.circled, approved=self.approved or None, struck=self.struck or None
        )


@dataclass(frozen=True)
class PaperList:
    table: int
    lines: tuple[PaperLine, ...]
    running: tuple[tuple[int, ...], ...]

    def records(self) -> list[GameRecord]:
        return [line.record() for line in self.lines]


def read_lists() -> dict[int, PaperList]:
    lists: dict[int, PaperList] = {}
    for block in LISTS.read_text(encoding="utf-8").split("\nTisch ")[1:]:
        head, *rows = block.strip().splitlines()
        lines, running = [], []
        for row in rows:
            words = row.split()
            values = tuple(int(word.strip("()")) for word in words[1:5])
            if words[0] == "=":
                running.append(values)
                continue
            circles = [seat for seat, word in enumerate(words[1:5], 1) if re.fullmatch(r"\(.*\)", word)]
            lines.append(
                PaperLine(
                    no=int(words[0]),
                    points=values,
                    circled=circles[0] if circles else None,
                    approved="gen." in words,
                    struck="gestr." in words,
                )
            )
        lists[int(head)] = PaperList(table=int(head), lines=tuple(lines), running=tuple(running))
    return lists
