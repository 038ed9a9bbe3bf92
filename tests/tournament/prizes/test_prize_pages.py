"""The organiser's pages of prizes: what they ask, who sees them, what they refuse in words, and what the hall does not
see."""

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournament.prizes.pages import address
from tests.tournament.views.desk import text
from tests.worlds.factories import make_user
from tournament.enums import Release
from tournament.models import Participant, Prize, PrizeAct, Tournament
from tournament.prizes.pasted import read_pasted_prizes
from tournament.prizes.services.groups import set_sharing
from tournament.prizes.services.money import add_money
from tournament.prizes.services.prizes import add_list, add_prize, change_prize
from tournament.standings.selectors.cache import kept_standings

pytestmark = pytest.mark.django_db


def test_without_prizes_the_page_says_the_next_step(organiser):
    answer = organiser.get(address("prizes"))
    assert "No prizes yet" in text(answer)
    assert address("prize_add") in answer.content.decode()


def test_the_list_shows_who_would_get_each_and_says_that_the_hall_does_not(organiser, hall):
    tournament, actor = hall
    add_prize(tournament=tournament, actor=actor, words="Schinken", donor="<b>Huber</b> & Sohn", criterion="place",
              argument="1", value_cents=2550)  # fmt: skip
    add_prize(tournament=tournament, actor=actor, words="Pokal", criterion="woman")
    add_prize(tournament=tournament, actor=actor, words="Bier", criterion="raffle", count=2)
    answer = organiser.get(address("prizes"))
    page = text(answer)
    assert "The hall does not see this." in page
    assert "Place 1" in page
    assert kept_standings(tournament).lines[0].name in page
    assert "Of 4 participants with a place it is not entered." in page
    assert address("participant_marks", "woman") in answer.content.decode()
    assert "A lot among 4 people decides." in page
    assert "may need a permit of its own" in page
    assert "&lt;b&gt;Huber&lt;/b&gt; &amp; Sohn" in answer.content.decode()
    assert "25.50" in page


@pytest.mark.parametrize("count", [1, 120])
def test_the_number_of_queries_does_not_grow(organiser, hall, django_assert_max_num_queries, count):
    tournament, actor = hall
    add_list(tournament=tournament, actor=actor, lines=read_pasted_prizes("Bier\n" * count), group="")
    Prize.objects.update(criterion="place", argument="1-3")
    organiser.get(address("prizes"))
    with django_assert_max_num_queries(26):
        organiser.get(address("prizes"))


@pytest.mark.parametrize(
    ("role", "sees", "changes"),
    [("organiser", 200, 200), ("desk", 200, 403), ("supervisor", 200, 403), ("tribunal", 403, 403)],
)
def test_who_may_see_and_who_may_change(client, hall, role, sees, changes):
    client.force_login(make_user(role, username=f"one-{role}"))
    assert client.get(address("prizes")).status_code == sees
    for name in ("prize_add", "prizes_paste", "prize_money", "prize_settings", "prize_pictures"):
        assert client.get(address(name)).status_code == changes
    client.post(address("prize_add"), {"words": "x", "criterion": "choice", "shown": "line"})
    assert Prize.objects.exists() == (changes == 200)


def test_the_public_does_not_get_in(client, hall):
    tournament, actor = hall
    add_prize(tournament=tournament, actor=actor, words="Schinken")
    for name in ("prizes", "prize_add", "prizes_paste", "prize_money", "prize_settings", "prize_pictures"):
        assert client.get(address(name)).url.startswith(reverse("login"))


@pytest.mark.parametrize(
    ("criterion", "fields"),
    [
        ("place", {"places", "cents"}), ("woman", {"count", "cents"}), ("youth", {"age", "count", "cents"}),
        ("club", {"club", "count", "cents"}), ("match", {"match", "count", "cents"}), ("table", {"match", "cents"}),
        ("raffle", {"count", "cents"}), ("choice", set()), ("nonsense", {"count", "cents"}),
    ],
)  # fmt: skip
def test_the_form_asks_only_what_the_criterion_needs(organiser, criterion, fields):
    answer = organiser.get(address("prize_add"), {"criterion": criterion}, headers={"HX-Request": "true"})
    names = {name for name in ("places", "age", "club", "match", "count", "cents")
             if f'name="{name}"' in answer.content.decode()}  # fmt: skip
    assert names == fields
    assert "<html" not in answer.content.decode()


