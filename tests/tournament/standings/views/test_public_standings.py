"""The standings for everyone, and a player's own page: without a login, current, findable, readable."""

import datetime as dt
import html
import re
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.test import Client
from django.utils import timezone, translation

from tests.tournament.views.reading import page_of, rows, words
from tests.worlds.factories import make_decided_scoresheet, make_participants, make_scoresheet, make_tournament
from tournament.models import Match, Participant, Tournament
from tournament.selectors.versions import tournament_version
from tournament.services.versions import bump
from tournament.standings.selectors import cache as kept_standings
from tournament.standings.selectors.standings import overall_standings

pytestmark = pytest.mark.django_db

PUBLIC = "/t/feldkirchen-2026/"


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament()


@pytest.fixture
def four(tournament: Tournament) -> list[Participant]:
    """Anna Obermaier, Bene Huber, Centa Löffler, Dirk Süß: start numbers 1 to 4."""
    return make_participants(tournament, 4)


def matches(tournament: Tournament) -> list[Match]:
    return list(tournament.matches.all())


# How current the page is


def poll(client: Client, version: int):
    return client.get(f"{PUBLIC}?page=1&v={version}", headers={"HX-Request": "true"})


def test_phones_share_what_is_less_than_a_second_old(client, tournament, four):
    one = matches(tournament)[0]
    make_scoresheet(one, four, [5, 3, -4, -4])
    old = tournament_version(tournament)
    assert client.get(PUBLIC).status_code == 200
    assert poll(client, old).status_code == 204
    one.scoresheets.get().seats.filter(number=1).update(points=7, plus=7)
    bump(one)
    # Within the second, a phone is told that there is nothing new, and who opens the page sees what phones see.
    assert poll(client, old).status_code == 204
    assert "Obermaier Anna SV Feldkirchen +5 — +5 " in words(client.get(PUBLIC))
    # Somebody's own search is made from the same ranking, and says so.
    assert f"v={old}" in client.get(PUBLIC, {"q": "1"}).content.decode()


def test_a_phone_gets_the_new_standings_after_the_second(client, tournament, four, monkeypatch):
    one = matches(tournament)[0]
    make_scoresheet(one, four, [5, 3, -4, -4])
    old = tournament_version(tournament)
    assert client.get(PUBLIC).status_code == 200
    one.scoresheets.get().seats.filter(number=1).update(points=7, plus=7)
    bump(one)
    monkeypatch.setattr(kept_standings, "LEAST_AGE", 0)
    answer = poll(client, old)
    assert "Obermaier Anna SV Feldkirchen +7 — +7 " in words(answer)
    assert "<html" not in answer.content.decode()
    assert f"v={old + 1}" in answer.content.decode()
    assert poll(client, old + 1).status_code == 204


def test_a_clock_set_back_holds_nothing_back(client, tournament, four, monkeypatch):
    one = matches(tournament)[0]
    make_scoresheet(one, four, [5, 3, -4, -4])
    old = tournament_version(tournament)
    assert client.get(PUBLIC).status_code == 200
    bump(one)
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now - 3600)
    assert poll(client, old).status_code == 204
    monkeypatch.setattr(kept_standings, "LEAST_AGE", 0)
    assert f"v={old + 1}" in poll(client, old).content.decode()


@pytest.mark.parametrize("address", [PUBLIC, PUBLIC + "1/"])
def test_who_has_seen_a_newer_version_elsewhere_gets_no_older_one(client, tournament, four, address):
    """A part of the page from another process, say; the cookie tells."""
    one = matches(tournament)[0]
    make_scoresheet(one, four, [5, 3, -4, -4])
    old = tournament_version(tournament)
    assert client.get(address).status_code == 200
    bump(one)
    assert f"v={old}" in client.get(address).content.decode()
    assert f"v={old + 1}" in client.get(address, headers={"Cookie": f"seen={old + 1}"}).content.decode()


