"""On no printed document do words and codes overlap, however short or long the names are."""

import datetime as dt
import itertools

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from tests.tournament.exports.boxes import LONGEST, collisions
from tests.tournament.exports.printed_draws import draw
from tests.worlds.played import accepted_tournament
from tournament.draw.exports.table_cards import Door, table_cards_page
from tournament.draw.selectors.seats import DrawnSeat, DrawnTable
from tournament.exports.printed_lines import PrintedCell, PrintedLine, PrintedRound
from tournament.exports.scoresheet import form_page
from tournament.models import Match, Participant, Scoresheet, Tournament
from tournament.network.qr import address_qr
from tournament.standings.exports.honours import SUITS
from tournament.standings.exports.standings import standings_page
from tournament.standings.selectors.honours import Honour
from tournament.standings.selectors.standings import overall_standings
from tournament.words.game_labels import NAMED_CONTRACTS
from tournament.words.labels import CONTRACTS

LONG = "Freiherr-Maximilian-Balthasar von und zu Oberammergau-Unterhinterhausen"
NAMES = ("Li", LONG)
ADDRESS = "https://spielliste.schafkopffreunde-feldkirchen-westerham.example/table/feldkirchen-2026/1/16/"


def scoresheet(kind: str, seats: int, names: tuple[str, str, str], pack: str) -> str:
    """The page of a sheet without its lines: blank, or with names and code."""
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
        return form_page(tournament, names=[""] * seats, rounds=[])
    return form_page(tournament, scoresheet=sheet, names=people, rounds=[], qr=address_qr(ADDRESS))


# The kinds of sheet with the titles, scorekeepers and (seats, other players) that are tried in all combinations. Once a
# code covered the table's number where title and scorekeeper nearly filled the line: neither short nor long.
TITLES = ("Li", "Feldkirchen 2026", "Preisschafkopfen Moosach 26", "Feldkirchner Schafkopfrennen 2026", LONG)
KEEPERS = ("Li", "Anna Obermaier", "Magdalena Obermaier", LONG)
PLAYERS = ((4, "Li"), (5, LONG))


@pytest.mark.parametrize(
    ("kind", "titles", "keepers", "players"),
    [
        ("blank", NAMES, ("",), ((4, ""), (5, ""))),
        ("named", TITLES, KEEPERS, PLAYERS),
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
        seats = tuple(
            DrawnSeat(
                match=2, table=1, number=seat, start_number=900 + seat, name=player,
                deals_first=seat == 1, keeps_sheet=seat == 2,
            )
            for seat in range(1, size + 1)
        )  # fmt: skip
        doors = {1: Door(address=ADDRESS, key="0123456789", code="4821")} if door else {}
        at = dt.datetime(2026, 11, 28, 9, 30, tzinfo=dt.UTC)
        table = DrawnTable(number=1, seats=seats)
        return table_cards_page(match, [table], {}, address=ADDRESS, exchanged=at, doors=doors)

    doors = ((False, ""), (True, ""), (True, "W" * 32))
    pages = [
        card(size, title, player, *door)
        for size, title, player, door in itertools.product((4, 5), (*NAMES, "W" * 80), ("Li", LONG, LONGEST), doors)
    ]
    assert collisions(pages) == [[]] * len(pages)


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["de", "en"])
def test_one_word_without_an_end_pushes_nothing_off_the_standings(language):
    tournament, _actor = accepted_tournament()
    one = tournament.participants.order_by("start_number")[0]
    Participant.objects.filter(pk=one.pk).update(last_name="W" * 60, first_name="m" * 60, club="M" * 80)
    Tournament.objects.update(name="T" * 80, place="P" * 80, organiser="V" * 80)
    tournament.refresh_from_db()
    standings = overall_standings(tournament)
    with translation.override(language):
        remarks = ["W" * 60 for _line in standings.lines]
        page = standings_page(tournament, standings, remarks, state=["W" * 120], official=True)
    assert collisions([page]) == [[]]


@pytest.mark.parametrize("name", ["Li", LONG, f"{'W' * 40} {'m' * 40}"])
def test_nothing_covers_anything_on_an_honour(name):
    at = dt.datetime(2026, 11, 28, 20, tzinfo=dt.UTC)
    one = Honour(name=name, start_number=1, club=name[:80], match=1, table=1, number=1, at=at)
    tournament = Tournament(name="Feldkirchen 2026", place="Gasthof zur Post")
    page = render_to_string("exports/honour.html", {"tournament": tournament, "suits": SUITS, "one": one})
    assert collisions([page]) == [[]]


def test_no_name_of_a_game_leaves_its_column():
    """The names of every contract, of contracts with equal points, and of replaced games, in both languages."""
    cells = (PrintedCell(plus="24", minus="24", circled=False, old_plus="", old_minus=""),) * 5

    def sheet(seats: int, words: list[tuple[str, str]]) -> str:
        lines = [
            PrintedLine(number=number, dealer=1, word=word, old_word=old, struck=False, cells=cells[:seats])
            for number, (word, old) in enumerate(words, 1)
        ]
        rounds = [PrintedRound(title="Runde", lines=tuple(lines), running=("+120",) * seats)]
        context = {"seats": [(number, "Li", "") for number in range(1, seats + 1)], "rounds": rounds, "size": "fit-0"}
        lines = render_to_string("exports/_filled_lines.html", context)
        return f'<body><main class="filled">{lines}</main></body>'

    pages = []
    for language, seats in itertools.product(("de", "en"), (4, 5)):
        with translation.override(language):
            names = {str(name) for name in CONTRACTS.values()}
            paired = {"/".join(pair) for pair in itertools.combinations(sorted(names), NAMED_CONTRACTS)}
            words = sorted(names | {"Solo-Tout/Wenz-Tout"} | set(sorted(paired, key=len)[-4:]))
            lines = [(word, "") for word in words] + [(word, "Solo-Tout/Wenz-Tout") for word in words[:4]]
            pages += [sheet(seats, lines[start : start + 32]) for start in range(0, len(lines), 32)]
    assert collisions(pages) == [[]] * len(pages)
