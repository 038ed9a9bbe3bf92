"""Kept for at least six months, one person forgotten before that, and all names deleted afterwards (5.3.5)."""

import datetime as dt
import hashlib
import json
from collections.abc import Callable

import pytest
from django.db import Error, transaction
from django.utils import timezone, translation

from tests.damage.tampering import triggers_off
from tests.worlds.factories import choose_places, make_participants, make_tournament, make_user
from tests.worlds.played import correct, finished_tournament, first_sheet
from tests.worlds.sheets import fresh
from tests.worlds.signing import enrolled, sign_at_table
from tournament.enums import Release
from tournament.imports.columns import Header
from tournament.imports.table import FileRow, FileTable
from tournament.models import Document, Event, Participant, Scoresheet, Signature, SignatureRefusal, Tournament, User
from tournament.participants.selectors.participants import preview_lines
from tournament.participants.selectors.retention import due_tournaments, last_day, months_after, retention, to_purge
from tournament.participants.services.participants import edit_participant, return_participant, withdraw_participant
from tournament.participants.services.retention import extend_retention, forget_participant, purge_tournament
from tournament.proof.integrity.canonical import canonical
from tournament.proof.integrity.hashes import sha256
from tournament.proof.selectors.archive import archive_rows
from tournament.proof.services.audit import audit_tournament
from tournament.refusals import Refused
from tournament.selectors.scoresheets import sheet_view
from tournament.server.folder import printer_folder
from tournament.services.acting import act
from tournament.services.events import head_hash, write_event
from tournament.services.signatures import refuse_signature
from tournament.services.tournaments import FIELDS, edit_tournament, finish_tournament, reopen_tournament
from tournament.sheet.acts.acceptance import AcceptSheet
from tournament.standings.selectors.standings import overall_standings
from tournament.standings.services.release import step_release

pytestmark = pytest.mark.django_db
# Six months later the month is shorter: 30 November.
DAY = dt.date(2025, 5, 31)
NAMES = ["Anna", "Obermaier", "Bene", "Huber", "Centa", "Löffler", "Dirk", "Süß"]


def begin() -> tuple[Tournament, User]:
    """Played the day before 31 May 2025 and finished on it, with everything that a purge removes."""
    with pytest.MonkeyPatch.context() as clock:
        clock.setattr(timezone, "now", lambda: dt.datetime(2025, 5, 31, 20, tzinfo=dt.UTC))
        tournament, actor = finished_tournament()
        sheet = first_sheet(tournament)
        correct(sheet, 1, "r12++", actor, reason="Annas Karte, sagt Bene Huber")
        device = enrolled(sheet)
        refuse_signature(scoresheet=sheet, seat=1, reason="Süß war es", content=fresh(sheet).content_hash, actor=device)
        sheet = sign_at_table(sheet, device, 1, 2, 3, 4)
        act(sheet, AcceptSheet(content=sheet.content_hash), actor=actor)
        sheet.refresh_from_db()
        issue(sheet, actor)
        values = {field: getattr(tournament, field) for field in FIELDS} | {"day": dt.date(2025, 5, 30)}
        edit_tournament(tournament=tournament, actor=actor, **values)
        return finish_tournament(tournament=tournament, actor=actor), actor


def issue(sheet: Scoresheet, actor: User) -> None:
    """A document of the sheet as it is; its content does not matter here."""
    columns = {"head_hash": head_hash(None, sheet), "sha256": hashlib.sha256(b"test").hexdigest()}
    row = Document.objects.create(scoresheet=sheet, number=1, content_hash=sheet.content_hash, pdf=b"test", **columns)
    columns |= {"document": row.pk, "scoresheet": sheet.pk}
    write_event(tournament=sheet.match.tournament, kind="document.issued", actor=actor, payload=columns)


@pytest.fixture
def over(world: tuple[Tournament, User]) -> Tournament:
    return world[0]


@pytest.fixture
def boss(world: tuple[Tournament, User]) -> User:
    return world[1]


def payload(kind: str) -> dict[str, object]:
    """The payload of the newest event of this kind."""
    return json.loads(Event.objects.filter(kind=kind).order_by("pk").last().payload)


