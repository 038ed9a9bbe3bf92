"""After a restore: the tables send again what the copy lacks, and the desk learns what nobody can send."""

import datetime as dt
import json
import secrets
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.views.reading import page_of
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet, write
from tests.worlds.sheets import QUIET, accept, correct, faults, fill, points, refusal, sign
from tournament.backup.copies import switching
from tournament.backup.selectors.restores import restore_key, restore_view
from tournament.backup.services.restores import keep_recollection, note_pending_restore, note_restore, settle_restore
from tournament.devices.services.devices import enrol_device, lock_device
from tournament.enums import MatchState
from tournament.models import Command, Event, Match, Recollection, Restore, Scoresheet, TableDevice, Tournament, User
from tournament.proof.selectors.event_words import event_lines
from tournament.proof.services.audit import audit_installation
from tournament.selectors import versions
from tournament.standings.services.release import freeze, unfreeze

pytestmark = pytest.mark.django_db
RUFER = {"contract": "rufer", "declarer": 1, "partner": 3, "result": "won", "level": "simple"}
TOUT = {"contract": "wenz-tout", "declarer": 2, "result": "won"}
BASE = "/table/feldkirchen-2026/1/1/"
COPIED = dt.datetime(2026, 11, 28, 18, 5, tzinfo=dt.UTC)


@pytest.fixture
def anna() -> User:
    return make_user("organiser", "supervisor", "desk", username="anna", full_name="Anna Obermaier")


@pytest.fixture
def sheet() -> Scoresheet:
    tournament = make_tournament()
    make_participants(tournament, 8)
    return open_scoresheet(tournament)


@pytest.fixture
def device(sheet: Scoresheet) -> TableDevice:
    return enrol_device(scoresheet=sheet, code=sheet.code, take_over=False, label="Android")[0]


@pytest.fixture
def phone(sheet: Scoresheet) -> Client:
    client = Client()
    _, token = enrol_device(scoresheet=sheet, code=sheet.code, take_over=False, label="")
    client.cookies["spielliste_table"] = token
    return client


def restored() -> Restore:
    return note_restore(copy="spielliste-2026-11-28.zip", copied_at=COPIED)


def game(place: int, **more: Any) -> dict[str, Any]:
    fields = {"id": secrets.token_hex(16), "sequence": place, "base": 0, "kind": "record", "number": place}
    return {**fields, "record": RUFER, "again": True, **more}


def post(client: Client, restore: str | None, *commands: dict[str, Any]) -> Any:
    message = {"protocol": 1, "commands": commands} | ({} if restore is None else {"restore": restore})
    return client.post(f"{BASE}commands/", json.dumps(message), content_type="application/json")


def report_of(games: int = 0, *, corrections: int = 0, signed: int = 0, accepted: bool = False) -> dict[str, Any]:
    return {"games": games, "corrections": corrections, "signed": signed, "accepted": accepted}


def reported(sheet: Scoresheet, device: TableDevice, counts: dict[str, Any]) -> Any:
    restore = Restore.objects.last() or restored()
    keep_recollection(device=device, restore=restore.key, version=9, counts=counts)
    return table_of(sheet)


def table_of(sheet: Scoresheet) -> Any:
    return restore_view(sheet.match, Restore.objects.latest("pk")).tables[0]


def test_a_restore_is_noted_in_the_log_and_no_page_takes_an_old_version_for_the_newest(sheet: Scoresheet) -> None:
    tournament = sheet.match.tournament
    before = versions.tournament_version(tournament)
    first, second = restored(), restored()
    assert first.key != second.key
    assert restore_key() == second.key
    assert versions.tournament_version(tournament) > before + 1_000_000
    [event, _] = Event.objects.filter(tournament=tournament, kind="tournament.restored")
    assert json.loads(event.payload) == {"restore": first.key, "copied_at": COPIED.isoformat()}
    assert [each.words for each in event_lines(tournament)][-1] == (
        "Back to the state of 28/11/2026 19:05; the tables send what is missing"
    )
    assert faults(sheet) == []


