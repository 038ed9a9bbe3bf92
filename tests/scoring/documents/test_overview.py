"""Social Schafkopf by the overview: its scoring table, optional contracts, long and short pack."""

from pathlib import Path
from typing import Any

import pytest

from scoring.bounds import game_bounds
from scoring.contracts import KINDS
from scoring.doubts import doubts
from scoring.errors import ScoringError
from scoring.permits import check_permit, trumps_from_above
from scoring.points import score_game
from scoring.records import record_from_json
from scoring.ruleset import Ruleset, check_ruleset, load_ruleset, parse_ruleset
from scoring.settlement import settle
from scoring.sheets import evaluate_sheet
from scoring.shorthand import format_record, parse_entry
from scoring.tariffs import load_tariff

WHOLE = load_ruleset(Path(__file__).parents[3] / "fixtures" / "rules" / "overview.toml")
LONG = load_ruleset("social")
SHORT = load_ruleset("social-short")
BOTH = pytest.mark.parametrize("rules", [LONG, SHORT], ids=["social", "social-short"])
SOLOS = ("solo", "wenz", "geier", "suit-wenz", "suit-geier")


def points(rules: Any = LONG, **game: Any) -> tuple[int, ...]:
    return score_game(rules, record_from_json(game)).points


def refused(rules: Any = LONG, **game: Any) -> str:
    with pytest.raises(ScoringError) as refusal:
        points(rules, **game)
    return refusal.value.code


# "Scoring table": contract, result; points of each on the declarer's side, and of each of the others.
TABLE = [
    ("rufer", "won", "simple", 1, -1),
    ("rufer", "won", "schneider", 2, -2),
    ("rufer", "won", "schwarz", 3, -3),
    *((contract, "won", "simple", 6, -2) for contract in SOLOS),
    *((contract, "lost", "simple", -6, 2) for contract in SOLOS),
    *((contract, "won", "schneider", 9, -3) for contract in SOLOS),
    *((contract, "lost", "schneider", -9, 3) for contract in SOLOS),
    *((contract, "won", "schwarz", 12, -4) for contract in SOLOS),
    *((contract, "lost", "schwarz", -12, 4) for contract in SOLOS),
    *((f"{contract}-tout", "won", None, 18, -6) for contract in SOLOS),
    *((f"{contract}-tout", "lost", None, -18, 6) for contract in SOLOS),
    ("sie", "won", None, 24, -8),
]


@BOTH
@pytest.mark.parametrize(
    ("contract", "result", "level", "side", "others"),
    [pytest.param(*row, id=f"Scoring table-{row[0]}-{row[1]}-{row[2] or 'fixed'}") for row in TABLE],
)
def test_scoring_table(rules: Any, contract: str, result: str, level: str | None, side: int, others: int) -> None:
    game: dict[str, Any] = {"contract": contract, "declarer": 4, "result": result}
    if level is not None:
        game["level"] = level
    if contract == "rufer":
        game["partner"] = 2
    mine = {4, game.get("partner", 4)}
    assert points(rules, **game) == tuple(side if seat in mine else others for seat in (1, 2, 3, 4))


# "Standard Schafkopf, Scoring": which side wins with how many card points; and in a Muss.
RESULTS = [
    ("120-in-7-tricks", "rufer", 120, 7, 2),
    ("won-with-schneider-91", "rufer", 91, 6, 2),
    ("simple-win-90", "rufer", 90, 6, 1),
    ("simple-win-61", "rufer", 61, 4, 1),
    ("simple-loss-60", "rufer", 60, 4, -1),
    ("simple-loss-31", "rufer", 31, 3, -1),
    ("lost-with-schneider-30", "rufer", 30, 3, -2),
    ("lost-with-schwarz", "rufer", 0, 0, -3),
    ("muss-won-with-60", "muss", 60, 4, 1),
    ("muss-lost-with-59", "muss", 59, 4, -1),
    ("muss-schneider-free-with-30", "muss", 30, 3, -1),
    ("muss-schneider-with-29", "muss", 29, 3, -2),
    ("muss-won-as-schneider-with-90", "muss", 90, 6, 2),
    ("muss-89-is-simple", "muss", 89, 6, 1),
    ("muss-all-tricks", "muss", 120, 8, 3),
]


