"""5.2.14 typed from the document, with reading 19, and random hands against a naive count."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.cards import Deck
from scoring.contracts import KINDS, Kind
from scoring.errors import MESSAGES, ScoringError
from scoring.permits import AGAINST, NOTED, check_permit, trumps_from_above
from scoring.ruleset import Ruleset, load_ruleset, parse_ruleset

RULES = load_ruleset("schafkopfschule-2023")
SHORT = parse_ruleset(
    RULES.text.replace("pack = { value = 32", "pack = { value = 24")
    .replace("packets = { value = [4, 4]", "packets = { value = [3, 3]")
    .replace("from = 3, most = 14", "from = 3, most = 12")
    .replace("from = 3, most = 13", "from = 3, most = 11")
    .replace('[[notices]]\ncode = "dealing-two-packets-of-four"\nsection = "5.2.3"\n', "")
)
PACK = [f"{suit}{rank}" for suit in "EGHS" for rank in ("A", "10", "K", "O", "U", "9", "8", "7")]
OBERS, UNTERS = "EO GO HO SO", "EU GU HU SU"


def codes(contract: str, hand: str, suit: str | None = None, *, rules: Ruleset = RULES) -> list[str]:
    """The reasons without their `permit_`, and a fault where they contradict the answer."""
    permit = check_permit(rules, contract, hand.split(), suit)
    reasons = [reason.code for reason in permit.reasons]
    assert permit.permitted == (not AGAINST & set(reasons))
    assert all(reason.message for reason in permit.reasons)
    return [code.removeprefix("permit_") for code in reasons]


def table(text: str) -> list[object]:
    """Rows of hand | reasons | section and case; the last column is the test's name."""
    rows = [[cell.strip() for cell in line.split("|")] for line in text.strip().splitlines()]
    return [pytest.param(hand, reasons.split(), id=name) for hand, reasons, name in rows]


# At least 3 runners with either Aces or Ace/Ten combinations in a side suit.
@pytest.mark.parametrize(
    ("hand", "reasons"),
    table("""
    EO GO HO EA EK E9 E8 GA  | runners ace                       | 5.2.14 three runners and an Ace
    EO GO HO EA EK E9 GA G10 | runners ace_ten                   | 5.2.14 three runners and Ace/Ten
    EO GO HO EA EK GA HA SA  | runners ace ace ace               | 5.2.14 three Aces
    EO GO HO EA GA G10 HA H10 | runners ace_ten ace_ten          | 5.2.14 twice Ace/Ten
    EO GO HO SO EU GU HU EA  | runners only_trumps               | reading 19 eight trumps
    EO GO HO E10 EA GA G10 GK | runners longer_suit              | reading 19 Ace, Ten, King
    EO GO HO E7 GA G10 GK G9 | runners longer_suit               | reading 19 four running from the Ace
    EO GO SO EA EK E9 E8 GA  | runners_too_few ace               | 5.2.14 two runners
    GO HO SO EA EK E9 E8 GA  | runners_too_few ace               | 5.2.14 without the highest
    EO GO SO EU GU HU SU EA  | runners_too_few only_trumps       | 5.2.14 eight trumps with a gap
    EO GO HO EA EK E9 E8 G10 | runners card_missing              | 5.2.14 a Ten alone
    EO GO HO EA EK E9 GA GK  | runners card_missing              | 5.2.14 Ace and King
    EO GO HO EA EK GA G10 G9 | runners card_missing              | 5.2.14 a loose third card
    EO GO HO EA EK GA HA S7  | runners ace ace card_missing      | 5.2.14 one bad suit
    EO GO HO SO GA HA SA S10 | runners suit_not_held ace ace ace_ten | 2.6.4 no card of the trump suit
    EO GO HO SO EU GU HU SU  | runners suit_not_held hand_is_sie only_trumps | 2.9.3 a Sie is not played
    """),
)
def test_solo_tout(hand: str, reasons: list[str]) -> None:
    assert codes("solo-tout", hand, "E") == reasons


