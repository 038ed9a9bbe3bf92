"""A match of 40 tables with devices and three on paper, over HTTP, with everything that goes wrong on an evening.

At the end the ranking is computed from the log alone, and every act is looked for on the log's page.
"""

import html
import json
import re
import signal
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from scoring.games import record_to_json
from scoring.ruleset import load_ruleset
from scoring.shorthand import parse_entry
from tests.installation import Server, run_inside
from tests.migrated import lay_installation
from tests.worlds.sheets import QUIET
from tests.worlds.supervised_evening import Answer, Browser, Device, hidden, log_in

pytestmark = [pytest.mark.e2e, pytest.mark.proof]

DEVICES, PAPER = 40, (41, 42, 43)
PASSWORD = "geheim-genug-1"
RULESET = load_ruleset("schafkopfschule-2023")
HALL = """
from tests.worlds.factories import draw_lots
from tests.worlds.played import play
from tournament.models import Scoresheet
from tournament.services.people import create_person
from tournament.devices.views.devices import table_address
tournament, chief = play(43, [])
passwords = {
    username: create_person(actor=chief, full_name=name, username=username, roles=[role])[1]
    for username, name, role in (
        ("klaus", "Klaus Kern", "supervisor"), ("rosi", "Rosi Roth", "supervisor"),
        ("dora", "Dora Desk", "desk"), ("richter", "Rita Richter", "tribunal"),
    )
}
sheets = Scoresheet.objects.select_related("match__tournament").order_by("table_number")
doors = [[table_address(sheet), sheet.code] for sheet in sheets]
seats = {
    sheet.table_number: [seat.participant.start_number for seat in sheet.seats.order_by("number")] for sheet in sheets
}
print(json.dumps([tournament.slug, doors, seats, passwords]))
"""
# The ranking from the events alone: every sheet is folded from its chain, places from the tournament's.
RANKING = """
from collections import defaultdict
from scoring.ranking import Contender, rank
from tournament.models import Event, Participant, Tournament
from tournament.enums import SheetState
from tournament.selectors.sheets import folded, terms_of
from tournament.standings.selectors.standings import overall_standings
tournament = Tournament.objects.get()
numbers, came, excluded = {}, {}, set()
points, counts = defaultdict(int), defaultdict(lambda: defaultdict(int))
chains = defaultdict(list)
for event in Event.objects.filter(tournament=tournament).order_by("pk"):
    told = json.loads(event.payload)
    if event.scoresheet_id is not None:
        chains[event.scoresheet_id].append(event)
    elif event.kind == "participant.added":
        numbers[told["participant"]] = told["start_number"]
    elif event.kind == "substitute.appointed":
        came[told["left"]] = told["came"]
    elif event.kind == "participant.excluded":
        excluded.add(told["participant"])
for events in chains.values():
    sheet = folded(terms_of(tournament), events)
    if sheet.state == SheetState.DISCARDED:
        continue
    for seat, who in enumerate(sheet.seats):
        place = came.get(who, who)
        if sheet.state != SheetState.VOID:
            points[place] += sheet.evaluated.totals[seat]
            for name in ("sie_played", "touts_won", "touts_played", "solos_won", "solos_played"):
                counts[place][name] += getattr(sheet.evaluated.counters[seat], name)
        else:
            points[place] += 0
ranking = rank(tournament.ruleset, [
    Contender(name=place, points=total, **counts[place]) for place, total in points.items() if place not in excluded
])
told = {numbers[one.contender.name]: [one.place, one.contender.points] for one in ranking.places}
held = {line.start_number: [line.place, line.total] for line in overall_standings(tournament).lines if line.place}
from tests.round_trip import check_log
check_log()
print(json.dumps([told, held]))
"""


