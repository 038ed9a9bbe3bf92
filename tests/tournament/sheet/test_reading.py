"""The log's texts and the events: every kind there and back, and logs of the first version as they were written.

`fixtures/log-1/chains.json` holds two chains of the first version, with the rows that it kept beside them.
"""

import dataclasses
import datetime as dt
import json
from functools import reduce
from pathlib import Path
from typing import Any

import pytest

from scoring.records import GameRecord, record_to_json
from scoring.ruleset import parse_ruleset
from tournament.enums import (
    CorrectionKind,
    DeviceState,
    DisputeOutcome,
    FollowUp,
    PaperLineKind,
    SheetState,
    Source,
    TableChangeKind,
)
from tournament.proof.integrity.canonical import canonical
from tournament.proof.integrity.hashes import link_hash, sha256
from tournament.sheet import rows
from tournament.sheet.actors import Actor, reason_of
from tournament.sheet.acts.acceptance import SheetAccepted
from tournament.sheet.acts.approvals import ApprovalRequested
from tournament.sheet.acts.corrections import GameCorrected
from tournament.sheet.acts.games import GameRecorded
from tournament.sheet.acts.signatures import SignatureGiven
from tournament.sheet.acts.table_changes import TableChanged
from tournament.sheet.acts.take_backs import GameTakenBack
from tournament.sheet.events import Link
from tournament.sheet.folding import fold
from tournament.sheet.reading import FORMS, KINDS, UnknownEvent, kind_of, payload_of, read_link
from tournament.sheet.state import Sheet, SheetTerms

AT = dt.datetime(2026, 11, 28, 20, 15, tzinfo=dt.UTC)
OLD: dict[str, Any] = json.loads((Path(__file__).parents[3] / "fixtures/log-1/chains.json").read_text())
RUFER = {"contract": "rufer", "declarer": 1, "partner": 3, "result": "won", "level": "simple"}
# A value for every field of an event, by name; none is the default.
VALUES: dict[str, Any] = {
    "runners": 3,
    "claimed": 2,
    "match": 2,
    "table": 7,
    "seats": (11, 12, 13, 14),
    "number": 5,
    "device": 3,
    "source": Source.LIVE,
    "before": SheetState.OPEN,
    "to": SheetState.COMPLETE,
    "content_hash": "c" * 64,
    "command": "a" * 32,
    "redeals": ("passed", "exposed"),
    "writer": Actor(login=9),
    "old_record": {"written": [1, 1, 1, -3]},
    "section": "5.2.16",
    "reason": reason_of("misread", "salt"),
    "text": "1 1 1 -3",
    "written": (1, 1, 1, -3),
    "typed_by": 4,
    "oral": True,
    "name": reason_of("Herr Huber", "salt"),
    "on_paper": True,
    "supervisor": 2,
    "request": 1,
    "seat": 2,
    "came": 12,
    "contract": "solo-tout",
    "suit": "H",
    "hand": ("EO", "GO"),
    "at_table": True,
    "how": "table",
    "strokes": "d" * 64,
    "totals": [{"plus": 4, "minus": 0}],
    "told": {"old": "7", "new": "8"},
    "after_game": 6,
    "kind": PaperLineKind.NO_GAME,
    "change": CorrectionKind.STRUCK,
    "state": DeviceState.LOCKED,
    "answer": "granted",
    "taken_up": True,
    "dispute": 2,
    "outcome": DisputeOutcome.UPHELD,
    "final": True,
    "follow_up": FollowUp.DECLINED,
    "cheating": True,
    "late": True,
}


def example(event_class: type) -> Any:
    """An event of this class with a value in every field that the log tells."""
    from scoring.records import record_from_json

    record = record_from_json(RUFER)
    fields: dict[str, Any] = {}
    for field in dataclasses.fields(event_class):
        if field.name in FORMS[event_class].unlogged:
            continue
        fields[field.name] = record if field.name in ("record", "new_record") else VALUES[field.name]
    if event_class is TableChanged:
        fields["change"] = TableChangeKind.PACK
    return event_class(**fields)


