"""docs/check_tournament.py: it recomputes a tournament by the text of the rules, and names whatever differs."""

import datetime as dt
import json
import re
import subprocess
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.generate.comparison import checker
from tests.worlds.archived import files_of, zipped
from tests.worlds.factories import CAST, choose_places, draw_lots, write
from tests.worlds.sheets import fresh, grant, refuse, requests, sign, strike
from tournament.models import Scoresheet, Seat, Tournament, User
from tournament.participants.services.participants import add_participant
from tournament.participants.services.substitutes import enter_substitute
from tournament.proof.exports.archive import close_tournament, write_archive
from tournament.services.acting import act
from tournament.services.people import create_first_login
from tournament.services.tournaments import create_tournament, finish_tournament
from tournament.sheet.acts.acceptance import AcceptSheet
from tournament.standings.services.standings import draw_tie_lots

SCRIPT = Path(__file__).parents[3] / "docs" / "check_tournament.py"
EDITION = "schafkopfschule-2023"
Files = dict[str, bytes]
Row = dict[str, Any]


def check(*files: Path) -> tuple[int, list[str]]:
    """Exit status and lines, of the script as somebody runs it who has nothing but Python."""
    command = [sys.executable, "-S", "-I", str(SCRIPT), *map(str, files)]
    process = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/")
    assert "Traceback" not in process.stderr, process.stderr
    return process.returncode, (process.stdout + process.stderr).splitlines()


def check_lines(folder: Path, *sheets: Row) -> tuple[int, list[str]]:
    """What it says about these sheets, one on each line."""
    file = folder / "sheets.jsonl"
    file.write_text("\n".join(json.dumps({"rules": EDITION, **sheet}) for sheet in sheets))
    return check(file)


# One game: the table of 5.2.7, the first game, sanctions

RUFER = {"contract": "rufer", "declarer": 1, "partner": 3}
SOLO = {"contract": "solo", "declarer": 2}
WENZ = {"contract": "wenz", "declarer": 4}
TOUT = {"contract": "solo-tout", "declarer": 2, "approved": True}
WENZ_TOUT = {"contract": "wenz-tout", "declarer": 4, "approved": True}
SIE = {"contract": "sie", "declarer": 3, "approved": True}


def ended(result: str, level: str = "simple") -> Row:
    return {"result": result, "level": level}


def cards(card_points: int, tricks: int) -> Row:
    return {"card_points": card_points, "tricks": tricks}


def sanction(kind: str, offender: int, **more: Any) -> Row:
    return {"sanction": {"kind": kind, "offender": offender, **more}}


GAMES = [
    (RUFER | ended("won"), [1, -1, 1, -1]),
    (RUFER | ended("lost"), [-1, 1, -1, 1]),
    (RUFER | ended("won", "schneider"), [2, -2, 2, -2]),
    (RUFER | ended("lost", "schwarz"), [-3, 3, -3, 3]),
    (SOLO | ended("won"), [-2, 6, -2, -2]),
    (WENZ | ended("lost"), [2, 2, 2, -6]),
    (SOLO | ended("won", "schneider"), [-3, 9, -3, -3]),
    (SOLO | ended("lost", "schneider"), [3, -9, 3, 3]),
    (WENZ | ended("won", "schwarz"), [-4, -4, -4, 12]),
    (SOLO | ended("lost", "schwarz"), [4, -12, 4, 4]),
    (TOUT | {"result": "won"}, [-6, 18, -6, -6]),
    (WENZ_TOUT | {"result": "lost"}, [6, 6, 6, -18]),
    (SIE, [-8, -8, 24, -8]),
    # 4.1.2 to 4.1.4
    (RUFER | cards(61, 4), [1, -1, 1, -1]),
    (RUFER | cards(60, 4), [-1, 1, -1, 1]),
    (RUFER | cards(31, 3), [-1, 1, -1, 1]),
    (RUFER | cards(30, 3), [-2, 2, -2, 2]),
    (RUFER | cards(90, 6), [1, -1, 1, -1]),
    (RUFER | cards(91, 6), [2, -2, 2, -2]),
    (RUFER | cards(120, 7), [2, -2, 2, -2]),
    (RUFER | cards(120, 8), [3, -3, 3, -3]),
    (RUFER | cards(0, 1), [-2, 2, -2, 2]),
    (RUFER | cards(0, 0), [-3, 3, -3, 3]),
    (TOUT | cards(120, 7), [6, -18, 6, 6]),
    # 2.8.2
    (TOUT | cards(100, 7) | {"late_tout": True}, [-3, 9, -3, -3]),
    # 3.4.17
    (RUFER | sanction("mistake", 1), [-4, 2, 0, 2]),
    (RUFER | sanction("mistake", 2), [2, -4, 2, 0]),
    (SOLO | sanction("mistake", 2), [3, -9, 3, 3]),
    (SOLO | sanction("mistake", 1), [-9, 9, 0, 0]),
    (WENZ_TOUT | sanction("mistake", 4), [6, 6, 6, -18]),
    (WENZ_TOUT | sanction("mistake", 1), [-18, 0, 0, 18]),
    # 3.4.18
    (RUFER | sanction("revealed-cards", 1, revealer=3), [0, 2, -4, 2]),
    (WENZ | sanction("revealed-cards", 1, revealer=2), [0, -9, 0, 9]),
    (RUFER | sanction("revealed-cards", 1, revealer=2, points=[0, -4, 2, 2]), [0, -4, 2, 2]),
    (SOLO | sanction("revealed-cards", 1, revealer=2, points=[0, -9, 9, 0]), [0, -9, 9, 0]),
    # 2.4.10
    (RUFER | sanction("invalid-bid", 1), [-2, 1, 0, 1]),
    (SOLO | sanction("invalid-bid", 2), [2, -6, 2, 2]),
    (TOUT | sanction("invalid-bid", 2), [6, -18, 6, 6]),
    # 5.2.17, and lines that nobody played
    (SOLO | ended("won") | {"struck": True}, [0, 0, 0, 0]),
    (SOLO | ended("won") | {"approved": False}, [0, 0, 0, 0]),
    (TOUT | {"result": "won", "approved": None}, [0, 0, 0, 0]),
    ({"unplayed": True}, [0, 0, 0, 0]),
    # known only by their points
    ({"written": [2, 2, 2, -6], "circled": 4}, [2, 2, 2, -6]),
    ({"written": [-3, 3, 3, -3]}, [-3, 3, 3, -3]),
]
FIRST_GAMES = [
    (TOUT | {"result": "won"}, [-2, 6, -2, -2]),
    (TOUT | cards(80, 7), [-2, 6, -2, -2]),
    (TOUT | cards(20, 2), [2, -6, 2, 2]),
    (WENZ | ended("won", "schwarz"), [-2, -2, -2, 6]),
    (WENZ | ended("lost", "schwarz"), [2, 2, 2, -6]),
    (SOLO | ended("won", "schneider"), [-3, 9, -3, -3]),
    (RUFER | ended("won", "schwarz"), [3, -3, 3, -3]),
    (TOUT | sanction("mistake", 2), [3, -9, 3, 3]),
]
BEFORE = RUFER | ended("won")
NOBODY = "0 participants: everything agrees"