class Evening:
    """The hall: its server, everybody's browser, and where things are."""

    def __init__(self, var: Any) -> None:
        self.var = var
        self.slug, self.doors, self.seats, passwords = run_inside(lay_installation(var), HALL)
        self.server = Server(var, "--port", "8610")
        self.url = self.server.url
        self.passwords = {"reiter": PASSWORD} | passwords
        self.again = ""
        self.chief, self.klaus, self.rosi = (self._log_in(who) for who in ("reiter", "klaus", "rosi"))
        self.dora, self.judge = (self._log_in(who) for who in ("dora", "richter"))
        self.tables = {
            table: Device.enrolled(self.url, base, code) for table, (base, code) in enumerate(self.doors[:DEVICES], 1)
        }

    def _log_in(self, username: str) -> Browser:
        return log_in(self.url, username, self.passwords[username])

    def waiting(self, table: int) -> str:
        """The address of the decision on a played game of this table, "" if none waits."""
        where = re.escape(self.of("approvals"))
        page = self.rosi.get(self.of("approvals")).text
        for entry in page.split("<article ")[1:]:
            match = re.search(rf'action="({where}\d+/)"', entry)
            if f'data-table="1-{table}"' in entry and match:
                return match[1]
        return ""

    def at(self, table: int, *more: object) -> str:
        """The address of an act on a sheet."""
        return f"/tournaments/{self.slug}/1/{table}/" + "".join(f"{part}/" for part in more)

    def of(self, *more: object) -> str:
        return f"/tournaments/{self.slug}/" + "".join(f"{part}/" for part in more)

    def events(self) -> list[dict[str, Any]]:
        """The log as JSON Lines."""
        text = self.chief.get(f"/tournaments/{self.slug}/log.jsonl").text
        return [json.loads(line) for line in text.splitlines()]

    def acts(self) -> int:
        """How many events there are, without those that the program writes by itself a moment later."""
        return sum(event["kind"] not in ("document.issued", "checkpoint.made") for event in self.events())

    def refused(self, answer: Answer, sentence: str, before: int) -> None:
        """It was refused with this sentence, and nothing was written."""
        assert sentence in html.unescape(answer.text), (answer.status, answer.url, _main(answer))
        assert self.acts() == before


def _main(answer: Answer) -> str:
    text = re.sub(r"<[^>]+>", " ", answer.text[answer.text.find("<main") :])
    return " ".join(html.unescape(text).split())[:800]


def records(*entries: str, first: int = 1) -> list[dict[str, Any]]:
    return [
        record_to_json(parse_entry(RULESET, entry, first=number == 1)) for number, entry in enumerate(entries, first)
    ]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: Any) -> Any:
    hall = Evening(tmp_path_factory.mktemp("evening"))
    try:
        yield hall
    finally:
        hall.server.end(signal.SIGTERM)


def test_an_evening_with_everything_that_goes_wrong(evening: Evening) -> None:
    approvals(evening)
    dispute_at_the_table(evening)
    substitute_in_game_17(evening)
    the_hall_writes(evening)
    disputes_decided(evening)
    corrections(evening)
    wrong_lists(evening)
    messages(evening)
    signed_and_accepted(evening)
    void_and_excluded(evening)
    nothing_of_this_is_allowed(evening)
    ranking, recounted = run_inside(evening.var, RANKING)
    assert ranking == recounted
    assert len(ranking) == 4 * 43 - 1  # the excluded one has no place, the substitute has that of the other
    everything_stands_in_the_log(evening)


def approvals(hall: Evening) -> None:
    """Asked before play and granted or refused; played unasked and granted or struck."""
    for table, state in ((1, "granted"), (2, "refused")):
        device = hall.tables[table]
        device.write(records("r12+", "r34+"))
        request = device.ask("solo-tout", "H", 1)
        answer = hall.klaus.post(hall.of("approvals", "requests", request), {"state": state})
        assert answer.status == 200
        device.look()
        device.write(records("st1+" if state == "granted" else "r12-", first=3))
    for table, state in ((3, "granted"), (4, "refused")):
        hall.tables[table].write(records("r12+", "r34+", "st1+"))
        hall.again = hall.waiting(table)
        assert hall.rosi.post(hall.again, {"state": state}).status == 200


def dispute_at_the_table(hall: Evening) -> None:
    """Raised on the devices of two tables."""
    for table in (7, 8):
        device = hall.tables[table]
        device.write(records(*QUIET[:5]))
        page = device.browser.get(f"{device.base}disputes/")
        form = {"number": "5", "seat": "2", "reason": "Das war kein Schneider.", "command": hidden(page, "command")}
        answer = device.browser.post(f"{device.base}disputes/", form)
        assert "The dispute is written down." in answer.text


def substitute_in_game_17(hall: Evening) -> None:
    device = hall.tables[9]
    device.write(records(*QUIET[:16]))
    number = hall.seats["9"][1]
    seated = {"match": "1", "game": "17", "reason": "x", "accepts_rules": "on", "came": str(hall.seats["11"][0])}
    hall.chief.post(hall.of("places"), {"leavers": "lose", "ranks_late_players": "yes"})
    wrong = hall.chief.post(hall.of("participants", number, "substitute"), seated)
    assert (wrong.status, "has a seat at table 11 of match 1" in html.unescape(wrong.text)) == (422, True), _main(wrong)
    form = {
        "match": "1", "game": "17", "reason": "musste heim", "accepts_rules": "on", "new": "1",
        "first_name": "Zenzi", "last_name": "Ziegler",
    }  # fmt: skip
    answer = hall.chief.post(hall.of("participants", number, "substitute"), form)
    assert "now plays for" in answer.text, _main(answer)
    assert "Zenzi Ziegler" in [seat["name"] for seat in device.look()["seats"]]


