"""The rows of scoresheets, read for `sheet_of_rows`, with the names of the logins and devices that they mention."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import BigIntegerField, F, Model, OuterRef, Subquery, Value
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Concat

from tournament.enums import ApprovalState
from tournament.models import (
    Approval,
    ApprovalRequest,
    Correction,
    Dispute,
    DisputeStep,
    Game,
    PaperLine,
    Participant,
    Scoresheet,
    SecondLine,
    Signature,
    SignatureRefusal,
    TableChange,
    TableDevice,
)
from tournament.person.names import full_name
from tournament.sheet.actors import Reason
from tournament.sheet.columns import Row
from tournament.sheet.loading import SheetRows, continued
from tournament.sheet.parts import with_answer
from tournament.sheet.state import Sheet


def _key(name: str) -> Cast:
    """The participant whom a change of a table names: who `came`, who `left`."""
    return Cast(KT(f"told__{name}"), BigIntegerField())


def _name(key: str) -> Subquery:
    people = Participant.objects.filter(pk=OuterRef(key))
    return Subquery(people.values(name=Concat("first_name", Value("\t"), "last_name")))


MOVED = {"came_id": _key("came"), "left_id": _key("left"), "came": _name("came_id"), "left": _name("left_id")}
# By the field of SheetRows: the rows, the path from them to their sheet, and columns of other tables.
TABLES: Mapping[str, tuple[type[Model], str, Mapping[str, Any]]] = {
    "games": (Game, "scoresheet_id", {}),
    "approvals": (Approval, "game__scoresheet_id", {}),
    "corrections": (Correction, "game__scoresheet_id", {}),
    "requests": (ApprovalRequest, "scoresheet_id", {}),
    "paper_lines": (PaperLine, "scoresheet_id", {}),
    "second_lines": (SecondLine, "scoresheet_id", {}),
    "signatures": (Signature, "seat__scoresheet_id", {"seat_number": F("seat__number")}),
    "refusals": (SignatureRefusal, "seat__scoresheet_id", {"seat_number": F("seat__number")}),
    "changes": (TableChange, "scoresheet_id", MOVED),
    "disputes": (Dispute, "scoresheet_id", {}),
    "steps": (DisputeStep, "dispute__scoresheet_id", {}),
    "devices": (TableDevice, "scoresheet_id", {}),
}
# The tables that a page, a print or a file shows. A request matters only until its game is written.
SHOWN = frozenset(TABLES) - {"requests", "second_lines", "devices"}
COUNTED = frozenset({"games", "approvals"})
LOGINS = ("login", "supervisor", "typed_by", "changed_by", "overruled_by", "locked_by")


@dataclass(slots=True)
class Actors:
    """The people and devices that acted on some sheets, by key: full names of logins, numbers of devices, names of
    those who came or left."""

    logins: dict[int, str] = field(default_factory=dict)
    devices: dict[int, int] = field(default_factory=dict)
    moved: dict[int, str] = field(default_factory=dict)

    def add(self, row: Mapping[str, Any]) -> None:
        """Take over the names that a row read by `sheet_rows` brings along."""
        for login in LOGINS:
            if (key := row.get(f"{login}_id")) is not None:
                self.logins[key] = row[f"{login}__full_name"]
        if (device := row.get("device_id")) is not None:
            self.devices[device] = row["device__number"]
        for moved in ("came", "left"):
            if (key := row.get(f"{moved}_id")) is not None:
                self.moved[key] = full_name(*(row[moved] or "\t").split("\t"))


def sheet_rows(
    scoresheets: Sequence[Scoresheet],
    seats: Mapping[int, tuple[int, ...]],
    tables: Collection[str] = SHOWN,
    actors: Actors | None = None,
) -> dict[int, SheetRows]:
    """Return the rows of these sheets by their key, as far as these `tables` go.

    One query for each table; approvals come with their games. `seats` are the participants' keys by seat. The matches
    of the sheets are loaded.
    """
    by_sheet: dict[int, dict[str, list[Row]]] = {sheet.pk: defaultdict(list) for sheet in scoresheets}
    for table in frozenset(tables) - {"approvals"}:
        for row in _rows(table, scoresheets, with_names=actors is not None):
            rows = by_sheet[row["of_sheet"]]
            approval = _approval_of(row) if table == "games" else None
            if table != "games" or not rows[table] or rows[table][-1]["id"] != row["id"]:
                rows[table].append(row)
            if approval is not None:
                rows["approvals"].append(approval)
            if actors is not None:
                actors.add(row)
                actors.add(approval or {})
    return {
        sheet.pk: SheetRows(sheet=own_row(sheet), seats=seats.get(sheet.pk, ()), **by_sheet[sheet.pk])
        for sheet in scoresheets
    }


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
    sheet, numbers = chain, {game.command: number for number, game in chain.games.items() if game.approval}
    rows = Approval.objects.filter(game__scoresheet=scoresheet).exclude(state=ApprovalState.WITHDRAWN)
    for command, key, oral in rows.values_list("game__command", "pk", "oral"):
        # The rows may be newer than the state: somebody else has written meanwhile.
        if command in numbers:
            reason = Reason(digest="", text=oral) if oral else None
            sheet = with_answer(sheet, numbers[command], row=key, oral=reason)
    return continued(sheet, chain)


def _rows(table: str, scoresheets: Sequence[Scoresheet], *, with_names: bool) -> Iterable[Row]:
    """Yield the rows of a table in the order of writing; a game once for each of its approvals."""
    model, of_sheet, joined = TABLES[table]
    rows = model._default_manager.filter(**{f"{of_sheet}__in": [sheet.pk for sheet in scoresheets]})
    columns, extra = _columns(model, with_names=with_names), dict(joined)
    if table == "games":
        extra |= {f"approval_{name}": F(f"approvals__{name}") for name in _columns(Approval, with_names=with_names)}
        rows = rows.order_by("pk", "approvals__pk")
    else:
        rows = rows.order_by("pk")
    return rows.annotate(**extra).values(*columns, *extra, of_sheet=F(of_sheet))


def _columns(model: type[Model], *, with_names: bool) -> list[str]:
    """Return the columns of a table, and of others the names of logins and devices if they are `with_names`."""
    fields = model._meta.local_concrete_fields
    links = {one.name for one in fields} if with_names else set()
    names = [f"{login}__full_name" for login in LOGINS if login in links]
    return [*(one.attname for one in fields), *names, *(["device__number"] if "device" in links else [])]


def _approval_of(game: Row) -> Row | None:
    """Return the approval that came with a game's row, if there is one."""
    if game["approval_id"] is None:
        return None
    prefix = "approval_"
    return {name.removeprefix(prefix): value for name, value in game.items() if name.startswith(prefix)}
