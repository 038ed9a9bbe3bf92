"""The games of the demo tournament: invented, plausible, the same every time. Needs neither database nor players."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournament.prizes.kinds import Criterion

# With this seed the tie-break (5.4.2) decides the first places after match 1, whatever the draw is.
SEED = 10
TABLES, GAMES = 16, 32

SOLO_SHARE, WENZ_SHARE = 0.19, 0.3
# The share of games that are won; of the won (+) and lost (-) ones the shares with Schneider and with Schwarz.
RUFER_WON, RUFER_LEVELS = 0.60, {"+": (0.25, 0.03), "-": (0.10, 0.01)}
SOLO_WON, SOLO_LEVELS = 0.75, {"+": (0.20, 0.02), "-": (0.08, 0.0)}

# Games that are not random: table -> game and entry.
FIRST_MATCH = {
    2: (14, "st3+"),
    4: (30, "s2+"),
    6: (22, "wt1+"),
    7: (13, "r24++"),
    9: (8, "st4-"),
    10: (18, "r13!2"),
    14: (27, "wt2+"),
}
SECOND_MATCH = {3: (11, "st1+"), 9: (16, "wt3+")}


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoSheet:
    """One table's sheet: its games in shorthand, how they are written, and how far the sheet gets.

    `live` games are written while they are played; others are typed from paper, as points if `by_points`.
    A whole sheet is signed and accepted by default. `unasked` is a game on paper without the supervisor's initials,
    which is struck afterwards (5.2.17); `undecided` is a game at the table that still waits for the supervisor;
    `misread` is a game and its wrong entry, which is corrected after all have signed (5.3.4).
    """

    entries: Sequence[str]
    live: bool = False
    by_points: bool = False
    signed: bool = True
    accepted: bool = True
    unasked: int | None = None
    undecided: int | None = None
    misread: tuple[int, str] | None = None


# In cents, the first place first.
MONEY = (30000, 20000, 12000, 8000, 5000)
# Words, donor, criterion and its argument.
PRIZES = (
    ("Kasten Bier", "Brauerei Feldkirchen", Criterion.PLACE, "vorletzter"),
    ("Flasche Obstler", "", Criterion.PLACE, "11, 22, 33"),
    ("Wanderpokal", "SV Feldkirchen", Criterion.CLUB, "SV Feldkirchen"),
    ("Geräuchertes", "Metzgerei Obermaier", Criterion.SHEET, ""),
    ("Trostpreis", "", Criterion.MINUS, ""),
)
# Words and donor.
TO_CHOOSE = (
    ("Geschenkkorb", "Dorfladen Feldkirchen"),
    ("Spanferkel für zehn", "Metzgerei Obermaier"),
    ("Gutschein für vier Schnitzel", "Gasthof zur Post"),
    ("Schafkopfkarten im Lederetui", ""),
    ("Werkzeugkasten", "Eisenwaren Huber"),
    ("Brotzeitbrett", ""),
    ("Sack Kartoffeln", "Familie Wimmer"),
    ("Regenschirm", "Raiffeisenbank"),
)


def demo_matches(seed: int = SEED) -> tuple[list[DemoSheet], list[DemoSheet]]:
    """The sheets of match 1, all accepted, and the sheets of match 2 that have games; both from table 1 on."""
    chance = random.Random(seed)  # noqa: S311  meant to be the same every time
    return _first_match(_tables(chance, FIRST_MATCH)), _second_match(_tables(chance, SECOND_MATCH))


def _first_match(tables: Sequence[list[str]]) -> list[DemoSheet]:
    """Typed from paper as points (tables 1 to 6) or as shorthand (7 to 12), or written at the table (13 to 16)."""
    return [
        DemoSheet(
            entries=entries,
            by_points=table <= 6,
            live=table > 12,
            unasked=30 if table == 4 else None,
            misread=(13, "r23++") if table == 7 else None,
        )
        for table, entries in enumerate(tables, 1)
    ]


def _second_match(tables: Sequence[list[str]]) -> list[DemoSheet]:
    """Four are accepted, one is signed, one complete, five are being played; the other tables have no games yet."""
    whole = [DemoSheet(entries=entries, live=table % 2 == 0) for table, entries in enumerate(tables[:4], 1)]
    whole.append(DemoSheet(entries=tables[4], accepted=False))
    whole.append(DemoSheet(entries=tables[5], live=True, signed=False))
    played = zip(tables[6:], (24, 20, 16, 9, 5), strict=False)
    return whole + [
        DemoSheet(entries=entries[:games], live=True, undecided=16 if games == 16 else None)
        for entries, games in played
    ]


def _tables(chance: random.Random, places: Mapping[int, tuple[int, str]]) -> list[list[str]]:
    tables = []
    for table in range(1, TABLES + 1):
        # Some players announce a Solo sooner than others.
        boldness = [chance.uniform(0.4, 1.6) for _seat in range(4)]
        entries = [_entry(chance, boldness) for _game in range(GAMES)]
        if table in places:
            number, entry = places[table]
            entries[number - 1] = entry
        tables.append(entries)
    return tables


def _entry(chance: random.Random, boldness: Sequence[float]) -> str:
    """One game in shorthand, such as "r13+" or "s2--"."""
    if chance.random() < SOLO_SHARE:
        contract = "w" if chance.random() < WENZ_SHARE else "s"
        seats = str(chance.choices(range(1, 5), weights=boldness)[0])
        won, levels = SOLO_WON, SOLO_LEVELS
    else:
        contract = "r"
        seats = "".join(map(str, chance.sample(range(1, 5), 2)))
        won, levels = RUFER_WON, RUFER_LEVELS
    sign = "+" if chance.random() < won else "-"
    schneider, schwarz = levels[sign]
    level = chance.random()
    return contract + seats + sign * (3 if level < schwarz else 2 if level < schwarz + schneider else 1)