EVENTS = tuple(FORMS)


@pytest.mark.parametrize("event_class", EVENTS, ids=lambda one: one.__name__)
def test_every_event_survives_the_log(event_class):
    link = Link(event=example(event_class), by=Actor(login=8), at=AT)
    text = canonical(payload_of(link))
    event = read_link(kind=kind_of(link.event), payload=json.loads(text), login=8, at=AT)
    assert event == dataclasses.replace(link, at=None if event_class is SheetAccepted else AT)


def test_every_event_has_a_kind_and_a_fold():
    classes = {event_class for event_class, _value in KINDS.values()}
    assert classes == set(EVENTS)
    assert [one for one in EVENTS if not callable(getattr(one, "fold", None))] == []


def test_a_device_is_told_in_the_payload():
    link = Link(event=example(GameRecorded), by=Actor(device=3), at=AT)
    payload = payload_of(link)
    assert payload["device"] == 3
    assert read_link(kind="game.recorded", payload=payload, login=None, at=AT).by == Actor(device=3)


def test_free_texts_and_drawings_never_stand_in_the_log():
    request = ApprovalRequested(number=3, section="5.2.14", oral=True, name=reason_of("Herr Huber", "salt"))
    signature = SignatureGiven(seat=1, content_hash="c", how="table", strokes="d", drawn=[[[1, 2]]])
    corrected = dataclasses.replace(example(GameCorrected), reason=reason_of("Huber irrte", "salt"))
    for event in (request, signature, corrected):
        text = canonical(payload_of(Link(event=event, by=Actor(login=1), at=AT)))
        assert "Huber" not in text
        assert "[[" not in text


@pytest.mark.parametrize(
    ("kind", "payload", "sentence"),
    [
        ("game.invented", {"v": 2}, "the event game.invented is not known"),
        ("game.recorded", {"v": 3}, "version 3 of the event game.recorded is not known"),
        ("game.recorded", {"v": 1}, "version 1 of the event game.recorded is not known"),
        ("game.recorded", {"v": True}, "version True of the event game.recorded is not known"),
        ("game.recorded", {"v": 2.0}, "version 2.0 of the event game.recorded is not known"),
        ("game.recorded", {"v": None}, "version None of the event game.recorded is not known"),
        (
            "lines.inserted",
            {"v": 2, "number": 3, "colour": 1},
            "the event lines.inserted has fields that are not known: colour",
        ),
    ],
)
def test_what_is_not_known_is_refused(kind, payload, sentence):
    with pytest.raises(UnknownEvent) as refused:
        read_link(kind=kind, payload=payload, login=1, at=AT)
    assert str(refused.value) == sentence


def test_an_answer_to_a_request_that_nobody_made_is_no_log() -> None:
    granted = read_link(kind="request.granted", payload={"request": 7}, login=1, at=AT)
    terms = SheetTerms(tournament=1, ruleset=parse_ruleset(OLD["rules"]), rules="", double_entry=False)
    with pytest.raises(LookupError):
        fold(Sheet(terms=terms), granted)


def folded(record: dict[str, Any]) -> Sheet:
    """A chain of the first version with each link verified, folded into a sheet."""
    previous, links = "0" * 64, []
    for event in record["events"]:
        recomputed = link_hash(
            previous=previous,
            sequence=event["sequence"],
            kind=event["kind"],
            actor=event["actor"],
            at=event["at"],
            payload=event["payload"],
        )
        assert recomputed == event["hash"]
        previous = recomputed
        at = dt.datetime.fromisoformat(event["at"])
        links.append(read_link(kind=event["kind"], payload=json.loads(event["payload"]), login=event["actor"], at=at))
    terms = SheetTerms(
        tournament=OLD["tournament"], ruleset=parse_ruleset(OLD["rules"]), rules=sha256(OLD["rules"]), double_entry=True
    )
    return reduce(fold, links, Sheet(terms=terms))