def the_hall_writes(hall: Evening) -> None:
    """All tables write what is left, several at once."""

    def finish(table: int) -> list[str]:
        device = hall.tables[table]
        first = device.look()["next"]
        answers = device.write(records(*QUIET[first - 1 :], first=first))
        return [answer["answer"] for answer in answers if answer["answer"] != "applied"]

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(finish, hall.tables)) == [[] for _ in hall.tables]


def disputes_decided(hall: Evening) -> None:
    """One is upheld; the other is rejected, appealed, and finally upheld by the tribunal."""
    upheld = hall.rosi.post(hall.at(8, "disputes", 1, "decide"), {"outcome": "upheld", "reason": "alle sagen es"})
    assert "The dispute is decided." in upheld.text
    assert (
        "The dispute is decided."
        in hall.klaus.post(
            hall.at(7, "disputes", 1, "decide"), {"outcome": "rejected", "reason": "keiner hat es gesehen"}
        ).text
    )
    appeal = hall.dora.post(hall.at(7, "disputes", 1, "appeal"), {"seat": "2", "reason": "doch, der Nachbartisch"})
    assert "The appeal is written down." in appeal.text
    final = hall.judge.post(hall.at(7, "disputes", 1, "settle"), {"outcome": "upheld", "reason": "zwei Zeugen"})
    assert "The dispute is finally decided." in final.text


def corrections(hall: Evening) -> None:
    """What the disputes and a table's own slip ask for, on the sheet."""
    for table, who in ((5, hall.klaus), (7, hall.rosi), (8, hall.rosi)):
        page = who.get(hall.at(table) + "?line=5")
        command = hidden(page, "replace", near=f"{hall.at(table)}games/5/correct/")
        before = hall.acts()
        hall.refused(
            who.post(hall.at(table, "games", 5, "correct"), {"entry": "r13+", "reason": "", "replace": command}),
            "Please say why", before,
        )  # fmt: skip
        answer = who.post(
            hall.at(table, "games", 5, "correct"), {"entry": "r13+", "reason": "falsch notiert", "replace": command}
        )
        assert "correct" in answer.text.lower()
        assert hall.acts() > before


def wrong_lists(hall: Evening) -> None:
    """Three lists from paper: a line mistyped, a total added up wrongly, a line that is no game."""
    entries = ["1 12", "1 34", "2 13", "6 2"] * 8
    rounds = {4: (0, 4, 0, -4), 8: (0, 8, 0, -8)}
    for table in PAPER:
        for number, entry in enumerate(entries, 1):
            typed = {(41, 6): "1 12", (43, 7): "2 -2 2 -3"}.get((table, number), entry)
            form = {
                "number": number,
                "entry": typed,
                "command": f"{table:04x}{number:028x}",
                "replace": "",
                "initials": "",
            }
            answer = hall.dora.post(hall.at(table, "games"), form, parts=True)
            if (table, number) == (43, 7):
                assert answer.status == 422
                aside = {"number": 7, "kind": "no_game", "text": typed, "command": "a" * 32, "replace": ""}
                assert hall.dora.post(hall.at(43, "aside"), aside, parts=True).status == 200, answer.text[:300]
            else:
                assert answer.status == 200, (table, number, answer.text[:400])
    totals = {to: " ".join(map(str, values)) for to, values in rounds.items()}
    query = f"?after_4={totals[4].replace(' ', '+')}&after_8={totals[8].replace(' ', '+')}"
    page = hall.dora.get(hall.at(41, "slips") + query)
    assert "Game 6" in page.text
    remedy = {name: hidden(page, name) for name in ("remedy", "seen", "command")}
    assert "All agrees." in hall.dora.post(hall.at(41, "slips") + query, remedy).text
    wrong = query.replace("0+8+0+-8", "0+8+0+2")
    assert "The totals after game 8 are added up wrongly" in hall.dora.get(hall.at(42, "slips") + wrong).text
    decided = hall.klaus.get(hall.at(43, "slips") + query)
    assert "Game 7" in decided.text
    remedy = {
        "remedy": hidden(decided, "remedy"),
        "seen": hidden(decided, "seen"),
        "command": hidden(decided, "command"),
    }
    assert "All agrees." in hall.klaus.post(hall.at(43, "slips") + query, remedy).text


def messages(hall: Evening) -> None:
    form = {"tables": "30", "text": "Bitte zur Aufsicht"}
    assert "Sent to 1 table." in hall.dora.post(hall.of("matches", 1, "messages"), form).text
    device = hall.tables[30]
    [message] = device.look()["messages"]
    answer = device.browser.send(f"{device.base}messages/read/", {"message": message["id"]})
    assert answer.json()["state"]["messages"] == []


