"""The base class of a sheet's commands, and `@command`, which says who may give one.

The classes stand in acts/, each beside the events that follow from it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, TypeVar

from tournament.sheet.draft import Draft


class Command(Protocol):
    """A request to change a sheet: a frozen dataclass.

    `number` is a line, `seat` a seat; both count from 1. `key` is the id that the client made for this command: a
    command that comes twice is done once. `seen` is the id of the command that wrote the line's game as the page showed
    it, `corrected` the number of its corrections on the page.
    """

    __dataclass_fields__: ClassVar[dict[str, Any]]

    def decide(self, draft: Draft) -> None:
        """Add the events of this command to the draft, or raise Refused."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """Who may give a command. `may` names a permission in permissions.py; None: only services give it, and check.

    `device`: the device of a table may send it, too. `official`: it changes a result that may already be official, or
    something printed on an official sheet.
    """

    may: str | None
    device: bool = False
    official: bool = False


# Filled by `@command`; importing acts/ imports every act.
COMMANDS: dict[type[Command], Access] = {}

Declared = TypeVar("Declared", bound=Command)


def command(
    *, may: str | None, device: bool = False, official: bool = False
) -> Callable[[type[Declared]], type[Declared]]:
    """Register a class of commands, as in `Access`."""

    def register(command_class: type[Declared]) -> type[Declared]:
        COMMANDS[command_class] = Access(may=may, device=device, official=official)
        return command_class

    return register
