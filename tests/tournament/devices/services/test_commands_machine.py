"""Messages between a table and the server in any order, repeated, lost: the sheet ends as it would without faults.

The machine is sync.py. The device is tests/table_queue.py, which has the rules of commands.js; the server is the real
one with a real database.
"""

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.tournament.services.sync import Sync

pytestmark = [pytest.mark.django_db, pytest.mark.proof]


def test_any_order_repetition_and_loss_of_messages_end_in_the_same_sheet() -> None:
    run_state_machine_as_test(
        Sync,
        settings=settings(
            max_examples=20,
            stateful_step_count=50,
            derandomize=True,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