def test_each_game_is_worth_what_the_rules_say(tmp_path: Path) -> None:
    sheets = [{"games": [BEFORE, game], "result": {"games": [[1, -1, 1, -1], points]}} for game, points in GAMES]
    sheets += [{"games": [game], "result": {"games": [points]}} for game, points in FIRST_GAMES]
    assert len(sheets) == len(GAMES) + len(FIRST_GAMES)
    status, lines = check_lines(tmp_path, *sheets)
    assert (status, lines[-1].split(": ")[1]) == (0, "everything agrees")
    assert "taken on trust: 2 lines known only by their points (5.2.7)" in lines
    assert "taken on trust: 2 rulings of the supervisor (3.4.18)" in lines


def test_other_points_are_a_difference(tmp_path: Path) -> None:
    """Each figure with the others' sign: every line that is worth anything is named."""
    sheets = [
        {"games": [BEFORE, game], "result": {"games": [[1, -1, 1, -1], [-value for value in points]]}}
        for game, points in GAMES
        if any(points)
    ]
    status, lines = check_lines(tmp_path, *sheets)
    assert status == 1
    for number in range(1, len(sheets) + 1):
        assert any(line.startswith(f"line {number}, game 2, points: stated [") for line in lines), number


IMPOSSIBLE = [
    (SIE, 1, "2.9.1"),
    (TOUT | {"result": "lost"}, 1, "5.2.15"),
    ({"written": [-4, 12, -4, -4], "circled": 2}, 1, "5.2.15"),
    ({"written": [1, 1, 1, -3]}, 2, "5.2.7"),
    ({"written": [6, -2, -2, -2], "circled": 2}, 2, "5.2.7"),
    (SIE | {"result": "lost"}, 2, "5.2.7"),
    (RUFER | cards(119, 7), 2, "1.2.3"),
    (RUFER | cards(75, 7), 2, "1.2.3"),
    (RUFER | cards(83, 2), 2, "1.2.3"),
    (RUFER | cards(70, 5) | {"result": "lost"}, 2, "4.1"),
    (RUFER | ended("won") | {"partner": 1}, 2, "2.5.2"),
    (RUFER | ended("won") | {"declarer": 5}, 2, "1.2.1"),
    ({"contract": "ramsch", "declarer": 1}, 2, "5.2.7"),
    (SOLO | sanction("invalid-bid", 3), 2, "2.4.10"),
    (SOLO | sanction("illegal-card", 3), 2, "3.4"),
    (RUFER | sanction("mistake", 1, points=[-3, 1, 1, 1]), 2, "3.4.17"),
    (SOLO | sanction("revealed-cards", 1, revealer=2), 2, "3.4.18"),
    (SOLO | sanction("revealed-cards", 1, revealer=2, points=[0, -9, 9, 1]), 2, "3.4.18"),
    (SOLO | sanction("revealed-cards", 1, revealer=2, points=[0, -8, 4, 4]), 2, "3.4.18"),
    (SOLO | sanction("revealed-cards", 1, revealer=2, points=[1, -9, 4, 4]), 2, "3.4.18"),
    ("r13+", 2, "5.2.7"),
    (SOLO | {"sanction": 5}, 2, "cannot be read"),
]


