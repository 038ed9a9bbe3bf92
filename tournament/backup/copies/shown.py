"""What a database lets the hall know: whether results are held back, and how people are named in public.

Read with plain SQL from what a restore replaces, before it does; told in the note to the database that takes its place.
"""

from collections import defaultdict
from typing import Any

from tournament.backup.copies.contents import Run

TOURNAMENTS = """
SELECT t.id, e.hash, t.release, t.hall_names, t.web_names, u.username
FROM tournament_tournament t
JOIN tournament_event e ON e.tournament_id = t.id AND e.scoresheet_id IS NULL AND e.sequence = 1
LEFT JOIN tournament_frozenranking f ON f.tournament_id = t.id
LEFT JOIN tournament_user u ON u.id = f.frozen_by_id
"""
WISHES = "SELECT tournament_id, id, shown_name FROM tournament_participant WHERE shown_name <> ''"


def read_shown(run: Run) -> list[dict[str, Any]]:
    """Every tournament, known again by the hash of its `first` event, with the wishes of people by key.

    `frozen_by` is the name of the login that held results back last.
    """
    wishes: dict[int, dict[str, str]] = defaultdict(dict)
    for tournament, participant, wish in run(WISHES):
        wishes[tournament][str(participant)] = wish
    names = ("first", "release", "hall_names", "web_names", "frozen_by")
    return [dict(zip(names, values, strict=True)) | {"wishes": wishes[key]} for key, *values in run(TOURNAMENTS)]
