"""What a prize needs to know of people: asked only then, in the log as a hash, gone with whoever is forgotten."""

import json

import pytest

from tests.tournament.prizes.pages import address
from tests.worlds.factories import make_tournament, make_user
from tests.worlds.played import finished_tournament
from tests.worlds.prize_giving import put_out, ranked
from tournament.models import Participant, Prize, PrizeGroup, Tournament
from tournament.participants.services.participants import add_participant, withdraw_participant
from tournament.participants.services.retention import forget_participant
from tournament.prizes.selectors import awards_of, reason_text
from tournament.prizes.selectors.handing_out import handing_out
from tournament.prizes.services.acts import give
from tournament.prizes.services.prizes import add_prize
from tournament.proof.services.audit import audit_tournament
from tournament.proof.services.audit_prizes import prize_differences
from tournament.proof.services.audit_replay import replay_tournament
from tournament.services.events import chain

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("criterion", "boxes"), [("", []), ("woman", ["woman"]), ("newcomer", ["newcomer"]), ("club", [])]
)
def test_the_desk_asks_only_what_a_prize_needs(client, criterion, boxes):
    tournament, actor = make_tournament(), make_user("organiser", "desk")
    if criterion:
        add_prize(tournament=tournament, actor=actor, words="Pokal", criterion=criterion, argument="SV")
    client.force_login(actor)
    page = client.get(address("participants")).content.decode()
    assert [mark for mark in ("woman", "newcomer") if f'name="{mark}"' in page] == boxes
    form = {
        "last_name": "Huber",
        "first_name": "Anna",
        "club": "SV",
        "woman": "on",
        "newcomer": "on",
        "age_confirmed": "on",
    }
    assert client.post(address("participant_add"), form).status_code == 302
    anna = Participant.objects.get()
    assert (anna.woman, anna.newcomer) == (True if "woman" in boxes else None, True if "newcomer" in boxes else None)
    page = client.get(address("participant_edit", anna.start_number)).content.decode()
    assert [mark for mark in ("woman", "newcomer") if f'name="{mark}"' in page] == boxes


def test_what_is_noted_of_somebody_is_a_link_of_the_log_and_is_forgotten_with_them():
    tournament, actor = finished_tournament()
    add_prize(tournament=tournament, actor=actor, words="Pokal", criterion="woman")
    zenzi = add_participant(tournament=tournament, actor=actor, first_name="Zenzi", last_name="Ziegler", woman=True)
    assert audit_tournament(tournament).faults == ()
    Participant.objects.filter(pk=zenzi.pk).update(woman=None)
    assert len(audit_tournament(tournament).faults) == 1
    Participant.objects.filter(pk=zenzi.pk).update(woman=True)
    withdraw_participant(participant=zenzi, actor=actor)
    forget_participant(participant=zenzi, actor=actor)
    assert Participant.objects.get(pk=zenzi.pk).woman is None


def differences(tournament: Tournament) -> list[str]:
    tournament.refresh_from_db()
    return list(prize_differences(replay_tournament(chain(tournament, None)), tournament))


def test_the_donor_is_masked_with_whom_is_forgotten_and_erased_by_the_purge():
    tournament, actor = finished_tournament()
    add_prize(tournament=tournament, actor=actor, words="Schinken", donor="Anna Obermaier")
    Tournament.objects.update(state="finished")
    forget_participant(participant=Participant.objects.get(last_name="Obermaier"), actor=actor)
    assert "Obermaier" not in Prize.objects.get().donor
    assert differences(tournament) == []


def test_texts_of_prizes_are_compared_though_somebody_is_forgotten():
    """The link of the forgetting witnesses the texts that it masks; what an older version masked is not known."""
    tournament, actor = finished_tournament()
    add_prize(tournament=tournament, actor=actor, words="Schinken", donor="Anna Obermaier", group="Obermaier-Preise")
    add_prize(tournament=tournament, actor=actor, words="Bier", group="Andere")
    Tournament.objects.update(state="finished")
    forget_participant(participant=Participant.objects.get(last_name="Obermaier"), actor=actor)
    forget_participant(participant=Participant.objects.get(last_name="Huber"), actor=actor)
    assert differences(tournament) == []
    masked, other = Prize.objects.order_by("number")
    for rows, changed in (
        (Prize.objects.filter(pk=masked.pk), {"donor": "Gegner"}),
        (Prize.objects.filter(pk=other.pk), {"words": "Auto"}),
        (PrizeGroup.objects.filter(pk=masked.group_id), {"name": "x"}),
        (PrizeGroup.objects.filter(pk=other.group_id), {"name": "y"}),
    ):
        before = rows.values(*changed).get()
        rows.update(**changed)
        assert len(differences(tournament)) == 1
        rows.update(**before)
    events = list(chain(tournament, None))
    for event in events:
        if event.kind == "participant.forgotten":
            payload = json.loads(event.payload)
            event.payload = json.dumps({name: payload[name] for name in payload if name not in ("prizes", "groups")})
    older = replay_tournament(events)
    assert list(prize_differences(older, tournament)) == []
    Prize.objects.filter(pk=other.pk).update(cents=100)
    assert len(list(prize_differences(older, tournament))) == 1


def test_who_was_given_a_prize_keeps_it_when_forgotten_and_after_the_purge():
    """Bene, the second, was given the prize of the best woman; it does not pass on to Centa."""
    tournament, (_anna, bene, centa, _dirk), actor = ranked()
    Participant.objects.filter(pk__in=[bene.pk, centa.pk]).update(woman=True, club="SV")
    put_out(tournament, 1, "woman")
    put_out(tournament, 1, "club", argument="SV")
    give(tournament=tournament, actor=actor, participant=bene.pk)
    before = [award.participant for award in awards_of(tournament).awards]
    assert before == [bene.pk, bene.pk]
    Tournament.objects.update(state="finished")
    forget_participant(participant=Participant.objects.get(pk=bene.pk), actor=actor)
    assert [award.participant for award in awards_of(tournament).awards] == before
    assert handing_out(tournament).misgiven == ()
    for one in Participant.objects.all():
        forget_participant(participant=one, actor=actor)
    Prize.objects.update(argument="")
    awards = awards_of(tournament).awards
    assert [award.participant for award in awards] == before
    assert [reason_text(award) for award in awards] == ["Best woman, place 2", "Best of a club, place 2"]


def test_two_who_tick_at_once_both_keep_what_they_ticked(client):
    """Both have opened the page with number 4 ticked; one ticks 1, the other one 2 and takes the tick from 4."""
    tournament, actor = finished_tournament()
    Participant.objects.filter(start_number=4).update(woman=True)
    client.force_login(actor)
    page = client.get(address("participant_marks", "woman")).content.decode()
    assert 'name="before" value="4"' in page
    form = {"shown": "1,2,3,4", "before": "4"}
    client.post(address("participant_marks", "woman"), form | {"ticked": ["1", "4"]})
    answer = client.post(address("participant_marks", "woman"), form | {"ticked": ["2"]}, follow=True)
    assert "2 participants were changed." in answer.content.decode()
    marks = list(tournament.participants.order_by("start_number").values_list("woman", flat=True))
    assert marks == [True, True, False, False]
    client.post(address("participant_marks", "woman"), {"shown": "1,2,3,4", "before": "1,2", "ticked": ["1"]})
    assert Participant.objects.get(start_number=2).woman is False
