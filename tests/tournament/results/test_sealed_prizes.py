"""The sealed ranking and the workbook name the prizes; documents without any stay valid."""

from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook
from pypdf import PdfReader

from tests.tournament.proof.seals.archival import broken_rules
from tests.worlds.played import finished_tournament
from tests.worlds.prize_giving import put_out
from tests.worlds.sealed import in_file
from tournament.enums import ShownName, TournamentState
from tournament.models import PrizeAct, StandingsDocument, Tournament, User
from tournament.prizes.kinds import Criterion, PrizeActKind
from tournament.proof.seals.pdf import check_pdf
from tournament.proof.seals.sheet_data import DataError
from tournament.proof.seals.standings_data import read_standings, standings_faults, standings_json
from tournament.proof.selectors.verification import VerdictKind, verify_document
from tournament.proof.services.audit import audit_tournament
from tournament.standings.exports.standings import issue_standings, sealed_standings
from tournament.standings.selectors.standings import overall_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> tuple[Tournament, User]:
    tournament, actor = finished_tournament()
    put_out(tournament, 1, Criterion.PLACE, argument="1-2", cents=5050)
    put_out(tournament, 1, Criterion.PLACE, argument="last")
    tournament.prizes.filter(number=2).update(donor="Bäcker & <Söhne>")
    return tournament, actor


def data_of(document: StandingsDocument) -> dict[str, Any]:
    return dict(read_standings(check_pdf(bytes(document.pdf)).data or b""))


def seal_faults(tournament: Tournament) -> list[str]:
    """What the audit says of the sealed ranking; the prizes themselves are put out without the services here."""
    return [str(fault) for fault in audit_tournament(tournament, sealed=True).faults if "standings" in str(fault)]


def waive(tournament: Tournament, actor: User, start_number: int) -> None:
    """The winner of the first prize waives it: the next one gets it."""
    winner = tournament.participants.get(start_number=start_number)
    prize = tournament.prizes.get(number=1)
    PrizeAct.objects.create(
        tournament=tournament, participant=winner, prize=prize, kind=PrizeActKind.WAIVED, acted_by=actor,
        acted_at=timezone.now(),
    )  # fmt: skip


def test_the_sealed_ranking_names_the_prizes(evening: tuple[Tournament, User]) -> None:
    tournament, actor = evening
    document = issue_standings(tournament=tournament, actor=actor)
    assert broken_rules(bytes(document.pdf)) == []
    data = data_of(document)
    places = {line["place"]: line for line in data["lines"]}
    assert [(prize["number"], prize["place"], prize["cents"]) for prize in data["prizes"]] == [
        (1, 1, 5050),
        (1, 2, 5050),
        (2, len(places), None),
    ]
    assert [prize["name"] for prize in data["prizes"][:2]] == [places[1]["name"], places[2]["name"]]
    assert list(standings_faults(data)) == []
    verdict = verify_document(in_file(bytes(document.pdf)))
    assert verdict.answer == VerdictKind.VALID
    assert verdict.ranking_content is not None
    assert [prize.words for prize in verdict.ranking_content.prizes] == ["Preis 1", "Preis 1", "Preis 2"]
    assert seal_faults(tournament) == []
    text = "".join(page.extract_text() for page in PdfReader(BytesIO(bytes(document.pdf))).pages)
    assert "Bäcker & <Söhne>" in text
    assert "50.50" in text


def test_the_verdict_tells_no_start_number_of_who_is_not_named(evening: tuple[Tournament, User]) -> None:
    tournament, actor = evening
    tournament.participants.filter(start_number=1).update(shown_name=ShownName.HIDDEN)
    tournament.participants.filter(start_number=2).update(shown_name=ShownName.NUMBER)
    ranking = verify_document(in_file(bytes(issue_standings(tournament=tournament, actor=actor).pdf))).ranking_content
    assert ranking is not None
    numbers = {line.start_number for line in ranking.lines}
    assert 1 not in numbers | {prize.start_number for prize in ranking.prizes}
    assert {None, 2} <= numbers


def test_another_version_comes_only_if_others_won(evening: tuple[Tournament, User]) -> None:
    tournament, actor = evening
    first = issue_standings(tournament=tournament, actor=actor)
    tournament.participants.filter(start_number=1).update(last_name="Obermayer")
    prize = tournament.prizes.get(number=1)
    PrizeAct.objects.create(
        tournament=tournament, participant=tournament.participants.get(start_number=1), prize=prize, cents=5050,
        kind=PrizeActKind.GIVEN, acted_by=actor, acted_at=timezone.now(),
    )  # fmt: skip
    assert issue_standings(tournament=tournament, actor=actor) == first
    waive(tournament, actor, data_of(first)["prizes"][0]["start_number"])
    second = issue_standings(tournament=tournament, actor=actor)
    assert (second.number, second.content_hash, second.head_hash == first.head_hash) == (2, first.content_hash, False)
    answers = [verify_document(in_file(bytes(one.pdf))).answer for one in (first, second)]
    assert answers == [VerdictKind.SUPERSEDED, VerdictKind.VALID]
    assert seal_faults(tournament) == []


