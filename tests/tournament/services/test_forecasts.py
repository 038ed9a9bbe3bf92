"""What is decided before the lock counts only while the sheet is as it was."""

import secrets

import pytest
from django.db import transaction

from scoring.shorthand import parse_entry
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet, write
from tests.worlds.sheets import fresh
from tournament.models import Scoresheet, User
from tournament.refusals import Refused
from tournament.selectors import sheets
from tournament.selectors.sheets import chained
from tournament.services.acting import effect_of
from tournament.services.forecasts import forecast_of
from tournament.sheet.acts.games import RecordGame

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> User:
    return make_user("desk")


@pytest.fixture
def sheet(desk: User) -> Scoresheet:
    tournament = make_tournament()
    make_participants(tournament, 4)
    sheet = fresh(open_scoresheet(tournament))
    write(sheet, 1, "r12+", desk)
    chained(sheet)
    return sheet


def recorded(sheet: Scoresheet, number: int) -> RecordGame:
    record = parse_entry(sheet.match.tournament.ruleset, "r13+", first=False)
    return RecordGame(number=number, record=record, key=secrets.token_hex(16))


def test_a_forecast_counts_on_the_state_that_it_was_made_on(sheet: Scoresheet, desk: User) -> None:
    command = recorded(sheet, 2)
    forecast = forecast_of(sheet, command, desk)
    assert forecast is not None
    assert effect_of(sheet, chained(sheet), command, desk, forecast) is forecast.effect


def test_whoever_was_faster_is_not_overwritten(sheet: Scoresheet, desk: User) -> None:
    command = recorded(sheet, 2)
    forecast = forecast_of(sheet, command, desk)
    write(sheet, 2, "r14+", desk)
    with pytest.raises(Refused) as refused, transaction.atomic():
        effect_of(sheet, chained(sheet), command, desk, forecast)
    assert refused.value.code == "line_taken"


def test_there_is_none_of_what_would_be_refused_or_of_a_sheet_not_seen_before(sheet: Scoresheet, desk: User) -> None:
    assert forecast_of(sheet, recorded(sheet, 1), desk) is None
    sheets._remembered.clear()
    assert forecast_of(sheet, recorded(sheet, 2), desk) is None
