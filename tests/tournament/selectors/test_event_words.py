"""The event log in words: every kind that a service writes has its sentence, with names and without secrets."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import translation

from tests.played import accepted_tournament, first_sheet, play
from tournament import services
from tournament.enums import ApprovalState, CorrectionKind, DeviceState, TableChangeKind
from tournament.models import Event, Participant, Tournament
from tournament.selectors.event_words import SENTENCES, event_lines
from tournament.services.events import write_event
from tournament.services.seats import exchange_seats

# A kind that is put together from a word and a state: f"table.{kind.value}".
STATES = {
    "table": TableChangeKind.values,
    "game": CorrectionKind.values,
    "device": [DeviceState.LOCKED, DeviceState.REPLACED],
    "approval": [ApprovalState.GRANTED, ApprovalState.REFUSED],
    "request": ["made", ApprovalState.GRANTED, ApprovalState.REFUSED],
}
KIND = re.compile(r"[a-z]+\.[a-z_]+")


def written_kinds() -> Iterator[str]:
    """Every kind in the sources of the services: whole ones, and those put together from a state."""
    for path in sorted(Path(services.__file__).parent.glob("*.py")):
        if path.name.startswith("audit"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.JoinedStr(values=[ast.Constant(value=str(word)), ast.FormattedValue()]) if word[:-1] in WORDS:
                    yield from (f"{word}{state}" for state in STATES.get(word[:-1], ()))
                case ast.Constant(value=str(text)) if KIND.fullmatch(text) and text.split(".")[0] in WORDS:
                    yield text


WORDS = {kind.split(".")[0] for kind in SENTENCES}


def test_every_kind_of_event_has_its_sentence() -> None:
    assert {"game.recorded", "table.seats", "sheet.state", "people.created"} <= set(written_kinds())
    assert sorted(set(written_kinds()) - SENTENCES.keys()) == []


def test_every_sentence_is_german_too() -> None:
    with translation.override("en"):
        english = {kind: str(sentence) for kind, sentence in SENTENCES.items()}
    with translation.override("de"):
        same = [kind for kind, sentence in SENTENCES.items() if str(sentence) == english[kind]]
    # Of names and a label alone.
    assert same == ["signature.given"]


def words(tournament: Tournament) -> list[str]:
    return [line.words for line in event_lines(tournament)]


@pytest.mark.django_db
def test_a_sheet_from_the_lots_to_its_acceptance() -> None:
    tournament, _actor = accepted_tournament()
    told = [line for line in event_lines(tournament) if line.table == 1]
    seats = [str(seat.participant) for seat in first_sheet(tournament).seats.select_related("participant")]
    short = [name.split()[0] for name in seats]
    assert told[0].words == "Sheet opened: " + " · ".join(f"{seat} {name}" for seat, name in enumerate(seats, 1))
    found = [line.words for line in told]
    assert f"Game 1: Rufer, {short[0]} with {short[1]}, won" in found
    assert "Game 20 needs an approval (5.2.14)" in found
    assert "Game 16 not approved (5.2.16)" in found
    old, new = f"Rufer, {short[0]} with {short[3]}, won", f"Rufer, {short[1]} with {short[3]}, won with Schneider"
    assert f"Game 7 corrected: {old}, now {new}" in found
    assert f"1 {seats[0]}: Confirmed at the desk" in found
    assert (found[-1], told[-1].who, told[-1].match) == ("Sheet accepted", "K. Reiter", 1)
    assert "–" not in "".join(found)


@pytest.mark.django_db
def test_whoever_sits_there_at_that_moment_is_named() -> None:
    tournament, actor = play(tables=2, entries=["s1+"])
    sheet = first_sheet(tournament)
    one, other = sheet.seats.select_related("participant", "scoresheet__match")[:2]
    exchange_seats(first=one, second=other, reason="verwechselt", actor=actor)
    newest = [line.words for line in event_lines(tournament) if line.table == 1][-3:]
    left, came = (f"{seat.participant.start_number} {seat.participant}" for seat in (one, other))
    assert f"Seats exchanged: {came} sits on seat 1 in place of {left}" in newest
    assert "verwechselt" not in " ".join(words(tournament))


@pytest.mark.django_db
def test_no_cards_codes_seeds_or_dates_of_birth_are_told() -> None:
    tournament, actor = play(entries=["r12+"])
    sheet = first_sheet(tournament)
    asked = {"request": 1, "number": 2, "seat": 3, "contract": "solo", "suit": "e", "section": "5.2.14", "hand": ["EO"]}
    anna = Participant.objects.first()
    for kind, told, of_sheet in (
        ("request.made", asked, True),
        ("request.granted", {"request": 1, "at_table": True}, True),
        ("table.code", {"code": "4711"}, True),
        ("participant.changed", {"participant": anna.pk, "start_number": 1, "fields": ["birth_date", "club"]}, False),
        ("tie.lots_drawn", {"tie_lots": 1, "group": [anna.pk], "order": [anna.pk], "seed": "f00d" * 16}, False),
        ("something.new", {"secret": "4711"}, False),
        ("game.recorded", {}, True),
    ):
        write_event(kind=kind, payload=told, tournament=tournament, scoresheet=sheet if of_sheet else None, actor=actor)
    seat = sheet.seats.select_related("participant").get(number=3).participant
    assert words(tournament)[-7:] == [
        f"Before game 2: 3 {seat} asks for approval of Solo (5.2.14)",
        "Before game 2: approved",
        "New code for the device of the table",
        "1 Anna Obermaier changed: date of birth, club or town",
        "Lots drawn between equals, in this order: 1 Anna Obermaier",
        "something.new",
        "Game –: –",
    ]
    draw = json.loads(Event.objects.get(kind="draw.published").payload)
    told = " ".join(words(tournament))
    assert [secret for secret in ("4711", "f00d", draw["secret"], draw["seed"]) if secret in told] == []


@pytest.mark.django_db
def test_the_number_of_queries_does_not_grow(django_assert_num_queries) -> None:
    tournament, _actor = play(tables=2, entries=["r12+"])
    with django_assert_num_queries(6):
        list(event_lines(tournament))
