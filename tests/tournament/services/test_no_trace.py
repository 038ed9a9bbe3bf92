"""Deleted data is in no file any more: not in SQLite's free pages and log, nor in prints and pages beside it."""

import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import caches
from django.db import connection
from django.utils import timezone

from tests.damage.tampering import is_over
from tests.worlds.factories import make_participants, make_tournament, make_user
from tournament.models import Participant, PrintJob, Tournament
from tournament.participants.services.retention import forget_participant, purge_tournament


def forget(tournament: Tournament) -> None:
    forget_participant(participant=tournament.participants.get(start_number=151), actor=make_user("organiser"))


def purge(tournament: Tournament) -> None:
    purge_tournament(tournament=tournament, actor=None)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("act", [forget, purge])
def test_nothing_is_left_in_the_files(act: Callable[[Tournament], None], settings: Any, tmp_path: Path) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL cleans up by itself")
    tournament = make_tournament(day=dt.date(2024, 11, 30))
    make_participants(tournament, 300)
    Participant.objects.filter(start_number=151).update(last_name="Xylophonbauer", club="SV Xylophonia")
    group = tournament.prize_groups.create(name="Preis der Xylophonbauers")
    tournament.prize_groups.create(name="Preis der Xylophonbauer")
    prize = {"words": "Speck vom Xylophonbauer", "donor": "Metzgerei Xylophonbauer"}
    tournament.prizes.create(group=group, number=1, criterion="place", argument="1", **prize)
    who = {"added_by": make_user("organiser", username="boss"), "added_at": timezone.now()}
    picture = {"data": b"x", "content_type": "image/png", "width": 1, "height": 1, "sha256": "s"}
    tournament.pictures.create(name="Xylophonbauer", **picture, **who)
    is_over(tournament)
    order = {"match": tournament.matches.get(number=1), "kind": "filled", "printed": {"1": "0"}, "language": "de"}
    finished, working = (
        PrintJob.objects.create(asked_by=make_user("desk", username=state), state=state, **order)
        for state in ("done", "working")
    )
    settings.VAR_DIR = tmp_path
    finished.file.parent.mkdir()
    for kept_file in (finished.file, working.beside):
        kept_file.write_bytes(b"Xylophonbauer")
    caches["documents"].set("leaflet", b"Xylophonbauer")
    file = Path(connection.settings_dict["NAME"])
    files = [file, file.with_name(f"{file.name}-wal")]

    def is_there() -> bool:
        return any(b"Xylophon" in one.read_bytes() for one in files if one.exists())

    assert is_there()
    act(tournament)
    working.refresh_from_db()
    assert (is_there(), list(tmp_path.glob("print/*")), working.state) == (False, [], "cancelled")
    assert caches["documents"].get("leaflet") is None