def test_a_game_that_cannot_be_is_named_with_the_rule(tmp_path: Path) -> None:
    sheets = [{"games": [BEFORE, game][2 - number :]} for game, number, _section in IMPOSSIBLE]
    status, lines = check_lines(tmp_path, *sheets)
    assert status == 1
    for at, (_game, number, section) in enumerate(IMPOSSIBLE, 1):
        [line] = [line for line in lines if line.startswith(f"line {at}, ")]
        assert line.startswith(f"line {at}, game {number}: "), line
        assert section in line, line


def test_the_first_sie_of_the_second_match_counts_in_2007_alone(tmp_path: Path) -> None:
    sheet = {"games": [SIE], "match": 2, "result": {"games": [[-8, -8, 24, -8]]}}
    assert check_lines(tmp_path, sheet | {"rules": "schafkopfschule-2007"})[0] == 0
    assert check_lines(tmp_path, sheet)[0] == 1
    assert check_lines(tmp_path, sheet | {"rules": "schafkopfschule-2007", "match": 1})[0] == 1


# One sheet


def test_approvals_counters_and_rounds_of_a_sheet(tmp_path: Path) -> None:
    won = SOLO | ended("won")
    games = [
        *(BEFORE, won, won, won | {"struck": True}, TOUT | {"result": "lost", "approved": False}),
        *(TOUT | {"result": "lost"}, SIE, WENZ | sanction("mistake", 1), won | {"approved": False}),
        *(won | {"approved": True}, WENZ | ended("lost")),
    ]
    zero = dict.fromkeys(["sie_played", "touts_won", "touts_played", "solos_won", "solos_played"], 0)
    sections = {5: "5.2.14", 6: "5.2.14", 7: "5.2.14", 9: "5.2.16", 10: "5.2.16", 11: "5.2.16"}
    # By hand: 1 -1 1 -1, twice -2 6 -2 -2, 6 -18 6 6, -8 -8 24 -8, -9 0 0 9, -2 6 -2 -2; the last one still waits.
    result = {
        "totals": [-16, -9, 25, 0],
        "plus": [7, 18, 31, 15],
        "minus": [23, 27, 6, 15],
        "checksum": 0,
        "counters": [
            zero,
            zero | {"touts_played": 1, "solos_won": 3, "solos_played": 3},
            zero | {"sie_played": 1},
            zero | {"solos_won": 1, "solos_played": 1},
        ],
        "approvals": [{"game": game, "section": section} for game, section in sections.items()],
        "rounds": [{"to": 4, "sum": 0, "running": [-3, 11, -3, -5]}],
    }
    assert check_lines(tmp_path, {"games": games, "result": result}) == (0, [f"1 sheets, 11 games, {NOBODY}"])
    result["rounds"] = [{"to": 4, "sum": 0, "running": [-3, 11, -5, -3]}]
    result["approvals"] = [*result["approvals"][:-1], {"game": 3, "section": "5.2.16"}]
    assert check_lines(tmp_path, {"games": games, "result": result})[1][:-1] == [
        "line 1, round 1: stated (0, [-3, 11, -5, -3]), computed (0, [-3, 11, -3, -5]) (5.3.3)",
        "line 1, game 11, approval: stated nothing, needed by 5.2.16",
        "line 1, game 3, approval: stated 5.2.16, but none is needed (5.2.14, 5.2.16)",
    ]


def test_totals_alone_are_taken_on_trust(tmp_path: Path) -> None:
    columns = [{"plus": 4, "minus": 1}, {"plus": 0, "minus": 3}, {"plus": 2, "minus": 2}, {"plus": 0, "minus": 0}]
    status, lines = check_lines(tmp_path, {"totals": columns})
    assert (status, lines[0]) == (0, "taken on trust: 1 sheets known only by their totals (5.3.3)")
    columns[3]["plus"] = 1
    assert check_lines(tmp_path, {"totals": columns})[1][0] == "line 1, checksum: stated 1, computed 0 (5.3.3)"
    for wrong in ([], [{"plus": True}], [{"plus": 1.5, "minus": 1.5}]):
        assert check_lines(tmp_path, {"totals": wrong})[0] == 1


# A ranking

COUNTERS = ("sie_played", "touts_won", "touts_played", "solos_won", "solos_played")
# Points of both matches, the five counters, place and what decided it: a to e of 5.4.2 in their order.
PLACES = [
    ((3, 2), (1, 0, 0, 0, 0), 1, "sie_played"),
    ((5, 0), (0, 1, 1, 0, 0), 2, "touts_won"),
    ((5, 0), (0, 0, 3, 0, 0), 3, "touts_played"),
    ((0, 5), (0, 0, 2, 4, 4), 4, "solos_won"),
    ((4, 1), (0, 0, 2, 3, 9), 5, "solos_played"),
    ((5, 0), (0, 0, 2, 3, 8), 6, "lot"),
    ((6, -1), (0, 0, 2, 3, 8), 7, "lot"),
    ((4, None), (9, 9, 9, 9, 9), 8, "points"),
    ((99, None), (0, 0, 0, 0, 0), None, None),
]


