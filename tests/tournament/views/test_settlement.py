"""The money on the sheet's page, the tariff in the tournament's form; none of it on the official sheet."""

import io
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation
from django.utils.html import strip_tags
from pypdf import PdfReader

from scoring.settlement import MoneyTable
from scoring.tariffs import bundled_tariffs, load_tariff
from tests.records import recorded
from tests.rules import make_tournament_by
from tests.tournament.views.desk import PARTS, address, entered, login, text
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet
from tests.worlds.sheets import accept, faults, fill, fresh, sign
from tournament.models import Correction, Game, Scoresheet, Tournament, User
from tournament.selectors.scoresheets import sheet_view
from tournament.selectors.settlement import money_view
from tournament.words.labels import amount, signed_amount
from tournament.words.tariff_labels import tariff_title


@pytest.fixture
def client(desk: User) -> Client:
    return login(desk)


def choose(tariff: str = "official") -> None:
    Tournament.objects.update(tariff_id=tariff)


def test_points_only_unless_a_tariff_is_chosen(sheet: Scoresheet, client: Client, desk: User) -> None:
    fill(sheet, desk, ["r13+"])
    assert "settlement" not in text(client.get(address("scoresheet")))
    assert "settlement_part" not in client.get(address("scoresheet"), headers=PARTS).json()["parts"]


def test_the_money_is_closed_below_the_sheet(sheet: Scoresheet, client: Client, desk: User) -> None:
    fill(sheet, desk, ["r13+", "s2++", "w4-"])
    before = text(client.get(address("scoresheet")))
    choose()
    page = text(client.get(address("scoresheet")))
    assert '<details class="settlement-box"> <summary>Money</summary>' in page
    box = page[page.index('<details class="settlement-box">') : page.index("</details>", page.index("settlement-box"))]
    assert "Schafkopf School: Rufer 10 cents, Solo and Wenz 50 · one unit is 0.10 €." in box
    assert '<td class="units">+18</td><td class="so-far">+1.70 €</td>' in box
    assert "<li>Dirk pays Bene 2.20 €</li>" in box
    assert "nobody has said yet, so none are paid: game 1–3." in box
    # 5.2.8: the sheet itself is unchanged.
    assert the_sheet(page) == the_sheet(before)


@pytest.mark.parametrize(
    ("tariff", "contra", "sentences", "silent"),
    [
        ("official", "ignored", ["but, as the rules count none, without doublings"], ["into the pot", "with pot"]),
        ("official", "scored", ["with its own runners and doublings, so"], ["into the pot", "with pot"]),
        ("social-10-50", "ignored", ["without doublings", "Solo and Wenz 50, with pot", "pays 0.10 € into"], []),
        ("social-5-20", "scored", ["runners and doublings", "Solo and Wenz 20, with pot", "pays 0.05 € into"], []),
    ],
)
def test_it_says_what_the_tariff_does(
    sheet: Scoresheet, client: Client, tariff: str, contra: str, sentences: list[str], silent: list[str]
) -> None:
    tournament = fresh(sheet).match.tournament
    rules = tournament.ruleset.text.replace(
        "no-stoss", "stoss-while-one-card-lies" if contra == "scored" else "no-stoss"
    )
    rules = rules.replace('[doublings]\nrule = { value = "ignored"', f'[doublings]\nrule = {{ value = "{contra}"')
    Tournament.objects.update(tariff_id=tariff, frozen_ruleset=rules)
    page = text(client.get(address("scoresheet")))
    assert [words for words in sentences if words not in page] == []
    assert [words for words in silent if words in page] == []


def test_a_point_of_the_palatinate_is_paid(desk: User, client: Client) -> None:
    """Pal Schafkopf: "10 cents per game point (stakes of 20 or 50 cents per point are also common)"."""
    tournament = make_tournament(rules="asserufen")
    make_participants(tournament, 4)
    fill(open_scoresheet(tournament), desk, ["a13++", "hs2+"])
    choose("palatinate-20")
    page = text(client.get(address("scoresheet")))
    assert "Palatinate: 20 cents a point · one unit is 0.20 €." in page
    assert "The points of the sheet are paid." in page
    assert "with its own runners" not in page
    assert "how many runners there were" not in page
    assert '<td class="units">+2</td><td class="so-far">+0.40 €</td>' in page


