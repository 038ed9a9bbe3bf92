"""How many seats are left before the draw, as numbers and as sentences. Pure: knows no rows."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsLeft:
    """How the seats stand. `players` play, `house` of them are house players.

    With `missing` more they fill `tables` tables. `most` guests may play, None: there is no limit. `waiting` wait.
    """

    players: int
    house: int
    missing: int
    tables: int
    most: int | None
    waiting: int

    @property
    def left(self) -> int | None:
        """How many more guests may play, None without a limit. House players stand back for guests."""
        return None if self.most is None else max(self.most - (self.players - self.house), 0)

    @property
    def full(self) -> bool:
        return self.left == 0

    @property
    def takes_nobody(self) -> bool:
        """Whether whoever comes now waits: nobody passes those who wait already."""
        return self.full or self.waiting > 0

    @property
    def next_table(self) -> str:
        """A sentence on the next full table."""
        if not self.missing:
            text = ngettext("%(tables)s full table", "%(tables)s full tables", self.tables)
            return text % {"tables": self.tables}
        return _("%(missing)s more until table %(table)s") % {"missing": self.missing, "table": self.tables}

    @property
    def limit(self) -> str:
        """A sentence on the limit, "" without one."""
        if self.left is None:
            return ""
        if not self.left:
            return _("Full: %(most)s players") % {"most": self.most}
        text = ngettext("%(left)s seat left, full at %(most)s", "%(left)s seats left, full at %(most)s", self.left)
        return text % {"left": self.left, "most": self.most}

    @property
    def queue(self) -> str:
        """A sentence on the waiting list, "" if nobody waits."""
        text = ngettext("%(waiting)s on the waiting list", "%(waiting)s on the waiting list", self.waiting)
        return text % {"waiting": self.waiting} if self.waiting else ""
