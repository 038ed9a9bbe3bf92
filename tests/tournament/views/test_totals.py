"""The page of a sheet with totals only."""

import pytest
from django.urls import reverse

from tests.tournament.views.desk import login
from tests.worlds.factories import make_user
from tests.worlds.totals import GOOD, OTHER, open_totals_sheet
from tournament.models import Scoresheet, TableChange
from tournament.services.acting import act
from tournament.sheet.acts.totals import RecordTotals

pytestmark = pytest.mark.django_db


def test_what_cannot_be_printed_is_no_part_of_the_reason() -> None:
    boss = make_user("organiser", "supervisor", "desk", username="anna", full_name="Anna Obermaier")
    sheet = open_totals_sheet(boss)
    act(sheet, RecordTotals(totals=GOOD), actor=boss)
    address = reverse("totals_correct", args=[sheet.match.tournament.slug, 1, 1])
    typed = {f"{part}_{seat}": value for seat, row in enumerate(OTHER, 1) for part, value in row.items()}
    answer = login(boss).post(address, {**typed, "reason": "misread\0\u202e"})
    assert (answer.status_code, TableChange.objects.get().reason) == (302, "misread")


def test_what_is_hardly_possible_is_asked_back_and_what_no_play_can_give_is_refused() -> None:
    desk = make_user("organiser", "desk", username="dora", full_name="Dora Desk")
    sheet = open_totals_sheet(desk)
    address = reverse("totals", args=[sheet.match.tournament.slug, 1, 1])
    client = login(desk)

    def typed(plus: int, **more: str) -> dict[str, object]:
        rows = [(plus, 0), (0, plus - 30), (0, 20), (0, 10)]
        return {
            f"{name}_{seat}": row[at] for seat, row in enumerate(rows, 1) for at, name in enumerate(("plus", "minus"))
        } | more

    def answer(values: dict[str, object]) -> tuple[int, list[str], list[str]]:
        response = client.post(address, values)
        form = response.context["form"] if response.context else None
        return response.status_code, list(form.non_field_errors()) if form else [], form.doubts if form else []

    cents = answer(typed(800))
    assert (cents[0], len(cents[1]), cents[2]) == (422, 2, [])
    assert cents[1][0].startswith("Seat 1, Plus points: 800. But 32 games can bring at most 768 (24 each).")
    reply = answer(typed(400))
    question = "This is hardly possible. Please look at the paper once more."
    assert (reply[0], reply[1], len(reply[2])) == (422, [question], 1)
    other = answer(typed(410, sure=reply[2][0]))
    assert (other[0], other[1]) == (422, [question])
    assert answer(typed(410, sure=other[2][0])) == (302, [], [])
    assert Scoresheet.objects.get(pk=sheet.pk).totals[0]["plus"] == 410
