"""Acts on a sheet: what the two decorators make of a command and its event, and that every act is whole."""

import datetime as dt
import sys
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from tests.worlds.decided import BOSS, DESK, after, empty_sheet, why
from tournament import permissions
from tournament.proof.selectors.event_sentences import SENTENCES
from tournament.refusals import Refused
from tournament.services.acting import permission_of
from tournament.sheet import acts
from tournament.sheet.actors import Actor, Reason
from tournament.sheet.acts.opening import OpenSheet
from tournament.sheet.commands import COMMANDS, command
from tournament.sheet.deciding import decide
from tournament.sheet.draft import Draft
from tournament.sheet.events import FORMS, KINDS, Event, Link, event
from tournament.sheet.folding import fold
from tournament.sheet.reading import UnknownEvent, kind_of, payload_of, read_link
from tournament.sheet.state import Sheet

AT = dt.datetime(2026, 11, 28, 20, 15, tzinfo=dt.UTC)


class Ink(Enum):
    RED = "red"
    BLUE = "blue"


@pytest.fixture
def registries() -> Iterator[None]:
    """Acts that a test defines are known in this test alone."""
    with patch.dict(COMMANDS), patch.dict(FORMS), patch.dict(KINDS):
        yield


@pytest.fixture
def mark_pack(registries: None) -> type[Any]:
    """A made-up act as its module in acts/ would define it: the cards of a table get a mark, with a reason."""

    @command(may="arrange_tables", official=True)
    @dataclass(frozen=True, slots=True, kw_only=True)
    class MarkPack:
        ink: Ink
        games: tuple[int, ...]
        reason: Reason
        sketch: str = ""

        def decide(self, draft: Draft) -> None:
            if draft.sheet.pack:
                raise Refused("These cards are marked already.", code="marked_already")
            draft.say(PackMarked(ink=self.ink, games=self.games, reason=self.reason, by=draft.by, sketch=self.sketch))

    @event("pack.marked", names={"ink": "colour"}, unlogged=("sketch",))
    @dataclass(frozen=True, slots=True, kw_only=True)
    class PackMarked:
        ink: Ink
        games: tuple[int, ...] = ()
        reason: Reason | None = None
        by: Actor | None = None
        sketch: str = ""

        def fold(self, sheet: Sheet, link: Link) -> Sheet:
            return replace(sheet, pack=f"{self.ink.value} of {link.by.login}, {self.games}")

    return MarkPack


def test_a_new_act_is_decided_logged_read_and_folded_without_any_other_entry(mark_pack: type[Any]) -> None:
    sheet = empty_sheet()
    effect = decide(sheet, mark_pack(ink=Ink.RED, games=(3, 4), reason=why(), sketch="o"), by=DESK, at=AT)
    assert effect.sheet == replace(sheet, head=sheet.head + 1, pack="red of 2, (3, 4)")
    (link,) = effect.links
    payload = payload_of(link)
    assert (kind_of(link.event), payload) == (
        "pack.marked",
        {"v": 2, "colour": "red", "games": [3, 4], "reason": why().digest, "by": {"login": 2}},
    )
    link_read = read_link(kind="pack.marked", payload=payload, login=2, at=AT)
    assert link_read == Link(event=replace(link.event, sketch=""), by=DESK, at=AT)
    assert fold(sheet, link_read) == effect.sheet


def test_a_new_act_is_refused_and_permitted_like_any_other(mark_pack: type[Any]) -> None:
    marked = after(empty_sheet(), mark_pack(ink=Ink.BLUE, games=(), reason=why()))
    with pytest.raises(Refused) as refused:
        decide(marked, mark_pack(ink=Ink.RED, games=(), reason=why()), by=BOSS, at=AT)
    assert refused.value.code == "marked_already"
    assert permission_of(mark_pack) is permissions.arrange_tables
    assert (COMMANDS[mark_pack].device, COMMANDS[mark_pack].official) == (False, True)


def test_a_kind_has_one_class_of_events(registries: None) -> None:
    with pytest.raises(ValueError, match=r"the kind game\.recorded has a class of events already"):

        @event("game.recorded")
        @dataclass(frozen=True, slots=True, kw_only=True)
        class GameRecordedAgain:
            def fold(self, sheet: Sheet, link: Link) -> Sheet:
                return sheet


def test_the_field_of_a_family_follows_from_the_kind(registries: None) -> None:
    @event(field="ink", kinds={ink: f"pack.{ink.value}" for ink in Ink}, rest="extra", about_device=True)
    @dataclass(frozen=True, slots=True, kw_only=True)
    class PackInked:
        ink: Ink
        extra: dict[str, Any]
        number: int = 0

        def fold(self, sheet: Sheet, link: Link) -> Sheet:
            return sheet

    link = Link(event=PackInked(ink=Ink.BLUE, extra={"device": 3, "old": "7"}, number=5), by=Actor(login=8), at=AT)
    payload = payload_of(link)
    assert (kind_of(link.event), payload) == ("pack.blue", {"v": 2, "device": 3, "old": "7", "number": 5})
    assert read_link(kind="pack.blue", payload=payload, login=8, at=AT) == link
    with pytest.raises(UnknownEvent):
        read_link(kind="pack.green", payload=payload, login=8, at=AT)


def test_a_command_that_only_services_give_has_no_permission_of_its_own() -> None:
    with pytest.raises(LookupError, match="OpenSheet has no permission of its own"):
        permission_of(OpenSheet)


@pytest.mark.parametrize("command_class", COMMANDS, ids=lambda one: one.__name__)
def test_every_command_is_whole(command_class: type[Any]) -> None:
    may = COMMANDS[command_class].may
    assert is_dataclass(command_class)
    assert callable(command_class.decide)
    assert may is None or callable(vars(permissions)[may])
    # The device of a table is checked by the permission: a command that it may send has one.
    assert may is not None or not COMMANDS[command_class].device


@pytest.mark.parametrize("event_class", FORMS, ids=lambda one: one.__name__)
def test_every_event_is_whole(event_class: type[Event]) -> None:
    form, names = FORMS[event_class], {field.name for field in fields(event_class)}
    assert callable(event_class.fold)
    assert set(form.kinds.values()) <= SENTENCES.keys()
    assert {kind: KINDS[kind] for kind in form.kinds.values()} == {
        kind: (event_class, value) for value, kind in form.kinds.items()
    }
    assert {*form.names, *form.unlogged, *filter(None, (form.field, form.rest))} <= names


def test_every_module_of_the_folder_is_imported_with_it() -> None:
    modules = {path.stem for path in Path(acts.__path__[0]).glob("*.py")} - {"__init__"}
    assert {f"{acts.__name__}.{name}" for name in modules} <= sys.modules.keys()
    assert {one.__module__ for one in (*COMMANDS, *FORMS)} == {f"{acts.__name__}.{name}" for name in modules}
