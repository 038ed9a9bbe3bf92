"""Bringing a scoresheet's rows in line with its state; only the rows that differ are written."""

from collections.abc import Callable, Mapping
from typing import Any

from django.db import connection
from django.db.models import Case, F, Model, QuerySet, Value, When

from tournament.models import (
    Approval,
    ApprovalRequest,
    Correction,
    Dispute,
    DisputeStep,
    Game,
    PaperLine,
    Scoresheet,
    Seat,
    SecondLine,
    Signature,
    SignatureRefusal,
    TableChange,
)
from tournament.models.statements import insert, update
from tournament.sheet import rows
from tournament.sheet.actors import Reason
from tournament.sheet.columns import Columns
from tournament.sheet.rows import Drawn
from tournament.sheet.state import Sheet

# Higher than the number of any line: moving lines get temporary numbers above it, because no two may have the same one.
ASIDE = 1000
# Values in the rows of `sheet/rows.py` that are not columns in the database.
BESIDE = frozenset({"open", "lapsed", "seat", "game"})


def write_difference(scoresheet: Scoresheet, before: Sheet, after: Sheet) -> None:
    """Write the differences between the states `before` and `after`; the caller holds the sheet's lock."""
    _write_sheet(scoresheet, after)
    _write_seats(scoresheet, before, after)
    if after.games is not before.games:
        _write_games(scoresheet, before, after)
    if after.requests is not before.requests:
        _write_history(
            scoresheet.requests.order_by("pk"), ApprovalRequest, rows.request_rows, before, after, scoresheet
        )
    if after.paper_lines is not before.paper_lines:
        _write_history(
            scoresheet.paper_lines.order_by("pk"), PaperLine, rows.paper_line_rows, before, after, scoresheet
        )
    of_sheet = {"seat__scoresheet": scoresheet}
    if after.signatures is not before.signatures:
        signatures = Signature.objects.filter(**of_sheet).order_by("pk")
        _write_history(signatures, Signature, rows.signature_rows, before, after, scoresheet)
    if after.refusals is not before.refusals:
        refusals = SignatureRefusal.objects.filter(**of_sheet).order_by("pk")
        _write_history(refusals, SignatureRefusal, rows.refusal_rows, before, after, scoresheet)
    if after.second_entry is not before.second_entry:
        _write_second(scoresheet, before, after)
    if after.changes is not before.changes:
        _write_history(scoresheet.changes.order_by("pk"), TableChange, rows.change_rows, before, after, scoresheet)
    if after.disputes is not before.disputes:
        _write_disputes(scoresheet, before, after)


def _write_sheet(scoresheet: Scoresheet, after: Sheet) -> None:
    """Update the sheet's own row and its version. One query."""
    columns = rows.sheet_columns(after)
    if after.seats:
        columns["content_hash"] = after.content_hash
    for name, value in columns.items():
        setattr(scoresheet, name, value)
    update(Scoresheet, columns, ["version = version + 1"], id=scoresheet.pk)
    scoresheet.version += 1


def _write_seats(scoresheet: Scoresheet, before: Sheet, after: Sheet) -> None:
    """Update the participants, and the totals of all changed seats in one statement."""
    if not after.seats or not before.seats:
        return
    if before.seats != after.seats:
        _write_participants(scoresheet, before, after)
    changed = {
        number: columns
        for number, old, columns in rows.changes(rows.seat_rows(before), rows.seat_rows(after))
        if old is not None and columns is not None
    }
    names = [name for name in next(iter(changed.values()), {}) if name != "participant_id"]
    if changed:
        # Written by hand: every game needs it, and Django takes longer to build it than all other statements.
        setting = ", ".join(f"{connection.ops.quote_name(name)} = %s" for name in names)
        statement = (
            f"UPDATE tournament_seat SET {setting} "  # noqa: S608 - our own columns
            "WHERE scoresheet_id = %s AND number = %s"
        )
        with connection.cursor() as cursor:
            cursor.executemany(
                statement,
                [[*(columns[name] for name in names), scoresheet.pk, number] for number, columns in changed.items()],
            )