@pytest.mark.parametrize(
    ("contract", "card_points", "tricks", "each"), [pytest.param(*row[1:], id=row[0]) for row in RESULTS]
)
def test_card_points(contract: str, card_points: int, tricks: int, each: int) -> None:
    game = {"contract": contract, "declarer": 1, "partner": 2, "card_points": card_points, "tricks": tricks}
    assert points(**game) == (each, each, -each, -each)


@BOTH
@pytest.mark.parametrize(
    ("game", "expected"),
    [
        pytest.param({"contract": "rufer", "partner": 2, "doublings": 1}, (2, 2, -2, -2), id="Doubling-stoss"),
        pytest.param(
            {"contract": "solo", "level": "schneider", "doublings": 2}, (36, -12, -12, -12), id="Doubling-retour"
        ),
        pytest.param({"contract": "wenz-tout", "doublings": 1}, (36, -12, -12, -12), id="Doubling-tout"),
        pytest.param(
            {"contract": "rufer", "partner": 3, "doublings": 4}, (16, -16, 16, -16), id="Other variations-sub"
        ),
        pytest.param({"contract": "muss", "partner": 2}, (1, 1, -1, -1), id="Muss"),
        pytest.param({"contract": "hochzeit", "partner": 4}, (2, -2, -2, 2), id="Hochzeit-twice-a-rufer"),
        pytest.param(
            {"contract": "hochzeit", "partner": 4, "level": "schwarz", "doublings": 1},
            (12, -12, -12, 12),
            id="Hochzeit",
        ),
        pytest.param({"contract": "kreuz"}, (1, -1, 1, -1), id="Kreuzbock-facing-one-another"),
        pytest.param({"contract": "kreuz", "partner": 3, "level": "schneider"}, (2, -2, 2, -2), id="Kreuzbock"),
        pytest.param({"contract": "bettel"}, (6, -2, -2, -2), id="Bettel"),
        pytest.param({"contract": "bettel-brett"}, (12, -4, -4, -4), id="Bettel-brett-is-double"),
        pytest.param({"contract": "ramsch-tout"}, (12, -4, -4, -4), id="Bettel-ramsch-tout"),
        pytest.param({"contract": "bettel", "doublings": 1}, (12, -4, -4, -4), id="Bettel-stoss"),
        pytest.param({"contract": "rufer", "partner": 2, "runners": 5}, (1, 1, -1, -1), id="Runners-are-paid-only"),
    ],
)
def test_optional_contracts_and_doublings(rules: Any, game: dict[str, Any], expected: tuple[int, ...]) -> None:
    assert points(rules, declarer=1, result="won", **game) == expected
    assert points(rules, declarer=1, result="lost", **game) == tuple(-value for value in expected)


def test_muss_no_contra_may_be_given() -> None:
    plain = {"contract": "muss", "declarer": 1, "partner": 2, "result": "won"}
    assert points(**plain, doublings=1) == points(**plain) == (1, 1, -1, -1)


def test_kreuz_partners_sit_crosswise() -> None:
    assert refused(contract="kreuz", declarer=1, partner=2, result="won") == "partner_not_opposite"


@pytest.mark.parametrize("contract", ["bettel", "bettel-brett", "ramsch-tout"])
def test_bettel_is_lost_with_a_single_trick(contract: str) -> None:
    assert points(contract=contract, declarer=1, card_points=0, tricks=0)[0] > 0
    assert points(contract=contract, declarer=1, card_points=0, tricks=1)[0] < 0


@pytest.mark.parametrize("contract", ["suit-wenz", "suit-geier", "solo"])
def test_any_suit_may_be_trumps(contract: str) -> None:
    for suit in "EGHS":
        assert points(contract=contract, suit=suit, declarer=1, result="won") == (6, -2, -2, -2)
    for plain in ("wenz", "geier"):
        assert refused(contract=plain, suit="E", declarer=1, result="won") == "field_not_used"


