"""The standings' pages: the desk's, everyone's, a player's own, and the button that draws the lots."""

import html
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import make_decided_scoresheet, make_participants, make_scoresheet, make_tournament, make_user
from tournament import live
from tournament.models import Match, Participant, TieLots, Tournament
from tournament.views import standings_shared

pytestmark = pytest.mark.django_db

PUBLIC = "/t/feldkirchen-2026/"
DESK = "/tournaments/feldkirchen-2026/standings/"


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament()


@pytest.fixture
def four(tournament: Tournament) -> list[Participant]:
    """Anna Obermaier, Bene Huber, Centa Löffler, Dirk Süß: start numbers 1 to 4."""
    return make_participants(tournament, 4)


@pytest.fixture
def desk(client: Client) -> Client:
    client.force_login(make_user("desk"))
    return client


def matches(tournament: Tournament) -> list[Match]:
    return list(tournament.matches.all())


def words(answer) -> str:
    """What a reader sees of a page, in one line."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


def rows(answer) -> list[list[str]]:
    """The cells of the body of the standings."""
    body = answer.content.decode().split("<tbody", 1)[1].split("</tbody>")[0]
    cells = [re.findall(r"<td[^>]*>(.*?)</td>", row, re.DOTALL) for row in body.split("<tr")[1:]]
    return [[html.unescape(re.sub(r"<[^>]+>", "", cell)).strip() for cell in row] for row in cells]


def headings(answer) -> list[str]:
    return [
        html.unescape(re.sub(r"<[^>]+>", "", cell)).strip()
        for cell in re.findall(r"<th [^>]*scope=\"col\"[^>]*>(.*?)</th>", answer.content.decode(), re.DOTALL)
    ]


# The desk's page


def test_the_desk_sees_points_counters_and_what_decided(desk, tournament, four):
    one, two = matches(tournament)
    make_scoresheet(one, four, [5, 3, -4, -4], solos_won=[1, 2, 0, 0], solos_played=[2, 2, 0, 0])
    make_scoresheet(two, four, [0, 2, -3, 1])
    answer = desk.get(DESK)
    assert headings(answer) == [
        "Place", "No.", "Name", "Club or town", "Match 1", "Match 2", "Points", "Sie played", "Touts won",
        "Touts played", "Solos and Wenzen won", "Solos and Wenzen played", "What decided",
    ]  # fmt: skip
    club = "SV Feldkirchen"
    assert rows(answer) == [
        ["1", "2", "Huber Bene", club, "+3", "+2", "5", "0", "0", "0", "2", "2",
         "ahead of place 2: more Solos and Wenzen won"],
        ["2", "1", "Obermaier Anna", club, "+5", "0", "5", "0", "0", "0", "1", "2", ""],
        ["3", "4", "Süß Dirk", club, "−4", "+1", "−3", "0", "0", "0", "0", "0", ""],
        ["4", "3", "Löffler Centa", club, "−4", "−3", "−7", "0", "0", "0", "0", "0", ""],
    ]  # fmt: skip


def test_the_desk_sees_one_match(desk, tournament, four):
    one, two = matches(tournament)
    make_scoresheet(one, four, [5, 5, -4, -6])
    make_scoresheet(two, four, [0, 2, -3, 1])
    answer = desk.get(DESK + "?match=1")
    assert [row[:3] for row in rows(answer)] == [
        ["1", "1", "Obermaier Anna"],
        ["1", "2", "Huber Bene"],
        ["3", "3", "Löffler Centa"],
        ["4", "4", "Süß Dirk"],
    ]
    assert "What decided" not in headings(answer)
    assert desk.get(DESK + "?match=3").status_code == 404
    assert desk.get(DESK + "?match=x").status_code == 404


def test_the_desk_searches_and_keeps_the_places(desk, tournament, four):
    make_scoresheet(matches(tournament)[0], four, [5, 3, -4, -4])
    assert [row[:3] for row in rows(desk.get(DESK, {"q": "loeffler"}))] == [["3", "3", "Löffler Centa"]]
    assert [row[:3] for row in rows(desk.get(DESK, {"q": "4"}))] == [["3", "4", "Süß Dirk"]]
    assert "No line of the standings fits “Xaver”." in words(desk.get(DESK, {"q": "Xaver"}))


def test_the_print_names_state_rules_and_time(desk, tournament, four):
    make_scoresheet(matches(tournament)[0], four, [5, 3, -4, -4])
    page = words(desk.get(DESK))
    assert f"Provisional · {tournament.ruleset.title} · as of {timezone.localtime():%m/%d/%Y}" in page
    assert "Feldkirchen 2026" in page


def test_totals_that_the_games_do_not_give_are_not_official(desk, tournament, four):
    one, two = matches(tournament)
    make_decided_scoresheet(one, four)
    make_scoresheet(two, four, [2, 0, 0, -2])
    page = words(desk.get(DESK))
    assert "Not official." in page
    assert "Match 2, table 1, Obermaier Anna (1): 2 kept, 0 from the games" in page
    assert "Final." not in page
    assert page.count("from the games, these totals are different") == 1


def test_the_desk_needs_a_login(client, tournament):
    assert client.get(DESK).url == f"/login/?next={DESK}"


def test_nothing_new_is_204(desk, client, tournament, four):
    make_scoresheet(matches(tournament)[0], four, [5, 3, -4, -4])
    for address in (DESK, PUBLIC + "1/"):
        version = live.tournament_version(tournament)
        asked = {"headers": {"HX-Request": "true"}}
        answer = desk.get(f"{address}?v={version}", **asked)
        assert (answer.status_code, answer.content) == (204, b"")
        live.bump(matches(tournament)[0])
        answer = desk.get(f"{address}?v={version}", **asked)
        assert answer.status_code == 200
        assert "<html" not in answer.content.decode()
        assert f"v={version + 1}" in answer.content.decode()


def poll(client: Client, version: int):
    return client.get(f"{PUBLIC}?page=1&v={version}", headers={"HX-Request": "true"})


def test_polling_phones_share_what_is_a_few_seconds_old(client, tournament, four):
    one = matches(tournament)[0]
    make_scoresheet(one, four, [5, 3, -4, -4])
    old = live.tournament_version(tournament)
    assert client.get(PUBLIC).status_code == 200
    assert poll(client, old).status_code == 204
    one.scoresheets.get().seats.filter(number=1).update(points=7, plus=7)
    live.bump(one)
    # For five seconds a phone that polls is told: nothing new yet; whoever opens the page sees it at once.
    assert poll(client, old).status_code == 204
    assert "Obermaier Anna SV Feldkirchen +7 — 7 " in words(client.get(PUBLIC))
    answer = poll(client, old)
    assert "Obermaier Anna SV Feldkirchen +7 — 7 " in words(answer)
    assert "<html" not in answer.content.decode()
    assert f"v={old + 1}" in answer.content.decode()
    assert poll(client, old + 1).status_code == 204


def test_a_phone_gets_the_new_standings_after_the_few_seconds(client, tournament, four, monkeypatch):
    one = matches(tournament)[0]
    make_scoresheet(one, four, [5, 3, -4, -4])
    old = live.tournament_version(tournament)
    assert client.get(PUBLIC).status_code == 200
    live.bump(one)
    monkeypatch.setattr(standings_shared, "REUSED_SECONDS", 0)
    assert f"v={old + 1}" in poll(client, old).content.decode()


def test_a_phone_is_not_set_back(client, tournament, four):
    one = matches(tournament)[0]
    make_scoresheet(one, four, [5, 3, -4, -4])
    old = live.tournament_version(tournament)
    assert client.get(PUBLIC).status_code == 200
    live.bump(one)
    live.bump(one)
    # Another process has answered this phone with the version between.
    assert f"v={old + 2}" in poll(client, old + 1).content.decode()


def test_a_followed_link_is_never_answered_with_nothing(client, tournament, four):
    version = live.tournament_version(tournament)
    assert client.get(f"{PUBLIC}?v={version}").status_code == 200


# The lots


def play_tied(tournament: Tournament, players: list[Participant]) -> None:
    for match in matches(tournament):
        make_scoresheet(match, players, [0, 0, 0, 0])


def test_the_lots_are_offered_to_who_may_draw_them(client, tournament, four):
    play_tied(tournament, four)
    client.force_login(make_user("supervisor", username="vroni"))
    page = client.get(DESK).content.decode()
    assert "Draw the lots for 1 tie" in page
    assert reverse("tie_lots", args=[tournament.slug]) in page
    client.force_login(make_user("desk"))
    page = client.get(DESK).content.decode()
    assert "Draw the lots" not in page
    assert "The supervisor or the organiser draws them." in page


def test_the_lots_are_drawn_and_shown_to_everyone(client, tournament, four):
    play_tied(tournament, four)
    client.force_login(make_user("supervisor", username="vroni", full_name="Vroni Turnier"))
    answer = client.post(reverse("tie_lots", args=[tournament.slug]), follow=True)
    assert "1 tie is decided by lot." in words(answer)
    assert "Draw the lots" not in words(answer)
    again = client.post(reverse("tie_lots", args=[tournament.slug]), follow=True)
    assert "The lots were drawn already, by Vroni Turnier on " in words(again)
    assert TieLots.objects.count() == 1
    everyone = words(Client().get(PUBLIC))
    assert "Decided by lot (5.4.2)" in everyone
    assert "Drawn by Vroni Turnier, " in everyone
    assert "ahead of place 2: decided by lot" in everyone
    assert "Final. Every sheet is accepted." in everyone


def test_the_lots_are_drawn_by_post_and_permission_only(client, tournament, four):
    play_tied(tournament, four)
    address = reverse("tie_lots", args=[tournament.slug])
    assert client.post(address).url == f"/login/?next={address}"
    client.force_login(make_user("desk"))
    assert client.post(address).status_code == 403
    client.force_login(make_user("organiser"))
    assert client.get(address).status_code == 405
    assert not TieLots.objects.exists()


def test_lots_before_the_end_are_refused_in_words(client, tournament, four):
    make_scoresheet(matches(tournament)[0], four, [0, 0, 0, 0])
    client.force_login(make_user("organiser"))
    answer = client.post(reverse("tie_lots", args=[tournament.slug]), follow=True)
    assert "Lots are drawn when every sheet of every match is accepted." in words(answer)


# Everyone's page


def test_everyone_sees_the_standings_without_a_login(client, tournament, four):
    Participant.objects.filter(pk=four[3].pk).update(club="")
    make_scoresheet(matches(tournament)[0], four, [5, 3, -4, -4], table=4, state="complete")
    answer = client.get(PUBLIC)
    assert answer.status_code == 200
    page = words(answer)
    assert "Provisional. Table 4 of match 1 is missing. Match 2 is not drawn yet." in page
    assert "Feldkirchen 2026 · Match 1 · 0 of 1 sheets" in page
    assert [row[2] for row in rows(answer)] == ["Obermaier Anna", "Huber Bene", "Löffler Centa", "Süß Dirk"]
    assert rows(answer)[3][3:7] == ["", "−4", "—", "−4"]
    assert "equal in everything so far" in rows(answer)[3]
    # No dates of birth in public.
    assert "1980" not in page
    assert "01.01." not in page


def test_a_few_missing_tables_are_named_and_many_are_counted(client, tournament):
    players = make_participants(tournament, 60)
    one = matches(tournament)[0]
    for table in range(1, 16):
        make_scoresheet(one, players[4 * table - 4 : 4 * table], [0] * 4, table=table, state="open")
    assert "15 of 15 sheets of match 1 are missing." in words(client.get(PUBLIC))
    for table in (1, 2, 3, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15):
        one.scoresheets.filter(table_number=table).update(state="void")
    live.bump(one)
    assert "Tables 4 and 9 of match 1 are missing." in words(client.get(PUBLIC))


@pytest.mark.parametrize("text", ["Löffler", "loeffler", "LOFFLER", "centa löff", "3"])
def test_everyone_finds_a_person_however_umlauts_are_typed(client, tournament, four, text):
    make_scoresheet(matches(tournament)[0], four, [5, 3, -2, -6])
    page = client.get(PUBLIC, {"q": text}).content.decode()
    assert "Place 3, −2 points" in page
    # The jump into the list, to a line that is there.
    assert 'href="#n3"' in page
    assert page.count('id="n3"') == 1
    assert f'href="{PUBLIC}3/"' in page


def test_several_fit(client, tournament, four):
    make_scoresheet(matches(tournament)[0], four, [5, 3, -2, -6])
    answer = client.get(PUBLIC, {"q": "er"})
    assert "Who do you mean?" in words(answer)
    found = re.findall(
        r'<li><a href="([^"]+)">([^<]+)</a>', answer.content.decode().split('class="found"')[1].split("</ul>")[0]
    )
    assert found == [("?q=1", "Obermaier Anna"), ("?q=2", "Huber Bene"), ("?q=3", "Löffler Centa")]
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
    # The tournament, its version (2), the standings (4).
    with django_assert_num_queries(7):
        client.get(PUBLIC)
    # The ranking is kept; but the participant, the seats and the games are read.
    with django_assert_num_queries(6):
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
    assert "Place 2, 1 point " in page
    assert "You play match 2 at table 5, seat 2." in page
    assert "Match 1 Table 1, seat 2 · Accepted" in page
    # Games 1 to 3 brought Bene +1, +1, −1: from 0 to 2 and back to 1; the highest point of the curve is y 16.
    (points,) = re.findall(r'<polyline class="curve-line" points="([^"]+)"', answer.content.decode())
    assert points == "16,240 432,128 848,16 1264,128"
    assert answer.content.decode().count('<table class="scoresheet">') == 2


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
