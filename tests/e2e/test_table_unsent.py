"""What the device keeps and shows: the same rules in browser and tests, every game through a code that can be read."""

import random
import secrets
from typing import Any

import pytest
import segno
from playwright.sync_api import expect

from scoring.errors import ScoringError
from scoring.records import record_from_json
from scoring.shorthand import format_record
from tests import table_queue as queue
from tests.e2e.conftest import Device
from tests.e2e.phone import PHONE, Phone, enrol, open_phone, open_sheet
from tests.e2e.waiting import RUFER_13, holds, kept, make_anna, make_sheet, play, sit_down, status
from tests.factories import make_participants, make_tournament, make_user, open_scoresheet, write
from tournament.forms.unsent import read_unsent
from tournament.models import Game, Scoresheet
from tournament.views.devices import table_address

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

LONGEST = 520
LARGEST_VERSION = 15  # 77 modules a side: four camera pixels for each, held in the hand
ID = "0123456789abcdef" * 2


def a_sheet(rules: str = "schafkopfschule-2023") -> Scoresheet:
    tournament = make_tournament(slug=rules, rules=rules)
    make_participants(tournament, 8)
    return open_scoresheet(tournament)


def a_phone(device: Device) -> Phone:
    make_user("supervisor", username="anna")
    return open_phone(device, a_sheet())


def a_trace(dice: random.Random) -> list[list[Any]]:
    """Steps of one device, valid and not: the function's name and its arguments behind the sheet."""
    here, elsewhere = ([{"start_number": number} for number in numbers] for numbers in ((1, 2, 3, 4), (1, 2, 4, 3)))
    state = {"version": 1, "next": 1, "games": 6, "device": {"number": 1, "sequence": 0}, "seats": here}
    steps: list[list[Any]] = [["adopted", state, 0]]
    for _step in range(30):
        state = {
            "version": max(1, state["version"] + dice.choice([-1, 0, 1, 1, 2])),
            "next": dice.choice([None, *range(1, 7)]),
            "games": 6,
            "device": {"number": dice.choice([1, 1, 1, 2]), "sequence": dice.randrange(5)},
            "seats": dice.choice([here, here, here, here, here, elsewhere]),
        }
        picked = [dice.choice(["applied", "duplicate", "conflict", "refused"]) for _ in range(3)]
        codes = ["", "line_taken", "out_of_sequence", "sheet_older"]
        answers = [
            {"place": place, "answer": answer, "code": dice.choice(codes), "text": "…"}
            for place, answer in enumerate(picked)
        ]
        kind, back = dice.choice(["record", "record", "take_back"]), dice.randrange(2)
        wanted = {"kind": kind, "back": back, "record": {"contract": "sie", "declarer": dice.randint(1, 4)}}
        closed = {"code": "device_locked", "text": ""}
        steps.append(
            dice.choice(
                [
                    ["appended", wanted, secrets.token_hex(16)],
                    ["appended", wanted, secrets.token_hex(16)],
                    ["answered", answers, dice.choice([state, None]), dice.randint(0, state["version"])],
                    ["adopted", state, dice.randint(0, state["version"] + 1)],
                    ["discarded", dice.randrange(3)],
                    ["retried", dice.choice([state, None])],
                    ["closed", dice.choice([closed, None])],
                    ["sendable"],
                ]
            )
        )
    return steps


def placed(sheet: dict[str, Any], step: list[Any]) -> list[Any]:
    """The step with what depends on the sheet filled in: ids by their place, the number that comes next."""
    name, *given = step
    ids = [command["id"] for command in sheet["commands"]] + [ID] * 3
    if name == "answered":
        answers = [{**answer, "id": ids[answer["place"]]} for answer in given[0]]
        return [name, answers[: len(sheet["commands"])], *given[1:]]
    if name == "discarded":
        return [name, ids[given[0]]]
    if name == "appended":
        wanted = dict(given[0])
        back, following = wanted.pop("back"), queue.next_number(sheet) or 1
        if wanted["kind"] == "take_back":
            wanted = {"kind": "take_back", "number": following - 1, "game": ids[max(0, len(sheet["commands"]) - 1)]}
        else:
            wanted["number"] = following + (back and following % 2)
        return [name, wanted, given[1]]
    return step


def stepped(sheet: dict[str, Any], step: list[Any]) -> Any:
    name, *given = step
    if name == "closed":
        return {**sheet, "closed": given[0]}
    try:
        return getattr(queue, name)(sheet, *given)
    except queue.NotNext:
        return "not next"


def test_the_browser_keeps_to_the_same_rules_as_the_tests_of_the_protocol(device: Device) -> None:
    page = a_phone(device).page
    dice, kinds = random.Random(2026), set()
    for _trace in range(60):
        sheet, steps, expected = queue.blank("/table/"), [], []
        for step in a_trace(dice):
            ready = placed(sheet, step)
            became = stepped(sheet, ready)
            steps.append(ready)
            expected.append(became)
            sheet = became if isinstance(became, dict) else sheet
        found = page.evaluate(
            """async ([sheet, steps]) => {
              const rules = await import("table/commands");
              return steps.map(([name, ...given]) => {
                let became;
                if (name === "closed") became = { ...sheet, closed: given[0] };
                else {
                  try {
                    became = rules[name](sheet, ...given);
                  } catch (error) {
                    if (!(error instanceof rules.NotNext)) throw error;
                    return "not next";
                  }
                }
                if (!Array.isArray(became)) sheet = became;
                return became;
              });
            }""",
            [queue.blank("/table/"), steps],
        )
        assert found == expected
        kinds |= {type(became) for became in found}
    assert kinds == {dict, list, str}