def test_the_pot_of_which_it_tells_is_the_one_that_is_paid() -> None:
    """Two redeals: four players pay ten cents twice, and the winner takes all eighty."""
    tariff = load_tariff("social-10-50")
    assert tariff.sweetener * tariff.unit_cents == 10
    table = MoneyTable(tariff=tariff)
    won = table.settle(recorded(contract="solo", declarer=1, result="won", level="simple", passed=2))
    assert (won.units, table.pot) == ((15 - 2 + 8, -5 - 2, -5 - 2, -5 - 2), 0)
    lost = table.settle(recorded(contract="solo", declarer=1, result="lost", level="simple", passed=2))
    assert (lost.units, table.pot) == ((-15 - 2 - 8, 5 - 2, 5 - 2, 5 - 2), 16)


@pytest.mark.parametrize("name", bundled_tariffs())
def test_the_title_of_a_tariff_says_whether_it_has_a_pot(name: str) -> None:
    tariff = load_tariff(name)
    assert tariff_title(tariff).endswith(", with pot") == (tariff.sweetener > 0)


def the_sheet(page: str) -> str:
    start = page.index('<table class="scoresheet">')
    return page[start : page.index("</table>", start)]


def test_a_game_that_is_written_brings_the_money_with_it(sheet: Scoresheet, client: Client) -> None:
    choose()
    assert "No game is written yet." in text(client.get(address("scoresheet")))
    answer = client.post(address("game_record"), entered(1, "r13+"), headers=PARTS).json()
    assert answer["answer"] == "applied"
    part = " ".join(answer["parts"]["settlement_part"].split())
    assert part.startswith('<div id="settlement_part"')
    assert "Bene pays Anna 0.10 €Dirk pays Centa 0.10 €" in strip_tags(part)


def test_games_that_cannot_be_settled_are_named(sheet: Scoresheet, client: Client, desk: User) -> None:
    fill(sheet, desk, ["6 1", "st2+"])
    choose()
    page = text(client.get(address("scoresheet")))
    assert page.count("not settled</td>") == 2
    assert '<td colspan="8" class="reason">' in page
    assert (
        "<li>Game 1: From the points +6 −2 −2 −2 alone nobody can tell what the game was worth in money.</li>" in page
    )
    assert "<li>Game 2: The approval is missing.</li>" in page


def test_nothing_of_it_on_the_official_sheet(sheet: Scoresheet, client: Client, desk: User) -> None:
    fill(sheet, desk, ["r13+"])
    choose()
    pages = PdfReader(io.BytesIO(client.get(address("scoresheet_pdf")).content)).pages
    words = "".join(page.extract_text() for page in pages)
    assert "Anna" in words
    assert "€" not in words


def test_the_page_asks_no_more_of_the_database(
    sheet: Scoresheet, client: Client, desk: User, django_assert_num_queries: Any
) -> None:
    fill(sheet, desk, ["r13+", "s2++"])
    with CaptureQueriesContext(connection) as without:
        client.get(address("scoresheet"))
    choose()
    with django_assert_num_queries(len(without)):
        client.get(address("scoresheet"))


def form(tournament: Tournament, **changed: str) -> dict[str, str]:
    return {
        "name": tournament.name,
        "slug": tournament.slug,
        "day": tournament.day.isoformat(),
        "place": tournament.place,
        "organiser": tournament.organiser,
        "ruleset_id": tournament.ruleset_id,
        **changed,
    }


def test_the_organiser_chooses_the_tariff(db: None) -> None:
    tournament, client = make_tournament(), login(make_user("organiser"))
    where = reverse("tournament_edit", args=[tournament.slug])
    page = text(client.get(where))
    assert '<option value="" selected>None: points only</option>' in page
    assert client.post(where, form(tournament, tariff_id="official")).status_code == 302
    assert Tournament.objects.get().tariff_id == "official"
    assert '<option value="official" selected>Schafkopf School: Rufer 10 cents' in text(client.get(where))
    assert client.post(where, form(tournament, tariff_id="")).status_code == 302
    assert Tournament.objects.get().tariff_id == ""