# At least 2 running Unters, or 3 with that of Acorns; the others Ace/Ten, or Ace/Ten and a third card of the suit.
@pytest.mark.parametrize(
    ("hand", "reasons"),
    table("""
    EU GU GA G10 HA H10 SA S10 | runners ace_ten ace_ten ace_ten   | 5.2.14 two running Unters
    EU HU SU GA G10 G7 HA H10 | highest ace_ten_third ace_ten      | 5.2.14 three with that of Acorns
    EU GU HU SU GA G10 HA H10 | runners highest ace_ten ace_ten    | 5.2.14 all four
    EU GU GA G10 GO HA H10 HK | runners ace_ten_third ace_ten_third | 5.2.14 any third card, an Ober too
    EU GU GA EA E10 HA SA S10 | runners ace_ten bare_ace bare_ace ace_ten | reading 19 bare Aces
    EU GU GA G10 GO G7 HA H10 | runners longer_suit ace_ten        | reading 19 two beside Ace/Ten
    EU GU GA G10 GK GO G9 G8  | runners longer_suit                | reading 19 six of a suit
    EU HU GA G10 G7 HA H10 H9 | runners_too_few highest_missing ace_ten_third ace_ten_third | 5.2.14 two, one running
    GU HU SU GA G10 G7 HA H10 | runners_too_few highest_missing ace_ten_third ace_ten | 5.2.14 three without Acorns
    EU GU GA GK GO HA H10 H9  | runners card_missing ace_ten_third | 5.2.14 no Ten
    EU GU G10 GK HA H10 SA S10 | runners card_missing ace_ten ace_ten | 5.2.14 no Ace
    EU GU GA G10 HA H10 SA SO | runners ace_ten ace_ten card_missing | 2.7.2 an Ober is of its suit
    EU GU GA G10 HA H10 EO SA | runners card_missing ace_ten ace_ten bare_ace | 2.7.2 an Ober alone
    EO GO HO SO EU GU HU SU | runners highest hand_is_sie card_missing card_missing card_missing card_missing | 2.9.3
    """),
)
def test_wenz_tout(hand: str, reasons: list[str]) -> None:
    assert codes("wenz-tout", hand) == reasons


@pytest.mark.parametrize(
    ("rules", "hand", "reasons"),
    [
        pytest.param(RULES, f"{OBERS} {UNTERS}", ["sie"], id="2.9.1 all Obers and Unters"),
        pytest.param(RULES, f"{OBERS} EU GU HU S7", ["sie_missing"], id="2.9.1 one Unter lacks"),
        pytest.param(SHORT, f"{OBERS} EU GU", ["sie"], id="short pack: the six highest lords"),
        pytest.param(SHORT, f"{OBERS} EU HU", ["sie_missing"], id="short pack: six lords with a gap"),
    ],
)
def test_sie(rules: Ruleset, hand: str, reasons: list[str]) -> None:
    assert codes("sie", hand, rules=rules) == reasons


def test_the_short_pack_has_shorter_suits_and_hands() -> None:
    assert codes("solo-tout", "EO GO HO E9 GA G10", "E", rules=SHORT) == ["runners", "ace_ten"]
    assert codes("wenz-tout", "EU GU GA G10 GO HA", rules=SHORT) == ["runners", "ace_ten_third", "bare_ace"]
    assert codes("solo-tout", f"{OBERS} EU GU", "E", rules=SHORT)[1:3] == ["suit_not_held", "hand_is_sie"]


def test_a_reason_names_what_it_saw_and_its_section() -> None:
    permit = check_permit(RULES, "wenz-tout", "GU HU SU GA GO HA H10 SA".split())
    assert (permit.permitted, permit.runners) == (False, 0)
    assert [(reason.code, reason.context) for reason in permit.reasons] == [
        ("permit_runners_too_few", {"found": 0, "needed": 2, "section": "5.2.14"}),
        ("permit_highest_missing", {"found": 3, "needed": 3, "card": "EU", "section": "5.2.14"}),
        ("permit_card_missing", {"card": "G10", "cards": ("GA", "GO"), "section": "5.2.14"}),
        ("permit_ace_ten", {"suit": "H", "cards": ("HA", "H10"), "section": "5.2.14"}),
        ("permit_bare_ace", {"suit": "S", "cards": ("SA",), "section": "5.2.14"}),
    ]
    assert permit.reasons[2].message == "G10 is missing beside GA, GO (5.2.14)."


def test_the_demands_are_the_rulesets() -> None:
    """A ruleset that demands four runners and accepts any kind of side suit."""
    own = RULES.text.replace("runners = 3\n", "runners = 4\n").replace('"ace-or-ace-ten"', '"any"')
    assert codes("solo-tout", "EO GO HO EA EK E9 E8 G7", "E", rules=parse_ruleset(own)) == ["runners_too_few"]
    assert codes("solo-tout", "EO GO HO SO EK E9 E8 G7", "E", rules=parse_ruleset(own)) == ["runners"]


GOOD = "EO GO HO EA EK E9 E8 GA"


@pytest.mark.parametrize(
    ("contract", "hand", "suit", "code"),
    [
        ("schach", GOOD, "E", "unknown_contract"),
        ("geier-tout", GOOD, None, "contract_not_played"),
        ("solo", GOOD, "E", "no_permit_rule"),
        ("solo-tout", GOOD, None, "missing_field"),
        ("solo-tout", GOOD, "X", "bad_value"),
        ("solo-tout", GOOD, "", "bad_value"),
        ("wenz-tout", GOOD, "E", "field_not_used"),
        ("sie", GOOD, "E", "field_not_used"),
        ("solo-tout", GOOD.replace("GA", "GB"), "E", "unknown_card"),
        ("solo-tout", GOOD.replace("GA", "AG"), "E", "unknown_card"),
        ("solo-tout", GOOD.replace("GA", "ga"), "E", "unknown_card"),
        ("solo-tout", GOOD.replace("GA", "G"), "E", "unknown_card"),
        ("solo-tout", GOOD.replace("GA", "EO"), "E", "card_twice"),
        ("solo-tout", GOOD.removesuffix(" GA"), "E", "wrong_number_of_cards"),
        ("solo-tout", f"{GOOD} HA", "E", "wrong_number_of_cards"),
        ("solo-tout", "", "E", "wrong_number_of_cards"),
    ],
)
def test_what_is_no_question(contract: str, hand: str, suit: str | None, code: str) -> None:
    with pytest.raises(ScoringError) as refused:
        check_permit(RULES, contract, hand.split(), suit)
    assert refused.value.code == code


