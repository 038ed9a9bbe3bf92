"""The event log, draws, lots, documents and corrections are never changed: the database itself refuses."""

from typing import Any

import pytest
from django.db import Error, connection, transaction
from django.utils import timezone

from tests.factories import make_tournament, make_user
from tournament.append_only import TABLES
from tournament.models import Event
from tournament.services.events import write_event


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("turn", [1, 2])
def test_flush_between_transactional_tests(turn):
    """The named way around: the second turn finds an empty log, and the triggers are back."""
    assert Event.objects.count() == 0
    user = make_user("organiser")
    with transaction.atomic():
        write_event(kind="test", actor=user, payload={})
    with pytest.raises(Error, match="append-only"):
        Event.objects.all().delete()
    with pytest.raises(Error, match="append-only"):
        Event.objects.update(kind="other")