def ranking() -> list[Row]:
    return [
        {"start_number": number, "name": f"Spieler {number}", "club": "", "place": place, "decided_by": decision}
        | {"match_points": list(points), "total": sum(value or 0 for value in points), "games": 64}
        | dict(zip(COUNTERS, counters, strict=True))
        for number, (points, counters, place, decision) in enumerate(PLACES, 11)
    ]


def test_places_follow_from_points_counters_and_lots(tmp_path: Path) -> None:
    file, lines = tmp_path / "standings.json", ranking()
    file.write_text(json.dumps(lines))
    status, printout = check(file)
    assert (status, printout[-1]) == (0, "0 sheets, 0 games, 9 participants: everything agrees")
    assert "taken on trust: 1 lots that are not in the file (5.4.2)" in printout
    data = {"schema": "spielliste-standings", "rules": {"id": EDITION}, "lines": lines}
    drawn_among_more = ["Spieler 16", "Spieler 11", "Spieler 17"]
    for lots, status in (drawn_among_more[::2], 0), (drawn_among_more, 0), (drawn_among_more[::-1], 1):
        file.write_text(json.dumps(data | {"lots": [lots]}))
        assert check(file)[0] == status, lots

    for line in lines:
        line["name"] = "Namensvetter"
    file.write_text(json.dumps(data | {"lots": [["Namensvetter", "Namensvetter"]]}))
    assert check(file)[0] == 0


@pytest.mark.parametrize("upper", range(7))
def test_two_places_that_changed_are_noticed(tmp_path: Path, upper: int) -> None:
    file, lines = tmp_path / "standings.json", ranking()
    one, two = lines[upper], lines[upper + 1]
    for key in ("place", "decided_by"):
        one[key], two[key] = two[key], one[key]
    lots = [["Spieler 16", "Spieler 17"]]
    rules = {"id": EDITION}
    file.write_text(json.dumps({"schema": "spielliste-standings", "rules": rules, "lines": lines, "lots": lots}))
    status, printout = check(file)
    assert status == 1
    expected = f"participant {11 + upper}, place: stated {upper + 2}, computed {upper + 1} (5.4.1, 5.4.2)"
    assert any(line.endswith(expected) for line in printout), printout


# Who leaves, who comes late

KEEP, LOSE = {"leavers": "keep"}, {"leavers": "lose"}
LATE, NO_LATE = {"ranks_late_players": True}, {"ranks_late_players": False}
LEFT, HOUSE, OUT = {"withdrawn": True}, {"house": True}, {"excluded": True}
# Match and game from which 3 plays in the place of 2.
FIRST, SECOND = (1, 1), (1, 2)
# The tournament's choice, 2 who played match 1, 3 who played match 2, since when 3 is the substitute of 2; then the
# points of 2 and 3 by match, None for who does not stand in the ranking, and whether they have a place.
CHOICES: list[tuple[Row | None, Row, Row, tuple[int, int] | None, list[tuple[Row, bool] | None]]] = [
    (None, LEFT, {}, SECOND, [None, ({1: 7, 2: 3}, True)]),
    (LOSE | LATE, LEFT, {}, SECOND, [None, ({1: 7, 2: 3}, True)]),
    (LOSE | NO_LATE, LEFT, {}, SECOND, [None, ({1: 7, 2: 3}, False)]),
    (LOSE | NO_LATE, LEFT, {}, (2, 1), [None, ({1: 7, 2: 3}, False)]),
    (LOSE | NO_LATE, LEFT, {}, FIRST, [None, ({1: 7, 2: 3}, True)]),
    (KEEP | LATE, LEFT, {}, SECOND, [({1: 7}, True), ({2: 3}, True)]),
    (KEEP | NO_LATE, LEFT, {}, SECOND, [({1: 7}, True), ({2: 3}, False)]),
    (LOSE | LATE, LEFT, {}, None, [({1: 7}, False), ({2: 3}, True)]),
    (KEEP | NO_LATE, LEFT, {}, None, [({1: 7}, True), ({2: 3}, False)]),
    (KEEP | LATE, LEFT | OUT, HOUSE, None, [({1: 7}, False), ({2: 3}, False)]),
]