def test_a_tariff_that_does_not_suit_is_refused_at_its_field(db: None) -> None:
    tournament, client = make_tournament(), login(make_user("organiser"))
    where = reverse("tournament_edit", args=[tournament.slug])
    answer = client.post(where, form(tournament, tariff_id="official", ruleset_id="house-10-60"))
    assert answer.context["form"].errors == {
        "tariff_id": [
            "This tariff has no price for Rufer Tout and Ramsch, which these rules play. Please choose another one, "
            "or none."
        ]
    }
    assert Tournament.objects.get().ruleset_id == "schafkopfschule-2023"


def test_the_tariff_may_change_after_the_draw(sheet: Scoresheet) -> None:
    tournament = fresh(sheet).match.tournament
    client = login(make_user("organiser"))
    where = reverse("tournament_edit", args=[tournament.slug])
    assert client.post(where, form(tournament, tariff_id="social-10-20")).status_code == 302
    assert Tournament.objects.get().tariff_id == "social-10-20"


@pytest.mark.parametrize(
    ("cents", "english", "german"),
    [(180, "+1.80\xa0€", "+1,80\xa0€"), (-5, "−0.05\xa0€", "−0,05\xa0€"), (0, "0.00\xa0€", "0,00\xa0€")],
)
def test_euros(cents: int, english: str, german: str) -> None:
    with translation.override("en"):
        assert signed_amount(cents) == english
        assert amount(cents) == english.lstrip("+−")
    with translation.override("de"):
        assert signed_amount(cents) == german


def test_runners_are_typed_with_the_game_where_the_tariff_pays_them(
    sheet: Scoresheet, client: Client, desk: User
) -> None:
    choose()
    page = client.get(address("scoresheet"))
    assert "4 runners" in text(page)
    assert "2 runners claimed; without it all of them" in text(page)
    for number, entry in enumerate(("r13+ l5 v3", "6 2 l4", "s1+"), 1):
        assert client.post(address("game_record"), entered(number, entry), headers=PARTS).status_code == 200
    settlement = money_view(sheet_view(fresh(sheet)))
    assert settlement is not None
    # 4.2.3: 3 of 5 are claimed, so 3 are paid; 6/2 is a Solo or a Wenz, each with 4 runners.
    assert [tuple(unit for unit, _ in row.cells) for row in settlement.lines] == [
        (4, -4, 4, -4),
        (-9, 27, -9, -9),
        (15, -5, -5, -5),
    ]
    assert settlement.unsaid == "3"


def test_runners_are_said_afterwards_without_a_correction(sheet: Scoresheet, client: Client, desk: User) -> None:
    choose()
    fill(sheet, desk, ["r13+", "s2++"])
    answer = client.post(address("game_runners"), {"number": 2, "runners": 4, "claimed": ""}, follow=True)
    assert "The runners are noted; no points have changed." in text(answer)
    assert Game.objects.get(number=2).record["runners"] == 4
    assert (Correction.objects.count(), faults(sheet)) == (0, [])
    box = text(answer)
    assert "none are paid: game 1." in box
    assert '<td class="units">+30</td>' in box


def test_after_the_acceptance_nothing_is_said_any_more(
    sheet: Scoresheet, client: Client, desk: User, supervisor: User
) -> None:
    choose()
    accept(sign(fill(sheet, desk), desk), supervisor)
    page = client.get(address("scoresheet"))
    assert "none are paid: game" in text(page)
    assert "Note the runners" not in text(page)
    answer = client.post(address("game_runners"), {"number": 2, "runners": 4})
    assert "This sheet is settled" in text(answer)


def test_where_runners_count_in_the_points_the_money_asks_for_none(db: None, desk: User) -> None:
    tournament = make_tournament_by("everything")
    make_participants(tournament, 4)
    sheet = fill(open_scoresheet(tournament), desk, ["r13+ l4"])
    choose()
    settlement = money_view(sheet_view(fresh(sheet)))
    assert settlement is not None
    assert settlement.runners == ()