def test_the_club_is_chosen_by_somebody_not_by_the_page(organiser, hall):
    tournament, actor = hall
    tournament.participants.filter(start_number=1).update(club="SC Übersee")
    page = organiser.get(address("prize_add"), {"criterion": "club"}).content.decode()
    assert 'name="club" value=' not in page
    assert '<option value="SC Übersee">' in page
    prize = add_prize(tournament=tournament, actor=actor, words="Bier", criterion="place", argument="1-3")
    page = organiser.get(address("prize_edit", prize.pk), {"criterion": "club"}).content.decode()
    assert 'name="club" value=' not in page
    answer = organiser.post(address("prize_add"), {"words": "Wein", "criterion": "club", "count": 1, "shown": "line"})
    assert "This field is required." in text(answer)


@pytest.mark.parametrize(
    ("criterion", "words"),
    [("solos", "a Solo is “Solo/Wenz”"), ("sies", "points are typed"), ("raffle", "permit of its own")],
)
def test_the_page_says_what_the_sheets_do_not_know(organiser, criterion, words):
    assert words in text(organiser.get(address("prize_add"), {"criterion": criterion}))
    form = {"words": "Bier", "criterion": criterion, "count": 1, "shown": "line"}
    answer = organiser.post(address("prize_add"), form, follow=True)
    assert words in text(answer)


def test_adding_changing_moving_deleting(organiser):
    form = {"words": "Schinken", "donor": "Huber", "criterion": "place", "places": "1. bis 3.", "cents": "12,50",
            "shown": "line", "group": "Plätze"}  # fmt: skip
    assert organiser.post(address("prize_add"), form | {"next": "1"}).url == address("prize_add")
    prize = Prize.objects.get()
    assert (prize.argument, prize.cents, prize.group.name) == ("1-3", 1250, "Plätze")
    page = organiser.get(address("prize_edit", prize.pk)).content.decode()
    assert 'value="1–3"' in page
    assert 'value="12,50"' in page
    answer = organiser.post(address("prize_edit", prize.pk), {"words": "Pokal", "criterion": "club", "club": "SV",
                                                              "count": 1, "shown": "screen", "number": 4})  # fmt: skip
    assert answer.url == address("prizes")
    prize.refresh_from_db()
    assert (prize.words, prize.argument, prize.cents, prize.number) == ("Pokal", "SV", None, 4)
    organiser.post(address("prizes_number"), {"prize": prize.pk, "number": "9"})
    assert Prize.objects.get().number == 9
    for bad in ("0", "1000", "-1", "abc", "", "1234567891", "9" * 30):
        answer = organiser.post(address("prizes_number"), {"prize": prize.pk, "number": bad}, follow=True)
        assert "Prizes have numbers from 1 to 999." in text(answer)
    for bad in ("", "x", "-1", f"{prize.pk}".rjust(9, "0") + "1", "9" * 30):
        answer = organiser.post(address("prizes_number"), {"prize": bad, "number": "7"}, follow=True)
        assert "This prize is deleted." in text(answer)
    assert Prize.objects.get().number == 9
    organiser.post(address("prizes_number"))
    assert Prize.objects.get().number == 1
    question = organiser.get(address("prizes_delete"), {"prize": prize.pk})
    assert "Delete this prize?" in text(question)
    assert Prize.objects.exists()
    organiser.post(address("prizes_delete"), {"prize": prize.pk})
    assert not Prize.objects.exists()
    assert organiser.get(address("prize_edit", prize.pk)).status_code == 404


@pytest.mark.parametrize(
    ("fields", "refusal"),
    [
        ({"words": ""}, "This field is required."),
        ({"places": "0"}, "There is no place 0"),
        ({"places": "5-2"}, "is the wrong way round"),
        ({"places": "<script>"}, "is not understood as places"),
        ({"cents": "viel"}, "is no amount"),
        ({"cents": "99999999"}, "is too much"),
        ({"number": "1"}, "Another prize has number 1."),
        ({"criterion": "nonsense"}, "Select a valid choice"),
        ({"criterion": "match", "match": "9"}, "Select a valid choice"),
        ({"criterion": "club", "club": " "}, "This field is required."),
        ({"criterion": "youth", "age": "3"}, "the age below which"),
        ({"donor": "x" * 90}, "is too long"),
        ({"picture": "7"}, "Select a valid choice"),
    ],
)
def test_what_the_form_refuses(organiser, hall, fields, refusal):
    tournament, actor = hall
    add_prize(tournament=tournament, actor=actor, words="Bier")
    good = {"words": "Wein", "criterion": "place", "places": "1", "shown": "line", "count": "1"}
    answer = organiser.post(address("prize_add"), good | fields)
    assert answer.status_code == 422
    assert refusal in text(answer)
    assert Prize.objects.count() == 1


