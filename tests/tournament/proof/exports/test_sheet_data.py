"""The data in a sealed sheet: the figures of the rows, enough to recompute them, with every change noticed."""

import datetime as dt
import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet, write
from tests.worlds.played import ENTRIES, accept, correct, decide, first_sheet, play
from tests.worlds.sheets import fresh, rule_on, set_aside, strike
from tests.worlds.signing import enrolled, sign_at_table
from tests.worlds.totals import GOOD, open_totals_sheet
from tournament.devices.services.devices import lock_device
from tournament.models import Event, Scoresheet
from tournament.proof.exports.sheet_data import Issue, sheet_data, sheet_json
from tournament.proof.seals.sheet_data import LARGEST, DataError, read_data, recomputed
from tournament.selectors.scoresheets import get_scoresheet, sheet_view
from tournament.services.acting import act
from tournament.services.tables import issue_packs, replace_pack
from tournament.sheet.acts.acceptance import AcceptSheet
from tournament.sheet.acts.totals import RecordTotals

ISSUE = Issue(version=2, replaces="ab" * 32, at=dt.datetime(2026, 11, 28, 21, tzinfo=dt.UTC))


def begin() -> Scoresheet:
    """A sheet with everything that one can have: struck, refused, corrected, sanctioned, ruled, not played, signed."""
    tournament, actor = play(entries=ENTRIES[:28])
    sheet = first_sheet(tournament)
    issue_packs(match=sheet.match, actor=actor, first=1)
    decide(sheet, actor)
    correct(sheet, 7, "r24++", actor)
    strike(sheet, 11, actor)
    replace_pack(scoresheet=sheet, pack="12", actor=actor, after_game=28)
    for number, text, choice in ((29, "+1 -1 -1 +2", "1 -1 -1 1"), (30, "x", "struck"), (31, "0", "end")):
        set_aside(sheet, number, text, actor)
        rule_on(sheet, choice, actor)
    device = enrolled(sheet)
    sign_at_table(sheet, device, 1, 2)
    sign_at_table(sheet, device, 3, 4, strokes=None)
    act(sheet, AcceptSheet(content=fresh(sheet).content_hash), actor=actor)
    return get_scoresheet(tournament.slug, 1, 1)


def test_it_says_what_the_rows_hold_and_its_points_follow(world: Scoresheet) -> None:
    data = read_data(sheet_json(sheet_view(world), ISSUE))
    assert recomputed(data) == ()
    seats = world.seats.order_by("number")
    assert data["result"]["totals"] == list(seats.values_list("points", flat=True))
    columns = [f"points_{seat}" for seat in range(1, 5)]
    assert data["result"]["games"] == [list(row) for row in world.games.values_list(*columns)]
    assert [player["name"] for player in data["players"]] == [str(seat.participant) for seat in seats]
    acceptance = Event.objects.get(scoresheet=world, kind="sheet.accepted")
    assert (data["chain"]["head"], data["chain"]["events"]) == (acceptance.hash, acceptance.sequence)
    assert data["document"] == {"version": 2, "replaces": "ab" * 32, "issued_at": "2026-11-28T21:00:00+00:00"}
    assert {row["state"] for row in data["approvals"]} == {"granted", "refused"}
    assert [(row["game"], row["kind"]) for row in data["corrections"]] == [
        (7, "corrected"),
        (11, "struck"),
        (29, "ruled"),
        (30, "struck"),
        (31, "unplayed"),
        (32, "unplayed"),
    ]
    assert [(row["game"], row["supervisor"]) for row in data["sanctions"]] == [(9, "K. Reiter")]
    assert [(row["kind"], row["told"]) for row in data["changes"]] == [("pack", {"old": "1", "new": "12"})]
    assert [bool(row["strokes_sha256"]) for row in data["signatures"]] == [True, True, False, False]
    assert data["accepted"]["by"] == "K. Reiter"


def test_neither_dates_of_birth_nor_codes_are_in_it(world: Scoresheet) -> None:
    text = sheet_json(sheet_view(world)).decode()
    assert ("birth" in text, world.code in json.loads(text), "hand" in text.split('"toml"')[0]) == (False, False, False)


def test_a_fixed_number_of_queries(world: Scoresheet) -> None:
    view = sheet_view(world)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        sheet_data(view)
    assert len(queries) == 4


def test_the_command_line_counts_the_same_from_the_file_alone(world: Scoresheet, tmp_path: Any) -> None:
    """As a reader in 2046 does it, with `scoring` and without Django."""
    data = read_data(sheet_json(sheet_view(world)))
    (tmp_path / "rules.toml").write_text(data["rules"]["toml"])
    command = [sys.executable, "-m", "scoring", "sheet", str(tmp_path / "rules.toml")]
    run = subprocess.run(command, input=json.dumps(data["sheet"]), capture_output=True, text=True, check=True)
    answer = json.loads(run.stdout)
    assert {name: answer[name] for name in ("totals", "plus", "minus", "checksum", "counters")} == {
        name: data["result"][name] for name in ("totals", "plus", "minus", "checksum", "counters")
    }
    assert [game["points"] for game in answer["games"]] == data["result"]["games"]
    program = (
        "import sys; sys.modules['django'] = None\n"
        "from tournament.proof.seals.sheet_data import read_data, recomputed\n"
        "print(recomputed(read_data(sys.stdin.buffer.read())))"
    )
    alone = subprocess.run(
        [sys.executable, "-c", program], input=sheet_json(sheet_view(world)), capture_output=True, check=True
    )
    assert alone.stdout == b"()\n"