def _write_participants(scoresheet: Scoresheet, before: Sheet, after: Sheet) -> None:
    """Write the new participants. In an exchange of seats they have stepped outside before (draw/services/seats.py)."""
    for number, (old, new) in enumerate(zip(before.seats, after.seats, strict=True), 1):
        if old != new:
            scoresheet.seats.filter(number=number).update(participant_id=new)


def _write_games(scoresheet: Scoresheet, before: Sheet, after: Sheet) -> None:
    old_at, new_at = _lines(before), _lines(after)
    changed = [
        key
        for key in {**old_at, **new_at}
        if not (key in old_at and key in new_at and _is_alike(before, old_at[key], after, new_at[key]))
    ]
    old = {key: rows.game_columns(before, old_at[key]) for key in changed if key in old_at}
    new = {key: rows.game_columns(after, new_at[key]) for key in changed if key in new_at}
    removed_numbers = [old[key]["number"] for key in old.keys() - new.keys()]
    if removed_numbers:
        removed = scoresheet.games.filter(number__in=removed_numbers)
        Approval.objects.filter(game__in=removed).delete()
        removed.delete()
    updated = [key for key in changed if key in old and key in new]
    _move(scoresheet, {old_at[key]: new_at[key] for key in updated})
    for key in updated:
        differs = {name: value for name, value in new[key].items() if old[key].get(name) != value and name != "number"}
        if differs:
            scoresheet.games.filter(number=new_at[key]).update(**differs)
    added = [Game(scoresheet=scoresheet, **columns) for key, columns in new.items() if key not in old]
    for game in added:
        insert(game)
    new_games = {game.command: game for game in added}
    _write_approvals(scoresheet, before, after, new_games)
    _write_corrections(scoresheet, before, after, new_games)


def _lines(sheet: Sheet) -> dict[Any, int]:
    """The line of each game by the command that wrote it, or by its line if an older log does not name the command."""
    return {game.command or number: number for number, game in sheet.games.items()}


def _is_alike(before: Sheet, old: int, after: Sheet, new: int) -> bool:
    if old != new or before.games[old] is not after.games[new]:
        return False
    return rows.counted_points(before, old) == rows.counted_points(after, new)


def _move(scoresheet: Scoresheet, moved: Mapping[int, int]) -> None:
    """Give games their new numbers, in two steps by way of ASIDE."""
    moves = {here: there for here, there in moved.items() if here != there}
    if moves:
        cases = [When(number=here, then=Value(there + ASIDE)) for here, there in moves.items()]
        scoresheet.games.filter(number__in=moves).update(number=Case(*cases))
        scoresheet.games.filter(number__gt=ASIDE).update(number=F("number") - ASIDE)


def _write_approvals(scoresheet: Scoresheet, before: Sheet, after: Sheet, new_games: Mapping[str | None, Game]) -> None:
    removed = {game.command for game in before.games.values()} - {game.command for game in after.games.values()}
    for (command, place), old, new in rows.changes(rows.approval_rows(before), rows.approval_rows(after)):
        if new is None:
            assert command in removed  # an approval disappears only together with its game
        elif old is None:
            Approval.objects.create(game=_game(scoresheet, command, new_games), **_plain(new))
        else:
            approvals = Approval.objects.filter(game=_game(scoresheet, command, new_games)).order_by("pk")
            # Leave equal columns alone: a name that comes from the log has only its hash.
            changed = _plain({name: value for name, value in new.items() if old.get(name) != value})
            Approval.objects.filter(pk=approvals.values_list("pk", flat=True)[place]).update(**changed)


def _write_corrections(
    scoresheet: Scoresheet, before: Sheet, after: Sheet, new_games: Mapping[str | None, Game]
) -> None:
    for (command, _place), _old, new in rows.changes(rows.correction_rows(before), rows.correction_rows(after)):
        if new is not None:
            Correction.objects.create(game=_game(scoresheet, command, new_games), **_plain(new))


