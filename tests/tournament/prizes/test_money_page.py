"""The page of money for places: the proposal, the table as it was edited, and amounts as people type them."""

import pytest

from tests.tournament.prizes.pages import address
from tests.tournament.views.desk import text
from tournament.models import Prize
from tournament.prizes.forms.money import read_euros, typed_euros
from tournament.refusals import Refused

pytestmark = pytest.mark.django_db


def test_money_from_a_proposal(organiser):
    answer = organiser.get(address("prize_money"), {"total": "960", "part": "half", "places": "3", "whole": "on"})
    page = answer.content.decode()
    assert 'name="place_1"' in page
    assert '<output id="money-sum">480.00\xa0€</output> · to be given out: <b>480.00\xa0€</b>' in page
    table = {"pot": "480", "words": "Geldpreis", "group": "Geld", "place_1": "262", "place_2": "130", "place_3": "87"}
    answer = organiser.post(address("prize_money"), table)
    assert (answer.status_code, Prize.objects.count()) == (422, 0)
    assert "The table adds up to 479 euros, not to 480." in text(answer)
    assert "479.00" in text(answer)
    organiser.post(address("prize_money"), table | {"place_3": "88"})
    assert list(Prize.objects.values_list("argument", "cents")) == [("1", 26200), ("2", 13000), ("3", 8800)]
    answer = organiser.post(address("prize_money"), table | {"place_3": "88"})
    assert "has money for places already" in text(answer)
    organiser.post(address("prize_money"), table | {"replaces": "on", "other_sum": "on", "place_3": ""})
    assert list(Prize.objects.values_list("argument", "cents")) == [("1", 26200), ("2", 13000)]


def test_what_the_proposal_was_made_of_stays_while_the_table_is_mended(organiser):
    query = {"total": "160", "part": "keep", "kept": "10", "places": "2"}
    page = organiser.get(address("prize_money"), query).content.decode()
    url = page.split('id="money" method="post" action="')[1].split('"')[0].replace("&amp;", "&")
    answer = organiser.post(url, {"pot": "150", "words": "Geld", "group": "", "place_1": "100", "place_2": "45,50"})
    assert "The table adds up to" in text(answer)
    assert {name: answer.context["proposal"][name].value() for name in query} == query


@pytest.mark.parametrize(
    ("query", "refusal"),
    [
        ({"total": ""}, "This field is required."),
        ({"total": "0"}, "Please give the sum"),
        ({"total": "10", "part": "keep", "kept": "10"}, "Nothing is left"),
        ({"total": "1", "places": "50", "whole": "on"}, "too small for 50 places"),
        ({"total": "100", "places": "0"}, "greater than or equal to 1"),
        ({"total": "100", "places": "9999"}, "less than or equal to 200"),
        ({"total": "-5"}, "is no amount"),
    ],
)
def test_what_no_proposal_is_made_of(organiser, query, refusal):
    answer = organiser.get(address("prize_money"), {"part": "all", "places": "3"} | query)
    assert answer.status_code == 422
    assert refusal in text(answer)


@pytest.mark.parametrize("places", [0, 300])
def test_a_table_that_somebody_made_up(organiser, places):
    table = {f"place_{place}": "1" for place in range(1, places + 1)}
    answer = organiser.post(address("prize_money"), {"pot": "1", "words": "x", "other_sum": "on"} | table)
    assert answer.status_code == (422 if not places else 302)
    assert Prize.objects.count() == min(places, 200)


@pytest.mark.parametrize(
    ("text", "cents"),
    [("", None), ("12", 1200), ("12,5", 1250), ("12.50 €", 1250), ("1.200", 120000), ("1.200,00", 120000),
     ("12,-", 1200), ("12,–", 1200), ("0,01", 1), ("1 200", 120000), ("0", 0)],
)  # fmt: skip
def test_euros_are_read(text, cents):
    assert read_euros(text) == cents
    assert read_euros(typed_euros(cents)) == cents


@pytest.mark.parametrize("text", ["viel", "-5", "1,234", "1,2,3", "12,", "1e9", "٣", "9999999999", "1000001"])
def test_what_is_no_amount(text):
    with pytest.raises(Refused) as refused:
        read_euros(text)
    assert refused.value.code == "bad_amount"