def test_every_game_of_the_rules_comes_through_the_code_and_is_told_in_shorthand(device: Device) -> None:
    page = device(**PHONE)
    for rules in ("schafkopfschule-2023", "house-10-60", "palatinate-three", "asserufen", "social"):
        open_sheet(page, a_sheet(rules))
        every_game_comes_through(page)


def every_game_comes_through(page: Any) -> None:
    """The games that the table of this page may write."""
    expect(page.locator('#who [data-seat="1"]')).to_be_visible()
    sent, packed, short = page.evaluate(
        """async (id) => {
          const { packed, shorthand } = await import("table/compact");
          const base = document.getElementById("table").dataset.base;
          const outcomes = await (await fetch(`${base}outcomes.json`)).json();
          const letters = {};
          for (const line of document.getElementById("unsent_letters").content.querySelectorAll("[data-contract]")) {
            letters[line.dataset.contract] = line.textContent;
          }
          const records = outcomes.later.map((row) => {
            const { points, words, asks, counted, circled, durchmarsch, jungfrauen, ...record } = row;
            if (durchmarsch === undefined) {
              record.declarer = 2;
              if (points.partner !== undefined) record.partner = 4;
            } else record[durchmarsch ? "durchmarsch" : "loser"] = 3;
            if (jungfrauen) record.jungfrauen = [1, 2].slice(0, jungfrauen);
            return record;
          });
          const commands = records.map((record, index) => ({
            id, number: index % 32 + 1, kind: "record", record, redeals: ["passed", "number"], oral: "Franz Bäuml",
          }));
          return [records, commands.map(packed), records.map((record) => shorthand(record, letters))];
        }""",
        ID,
    )
    assert len(sent) > 10
    for index, (record, text, spoken) in enumerate(zip(sent, packed, short, strict=True)):
        [command] = read_unsent(text)
        assert (command.id, command.number, command.kind) == (ID, index % 32 + 1, "record")
        assert (command.record, command.redeals, command.oral) == (record, ("passed", "number"), "Franz Bäuml")
        assert spoken == spelled(record)


def spelled(record: dict[str, Any]) -> str:
    """The desk's own shorthand, "" where it has none."""
    try:
        return format_record(record_from_json(record))
    except ScoringError:
        return ""


def test_32_games_fit_into_codes_that_a_phone_can_read(device: Device) -> None:
    page = a_phone(device).page
    record = {"contract": "solo", "suit": "H", "declarer": 2, "result": "lost", "level": "schneider"}
    commands = [
        {"id": secrets.token_hex(16), "number": number, "kind": "record", "record": record, "redeals": [], "oral": ""}
        for number in range(1, 33)
    ]
    address = "http://192.168.178.100:8000/tournaments/vereinsmeisterschaft-feldkirchen-2026/1/14/unsent/"
    codes = page.evaluate(
        """async ([commands, address, longest]) => {
          const { addresses } = await import("table/compact"), { encode } = await import("uqr");
          return addresses(commands, address, longest).map((text) => {
            return { text, version: encode(text, { ecc: "L" }).version };
          });
        }""",
        [commands, address, LONGEST],
    )
    print(f"\n32 games: {len(codes)} codes, versions {[code['version'] for code in codes]}")
    assert len(codes) <= 4
    assert all(code["version"] <= LARGEST_VERSION for code in codes)
    found = [command for code in codes for command in read_unsent(code["text"].split("?c=")[1])]
    assert [(command.id, command.number) for command in found] == [(one["id"], one["number"]) for one in commands]


def test_another_maker_of_codes_draws_the_same_picture(device: Device) -> None:
    page = a_phone(device).page
    address = "http://192.168.178.100:8000/tournaments/feldkirchen-2026/1/14/unsent/?c="
    for version, characters in ((5, 106), (10, 271), (15, 520)):
        # A full code: where there is room left, makers fill it differently.
        text = address + "".join(random.Random(version).choices("abcXYZ019.-_~", k=characters - len(address)))
        found = page.evaluate(
            """async (text) => {
              const { encode } = await import("uqr");
              const { version, maskPattern, data } = encode(text, { ecc: "L", border: 0 });
              return [version, maskPattern, data.map((row) => row.map((dark) => (dark ? "#" : ".")).join(""))];
            }""",
            text,
        )
        made = segno.make(text, error="l", version=version, mask=found[1], boost_error=False, micro=False)
        assert found == [version, found[1], ["".join("#" if dark else "." for dark in row) for row in made.matrix]]


def test_a_game_is_read_out_with_the_deals_thrown_in_before_it(device: Device) -> None:
    """5.2.5: they are of the game. The door shows it in the same words as the page of the sheet."""
    sheet = make_sheet()
    phone = sit_down(device, sheet)
    page = phone.page
    page.context.set_offline(True)
    for reason in ("passed", "exposed", "passed"):
        page.locator("#redeals_open").tap()
        page.locator(f'[data-reason="{reason}"]').tap()
        expect(page.locator("#redeals_reasons")).to_be_hidden()
    play(phone, 1)
    page.context.clear_cookies()
    page.context.set_offline(False)
    status(page, "closed")
    for _page in ("of the sheet", "the door"):
        page.locator("#unsent_open").tap()
        expect(page.locator(".unsent-redeals")).to_have_text("3 deals not played: thrown in, a card exposed, thrown in")
        expect(page.locator(".unsent-short")).to_have_text("r13+ p2")
        page.reload()
    write(sheet, 1, "r13+ p2", make_anna())
    enrol(page, sheet)
    page.goto(table_address(sheet))
    status(page, "saved", "saved")
    assert kept(page) == []
    assert Game.objects.get().record["passed"] == 2
    holds(sheet, {1: RUFER_13})