def faults(tournament: Tournament) -> list[str]:
    return [str(fault) for fault in audit_tournament(tournament).faults]


def refused(act: Callable[..., object], **values: object) -> str:
    with pytest.raises(Refused) as refusal, transaction.atomic():
        act(**values)
    return refusal.value.code


@pytest.mark.parametrize(
    ("day", "until"),
    [
        ("2025-05-31", "2025-11-30"),
        ("2025-08-31", "2026-02-28"),
        ("2027-08-29", "2028-02-29"),
        ("2026-11-28", "2027-05-28"),
    ],
)
def test_six_months(day: str, until: str) -> None:
    assert months_after(dt.date.fromisoformat(day)) == dt.date.fromisoformat(until)


def test_kept_from_the_last_day_on_whichever_came_last(over: Tournament) -> None:
    """Played on the 30th, with the last sheet accepted on the 31st."""
    assert (over.day, last_day(over), over.keep_until) == (dt.date(2025, 5, 30), DAY, dt.date(2025, 11, 30))
    assert payload("tournament.finished") == {"state": "finished", "keep_until": "2025-11-30"}
    assert (faults(over), due_tournaments()) == ([], [over])
    fresh_one = make_tournament("Moosach", "moosach")
    assert retention(fresh_one).until == dt.date(2027, 5, 28)
    assert (retention(fresh_one).is_fixed, retention(fresh_one).due) == (False, False)


def test_the_organiser_keeps_it_longer_and_never_shorter(over: Tournament, boss: User) -> None:
    later = dt.date(2026, 3, 1)
    assert refused(extend_retention, tournament=over, until=later, actor=make_user("desk")) == "not_allowed"
    assert refused(extend_retention, tournament=over, until=over.keep_until, actor=boss) == "not_longer"
    changed = extend_retention(tournament=over, until=later, actor=boss)
    assert (changed.keep_until, payload("tournament.retention_extended")) == (later, {"keep_until": "2026-03-01"})
    assert refused(extend_retention, tournament=over, until=later - dt.timedelta(1), actor=boss) == "not_longer"
    # Opened once more and finished today: six months from now, but never less than was set.
    reopen_tournament(tournament=over, actor=boss)
    assert finish_tournament(tournament=over, actor=boss).keep_until == later
    extend_retention(tournament=over, until=dt.date(2100, 1, 1), actor=boss)
    assert (faults(over), due_tournaments()) == ([], [])
    assert refused(purge_tournament, tournament=over, actor=boss) == "not_due"
    with pytest.raises(Error, match="only grows"), transaction.atomic():
        Tournament.objects.update(keep_until=later)


def test_a_later_day_of_play_is_kept_longer(boss: User, over: Tournament) -> None:
    values = {field: getattr(over, field) for field in FIELDS} | {"day": dt.date(2025, 7, 1)}
    edited = edit_tournament(tournament=over, actor=boss, **values)
    assert (edited.keep_until, faults(edited)) == (dt.date(2026, 1, 1), [])


def all_texts(tournament: Tournament) -> str:
    """Names as pages show them: the list, the standings and everything on each sheet."""
    texts = [line.name for line in overall_standings(tournament).lines]
    texts += [str(participant) for participant in tournament.participants.all()]
    for sheet in Scoresheet.objects.filter(match__tournament=tournament):
        view = sheet_view(sheet)
        texts += [seat.name + seat.short_name for seat in view.seats]
        texts += [str(getattr(remark, "text", remark)) for remark in view.remarks]
        texts += [line.text for line in view.lines]
    return " · ".join(texts)