def test_several_at_once(organiser):
    lines = "\n".join(f"Preis {number}; Spender <i>{number}</i>" for number in range(1, 121))
    answer = organiser.post(address("prizes_paste"), {"lines": lines, "criterion": "choice", "group": ""}, follow=True)
    assert "120 prizes are on the list." in text(answer)
    assert list(Prize.objects.values_list("number", flat=True)) == list(range(1, 121))
    assert Prize.objects.last().donor == "Spender <i>120</i>"
    assert "<i>120</i>" not in answer.content.decode()
    for lines, refusal in (("3. A\n3. B", "stands before two prizes"), ("5. A", "Another prize has number 5."),
                           ("; Huber", "has no prize"), ("A\n" * 400, "at most 500 prizes")):  # fmt: skip
        answer = organiser.post(address("prizes_paste"), {"lines": lines, "criterion": "choice"})
        assert answer.status_code == 422
        assert refusal in text(answer)
    assert Prize.objects.count() == 120


def test_without_a_group_nothing_is_among_the_money(hall):
    tournament, actor = hall
    add_money(tournament=tournament, actor=actor, amounts=[1000], group="", words="Geld")
    ham = add_prize(tournament=tournament, actor=actor, words="Schinken")
    (bottle,) = add_list(tournament=tournament, actor=actor, lines=read_pasted_prizes("Wein"), group=" ")
    assert [group.name for group in tournament.prize_groups.all()] == ["Money for places", "Prizes"]
    assert ham.group == bottle.group == tournament.prize_groups.last()


def test_what_was_pasted_by_mistake_is_deleted_at_once(organiser, hall):
    tournament, actor = hall
    add_prize(tournament=tournament, actor=actor, words="Schinken", group="Plätze")
    form = {"lines": "<b>Bier</b>\nWein\nRadi", "criterion": "choice", "group": "Gaben"}
    answer = organiser.post(address("prizes_paste"), form, follow=True)
    assert f'<a href="{address("prizes_delete")}?first=2&amp;last=4">Delete them again</a>' in answer.content.decode()
    question = organiser.get(address("prizes_delete"), {"first": 2, "last": 4})
    assert "Delete these 3 prizes?" in text(question)
    assert "&lt;b&gt;Bier" in question.content.decode()
    assert "Schinken" not in text(question)
    group = Prize.objects.get(number=3).group
    by_group = organiser.get(address("prizes_delete"), {"group": group.pk})
    assert by_group.context["rows"] == question.context["rows"]
    keys = [*tournament.prizes.filter(group=group).values_list("pk", flat=True), "x", "9" * 40]
    assert "3 prizes are deleted." in text(organiser.post(address("prizes_delete"), {"prize": keys}, follow=True))
    assert [prize.words for prize in Prize.objects.all()] == ["Schinken"]
    for query in ({}, {"prize": "x"}, {"prize": "77"}, {"group": "9" * 40}):
        assert "There is no such prize any more." in text(organiser.get(address("prizes_delete"), query))


def test_what_stays_on_record_is_not_offered_for_deletion(organiser, hall):
    tournament, actor = hall
    bier, wein = add_list(tournament=tournament, actor=actor, lines=read_pasted_prizes("Bier\nWein"), group="Gaben")
    person = tournament.participants.first()
    PrizeAct.objects.create(tournament=tournament, participant=person, prize=bier, kind="chosen", acted_by=actor,
                            acted_at=timezone.now())  # fmt: skip
    question = organiser.get(address("prizes_delete"), {"group": bier.group_id}).content.decode()
    assert "they stay on record" in question
    assert f'name="prize" value="{wein.pk}"' in question
    assert f'name="prize" value="{bier.pk}"' not in question
    assert "please undo that first" in text(organiser.post(address("prizes_delete"), {"prize": bier.pk}, follow=True))


def test_places_behind_the_last_participant_are_told_of(organiser, hall):
    form = {"words": "Bier", "criterion": "place", "places": "1–9999", "shown": "line"}
    warning = "Only 4 participants can take a place: the places behind are nobody’s."
    page = text(organiser.post(address("prize_add"), form, follow=True))
    assert warning in page
    assert "Of 9999, 9995 go to nobody. There are only 4 places." in page
    Prize.objects.update(argument="1-4,last")
    assert warning not in text(organiser.get(address("prizes")))


@pytest.mark.parametrize("state", Release.values)
def test_the_mark_stands_only_while_the_hall_does_not_see_it(organiser, hall, state):
    tournament, actor = hall
    add_prize(tournament=tournament, actor=actor, words="Bier")
    Tournament.objects.update(release=state)
    page = text(organiser.get(address("prizes")))
    assert ("The hall does not see this." in page) == ("Would get it now" in page) == (state != Release.PUBLISHED)


