"""The standings' page at the desk, and the button that draws the lots."""

import io
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook

from tests.tournament.views.reading import headings, rows, words
from tests.worlds.factories import (
    make_decided_scoresheet,
    make_participants,
    make_scoresheet,
    make_tournament,
    make_user,
)
from tournament.exports.workbook import workbook_of
from tournament.models import Match, Participant, Restore, TieLots, Tournament
from tournament.selectors.versions import tournament_version
from tournament.services.versions import bump
from tournament.standings.exports.standings import standings_page
from tournament.standings.selectors import cache as kept_standings
from tournament.standings.selectors.standings import overall_standings

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


# The desk's page


def test_the_desk_sees_points_counters_and_what_decided(desk, tournament, four):
    one, two = matches(tournament)
    make_scoresheet(one, four, [5, 3, -4, -4], solos_won=[1, 2, 0, 0], solos_played=[2, 2, 0, 0])
    make_scoresheet(two, four, [0, 2, -3, 1])
    answer = desk.get(DESK)
    assert headings(answer) == [
        "Place", "No.", "Name", "Club or town", "Match 1", "Match 2", "Points", "Sie played", "Touts won",
        "Touts played", "Solos and Wenzen won", "Solos and Wenzen played", "Remark",
    ]  # fmt: skip
    club = "SV Feldkirchen"
    assert rows(answer) == [
        ["1", "2", "Huber Bene", club, "+3", "+2", "+5", "0", "0", "0", "2", "2",
         "ahead of place 2: more Solos and Wenzen won"],
        ["2", "1", "Obermaier Anna", club, "+5", "0", "+5", "0", "0", "0", "1", "2",
         "behind place 1: fewer Solos and Wenzen won"],
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
    assert desk.get(DESK + "?match=3").status_code == 404
    assert desk.get(DESK + "?match=x").status_code == 404


def test_who_still_plays_fills_up_or_has_left_is_marked(desk, tournament):
    """Table 1 is complete. Table 2 has five games, so its players have no place, and their points are in brackets."""
    players, writer = make_participants(tournament, 8), make_user(username="d1")
    one = matches(tournament)[0]
    make_scoresheet(one, players[:4], [7, 5, -5, -7], state="complete")
    world = make_scoresheet(one, players[4:], [3, -1, -1, -1], table=2, state="open")
    for number in range(1, 6):
        world.games.create(number=number, record={}, source="paper", login=writer, written_at=timezone.now())
    Participant.objects.filter(start_number=1).update(house=True)
    Participant.objects.filter(start_number=4).update(withdrawn=True)
    answer = desk.get(DESK)
    cells = [[row[0], row[2], *row[4:8], row[-1]] for row in rows(answer)]
    open_sheet = "not ranked yet · table 2 of match 1 is missing (5 of 32 games)"
    assert cells == [
        ["1", "Huber Bene", "+5", "—", "+5", "32/64 counted", ""],
        ["2", "Löffler Centa", "−5", "—", "−5", "32/64 counted", ""],
        ["3", "Süß Dirk", "−7", "—", "−7", "32/64 counted", "has left the tournament"],
        ["–", "Obermaier Anna", "+7", "—", "+7", "32/64 counted", "house player, takes no place"],
        ["–", "Zöllner Eva", "(+3)", "—", "–", "0/64 counted", open_sheet],
        ["–", "Bäuml Franz", "(−1)", "—", "–", "0/64 counted", open_sheet],
        ["–", "Aigner Gretl", "(−1)", "—", "–", "0/64 counted", open_sheet],
        ["–", "Reiter Hias", "(−1)", "—", "–", "0/64 counted", open_sheet],
    ]
    sentences = (
        "Table 2 of match 1 is missing. Table 1 of match 1 counts, but is not accepted yet. Match 2 is not drawn yet."
    )
    assert f"Provisional. {sentences} A sheet counts as soon as it is complete." in words(answer)
    assert [row[-1] for row in rows(desk.get(DESK + "?match=1"))][2:5] == [
        "has left the tournament",
        "house player, takes no place",
        open_sheet,
    ]
    # The public page must not show what the second person is to type blind.
    Tournament.objects.update(double_entry=True)
    assert [row[4] for row in rows(Client().get(PUBLIC))][4:] == ["—"] * 4


def test_the_desk_searches_and_keeps_the_places(desk, tournament, four):
    make_scoresheet(matches(tournament)[0], four, [5, 3, -4, -4])
    assert [row[:3] for row in rows(desk.get(DESK, {"q": "loeffler"}))] == [["3", "3", "Löffler Centa"]]
    assert [row[:3] for row in rows(desk.get(DESK, {"q": "4"}))] == [["3", "4", "Süß Dirk"]]
    assert "No line of the standings fits “Xaver”." in words(desk.get(DESK, {"q": "Xaver"}))


def test_the_desk_shows_the_first_lines_and_all_on_demand(desk, tournament):
    players = make_participants(tournament, 204)
    one = matches(tournament)[0]
    for table in range(1, 52):
        make_scoresheet(one, players[4 * table - 4 : 4 * table], [3, 3, -3, -3], table=table)
    assert len(rows(desk.get(DESK))) == 200
    assert "Show 4 more lines, also for printing" in words(desk.get(DESK))
    everything = desk.get(DESK, {"all": 1})
    assert len(rows(everything)) == 204
    assert "more lines" not in words(everything)


def test_the_print_names_state_rules_and_time(desk, tournament, four):
    make_scoresheet(matches(tournament)[0], four, [5, 3, -4, -4])
    page = words(desk.get(DESK))
    assert f"Provisional · {tournament.ruleset.title} · as of {timezone.localtime():%d/%m/%Y}" in page
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


def test_nothing_new_is_204(desk, client, tournament, four, monkeypatch):
    monkeypatch.setattr(kept_standings, "LEAST_AGE", 0)
    make_scoresheet(matches(tournament)[0], four, [5, 3, -4, -4])
    for address in (DESK, PUBLIC + "1/"):
        version = tournament_version(tournament)
        headers = {"headers": {"HX-Request": "true"}}
        answer = desk.get(f"{address}?v={version}", **headers)
        assert (answer.status_code, answer.content) == (204, b"")
        bump(matches(tournament)[0])
        answer = desk.get(f"{address}?v={version}", **headers)
        assert answer.status_code == 200
        assert "<html" not in answer.content.decode()
        assert f"v={version + 1}" in answer.content.decode()


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
    assert "Final. Every sheet is settled." in everyone


@pytest.mark.parametrize(("copy", "hours", "warns"), [("copy.zip", 2, True), ("copy.zip", 30, False), ("", 2, False)])
def test_lots_that_a_restore_lost_are_not_drawn_anew_unawares(client, tournament, four, copy, hours, warns):
    play_tied(tournament, four)
    client.force_login(make_user("supervisor", username="vroni"))
    at = timezone.now() - timedelta(hours=hours)
    Restore.objects.create(copy=copy, copied_at=at, restored_at=at)
    assert ("Lots that the hall had seen before may not be in it" in words(client.get(DESK))) is warns


LOTS_MISSING = "Complete except for the lots"


def test_the_ranking_is_not_final_while_a_lot_is_missing(client, tournament, four):
    play_tied(tournament, four)
    for address in (DESK, PUBLIC, f"{PUBLIC}1/"):
        client.force_login(make_user("supervisor", username=f"v{len(address)}"))
        page = words(client.get(address))
        assert f"{LOTS_MISSING}. Every sheet is settled." in page
        assert ("Final" in page, "Provisional" in page) == (False, False)
    ranking = overall_standings(tournament)
    printed = standings_page(tournament, ranking, [""] * len(ranking.lines), state=[], official=False)
    assert (f">{LOTS_MISSING}<" in printed, "watermark" in printed) == (True, True)
    content = workbook_of(tournament, ranking, [], [""] * len(ranking.lines))
    assert f"Standings: {LOTS_MISSING} · " in str(load_workbook(io.BytesIO(content)).worksheets[0]["A2"].value)


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
