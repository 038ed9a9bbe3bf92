"""The pages of the prize-giving: what the hall sees and what it does not, and the presenter's page."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.tournament.ceremony.hall import PLACES, Hall
from tests.worlds.factories import make_user
from tests.worlds.prize_giving import put_out
from tournament.ceremony.services import pause_ceremony
from tournament.enums import ShownName
from tournament.models import Participant, PublicLot, Scoresheet, Tournament
from tournament.prizes.kinds import Criterion
from tournament.prizes.services.acts import choose
from tournament.prizes.services.lots import close_prize_lot, draw_lot
from tournament.services.versions import bump, bump_hall
from tournament.standings.services.release import freeze, publish, unfreeze

pytestmark = pytest.mark.django_db


def names(hall: Hall, page: str) -> set[int]:
    """The start numbers of those whose names stand on a page of the hall."""
    return {player.start_number for player in hall.players if player.list_name in page}


def test_before_it_begins_and_in_a_pause_the_hall_sees_the_name_of_the_tournament_alone(hall: Hall) -> None:
    before = hall.screen()
    hall.begin()
    hall.step(2)
    hall.call(pause_ceremony, paused=True)
    for page in (before, hall.screen()):
        assert 'data-kind="calm"' in page
        assert names(hall, page) == set()
        assert "Preis" not in page


def test_no_later_step_is_in_the_page_of_the_hall(hall: Hall) -> None:
    hall.begin()
    steps = hall.running.steps
    for number in range(len(steps)):
        if number:
            hall.step(number)
        page = hall.screen()
        # Place 3 is step 2, place 1 is step 4; the last step names all of them.
        for prize, place in zip(hall.place_prizes, (1, 2, 3), strict=True):
            assert (prize.words in page) == (number in (5 - place, 5)), (number, place)
        # Of those who are called nothing stands there but the name; number 1 was the best of match 1.
        before, _tag, called = page.partition('class="ceremony-called"')
        assert names(hall, before) == {0: set(), 1: {1}, 2: {2}, 3: {5}, 4: {1}, 5: {1, 2, 5}}[number]
        assert names(hall, called) == {0: {1, 2, 5}, 1: set(), 2: {1, 5}, 3: set(), 4: set(), 5: set()}[number]
        assert not re.search(r"\d", called.partition("</p>")[0].partition(">")[2])
        assert names(hall, page).isdisjoint(PLACES[3:])


def test_a_place_shows_points_club_reason_and_the_prize_with_its_donor(hall: Hall) -> None:
    hall.begin()
    for number in (1, 2, 3):
        hall.step(number)
    page = hall.screen()
    for part in ("Zöllner Eva", "SV Feldkirchen", "Preis 2", "Metzgerei Huber", ">+9<", "Match 1: <b>+3<", ">+6<"):
        assert part in page
    assert "5 points ahead of place 3" in page


def test_reading_48_where_places_are_added_up_their_sum_is_shown(hall: Hall) -> None:
    by_places = re.sub(r"(?m)^(sums = \{ value = )[^,]+,", r'\g<1>"places",', hall.tournament.frozen_ruleset)
    Tournament.objects.filter(pk=hall.tournament.pk).update(frozen_ruleset=by_places)
    hall.tournament.refresh_from_db()
    bump(hall.tournament)
    hall.begin()
    for number in (1, 2, 3):
        hall.step(number)
    page = hall.screen()
    assert "together: <b>+9</b>" in page
    assert '<span class="is-total">Sum of places: <b>3</b></span>' in page


def test_the_reason_names_no_place_that_was_skipped(hall: Hall) -> None:
    hall.begin()
    hall.step(3)
    assert "ahead of place" not in hall.screen()


def test_a_prize_with_a_screen_of_its_own_says_for_which_place(hall: Hall) -> None:
    put_out(hall.tournament, 1, Criterion.PLACE, argument="last-1", shown="screen")
    hall.begin()
    assert hall.running.steps[3]["kind"] == "prize"
    hall.step(3)
    assert '<p class="ceremony-why">the last but one</p>' in hall.screen()


def test_the_first_place_looks_like_no_other(hall: Hall) -> None:
    hall.begin()
    for number, first in ((3, False), (4, True)):
        hall.step(number)
        assert ("is-first" in hall.screen()) == first


def test_equal_places_stand_together(hall: Hall) -> None:
    hall.begin()
    ceremony = hall.ceremony
    steps, lines = ceremony.script["steps"], ceremony.script["ranking"]["lines"]
    lines[1]["place"] = lines[2]["place"] = 2
    steps[2]["lines"] = [lines[1]["participant"], lines[2]["participant"]]
    ceremony.save()
    hall.step(2)
    page = hall.screen()
    assert "has-few" in page
    assert page.count('class="ceremony-name"') == 2


def test_prizes_typed_with_html_stay_text(hall: Hall) -> None:
    prize = hall.special
    prize.words, prize.donor = "<script>alert(1)</script>", "<b>Huber</b>"
    prize.save()
    hall.begin()
    hall.step(1)
    page = hall.screen()
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "&lt;b&gt;Huber&lt;/b&gt;" in page


def test_the_best_of_something_does_not_tell_the_place(hall: Hall) -> None:
    Participant.objects.filter(pk=hall.players[5].pk).update(woman=True)
    put_out(hall.tournament, 1, Criterion.WOMAN)
    hall.begin()
    hall.step(2)
    page = hall.screen()
    assert "Aigner" not in page
    assert "Bäuml Franz" in page
    assert "Place" not in page.partition("ceremony-called")[0]


def test_names_in_the_hall_are_those_of_names_in_public(hall: Hall) -> None:
    Participant.objects.filter(pk=hall.players[4].pk).update(shown_name=ShownName.HIDDEN)
    Participant.objects.filter(pk=hall.players[1].pk).update(shown_name=ShownName.NUMBER)
    hall.begin()
    hall.step(1)
    assert names(hall, hall.screen()) == {1}
    hall.step(2)
    assert names(hall, hall.screen()) == {1, 2}
    hall.step(3)
    page = hall.screen()
    assert names(hall, page) == set()
    assert "SV Feldkirchen" not in page


def test_the_end_leaves_the_honour_roll_on_the_screens(hall: Hall) -> None:
    hall.begin()
    hall.step(5)
    hall.end()
    page = hall.screen()
    assert 'data-kind="honours"' in page
    assert names(hall, page) == {1, 2, 5}
    assert re.findall(r"Preis \d", page) == ["Preis 1", "Preis 4", "Preis 2", "Preis 3"]


def test_the_honour_roll_follows_corrections_choosing_and_raffles(hall: Hall) -> None:
    (prize,) = put_out(hall.tournament, 1)
    (raffle,) = put_out(hall.tournament, 1, Criterion.RAFFLE)
    hall.begin()
    hall.end()
    assert not re.search("Preis [56]", hall.screen())
    # Number 6 is third now, which was announced for number 2.
    hall.swap(2, 3)
    assert names(hall, hall.screen()) == {1, 5, 6}
    desk = make_user("desk", username="theke")
    choose(tournament=hall.tournament, actor=desk, participant=hall.players[0].pk, number=prize.number)
    lot = hall.call(close_prize_lot, prize=raffle)
    draw_lot(lot=lot, numbers=["7"], actor=hall.actor)
    page = hall.screen()
    assert re.findall("Preis [56]", page) == ["Preis 5", "Preis 6"]
    winner = hall.tournament.participants.get(pk=PublicLot.objects.get().order[0])
    assert names(hall, page) == {1, 5, 6, winner.start_number}
    # Published anew without a prize-giving.
    for release in (unfreeze, freeze, publish):
        hall.call(release)
    assert names(hall, hall.screen()) == {1, 5, 6, winner.start_number}


def test_a_leader_is_not_named_on_the_honour_roll_while_a_sheet_is_open_again(hall: Hall) -> None:
    Tournament.objects.update(hall_names=ShownName.NUMBER)
    hall.tournament.refresh_from_db()
    hall.begin()
    hall.end()
    assert names(hall, hall.screen()) == {1, 2, 5}
    sheets = Scoresheet.objects.filter(match__tournament=hall.tournament, match__number=2, table_number=2)
    sheets.update(state="signed", accepted_by=None, accepted_at=None)
    bump(hall.tournament)
    assert names(hall, hall.screen()) == set()


def test_a_donor_is_named_as_the_hall_sees_the_names(hall: Hall, presenter: Client) -> None:
    Participant.objects.filter(pk=hall.players[3].pk).update(shown_name=ShownName.HIDDEN)
    hall.tournament.prizes.update(words="Schinken von Dirk Süß", donor="Süß Dirk")
    hall.begin()
    for step in (1, 2, 5):
        hall.step(step)
        lead = presenter.get(hall.address("ceremony_lead")).content.decode()
        for page in (hall.screen(), lead):
            assert "Schinken von N. N." in page
            assert "Süß" not in page


def test_the_presenter_reads_why_as_the_hall_does(hall: Hall, presenter: Client) -> None:
    put_out(hall.tournament, 1, Criterion.CLUB, argument="SV Feldkirchen")
    hall.begin()
    for step, why in ((1, "Best of match 1: 9 points"), (2, "Best of SV Feldkirchen")):
        hall.step(step)
        assert why in hall.screen()
        assert f"{why} – Preis" in presenter.get(hall.address("ceremony_lead")).content.decode()


def test_a_screen_asks_for_the_version_of_the_hall(hall: Hall) -> None:
    hall.begin()
    before = hall.screen()
    bump_hall(hall.tournament)
    assert before != hall.screen()
    hall.swap(2, 3)
    version = Tournament.objects.get(pk=hall.tournament.pk).hall_version
    assert f'data-version="{version}"' in hall.screen()


def test_an_open_screen_gets_the_picture_alone_which_is_made_once_for_all(hall: Hall) -> None:
    hall.begin()
    hall.step(1)
    part = Client().get(hall.address("screen_ceremony"), headers={"HX-Request": "true"})
    assert part.content.decode().lstrip().startswith('<div class="hall" id="hall"')
    assert part.content.decode().strip() in hall.screen()
    # A page with a nonce is nobody else's (server/pages.py).
    assert "nonce" not in part["Content-Security-Policy"]


def test_a_picture_costs_few_queries(hall: Hall, django_assert_max_num_queries: Any) -> None:
    hall.begin()
    hall.step(5)
    Client().get(hall.address("screen_ceremony"))
    with django_assert_max_num_queries(14):
        hall.screen()


def test_the_page_before_names_what_is_missing_and_the_order(hall: Hall, presenter: Client) -> None:
    page = presenter.get(hall.address("ceremony")).content.decode()
    assert page.index("Preis 4") < page.index("Preis 3") < page.index("Preis 1")
    assert 'action="/tournaments/feldkirchen-2026/ceremony/begin/"' in page
    answer = presenter.post(hall.address("ceremony"), {"extent": "from", "place": ""})
    assert answer.status_code == 422
    assert presenter.post(hall.address("ceremony"), {"extent": "ten"}).status_code == 302
    assert hall.ceremony.first_place_shown == 10


def test_it_is_led_without_script(hall: Hall, presenter: Client) -> None:
    assert presenter.post(hall.address("ceremony_begin")).status_code == 302
    mark = hall.running.mark
    presenter.post(hall.address("ceremony_step"), {"mark": mark, "to": "1"})
    presenter.post(hall.address("ceremony_step"), {"mark": mark, "to": "1"})
    presenter.post(hall.address("ceremony_step"), {"mark": mark, "to": "2"})
    assert hall.ceremony.step == 1
    page = presenter.get(hall.address("ceremony_lead")).content.decode()
    assert "Somebody else went on meanwhile." in page
    presenter.post(hall.address("ceremony_step"), {"mark": hall.running.mark, "place": "2"})
    assert hall.running.place == 2
    presenter.post(hall.address("ceremony_pause"), {"paused": "yes"})
    assert hall.ceremony.paused
    presenter.post(hall.address("ceremony_pause"), {"paused": "maybe"})
    assert hall.ceremony.paused
    presenter.post(hall.address("ceremony_pause"), {"paused": "no"})
    presenter.post(hall.address("ceremony_step"), {"mark": hall.running.mark, "place": "99"})
    presenter.post(hall.address("ceremony_step"), {"mark": "", "to": "x"})
    presenter.post(hall.address("ceremony_end"), {"mark": hall.running.mark})
    assert Tournament.objects.get().release == "published"


def test_the_presenter_reads_more_than_the_hall(hall: Hall, presenter: Client) -> None:
    Participant.objects.filter(pk=hall.players[1].pk).update(title="Dr.")
    hall.begin()
    hall.step(1)
    page = presenter.get(hall.address("ceremony_lead")).content.decode()
    assert "Dr. Bene Huber" in page
    assert "1 point ahead of place 4" in page
    assert "Preis 3" in page
    version = re.search(r"\?v=([\d-]+)", page)
    assert version
    again = presenter.get(hall.address("ceremony_lead"), {"v": version[1]}, headers={"HX-Request": "true"})
    assert again.status_code == 204


def test_the_presenter_decides_about_a_correction(hall: Hall, presenter: Client) -> None:
    hall.begin()
    for number in (1, 2):
        hall.step(number)
    hall.swap(2, 3)
    page = presenter.get(hall.address("ceremony_lead")).content.decode()
    assert "announced as place 3 with 4 points" in page
    parts = {"HX-Request": "true"}
    mark = hall.running.mark
    stopped = presenter.post(hall.address("ceremony_step"), {"mark": mark, "to": "3"}, headers=parts)
    assert "notice-problem" in stopped.content.decode()
    presenter.post(hall.address("ceremony_settle"), {"mark": mark}, headers=parts)
    assert "corrected" not in hall.kinds()
    presenter.post(hall.address("ceremony_settle"), {"mark": mark, "decision": "new"}, headers=parts)
    assert hall.kinds()[-1] == "corrected"
    presenter.post(hall.address("ceremony_break_off"), {"mark": hall.running.mark})
    assert Tournament.objects.get().release == "frozen"


def test_the_presenter_says_a_name_as_the_hall_sees_it(hall: Hall, presenter: Client) -> None:
    def now_part(page: str) -> str:
        return page[page.index('class="sheet lead-now"') : page.index("lead-keys")]

    Participant.objects.filter(pk=hall.players[0].pk).update(shown_name=ShownName.NUMBER)
    Participant.objects.filter(pk=hall.players[4].pk).update(shown_name=ShownName.HIDDEN)
    hall.begin()
    hall.step(1)
    page = presenter.get(hall.address("ceremony_lead")).content.decode()
    # The best of match 1 is not said to be the first, who is named.
    assert '<strong translate="no">No. 1</strong>' in now_part(page)
    assert "please do not read the name out" in now_part(page)
    hall.step(4)
    page = presenter.get(hall.address("ceremony_lead")).content.decode()
    assert f'<strong translate="no">{hall.players[0]}</strong>' in now_part(page)
    assert "until now by number alone; the first three are named" in now_part(page)
    hall.step(3)
    page = presenter.get(hall.address("ceremony_lead")).content.decode()
    assert '<strong translate="no">without a name</strong>' in now_part(page)
    assert f"({hall.players[4]}</span>, No. 5)" in now_part(page)
    assert page.count(str(hall.players[4])) == 1


def test_ending_early_and_breaking_off_ask_again(hall: Hall, presenter: Client) -> None:
    hall.begin()
    page = presenter.get(hall.address("ceremony_lead")).content.decode()
    for name in ("ceremony_end", "ceremony_break_off"):
        before, _tag, _rest = page.partition(f'action="{hall.address(name)}"')
        assert before.rindex('<details class="lead-sure">') > before.rfind("</details>")


def test_what_was_skipped_is_counted_at_the_end_which_asks_again(hall: Hall, presenter: Client) -> None:
    hall.begin()
    hall.step(1)
    hall.step(5)
    page = presenter.get(hall.address("ceremony_lead")).content.decode()
    assert "3 steps are not announced yet." in page
    assert "Everything is announced." not in page
    before, _tag, _rest = page.partition(f'action="{hall.address("ceremony_end")}"')
    assert before.rindex('<details class="lead-sure">') > before.rfind("</details>")
    for step in (2, 3, 4, 5):
        hall.step(step)
    assert "Everything is announced." in presenter.get(hall.address("ceremony_lead")).content.decode()


def test_what_was_skipped_is_listed_special_prizes_too(hall: Hall, presenter: Client) -> None:
    hall.begin()
    hall.step(3)
    page = presenter.get(hall.address("ceremony_lead")).content.decode()
    skipped = page[page.index('id="skipped"') : page.index('id="lead-jump"')]
    assert hall.special.words in skipped
    assert "Place 3" in skipped
    hall.step(1)
    hall.step(2)
    page = presenter.get(hall.address("ceremony_lead")).content.decode()
    assert 'id="skipped"' not in page
    assert "On with what is new: Place 1" in page


def test_a_new_result_cannot_be_taken_over_before_it_is_settled(hall: Hall, presenter: Client) -> None:
    def take_over() -> str:
        page = presenter.get(hall.address("ceremony_lead")).content.decode()
        assert "Take the new result over" in page
        button = page[: page.index("Take the new result over")]
        return button[button.rindex("<button") :]

    hall.begin()
    hall.step(2)
    hall.swap(2, 3)
    assert "btn-primary" in take_over()
    Scoresheet.objects.filter(table_number=1, match__number=1).update(
        state="signed", accepted_by=None, accepted_at=None
    )
    bump(hall.tournament)
    assert "disabled" in take_over()
    assert "btn-primary" not in take_over()
    presenter.post(hall.address("ceremony_settle"), {"mark": hall.running.mark, "decision": "read"})
    page = presenter.get(hall.address("ceremony_lead")).content.decode()
    assert "The hall hears the result before the correction." in page


def test_after_the_end_it_leads_on(hall: Hall, presenter: Client) -> None:
    hall.begin()
    hall.end()
    page = presenter.get(hall.address("ceremony_lead")).content.decode()
    for name in ("prize_handing_out", "newspaper", "results"):
        assert f'href="{hall.address(name)}"' in page