@pytest.mark.parametrize(("choice", "left", "came", "since", "expected"), CHOICES)
def test_the_choice_of_the_tournament_decides_about_places(
    choice: Row | None,
    left: Row,
    came: Row,
    since: tuple[int, int] | None,
    expected: list[tuple[Row, bool] | None],
) -> None:
    script = checker()
    flags = {"withdrawn": False, "house": False, "excluded": False}
    people = [{"id": 90 + number, "start_number": number, **flags} for number in (1, 2, 3, 4, 5)]
    people[1] |= left
    people[2] |= came
    substitution = {"id": 1, "left": 92, "came": 93}
    if since:
        substitution |= {"match": 30 + since[0], "game": since[1]}
    rows = {
        "tournament": [{"ranks_house_players": False}],
        "match": [{"id": 31, "number": 1}, {"id": 32, "number": 2}],
        "participant": people,
        "placerule": [{"id": 5, **choice}] if choice else [],
        "substitution": [substitution] if since else [],
        "tielots": [],
    }
    sheets = {}
    at_table = 93 if since == FIRST else 92  # the sheet names who plays from its first game on
    for match, points in (1, {91: 5, at_table: 7, 94: 0, 95: -12}), (2, {91: 1, 93: 3, 94: 0, 95: -4}):
        seats = [{"number": number, "participant": key} for number, key in enumerate(points, 1)]
        counters = [dict.fromkeys(COUNTERS, 1) for _ in seats]
        figures = script.Figures([list(points.values())], counters, {}, {})
        sheets[match, 1] = script.RowSheet("", seats, match, True, figures)
    entrants, _lots = script.compose(script.Report(), rows, sheets)
    by_number = {entrant.number: entrant for entrant in entrants}
    for number, entry in zip((2, 3), expected, strict=True):
        entrant = by_number.get(number)
        assert (entrant and (entrant.matches, entrant.ranked)) == entry
        assert entrant is None or entrant.tie_break == [len(entrant.matches)] * 5


# An archive

PLAIN = ["r12+", "r34+"]
# 1 is worth 6 (5.2.15); 5 is a sanction; 6, a Tout, is the fifth Solo or Wenz; 9 is refused, and 12 will be struck.
EVENTFUL = ["s1+++", "r13--", "s2+", "w4-", "s3!1", "st2+", "sie3", "r24+++", "wt1-", "w2++", "*-6 3", "r14-"]


def begin() -> bytes:
    """The archive of a tournament with what is rare: approvals, a substitute who takes over, a lot for four."""
    actor = create_first_login(
        username="reiter", full_name="K. Reiter", roles=["organiser", "supervisor", "desk"], password="geheim-genug-1"
    )
    tournament = create_tournament(
        actor=actor, name="Glonn 2026", day=dt.date(2026, 11, 29), organiser="SV Glonn", ruleset_id=EDITION
    )
    for first, last in CAST:
        add_participant(tournament=tournament, first_name=first, last_name=last, club="", actor=actor)
    choose_places(tournament, actor)
    eventful = [*EVENTFUL, *PLAIN * 10]
    leaver = play(tournament, 1, [eventful, PLAIN * 16], actor).get(scoresheet__table_number=1, number=2)
    play(tournament, 2, [PLAIN * 16, PLAIN * 16], actor, leaver=leaver.participant_id)
    draw_tie_lots(tournament=tournament, actor=actor)
    finish_tournament(tournament=tournament, actor=actor)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "glonn.zip"
        write_archive(tournament=close_tournament(tournament=tournament, actor=actor), path=path)
        return path.read_bytes()


def play(tournament: Tournament, number: int, tables: list[list[str]], actor: User, leaver: int = 0) -> Any:
    """Draw a match, write these games at its tables, decide, sign and accept; return its seats."""
    tournament.refresh_from_db()
    match = tournament.matches.get(number=number)
    draw_lots(match, actor)
    for sheet, entries in zip(Scoresheet.objects.filter(match=match).order_by("table_number"), tables, strict=True):
        for line, entry in enumerate(entries, 1):
            if line == 17 and (seat := sheet.seats.filter(participant_id=leaver).first()):
                enter_substitute(
                    participant=seat.participant, match=number, game=line, actor=actor, reason="musste heim",
                    first_name="Zenzi", last_name="Ziegler", accepts_rules=True,
                )  # fmt: skip
            write(fresh(sheet), line, entry, actor)
        if entries[11] == EVENTFUL[11]:
            refuse(sheet, 9, actor)
            strike(fresh(sheet), 12, actor)
            for waiting in [game for game, (_section, state) in requests(sheet).items() if state == "requested"]:
                grant(fresh(sheet), waiting, actor)
        sign(sheet, actor)
        act(fresh(sheet), AcceptSheet(content=fresh(sheet).content_hash), actor=actor)
    return Seat.objects.filter(match=match).select_related("participant")


@pytest.fixture
def files(world: bytes, tmp_path: Path) -> Files:
    """The files of the archive by name."""
    path = tmp_path / "good.zip"
    path.write_bytes(world)
    return files_of(path)


@pytest.mark.django_db
def test_a_good_archive_agrees(files: Files, tmp_path: Path) -> None:
    assert check(tmp_path / "good.zip") == (
        0,
        [
            "taken on trust: 1 lines known only by their points (5.2.7)",
            "4 sheets, 128 games, 8 participants: everything agrees",
        ],
    )


def rows_of(files: Files) -> list[Row]:
    return [json.loads(line) for line in files["rows.jsonl"].splitlines()]