@pytest.mark.parametrize("place", [0, 1])
def test_a_chain_of_the_first_version_gives_the_rows_of_then(place):
    record = OLD["sheets"][place]
    sheet, old_rows = folded(record), record["rows"]
    assert (sheet.match, sheet.table, sheet.head) == (record["match"], record["table"], len(record["events"]))
    assert [sheet.state, sheet.source, sheet.scorekeeper, sheet.pack, sheet.content_hash, sheet.accepted_by] == [
        old_rows[name] for name in ("state", "source", "scorekeeper", "pack", "content_hash", "accepted_by")
    ]
    seats = rows.seat_rows(sheet)
    columns = ("participant_id", "points", "plus", "minus", "solos_played", "solos_won", "touts_played", "touts_won")
    assert [[seats[number][name] for name in columns] for number in seats] == old_rows["seats"]
    games = [
        [
            number,
            record_to_json(game.record),
            list(game.redeals),
            game.source,
            list(rows.counted_points(sheet, number)[:4]),
            game.supervisor,
            *((game.by.login, game.by.device) if game.by else (None, None)),
        ]
        for number, game in sorted(sheet.games.items())
    ]
    assert games == old_rows["games"]
    assert [
        [number, one.section, one.state, one.on_paper, one.supervisor, one.by.device]
        for number, game in sorted(sheet.games.items())
        for one in game.approvals
    ] == old_rows["approvals"]
    assert [
        [number, one.kind, dict(one.old), dict(one.new), one.supervisor]
        for number, game in sorted(sheet.games.items())
        for one in game.corrections
    ] == old_rows["corrections"]
    assert [
        [
            one.number,
            one.seat,
            one.contract,
            one.suit,
            list(one.hand),
            one.section,
            one.state,
            one.supervisor,
            one.by.device,
        ]
        for one in sheet.requests
    ] == old_rows["requests"]
    assert [
        [
            one.number,
            one.kind,
            one.text,
            None if one.written is None else list(one.written),
            None if one.record is None else record_to_json(one.record),
            one.typed_by,
            one.open,
        ]
        for one in sheet.paper_lines
    ] == old_rows["paper_lines"]
    assert [[one.seat, one.kind, one.content, not one.lapsed] for one in sheet.signatures] == old_rows["signatures"]
    assert [[one.seat, one.content, not one.lapsed] for one in sheet.refusals] == old_rows["refusals"]
    assert [
        [number, record_to_json(line.record), line.typed_by] for number, line in sorted(sheet.second_entry.items())
    ] == old_rows["second"]
    assert [[one.kind, one.after_game, dict(one.told)] for one in sheet.changes] == old_rows["changes"]
    assert [[number, one.state, one.locked_by] for number, one in sorted(sheet.devices.items())] == old_rows["devices"]


def test_the_old_chains_hold_nearly_every_kind():
    """It shows that the tests cover old logs: no other test reads a kind that is missing here."""
    kinds = {event["kind"] for sheet in OLD["sheets"] for event in sheet["events"]}
    missing = KINDS.keys() - kinds
    assert missing == {
        "game.runners_said",
        "approval.withdrawn",
        "dispute.appealed",
        "dispute.decided",
        "dispute.final",
        "dispute.followed",
        "dispute.raised",
        "dispute.withdrawn",
        "game.moved",
        "game.ruled",
        "game.undone",
        "scoresheet.discarded",
        "signature.refusal_overruled",
        "second.looked",
        "table.first_dealer",
        "table.replaced",
        "table.restored",
        "table.substitute",
        "table.totals",
        "table.voided",
        "totals.recorded",
        "totals.taken_back",
    }


def test_the_record_of_an_old_event_is_read_whole():
    event = read_link(kind="game.taken_back", payload={"number": 2, "record": RUFER}, login=1, at=AT).event
    assert isinstance(event, GameTakenBack)
    assert isinstance(event.record, GameRecord)
    assert record_to_json(event.record) == RUFER
