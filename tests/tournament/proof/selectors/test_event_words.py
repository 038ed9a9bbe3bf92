"""The event log in words: every kind that a service writes has its sentence, with names and without secrets."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone, translation

import tournament
from tests.worlds.played import accepted_tournament, finished_tournament, first_sheet, play
from tournament.draw.services.seats import exchange_seats
from tournament.models import Event, Participant, Scoresheet, Tournament, User
from tournament.participants.services.retention import forget_participant
from tournament.proof.selectors.event_sentences import SENTENCES
from tournament.proof.selectors.event_words import event_lines
from tournament.services.tournaments import finish_tournament
from tournament.sheet.reading import KINDS

KIND = re.compile(r"[a-z]+\.[a-z_]+")


def written_kinds() -> Iterator[str]:
    """The kinds that a sheet's events can have, and those in the sources of the services."""
    yield from KINDS
    house = Path(tournament.__file__).parent
    for path in sorted([*house.glob("services/*.py"), *house.glob("*/services/*.py"), *house.glob("*/services.py")]):
        if path.name.startswith("audit"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
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
    # Events that consist of names and a label only.
    assert same == ["signature.given", "prize.act"]


def write_raw(tournament: Tournament, sheet: Scoresheet | None, kind: str, fields: dict[str, Any], actor: User) -> None:
    """An event as any version may have written it, added after the others without being chained to them."""
    last = Event.objects.filter(tournament=tournament, scoresheet=sheet).latest("sequence").sequence
    Event.objects.create(
        tournament=tournament, scoresheet=sheet, sequence=last + 1, kind=kind, actor=actor, at=timezone.now(),
        payload=json.dumps(fields), previous_hash="0" * 64, hash="f" * 64,
    )  # fmt: skip


def words(tournament: Tournament) -> list[str]:
    return [line.words for line in event_lines(tournament)]


@pytest.mark.django_db
def test_a_sheet_from_the_lots_to_its_acceptance() -> None:
    tournament, _actor = accepted_tournament()
    lines = [line for line in event_lines(tournament) if line.table == 1]
    seats = [str(seat.participant) for seat in first_sheet(tournament).seats.select_related("participant")]
    short = [name.split()[0] for name in seats]
    assert lines[0].words == "Sheet opened: " + " · ".join(f"{seat} {name}" for seat, name in enumerate(seats, 1))
    sentences = [line.words for line in lines]
    assert f"Game 1: Rufer, {short[0]} with {short[1]}, won" in sentences
    assert "Game 20 needs an approval (5.2.14)" in sentences
    assert "Game 16 not approved (5.2.16)" in sentences
    old, new = f"Rufer, {short[0]} with {short[3]}, won", f"Rufer, {short[1]} with {short[3]}, won with Schneider"
    assert f"Game 7 corrected: {old}, now {new}" in sentences
    assert f"1 {seats[0]}: Confirmed at the desk" in sentences
    assert (sentences[-1], lines[-1].who, lines[-1].match) == ("Sheet accepted", "K. Reiter", 1)
    assert "–" not in "".join(sentences)


@pytest.mark.django_db
def test_whoever_sits_there_at_that_moment_is_named() -> None:
    tournament, actor = play(tables=2, entries=["s1+"])
    sheet = first_sheet(tournament)
    one, other = sheet.seats.select_related("participant", "scoresheet__match")[:2]
    exchange_seats(first=one, second=other, reason="verwechselt", actor=actor)
    newest = [line.words for line in event_lines(tournament) if line.table == 1][-3:]
    leaver, came = (f"{seat.participant.start_number} {seat.participant}" for seat in (one, other))
    assert f"Seats exchanged: {came} sits on seat 1 in place of {leaver}" in newest
    assert "verwechselt" not in " ".join(words(tournament))


@pytest.mark.django_db
def test_no_cards_codes_seeds_or_dates_of_birth_are_told() -> None:
    tournament, actor = play(entries=["r12+"])
    sheet = first_sheet(tournament)
    request = {
        "request": 1,
        "number": 2,
        "seat": 3,
        "contract": "solo",
        "suit": "e",
        "section": "5.2.14",
        "hand": ["EO"],
    }
    anna = Participant.objects.first()
    newer = {"v": 2, **{name: value for name, value in request.items() if name != "request"}, "number": 5}
    for kind, fields, of_sheet in (
        ("request.made", {**request, "request": 70}, True),
        ("request.granted", {"request": 70, "at_table": True}, True),
        ("request.made", newer, True),
        ("request.refused", {"v": 2, "request": 2}, True),
        ("table.code", {"code": "4711"}, True),
        ("participant.changed", {"participant": anna.pk, "start_number": 1, "fields": ["birth_date", "club"]}, False),
        ("tie.lots_drawn", {"tie_lots": 1, "group": [anna.pk], "order": [anna.pk], "seed": "f00d" * 16}, False),
        ("something.new", {"secret": "4711"}, False),
        ("game.recorded", {}, True),
    ):
        write_raw(tournament, sheet if of_sheet else None, kind, fields, actor)
    seat = sheet.seats.select_related("participant").get(number=3).participant
    assert words(tournament)[-9:] == [
        f"Before game 2: 3 {seat} asks for approval of Solo (5.2.14)",
        "Before game 2: approved",
        f"Before game 5: 3 {seat} asks for approval of Solo (5.2.14)",
        "Before game 5: not approved",
        "New code for the device of the table",
        "1 Anna Obermaier changed: date of birth, club or town",
        "Lots drawn between equals, in this order: 1 Anna Obermaier",
        "something.new",
        "Game –: –",
    ]
    draw = json.loads(Event.objects.get(kind="draw.published").payload)
    fields = " ".join(words(tournament))
    assert [secret for secret in ("4711", "f00d", draw["secret"], draw["seed"]) if secret in fields] == []


@pytest.mark.django_db
def test_the_number_of_queries_does_not_grow(django_assert_num_queries) -> None:
    tournament, _actor = play(tables=2, entries=["r12+"])
    with django_assert_num_queries(5):
        list(event_lines(tournament))


@pytest.mark.django_db
def test_who_was_forgotten_stands_in_the_log_with_one_number() -> None:
    tournament, actor = finished_tournament()
    finish_tournament(tournament=tournament, actor=actor)
    forget_participant(participant=tournament.participants.get(start_number=1), actor=actor)
    assert words(tournament)[-1] == "Participant 1 was forgotten, as asked for"