def test_cards_that_are_not_in_the_pack() -> None:
    with pytest.raises(ScoringError) as refused:
        check_permit(SHORT, "solo-tout", "EO GO HO EA E8 GA".split(), "E")
    assert (refused.value.code, refused.value.context) == ("card_not_in_pack", {"card": "E8", "pack": 24})
    with pytest.raises(ScoringError) as refused:
        check_permit(RULES, "solo-tout", ["", *GOOD.split()[1:]], "E")
    assert refused.value.code == "unknown_card"


@pytest.mark.parametrize(
    ("contract", "suit", "trumps"),
    [
        ("rufer", None, f"{OBERS} {UNTERS} HA H10 HK H9 H8 H7"),
        ("solo-tout", "S", f"{OBERS} {UNTERS} SA S10 SK S9 S8 S7"),
        ("wenz-tout", None, UNTERS),
        ("geier", None, OBERS),
        ("suit-wenz", "G", f"{UNTERS} GA G10 GK GO G9 G8 G7"),
        ("sie", None, f"{OBERS} {UNTERS}"),
    ],
)
def test_trumps_from_above(contract: str, suit: str | None, trumps: str) -> None:
    assert trumps_from_above(KINDS[contract], suit, Deck(32, 4)) == tuple(trumps.split())


@pytest.mark.parametrize("kind", [kind for kind in KINDS.values() if kind.key != "sie"], ids=lambda kind: kind.key)
@pytest.mark.parametrize("deck", [Deck(32, 4), Deck(24, 4), Deck(32, 3)], ids=str)
def test_there_are_as_many_trumps_as_the_kind_says(kind: Kind, deck: Deck) -> None:
    assert len(set(trumps_from_above(kind, "G", deck))) == kind.trumps(deck)


hands = st.lists(st.sampled_from(PACK), min_size=8, max_size=8, unique=True)
touts = st.sampled_from([*(("solo-tout", suit) for suit in "EGHS"), ("wenz-tout", None)])


def naive_trumps(suit: str | None) -> list[str]:
    """The trumps as the document lists them, by 1.2.5 with 2.6.6, and by 2.7.4."""
    lords = "EU GU HU SU" if suit is None else "EO GO HO SO EU GU HU SU"
    return [*lords.split(), *(f"{suit}{rank}" for rank in "A 10 K 9 8 7".split() if suit)]


@given(hands, touts)
def test_runners_agree_with_a_naive_count(hand: list[str], tout: tuple[str, str | None]) -> None:
    contract, suit = tout
    count = 0
    for card in naive_trumps(suit):
        if card not in hand:
            break
        count += 1
    assert check_permit(RULES, contract, hand, suit).runners == count


@given(hands, touts)
def test_each_suit_held_is_judged_once_and_the_order_of_the_hand_is_nothing(
    hand: list[str], tout: tuple[str, str | None]
) -> None:
    contract, suit = tout
    permit = check_permit(RULES, contract, hand, suit)
    assert permit == check_permit(RULES, contract, sorted(hand), suit)
    side = {card[0] for card in hand if card not in naive_trumps(suit)}
    judged = [reason.context["cards"][0][0] for reason in permit.reasons if "cards" in reason.context]  # type: ignore[index]
    assert judged == [part for part in "EGHS" if part in side]
    only = [reason.code for reason in permit.reasons if reason.code == "permit_only_trumps"]
    assert len(only) == (0 if side else 1)


@given(hands, touts, st.data())
def test_a_higher_trump_for_a_lower_never_costs_a_permit_for_want_of_trumps(
    hand: list[str], tout: tuple[str, str | None], data: st.DataObject
) -> None:
    contract, suit = tout
    trumps = naive_trumps(suit)
    swaps = [(low, high) for low in trumps if low in hand for high in trumps[: trumps.index(low)] if high not in hand]
    assume(swaps)
    low, high = data.draw(st.sampled_from(swaps))
    better = [high if card == low else card for card in hand]
    wanting = {"permit_runners_too_few", "permit_highest_missing"}
    before, after = (check_permit(RULES, contract, cards, suit) for cards in (hand, better))
    assert after.runners >= before.runners
    if not wanting & {reason.code for reason in before.reasons}:
        assert not wanting & {reason.code for reason in after.reasons}


def test_a_reason_is_against_or_noted_but_not_both() -> None:
    assert not AGAINST & NOTED
    assert (AGAINST | NOTED).issubset(MESSAGES)