def test_what_is_set_for_all(organiser, hall):
    tournament, actor = hall
    add_prize(tournament=tournament, actor=actor, words="Bier", group="Plätze")
    group = tournament.prize_groups.get()
    assert "What equal places get" in text(organiser.get(address("prize_settings")))
    form = {"sharing": "lot", f"{group.pk}-name": "Sonderpreise", f"{group.pk}-per_head": "overall"}
    assert organiser.post(address("prize_settings"), form).url == address("prizes")
    tournament.refresh_from_db()
    group.refresh_from_db()
    assert (tournament.sharing, group.name, group.per_head) == ("lot", "Sonderpreise", "overall")
    assert organiser.post(address("prize_settings"), form | {"sharing": "x"}).status_code == 422
    add_prize(tournament=tournament, actor=actor, words="Wein", group="Andere")
    other = tournament.prize_groups.last()
    twice = form | {"sharing": "same", f"{other.pk}-name": "Sonderpreise", f"{other.pk}-per_head": "one"}
    answer = organiser.post(address("prize_settings"), twice)
    assert answer.status_code == 422
    assert "Another group has this name." in text(answer)
    tournament.refresh_from_db()
    assert tournament.sharing == "lot"


def test_a_group_without_prizes_can_be_deleted(organiser, hall):
    tournament, actor = hall
    prize = add_prize(tournament=tournament, actor=actor, words="Bier", group="Alte")
    old = prize.group
    page = organiser.get(address("prize_settings")).content.decode()
    assert 'name="delete"' not in page
    assert "There are prizes in this group." in text(
        organiser.post(address("prize_settings"), {"delete": old.pk}, follow=True)
    )
    change_prize(prize=prize, actor=actor, group="Neue")
    assert f'name="delete" value="{old.pk}"' in organiser.get(address("prize_settings")).content.decode()
    assert "The group is deleted." in text(organiser.post(address("prize_settings"), {"delete": old.pk}, follow=True))
    assert [group.name for group in tournament.prize_groups.all()] == ["Neue"]
    for key in (old.pk, "x", f"{tournament.prize_groups.get().pk}".rjust(9, "0") + "1"):
        answer = organiser.post(address("prize_settings"), {"delete": key}, follow=True)
        assert "There is no such group any more." in text(answer)
    assert tournament.prize_groups.count() == 1


def test_while_results_are_announced_the_page_offers_no_change(organiser, hall):
    tournament, actor = hall
    prize = add_prize(tournament=tournament, actor=actor, words="Bier")
    set_sharing(tournament=tournament, actor=actor, sharing="lot")
    Tournament.objects.update(release=Release.REVEALING)
    page = organiser.get(address("prizes"))
    assert "the prizes stay as they are" in text(page)
    assert address("prize_add") not in page.content.decode()
    answer = organiser.post(address("prize_edit", prize.pk), {"words": "Wein", "criterion": "choice", "shown": "line"})
    assert "The prize-giving is running" in text(answer)
    answer = organiser.post(address("prizes_delete"), {"prize": prize.pk}, follow=True)
    assert "The prize-giving is running" in text(answer)


# --- marks ---


@pytest.mark.parametrize("mark", ["woman", "newcomer"])
def test_ticking_for_all(client, hall, mark):
    client.force_login(make_user("desk", username="door"))
    page = client.get(address("participant_marks", mark))
    assert "Of 4 participants it is not entered." in text(page)
    client.post(address("participant_marks", mark), {"shown": "1,2,3", "ticked": ["2", "x"]})
    assert list(Participant.objects.values_list(mark, flat=True)) == [False, True, False, None]
    assert "Nothing has changed." in text(
        client.post(address("participant_marks", mark), {"shown": "1,2,3", "ticked": ["2"]}, follow=True)
    )
    assert client.get(address("participant_marks", "house")).status_code == 404


def test_marks_are_sorted_as_every_list(organiser, hall):
    tournament, _actor = hall
    for number, last in enumerate(["Zöpf", "Öttl", "Müller", "Ägidius"], start=1):
        tournament.participants.filter(start_number=number).update(last_name=last)
    page = text(organiser.get(address("participant_marks", "woman")))
    assert sorted(["Ägidius", "Müller", "Öttl", "Zöpf"], key=page.index) == ["Ägidius", "Müller", "Öttl", "Zöpf"]
    assert "The text for the newspaper counts the women." in page