# "Ramsch": the most points lose; equal, the most tricks; one or two Jungfrauen, twice or four times; a sweep wins.
RAMSCH = [
    ("loser", [50, 40, 20, 10], [3, 3, 1, 1], (-3, 1, 1, 1)),
    ("equal-points-more-tricks", [45, 45, 20, 10], [2, 4, 1, 1], (1, -3, 1, 1)),
    ("one-jungfrau", [50, 40, 30, 0], [3, 3, 2, 0], (-6, 2, 2, 2)),
    ("two-jungfrauen", [40, 80, 0, 0], [3, 5, 0, 0], (4, -12, 4, 4)),
    ("91-points-are-no-sweep", [10, 91, 9, 10], [1, 5, 1, 1], (1, -3, 1, 1)),
    ("durchmarsch", [0, 120, 0, 0], [0, 8, 0, 0], (-2, 6, -2, -2)),
]


@pytest.mark.parametrize(
    ("card_points", "tricks", "expected"), [pytest.param(*row[1:], id=f"Ramsch-{row[0]}") for row in RAMSCH]
)
def test_ramsch(card_points: list[int], tricks: list[int], expected: tuple[int, ...]) -> None:
    assert points(contract="ramsch", card_points_by_seat=card_points, tricks_by_seat=tricks) == expected


def test_ramsch_with_the_short_pack() -> None:
    game = {"contract": "ramsch", "tricks_by_seat": [0, 6, 0, 0], "card_points_by_seat": [0, 120, 0, 0]}
    assert points(SHORT, **game) == (-2, 6, -2, -2)
    game = {"contract": "ramsch", "tricks_by_seat": [2, 2, 1, 1], "card_points_by_seat": [50, 40, 20, 10]}
    assert points(SHORT, **game) == (-3, 1, 1, 1)


def test_short_schafkopf_has_six_tricks() -> None:
    assert (SHORT.deck.hand, SHORT.packets, LONG.deck.hand) == (6, (3, 3), 8)
    solo = {"contract": "solo", "declarer": 1, "card_points": 120}
    assert points(SHORT, **solo, tricks=6)[0] == 12
    assert points(SHORT, **solo, tricks=5)[0] == 9
    assert refused(SHORT, **solo, tricks=7) == "number_out_of_range"
    assert points(LONG, **solo, tricks=7)[0] == 9


def test_the_bidding_in_the_order_of_the_contract_table() -> None:
    for rules in (LONG, SHORT):
        order = rules.bidding_order
        ranked = ["sie", "solo-tout", "wenz-tout", "geier-tout", "suit-wenz-tout", "suit-geier-tout", "solo", "wenz"]
        ranked += ["geier", "suit-wenz", "suit-geier", "bettel", "hochzeit", "rufer"]
        assert [key for key in order if key in ranked] == ranked
        assert not {"muss", "kreuz", "ramsch"} & set(order)
        assert set(rules.contracts) == {*order, "muss", "kreuz", "ramsch"}


def test_auction_if_all_pass_the_next_dealer_deals() -> None:
    rufer = record_from_json({"contract": "rufer", "declarer": 1, "partner": 3, "result": "won", "passed": 1})
    assert [line.dealer for line in evaluate_sheet(LONG, [rufer, rufer]).lines] == [2, 4]


def test_five_hand_schafkopf_the_dealer_sits_out() -> None:
    assert points(contract="geier", declarer=5, sits_out=1, result="won") == (0, -2, -2, -2, 6)


# "Geier": "another card denomination is entrumped"; "Suit Geier": "a suit is also nominated as trumps".
TRUMPS = [
    ("geier", None, "EO GO HO SO"),
    ("kaiser", None, "EK GK HK SK"),
    ("eisenbahner", None, "E10 G10 H10 S10"),
    ("spatz", None, "E7 G7 H7 S7"),
    ("suit-geier", "G", "EO GO HO SO GA G10 GK GU G9 G8 G7"),
    ("suit-kaiser", "H", "EK GK HK SK HA H10 HO HU H9 H8 H7"),
    ("suit-eisenbahner", "S", "E10 G10 H10 S10 SA SK SO SU S9 S8 S7"),
    ("schieber", "E", "EO GO HO SO EU GU HU SU EA E10 EK E9 E8 E7"),
]