def test_one_person_is_forgotten(over: Tournament, boss: User) -> None:
    bene = over.participants.get(last_name="Huber")
    sheet = first_sheet(over)
    before = [(line.place, line.total) for line in overall_standings(over).lines]
    assert "Bene Huber" in all_texts(over)
    assert refused(forget_participant, participant=bene, actor=make_user("desk")) == "not_allowed"
    forgotten = forget_participant(participant=bene, actor=boss)
    assert (forgotten.first_name, forgotten.last_name, forgotten.club, forgotten.forgotten) == ("", "#2", "", True)
    over.refresh_from_db()
    text = all_texts(over)
    assert ("Huber" in text, "Bene" in text, "Participant 2" in text, "Anna" in text) == (False, False, True, True)
    assert "Annas Karte, sagt Participant 2" in text
    [seat] = [seat for seat in sheet_view(first_sheet(over)).seats if seat.start_number == 2]
    assert (seat.short_name, seat.drawing, seat.signature is None) == ("No. 2", None, False)
    assert [(line.place, line.total) for line in overall_standings(over).lines] == before
    with translation.override("de"):
        assert str(forgotten) == "Teilnehmer 2"
    assert payload("participant.forgotten") == {
        "participant": bene.pk,
        "start_number": 2,
        "words": sha256(canonical(Tournament.objects.get(pk=over.pk).forgotten_words)),
        "prizes": [],
        "groups": [],
    }
    # An archive names nobody either, except in its sealed files; files under retention are unchanged.
    archived = json.dumps(list(archive_rows(over)), ensure_ascii=False)
    assert ("Huber" in archived, "Obermaier" in archived, "Annas Karte, sagt Participant 2" in archived) == (
        False,
        True,
        True,
    )
    assert sheet.games.get(number=1).corrections.get().reason == "Annas Karte, sagt Bene Huber"
    assert forget_participant(participant=bene, actor=boss) == forgotten
    assert faults(over) == []


def test_who_does_not_sign_says_no_name_any_more(over: Tournament, boss: User) -> None:
    """A refusal is neither signed nor sealed, so it is rewritten."""
    forget_participant(participant=over.participants.get(last_name="Süß"), actor=boss)
    assert SignatureRefusal.objects.get().reason == "Participant 4 war es"


def test_a_reason_has_its_hash_until_somebody_is_forgotten(over: Tournament, boss: User) -> None:
    refusals = SignatureRefusal.objects.all()
    salt = refusals.get().salt
    refusals.update(salt=None)
    assert ["without its hash" in fault for fault in faults(over)] == [True]
    refusals.update(salt=salt, reason="Sauer war es")
    assert ["refusal to sign 1: reason is" in fault for fault in faults(over)] == [True]
    refusals.update(reason="Süß war es")
    forget_participant(participant=over.participants.get(last_name="Süß"), actor=boss)
    assert faults(over) == []


def test_nobody_is_forgotten_who_still_plays_or_whose_sheet_is_open(over: Tournament, boss: User) -> None:
    reopen_tournament(tournament=over, actor=boss)
    choose_places(over, boss)
    anna = over.participants.get(last_name="Obermaier")
    assert refused(forget_participant, participant=anna, actor=boss) == "still_plays"
    withdraw_participant(participant=anna, actor=boss)
    correct(first_sheet(over), 2, "r12+", boss)
    assert refused(forget_participant, participant=anna, actor=boss) == "sheet_open"


def test_a_list_does_not_bring_the_name_back(boss: User) -> None:
    tournament = make_tournament("Moosach", "moosach")
    anna, _bene = make_participants(tournament, 2)
    withdraw_participant(participant=anna, actor=boss)
    forget_participant(participant=anna, actor=boss)
    tournament.refresh_from_db()
    names = [("Nachname", "Vorname"), ("Obermaier", "ANNA"), ("Anna", "Obermaier"), ("Huber", "Bene"), ("Neu", "Nele")]
    table = FileTable(source="", rows=tuple(FileRow(number=at, cells=cells) for at, cells in enumerate(names, 1)))
    header = Header(index=0, columns={"last_name": 0, "first_name": 1}, last_first=False)
    lines = preview_lines(tournament, table, header)
    assert [[remark.code for remark in line.remarks if remark.refuses] for line in lines] == [
        ["forgotten"], ["forgotten"], ["registered"], [],
    ]  # fmt: skip
    entry = {"first_name": "Anna", "last_name": "Obermaier", "club": "", "birth_date": None, "house": False}
    entry |= {"fixed_table": None, "fixed_seat": None, "participant": anna, "actor": boss}
    assert refused(edit_participant, **entry) == "forgotten"
    assert refused(return_participant, participant=anna, actor=boss) == "forgotten"