def row_of(rows: list[Row], model: str, **values: Any) -> Row:
    """The first row of this kind with these values."""
    return next(row for row in rows if row["model"] == model and values.items() <= row.items())


def in_rows(change: Callable[[list[Row]], object]) -> Callable[[Files], None]:
    """The planted error that this change of the rows makes."""

    def plant(files: Files) -> None:
        rows = rows_of(files)
        change(rows)
        files["rows.jsonl"] = b"\n".join(json.dumps(row).encode() for row in rows)

    return plant


def in_standings(change: Callable[[list[Row]], object]) -> Callable[[Files], None]:
    """The planted error that this change of the ranking makes."""

    def plant(files: Files) -> None:
        lines = json.loads(files["standings.json"])
        change(lines)
        files["standings.json"] = json.dumps(lines).encode()

    return plant


def sheet(rows: list[Row]) -> Row:
    """The sheet of table 1 of match 1."""
    return row_of(rows, "scoresheet", match=row_of(rows, "match", number=1)["id"], table_number=1)


def game(rows: list[Row], number: int) -> Row:
    return row_of(rows, "game", scoresheet=sheet(rows)["id"], number=number)


def seat(rows: list[Row], number: int) -> Row:
    return row_of(rows, "seat", scoresheet=sheet(rows)["id"], number=number)


def swap(one: Row, two: Row, *keys: str) -> None:
    for key in keys:
        one[key], two[key] = two[key], one[key]


def strike_from(rows: list[Row], row: Row) -> None:
    rows.remove(row)


def approval(rows: list[Row], number: int) -> Row:
    return row_of(rows, "approval", game=game(rows, number)["id"])


def consistent(rows: list[Row]) -> None:
    """A Rufer for the others: record, points and totals all say so."""
    changed = game(rows, 13)
    changed["record"]["result"] = "lost"
    for number in (1, 2, 3, 4):
        value = changed[f"points_{number}"]
        changed[f"points_{number}"] = -value
        mine = seat(rows, number)
        mine["points"] -= 2 * value
        mine["plus"] -= value
        mine["minus"] += value


