"""The names behind the keys of a sheet: everything that a page shows and the log does not hold."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from tournament.sheet.actors import Actor, Reason
from tournament.words.labels import device_name, own_page_name


def _as_written(text: str) -> str:
    return text


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """The names for one sheet, at this table. `seats` are the players' short names by seat.

    `logins` are full names, `devices` the numbers of the table's devices, `participants` the names of people who came
    or left, each by key. `masked` removes from a text names that may not be shown.
    """

    seats: Sequence[str]
    table: int = 0
    logins: Mapping[int, str] = field(default_factory=dict)
    devices: Mapping[int, int] = field(default_factory=dict)
    participants: Mapping[int, str] = field(default_factory=dict)
    masked: Callable[[str], str] = _as_written

    def login(self, key: int | None) -> str:
        """Return the full name of a login; "" for none."""
        return "" if key is None else self.logins.get(key, "")

    def actor(self, actor: Actor | None) -> str:
        """Return the login that acted, the table's device, or a player's own page; "" if an older log names none."""
        if actor is not None and actor.card is not None:
            return own_page_name(actor.card)
        if actor is None or actor.login is not None or actor.device is None:
            return self.login(actor.login if actor else None)
        return device_name(self.table, self.devices.get(actor.device, 0))

    def text(self, reason: Reason | None) -> str:
        """Return the text that a person wrote, as it may be shown; "" if there is none."""
        return self.masked(reason.text) if reason is not None and reason.text else ""
