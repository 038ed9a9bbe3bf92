"""On no paper do words and codes cover each other, however short or long the names are."""

import datetime as dt
import itertools

import pytest

from tests.tournament.exports.boxes import collisions
from tests.tournament.exports.printed_draws import draw
from tournament.exports.scoresheet import Signed, sheet_page
from tournament.exports.table_cards import Door, table_cards_page
from tournament.models import Match, Scoresheet, Tournament
from tournament.qr import address_qr
from tournament.selectors.seats import Place, Table

LONG = "Freiherr-Maximilian-Balthasar von und zu Oberammergau-Unterhinterhausen"
NAMES = ("Li", LONG)
LONGEST = (
    "von und zu Oberammergau-Unterhinterhausen auf Hohenschwangau Maximilian-Balthasar Magdalena Kunigunde Theodolind"
)
ADDRESS = "https://spielliste.schafkopffreunde-feldkirchen-westerham.example/table/feldkirchen-2026/1/16/"


def scoresheet(kind: str, seats: int, names: tuple[str, str, str], pack: str) -> str:
    """The page of a sheet without its lines: blank, with names and code, or filled."""
    title, keeper, player = names
    tournament = Tournament(
        name=title,
        slug="x",
        day=dt.date(2026, 11, 28),
        organiser=title,
        management=player,
        ruleset_id="schafkopfschule-2023",
    )
    match = Match(tournament=tournament, number=1)
    sheet = Scoresheet(match=match, table_number=116, scorekeeper=1, pack=pack, first_dealer=1)
    people = [keeper] + [player] * (seats - 1)
    if kind == "blank":
        return sheet_page(tournament, names=[""] * seats, rounds=[])
    if kind == "named":
        return sheet_page(tournament, scoresheet=sheet, names=people, rounds=[], qr=address_qr(ADDRESS))
    how = f"unterschrieben auf dem Papier · {player}, 20:14"
    return sheet_page(
        tournament,
        scoresheet=sheet,
        names=people,
        rounds=[],
        totals=["+120"] * seats,
        total_sum=0,
        remarks=["Spiel 7 berichtigt (5.3.4)"],
        signatures=[Signed(who=name, how=how) for name in people],
        supervisor=Signed(who="Aufsicht", how=how),
        state="abgenommen",
        check_code="AAAA-BBBB-CCCC",
    )


# The kinds of sheet with the titles, scorekeepers and (seats, other players) that are tried in all combinations. A code
# stood on the table's number where title and scorekeeper nearly filled the line: neither short nor long.
TITLES = ("Li", "Feldkirchen 2026", "Preisschafkopfen Moosach 26", "Feldkirchner Schafkopfrennen 2026", LONG)
KEEPERS = ("Li", "Anna Obermaier", "Magdalena Obermaier", LONG)
PLAYERS = ((4, "Li"), (5, LONG))


@pytest.mark.parametrize(
    ("kind", "titles", "keepers", "players"),
    [
        ("blank", NAMES, ("",), ((4, ""), (5, ""))),
        ("named", TITLES, KEEPERS, PLAYERS),
        ("filled", NAMES, NAMES, ((4, LONG), *PLAYERS)),
    ],
)
def test_nothing_covers_anything_on_a_scoresheet(kind, titles, keepers, players):
    pages = [
        scoresheet(kind, seats, (title, keeper, player), pack="" if seats == 4 else "116")
        for title, keeper, (seats, player) in itertools.product(titles, keepers, players)
    ]
    assert collisions(pages) == [[]] * len(pages)


def test_nothing_covers_anything_on_a_card():
    def card(size: int, title: str, player: str, door: bool, wifi: str) -> str:
        match = draw().match
        match.tournament.name, match.tournament.wifi_name = title, wifi
        match.tournament.wifi_password = "M" * 63 if wifi else ""
        places = tuple(
            Place(
                match=2, table=1, seat=seat, start_number=900 + seat, name=player,
                deals_first=seat == 1, keeps_sheet=seat == 2,
            )
            for seat in range(1, size + 1)
        )  # fmt: skip
        doors = {1: Door(address=ADDRESS, code="4821")} if door else {}
        at = dt.datetime(2026, 11, 28, 9, 30, tzinfo=dt.UTC)
        table = Table(number=1, places=places)
        return table_cards_page(match, [table], {}, address=ADDRESS, exchanged=at, doors=doors)

    doors = ((False, ""), (True, ""), (True, "W" * 32))
    pages = [
        card(size, title, player, *door)
        for size, title, player, door in itertools.product((4, 5), NAMES, ("Li", LONG, LONGEST), doors)
    ]
    assert collisions(pages) == [[]] * len(pages)
