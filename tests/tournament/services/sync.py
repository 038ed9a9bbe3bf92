"""A table and its server as Hypothesis drives them: messages in any order, repeated, lost."""

import secrets
from itertools import count
from typing import Any

from hypothesis import event
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from scoring.records import record_from_json
from tests import table_queue as queue
from tests.round_trip import sheet_differences
from tests.worlds.factories import make_participants, make_tournament, make_user, open_scoresheet
from tests.worlds.sheets import RULESET, faults, fresh
from tournament.backup.selectors.restores import restore_key
from tournament.devices.forms.commands import CommandsMessage
from tournament.devices.selectors.table_state import table_state
from tournament.devices.services.commands import apply_message
from tournament.devices.services.devices import enrol_device
from tournament.devices.views.table import changes_of
from tournament.models import Command, Seat, TableDevice
from tournament.refusals import Refused
from tournament.services.acting import act, reason_given
from tournament.sheet.acts.corrections import CorrectGame
from tournament.sheet.acts.games import RecordGame, same_game
from tournament.sheet.sent import DeviceCommand

GAMES = [
    {"contract": "rufer", "declarer": 1, "partner": 3, "result": "won", "level": "simple"},
    {"contract": "rufer", "declarer": 2, "partner": 3, "result": "lost", "level": "schneider"},
    {"contract": "rufer", "declarer": 4, "partner": 1, "result": "won", "level": "schwarz"},
    {"contract": "rufer", "declarer": 3, "partner": 4, "result": "lost", "level": "simple"},
]
BAD = {"contract": "rufer", "declarer": 2, "partner": 2, "result": "won", "level": "simple"}
A_FEW = st.integers(0, 7)
ROUNDS = 60  # of the end: more messages than can ever wait
numbers = count(1)


