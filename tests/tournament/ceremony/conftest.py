"""The hall at the end of its evening, and the browser of whoever leads the prize-giving."""

import pytest
from django.test import Client

from tests.tournament.ceremony.hall import Hall


@pytest.fixture
def hall(db: None) -> Hall:
    return Hall()


@pytest.fixture
def presenter(hall: Hall) -> Client:
    client = Client()
    client.force_login(hall.actor)
    return client
