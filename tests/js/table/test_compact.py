"""Unsent games in a code: every game of every bundled ruleset, and codes that a phone can read."""

import random
import secrets
from typing import Any

import pytest
import segno

from scoring.errors import ScoringError
from scoring.records import record_from_json
from scoring.ruleset import bundled_rulesets, load_ruleset
from scoring.shorthand import format_record
from tests.node import in_node
from tests.rules import EVERYTHING, OFFENDER_PAYS
from tournament.devices.forms.unsent import read_unsent
from tournament.selectors.outcomes import table_outcomes

LONGEST = 520
LARGEST_VERSION = 15  # 77 modules a side: four camera pixels for each, held in the hand
ID = "0123456789abcdef" * 2
PACK = """async (commands, letters) => {
  const { packed, shorthand } = await import("table/compact");
  return commands.map((command) => [packed(command), shorthand(command.record, letters)]);
}"""
CODES = """async (commands, address, longest) => {
  const { addresses } = await import("table/compact"), { encode } = await import("uqr");
  return addresses(commands, address, longest).map((text) => [text, encode(text, { ecc: "L" }).version]);
}"""
PICTURES = """async (texts) => {
  const { encode } = await import("uqr");
  return texts.map((text) => {
    const { version, maskPattern, data } = encode(text, { ecc: "L", border: 0 });
    return [version, maskPattern, data.map((row) => row.map((dark) => (dark ? "#" : ".")).join(""))];
  });
}"""
CODED_RULES = {rules.id: rules for rules in (*map(load_ruleset, bundled_rulesets()), EVERYTHING, OFFENDER_PAYS)}
# The fields of a row of the table of outcomes that a record does not have.
NOT_SAID = {"points", "words", "asks", "counted", "circled", "durchmarsch", "jungfrauen", "before"}


def a_game(row: dict[str, Any]) -> dict[str, Any]:
    """The record of a game with this ending, as the page makes it."""
    record: dict[str, Any] = {name: value for name, value in row.items() if name not in NOT_SAID}
    if "durchmarsch" in row:
        record["durchmarsch" if row["durchmarsch"] else "loser"] = 3
    else:
        record["declarer"] = 2
        if "partner" in row["points"]:
            record["partner"] = 4
    if "doubler" in row["points"]:
        record["doubled_by"] = 1
    if "before" in row:
        record |= {"laid": 2, "knocked": 1}
    if row.get("jungfrauen"):
        record["jungfrauen"] = [1, 2][: row["jungfrauen"]]
    return record


@pytest.mark.parametrize("name", CODED_RULES)
def test_every_game_of_the_rules_comes_through_the_code_and_is_told_in_shorthand(name: str) -> None:
    rules = CODED_RULES[name]
    records = [a_game(row) for seats in rules.seats for row in table_outcomes(rules, seats)["later"]]
    commands = [
        {"id": ID, "number": index % 32 + 1, "kind": "record", "record": record,
         "redeals": ["passed", "number"], "oral": "Franz Bäuml"}
        for index, record in enumerate(records)
    ]  # fmt: skip
    letters = {contract.kind.key: contract.kind.letters for contract in rules.contracts.values()}
    packed = in_node(PACK, commands, letters)
    assert len(packed) > 10
    for message, (text, speech) in zip(commands, packed, strict=True):
        [command] = read_unsent(text)
        assert (command.id, command.number, command.kind) == (ID, message["number"], "record")
        assert (command.record, command.redeals, command.oral) == (
            message["record"],
            ("passed", "number"),
            "Franz Bäuml",
        )
        assert speech == spelled(message["record"])


def test_a_tout_announced_too_late_comes_through_the_code() -> None:
    record = {"contract": "solo-tout", "late_tout": True, "declarer": 2, "result": "won", "level": "schneider"}
    [(text, speech)] = in_node(PACK, [{"id": ID, "number": 7, "kind": "record", "record": record}], {"solo-tout": "st"})
    [command] = read_unsent(text)
    assert (command.record, speech) == (record, "")


def test_two_losers_of_a_ramsch_come_through_the_code() -> None:
    record = {"contract": "ramsch", "loser": 3, "second_loser": 1}
    [(text, speech)] = in_node(PACK, [{"id": ID, "number": 7, "kind": "record", "record": record}], {"ramsch": "ra"})
    [command] = read_unsent(text)
    assert (command.record, speech) == (record, "ra31-")


def spelled(record: dict[str, Any]) -> str:
    """The desk's own shorthand, "" where there is none."""
    try:
        return format_record(record_from_json(record))
    except ScoringError:
        return ""


def test_32_games_fit_into_codes_that_a_phone_can_read() -> None:
    record = {"contract": "solo", "suit": "H", "declarer": 2, "result": "lost", "level": "schneider"}
    commands = [
        {"id": secrets.token_hex(16), "number": number, "kind": "record", "record": record, "redeals": [], "oral": ""}
        for number in range(1, 33)
    ]
    address = "http://192.168.178.100:8000/tournaments/vereinsmeisterschaft-feldkirchen-2026/1/14/unsent/"
    codes = in_node(CODES, commands, address, LONGEST)
    assert len(codes) <= 4
    assert all(version <= LARGEST_VERSION for _text, version in codes)
    unsent = [command for text, _version in codes for command in read_unsent(text.split("?c=")[1])]
    assert [(command.id, command.number) for command in unsent] == [(one["id"], one["number"]) for one in commands]


def test_another_maker_of_codes_draws_the_same_picture() -> None:
    address = "http://192.168.178.100:8000/tournaments/feldkirchen-2026/1/14/unsent/?c="
    sizes = {5: 106, 10: 271, 15: 520}
    # A full code: implementations pad a code with room left in different ways.
    texts = [
        address + "".join(random.Random(version).choices("abcXYZ019.-_~", k=characters - len(address)))
        for version, characters in sizes.items()
    ]
    for version, text, picture in zip(sizes, texts, in_node(PICTURES, texts), strict=True):
        code = segno.make(text, error="l", version=version, mask=picture[1], boost_error=False, micro=False)
        assert picture == [
            version,
            picture[1],
            ["".join("#" if dark else "." for dark in row) for row in code.matrix],
        ]
