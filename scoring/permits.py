"""May this hand play a Tout (5.2.14)? Knows a hand and the ruleset's demands, but no seats and no game.

It only advises: the supervisor decides (reading 19).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.cards import RANKS, SUITS, TEN, Deck
from scoring.contracts import BY_DEAL, CHOSEN, KINDS, Kind
from scoring.errors import Problem, ScoringError, problem
from scoring.parts import PermitRule
from scoring.ruleset import Ruleset

AGAINST = frozenset(
    {
        "permit_runners_too_few",
        "permit_highest_missing",
        "permit_suit_not_held",
        "permit_hand_is_sie",
        "permit_card_missing",
        "permit_side_cards_too_many",
        "permit_sie_missing",
    }
)
"""Reasons against the contract: one of them is enough."""

NOTED = frozenset({"permit_bare_ace", "permit_longer_suit"})
"""Accepted, although the rule does not name it: the supervisor should look."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Permit:
    """Whether a hand may play the contract, its runners, and every reason for and against."""

    permitted: bool
    runners: int
    reasons: tuple[Problem, ...]


def check_permit(ruleset: Ruleset, contract: str, hand: Sequence[str], suit: str | None = None) -> Permit:
    """Return whether the hand may play a Tout by the ruleset's demands (5.2.14), or whether it is a Sie (2.9.1).

    `hand` holds card codes: suit E G H S and rank A 10 K O U 9 8 7, as many as are dealt. `suit` is the trump suit
    if the declarer names one. Each reason is a Problem; its code is in AGAINST or in NOTED, or else it speaks for
    the hand. Raises ScoringError: `unknown_contract`, `contract_not_played`, `no_permit_rule`; `missing_field`,
    `bad_value` or `field_not_used` for the suit; `unknown_card`, `card_not_in_pack`, `card_twice`,
    `wrong_number_of_cards`.
    """
    kind = _kind(ruleset, contract)
    _check_suit(ruleset, kind, suit)
    deck = ruleset.deck
    _check_hand(deck, hand)
    trumps = trumps_from_above(kind, suit, deck)
    runners = _running(trumps, hand)
    if kind.decided_by == BY_DEAL:
        reasons = [_sie_reason(ruleset, kind, hand)]
    else:
        rule = ruleset.permits[contract]
        reasons = [
            *_trump_reasons(rule, trumps, hand, runners),
            *_declarer_reasons(ruleset, kind, suit, hand),
            *_side_suit_reasons(rule, deck, trumps, hand),
            *_side_card_reasons(rule, trumps, hand),
        ]
    permitted = not any(reason.code in AGAINST for reason in reasons)
    return Permit(permitted=permitted, runners=runners, reasons=tuple(reasons))


def speaks(reason: Problem) -> str:
    """Return how a reason speaks: against, noted (for it, but worth a look), or for."""
    return "against" if reason.code in AGAINST else "noted" if reason.code in NOTED else "for"


def trumps_from_above(kind: Kind, suit: str | None, deck: Deck) -> tuple[str, ...]:
    """Return the card codes of all trumps, highest first (1.2.5, 2.6.6, 2.7.4)."""
    lords = tuple(f"{part}{rank}" for rank in kind.lords for part in SUITS)
    plain = suit if kind.trump_suit == CHOSEN else kind.trump_suit
    if plain is None:
        return lords
    return (*lords, *(f"{plain}{rank}" for rank in deck.ranks if rank not in kind.lords))


def _kind(ruleset: Ruleset, contract: str) -> Kind:
    if contract not in KINDS:
        raise ScoringError("unknown_contract", contract=contract)
    if contract not in ruleset.contracts:
        raise ScoringError("contract_not_played", contract=contract)
    if contract not in ruleset.permits and KINDS[contract].decided_by != BY_DEAL:
        raise ScoringError("no_permit_rule", contract=contract)
    return KINDS[contract]


def _check_suit(ruleset: Ruleset, kind: Kind, suit: str | None) -> None:
    allowed = ruleset.suits(kind.key)
    if suit is None:
        if allowed:
            raise ScoringError("missing_field", field="suit")
    elif not allowed:
        raise ScoringError("field_not_used", field="suit", contract=kind.key)
    elif suit not in allowed:
        raise ScoringError("bad_value", field="suit", allowed=allowed, found=suit)


def _check_hand(deck: Deck, hand: Sequence[str]) -> None:
    cards: set[str] = set()
    for card in hand:
        if card[:1] not in SUITS or card[1:] not in RANKS:
            raise ScoringError("unknown_card", card=card)
        if card[1:] not in deck.ranks:
            raise ScoringError("card_not_in_pack", card=card, pack=deck.pack)
        if card in cards:
            raise ScoringError("card_twice", card=card)
        cards.add(card)
    if len(hand) != deck.hand:
        raise ScoringError("wrong_number_of_cards", needed=deck.hand, found=len(hand))


