"""Restores of older copies between messages in any order: the sheet ends with all that a table was told is saved.

A copy is a savepoint of the test's transaction, a restore goes back to it. The rest is sync.py.
"""

import secrets
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, settings
from hypothesis.stateful import initialize, precondition, rule, run_state_machine_as_test

from scoring.records import record_from_json
from tests import table_queue as queue
from tests.tournament.services.sync import GAMES, Sync
from tournament.backup.services.restores import note_restore
from tournament.models import TableDevice
from tournament.services.acting import act
from tournament.sheet.acts.games import RecordGame

pytestmark = [pytest.mark.django_db, pytest.mark.proof]


class Restored(Sync):
    """One table, and a server that goes back to its copy now and then, even twice to the same one."""

    @initialize()
    def sit_down(self) -> None:
        super().sit_down()
        self.make_a_copy()

    @rule()
    def make_a_copy(self) -> None:
        self.copy, self.copied_at = transaction.savepoint(), timezone.now()
        self.desk_in_the_copy: dict[int, dict[str, Any]] = dict(self.at_the_desk)

    @rule()
    def restore_the_copy(self) -> None:
        transaction.savepoint_rollback(self.copy)
        note_restore(copy="spielliste.zip", copied_at=self.copied_at)
        # What the desk did after the copy is lost; messages on their way found no server. Late answers may still come.
        self.at_the_desk = dict(self.desk_in_the_copy)
        self.wire.clear()
        # The copy may not know the device: then it enrols again with the table's code.
        if not TableDevice.objects.filter(pk=self.device.pk, state="active").exists():
            self.enrol()

    @precondition(lambda self: queue.gap(self.kept))
    @rule()
    def the_desk_types_what_nobody_can_send(self) -> None:
        """A game that the desk had written is lost: it types it again, from the points that the device had seen."""
        version = self.kept["state"]["version"]
        self.take([], self.state(), version)
        waits = queue.gap(self.kept)
        if waits:
            line = RecordGame(number=waits["from"], record=record_from_json(GAMES[0]), key=secrets.token_hex(16))
            act(self.sheet, line, actor=self.anna)
            self.at_the_desk[self.sheet.games.get(number=waits["from"]).pk] = GAMES[0]
            self.take([], self.state(), version)

    def served(self, device: TableDevice, message: dict[str, Any]) -> tuple[list[dict[str, Any]], Any]:
        if not TableDevice.objects.filter(pk=device.pk).exists():
            return [{"barred": "not_enrolled"}], None
        return super().served(device, message)

    def teardown(self) -> None:
        if hasattr(self, "sheet"):
            for _line in range(self.kept["state"]["games"]):
                if self.kept["closed"]:
                    self.enrol()
                self.exchange(times=1, arrives=True)
                self.the_desk_types_what_nobody_can_send()
        super().teardown()


def test_whatever_copy_is_restored_the_sheet_ends_whole() -> None:
    run_state_machine_as_test(
        Restored,
        settings=settings(
            max_examples=12,
            stateful_step_count=50,
            derandomize=True,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
