"""A sheet from open to accepted: completed, signed by four, accepted by the supervisor, reopened (5.3.1 - 5.3.4)."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.worlds.factories import make_user, write
from tests.worlds.sheets import (
    QUIET,
    accept,
    correct,
    declare_void,
    faults,
    fill,
    fresh,
    grant,
    kinds,
    line,
    live,
    payload,
    refusal,
    sign,
    state,
)
from tournament.enums import SheetState, SignatureKind, Source
from tournament.models import Match, Scoresheet, Signature, User
from tournament.services.acting import act
from tournament.sheet.acts.acceptance import AcceptSheet
from tournament.sheet.acts.signatures import SignSeats
from tournament.sheet.acts.sources import SetSource

CHANGED_SIGN = "The sheet was changed in the meantime. Please read it again before you sign."
CHANGED_ACCEPT = "The sheet was changed in the meantime. Please check it again before you accept it."


def test_the_whole_way(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    fill(sheet, desk, QUIET[:31])
    assert state(sheet) == SheetState.OPEN
    write(sheet, 32, QUIET[31], desk)
    assert state(sheet) == SheetState.COMPLETE
    for seat in (1, 2, 3):
        sign(sheet, desk, seat)
        assert state(sheet) == SheetState.COMPLETE
    sign(sheet, desk, 4)
    assert state(sheet) == SheetState.SIGNED
    row = accept(sheet, supervisor)
    assert (row.state, row.accepted_by) == (SheetState.ACCEPTED, supervisor)
    assert row.accepted_at is not None
    assert kinds(sheet)[32:] == [
        "sheet.state",
        *["signature.given"] * 4,
        "sheet.state",
        "sheet.state",
        "sheet.accepted",
    ]
    assert payload(sheet, "sheet.accepted") == {"content_hash": row.content_hash}
    assert Match.objects.get(pk=sheet.match_id).state == "closed"
    assert faults(sheet) == []


def test_complete_needs_every_line_and_every_decision(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    fill(sheet, desk, ["r12+"] * 3)
    fill(sheet, desk, ["st1+"], first=5)
    fill(sheet, desk, ["r12+"] * 27, first=6)
    write(sheet, 4, "r12+", desk)
    assert state(sheet) == SheetState.OPEN
    grant(sheet, 5, supervisor)
    assert state(sheet) == SheetState.COMPLETE


def test_an_open_sheet_cannot_be_signed(sheet: Scoresheet, desk: User) -> None:
    fill(sheet, desk, QUIET[:31])
    assert refusal(lambda: sign(sheet, desk)) == (
        "not_complete",
        "The sheet can be signed when every line is written and nothing is pending.",
    )


def test_what_was_read_is_what_is_signed(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    content = fill(sheet, desk).content_hash
    correct(sheet, 7, "r24++", supervisor)
    command = SignSeats(seats=(1,), how=SignatureKind.DESK, content=content)
    assert refusal(lambda: act(sheet, command, actor=desk)) == ("content_changed", CHANGED_SIGN)
    correct(sheet, 7, "r14+", supervisor)
    act(sheet, command, actor=desk)
    assert Signature.objects.get().content_hash == content


def test_a_signature_names_seat_way_and_who_recorded_it(sheet: Scoresheet, desk: User) -> None:
    fill(sheet, desk)
    sign(sheet, desk, 2)
    sign(sheet, desk, 1, 2, 3, 4, kind=SignatureKind.PAPER)
    signatures = Signature.objects.order_by("seat__number")
    assert [(row.seat.number, row.kind, row.login) for row in signatures] == [
        (1, "paper", desk),
        (2, "desk", desk),
        (3, "paper", desk),
        (4, "paper", desk),
    ]
    assert {row.content_hash for row in signatures} == {fresh(sheet).content_hash}
    events = kinds(sheet)
    sign(sheet, desk)
    assert (kinds(sheet), Signature.objects.count()) == (events, 4)


@pytest.mark.parametrize("seats", [[], [5], [0], [1, 5]])
def test_only_who_sits_there_signs(sheet: Scoresheet, desk: User, seats: list[int]) -> None:
    content = fill(sheet, desk).content_hash
    command = SignSeats(seats=tuple(seats), how=SignatureKind.DESK, content=content)
    assert refusal(lambda: act(sheet, command, actor=desk)) == ("no_such_seat", "Please choose whose signature it is.")


def test_a_partly_signed_sheet_loses_its_signatures_by_a_correction(
    sheet: Scoresheet, desk: User, supervisor: User
) -> None:
    fill(sheet, desk)
    sign(sheet, desk, 1, 3)
    correct(sheet, 7, "r24++", supervisor)
    assert payload(sheet, "signature.lapsed")["seat"] == 3
    assert (state(sheet), Signature.objects.filter(lapsed_at=None).count()) == (SheetState.COMPLETE, 0)
    sign(sheet, desk, 1)
    assert Signature.objects.filter(seat__number=1).count() == 2


@pytest.mark.parametrize("signed", [(), (1, 2, 3)])
def test_without_four_signatures_nothing_is_accepted(
    sheet: Scoresheet, desk: User, supervisor: User, signed: tuple[int, ...]
) -> None:
    fill(sheet, desk)
    if signed:
        sign(sheet, desk, *signed)
    assert refusal(lambda: accept(sheet, supervisor)) == (
        "not_signed",
        "Every player's signature is needed before the sheet can be accepted (5.3.2).",
    )


def test_what_was_seen_is_what_is_accepted(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    content = fill(sheet, desk).content_hash
    correct(sheet, 7, "r24++", supervisor)
    sign(sheet, desk)
    assert refusal(lambda: act(sheet, AcceptSheet(content=content), actor=supervisor)) == (
        "content_changed",
        CHANGED_ACCEPT,
    )


def test_accepting_twice_is_accepting_once(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    fill(sheet, desk)
    sign(sheet, desk)
    once = accept(sheet, supervisor)
    events = kinds(sheet)
    twice = accept(sheet, make_user("supervisor", username="other"))
    assert (twice.accepted_by, twice.accepted_at, kinds(sheet)) == (supervisor, once.accepted_at, events)
    assert twice.version == once.version


@pytest.mark.parametrize("roles", [(), ("desk",), ("organiser",), ("desk", "organiser")])
def test_nobody_but_a_supervisor_accepts(sheet: Scoresheet, desk: User, roles: tuple[str, ...]) -> None:
    fill(sheet, desk)
    sign(sheet, desk)
    other = make_user(*roles, username="other")
    assert refusal(lambda: accept(sheet, other))[0] == "not_allowed"


def test_nobody_without_a_role_signs_or_chooses_the_source(sheet: Scoresheet, desk: User) -> None:
    fill(sheet, desk)
    nobody = make_user()
    assert refusal(lambda: sign(sheet, nobody))[0] == "not_allowed"
    assert refusal(lambda: live(sheet, nobody))[0] == "not_allowed"


def test_the_source_is_said_once_and_only_while_lines_are_written(sheet: Scoresheet, desk: User) -> None:
    live(sheet, desk)
    live(sheet, desk)
    assert (fresh(sheet).source, kinds(sheet)) == (Source.LIVE, ["sheet.source"])
    act(sheet, SetSource(source=Source.PAPER), actor=desk)
    assert payload(sheet, "sheet.source") == {"source": "paper"}
    fill(sheet, desk)
    # The log of an accepted sheet must end in the hash that is printed on the sheet.
    assert refusal(lambda: live(sheet, desk))[0] == "sheet_not_open"


def test_a_void_sheet_takes_nothing(sheet: Scoresheet, desk: User, supervisor: User) -> None:
    write(sheet, 2, "st1+", desk)
    declare_void(sheet)
    assert refusal(lambda: write(sheet, 3, "r12+", desk))[0] == "sheet_not_open"
    assert refusal(lambda: sign(sheet, desk))[0] == "not_complete"
    assert refusal(lambda: grant(sheet, 2, supervisor))[0] == "sheet_void"


# The cost of one game, so that nobody raises it unnoticed.


def test_one_game_costs_the_same_queries_on_a_full_sheet(sheet: Scoresheet, desk: User) -> None:
    counts = []
    for number in range(1, 32):
        command = line(number, QUIET[number - 1])
        with CaptureQueriesContext(connection) as context:
            act(sheet, command, actor=desk)
        counts.append(len(context))
    # Some of them are the savepoints of a test; the first game also begins the match.
    assert set(counts[1:]) == {counts[1]}
    assert counts[1] <= 25