def test_no_page_of_the_hall_takes_an_old_version_for_the_newest_either(sheet: Scoresheet, anna: User) -> None:
    tournament = sheet.match.tournament
    Tournament.objects.update(state="running")
    freeze(tournament=tournament, actor=anna)
    before = versions.hall_version(tournament)
    restored()
    assert before + 1_000_000 < versions.hall_version(tournament) <= versions.tournament_version(tournament)
    tournament.refresh_from_db()
    frozen_version = versions.hall_version(tournament)
    unfreeze(tournament=tournament, actor=anna)
    assert versions.hall_version(tournament) > frozen_version


def test_a_restore_that_was_carried_out_is_noted_once(settings: Any, tmp_path: Any, sheet: Scoresheet) -> None:
    settings.VAR_DIR = tmp_path
    assert note_pending_restore() is None
    note = {"file": "/media/stick/spielliste-1.zip", "made_at": COPIED.isoformat()}
    (tmp_path / switching.NOTE).write_text(json.dumps(note))
    restore = note_pending_restore()
    assert restore is not None
    assert (restore.copy, restore.copied_at) == ("spielliste-1.zip", COPIED)
    assert note_pending_restore() is None


def test_every_state_names_the_newest_restore_and_an_equal_version_is_not_enough(phone: Client) -> None:
    state = phone.get(f"{BASE}state.json").json()
    version = state["version"]
    assert (state["restore"], state["keep"]) == ("", True)
    assert phone.get(f"{BASE}state.json?v={version}").status_code == 204
    key = restored().key
    assert phone.get(f"{BASE}state.json?v={version}").json()["restore"] == key
    assert phone.get(f"{BASE}state.json?v={version}&restore={key}&kept=1").status_code == 204
    stranger = Client().get(f"{BASE}state.json")
    assert (stranger.status_code, stranger.json()["restore"], stranger.json()["keep"]) == (403, key, True)
    assert stranger.json()["text"].startswith(
        "The desk now works with an earlier state, which does not know this device."
    )


def test_a_message_made_before_the_restore_writes_nothing_until_the_device_knows_of_it(
    phone: Client, sheet: Scoresheet
) -> None:
    """Game 9 must not come before game 8, which the copy lacks and the device has."""
    key = restored().key
    first = game(1)
    answer = post(phone, "", first).json()
    assert (answer["answers"], answer["state"]["restore"], points(sheet)) == ([], key, {})
    assert [each["answer"] for each in post(phone, key, first).json()["answers"]] == ["applied"]
    # A page of an older version does not say what it knows.
    assert [each["answer"] for each in post(phone, None, game(2)).json()["answers"]] == ["applied"]


def test_what_the_copy_has_is_a_duplicate_and_the_rest_is_written_and_marked(
    phone: Client, sheet: Scoresheet, django_assert_max_num_queries: Any
) -> None:
    games = [game(number) for number in range(1, 31)]
    post(phone, "", *games[:28])
    restore = restored()
    with django_assert_max_num_queries(100):
        answers = post(phone, restore.key, *games).json()["answers"]
    assert [each["answer"] for each in answers] == ["duplicate"] * 28 + ["applied"] * 2
    again = Command.objects.filter(restore=restore).values_list("key", flat=True)
    assert sorted(again) == sorted(each["id"] for each in games[28:])
    assert sorted(points(sheet)) == list(range(1, 31))
    table = table_of(sheet)
    assert (table.games, table.there, table.conflicts, table.state) == (2, 28, 0, "waits")
    assert faults(sheet) == []


def test_an_id_of_another_sheet_is_no_duplicate(phone: Client, sheet: Scoresheet) -> None:
    key = restored().key
    first = game(1)
    post(phone, key, first)
    [answer] = post(phone, key, {**first, "number": 2}).json()["answers"]
    assert (answer["answer"], answer["code"]) == ("refused", "command_used")


def test_a_conflict_after_a_restore_stays_one_and_the_desk_sees_it(
    phone: Client, sheet: Scoresheet, anna: User
) -> None:
    """The desk typed another game into line 2 before the device was heard of."""
    games = [game(number) for number in (1, 2, 3)]
    post(phone, "", games[0])
    key = restored().key
    keep_recollection(device=TableDevice.objects.get(), restore=key, version=3, counts=report_of(3))
    write(sheet, 2, "r24-", anna)
    answers = post(phone, key, *games).json()["answers"]
    assert [(answer["answer"], answer.get("code", "")) for answer in answers] == [
        ("duplicate", ""), ("conflict", "line_taken"),
    ]  # fmt: skip
    table = table_of(sheet)
    assert (table.games, table.there, table.conflicts, table.is_missing) == (0, 2, 2, True)
    correct(sheet, 2, "r13+", anna)
    answers = post(phone, key, *games[1:]).json()["answers"]
    assert [answer["answer"] for answer in answers] == ["duplicate", "applied"]
    assert (table_of(sheet).conflicts, table_of(sheet).missing) == (0, ())


