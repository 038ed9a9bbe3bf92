"""The tournament whose prizes most pages show, and its organiser's browser."""

import pytest
from django.test import Client

from tests.worlds.played import finished_tournament
from tournament.models import Tournament, User


@pytest.fixture
def hall(db: None) -> tuple[Tournament, User]:
    return finished_tournament()


@pytest.fixture
def organiser(client: Client, hall: tuple[Tournament, User]) -> Client:
    client.force_login(hall[1])
    return client