def test_a_version_that_went_backwards_is_of_another_database(client, tournament, four):
    make_scoresheet(matches(tournament)[0], four, [5, 3, -4, -4])
    bump(tournament)
    old = tournament_version(tournament)
    assert f"v={old}" in client.get(PUBLIC).content.decode()
    Tournament.objects.update(version=0)
    assert f"v={old - 1}" in client.get(PUBLIC).content.decode()


def test_the_page_says_of_which_moment_it_is(client, tournament, four, monkeypatch):
    make_scoresheet(matches(tournament)[0], four, [5, 3, -4, -4])
    moment = dt.datetime(2026, 11, 28, 20, 4, 5, tzinfo=dt.UTC)
    monkeypatch.setattr(timezone, "now", lambda: moment)
    assert "as of 21:04:05" in words(client.get(PUBLIC))


def test_of_several_threads_one_makes_the_ranking(tournament, four):
    """The others wait for it and get the same."""
    rankings, began = [], []

    def ask() -> None:
        began.append(1)
        rankings.append(kept_standings.kept_standings(tournament, 1))

    key = (tournament.pk, tournament.created_at, "en")
    with ThreadPoolExecutor(4) as threads, kept_standings._making:  # somebody makes it
        for _ in range(4):
            threads.submit(translation.override("en")(ask))
        while len(began) < 4:
            time.sleep(0.01)
        assert rankings == []
        ranking = overall_standings(tournament)
        kept_standings._rankings[key] = kept_standings.KeptStandings(
            version=1, at=timezone.now(), start=time.monotonic(), standings=ranking
        )
    assert [one is ranking for one in rankings] == [True] * 4


def test_a_phone_is_not_set_back(client, tournament, four):
    one = matches(tournament)[0]
    make_scoresheet(one, four, [5, 3, -4, -4])
    old = tournament_version(tournament)
    assert client.get(PUBLIC).status_code == 200
    bump(one)
    bump(one)
    # Another process has answered this phone with the version in between.
    assert f"v={old + 2}" in poll(client, old + 1).content.decode()


def test_a_followed_link_is_never_answered_with_nothing(client, tournament, four):
    version = tournament_version(tournament)
    assert client.get(f"{PUBLIC}?v={version}").status_code == 200


# Everyone's page


def test_father_and_son_of_one_club_are_told_apart(client, tournament, four):
    for number in (1, 2, 3):
        values = {"last_name": "Huber", "first_name": "Georg", "birth_date": dt.date(1950 + number, 1, 1)}
        Participant.objects.filter(start_number=number).update(**values)
    Participant.objects.filter(start_number=3).update(club="Niederaich")
    make_scoresheet(matches(tournament)[0], four, [5, 3, -4, -4])
    page = words(client.get(PUBLIC))
    assert re.findall(r"Huber Georg \(\d\)", page) == ["Huber Georg (1)", "Huber Georg (2)"]
    assert "Huber Georg Niederaich" in page


def test_everyone_sees_the_standings_without_a_login(client, tournament, four):
    Participant.objects.filter(pk=four[3].pk).update(club="")
    make_scoresheet(matches(tournament)[0], four, [5, 3, -4, -4], table=4, state="complete")
    answer = client.get(PUBLIC)
    assert answer.status_code == 200
    page = words(answer)
    sentence = "Provisional. Table 4 of match 1 counts, but is not accepted yet. Match 2 is not drawn yet."
    assert sentence in page
    assert "Feldkirchen 2026 · Match 1 · 1 of 1 sheets counts" in page
    assert [row[2] for row in rows(answer)] == ["Obermaier Anna", "Huber Bene", "Löffler Centa", "Süß Dirk"]
    assert rows(answer)[3][3:7] == ["", "−4", "—", "−4"]
    assert "equal in everything so far" in rows(answer)[3]
    # No dates of birth in public.
    assert "1980" not in page
    assert "01.01." not in page


