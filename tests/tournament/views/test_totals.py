"""The page of a sheet with totals only."""

import pytest
from django.urls import reverse

from tests.factories import make_user
from tests.totals import GOOD, OTHER, open_totals_sheet
from tests.tournament.views.desk import login
from tournament.models import TableChange
from tournament.services.acting import act
from tournament.sheet.commands import RecordTotals

pytestmark = pytest.mark.django_db


def test_what_cannot_be_printed_is_no_part_of_the_reason() -> None:
    boss = make_user("organiser", "supervisor", "desk", username="anna", full_name="Anna Obermaier")
    sheet = open_totals_sheet(boss)
    act(sheet, RecordTotals(totals=GOOD), actor=boss)
    address = reverse("totals_correct", args=[sheet.match.tournament.slug, 1, 1])
    typed = {f"{part}_{seat}": value for seat, row in enumerate(OTHER, 1) for part, value in row.items()}
    answer = login(boss).post(address, {**typed, "reason": "misread\0\u202e"})
    assert (answer.status_code, TableChange.objects.get().reason) == (302, "misread")
