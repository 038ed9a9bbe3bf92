"""Leading the prize-giving: what stands in its way, steps, double presses, pauses, a correction in the middle."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from tests.tournament.ceremony.hall import Hall
from tests.worlds.factories import make_user
from tests.worlds.prize_giving import put_out
from tournament.ceremony.missing import ceremony_remarks
from tournament.ceremony.selectors import (
    ceremony_changes,
    ceremony_of,
    is_read_as_before,
    new_winners,
    prizes_changed,
    script_of,
)
from tournament.ceremony.services import (
    begin_ceremony,
    break_off_ceremony,
    end_ceremony,
    pause_ceremony,
    prepare_ceremony,
    settle_correction,
    step_ceremony,
)
from tournament.enums import Release
from tournament.models import Ceremony, Event, Prize, Scoresheet
from tournament.prizes.kinds import Criterion
from tournament.proof.selectors.event_words import event_lines
from tournament.proof.services.audit_ceremony import ceremony_differences
from tournament.proof.services.audit_replay import replay_tournament
from tournament.refusals import Refused
from tournament.services import versions

pytestmark = pytest.mark.django_db


def refused(code: str, act: Callable[[], Any]) -> None:
    with pytest.raises(Refused) as caught:
        act()
    assert caught.value.code == code
    assert str(caught.value)


def test_an_evening_from_its_opening_to_the_published_result(hall: Hall) -> None:
    hall.begin()
    assert (hall.tournament.release, hall.announced()) == (Release.REVEALING, [])
    assert [step["kind"] for step in hall.running.steps] == ["opening", "special", "place", "place", "place", "honours"]
    for to, announced in ((1, []), (2, [2]), (3, [2, 5]), (4, [1, 2, 5]), (5, [1, 2, 5])):
        hall.step(to)
        assert hall.announced() == announced
    hall.end()
    assert (hall.tournament.release, len(hall.announced())) == (Release.PUBLISHED, 8)
    assert hall.kinds() == ["prepared", "begun", *["announced"] * 5, "ended"]


def test_only_the_management_leads(hall: Hall) -> None:
    actor = make_user("supervisor", username="klaus")
    calls: list[tuple[Any, dict[str, Any]]] = [
        (prepare_ceremony, {"winners_only": True, "first_place_shown": None}),
        (begin_ceremony, {}),
        (step_ceremony, {"to": 1, "mark": ""}),
        (pause_ceremony, {"paused": True}),
        (settle_correction, {"take_over": True, "mark": ""}),
        (end_ceremony, {"mark": ""}),
        (break_off_ceremony, {"mark": ""}),
    ]
    for service, values in calls:
        hall.actor = actor
        refused("not_allowed", partial(hall.call, service, **values))


def test_settings_are_kept_and_the_same_ones_again_change_nothing(hall: Hall) -> None:
    hall.prepare()
    hall.prepare()
    assert (hall.ceremony.winners_only, hall.kinds()) == (True, ["prepared"])
    refused("no_such_place", lambda: hall.call(prepare_ceremony, winners_only=False, first_place_shown=0))
    hall.begin()
    refused("ceremony_running", hall.prepare)


def test_what_is_missing_is_named_before_it_begins(hall: Hall) -> None:
    Scoresheet.objects.filter(match__tournament=hall.tournament, table_number=1).update(
        state="signed", accepted_by=None, accepted_at=None
    )
    versions.bump(hall.tournament)
    refused("not_settled", lambda: hall.call(begin_ceremony))
    assert not Ceremony.objects.exists()


def test_a_raffle_may_be_drawn_afterwards(hall: Hall) -> None:
    put_out(hall.tournament, 1, Criterion.RAFFLE)
    script = script_of(hall.tournament, ceremony_of(hall.tournament))
    assert len(ceremony_remarks(script)) == 1
    hall.begin()


def test_it_begins_once(hall: Hall) -> None:
    hall.begin()
    refused("ceremony_running", lambda: hall.call(begin_ceremony))


def test_a_double_press_skips_nothing(hall: Hall) -> None:
    hall.begin()
    mark = hall.running.mark
    hall.step(1, mark)
    hall.step(1, mark)
    assert (hall.ceremony.step, hall.kinds().count("announced")) == (1, 1)


def test_two_presenters_skip_nothing(hall: Hall) -> None:
    hall.begin()
    hall.step(1)
    mark = hall.running.mark
    hall.step(2, mark)
    refused("stepped_meanwhile", lambda: hall.step(0, mark))
    refused("stepped_meanwhile", lambda: hall.step(3, mark))
    assert hall.ceremony.step == 2


def test_a_mark_of_another_evening_is_refused(hall: Hall) -> None:
    hall.begin()
    mark = hall.running.mark
    hall.break_off()
    hall.call(begin_ceremony)
    refused("stepped_meanwhile", lambda: hall.step(1, mark))


@pytest.mark.parametrize("service", [end_ceremony, break_off_ceremony])
def test_an_old_page_ends_nothing(hall: Hall, service: Callable[..., Any]) -> None:
    """The other one who leads has broken off and begun anew, or went back: the page still shows the honour roll."""
    hall.begin()
    hall.step(5)
    mark = hall.running.mark
    hall.step(1)
    refused("stepped_meanwhile", lambda: hall.call(service, mark=mark))
    hall.break_off()
    hall.call(begin_ceremony)
    refused("stepped_meanwhile", lambda: hall.call(service, mark=mark))
    assert (hall.tournament.release, hall.ceremony.step) == (Release.REVEALING, 0)


def test_back_says_nothing_new_and_takes_nothing_back(hall: Hall) -> None:
    hall.begin()
    hall.step(1)
    hall.step(2)
    hall.step(1)
    hall.step(2)
    assert (hall.announced(), hall.kinds().count("announced")) == ([2], 2)


def test_what_is_skipped_is_not_announced(hall: Hall) -> None:
    hall.begin()
    hall.step(4)
    assert (hall.announced(), hall.ceremony.shown, hall.running.skipped) == ([1], [0, 4], [1, 2, 3])


@pytest.mark.parametrize("to", [-1, 6, 99])
def test_there_is_no_step_beyond_the_last(hall: Hall, to: int) -> None:
    hall.begin()
    refused("no_such_step", lambda: hall.step(to))


def test_a_pause_holds_the_step_and_says_nothing(hall: Hall) -> None:
    hall.begin()
    hall.call(pause_ceremony, paused=True)
    hall.call(pause_ceremony, paused=True)
    refused("paused", lambda: hall.step(1))
    hall.call(pause_ceremony, paused=False)
    hall.step(1)
    assert hall.ceremony.step == 1


def test_each_change_is_new_to_the_screens(hall: Hall) -> None:
    hall.begin()
    numbers = [hall.tournament.hall_version]
    for act in (
        lambda: hall.step(1),
        lambda: hall.call(pause_ceremony, paused=True),
        lambda: hall.call(pause_ceremony, paused=False),
        lambda: hall.step(0),
    ):
        act()
        numbers.append(hall.tournament.hall_version)
    assert sorted(set(numbers)) == numbers


def test_a_correction_stops_it_until_somebody_decides(hall: Hall) -> None:
    hall.begin()
    hall.step(2)
    hall.swap(2, 3)
    refused("ranking_changed", lambda: hall.step(3))
    refused("ranking_changed", hall.end)
    hall.call(settle_correction, take_over=False, mark=hall.running.mark)
    hall.step(3)
    # It goes on as it was read out: number 6 is third by now.
    assert hall.announced() == [2, 5]
    assert hall.kinds()[-2:] == ["corrected", "announced"]


def test_a_new_result_is_taken_over_and_what_was_announced_is_named(hall: Hall) -> None:
    hall.begin()
    hall.step(1)
    hall.step(2)
    # Number 6 is third now, which was announced for number 2.
    hall.swap(2, 3)
    script = script_of(hall.tournament, hall.ceremony)
    (change,) = ceremony_changes(hall.running, script)
    assert (change.participant.start_number, change.place, change.place_now) == (2, 3, 5)
    assert [one.prize.pk for one in change.lost] == [hall.place_prizes[2].pk]
    assert [who.start_number for one in change.lost for who in one.winners] == [6]
    hall.call(settle_correction, take_over=True, mark=hall.running.mark)
    ceremony = hall.ceremony
    assert (ceremony.paused, ceremony.step) == (True, 2)
    # Place 3 is not what the hall was told, so it is announced anew.
    assert ceremony.shown == [0, 1]
    assert hall.announced() == []
    hall.call(pause_ceremony, paused=False)
    assert hall.announced() == [6]


def test_a_correction_of_nobody_who_was_announced_takes_nothing_back(hall: Hall) -> None:
    hall.begin()
    hall.step(1)
    hall.step(2)
    # Numbers 3 and 4 are far behind.
    hall.swap(3, 4)
    assert ceremony_changes(hall.running, script_of(hall.tournament, hall.ceremony)) == []
    hall.call(settle_correction, take_over=True, mark=hall.running.mark)
    assert (hall.ceremony.step, hall.ceremony.shown) == (2, [0, 1, 2])
    hall.call(pause_ceremony, paused=False)
    hall.step(3)
    assert hall.announced() == [2, 5]


def test_a_new_result_that_is_not_settled_is_not_taken_over(hall: Hall) -> None:
    hall.begin()
    sheets = Scoresheet.objects.filter(match__tournament=hall.tournament, table_number=1)
    sheets.update(state="signed", accepted_by=None, accepted_at=None)
    hall.swap(2, 3)
    refused("not_settled", lambda: hall.call(settle_correction, take_over=True, mark=hall.running.mark))


def test_a_decision_is_made_on_what_is_shown(hall: Hall) -> None:
    hall.begin()
    mark = hall.running.mark
    hall.step(1)
    hall.swap(2, 3)
    refused("stepped_meanwhile", lambda: hall.call(settle_correction, take_over=True, mark=mark))


def test_a_new_prize_does_not_stop_it(hall: Hall) -> None:
    hall.begin()
    put_out(hall.tournament, 1, Criterion.PLACE, argument="8")
    script = script_of(hall.tournament, hall.ceremony)
    assert prizes_changed(hall.running, script)
    # Number 4 is last.
    assert [(prize.number, who.start_number) for prize, who in new_winners(hall.running, script)] == [(5, 4)]
    hall.step(1)
    hall.call(settle_correction, take_over=True, mark=hall.running.mark)
    assert not prizes_changed(hall.running, script_of(hall.tournament, hall.ceremony))


def test_a_page_of_the_script_before_steps_no_more(hall: Hall) -> None:
    hall.begin()
    mark, steps = hall.running.mark, len(hall.running.steps)
    Prize.objects.filter(pk=hall.place_prizes[2].pk).update(argument="4")
    hall.call(settle_correction, take_over=True, mark=mark)
    assert len(hall.running.steps) == steps
    refused("stepped_meanwhile", lambda: hall.step(1, mark))


def test_the_script_names_no_club(hall: Hall) -> None:
    put_out(hall.tournament, 1, Criterion.CLUB, argument="SV Feldkirchen")
    hall.begin()
    assert "club" in str(hall.ceremony.script["reasons"])
    assert "Feldkirchen" not in str(hall.ceremony.script)


def test_broken_off_it_begins_again_from_its_first_step(hall: Hall) -> None:
    hall.begin()
    hall.step(3)
    hall.break_off()
    hall.break_off()
    assert (hall.tournament.release, hall.ceremony.script, hall.ceremony.shown) == (Release.FROZEN, {}, [])
    refused("not_running", lambda: hall.call(pause_ceremony, paused=True))
    hall.call(begin_ceremony)
    assert (hall.ceremony.step, hall.announced()) == (0, [])


def test_what_is_published_is_not_announced_again(hall: Hall) -> None:
    hall.begin()
    hall.end()
    hall.end()
    assert hall.kinds().count("ended") == 1
    refused("published", lambda: hall.call(begin_ceremony))


def test_without_prizes_the_first_ten_are_announced(hall: Hall) -> None:
    hall.tournament.prizes.all().delete()
    hall.call(prepare_ceremony, winners_only=False, first_place_shown=2)
    hall.call(begin_ceremony)
    assert [step["kind"] for step in hall.running.steps] == ["opening", "place", "place", "honours"]


def test_the_log_names_who_was_announced_and_the_audit_finds_nothing(hall: Hall) -> None:
    def differences() -> list[str]:
        chain = Event.objects.filter(tournament=hall.tournament, scoresheet=None).order_by("sequence")
        return list(ceremony_differences(replay_tournament(chain), hall.tournament))

    assert differences() == []
    hall.begin()
    hall.step(1)
    hall.step(2)
    hall.swap(2, 3)
    hall.call(settle_correction, take_over=True, mark=hall.running.mark)
    hall.call(pause_ceremony, paused=False)
    assert differences() == []
    hall.end()
    assert differences() == []
    words = [line.words for line in event_lines(hall.tournament) if line.kind.startswith("ceremony.")]
    assert "2 Bene Huber" in words[3]
    assert "step 3" in words[3]  # of the page that leads it
    assert all(words)
    assert not any("%(" in one for one in words)
    ceremony = hall.ceremony
    Ceremony.objects.filter(tournament=hall.tournament).update(step=4)
    assert [one for one in differences() if "shows step 5" in one]
    Ceremony.objects.filter(tournament=hall.tournament).update(step=ceremony.step, shown=[0, 1, 2, 3])
    assert len(differences()) == 1
    ceremony.script["steps"][1]["awards"] = []
    ceremony.save()
    assert len(differences()) == 1


def test_what_was_announced_for_others_is_skipped_until_it_is_announced_anew(hall: Hall) -> None:
    hall.begin()
    for number in (1, 2, 3, 4):
        hall.step(number)
    assert hall.announced() == [1, 2, 5]
    # Numbers 1 and 3 change seats: the best of match 1 is another one, and number 5 leads.
    hall.swap(1, 3)
    script = script_of(hall.tournament, hall.ceremony)
    lost = {one.prize.pk for change in ceremony_changes(hall.running, script) for one in change.lost}
    assert hall.special.pk in lost
    hall.call(settle_correction, take_over=True, mark=hall.running.mark)
    running = hall.running
    awards = [entry[:2] for at in running.shown for entry in running.steps[at]["awards"]]
    # Number 2 is third as before.
    assert awards == [[hall.place_prizes[2].pk, hall.players[1].pk]]
    assert running.skipped == [number for number in range(1, running.ceremony.step) if number not in running.shown]
    assert 1 in running.skipped
    assert hall.announced() == [2]
    hall.call(pause_ceremony, paused=False)
    for number in running.skipped:
        hall.step(number)
    hall.step(running.ceremony.step)
    assert hall.running.skipped == []
    assert hall.announced() == [2, 3, 5]


def test_a_result_that_goes_on_as_read_is_told_until_the_end(hall: Hall) -> None:
    hall.begin()
    hall.step(2)
    assert not is_read_as_before(hall.running, script_of(hall.tournament, hall.ceremony))
    hall.swap(2, 3)
    assert not is_read_as_before(hall.running, script_of(hall.tournament, hall.ceremony))
    hall.call(settle_correction, take_over=False, mark=hall.running.mark)
    assert is_read_as_before(hall.running, script_of(hall.tournament, hall.ceremony))
    hall.call(settle_correction, take_over=True, mark=hall.running.mark)
    assert not is_read_as_before(hall.running, script_of(hall.tournament, hall.ceremony))


def test_after_a_step_was_made_up_for_it_leads_back_to_what_is_new(hall: Hall) -> None:
    hall.begin()
    hall.step(3)
    assert hall.running.next_new is None
    hall.step(1)
    assert hall.running.next_new is None  # step 2 is new
    hall.step(2)
    assert hall.running.next_new == 4