def signed_and_accepted(hall: Evening) -> None:
    def sign(table: int) -> None:
        hall.tables[table].sign()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(sign, hall.tables))
    # The fourth Solo of 5.2.16 waits on the paper sheets: none has initials.
    for table in PAPER:
        while waits := hall.waiting(table):
            hall.rosi.post(waits, {"state": "granted"})
        page = hall.dora.get(hall.at(table))
        hall.dora.post(hall.at(table, "signatures"), {"seat": "paper", "content": hidden(page, "content")})
    for table in range(1, DEVICES + len(PAPER) + 1):
        who = hall.klaus if table % 2 else hall.rosi
        page = who.get(hall.at(table, "look"))
        answer = who.post(hall.at(table, "accept"), {"content": hidden(page, "content"), "next": "list"})
        assert f"The sheet of table {table} is accepted." in answer.text, (table, _main(answer))


def void_and_excluded(hall: Evening) -> None:
    void = hall.chief.post(hall.at(25, "void"), {"void": "1", "reason": "zwei Listen"})
    assert "The sheet is void." in void.text
    number = hall.seats["20"][2]
    form = {"exclude-offence": "cheating", "exclude-reason": "gezinkt"}
    assert "is excluded" in hall.klaus.post(hall.of("participants", number, "conduct", "exclude"), form).text


def nothing_of_this_is_allowed(hall: Evening) -> None:
    """A sentence, and nothing changed."""
    before = hall.acts()
    twice = hall.klaus.post(hall.again, {"state": "granted", "seen": "requested"})
    hall.refused(twice, "Rosi Roth has decided meanwhile: game 3, Refused.", before)
    seated = {"match": "1", "game": "20", "reason": "x", "accepts_rules": "on", "came": str(hall.seats["11"][0])}
    hall.refused(
        hall.chief.post(hall.of("participants", hall.seats["10"][0], "substitute"), seated),
        "The sheet of that match is settled meanwhile.", before,
    )  # fmt: skip
    struck = {
        "number": "3", "contract": "rufer", "declarer": "1", "partner": "3", "kind": "mistake", "offender": "1",
        "command": "b" * 32,
    }  # fmt: skip
    hall.refused(hall.klaus.post(hall.at(4, "sanction"), struck), "The sheet is complete.", before)
    page = hall.klaus.get(hall.at(12) + "?line=4")
    command = hidden(page, "replace", near=f"{hall.at(12)}games/4/correct/")
    wrong = {"entry": "r13+", "reason": " ", "replace": command}
    hall.refused(hall.klaus.post(hall.at(12, "games", 4, "correct"), wrong), "Please say why", before)
    device = hall.tables[12].browser
    for path in (hall.of("approvals"), hall.at(12), hall.of("log"), hall.of("hints"), hall.of("matches", 1, "wall")):
        assert "/login/" in device.get(path).url
    assert "/login/" in device.post(hall.at(12, "accept"), {"content": "x"}).url
    assert device.send(f"{hall.tables[13].base}commands/", {"protocol": 1, "commands": []}).status == 403
    late = {"number": "4", "seat": "1", "reason": "x", "command": "c" * 32}
    assert hall.judge.post(hall.at(12, "void"), {"void": "1", "reason": "x"} | late).status == 403
    assert hall.acts() == before


def everything_stands_in_the_log(hall: Evening) -> None:
    """Each event of the log is a line of its page, and each act its sentence."""
    events, lines, path = hall.events(), [], hall.of("log")
    while path:
        page = hall.chief.get(path).text
        match = re.search(r'<ol class="sheet log-lines">(.*?)</ol>', page, re.DOTALL)
        lines += re.findall(r"<li>(.*?)</li>", match[1], re.DOTALL) if match else []
        older = re.search(r'href="(\?[^"]*before=\d+)"', page)
        path = hall.of("log") + html.unescape(older[1]) if older else ""
    codes = set(re.findall(r"<code[^>]*>([0-9A-F-]+)</code>", " ".join(lines)))
    hashes = [event["hash"][:12].upper() for event in events]
    assert {f"{one[:4]}-{one[4:8]}-{one[8:]}" for one in hashes} <= codes
    text = html.unescape(re.sub(r"<[^>]+>", " ", " ".join(lines)))
    for sentence in (
        "Before game 3: approved", "Before game 3: not approved", "Game 3 approved", "Game 3 not approved",
        "Dispute 1 raised", "Dispute 1 decided: Rejected", "Dispute 1 decided: Upheld", "Appeal against the decision",
        "Dispute 1 finally decided: Upheld", "Zenzi Ziegler is the substitute for", "Game 5 corrected",
        "Line 7 set aside", "Game 7 ruled", "Message to table 30", "confirmed a message", "Sheet accepted",
        "Sheet declared void", "excluded",
    ):  # fmt: skip
        assert sentence in text, sentence
    kinds = {event["kind"] for event in events}
    assert {"game.taken_back", "sheet.accepted", "message.read", "table.voided"} <= kinds
