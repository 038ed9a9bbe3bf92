"""What leaves the hall afterwards: whose name, and nothing before the hall knows it."""

import io
import re
import zipfile
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.worlds.archived import login, small_tournament
from tests.worlds.prize_giving import put_out, ranked
from tournament.enums import Release, ShownName
from tournament.models import Participant, Tournament, User
from tournament.prizes.kinds import Criterion
from tournament.results.facts import Facts
from tournament.results.newspaper import newspaper_text
from tournament.results.selectors import results_facts
from tournament.results.services import add_cup, enter_winner
from tournament.standings.selectors.standings import overall_standings

SLUG = "feldkirchen-2026"


@pytest.fixture
def hall(db: Any) -> tuple[Tournament, list[Participant], User]:
    tournament, players, actor = ranked(8)
    put_out(tournament, 1, Criterion.PLACE, argument="1-5", cents=2000)
    put_out(tournament, 1, Criterion.CLUB, argument="SV Feldkirchen")
    return tournament, players, actor


def set_naming(player: Participant, how: ShownName) -> None:
    Participant.objects.filter(pk=player.pk).update(shown_name=how)


def facts_of(tournament: Tournament) -> Facts:
    return results_facts(tournament, overall_standings(tournament))


def folder(client: Client, query: str = "", slug: str = SLUG) -> dict[str, str]:
    answer = client.get(reverse("results_zip", args=[slug]) + query)
    assert answer["Content-Type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        return {name.partition("/")[2]: archive.read(name).decode() for name in archive.namelist()}


def test_the_facts(hall: tuple[Tournament, list[Participant], User]) -> None:
    tournament, players, actor = hall
    enter_winner(cup=add_cup(name="Pokal", actor=actor), participant=players[0], actor=actor)
    Participant.objects.filter(start_number__lte=4).update(woman=True)
    facts = facts_of(tournament)
    assert (facts.players, facts.women, facts.clubs, facts.some_clubless) == (8, None, 1, False)
    assert [line.who.name for line in facts.lines[:4]] == ["Anna Obermaier", "Bene Huber", "Centa Löffler", "No. 4"]
    assert [line.who.club for line in facts.lines[2:4]] == ["SV Feldkirchen", ""]
    assert [(prize.special, prize.label, len(prize.winners)) for prize in facts.prizes] == [
        (False, "places 1–5", 5),
        (True, "Best of SV Feldkirchen, place 1", 1),
    ]
    assert facts.highest is not None
    assert (facts.highest.points, facts.highest.who[0][1]) == (70, (1, 2))
    assert [(cup, who.name) for cup, who in facts.cups] == [("Pokal", "Anna Obermaier")]
    Participant.objects.filter(start_number__gt=4).update(woman=False, club="")
    facts = facts_of(tournament)
    assert (facts.women, facts.clubs, facts.some_clubless) == (4, 1, True)


@pytest.mark.parametrize("language", ["de", "en"])
def test_no_name_is_given_away(hall: tuple[Tournament, list[Participant], User], client: Client, language: str) -> None:
    tournament, players, actor = hall
    set_naming(players[0], ShownName.HIDDEN)
    set_naming(players[4], ShownName.NAME)
    put_out(tournament, 1, Criterion.PLACE, argument="2")
    tournament.prizes.update(donor=f"{players[0]} und {players[4].last_name}")
    client.force_login(actor)
    client.cookies["django_language"] = language
    with translation.override(language):
        text = newspaper_text(facts_of(tournament))
    text += "".join(folder(client).values())
    numbers = {player.start_number for player in players if player.last_name in text}
    assert numbers == {2, 3, 5}
    assert "Obermaier" not in text
    assert "Anna" not in text


def test_the_folder_is_whole_and_asks_nobody(hall: tuple[Tournament, list[Participant], User], client: Client) -> None:
    _tournament, _players, actor = hall
    client.force_login(actor)
    files = folder(client)
    assert list(files) == ["index.html", "match-1.html", "match-2.html", "prizes.html", "special.html", "style.css"]
    for name, text in files.items():
        assert not re.search(r"<script|http|//|@import|url\(", text.replace("</", "")), name
        for target in re.findall(r'href="([^"]*)"', text):
            assert target == "data:," or target in files, (name, target)
        if name.endswith(".html"):
            assert '<meta name="robots" content="noindex, nofollow">' in text
    assert "20.00" not in files["prizes.html"]
    with_money = folder(client, "?money=on")["prizes.html"]
    # In a column of its own, and below the prize on a phone.
    for cell in (r'<td class="number wide">', r'<small class="narrow">Place 1 · '):
        assert re.search(rf"{cell}20\.00", with_money)
    assert "Rules: " in files["index.html"]


def test_the_same_results_make_the_same_bytes(hall: tuple[Tournament, list[Participant], User], client: Client) -> None:
    client.force_login(hall[2])
    one, two = (client.get(reverse("results_zip", args=[SLUG])).content for _time in range(2))
    assert one == two


def test_games_are_there_only_if_wanted_and_nobody_is_hidden(db: Any, client: Client) -> None:
    actor = login("reiter", "K. Reiter", "organiser", "supervisor", "desk")
    tournament = small_tournament(actor, 4)
    client.force_login(actor)
    assert not [name for name in folder(client, slug=tournament.slug) if "table" in name]
    files = folder(client, "?games=on", tournament.slug)
    sheets = [name for name in files if "table" in name]
    assert sheets
    linked = {target for text in files.values() for target in re.findall(r'href="([^"]*)"', text)}
    assert linked - {"data:,"} == files.keys()
    assert "verrechnet" not in "".join(files.values())
    number, table = map(int, re.findall(r"\d+", sheets[0]))
    seat = tournament.matches.get(number=number).scoresheets.get(table_number=table, state="accepted").seats.first()
    assert seat is not None
    set_naming(seat.participant, ShownName.HIDDEN)
    assert sheets[0] not in folder(client, "?games=on", tournament.slug)


@pytest.mark.parametrize("release", [Release.FROZEN, Release.REVEALING])
def test_nothing_leaves_before_the_hall_knows_it(
    hall: tuple[Tournament, list[Participant], User], client: Client, release: Release
) -> None:
    _tournament, _players, actor = hall
    Tournament.objects.update(release=release)
    client.force_login(actor)
    answer = client.get(reverse("results_zip", args=[SLUG]), follow=True)
    assert "The hall does not know" in answer.content.decode()
    assert "Download the folder" not in answer.content.decode()
    assert "The hall does not know this yet." in client.get(reverse("newspaper", args=[SLUG])).content.decode()
    Tournament.objects.update(release=Release.PUBLISHED)
    assert "does not know" not in client.get(reverse("newspaper", args=[SLUG])).content.decode()


def test_nothing_is_told_of_a_ranking_that_is_not_final(client: Client, db: Any) -> None:
    _tournament, _players, actor = ranked(8, state="complete")
    client.force_login(actor)
    page = client.get(reverse("newspaper", args=[SLUG])).content.decode()
    assert "not final yet" in page
    assert "<textarea" not in page
    assert "not final yet" in client.get(reverse("results_zip", args=[SLUG]), follow=True).content.decode()


@pytest.mark.parametrize("name", ["newspaper", "results"])
def test_the_pages_say_which_rule_of_names_applies(
    hall: tuple[Tournament, list[Participant], User], client: Client, name: str
) -> None:
    _tournament, _players, actor = hall
    client.force_login(actor)
    page = client.get(reverse(name, args=[SLUG])).content.decode()
    assert "Names on the web: by start number only, unless" in page
    assert f'href="{reverse("names_in_public", args=[SLUG])}"' in page


def test_amounts_are_offered_only_where_there_are_some(
    hall: tuple[Tournament, list[Participant], User], client: Client
) -> None:
    client.force_login(hall[2])
    page = reverse("newspaper", args=[SLUG])
    assert "With amounts of money" in client.get(page).content.decode()
    hall[0].prizes.update(cents=None)
    assert "With amounts of money" not in client.get(page).content.decode()


def test_the_text_is_a_file_as_it_stands_on_the_page(
    hall: tuple[Tournament, list[Participant], User], client: Client
) -> None:
    client.force_login(hall[2])
    page = client.get(reverse("newspaper", args=[SLUG])).content.decode()
    assert "€" not in page
    assert "20\N{NO-BREAK SPACE}€" in client.get(reverse("newspaper", args=[SLUG]) + "?money").content.decode()
    answer = client.post(reverse("newspaper_file", args=[SLUG]), {"text": "Grüße <b> 😀"})
    assert answer["Content-Disposition"] == 'attachment; filename="feldkirchen-2026-newspaper.txt"'
    assert answer.content.decode() == "Grüße <b> 😀"


def test_words_that_people_typed_are_no_markup(
    hall: tuple[Tournament, list[Participant], User], client: Client
) -> None:
    tournament, _players, actor = hall
    put_out(tournament, 1, Criterion.PLACE, argument="2")
    tournament.prizes.update(words="<img src=x>", donor="<script>alert(1)</script>")
    client.force_login(actor)
    text = "".join(folder(client).values()) + client.get(reverse("newspaper", args=[SLUG])).content.decode()
    assert "<img" not in text
    assert "<script>alert" not in text


@pytest.mark.parametrize(
    ("criterion", "argument", "special"),
    [("place", "1-3", False), ("place", "7", False), ("place", "11,22,33", True), ("place", "last", True),
     ("raffle", "", False), ("woman", "", True)],
)  # fmt: skip
def test_which_prizes_a_newspaper_tells_of_many(db: Any, criterion: str, argument: str, special: bool) -> None:
    tournament, _players, _actor = ranked(4)
    put_out(tournament, 1, criterion, argument=argument)
    (prize,) = facts_of(tournament).prizes
    assert (prize.special, prize.raffled) == (special, criterion == "raffle")


def test_who_is_forgotten_is_nobody_whom_a_newspaper_names(db: Any) -> None:
    tournament, players, _actor = ranked(4)
    erased = {"forgotten": True, "first_name": "", "last_name": "#1", "club": "", "birth_date": None}
    Participant.objects.filter(pk=players[0].pk).update(**erased)
    who = facts_of(tournament).lines[0].who
    assert (who.name, who.is_named) == ("Participant 1", False)
