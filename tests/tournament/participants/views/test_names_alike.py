"""Two players of one name at one table are told apart wherever the players of a table stand side by side."""

import pytest

from tests.tournament.views.desk import address, login, text
from tests.worlds.sheets import accept, fill, fresh, live, sign
from tests.worlds.signing import enrolled
from tournament.devices.selectors.devices import entrance
from tournament.devices.selectors.table_changes import packs_of
from tournament.devices.selectors.table_state import table_state
from tournament.devices.selectors.unsent import unsent_view
from tournament.exports.filled_sheet import filled_page, signed_by
from tournament.models import Participant, Scoresheet, User
from tournament.proof.exports.sealing import sealing_of
from tournament.proof.seals.keys import SealKey
from tournament.proof.seals.paper import paper_names_hash, read_seal
from tournament.proof.selectors.event_words import event_lines
from tournament.selectors.matches import match_overview
from tournament.selectors.prefilled import prefilled_sheets
from tournament.selectors.scoresheets import sheet_view
from tournament.selectors.supervisor import supervisor_lists

LONG = ["Josef Huber (Post SV)", "Bene Huber", "Josef Huber (TSV Anzing)", "Dirk Süß"]
SHORT = ["Josef (Post SV)", "Bene", "Josef (TSV Anzing)", "Dirk"]


@pytest.fixture
def alike(sheet: Scoresheet) -> Scoresheet:
    for number, club in ((1, "Post SV"), (3, "TSV Anzing")):
        Participant.objects.filter(start_number=number).update(first_name="Josef", last_name="Huber", club=club)
    return sheet


def test_on_the_sheet_the_desk_and_the_print(alike: Scoresheet, desk: User, supervisor: User) -> None:
    fill(alike, desk)
    page = text(login(desk).get(address("scoresheet")))
    for name in (*LONG, f"{SHORT[0]} confirms", f"{SHORT[2]} confirms"):
        assert name in page
    view = sheet_view(accept(sign(alike, desk, 1, 2, 3, 4), supervisor))
    assert [seat.name for seat in view.seats] == LONG
    assert list(view.names) == SHORT
    assert [signed_by(view, seat).who for seat in range(4)] == LONG
    assert filled_page(view).count("Josef Huber (TSV Anzing)") >= 2
    [prefilled] = prefilled_sheets(alike.match)
    assert list(prefilled.names) == LONG


def test_the_paper_seal_holds_the_names_alone(alike: Scoresheet, desk: User, supervisor: User, seal: SealKey) -> None:
    """A club may be corrected: the names under the seal stay what they are."""
    view = sheet_view(accept(sign(fill(alike, desk), desk, 1, 2, 3, 4), supervisor))
    text = sealing_of(view, acceptance=view.head_hash, version=1, key=seal).paper_seal
    assert read_seal(text).seal.names == paper_names_hash(["Josef Huber", "Bene Huber", "Josef Huber", "Dirk Süß"])


def test_on_the_device_at_its_door_and_where_its_games_are_read_in(alike: Scoresheet, desk: User) -> None:
    live(alike, desk)
    state = table_state(enrolled(alike))
    assert [(seat["name"], seat["short"]) for seat in state["seats"]] == list(zip(LONG, SHORT, strict=True))
    assert [seat.name for seat in entrance(fresh(alike)).seats] == LONG
    assert list(unsent_view(fresh(alike), [], desk).names) == LONG


def test_in_lists_and_in_the_log(alike: Scoresheet, desk: User) -> None:
    sign(fill(alike, desk), desk, 1, 2, 3, 4)
    [signed] = supervisor_lists(alike.match.tournament).signed
    assert [name for name, _points in signed.scores] == SHORT
    [line] = match_overview(alike.match).sheets
    assert line.names == ("Huber Josef (Post SV)", "Huber Bene", "Huber Josef (TSV Anzing)", "Süß Dirk")
    assert [pack.scorekeeper for pack in packs_of(alike.match)] == ["Seat 1 · Josef Huber (Post SV)"]
    words = [one.words for one in event_lines(alike.match.tournament)]
    assert any("3 Josef Huber (TSV Anzing)" in one for one in words)