@pytest.mark.parametrize(("contract", "suit", "trumps"), TRUMPS, ids=[row[0] for row in TRUMPS])
def test_which_cards_are_trumps(contract: str, suit: str | None, trumps: str) -> None:
    assert trumps_from_above(KINDS[contract], suit, WHOLE.deck) == tuple(trumps.split())


@pytest.mark.parametrize("contract", ["kaiser", "eisenbahner", "spatz", "suit-kaiser", "suit-eisenbahner"])
def test_the_variants_of_a_geier_are_scored_as_a_geier(contract: str) -> None:
    for result, sign in (("won", 1), ("lost", -1)):
        game = {"declarer": 1, "result": result}
        assert points(WHOLE, contract=contract, **game) == (6 * sign, -2 * sign, -2 * sign, -2 * sign)
        assert points(WHOLE, contract=contract, **game, level="schwarz")[0] == 12 * sign
        assert points(WHOLE, contract=f"{contract}-tout", **game)[0] == 18 * sign
    assert points(WHOLE, contract=contract, declarer=1, card_points=61, tricks=4)[0] == 6
    assert points(WHOLE, contract=f"{contract}-tout", declarer=1, card_points=120, tricks=7)[0] == -18


def test_the_ranks_of_the_variants() -> None:
    """Kaiser "ranks below Geier", Eisenbahner "below Adler and Geier", Spatz "above Wenz"."""
    order = WHOLE.bidding_order
    ranked = ["spatz", "wenz", "geier", "kaiser", "eisenbahner"]
    assert sorted(ranked, key=order.index) == ranked
    touts = [f"{key}-tout" for key in ranked]
    assert sorted(touts, key=order.index) == touts


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        # A Tout "usually doubles the normal game value"; in a Muss "no Contra may be given".
        ("rt12+", (2, 2, -2, -2)),
        ("ht12+", (4, 4, -4, -4)),
        ("kt13-", (-2, 2, -2, 2)),
        ("mt12+", (2, 2, -2, -2)),
        ("kat1+", (18, -6, -6, -6)),
        ("fkth1+", (18, -6, -6, -6)),
        ("sc2+", (-2, 6, -2, -2)),
        ("scs2--", (3, -9, 3, 3)),
        ("tr1+++", (12, -4, -4, -4)),
        # Ramsch Tout: "played as a Bettel".
        ("rat1+", (6, -2, -2, -2)),
        # "the two players with the most points pay to the other two"; "Durchmarsch ... to wins the game"
        ("ra12-", (-1, -1, 1, 1)),
        ("ra3+", (-2, -2, 6, -2)),
        ("sr4-", (1, 1, 1, -3)),
    ],
)
def test_the_letters_of_contracts_and_touts(entry: str, expected: tuple[int, ...]) -> None:
    record = parse_entry(WHOLE, entry)
    assert score_game(WHOLE, record).points == expected
    assert format_record(record) == entry


@pytest.mark.parametrize(("contract", "partner"), [("hochzeit-tout", 2), ("muss-tout", 4), ("kreuz-tout", 3)])
def test_a_tout_of_partners_needs_every_trick(contract: str, partner: int) -> None:
    game = {"contract": contract, "declarer": 1, "partner": partner, "card_points": 120}
    assert points(WHOLE, **game, tricks=8)[0] > 0
    assert points(WHOLE, **game, tricks=7)[0] < 0


def test_the_tens_of_an_eisenbahner_are_no_side_cards() -> None:
    """Beside the Ace the King comes next, where the Tens are trumps (reading 19)."""
    permit = '[permits.eisenbahner-tout]\nsection = "Geier"\nrunners = 2\ntrumps_with_the_highest = 0\n'
    permit += 'side_suits = "ace-or-ace-ten"\nmost_side_cards = 10\n'
    rules = parse_ruleset(WHOLE.text.replace("[permits]", f"[permits]\n{permit}"))
    good = check_permit(rules, "eisenbahner-tout", "E10 G10 H10 EA EK EO GA HA".split())
    assert [reason.code.removeprefix("permit_") for reason in good.reasons] == ["runners", "longer_suit", "ace", "ace"]
    pair = check_permit(rules, "eisenbahner-tout", "E10 G10 H10 S10 EA EK GA HA".split())
    assert pair.permitted
    assert [reason.message for reason in pair.reasons][1] == "E: EA, EK, the highest there is (Geier)."
    bad = check_permit(rules, "eisenbahner-tout", "E10 G10 H10 S10 EA EO GA HA".split())
    assert not bad.permitted