def test_a_few_missing_tables_are_named_and_many_are_counted(client, tournament, monkeypatch):
    monkeypatch.setattr(kept_standings, "LEAST_AGE", 0)
    players = make_participants(tournament, 60)
    one = matches(tournament)[0]
    for table in range(1, 16):
        make_scoresheet(one, players[4 * table - 4 : 4 * table], [0] * 4, table=table, state="open")
    assert "15 of 15 sheets of match 1 are missing." in words(client.get(PUBLIC))
    for table in (1, 2, 3, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15):
        one.scoresheets.filter(table_number=table).update(state="void")
    bump(one)
    page = words(client.get(PUBLIC))
    assert "Tables 4 and 9 of match 1 are missing." in page
    assert "Tables 1–3, 5–8 and 10–15 of match 1 are void and count 0 for their whole tables (5.3.6)." in page


@pytest.mark.parametrize("text", ["Löffler", "loeffler", "LOFFLER", "centa löff", "3"])
def test_everyone_finds_a_person_however_umlauts_are_typed(client, tournament, four, text):
    make_scoresheet(matches(tournament)[0], four, [5, 3, -2, -6])
    page = client.get(PUBLIC, {"q": text}).content.decode()
    assert "Place 3, −2 points" in page
    # The link to one's own line leads to an existing line.
    assert 'href="#n3"' in page
    assert page.count('id="n3"') == 1
    assert f'href="{PUBLIC}3/"' in page


def test_several_fit(client, tournament, four):
    make_scoresheet(matches(tournament)[0], four, [5, 3, -2, -6])
    answer = client.get(PUBLIC, {"q": "er"})
    assert "Who do you mean?" in words(answer)
    links = re.findall(
        r'<li><a href="([^"]+)">([^<]+)</a>', page_of(answer).split('class="found"')[1].split("</ul>")[0]
    )
    assert links == [("?q=1", "Obermaier Anna"), ("?q=2", "Huber Bene"), ("?q=3", "Löffler Centa")]
    assert "curve" not in answer.content.decode()


def test_nobody_fits_and_the_page_keeps_what_was_typed(client, tournament, four):
    make_scoresheet(matches(tournament)[0], four, [5, 3, -2, -6])
    page = client.get(PUBLIC, {"q": '<b>"Xaver'})
    assert 'No line of the standings fits “<b>"Xaver”.' in html.unescape(page.content.decode())
    assert 'value="&lt;b&gt;&quot;Xaver"' in page.content.decode()


def test_before_the_draw_the_page_says_when_to_come_back(client, tournament, four):
    assert "This page shows the standings as soon as the first match is drawn." in words(client.get(PUBLIC))


def test_a_long_list_is_cut_into_pages_and_opens_where_somebody_stands(client, tournament):
    players = make_participants(tournament, 204)
    one = matches(tournament)[0]
    for table in range(1, 52):
        make_scoresheet(one, players[4 * table - 4 : 4 * table], [3, 3, -3, -3], table=table)
    assert len(rows(client.get(PUBLIC))) == 200
    assert len(rows(client.get(PUBLIC, {"page": 2}))) == 4
    assert len(rows(client.get(PUBLIC, {"page": "nonsense"}))) == 200
    assert len(rows(client.get(PUBLIC, {"page": "9" * 5000}))) == 200
    assert len(rows(client.get(PUBLIC, {"page": "99"}))) == 4
    last = client.get(PUBLIC, {"q": "204"})
    assert [row[1] for row in rows(last)] == ["199", "200", "203", "204"]


def test_queries_of_the_public_page_do_not_grow(client, tournament, django_assert_num_queries):
    players = make_participants(tournament, 24)
    for match in matches(tournament):
        for table in range(1, 7):
            make_scoresheet(match, players[4 * table - 4 : 4 * table], [3, 3, -3, -3], table=table)
    # The tournament, its version, the standings (6, a final one 7), the names in public (2), twice whether they are
    # held back, and before the draw the seats left.
    with django_assert_num_queries(14):
        client.get(PUBLIC)
    # The ranking is cached, but the seats and the games are read, and the seats left.
    with django_assert_num_queries(7):
        client.get(PUBLIC, {"q": "12"})


