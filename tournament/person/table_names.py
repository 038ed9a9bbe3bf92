"""The names of the players of one table, told apart where two of them have the same. Knows no database."""

from collections.abc import Sequence
from typing import NamedTuple

from tournament.person.names import additions, full_name, short_stand_in

# So much of a club stands behind a short name, in a column of the sheet or on a button.
SHORT = 14


class NamedPlayer(NamedTuple):
    """Who sits on a seat, as far as the name goes."""

    start_number: int
    first_name: str
    last_name: str
    club: str
    title: str = ""

    @property
    def name(self) -> str:
        """The name alone, without its title."""
        return full_name(self.first_name, self.last_name)


def table_names(players: Sequence[NamedPlayer]) -> list[str]:
    """Return the full names by seat: “Dr. Anna Huber”, and “Josef Huber (Post SV)” where two have the same name.

    Where the clubs begin alike, so that the short names have start numbers, the full names have them, too.
    """
    whole, short = _additions(players), _additions(players, longest=SHORT)
    return [
        full_name(one.first_name, one.last_name, one.title)
        + (behind if (behind := short[one.start_number]) == f" ({one.start_number})" else whole[one.start_number])
        for one in players
    ]


def short_names(players: Sequence[NamedPlayer]) -> list[str]:
    """Return the shortest names that are unique at the table: Anna, Anna O., Anna Hu., or “Anna (Post SV)”."""
    behind = _additions(players, longest=SHORT)
    names = []
    for player in players:
        if number := short_stand_in(player.last_name):
            names.append(number)
            continue
        first, last = player.first_name, player.last_name
        others = [one.last_name for one in players if one.first_name == first and one.name != player.name]
        lengths = (length for length in range(1, len(last)) if all(other[:length] != last[:length] for other in others))
        length = next(lengths, None)
        short = first if not others else f"{first} {last[:length]}." if length else f"{first} {last}"
        names.append(short + behind[player.start_number])
    return names


def _additions(players: Sequence[NamedPlayer], **longest: int) -> dict[int, str]:
    return additions(((player.start_number, player.name, player.club) for player in players), **longest)