def test_what_was_sealed_before_there_were_prizes_holds() -> None:
    tournament, actor = finished_tournament()
    before = issue_standings(tournament=tournament, actor=actor)
    assert "prizes" not in data_of(before)
    put_out(tournament, 1, Criterion.PLACE, argument="1")
    assert verify_document(in_file(bytes(before.pdf))).answer == VerdictKind.VALID
    assert issue_standings(tournament=tournament, actor=actor).number == 2
    assert verify_document(in_file(bytes(before.pdf))).answer == VerdictKind.SUPERSEDED


def test_an_archived_tournament_stays_as_it_is(evening: tuple[Tournament, User]) -> None:
    """An imported one has no rows of its prizes, and its sealed ranking is in force all the same."""
    tournament, actor = evening
    document = issue_standings(tournament=tournament, actor=actor)
    tournament.prizes.all().delete()
    standings = overall_standings(tournament)
    assert sealed_standings(tournament, standings) is None
    tournament.state = TournamentState.ARCHIVED
    assert sealed_standings(tournament, standings) == document


def test_a_changed_winner_does_not_follow(evening: tuple[Tournament, User]) -> None:
    tournament, actor = evening
    data = data_of(issue_standings(tournament=tournament, actor=actor))
    swapped = data | {"prizes": data["prizes"][::-1]}
    assert list(standings_faults(swapped)) == ["content_hash"]
    left_out = {name: value for name, value in data.items() if not name.startswith("prizes")}
    assert list(standings_faults(left_out)) == ["chain_head"]


@pytest.mark.parametrize(
    "change",
    [
        {"prizes": None},
        {"prizes": [{}]},
        {"prizes_hash": 1},
        {"cents": -1},
        {"cents": 2**40},
        {"cents": "viel"},
        {"place": "1"},
        {"words": "x" * 301},
        {"name": None},
    ],
    ids=lambda change: "-".join(f"{name}-{type(value).__name__}" for name, value in change.items()),
)
def test_prizes_that_no_tournament_has_are_not_read(evening: tuple[Tournament, User], change: dict[str, Any]) -> None:
    tournament, actor = evening
    data = data_of(issue_standings(tournament=tournament, actor=actor))
    if change.keys() & {"prizes", "prizes_hash"}:
        data |= change
    else:
        data["prizes"][0] |= change
    with pytest.raises(DataError):
        read_standings(standings_json(data))


def test_the_pages_offer_to_seal_anew(evening: tuple[Tournament, User], client: Client) -> None:
    tournament, actor = evening
    client.force_login(actor)
    pages, address = reverse("documents", args=[tournament.slug]), reverse("standings_pdf", args=[tournament.slug])
    unsealed = client.get(address).content
    assert "Preis 2" in "".join(page.extract_text() for page in PdfReader(BytesIO(unsealed)).pages)
    client.post(address)
    first = StandingsDocument.objects.get()
    assert "have changed since" not in client.get(pages).content.decode()
    waive(tournament, actor, data_of(first)["prizes"][0]["start_number"])
    assert "Prizes, or the day, have changed since" in client.get(pages).content.decode()
    assert client.get(address).content != bytes(first.pdf)
    client.post(address)
    assert client.get(address).content == bytes(StandingsDocument.objects.get(number=2).pdf)
    html = client.get(reverse("verify_code", args=[first.head_hash[:12]])).content.decode()
    assert "version 2 is in force in its place" in html


def test_the_workbook_has_a_sheet_of_prizes(evening: tuple[Tournament, User], client: Client) -> None:
    tournament, actor = evening
    client.force_login(actor)
    book = load_workbook(BytesIO(client.get(reverse("workbook", args=[tournament.slug])).content))
    assert book.sheetnames[:2] == ["Standings", "Prizes"]
    rows = [row for row in book["Prizes"].iter_rows(values_only=True) if row[0] in (1, 2)]
    assert [(row[0], row[1], row[2]) for row in rows] == [
        (1, "Preis 1", "Metzgerei Huber"),
        (1, "Preis 1", "Metzgerei Huber"),
        (2, "Preis 2", "Bäcker & <Söhne>"),
    ]
    assert [row[-1] for row in rows] == [50.5, 50.5, None]
    tournament.prizes.all().delete()
    book = load_workbook(BytesIO(client.get(reverse("workbook", args=[tournament.slug])).content))
    assert "Prizes" not in book.sheetnames
