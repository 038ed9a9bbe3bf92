"""What would become of games that a table's device could not send: new, there already, or in conflict with another."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from django.utils import timezone

from scoring.records import record_to_json
from tournament import permissions
from tournament.draw.selectors.seats import players_at
from tournament.models import Command, Scoresheet, User
from tournament.person.table_names import short_names, table_names
from tournament.refusals import RefusalKind, Refused
from tournament.selectors.sheets import sheet_state
from tournament.sheet.acts.games import RecordGame
from tournament.sheet.acts.take_backs import TakeBackGame
from tournament.sheet.deciding import decide
from tournament.sheet.draft import Answer
from tournament.sheet.lines import points_as_written
from tournament.sheet.places import line_place
from tournament.sheet.sent import DeviceCommand, heart_command, id_used
from tournament.sheet.state import Sheet
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
    """A command in words with its points by seat, its fate, the game that stands there instead, and why it fails."""

    number: int
    taken_back: bool
    text: str
    points: str
    fate: Fate
    instead: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnsentView:
    """The games of a device as the desk reads them: the names by seat and each command."""

    scoresheet: Scoresheet
    names: tuple[str, ...]
    lines: tuple[UnsentLine, ...]

    @property
    def writable(self) -> int:
        """How many would be written: those before the first that a person has to decide on."""
        fates = [line.fate for line in self.lines]
        stop = next((at for at, fate in enumerate(fates) if fate in (Fate.CONFLICT, Fate.REFUSED)), len(fates))
        return fates[:stop].count(Fate.NEW)


def unsent_view(scoresheet: Scoresheet, commands: Sequence[DeviceCommand], actor: User) -> UnsentView:
    """Return what would become of these commands, in order: each is decided, and nothing is kept. Four queries."""
    players = players_at(scoresheet)
    names = short_names(players)
    sheet, lines = sheet_state(scoresheet), []
    stands = games_that_stood(sheet, commands_of(scoresheet))
    rows = Command.objects.filter(key__in=[command.id for command in commands])
    commands_by_key = {key: act for key, *act in rows.values_list("key", "scoresheet", "kind", "number")}
    for command in commands:
        act, done_before = [scoresheet.pk, command.kind, command.number], commands_by_key.get(command.id)
        if done_before not in (None, act):
            lines.append(_unsent_line(command, str(id_used()), "", Fate.REFUSED))
            continue
        line, sheet = _line(sheet, command, names, actor, stands, stands=done_before is not None)
        there = sheet.games.get(command.number)
        if line.fate == Fate.STANDS and done_before is None and there is not None and there.command:
            stands[command.id] = there.command
        if line.fate in (Fate.NEW, Fate.STANDS):
            commands_by_key[command.id] = act
        lines.append(line)
    return UnsentView(scoresheet=scoresheet, names=tuple(table_names(players)), lines=tuple(lines))


def commands_of(scoresheet: Scoresheet) -> list[tuple[str, str, int]]:
    """Return id, kind and line of every command done on this sheet, in order. One query."""
    return list(scoresheet.commands.order_by("pk").values_list("key", "kind", "number"))


def games_that_stood(sheet: Sheet, acts: Sequence[tuple[str, str, int]]) -> dict[str, str]:
    """Return the newest id under which each game was sent, with the command that wrote it.

    The two differ if the game was read out to the desk before. Lines that were moved are left out.
    """
    numbers = {key: number for key, kind, number in acts if kind == RecordGame.kind}
    newest = {number: key for key, number in numbers.items()}
    games = {number: game.command for number, game in sheet.games.items() if game.command}
    return {newest[number]: command for number, command in games.items() if numbers.get(command) == number}


def _line(
    sheet: Sheet,
    command: DeviceCommand,
    names: Sequence[str],
    actor: User,
    former: Mapping[str, str],
    *,
    stands: bool,
) -> tuple[UnsentLine, Sheet]:
    """Return the command in words, and the sheet as it would be after it."""
    there = sheet.games.get(command.number)
    instead = describe(sheet.terms.ruleset, record_to_json(there.record), names) if there else ""
    try:
        act = heart_command(command, former)
    except Refused as refusal:
        return _unsent_line(command, str(refusal), "", Fate.REFUSED), sheet
    text, points = _words(sheet, act, names)
    if stands:
        return _unsent_line(command, text, points, Fate.STANDS), sheet
    try:
        effect = decide(sheet, act, by=permissions.acting(actor), at=timezone.now())
    except Refused as refusal:
        if isinstance(act, TakeBackGame) and there is not None and there.command == act.seen:
            # The game that the device means is still there, and stays (5.3.4).
            return _unsent_line(command, instead, points, Fate.CONFLICT, why=str(refusal)), sheet
        if refusal.kind == RefusalKind.CONFLICT:
            why = "" if instead else str(refusal)
            return _unsent_line(command, text, points, Fate.CONFLICT, instead, why), sheet
        return _unsent_line(command, str(refusal), "", Fate.REFUSED), sheet
    if effect.answer == Answer.DUPLICATE:
        return _unsent_line(command, text, points, Fate.STANDS), effect.sheet
    return _unsent_line(command, text or instead, points, Fate.NEW), effect.sheet


def _words(sheet: Sheet, act: RecordGame | TakeBackGame, names: Sequence[str]) -> tuple[str, str]:
    """Return the game in words and its points; "" for a game that is taken back."""
    if isinstance(act, TakeBackGame):
        return "", ""
    ruleset = sheet.ruleset
    record = record_to_json(line_place(sheet, act.number).put(act.record))
    points = labels.points_text(points_as_written(ruleset, act.number, record)[0])
    return describe(ruleset, record_to_json(act.record), names), points


def _unsent_line(
    command: DeviceCommand, text: str, points: str, fate: Fate, instead: str = "", why: str = ""
) -> UnsentLine:
    return UnsentLine(
        number=command.number,
        taken_back=command.kind != RecordGame.kind,
        text=text,
        points=points,
        fate=fate,
        instead=instead,
        why=why,
    )
