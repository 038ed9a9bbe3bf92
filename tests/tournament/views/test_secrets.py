"""Who sees what is not public: each address is opened with each role, and the whole answer is searched."""

import datetime as dt
import re
from typing import Any, NamedTuple

import pytest
from django.test import Client

from tests.addresses import ALL
from tests.tournament.views.answers import address, body
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet
from tests.worlds.sheets import fill, live
from tournament.devices.services.devices import enrol_device
from tournament.draw.services.closed_lists import close_list
from tournament.models import ApprovalRequest, Participant, User
from tournament.services.people import set_supervisor_code
from tournament.services.requests import request_approval
from tournament.sheet.acts.requests import RequestApproval

pytestmark = pytest.mark.django_db

# The Ace of Bells is missing beside its King, so that the judgement names cards.
HAND = ["EO", "GO", "HO", "EU", "GU", "HA", "H10", "SK"]
# The picker of the table's page and the rules name every card, so the search is for what only a hand produces.
OF_THE_HAND = re.compile(r"Runners: \d|is missing beside|permit-verdict|EO\W{1,8}GO\W{1,8}HO\W{1,8}EU\W{1,8}GU")


class Hidden(NamedTuple):
    """The secrets as a page would show them, and the cookie of the table's device."""

    patterns: dict[str, re.Pattern[str]]
    token: str


@pytest.fixture
def hidden() -> Hidden:
    """A hall with everything in it that is not public."""
    reiter = make_user("supervisor", username="reiter", full_name="K. Reiter")
    set_supervisor_code(user=reiter, code="480213", actor=reiter)
    reiter.refresh_from_db()
    tournament = make_tournament()
    make_participants(tournament, 8)
    Participant.objects.update(birth_date=dt.date(1971, 3, 9))
    sheet = live(fill(open_scoresheet(tournament), reiter, ["r12+", "s1+"]), reiter)
    open_scoresheet(tournament, table=2)
    device, token = enrol_device(scoresheet=sheet, code=sheet.code, take_over=False, label="")
    command = RequestApproval(number=3, seat=1, contract="solo-tout", suit="H", hand=tuple(HAND), key="a" * 32)
    request_approval(scoresheet=sheet, command=command, actor=device)
    later = make_tournament("Moosach", "moosach")
    make_participants(later, 8)
    closed = close_list(match=later.matches.get(number=1), actor=make_user("organiser", username="later"))
    patterns = {
        "hand": OF_THE_HAND,
        "birth date": re.compile(r"(?<![0-9a-f])1971(?![0-9a-f])"),
        "code of the table": re.compile(rf"(?<![\w.]){sheet.code}(?![\w])"),
        "the lots' secret": re.compile(closed.secret),
        "digits of the supervisor": re.compile(re.escape(reiter.supervisor_code.split("$")[-1])),
        "token": re.compile(f"{token}|{device.token_hash}"),
    }
    return Hidden(patterns, token)


# Both contain everything that such a page can tell; PDFs are made from the same views of sheets and draws.
PLAYING = [("feldkirchen-2026", name) for name in sorted(ALL) if "pdf" not in str(ALL[name].pattern)]
CLOSED = [("moosach", name) for slug, name in PLAYING if re.match("public|draw|match|tournament|list", name)]
DESK = {
    "birth date": {"participants", "participant_edit", "participants_print"},
    "code of the table": {"scoresheet", "devices", "sheet_code"},
}


@pytest.mark.parametrize(
    ("role", "expected"),
    [("", {}), ("table", {}), ("desk", DESK), ("supervisor", {**DESK, "hand": {"approvals"}})],
)
def test_where_each_of_it_is_seen(hidden: Hidden, role: str, expected: dict[str, set[str]]) -> None:
    client = Client()
    if role == "table":
        client.cookies["spielliste_table"] = hidden.token
    elif role:
        client.force_login(make_user(role))
    places: dict[str, set[str]] = {}
    for slug, name in [*PLAYING, *CLOSED]:
        if role == "table" and not name.startswith("table_"):
            continue
        text = body(client.get(address(name, slug)))
        for what, pattern in hidden.patterns.items():
            if pattern.search(text):
                places.setdefault(what, set()).add(name)
    assert places == expected


def test_no_answer_to_the_table_holds_the_hand(hidden: Hidden) -> None:
    """Whatever becomes of the request, until the end of its game."""
    phone, base = Client(), "/table/feldkirchen-2026/1/1/"
    phone.cookies["spielliste_table"] = hidden.token
    request = ApprovalRequest.objects.get()
    answers = []

    def ask(path: str, data: dict[str, Any] | None = None) -> None:
        kind = "application/json"
        answers.append(phone.get(base + path) if data is None else phone.post(base + path, data, content_type=kind))

    form = {"number": 3, "seat": 1, "contract": "solo-tout", "suit": "H", "hand": HAND}
    ask("requests/withdraw/", {"request": request.pk})
    ask("requests/", {**form, "key": "b" * 32, "hand": [*HAND[:7], "EO"]})  # a card twice: refused
    ask("requests/", {**form, "key": "b" * 32})
    again = ApprovalRequest.objects.get(state="requested").pk
    decision = {"request": again, "supervisor": User.objects.get(username="reiter").pk, "code": "480213"}
    ask("requests/decide/", {**decision, "state": "refused"})
    ask("state.json")
    ask("requests/decide/", {**decision, "state": "granted"})
    record = {"contract": "solo-tout", "suit": "H", "declarer": 1, "result": "won"}
    command = {"id": "c" * 32, "sequence": 1, "base": 0, "kind": "record", "number": 3, "record": record}
    ask("commands/", {"protocol": 1, "commands": [command]})
    ask("state.json")
    assert [answer.status_code for answer in answers] == [200, 409, 200, 200, 200, 200, 200, 200]
    for answer in answers:
        assert not re.search(r'"hand|permit|Runners|missing beside|"EO|"SK|(Ober|King) of', body(answer)), (
            answer.request
        )