def test_unknown_tournaments_and_players_are_not_found(client, tournament, four):
    assert client.get("/t/nowhere/").status_code == 404
    assert client.get(PUBLIC + "99/").status_code == 404
    assert client.post(PUBLIC).status_code == 405


def test_no_inline_style_or_script(client, tournament, four):
    make_decided_scoresheet(matches(tournament)[0], four)
    for address in (PUBLIC, PUBLIC + "?q=1", PUBLIC + "1/"):
        page = client.get(address).content.decode()
        assert "<svg" in page
        assert not re.search(r"\sstyle=|<style|<script(?![^>]*\ssrc=)|\son[a-z]+=", page)


# A player's own page


def test_a_player_sees_place_curve_and_own_sheet(client, tournament, four):
    one, two = matches(tournament)
    make_decided_scoresheet(one, four)
    make_scoresheet(two, four, [0, 0, 0, 0], table=5, state="open")
    answer = client.get(PUBLIC + "2/")
    page = words(answer)
    assert "Huber Bene" in page
    assert "Feldkirchen 2026 · Start number 2 · SV Feldkirchen" in page
    assert "Place 2, 1 point 3 of 64 games counted Table 5 of match 2 is missing (0 of 32 games) " in page
    assert "2 points behind place 1" in page
    assert "You play match 2 at table 5, seat 2." in page
    assert "Match 1 Table 1, seat 2 · Accepted" in page
    # Games 1 to 3 brought Bene +1, +1, −1: from 0 to 2 and back to 1; the highest point of the curve is at y 16.
    (points,) = re.findall(r'<polyline class="curve-line" points="([^"]+)"', answer.content.decode())
    assert points == "16,240 432,128 848,16 1264,128"
    assert answer.content.decode().count('<table class="scoresheet">') == 2


def test_a_player_reads_who_is_ahead_by_what_and_who_takes_no_place(client, tournament, four):
    """Anna and Bene share place 1, Centa is behind them with the same points, Dirk is of the house."""
    counts = {"touts_won": [1, 1, 0, 0], "touts_played": [1, 1, 1, 0]}
    make_scoresheet(matches(tournament)[0], four, [4, 4, 4, -12], **counts)
    Participant.objects.filter(pk=four[3].pk).update(house=True)
    pages = [words(client.get(f"{PUBLIC}{number}/")) for number in (1, 3, 4)]
    anna = "Equal in everything with others. Ahead of place 3: more Touts won (1 against 0, points are equal)"
    assert anna in pages[0]
    assert (
        "Place 3, 4 points 32 of 64 games counted Behind place 1: fewer Touts won (0 against 1, points are equal)"
        in pages[1]
    )
    assert "−12 points 32 of 64 games counted House player, takes no place" in pages[2]


def test_the_curve_and_points_leave_out_a_void_sheet(client, tournament, four):
    one, _two = matches(tournament)
    sheet = make_decided_scoresheet(one, four)
    sheet.state, sheet.accepted_by, sheet.accepted_at = "void", None, None
    sheet.save()
    answer = client.get(PUBLIC + "1/")
    assert "curve-line" not in answer.content.decode()
    assert "Place 1, 0 points" in words(answer)


def test_a_player_without_a_seat_has_a_page(client, tournament, four):
    answer = client.get(PUBLIC + "4/")
    assert answer.status_code == 200
    assert "No seat has been drawn for you yet." in words(answer)


def test_german_figures_do_not_break_the_curve(client, german, tournament, four):
    make_decided_scoresheet(matches(tournament)[0], four)
    page = client.get(PUBLIC + "1/").content.decode()
    assert re.search(r'<line class="curve-zero" x1="\d+" x2="\d+" y1="\d+" y2="\d+"/>', page)