def test_devices_keep_until_the_match_is_closed_and_no_longer_when_locked(
    phone: Client, sheet: Scoresheet, anna: User
) -> None:
    version = phone.get(f"{BASE}state.json").json()["version"]
    Match.objects.update(state=MatchState.CLOSED)
    assert phone.get(f"{BASE}state.json?v={version}").status_code == 204
    assert phone.get(f"{BASE}state.json?v={version}&kept=1").json()["keep"] is False
    Match.objects.update(state=MatchState.PLAYING)
    lock_device(device=TableDevice.objects.get(), actor=anna)
    assert phone.get(f"{BASE}state.json").json()["keep"] is False


def test_the_desk_learns_what_a_device_had_counted_and_nobody_can_send(
    device: TableDevice, sheet: Scoresheet, anna: User
) -> None:
    for number in (1, 2, 3):
        write(sheet, number, "r13+", anna)
    correct(sheet, 2, "r24+", anna)
    table = reported(sheet, device, report_of(5, corrections=2))
    assert (table.state, table.games, table.there) == ("back", 0, 3)
    assert table.missing == ("2 games are missing.", "1 correction is missing.")
    correct(sheet, 3, "r24+", anna)
    write(sheet, 4, "r13++", anna)
    assert table_of(sheet).missing == ("1 game is missing.",)
    write(sheet, 5, "r13++", anna)
    assert table_of(sheet).missing == ()


def test_lost_signatures_and_a_lost_acceptance_are_counted_until_they_are_given_again(
    device: TableDevice, sheet: Scoresheet, anna: User
) -> None:
    fill(sheet, anna, QUIET)
    table = reported(sheet, device, report_of(len(QUIET), signed=2, accepted=True))
    assert table.missing == ("The acceptance is missing.", "2 players have to sign again.")
    sign(sheet, anna)
    assert table_of(sheet).missing == ("The acceptance is missing.",)
    accept(sheet, anna)
    assert table_of(sheet).missing == ()


def test_a_report_of_an_older_version_of_the_page_counts_nothing(device: TableDevice, sheet: Scoresheet) -> None:
    """The update and the restore were the same evening."""
    assert (
        reported(sheet, device, {"lines": [{"number": 1}], "signed": [1], "accepted": False} | {"signed": 0}).missing
        == ()
    )


def test_of_two_devices_of_a_table_the_newest_version_counts(sheet: Scoresheet, device: TableDevice) -> None:
    key = restored().key
    for version, games in ((7, 1), (9, 2), (8, 3)):
        keep_recollection(device=device, restore=key, version=version, counts=report_of(games))
    [report] = Recollection.objects.all()
    assert (report.version, report.seen["games"]) == (9, 2)
    code, _sentence = refusal(lambda: keep_recollection(device=device, restore="0" * 16, version=9, counts=report_of()))
    assert code == "no_such_restore"