M1T1 = "match 1, table 1"
ERRORS: dict[str, tuple[Callable[[Files], None], str]] = {
    "points of a game": (
        in_rows(lambda rows: game(rows, 3).update(points_1=-3)),
        rf"{M1T1}, game 3, points: stated \[-3, 6, -2, -2\], computed \[-2, 6, -2, -2\] \(5.2.7\)",
    ),
    "checksum of a game": (
        in_rows(lambda rows: game(rows, 3).update(points_1=-3)),
        rf"{M1T1}, round 1: the checksum is -1, not 0 \(5.3.3\)",
    ),
    "who has won": (
        in_rows(lambda rows: game(rows, 3)["record"].update(result="lost")),
        rf"{M1T1}, game 3, points: stated \[-2, 6, -2, -2\], computed \[2, -6, 2, 2\] \(5.2.7\)",
    ),
    "points of a sanction": (
        in_rows(lambda rows: game(rows, 5)["record"]["sanction"].update(offender=2)),
        rf"{M1T1}, game 5, points: stated \[-9, 0, 9, 0\], computed \[0, -9, 9, 0\] \(3.4.17\)",
    ),
    "total": (
        in_rows(lambda rows: seat(rows, 2).update(points=99)),
        rf"{M1T1}, totals by seat: stated \[.* 99, .* \(5.3.3\)",
    ),
    "plus": (in_rows(lambda rows: seat(rows, 1).update(plus=99)), rf"{M1T1}, plus by seat: .* \(5.2.7\)"),
    "minus": (in_rows(lambda rows: seat(rows, 1).update(minus=99)), rf"{M1T1}, minus by seat: .* \(5.2.7\)"),
    "counter": (
        in_rows(lambda rows: seat(rows, 2).update(touts_won=0)),
        rf"{M1T1}, seat 2, touts_won: stated 0, computed 1 \(5.4.2\)",
    ),
    "first game": (
        in_rows(lambda rows: game(rows, 1).update(points_1=12, points_2=-4, points_3=-4, points_4=-4)),
        rf"{M1T1}, game 1, points: stated \[12, -4, -4, -4\], computed \[6, -2, -2, -2\] \(5.2.15\)",
    ),
    "missing game": (
        in_rows(lambda rows: strike_from(rows, game(rows, 7))),
        rf"{M1T1}, game 7: the line is missing \(5.2.1\)",
    ),
    "missing approval of a Tout": (
        in_rows(lambda rows: strike_from(rows, approval(rows, 6))),
        rf"{M1T1}, game 6, approval: stated nothing, needed by 5.2.14 and 5.2.16",
    ),
    "missing approval after the fifth": (
        in_rows(lambda rows: strike_from(rows, approval(rows, 10))),
        rf"{M1T1}, game 10: the approval that it needs was never decided \(5.2.17\)",
    ),
    "section of an approval": (
        in_rows(lambda rows: approval(rows, 10).update(section="5.2.14")),
        rf"{M1T1}, game 10, approval: stated 5.2.14, needed by 5.2.16",
    ),
    "refusal that became a grant": (
        in_rows(lambda rows: approval(rows, 9).update(state="granted")),
        rf"{M1T1}, game 9, points: stated \[0, 0, 0, 0\], computed \[-18, 6, 6, 6\] \(5.2.7\)",
    ),
    "struck game that counts": (
        in_rows(lambda rows: game(rows, 12)["record"].pop("struck")),
        rf"{M1T1}, game 12, points: stated \[0, 0, 0, 0\], computed \[-1, 1, 1, -1\] \(5.2.7\)",
    ),
    "line that is no game": (
        in_rows(lambda rows: game(rows, 11)["record"].update(written=[2, 2, -5, 1])),
        rf"{M1T1}, game 11: no game ends with \[2, 2, -5, 1\].* \(5.2.7\)",
    ),
    "third match": (
        in_rows(lambda rows: row_of(rows, "match", number=2).update(number=3)),
        r"matches: stated \[1, 3\], computed \[1, 2\] \(5.4.1\)",
    ),
    "sealed players": (
        in_rows(lambda rows: swap(seat(rows, 1), seat(rows, 3), "participant")),
        r"sheets/match-1/table-001-version-1-current.pdf, players in the rows: .* \(5.2.2\)",
    ),
    "rows that agree among themselves": (
        in_rows(consistent),
        r"sheets/match-1/table-001-version-1-current.pdf, game 13, points in the rows: .* \(5.3.4\)",
    ),
    "swapped players": (
        in_rows(lambda rows: swap(seat(rows, 1), seat(rows, 3), "participant")),
        r"standings.json, participant \d, points of the matches: .* \(5.4.1\)",
    ),
    "substitute who takes nothing over": (
        in_rows(lambda rows: row_of(rows, "substitution").update(taken_back_at="2026-11-29T20:00:00+01:00")),
        r"standings.json, participant 9, points of the matches: stated \[-?\d+, 0\], computed \[None, 0\] \(5.4.1\)",
    ),
    "excluded with a place": (
        in_rows(lambda rows: row_of(rows, "participant", id=seat(rows, 1)["participant"]).update(excluded=True)),
        r"standings.json, participant \d, place: stated \d, computed nothing \(5.4.1, 5.4.2\)",
    ),
    "void sheet that counts": (
        in_rows(lambda rows: sheet(rows).update(state="void")),
        r"standings.json, participant \d, total: stated -?\d+, computed 0 \(5.4.1\)",
    ),
    "void sheet whose Touts count": (
        in_rows(lambda rows: sheet(rows).update(state="void")),
        r"standings.json, participant \d, touts_won: stated 1, computed 0 \(5.4.2\)",
    ),
    "withdrawn approval": (
        in_rows(lambda rows: approval(rows, 6).update(state="withdrawn")),
        rf"{M1T1}, game 6, approval: stated nothing, needed by 5.2.14 and 5.2.16",
    ),
    "approval of a Rufer": (
        in_rows(lambda rows: approval(rows, 6).update(game=game(rows, 8)["id"])),
        rf"{M1T1}, game 8, approval: stated 5.2.14, but none is needed \(5.2.14, 5.2.16\)",
    ),
    "lot": (
        in_rows(lambda rows: row_of(rows, "tielots")["order"].reverse()),
        r"standings.json, participant \d, place: stated \d, computed \d \(5.4.1, 5.4.2\)",
    ),
    "second lot": (
        in_rows(lambda rows: rows.append({**(lot := row_of(rows, "tielots")), "order": lot["order"][::-1]})),
        r"participants \[.*\]: their lots were drawn more than once, and differ \(5.4.2\)",
    ),
    "no lot": (
        in_rows(lambda rows: strike_from(rows, row_of(rows, "tielots"))),
        r"participants \[.*\]: equal in everything, and no lot decides \(5.4.2\)",
    ),
    "place": (
        in_standings(lambda lines: swap(lines[0], lines[1], "place")),
        r"standings.json, participant \d, place: stated 2, computed 1 \(5.4.1, 5.4.2\)",
    ),
    "total in the ranking": (
        in_standings(lambda lines: lines[0].update(total=99)),
        r"standings.json, participant \d, total: stated 99, computed \d+ \(5.4.1\)",
    ),
    "counter in the ranking": (
        in_standings(lambda lines: lines[3].update(sie_played=5)),
        r"standings.json, participant \d, sie_played: stated 5, computed \d \(5.4.2\)",
    ),
    "what decided": (
        in_standings(lambda lines: lines[0].update(decided_by="lot")),
        r"standings.json, participant \d, decided by: stated lot, computed points \(5.4.2\)",
    ),
    "line that is missing": (
        in_standings(lambda lines: lines.pop()),
        r"standings.json, participant \d: is missing in the ranking \(5.4.1\)",
    ),
    "sealed ranking of other games": (
        in_rows(consistent),
        r"standings.pdf, participant \d, total: stated -?\d+, computed -?\d+ \(5.4.1\)",
    ),
    "rules": (
        lambda files: files.update({"rules.toml": files["rules.toml"].replace(b"fixed = 8", b"fixed = 6")}),
        r"rules.toml, contracts.sie.values: stated {'fixed': 6}, computed {'fixed': 8} \(5.2.7\)",
    ),
}