class Sync(RuleBasedStateMachine):
    """One table. `wire` holds messages on their way, `back` holds answers; both may be repeated or get lost."""

    compared = 0  # the version of the sheet whose rows were compared last

    @initialize()
    def sit_down(self) -> None:
        tournament = make_tournament("Feldkirchen", f"feldkirchen-{next(numbers)}")
        make_participants(tournament, 4)
        self.sheet = open_scoresheet(tournament)
        self.anna = make_user("supervisor", "desk", username=f"anna{next(numbers)}", full_name="Anna Obermaier")
        self.kept = queue.blank("/table/")
        self.wire: list[tuple[TableDevice, dict[str, Any], int]] = []
        self.back: list[tuple[list[dict[str, Any]], dict[str, Any] | None, int]] = []
        self.given_up: set[str] = set()
        self.written: dict[str, dict[str, Any]] = {}  # what the table wanted, by id
        self.at_the_desk: dict[int, dict[str, Any]] = {}  # what the desk wrote or corrected, by row
        self.enrol()

    def enrol(self) -> None:
        self.device = enrol_device(scoresheet=self.sheet, code=fresh(self.sheet).code, take_over=True, label="")[0]
        self.kept = queue.adopted({**self.kept, "closed": None}, self.state(), 0)

    def state(self) -> dict[str, Any]:
        return table_state(TableDevice.objects.select_related("scoresheet__match__tournament").get(pk=self.device.pk))

    def want(self, order: dict[str, Any]) -> None:
        command_id = secrets.token_hex(16)
        self.kept = queue.appended(self.kept, order, command_id)
        # Taking back what the server refused only drops it: nothing is to be sent.
        if command_id in {one["id"] for one in self.kept["commands"]}:
            self.written[command_id] = order

    @precondition(lambda self: (queue.next_number(self.kept) or 1) <= self.kept["state"]["games"])
    @rule(game=st.sampled_from(GAMES))
    def play(self, game: dict[str, Any]) -> None:
        self.want({"kind": "record", "number": queue.next_number(self.kept), "record": game, "redeals": [], "oral": ""})

    @precondition(lambda self: not self.kept["commands"])
    @rule(rarely=A_FEW)
    def write_what_is_no_game(self, rarely: int) -> None:
        if rarely:
            return
        number = queue.next_number(self.kept)
        if number is not None and number <= self.kept["state"]["games"]:
            self.want({"kind": "record", "number": number, "record": BAD, "redeals": [], "oral": ""})

    @rule()
    def take_back_the_last(self) -> None:
        commands, state = self.kept["commands"], self.kept["state"]
        last = (queue.next_number(self.kept) or 1) - 1
        waiting = [one["id"] for one in commands if one["kind"] == "record" and one["number"] == last]
        there = [line["id"] for line in state["lines"] if line["number"] == last]
        if waiting or there:
            game = (waiting or there)[-1]
            before = {one["id"] for one in commands}
            self.want({"kind": "take_back", "number": last, "game": game})
            self.given_up |= before - {one["id"] for one in self.kept["commands"]}

    def message(self) -> dict[str, Any]:
        state = self.kept["state"]
        return {"restore": state["restore"], "version": state["version"], "commands": queue.sendable(self.kept)}

    @rule()
    def send(self) -> None:
        message = self.message()
        if message["commands"]:
            self.wire.append((self.device, message, self.kept["state"]["version"]))

    @precondition(lambda self: self.wire)
    @rule(which=A_FEW, again=st.booleans())
    def arrive(self, which: int, again: bool) -> None:
        at = which % len(self.wire)
        device, message, version = self.wire[at] if again else self.wire.pop(at)
        self.back.append((*self.served(device, message), version))

    def served(self, device: TableDevice, message: dict[str, Any]) -> tuple[list[dict[str, Any]], Any]:
        """The server's answer to a message: the state, or what changed in it; neither if it bars the device."""
        row = TableDevice.objects.select_related("scoresheet__match__tournament").get(pk=device.pk)
        messages = message["commands"] if message["restore"] == restore_key() else []
        commands = [DeviceCommand(**{**command, "redeals": tuple(command.get("redeals", ()))}) for command in messages]
        earlier = table_state(row)
        try:
            applied = apply_message(scoresheet=row.scoresheet, actor=row, commands=commands)
        except Refused as refusal:
            return [{"barred": refusal.code}], None
        row.scoresheet.refresh_from_db()
        for one in applied.answers:
            event(f"{messages[0]['kind']} {one.answer} {one.code}")
        answers = [{name: getattr(one, name) for name in ("id", "answer", "code", "text")} for one in applied.answers]
        state = table_state(row)
        changes = changes_of(row, CommandsMessage(**{**message, "commands": commands}), applied)
        event("changes" if changes else "the whole state")
        if changes:
            assert queue.patched(earlier, changes) == state
        return answers, changes or state

    @rule(times=st.integers(1, 2), arrives=st.booleans())
    def exchange(self, times: int, arrives: bool) -> None:
        """A usual exchange: sent, served, heard; or served twice, or committed with the answer lost."""
        message, version = self.message(), self.kept["state"]["version"]
        if message["commands"]:
            answers = [self.served(self.device, message) for _time in range(times)]
            if arrives:
                self.take(*answers[-1], version)

    @precondition(lambda self: self.wire)
    @rule(which=A_FEW)
    def lose_a_message(self, which: int) -> None:
        self.wire.pop(which % len(self.wire))

    @precondition(lambda self: self.back)
    @rule(which=A_FEW, again=st.booleans())
    def hear(self, which: int, again: bool) -> None:
        at = which % len(self.back)
        answers, state, version = self.back[at] if again else self.back.pop(at)
        self.take(answers, state, version)

    def take(self, answers: list[dict[str, Any]], state: dict[str, Any] | None, version: int) -> None:
        if state is None:
            self.kept = {**self.kept, "closed": {"code": answers[0]["barred"], "text": ""}}
        elif state["device"]["number"] == self.device.number:
            # An answer to a device that was replaced does not reach the page of its successor.
            current = queue.patched(self.kept["state"], state) if "since" in state else state
            self.kept = queue.answered(self.kept, answers, current, version)
            if current is None:
                self.ask_what_is_new()

    @precondition(lambda self: self.back)
    @rule(which=A_FEW)
    def lose_an_answer(self, which: int) -> None:
        self.back.pop(which % len(self.back))

    @rule()
    def ask_what_is_new(self) -> None:
        version = self.kept["state"]["version"]
        if not self.kept["closed"]:
            self.take([], self.state(), version)

    @rule()
    def another_device_takes_over_and_this_one_comes_back(self) -> None:
        enrol_device(scoresheet=self.sheet, code=fresh(self.sheet).code, take_over=True, label="Tablet")
        self.enrol()

    @rule(game=st.sampled_from(GAMES), kind=A_FEW)
    def the_desk_writes(self, game: dict[str, Any], kind: int) -> None:
        """The desk writes the next line: the game that the table read out (0 to 2), another (3), or mostly nothing."""
        if kind > 3:
            return
        read_out = kind < 3
        free = self.sheet.games.count() + 1
        waiting = [one for one in self.kept["commands"] if one["kind"] == "record" and one["number"] == free]
        record = waiting[0]["record"] if waiting and read_out and waiting[0]["record"] != BAD else game
        line = RecordGame(number=free, record=record_from_json(record), key=secrets.token_hex(16))
        act(self.sheet, line, actor=self.anna)
        self.at_the_desk[self.sheet.games.get(number=free).pk] = record

    @rule(game=st.sampled_from(GAMES), which=A_FEW)
    def the_supervisor_corrects(self, game: dict[str, Any], which: int) -> None:
        there = list(self.sheet.games.order_by("number"))
        row = there[which % len(there)] if there else None
        right = record_from_json(game)
        if row is not None and not same_game(record_from_json(row.record), right, RULESET):
            act(
                self.sheet,
                CorrectGame(number=row.number, record=right, reason=reason_given("misread")),
                actor=self.anna,
            )
            self.at_the_desk[row.pk] = game

    @rule(again=st.booleans())
    def the_person_decides(self, again: bool) -> None:
        stuck = [one for one in self.kept["commands"] if one["problem"]]
        if stuck and again:
            self.kept = queue.retried(self.kept, None)
        elif stuck:
            self.give_up(stuck[0]["id"])

    def give_up(self, command_id: str) -> None:
        before = {one["id"] for one in self.kept["commands"]}
        self.kept = queue.discarded(self.kept, command_id)
        self.given_up |= before - {one["id"] for one in self.kept["commands"]}
        # A command with an answer is answered: if a person must decide about it, it is no longer on its way.
        self.wire.clear()

    @invariant()
    def nothing_is_there_twice(self) -> None:
        if not hasattr(self, "sheet"):
            return
        lines = list(self.sheet.games.order_by("number").values_list("number", flat=True))
        assert lines == list(range(1, len(lines) + 1))
        assert sum(Seat.objects.filter(scoresheet=self.sheet).values_list("points", flat=True)) == 0
        applied = Command.objects.filter(scoresheet=self.sheet, device__isnull=False)
        sequences = list(applied.order_by("pk").values_list("device", "sequence"))
        assert len(sequences) == len(set(sequences))
        waiting = [command["sequence"] for command in self.kept["commands"]]
        assert waiting == sorted(set(waiting))

    @invariant()
    def the_rows_read_as_the_events_say(self) -> None:
        """Compared after each act that changed the sheet."""
        version = fresh(self.sheet).version if hasattr(self, "sheet") else self.compared
        if version != self.compared:
            self.compared = version
            assert sheet_differences(self.sheet) == {}

    def teardown(self) -> None:
        """In the end there is network: all messages arrive, people decide, and the sheet is complete and right."""
        if not hasattr(self, "sheet"):
            return
        for _round in range(ROUNDS):
            if self.kept["closed"]:
                self.enrol()
            stuck = [command["id"] for command in self.kept["commands"] if command["problem"]]
            if stuck:
                self.give_up(stuck[0])
            if not self.kept["commands"]:
                break
            version = self.kept["state"]["version"]
            self.take(*self.served(self.device, self.message()), version)
        assert self.kept["commands"] == []
        self.right()

    def right(self) -> None:
        """Every game that nobody dropped or took back is in exactly one line; all other lines are the desk's."""
        commands = Command.objects.filter(scoresheet=self.sheet)
        keys = dict(commands.filter(kind="record").values_list("key", "number"))
        backs = set(commands.filter(kind="take_back").values_list("key", flat=True))
        lines = {game.number: game for game in self.sheet.games.all()}
        for command_id, message in self.written.items():
            if command_id in self.given_up:
                assert command_id not in keys
                assert command_id not in backs
            elif message["kind"] == "take_back":
                assert command_id in backs
            else:
                assert command_id in keys
        taken_back = {message["game"] for key, message in self.written.items() if key in backs}
        stand = {
            keys[key]: message["record"]
            for key, message in self.written.items()
            if key in keys and key not in taken_back
        }
        assert set(lines) >= set(stand)
        for number, game in lines.items():
            expected = self.at_the_desk.get(game.pk, stand.get(number))
            written, right = record_from_json(game.record), record_from_json(expected)
            assert same_game(written, right, RULESET), (number, game.record, expected)
        assert faults(self.sheet) == []
