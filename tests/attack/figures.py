"""What an attack measured, and whether that is good enough."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One figure of one attack. `goal` says in words what it should be, `holds` whether it is."""

    what: str
    value: str
    goal: str
    holds: bool

    def __str__(self) -> str:
        return f"{'  ' if self.holds else '! '}{self.what:<62} {self.value:>30}   {self.goal}"
