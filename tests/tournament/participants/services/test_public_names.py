"""Saying how everybody is named in public: logged by codes, audited, possible at any time."""

from collections.abc import Callable

import pytest

from tests.worlds.archived import login, small_tournament
from tests.worlds.played import play
from tournament.enums import ShownName
from tournament.models import Event, Participant, Tournament
from tournament.participants.services.public_names import set_public_names, set_shown_name
from tournament.participants.services.retention import forget_participant
from tournament.proof.selectors.event_words import event_lines
from tournament.proof.services.audit import audit_tournament
from tournament.refusals import Refused

pytestmark = pytest.mark.django_db
KINDS = ("tournament.public_names", "participant.shown")


def faults(tournament: Tournament) -> list[str]:
    return [fault.what for fault in audit_tournament(tournament).faults]


def test_rule_and_wish_are_logged_by_codes_and_audited() -> None:
    tournament, actor = play()
    anna = tournament.participants.get(start_number=1)
    before = (tournament.version, tournament.hall_version)
    for _ in range(2):
        set_public_names(tournament=tournament, hall_names="number", web_names="hidden", actor=actor)
        set_shown_name(participant=anna, shown_name="hidden", actor=actor)
    events = list(Event.objects.filter(kind__in=KINDS).order_by("pk").values_list("kind", "payload"))
    assert events == [
        ("tournament.public_names", '{"hall_names":"number","web_names":"hidden"}'),
        ("participant.shown", f'{{"participant":{anna.pk},"shown_name":"hidden","start_number":1}}'),
    ]
    tournament.refresh_from_db()
    assert (tournament.version, tournament.hall_version) == (before[0] + 2, before[1] + 2)
    assert faults(tournament) == []
    words = [line.words for line in event_lines(tournament) if line.kind in KINDS]
    assert set(words) == {
        f"1 {anna}, name in public: not at all",
        "Names in public: in the hall by start number only, on the web not at all",
    }


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda: Tournament.objects.update(hall_names="name"), "how the hall names everybody"),
        (lambda: Tournament.objects.update(web_names="name"), "how the web names everybody"),
        (lambda: Participant.objects.filter(start_number=1).update(shown_name="name"), "how to name participant"),
        (lambda: Participant.objects.filter(start_number=2).update(shown_name="number"), "how to name participant"),
    ],
    ids=["hall", "web", "another wish", "a wish of nobody"],
)
def test_a_change_beside_the_log_is_noticed(change: Callable[[], object], sentence: str) -> None:
    tournament, actor = play()
    set_public_names(tournament=tournament, hall_names="number", web_names="hidden", actor=actor)
    set_shown_name(participant=tournament.participants.get(start_number=1), shown_name="hidden", actor=actor)
    change()
    (fault,) = faults(Tournament.objects.get())
    assert sentence in fault


def test_a_wish_is_noted_when_the_tournament_is_over_but_not_of_a_forgotten_person_after_a_purge() -> None:
    actor = login("reiter", "K. Reiter", "organiser", "supervisor", "desk")
    tournament = small_tournament(actor, 1)
    person = tournament.participants.filter(forgotten=False).latest("start_number")
    assert set_shown_name(participant=person, shown_name="number", actor=actor).shown_name == ShownName.NUMBER
    assert set_shown_name(participant=person, shown_name="", actor=actor).shown_name == ""
    set_shown_name(participant=person, shown_name="number", actor=actor)
    Tournament.objects.update(state="archived")
    set_shown_name(participant=person, shown_name="hidden", actor=actor)
    Tournament.objects.update(state="purged")
    for act in (
        lambda: set_shown_name(participant=person, shown_name="", actor=actor),
        lambda: set_public_names(tournament=tournament, hall_names="name", web_names="name", actor=actor),
    ):
        with pytest.raises(Refused) as refused:
            act()
        assert refused.value.code == "purged"


def test_whoever_is_forgotten_has_no_wish_any_more() -> None:
    actor = login("reiter", "K. Reiter", "organiser", "supervisor", "desk")
    tournament = small_tournament(actor, 1)
    person = tournament.participants.filter(forgotten=False).latest("start_number")
    set_shown_name(participant=person, shown_name="hidden", actor=actor)
    forgotten = forget_participant(participant=person, actor=actor)
    assert (forgotten.shown_name, forgotten.woman, forgotten.newcomer) == ("", None, None)
    assert faults(tournament) == []