def test_a_purge_takes_what_waits_to_be_fetched(
    over: Tournament, boss: User, django_capture_on_commit_callbacks: Callable[..., object]
) -> None:
    folder = printer_folder() / "left"
    folder.mkdir()
    (folder / "archive.zip").write_text("Obermaier")
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        purge_tournament(tournament=over, actor=boss)
    assert not folder.exists()


def test_a_purge_leaves_numbers_points_and_hashes(over: Tournament, boss: User) -> None:
    columns = Document.objects.values_list("sha256", "number", "head_hash", "content_hash").get()
    before = [(line.place, line.start_number, line.total) for line in overall_standings(over).lines]
    goes = to_purge(over)
    assert (goes.names, goes.drawings, goes.reasons, goes.documents, goes.devices) == (4, 4, 3, 1, 1)
    purged = purge_tournament(tournament=over, actor=boss)
    assert (purged.state, purged.forgotten_words, due_tournaments()) == ("purged", {}, [])
    text = all_texts(purged)
    assert [name for name in NAMES if name in text] == []
    after = [(line.place, line.start_number, line.total) for line in overall_standings(purged).lines]
    assert after == before
    names = sorted(line.name for line in overall_standings(purged).lines)
    assert names == ["Participant 1", "Participant 2", "Participant 3", "Participant 4"]
    goes = to_purge(purged)
    assert (goes.names, goes.drawings, goes.reasons, goes.documents, goes.devices) == (0, 0, 0, 0, 0)
    assert Document.objects.values_list("sha256", "number", "head_hash", "content_hash").get() == columns
    assert payload("tournament.purged") == {"state": "purged", "purge": purged.purge.pk}
    assert faults(purged) == []
    SignatureRefusal.objects.update(reason="Süß war es")
    assert ["refusal to sign 1: reason is" in fault for fault in faults(purged)] == [True]
    SignatureRefusal.objects.update(reason="–")
    assert purge_tournament(tournament=purged, actor=boss) == purged  # a second time
    assert refused(extend_retention, tournament=purged, until=dt.date(2100, 1, 1), actor=boss) == "purged"


@pytest.mark.parametrize("release", [Release.FROZEN, Release.REVEALING])
def test_a_purge_ends_what_is_held_back(over: Tournament, boss: User, release: Release) -> None:
    step_release(over, release, boss)
    assert not purge_tournament(tournament=over, actor=None).is_held_back
    assert faults(over) == []


def test_what_comes_back_after_a_purge_is_noticed(over: Tournament) -> None:
    purge_tournament(tournament=over, actor=None)
    Participant.objects.filter(start_number=2).update(forgotten=False, first_name="Bene", last_name="Huber")
    with triggers_off():
        Signature.objects.filter(lapsed_at=None, kind="table").update(strokes=[[[1, 1], [9, 9]]])
        Document.objects.update(pdf=b"test")
    table, document = "feldkirchen-2026, match 1, table 1", Document.objects.get().pk
    subjects = [fault.split(" is [")[0].split(" is the drawing")[0] for fault in faults(over)]
    assert subjects == [
        "feldkirchen-2026: whether participant is forgotten: 2 is false, the log says true",
        "feldkirchen-2026: participant 2 is looked up by another name than the entry has",
        "feldkirchen-2026: the name, club, place or day of entry of participant 2 is not what the log witnessed",
        "feldkirchen-2026: the birth, phone, remark or payment of participant 2 is not what the log witnessed",
        f"feldkirchen-2026: the file of document {document} is still there, though the tournament is purged",
        *[f"{table}: signature {place}: strokes" for place in (5, 6, 7, 8)],
    ]


def test_what_is_opened_again_is_not_purged(over: Tournament, boss: User) -> None:
    reopen_tournament(tournament=over, actor=boss)
    assert refused(purge_tournament, tournament=over, actor=boss) == "step_not_allowed"