def test_schieberamsch_counts_what_lies_before_each_seat_at_the_end() -> None:
    """Ramsch: "the player who has the fewest points at the end also wins" (reading 51)."""
    game = {"contract": "schieberamsch", "card_points_by_seat": [10, 20, 40, 50], "tricks_by_seat": [1, 1, 3, 3]}
    assert points(WHOLE, **game) == (1, 1, 1, -3)
    assert points(WHOLE, **{**game, "contract": "ramsch"}) == (1, 1, -1, -1)


def test_nobody_bids_a_round() -> None:
    unbid = {key for key in WHOLE.contracts if key not in WHOLE.bidding_order}
    rounds = {"ramsch", "schieberamsch", "schieber", "devils-round"}
    assert unbid == {*rounds, "kreuz", "kreuz-tout", "muss", "muss-tout"}
    instead = WHOLE.text.replace('all_pass = { value = "next-dealer"', 'all_pass = { value = "schieberamsch"')
    notice = instead.replace('code = "all-pass-next-dealer"', 'code = "all-pass-schieberamsch"')
    assert check_ruleset(notice) == ()


def test_customs_without_an_effect_on_points_are_sentences() -> None:
    names = ("Allgäu", "Hadschader", "Minas", "Strixner", "Zupf", "The old man")
    sentences = [notice.words["en"] for notice in WHOLE.notices if notice.words]
    assert [sentence.startswith(name) for sentence, name in zip(sentences, names, strict=True)] == [True] * 6


def with_pack(text: str, pack: int, packets: str, fewer: int) -> str:
    """Return rules with another pack: no Spatz, no notice of the dealing, and no more runners than there are trumps."""
    text = text.replace("pack = { value = 32", f"pack = {{ value = {pack}")
    text = text.replace("packets = { value = [4, 4]", f"packets = {{ value = {packets}")
    text = text.replace('[[notices]]\ncode = "dealing-two-packets-of-four"\nsection = "Deal"\n', "")
    for most in (14, 13, 10):
        text = text.replace(f"most = {most},", f"most = {most - fewer},")
    return text


def test_short_schafkopf_with_twenty_cards() -> None:
    """Short Schafkopf: "20 cards in the game and players are then dealt 5 cards each"."""
    rules = parse_ruleset(with_pack(LONG.text, 20, "[3, 2]", 3))
    assert (rules.deck.hand, doubts(rules)) == (5, ())
    solo = {"contract": "solo", "suit": "E", "declarer": 1}
    assert points(rules, **solo, card_points=120, tricks=5) == (12, -4, -4, -4)
    assert points(rules, **solo, card_points=112, tricks=4) == (9, -3, -3, -3)
    assert refused(rules, **solo, card_points=113, tricks=4) == "card_points_impossible"
    assert refused(rules, **solo, card_points=120, tricks=6) == "number_out_of_range"
    rufer = {"contract": "rufer", "declarer": 1, "partner": 3, "result": "won"}
    assert points(rules, **rufer, runners=11) == (1, -1, 1, -1)
    assert refused(rules, **rufer, runners=12) == "number_out_of_range"
    sie = check_permit(rules, "sie", "EO GO HO SO EU".split())
    assert (sie.permitted, sie.runners) == (True, 5)
    faults = check_ruleset(with_pack(WHOLE.text, 20, "[3, 2]", 3))
    assert [(fault.context["key"], fault.context["detail"].code) for fault in faults] == [
        ("contracts.spatz", "trumps_not_in_pack"),
        ("contracts.spatz-tout", "trumps_not_in_pack"),
    ]


