"""The organiser's list of prizes: what it says beside a prize, and under which heading a prize stands."""

import pytest

from tests.tournament.prizes.pages import address
from tests.tournament.views.desk import text
from tests.worlds.factories import make_participants, make_tournament, make_user
from tournament.prizes.selectors.listing import people_of, prize_list
from tournament.prizes.services.prizes import add_prize
from tournament.standings.selectors.cache import kept_standings

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("ranked", "players"), [(False, 4), (True, 6)])
def test_who_never_has_a_place_is_not_counted_for_places(ranked, players):
    tournament = make_tournament()
    make_participants(tournament, 7)
    tournament.participants.filter(start_number__gt=4).update(house=True)
    tournament.participants.filter(start_number=7).update(withdrawn=True)
    tournament.ranks_house_players = ranked
    tournament.save()
    assert people_of(tournament, kept_standings(tournament)).players == players


@pytest.mark.parametrize("mark", ["woman", "newcomer"])
def test_the_way_to_the_ticks_stands_at_the_prize_from_the_first_day(client, mark):
    tournament, actor = make_tournament(), make_user("organiser")
    add_prize(tournament=tournament, actor=actor, words="Pokal", criterion=mark)
    client.force_login(actor)
    assert address("participant_marks", mark) not in client.get(address("prizes")).content.decode()
    make_participants(tournament, 3)
    page = client.get(address("prizes"))
    assert address("participant_marks", mark) in page.content.decode()
    assert "Of 3 participants it is not entered." in text(page)
    tournament.participants.update(**{mark: False})
    page = client.get(address("prizes"))
    assert address("participant_marks", mark) in page.content.decode()
    assert "it is not entered" not in text(page)


def test_what_has_no_group_stands_under_a_heading_only_beside_other_groups(organiser, hall):
    tournament, actor = hall
    add_prize(tournament=tournament, actor=actor, words="Bier")
    assert [group.name for group in prize_list(tournament)] == [""]
    assert "Without a group" not in text(organiser.get(address("prizes")))
    add_prize(tournament=tournament, actor=actor, words="Wein", group="Gaben")
    assert [group.name for group in prize_list(tournament)] == ["Without a group", "Gaben"]
    assert "Without a group" in text(organiser.get(address("prizes")))