@pytest.mark.django_db
@pytest.mark.parametrize("error", ERRORS)
def test_a_planted_error_is_named(files: Files, tmp_path: Path, error: str) -> None:
    plant, pattern = ERRORS[error]
    plant(files)
    status, lines = check(zipped(tmp_path / "changed.zip", files))
    assert status == 1, lines
    assert any(re.fullmatch(pattern, line) for line in lines), lines
    assert re.fullmatch(r"4 sheets, \d+ games, \d participants: \d+ differences", lines[-1])


@pytest.mark.django_db
def test_a_sealed_sheet_and_the_ranking_are_checked_alone(files: Files, tmp_path: Path) -> None:
    sheet, final = tmp_path / "sheet.pdf", tmp_path / "standings.pdf"
    sheet.write_bytes(files["sheets/match-1/table-001-version-1-current.pdf"])
    final.write_bytes(files["standings.pdf"])
    status, lines = check(sheet, final)
    assert (status, lines[-1]) == (0, "1 sheets, 32 games, 12 participants: everything agrees")
    data, file = checker().attached(sheet.read_bytes()), tmp_path / "scoresheet.json"
    data["sheet"]["games"].pop()
    data["result"]["games"].pop()
    data["result"]["plus"][0] += 1
    file.write_text(json.dumps(data))
    status, lines = check(file)
    assert (status, len(lines)) == (1, 6), lines
    assert f"scoresheet.json, {M1T1}, lines: stated 31, computed 32 (5.2.1)" in lines


# What it cannot check


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"{}", b"[1]", b"null", b"[" * 100_000, b"\xff\xfe", b"PK\3\4", b"%PDF-1.7", b'{"games": 5}'),
        *(b'{"games": [], "rules": "house-10-60"}', b'{"totals": [1]}', b'[{"place": 1}]', b" " * (2**24 + 1)),
    ],
    ids=lambda content: content[:12].decode("latin-1"),
)
def test_what_is_no_tournament_is_refused_in_a_sentence(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    status, [sentence] = check(file)
    assert (status, sentence.startswith(f"{file}: cannot be ")) == (2, True)


def test_a_row_that_would_fill_the_memory_is_not_read(tmp_path: Path) -> None:
    """So many empty lists are 50 times as large once they are read."""
    rules = (SCRIPT.parents[1] / "scoring" / "rulesets" / f"{EDITION}.toml").read_bytes()
    files = {"rules.toml": rules, "standings.json": b"{}", "rows.jsonl": b"[" + b"[]," * 2**21 + b"[]]"}
    status, [sentence] = check(zipped(tmp_path / "large.zip", files))
    assert (status, sentence.endswith("rows.jsonl has too many rows to be checked, or one that is too long")) == (
        2,
        True,
    )


def test_a_pdf_of_many_files_is_not_read_for_ever() -> None:
    script = checker()
    marks = b"/Type /EmbeddedFile " * (script.MAX_ATTACHED + 1)
    good = b"stream\n" + zlib.compress(b'{"schema": "x"}')
    assert script.attached(b"/Type /EmbeddedFile " * 3 + good) == {"schema": "x"}
    assert (
        script.attached(marks[: -len(b"/Type /EmbeddedFile ")] + b"stream\n" + b"/Type /EmbeddedFile " + good) is None
    )


def test_other_rules_are_not_guessed() -> None:
    status, [sentence] = check(SCRIPT.parents[1] / "fixtures" / "log-1" / "glonn-2026.zip")
    assert status == 2
    assert sentence.endswith(f"the rules are small; only {EDITION} and schafkopfschule-2007 can be checked")


def test_wrong_usage_and_damaged_archives(tmp_path: Path) -> None:
    assert (check()[0], check(tmp_path / "nowhere")[0], check(tmp_path)[0]) == (2, 2, 2)
    with zipfile.ZipFile(tmp_path / "many.zip", "w") as file:
        for number in range(20_001):
            file.writestr(f"{number}", b"")
    with zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as file:
        for name in ("rows.jsonl", "standings.json", "rules.toml"):
            file.writestr(name, bytes(2**24 + 1))
    whole = (tmp_path / "bomb.zip").read_bytes()
    (tmp_path / "half.zip").write_bytes(whole[: len(whole) // 2])
    for name in ("many", "bomb", "half"):
        assert check(tmp_path / f"{name}.zip")[0] == 2, name


def test_nothing_in_a_file_moves_the_cursor(tmp_path: Path) -> None:
    status, lines = check_lines(tmp_path, {"games": [{"contract": "\x1b[2J\n\ud800"}], "id": "\u202e"})
    assert (status, lines[0]) == (1, "line 1, sheet ?, game 1: there is no contract ?[2J?? (5.2.7)")