def test_three_with_the_short_pack() -> None:
    """Three-hand Schafkopf: "dealt 8 cards and only Solo or Wenz are played. It is not permitted in tournaments"."""
    text = with_pack(LONG.text, 24, "[4, 4]", 2).replace("players = { value = 4", "players = { value = 3")
    text = text.replace("seats = { value = [4, 5]", "seats = { value = [3]")
    text = text[: text.index("[contracts.rufer]")] + text[text.index("[contracts.solo]") :]
    text = text.replace(', "hochzeit", "rufer",', ",").replace('of = "rufer"', 'of = "solo"')
    rules = parse_ruleset(text)
    assert (rules.deck.hand, rules.deck.skat, rules.games(3)) == (8, 0, 32)
    assert points(rules, contract="solo", suit="H", declarer=2, card_points=91, tricks=6) == (-3, 6, -3)
    assert points(rules, contract="geier", declarer=1, result="lost") == (-4, 2, 2)
    # 32 games are no whole number of rounds of three.
    assert [doubt.code for doubt in doubts(rules)] == ["three_with_the_short_pack", "last_round_shorter"]


def with_bock(*after: str, deals: int = 4, text: str = WHOLE.text) -> Ruleset:
    events = ", ".join(f'"{event}"' for event in after)
    start, end = text.index("[bock]"), text.index("\n\n", text.index("[bock]"))
    bock = f'[bock]\nsection = "Bock games or rounds"\nafter = [{events}]\ndeals = {deals}'
    return parse_ruleset(f"{text[:start]}{bock}{text[end:]}")


def sheet_of(rules: Ruleset, *games: dict[str, Any]) -> list[tuple[int, bool]]:
    """Return what seat 1 gets in each line, and whether it is in a Bock."""
    sheet = evaluate_sheet(rules, [record_from_json(game) for game in games])
    assert sheet.problems == ()
    return [(line.points[0], line.bock) for line in sheet.lines]


RUFER: dict[str, Any] = {"contract": "rufer", "declarer": 1, "partner": 3, "result": "won"}
SOLO_LOST: dict[str, Any] = {"contract": "solo", "declarer": 2, "result": "lost"}
SIXTY = {**RUFER, "result": "lost", "card_points": 60, "tricks": 4}
SWEPT = {**RUFER, "level": "schwarz"}
# "after the cards are thrown in, after a lost solo or doubled game, after a game ends 60-all and/or after Schwarz or Re
# games ... the next four deals are played at double the usual tariff".
BOCK = [
    ("lost-solo", [SOLO_LOST, *[RUFER] * 5], [2, 2, 2, 2, 2, 1]),
    ("lost-solo", [{**SOLO_LOST, "contract": "wenz-tout"}, RUFER], [6, 2]),
    # Known by its points alone, it may have been a Schieberamsch with a Jungfrau.
    ("lost-solo", [{"written": [2, -6, 2, 2]}, RUFER], [2, 1]),
    ("lost-solo", [{**SOLO_LOST, "result": "won"}, RUFER, {**RUFER, "result": "lost"}, RUFER], [-2, 1, -1, 1]),
    ("doubled", [{**RUFER, "doublings": 1}, RUFER], [2, 2]),
    ("re", [{**RUFER, "doublings": 1}, {**RUFER, "doublings": 2}, RUFER], [2, 4, 2]),
    ("drawn", [SIXTY, RUFER], [-1, 2]),
    ("drawn", [{**SIXTY, "card_points": 59}, RUFER], [-1, 1]),
    ("schwarz", [SWEPT, RUFER], [3, 2]),
    # The game after the deal that was thrown in is the first of the four.
    ("thrown-in", [RUFER, {**RUFER, "passed": 1}, *[RUFER] * 4], [1, 2, 2, 2, 2, 1]),
    # Reading 54: another event starts the four again, and nothing counts more than twice.
    ("schwarz", [SWEPT, RUFER, RUFER, SWEPT, *[RUFER] * 5], [3, 2, 2, 6, 2, 2, 2, 2, 1]),
    # A struck game begins nothing.
    ("schwarz", [{**SWEPT, "struck": True}, RUFER], [0, 1]),
]


@pytest.mark.parametrize(
    ("event", "games", "expected"), [pytest.param(*row, id=f"{at}-{row[0]}") for at, row in enumerate(BOCK)]
)
def test_bock_rounds(event: str, games: list[dict[str, Any]], expected: list[int]) -> None:
    assert [points for points, _bock in sheet_of(with_bock(event), *games)] == expected
    others = {"thrown-in", "lost-solo", "doubled", "drawn", "schwarz", "re"} - {event, "doubled", "schwarz"}
    if event not in ("re", "doubled"):
        assert [points for points, _bock in sheet_of(with_bock(*others, event), *games)] == expected
    assert not any(bock for _points, bock in sheet_of(WHOLE, *games))


