"""The trial run of the prize-giving: it writes nothing, and shows what the hall will see."""

import pytest
from django.test import Client

from tests.tournament.ceremony.hall import Hall
from tournament.models import Event, Tournament

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("step", ["0", "2", "5", "99", "-1", "x", "9" * 30])
def test_a_trial_run_writes_nothing(hall: Hall, presenter: Client, step: str) -> None:
    before = Event.objects.count(), Tournament.objects.get().version
    page = presenter.get(hall.address("ceremony_trial"), {"step": step}).content.decode()
    assert "data-kind=" in page
    assert (Event.objects.count(), Tournament.objects.get().version) == before
    assert 'data-kind="calm"' in hall.screen()


def test_a_trial_run_shows_what_the_hall_will_see(hall: Hall, presenter: Client) -> None:
    def picture(page: str) -> str:
        return page[page.index("<section") : page.index("</section>")]

    hall.prepare()
    trial = [
        picture(presenter.get(hall.address("ceremony_trial"), {"step": step}).content.decode()) for step in range(6)
    ]
    hall.begin()
    for number, expected in enumerate(trial):
        if number:
            hall.step(number)
        assert picture(hall.screen()) == expected