def _running(trumps: Sequence[str], hand: Sequence[str]) -> int:
    """Return the length of the unbroken sequence from the highest trump down (4.2.2)."""
    return next((number for number, card in enumerate(trumps) if card not in hand), len(trumps))


def _sie_reason(ruleset: Ruleset, kind: Kind, hand: Sequence[str]) -> Problem:
    section = ruleset.contracts[kind.key].section
    cards = _sie_cards(kind, ruleset.deck)
    missing = tuple(card for card in cards if card not in hand)
    if missing:
        return problem("permit_sie_missing", cards=missing, section=section)
    return problem("permit_sie", cards=cards, section=section)


def _sie_cards(kind: Kind, deck: Deck) -> tuple[str, ...]:
    """Return the cards of a Sie: all lords; with the short pack, as many of the highest as a hand holds."""
    return trumps_from_above(kind, None, deck)[: kind.trumps(deck)]


def _trump_reasons(rule: PermitRule, trumps: Sequence[str], hand: Sequence[str], runners: int) -> Iterator[Problem]:
    """Judge both ways to have enough trumps; a way that fails does not matter if the other holds."""
    count = sum(card in trumps for card in hand)
    needed = rule.trumps_with_the_highest
    with_the_highest = 0 < needed <= count and trumps[0] in hand
    if runners >= rule.runners:
        yield problem("permit_runners", found=runners, needed=rule.runners, section=rule.section)
    elif not with_the_highest:
        yield problem("permit_runners_too_few", found=runners, needed=rule.runners, section=rule.section)
    if with_the_highest:
        yield problem("permit_highest", found=count, needed=needed, card=trumps[0], section=rule.section)
    elif needed and runners < rule.runners:
        yield problem("permit_highest_missing", found=count, needed=needed, card=trumps[0], section=rule.section)


def _declarer_reasons(ruleset: Ruleset, kind: Kind, suit: str | None, hand: Sequence[str]) -> Iterator[Problem]:
    """Judge what forbids the contract apart from the rule for a Tout."""
    plain = {card for card in hand if card[0] == suit and card[1:] not in kind.lords}
    if kind.trump_suit == CHOSEN and not plain:
        yield problem("permit_suit_not_held", suit=suit, section="2.6.4")
    for contract in ruleset.contracts.values():
        if contract.kind.decided_by == BY_DEAL and set(_sie_cards(contract.kind, ruleset.deck)) <= set(hand):
            yield problem("permit_hand_is_sie", section="2.9.3")


def _side_suit_reasons(rule: PermitRule, deck: Deck, trumps: Sequence[str], hand: Sequence[str]) -> Iterator[Problem]:
    if rule.side_suits not in _SIDE_SUITS:
        return
    certain, codes = _SIDE_SUITS[rule.side_suits]
    suits = [suit for suit in SUITS if any(card[0] == suit for card in hand if card not in trumps)]
    if not suits:
        yield problem("permit_only_trumps", found=len(hand), section=rule.section)
    for suit in suits:
        # In a Wenz the Obers are not trumps and rank between King and Nine (2.7.2).
        ranking = [f"{suit}{rank}" for rank in deck.ranks if f"{suit}{rank}" not in trumps]
        cards = tuple(card for card in ranking if card in hand)
        missing = next((card for card in ranking[: min(len(cards), certain)] if card not in cards), None)
        if missing:
            yield problem("permit_card_missing", card=missing, cards=cards, section=rule.section)
        else:
            code = codes[min(len(cards), len(codes)) - 1]
            # If Tens are the trumps, the King comes next.
            code = "permit_highest_two" if code == "permit_ace_ten" and f"{suit}{TEN}" in trumps else code
            yield problem(code, suit=suit, cards=cards, section=rule.section)


def _side_card_reasons(rule: PermitRule, trumps: Sequence[str], hand: Sequence[str]) -> Iterator[Problem]:
    """Judge the cap: at most two Aces, or one Ace and its Ten, are two cards that are no trumps."""
    count = sum(card not in trumps for card in hand)
    if count > rule.most_side_cards:
        yield problem("permit_side_cards_too_many", found=count, most=rule.most_side_cards, section=rule.section)


# Reading 19. A longer top sequence is as safe as Ace and Ten. Beside Ace and Ten, a fourth card leaves the others fewer
# cards than the third card that the rule allows. With a bare Ace nothing can be lost.
_SIDE_SUITS = {
    "ace-or-ace-ten": (len(RANKS), ("permit_ace", "permit_ace_ten", "permit_longer_suit")),
    "ace-ten-and-any-third": (
        2,
        ("permit_bare_ace", "permit_ace_ten", "permit_ace_ten_third", "permit_longer_suit"),
    ),
}
"""By PermitRule.side_suits: how many cards must be the highest of their suit, and the codes for one, two, three ... of
them. "any" asks for nothing."""