def test_a_lost_solo_known_by_its_points_begins_a_bock() -> None:
    text = load_ruleset("schafkopfschule-2023").text
    assert sheet_of(with_bock("lost-solo", text=text), RUFER, {"written": [2, -6, 2, 2], "circled": 2}, RUFER) == [
        (1, False),
        (2, False),
        (2, True),
    ]


def test_a_bock_doubles_everything() -> None:
    rules = with_bock("schwarz", deals=8)
    rows = sheet_of(
        rules,
        SWEPT,
        {**SOLO_LOST, "declarer": 1, "level": "schneider", "doublings": 1},
        {"contract": "solo-tout", "declarer": 1, "result": "won"},
        {"contract": "ramsch", "loser": 1, "second_loser": 2, "jungfrauen": [4]},
        {"contract": "ramsch", "durchmarsch": 1},
        {"contract": "sie", "declarer": 1},
        {"written": [12, -4, -4, -4]},
    )
    assert rows == [(3, False), *((points, True) for points in (-36, 36, -4, 12, 48, 12))]


def test_what_a_line_says_of_a_bock_must_be_so() -> None:
    rules = with_bock("schwarz")
    sheet = evaluate_sheet(rules, [record_from_json(game) for game in (SWEPT, {**RUFER, "bock": False}, RUFER)])
    assert [problem.code for problem in sheet.problems] == ["bock_contradicts"]
    assert sheet.lines[2].bock
    odd = evaluate_sheet(rules, [record_from_json(SWEPT), record_from_json({"written": [1, -1, 1, -1]})])
    assert [problem.code for problem in odd.problems] == ["no_such_outcome"]
    assert points(rules, **RUFER, bock=True) == (2, -2, 2, -2)
    assert refused(WHOLE, **RUFER, bock=True) == "no_bock"


def test_a_line_that_is_not_written_yet_is_a_deal_of_the_bock() -> None:
    lines = [record_from_json(SWEPT), None, None, *[record_from_json(RUFER)] * 3]
    assert [line.bock for line in evaluate_sheet(with_bock("schwarz"), lines).lines] == [False, *[True] * 4, False]


def test_an_error_in_a_bock_costs_double() -> None:
    house = with_bock("schwarz", text=load_ruleset("house-10-60").text.replace("no-bock-rounds", "no-hints"))
    game = {"contract": "solo", "declarer": 1, "bock": True, "sanction": {"kind": "illegal-card", "offender": 1}}
    assert points(house, **game) == (-120, 40, 40, 40)
    game["sanction"] |= {"points": [-120, 40, 40, 40]}
    assert points(house, **game) == (-120, 40, 40, 40)
    game["sanction"] |= {"points": [-60, 20, 20, 20]}
    assert refused(house, **game) == "ruling_contradicts"


def test_a_bock_doubles_the_money_too() -> None:
    """Bock games or rounds "are those for which there is double tariff"."""
    rules = with_bock("schwarz", text=LONG.text)
    for tariff, plain in (("social-10-20", (1, -1, 1, -1)), ("social-10-20-50", (2, -2, 2, -2))):
        money = load_tariff(tariff)
        assert settle(money, record_from_json(RUFER), ruleset=rules).units == plain
        doubled = settle(money, record_from_json({**RUFER, "bock": True}), ruleset=rules)
        assert doubled.units == tuple(2 * unit for unit in plain)


def test_a_notice_that_there_is_no_bock_contradicts_one() -> None:
    with pytest.raises(ScoringError) as refusal:
        with_bock("schwarz", text=load_ruleset("house-10-60").text)
    assert refusal.value.context["key"] == "notices.no-bock-rounds"


def test_totals_may_be_those_of_a_bock() -> None:
    plain, doubled = game_bounds(LONG, 4), game_bounds(with_bock("schwarz", text=LONG.text), 4)
    assert (plain.own["sie"], doubled.own["sie"]) == (24, 48)
    assert doubled.won == plain.won
