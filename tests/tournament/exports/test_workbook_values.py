"""The values beside the formulas of a workbook, for programs that do not calculate, and LibreOffice's own results."""

import datetime as dt
import io
from pathlib import Path
from typing import Any

from openpyxl import load_workbook

from scoring.ruleset import ruleset_text
from tests.libreoffice import in_libreoffice
from tests.worlds.everything import everything
from tests.worlds.factories import CAST
from tests.worlds.played import ENTRIES, play_match
from tournament.exports.workbook import sealed_workbook
from tournament.models import Tournament, User
from tournament.participants.services.participants import add_participant
from tournament.rulesets.services import create_ruleset
from tournament.services.tournaments import create_tournament


def test_each_formula_carries_the_value_that_is_computed_from_it(db: None, tmp_path: Path) -> None:
    tournaments = [*everything().values(), plus_only()]
    files = [sealed_workbook(tournament)[0] for tournament in tournaments]
    jobs = []
    for number, file in enumerate(files):
        path = tmp_path / f"{number}.xlsx"
        path.write_bytes(file)
        jobs.append({"cells": str(path), "read": list(values_of(file))})
    assert [values_of(file) for file in files] == in_libreoffice(tmp_path, jobs)
    assert min(len(values_of(file)) for file in files) > 40


def plus_only() -> Tournament:
    """A sheet, half written, by rules that count plus points alone."""
    actor = User.objects.get(username="reiter")
    text = ruleset_text("schafkopfschule-2023").replace('id = "schafkopfschule-2023"', 'id = "plus"')
    text = text.replace('counting = { value = "plus-and-minus"', 'counting = { value = "plus"')
    text = text.replace('[[notices]]\ncode = "checksum-is-zero"\nsection = "5.3.3"\n', "")
    create_ruleset(actor=actor, text=text, origin="schafkopfschule-2023")
    tournament = create_tournament(
        actor=actor, name="Glonn 2026", day=dt.date(2026, 11, 29), organiser="SV Glonn", ruleset_id="plus"
    )
    for first, last in CAST[:4]:
        add_participant(tournament=tournament, first_name=first, last_name=last, club="", actor=actor)
    play_match(tournament, 1, ENTRIES[:16], actor)
    return tournament


def values_of(file: bytes) -> dict[str, Any]:
    """The value that stands beside each formula, by cell; None where there is none."""
    formulas, values = load_workbook(io.BytesIO(file)), load_workbook(io.BytesIO(file), data_only=True)
    return {
        f"{page.title}!{cell.coordinate}": values[page.title][cell.coordinate].value
        for page in formulas
        for row in page.iter_rows()
        for cell in row
        if cell.data_type == "f"
    }