def figures(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every whole number in the data, as (its path, its key)."""
    for key, part in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(part, dict | list):
            yield from figures(part)
        elif type(part) is int:
            yield value, key


def test_another_figure_anywhere_is_found(world: Scoresheet) -> None:
    data: Any = read_data(sheet_json(sheet_view(world)))
    missed = []
    for place, key in [*figures({name: data[name] for name in ("sheet", "result", "chain", "approvals")})]:
        place[key] += 1
        if not recomputed(data):
            missed.append((key, place))
        place[key] -= 1
    # At a table of four nothing follows from the first dealer.
    assert [key for key, _place in missed] == ["first_dealer"]
    assert recomputed(data) == ()


@pytest.mark.parametrize(
    ("part", "change", "code"),
    [
        ("rules", lambda rules: rules.update(toml=rules["toml"] + "\n"), "rules_differ"),
        ("rules", lambda rules: rules.update(id="palatinate"), "rules_differ"),
        ("rules", lambda rules: rules.update(toml="nothing"), "rules_unreadable"),
        ("players", lambda players: players.pop(), "players"),
        ("players", lambda players: players.reverse(), "content_hash"),
        ("approvals", lambda approvals: approvals[-1].update(state="refused"), "approvals"),
        ("approvals", lambda approvals: approvals.pop(), "approvals"),
        ("chain", lambda chain: chain.update(previous="0" * 64), "chain_head"),
        ("sheet", lambda sheet: sheet["games"].pop(), "incomplete"),
        ("sheet", lambda sheet: sheet["games"][3].update(contract="bettel"), "game_bad"),
        ("sheet", lambda sheet: sheet.update(seats=7), "sheet_unreadable"),
        ("sheet", lambda sheet: sheet.update(games=7), "sheet_unreadable"),
    ],
)  # fmt: skip
def test_whatever_else_is_changed_is_found(world: Scoresheet, part: str, change: Any, code: str) -> None:
    data = read_data(sheet_json(sheet_view(world)))
    change(data[part])
    assert code in {difference.code for difference in recomputed(data)}


def test_what_happens_after_the_acceptance_leaves_the_check_code(world: Scoresheet) -> None:
    before = sheet_view(world)
    lock_device(device=world.devices.get(), actor=make_user("supervisor"))
    assert Event.objects.filter(scoresheet=world).latest("sequence").kind != "sheet.accepted"
    assert sheet_view(world).check_code == before.check_code
    assert sheet_data(sheet_view(world)) == sheet_data(before)


def test_a_sheet_of_totals_only(db: None) -> None:
    actor = make_user("organiser", "supervisor", "desk")
    sheet = open_totals_sheet(actor)
    act(sheet, RecordTotals(totals=GOOD), actor=actor)
    accept(sheet, actor)
    data: Any = read_data(sheet_json(sheet_view(get_scoresheet(sheet.match.tournament.slug, 1, 1))))
    assert (recomputed(data), data["sheet"]["totals"], data["result"]["totals"]) == ((), GOOD, [28, -20, -8, 0])
    data["sheet"]["totals"][0]["plus"] += 1
    assert {difference.code for difference in recomputed(data)} >= {"game_bad", "plus", "totals", "content_hash"}


def test_a_sheet_that_is_being_written_holds_too(db: None) -> None:
    tournament = make_tournament("Glonn 2026", "glonn-2026")
    make_participants(tournament, 4)
    sheet, desk = open_scoresheet(tournament), make_user("desk")
    write(sheet, 1, "r12+", desk)
    write(sheet, 2, "wt2+", desk)
    data = read_data(sheet_json(sheet_view(fresh(sheet))))
    assert (recomputed(data), data["accepted"], data["document"]) == ((), None, None)
    assert data["result"]["games"] == [[1, 1, -1, -1], [0, 0, 0, 0], *[None] * 30]
    sheet.games.filter(number=1).update(points_1=2, points_2=0)
    changed = read_data(sheet_json(sheet_view(fresh(sheet))))
    assert [(difference.code, difference.game) for difference in recomputed(changed)] == [("points", 1)]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "data_unreadable"),
        (b"\xff\xfe", "data_unreadable"),
        (b"[" * 100_000, "data_unreadable"),
        (b'{"schema": "spielliste-scoresheet", "name": "\\ud800"}', "data_unreadable"),
        (b'{"schema": 1, "schema": 2}', "data_unreadable"),
        (b'{"schema": NaN}', "data_unreadable"),
        (b"[]", "data_of_another_kind"),
        (b'{"schema": "spielliste-draw"}', "data_of_another_kind"),
        (b'{"schema": "spielliste-scoresheet", "version": 2}', "data_newer"),
        (b'{"schema": "spielliste-scoresheet", "version": true}', "data_incomplete"),
        (b'{"schema": "spielliste-scoresheet", "version": 1}', "data_incomplete"),
        (b" " * (LARGEST + 1), "data_too_large"),
    ],
)  # fmt: skip
def test_strangers_files_are_refused(content: bytes, code: str) -> None:
    with pytest.raises(DataError) as refused:
        read_data(content)
    assert refused.value.code == code
