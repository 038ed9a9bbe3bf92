"""The rows of scoresheets, read for `sheet_of_rows`, with the names of the logins and devices that they mention."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import F, Model

from tournament.enums import ApprovalState
from tournament.models import (
    Approval,
    ApprovalRequest,
    Correction,
    Dispute,
    DisputeStep,
    Game,
    PaperLine,
    Scoresheet,
    SecondLine,
    Signature,
    SignatureRefusal,
    TableChange,
    TableDevice,
)
from tournament.selectors.sheets import terms_of
from tournament.sheet.actors import Reason
from tournament.sheet.loading import Row, SheetRows, continued, sheet_of_rows
from tournament.sheet.parts import with_answer
from tournament.sheet.state import Sheet

# By the field of SheetRows: the rows, how they lead to their sheet, and columns of other tables.
TABLES: Mapping[str, tuple[type[Model], str, Mapping[str, str]]] = {
    "games": (Game, "scoresheet_id", {}),
    "approvals": (Approval, "game__scoresheet_id", {}),
    "corrections": (Correction, "game__scoresheet_id", {}),
    "requests": (ApprovalRequest, "scoresheet_id", {}),
    "paper_lines": (PaperLine, "scoresheet_id", {}),
    "second_lines": (SecondLine, "scoresheet_id", {}),
    "signatures": (Signature, "seat__scoresheet_id", {"seat_number": "seat__number"}),
    "refusals": (SignatureRefusal, "seat__scoresheet_id", {"seat_number": "seat__number"}),
    "changes": (TableChange, "scoresheet_id", {}),
    "disputes": (Dispute, "scoresheet_id", {}),
    "steps": (DisputeStep, "dispute__scoresheet_id", {}),
    "devices": (TableDevice, "scoresheet_id", {}),
}
# What a page, a print or a file shows of a sheet. A request matters only until its game is written.
SHOWN = frozenset(TABLES) - {"requests", "second_lines", "devices"}
COUNTED = frozenset({"games", "approvals"})
LOGINS = ("login", "supervisor", "typed_by", "changed_by", "overruled_by", "locked_by")


@dataclass(slots=True)
class Actors:
    """Who acted on some sheets: the full names of logins and the numbers of devices, by key."""

    logins: dict[int, str] = field(default_factory=dict)
    devices: dict[int, int] = field(default_factory=dict)

    def add(self, row: Mapping[str, Any]) -> None:
        """Take over the names that a row read by `sheet_rows` brings along."""
        for login in LOGINS:
            if (key := row.get(f"{login}_id")) is not None:
                self.logins[key] = row[f"{login}__full_name"]
        if (device := row.get("device_id")) is not None:
            self.devices[device] = row["device__number"]


def sheet_rows(
    scoresheets: Sequence[Scoresheet],
    seats: Mapping[int, tuple[int, ...]],
    tables: Collection[str] = SHOWN,
    actors: Actors | None = None,
) -> dict[int, SheetRows]:
    """Return the rows of these sheets by their key, as far as these `tables` go. One query for each table.

    `seats` are the participants' keys by seat. The matches of the sheets are loaded.
    """
    found: dict[int, dict[str, list[Row]]] = {sheet.pk: defaultdict(list) for sheet in scoresheets}
    for table in tables:
        for row in _rows(table, scoresheets):
            found[row["of_sheet"]][table].append(row)
            if actors is not None:
                actors.add(row)
    return {
        sheet.pk: SheetRows(sheet=own_row(sheet), seats=seats.get(sheet.pk, ()), **found[sheet.pk])
        for sheet in scoresheets
    }


def read_sheet(scoresheet: Scoresheet) -> Sheet:
    """Return the sheet that its rows stand for. One query for each table, and one for the seats."""
    seats = tuple(scoresheet.seats.order_by("number").values_list("participant_id", flat=True))
    rows = sheet_rows([scoresheet], {scoresheet.pk: seats}, TABLES)
    return sheet_of_rows(terms_of(scoresheet.match.tournament), rows[scoresheet.pk])


def own_row(scoresheet: Scoresheet) -> Row:
    """Return the sheet's own row for `sheet_of_rows`."""
    return vars(scoresheet) | {"match_number": scoresheet.match.number}


def tables_of(sheet: Sheet) -> frozenset[str]:
    """Return the tables that have rows of this state of a sheet."""
    games = sheet.games.values()
    there = {
        "games": bool(sheet.games),
        "approvals": any(game.approvals for game in games),
        "corrections": any(game.corrections for game in games),
        "requests": bool(sheet.requests),
        "paper_lines": bool(sheet.paper_lines),
        "second_lines": bool(sheet.second_entry),
        "signatures": bool(sheet.signatures),
        "refusals": bool(sheet.refusals),
        "changes": bool(sheet.changes),
        "disputes": bool(sheet.disputes),
        "steps": bool(sheet.disputes),
        "devices": bool(sheet.devices),
    }
    return frozenset(table for table, some in there.items() if some)


def with_approvals(scoresheet: Scoresheet, chain: Sheet) -> Sheet:
    """Return a state from the log with the keys of its approvals and the names given by word of mouth. One query."""
    sheet = chain
    rows = Approval.objects.filter(game__scoresheet=scoresheet).exclude(state=ApprovalState.WITHDRAWN)
    for number, key, oral in rows.values_list("game__number", "pk", "oral"):
        sheet = with_answer(sheet, number, row=key, oral=Reason(digest="", text=oral) if oral else None)
    return continued(sheet, chain)


def _rows(table: str, scoresheets: Sequence[Scoresheet]) -> Iterable[Row]:
    model, of_sheet, joined = TABLES[table]
    columns = [one.attname for one in model._meta.local_concrete_fields]
    links = {one.name for one in model._meta.local_concrete_fields}
    names = [f"{login}__full_name" for login in LOGINS if login in links]
    names += ["device__number"] if "device" in links else []
    rows = model._default_manager.filter(**{f"{of_sheet}__in": [sheet.pk for sheet in scoresheets]}).order_by("pk")
    return rows.values(*columns, *names, of_sheet=F(of_sheet), **{name: F(path) for name, path in joined.items()})
