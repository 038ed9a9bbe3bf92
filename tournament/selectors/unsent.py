"""What would become of the games that a table's device could not send: new, there already, or another stands there."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from scoring.errors import ScoringError
from scoring.games import check_game
from scoring.records import GameRecord, record_from_json, record_to_json
from tournament.enums import RedealReason, Source
from tournament.models import Scoresheet
from tournament.person.names import full_name
from tournament.selectors.decided import is_decided
from tournament.selectors.records import Place, points_as_written
from tournament.selectors.scoresheets import short_names
from tournament.words import labels
from tournament.words.game_labels import describe


class Fate(Enum):
    """What would become of a command at the desk."""

    NEW = "new"
    STANDS = "stands"
    CONFLICT = "conflict"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnsentLine:
    """A command in words with its points by seat, what would become of it, and what stands there instead."""

    number: int
    taken_back: bool
    text: str
    points: str
    fate: Fate
    instead: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnsentView:
    """The games of a device as the desk reads them: seats with names, and each command. `writable` would be new."""

    scoresheet: Scoresheet
    names: tuple[str, ...]
    lines: tuple[UnsentLine, ...]

    @property
    def writable(self) -> int:
        """How many would be written: those before the first that a person has to decide about."""
        fates = [line.fate for line in self.lines]
        stop = next((at for at, fate in enumerate(fates) if fate in (Fate.CONFLICT, Fate.REFUSED)), len(fates))
        return fates[:stop].count(Fate.NEW)


def same_game(held: dict[str, Any], record: GameRecord) -> bool:
    """Whether a line says this very game; where it sits on the sheet and what was decided on it is not the game."""
    placed = {"seats": None, "sits_out": None, "struck": None, "approved": None}
    return replace(record_from_json(held), **placed) == replace(record, **placed)


def unsent_record(record: dict[str, Any] | None, redeals: Sequence[str]) -> GameRecord:
    """The record of a device's command with its deals thrown in. ScoringError where it is none."""
    return replace(record_from_json(record), passed=list(redeals).count(RedealReason.PASSED) or None)


def unsent_view(scoresheet: Scoresheet, commands: Sequence[Any]) -> UnsentView:
    """What would become of these commands (DeviceCommand), in their order. 3 queries."""
    people = list(scoresheet.seats.values_list("participant__first_name", "participant__last_name"))
    reading = _Reading(scoresheet, short_names(people))
    lines = tuple(reading.line(command) for command in commands)
    return UnsentView(scoresheet=scoresheet, names=tuple(full_name(first, last) for first, last in people), lines=lines)


class _Reading:
    """The sheet as it would be after the commands read so far."""

    def __init__(self, scoresheet: Scoresheet, names: list[str]) -> None:
        self.ruleset = scoresheet.match.tournament.ruleset
        self.scoresheet, self.names = scoresheet, names
        games = list(scoresheet.games.annotate(decided=is_decided()))
        self.records: dict[int, dict[str, Any]] = {game.number: game.record for game in games}
        self.live = {game.number for game in games if game.source == Source.LIVE}
        self.decided = {game.number for game in games if game.decided}
        commands = list(scoresheet.commands.order_by("pk").values_list("kind", "number", "key"))
        self.known = {key for _kind, _number, key in commands}
        # By line, what wrote it last.
        self.wrote = {number: key for kind, number, key in commands if kind == "record"}

    def line(self, command: Any) -> UnsentLine:
        taken_back = command.kind != "record"
        there = self.records.get(command.number)
        if taken_back:
            return self._taken_back(command, there)
        try:
            record = unsent_record(command.record, command.redeals)
            placed = self._place(command.number).put(record)
            problems = check_game(self.ruleset, replace(placed, first=command.number == 1 or None))
            if problems:
                raise problems[0].error()
        except ScoringError as error:
            return self._told(command, labels.sentence(error), "", Fate.REFUSED)
        text = describe(self.ruleset, record_to_json(record), self.names)
        points = labels.points_text(points_as_written(self.ruleset, command.number, record_to_json(placed))[0])
        if command.id in self.known:
            return self._told(command, text, points, Fate.STANDS)
        if there is not None and same_game(there, record):
            self.wrote[command.number] = command.id
            return self._told(command, text, points, Fate.STANDS)
        if there is not None:
            return self._told(command, text, points, Fate.CONFLICT, describe(self.ruleset, there, self.names))
        if command.number != next(number for number in range(1, 1000) if number not in self.records):
            return self._told(command, text, points, Fate.CONFLICT)
        self.records[command.number] = record_to_json(placed)
        self.wrote[command.number] = command.id
        if self.scoresheet.source == Source.LIVE:
            self.live.add(command.number)
        return self._told(command, text, points, Fate.NEW)

    def _taken_back(self, command: Any, there: dict[str, Any] | None) -> UnsentLine:
        text = describe(self.ruleset, there, self.names) if there else ""
        if command.id in self.known:
            return self._told(command, "", "", Fate.STANDS)
        if there is None:
            return self._told(command, "", "", Fate.CONFLICT)
        if self.wrote.get(command.number, "") != command.game:
            return self._told(command, "", "", Fate.CONFLICT, text)
        # 5.3.4: of what was written at the table only the last game.
        if command.number in self.live and max(self.records) > command.number:
            return self._told(command, text, "", Fate.CONFLICT)
        if command.number in self.decided:
            return self._told(command, text, "", Fate.CONFLICT)
        del self.records[command.number]
        self.live.discard(command.number)
        return self._told(command, text, "", Fate.NEW)

    def _told(self, command: Any, text: str, points: str, fate: Fate, instead: str = "") -> UnsentLine:
        return UnsentLine(
            number=command.number,
            taken_back=command.kind != "record",
            text=text,
            points=points,
            fate=fate,
            instead=instead,
        )

    def _place(self, number: int) -> Place:
        thrown_in = sum(record.get("passed", 0) for line, record in self.records.items() if line < number)
        return Place(
            ruleset=self.ruleset,
            number=number,
            seats=len(self.names),
            first_dealer=self.scoresheet.first_dealer,
            thrown_in=thrown_in,
        )