@pytest.mark.parametrize(
    "wrong",
    [
        {"games": "3"},
        {"games": -1},
        {"games": True},
        {"corrections": None},
        {"signed": [1]},
        {"signed": 2**31},
        {"accepted": "yes"},
        {"version": -1},
        {"restore": "x"},
    ],
)
def test_a_recollection_that_is_none_is_refused(phone: Client, wrong: dict[str, Any]) -> None:
    message = {"restore": restored().key, "version": 3, **report_of(), **wrong}
    answer = phone.post(f"{BASE}recollection/", json.dumps(message), content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (409, "not_a_message")
    assert not Recollection.objects.exists()


def test_what_a_device_tells_is_kept_without_anything_more(phone: Client, sheet: Scoresheet) -> None:
    message = {"restore": restored().key, "version": 3, **report_of(1, signed=1), "name": "Anna"}
    answer = phone.post(f"{BASE}recollection/", json.dumps(message), content_type="application/json").json()
    assert answer["answer"] == "kept"
    assert Recollection.objects.get().seen == report_of(1, signed=1)


def test_paper_and_accepted_sheets_are_told_apart(sheet: Scoresheet, anna: User) -> None:
    tournament, match = sheet.match.tournament, sheet.match
    second = open_scoresheet(tournament, table=2)
    write(sheet, 1, "r13+", anna)
    restore = restored()
    assert [table.state for table in restore_view(match, restore).tables] == ["paper", "waits"]
    Scoresheet.objects.filter(pk=second.pk).update(state="void")
    assert [table.state for table in restore_view(match, restore).tables] == ["paper", "settled"]


def test_what_is_known_of_the_time_before_tells_what_is_missing(sheet: Scoresheet, anna: User, client: Client) -> None:
    """Table 1 is on paper and lacks a game, table 2 is as it was, table 3 was settled and changed afterwards."""
    tournament, match = sheet.match.tournament, sheet.match
    second, third = (open_scoresheet(tournament, table=number) for number in (2, 3))
    write(sheet, 1, "r13+", anna)
    Scoresheet.objects.filter(pk=third.pk).update(state="void")
    slug = tournament.slug
    lost = [(slug, 1, 1, 2), (slug, 1, 3, 32), (slug, 2, 2, 5), ("another", 1, 2, 5)]
    restore = note_restore(copy="spielliste.zip", copied_at=COPIED, sheets=lost)
    view = restore_view(match, restore)
    assert [(table.state, table.had, table.lacks) for table in view.tables] == [
        ("waits", 2, 1), ("unchanged", None, 0), ("settled", 32, 32),
    ]  # fmt: skip
    assert (view.waiting, view.missing, view.is_open) == ((1,), (3,), True)
    client.force_login(anna)
    words = " ".join(page_of(client.get(reverse("restored", args=[slug, 1]))).split())
    assert "1 game is missing: a device sends it by itself, from paper please type it again." in words
    assert "Tables are still open above." in words
    overview = reverse("tournament", args=[slug])
    assert "works with an earlier state." in page_of(client.get(overview))
    write(sheet, 2, "r13+", anna)
    assert [table.state for table in restore_view(match, restore).tables] == ["paper", "unchanged", "settled"]
    assert second.devices.count() == 0
    client.post(reverse("restore_settle", args=[slug, 1]))
    assert "works with an earlier state." not in page_of(client.get(overview))
    assert [str(fault) for fault in audit_installation().faults if "restore" in str(fault)] == []


@pytest.mark.parametrize("tables", [1, 2])
def test_the_view_costs_the_same_queries_for_any_number_of_tables(
    sheet: Scoresheet, anna: User, django_assert_num_queries: Any, tables: int
) -> None:
    for number in range(2, tables + 1):
        write(open_scoresheet(sheet.match.tournament, table=number), 1, "r13+", anna)
    restore = restored()
    with django_assert_num_queries(2):
        restore_view(sheet.match, restore)


def test_the_page_and_the_line_on_the_match_stay_until_somebody_settles_it(
    sheet: Scoresheet, device: TableDevice, anna: User, client: Client
) -> None:
    client.force_login(anna)
    slug = sheet.match.tournament.slug
    page, match = reverse("restored", args=[slug, 1]), reverse("match", args=[slug, 1])
    assert client.get(page).status_code == 404
    assert "works with an earlier state." not in page_of(client.get(match))
    reported(sheet, device, report_of(1, signed=1))
    words = " ".join(page_of(client.get(page)).split())
    assert "works with the copy of 28/11/2026 19:05" in words
    assert "1 game is missing. 1 player has to sign again." in words
    assert f'href="{page}"' in page_of(client.get(match))
    version = versions.tournament_version(sheet.match.tournament)
    poll = client.get(f"{page}?v={version}", headers={"HX-Request": "true"})
    assert poll.status_code == 204
    client.post(reverse("restore_settle", args=[slug, 1]))
    assert "works with an earlier state." not in page_of(client.get(match))
    assert versions.tournament_version(sheet.match.tournament) > version
    [restore] = Restore.objects.all()
    assert restore.settled_by == anna
    at = restore.settled_at
    assert settle_restore(restore=restore, actor=anna).settled_at == at
    desk = make_user("desk")
    assert refusal(lambda: settle_restore(restore=restore, actor=desk))[0] == "not_allowed"
    client.force_login(desk)
    assert "All is looked after" not in page_of(client.get(page))