def _write_second(scoresheet: Scoresheet, before: Sheet, after: Sheet) -> None:
    for number, old, new in rows.changes(rows.second_line_rows(before), rows.second_line_rows(after)):
        if old is not None and (new is None or new.get("command") != old.get("command")):
            scoresheet.second_lines.filter(number=number).delete()
            old = None
        if new is not None and old is None:
            SecondLine.objects.create(scoresheet=scoresheet, **new)
        elif new is not None:
            scoresheet.second_lines.filter(number=number).update(**new)


def _write_disputes(scoresheet: Scoresheet, before: Sheet, after: Sheet) -> None:
    _write_history(scoresheet.disputes.order_by("pk"), Dispute, rows.dispute_rows, before, after, scoresheet)
    keys = list(scoresheet.disputes.order_by("pk").values_list("pk", flat=True))
    for (place, _number), old, new in rows.changes(rows.dispute_step_rows(before), rows.dispute_step_rows(after)):
        assert old is None  # a step is never changed
        assert new is not None
        DisputeStep.objects.create(dispute_id=keys[place], **_plain(new))


def _write_history(
    stored: QuerySet[Any],
    model: type[Model],
    columns_of: Callable[[Sheet], Mapping[Any, Columns]],
    before: Sheet,
    after: Sheet,
    scoresheet: Scoresheet,
) -> None:
    """Write rows that are only added or answered. They are matched by their position in the order of writing."""
    changes = list(rows.changes(columns_of(before), columns_of(after)))
    added: list[Columns] = [new for _place, old, new in changes if old is None and new is not None]
    changed = [(place, old, new) for place, old, new in changes if old is not None and new is not None]
    keys = list(stored.values_list("pk", flat=True)) if changed else []
    moved = [keys[place] for place, old, new in changed if old.get("number") != new.get("number")]
    if len(moved) > 1:
        # Neighbours move into each other's lines, and no line may have two rows that wait.
        model._default_manager.filter(pk__in=moved).update(number=F("number") + ASIDE)
    for place, old, new in changed:
        # Leave equal columns alone: a reason or a drawing that comes from the log has only its hash.
        differs = {name: value for name, value in new.items() if old.get(name) != value}
        model._default_manager.filter(pk=keys[place]).update(**_of_row(scoresheet, model, differs))
    for columns in added:
        model._default_manager.create(**_owner(scoresheet, model, columns), **_of_row(scoresheet, model, columns))


def _owner(scoresheet: Scoresheet, model: type[Model], columns: Columns) -> dict[str, Any]:
    if "seat" in columns and model is not ApprovalRequest:
        return {"seat_id": _seat(scoresheet, columns["seat"])}
    return {"scoresheet": scoresheet}


def _seat(scoresheet: Scoresheet, number: int) -> int:
    return Seat.objects.values_list("pk", flat=True).get(scoresheet=scoresheet, number=number)


def _of_row(scoresheet: Scoresheet, model: type[Model], columns: Columns) -> dict[str, Any]:
    """The columns of a row in a history. A request also has its declarer's seat and the game that came of it."""
    values = _plain(columns)
    if model is ApprovalRequest and "seat" in columns:
        values["seat"] = columns["seat"]
    if model is ApprovalRequest and "game" in columns:
        game = columns["game"]
        values["game_id"] = (game and scoresheet.games.values_list("pk", flat=True).get(command=game)) or None
    return values


def _plain(columns: Columns) -> dict[str, Any]:
    """The columns as they are in the database: a reason with its salt, a drawing as strokes."""
    values: dict[str, Any] = {}
    for name, value in columns.items():
        if isinstance(value, Reason):
            values |= {name: value.text, "salt": value.salt}
        elif isinstance(value, Drawn):
            values[name] = value.strokes
        elif name not in BESIDE:
            values[name] = value
    return values


def _game(scoresheet: Scoresheet, command: str | int, new_games: Mapping[str | None, Game]) -> Game:
    if isinstance(command, int):  # by its line: an old log does not name the command
        return scoresheet.games.get(number=command)
    return new_games.get(command) or scoresheet.games.get(command=command)
