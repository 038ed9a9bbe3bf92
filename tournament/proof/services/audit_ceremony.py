"""Comparing the prize-giving, and what the hall has seen of it, with the tournament's chain."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournament.models import Ceremony, Tournament
from tournament.proof.integrity.canonical import canonical
from tournament.proof.integrity.hashes import sha256
from tournament.proof.services.audit_replay import Act, TournamentAsLogged, act_differences
from tournament.proof.services.audit_rows import compare


def script_hash(script: Mapping[str, Any]) -> str:
    """Return the hash by which the log witnesses a script, "" for none."""
    return sha256(canonical(script)) if script else ""


def ceremony_differences(logged: TournamentAsLogged, tournament: Tournament) -> Iterator[str]:
    """A sentence where the prize-giving differs from the log. One query."""
    columns = logged.ceremony
    before: dict[str, Any] = {
        "winners_only": False,
        "first_place_shown": None,
        "ranking": "",
        "script": "",
        "shown": [],
        "ended": False,
    }
    columns_here, acts = {}, {}
    for row in Ceremony.objects.filter(tournament=tournament):
        settings = (row.winners_only, row.first_place_shown)
        columns_here[1] = (*settings, row.ranking_hash, script_hash(row.script), row.shown, row.ended_at is not None)
        if row.begun_at is not None:
            acts["prize-giving", 1] = Act(by=row.begun_by_id, at=row.begun_at)
            # A step back is not logged, but whatever stands on the wall was announced.
            if not row.paused and row.step not in row.shown:
                yield _("the prize-giving shows step %(step)s, which the log says was not announced") % {
                    "step": row.step + 1
                }
        if row.ended_at is not None and ("end of the prize-giving", 1) in logged.acts:
            by = logged.acts["end of the prize-giving", 1].by  # the row does not say who ended it
            acts["end of the prize-giving", 1] = Act(by=by, at=row.ended_at)
    yield from compare(
        "prize-giving", {1: tuple((before | columns)[name] for name in before)} if columns else {}, columns_here
    )
    yield from act_differences({key: act for key, act in logged.acts.items() if key[0].endswith("prize-giving")}, acts)
