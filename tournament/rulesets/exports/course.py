"""How a match runs under a ruleset, as sentences from its data: table, deal, contracts, permits, disputes."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from scoring.cards import CARD_POINTS, RANK_POINTS, SUITS
from scoring.contracts import (
    BY_ALL_TRICKS,
    BY_DEAL,
    BY_NO_TRICK,
    CHOSEN,
    KINDS,
    SOLOIST,
    Kind,
)
from scoring.parts import PermitRule
from scoring.ruleset import BY_PLACE, BY_SEAT, DRAWN, KEPT, SCORES_NOTHING, Ruleset
from tournament.rulesets.exports.table import printed_seats
from tournament.rulesets.exports.words import (
    cite,
    contract_list,
    contract_names,
    listed,
    lord_names,
    one_of,
    rank_name,
    suit_names,
)
from tournament.rulesets.words.notices import NOTICES
from tournament.standings.selectors.words import counting_sentences
from tournament.words.labels import RANKS, card_name

SIDE_SUITS: Mapping[str, Any] = {
    "ace-or-ace-ten": gettext_lazy("in each other suit held the Ace, or Ace and Ten"),
    "ace-ten-and-any-third": gettext_lazy("in each other suit held Ace and Ten, or these and a third card"),
    "any": gettext_lazy("other cards as they come"),
}
LOSERS: Mapping[int, Any] = {
    1: gettext_lazy("whoever takes most card points loses, of equal ones who has more tricks"),
    2: gettext_lazy("the two who take most card points lose, of equal ones who has more tricks"),
}
# How a declarer finds the partner, and what else the cards themselves do not say.
WAYS: Mapping[str, Any] = {
    "rufer": pgettext_lazy("german cards", "with whoever holds the called Ace"),
    "assrufen": gettext_lazy("with whoever holds the called Ace"),
    "hochzeit": gettext_lazy("with whoever takes the only trump of the declarer in exchange"),
    "kreuz": gettext_lazy("with the player opposite"),
    "muss": gettext_lazy("with whoever holds the called card"),
    "simple": gettext_lazy("with the two cards of the skat"),
    "schieber": gettext_lazy("with the highest lords, which lay aside and were passed on"),
    "devils-round": gettext_lazy("with the highest lords, announced before the cards are dealt"),
    "schieberamsch": gettext_lazy("at the end all tricks are passed on clockwise"),
    "bettel-brett": gettext_lazy("with open cards after the first trick"),
}


# Of several matches, by how the seats of the next one come about.
MATCHES: Mapping[str, Any] = {
    DRAWN: gettext_lazy("%(number)s matches are played, each with a new draw of the seats."),
    KEPT: gettext_lazy("%(number)s matches are played; the seats are drawn once."),
    BY_PLACE: gettext_lazy(
        "%(number)s matches are played; the seats of the first are drawn. Then the first of a table moves one table "
        "on, the second two, the third three, and so on."
    ),
    BY_SEAT: gettext_lazy(
        "%(number)s matches are played; the seats of the first are drawn. Then seat 1 moves one table on, seat 2 two, "
        "seat 3 three, and so on."
    ),
}


def match_sentences(ruleset: Ruleset, matches: int | None = None) -> Iterator[str]:
    """Tell of matches, games and rounds, of who sits out, of the minimum age and of what is counted.

    `matches` is the number of a tournament; None: what the rules allow.
    """
    games = ruleset.section("match.games_per_player")
    yield _matches_sentence(ruleset, matches)
    keys = [key for key in ("ranking.best_matches", "ranking.sums") if ruleset.decides(key)]
    for key, sentence in zip(keys, counting_sentences(ruleset), strict=True):
        yield cite(sentence, ruleset.section(key))
    for seats in ruleset.seats:
        words = {"seats": seats, "games": ruleset.games(seats), "round": ruleset.games_in_round(seats)}
        yield cite(_("A match at a table of %(seats)s: %(games)s games in rounds of %(round)s.") % words, games)
    yield from sitting_out_sentences(ruleset)
    if ruleset.minimum_age:
        yield cite(
            _("Minimum age: %(age)s years.") % {"age": ruleset.minimum_age}, ruleset.section("match.minimum_age")
        )
    if ruleset.only_plus:
        yield cite(_("Only plus points count in the total."), ruleset.section("match.counting"))
    if ruleset.totals_only:
        yield cite(
            _("A sheet may be handed in with its totals alone, without the games."),
            ruleset.section("match.totals_only"),
        )


def _matches_sentence(ruleset: Ruleset, matches: int | None) -> str:
    least, most = (matches, matches) if matches else (ruleset.fewest_matches, ruleset.matches)
    section = ruleset.section("match.matches")
    if most == 1:
        return cite(_("One match is played."), section)
    number = str(most) if least == most else _("%(least)s to %(most)s") % {"least": least, "most": most}
    return cite(MATCHES[ruleset.seating] % {"number": number}, section, ruleset.section("match.seating"))


def sitting_out_sentences(ruleset: Ruleset) -> Iterator[str]:
    """Tell what the dealer does at a table where one more sits than plays, and how tables of other sizes differ."""
    if max(ruleset.seats) > ruleset.players:
        yield _sitting_out(ruleset)


def _sitting_out(ruleset: Ruleset) -> str:
    least, most = min(ruleset.seats), max(ruleset.seats)
    section = ruleset.section("match.sitting_out")
    if ruleset.sitting_out == SCORES_NOTHING:
        return cite(_("At a table of %(seats)s the dealer sits out and scores nothing.") % {"seats": most}, section)
    if printed_seats(ruleset) < most:
        sentence = _(
            "At a table of %(seats)s the dealer sits out and wins or loses like a defender: one more for the declarer."
        )
        return cite(sentence % {"seats": most}, section)
    sentence = _("At a table of %(seats)s the dealer sits out and wins or loses like a defender.") % {"seats": most}
    if least < most:
        sentence += " " + _("At a table of %(seats)s the declarer has one opponent fewer.") % {"seats": least}
    return cite(sentence, section)


def pack_sentences(ruleset: Ruleset) -> Iterator[str]:
    """Tell of the pack and its card points (1.2)."""
    deck = ruleset.deck
    suits = ", ".join(suit_names(ruleset, SUITS))
    ranks = RANKS[ruleset.cards]
    lowest = ranks.get(deck.ranks[-1], deck.ranks[-1])
    words = {
        "number": ruleset.pack,
        "suits": suits,
        "highest": ranks[deck.ranks[0]],
        "lowest": lowest,
    }
    yield cite(
        _("%(number)s cards, from the %(highest)s to the %(lowest)s: %(suits)s.") % words,
        ruleset.section("match.pack"),
        ruleset.section("match.cards"),
    )
    worth = (f"{ranks[rank]} {points}" for rank, points in RANK_POINTS.items() if points)
    yield _("Card points: %(cards)s; the others 0, in all %(total)s.") % {
        "cards": ", ".join(worth),
        "total": CARD_POINTS,
    }


def trump_sentences(ruleset: Ruleset) -> Iterator[str]:
    """Tell the order of the trumps, and of the cards within a suit, one sentence for the contracts with the same."""
    alike: dict[tuple[tuple[str, ...], bool], list[str]] = {}
    for key, contract in ruleset.contracts.items():
        kind = contract.kind
        if kind.lords and kind.decided_by != BY_DEAL and kind.base not in ruleset.contracts:
            alike.setdefault((kind.lords, kind.trump_suit is not None), []).append(key)
    for (lords, has_suit), keys in alike.items():
        sentence = (
            _("%(contracts)s: %(lords)s, in the order %(suits)s; then the trump suit. Within a suit: %(ranks)s.")
            if has_suit
            else _("%(contracts)s: %(lords)s, in the order %(suits)s. Within a suit: %(ranks)s.")
        )
        yield sentence % {
            "contracts": contract_list(keys),
            "lords": _(", then ").join(lord_names(ruleset, lords)),
            "suits": ", ".join(suit_names(ruleset, SUITS)),
            "ranks": ", ".join(rank_name(ruleset, rank) for rank in ruleset.deck.ranks if rank not in lords),
        }


def runner_definition_sentences(ruleset: Ruleset) -> Iterator[str]:
    """Tell what runners are (1.4, 4.2.2); nothing where no contract has any."""
    first: dict[str, list[str]] = {}
    for key, contract in ruleset.contracts.items():
        if contract.price.runners.first and contract.kind.base not in ruleset.contracts:
            card = card_name(ruleset.cards, f"{SUITS[0]}{contract.kind.lords[0]}")
            first.setdefault(card, []).append(key)
    if len(first) == 1:
        sentence = _("Runners are the highest trumps of one side without a gap, from the %(cards)s on.")
        yield sentence % {"cards": next(iter(first))}
    elif first:
        words = [
            _("%(card)s in %(contracts)s") % {"card": card, "contracts": contract_list(keys)}
            for card, keys in first.items()
        ]
        sentence = _("Runners are the highest trumps of one side without a gap, from the highest on: %(cards)s.")
        yield sentence % {"cards": "; ".join(words)}


def late_tout_sentences(ruleset: Ruleset) -> Iterator[str]:
    """Tell what a Tout counts as that is announced too late, where the rules say so (2.8.2)."""
    section = ruleset.codes.get("late-tout")
    if section is not None:
        kinds = [contract.kind for contract in ruleset.contracts.values() if contract.kind.decided_by == BY_ALL_TRICKS]
        plain = contract_names(kind.base for kind in kinds if kind.base is not None)
        yield cite(
            _("A Tout is announced before the first card is led; announced later it counts as a plain %(contracts)s.")
            % {"contracts": one_of(plain)},
            section,
        )


def circle_sentences(ruleset: Ruleset) -> Iterator[str]:
    """Tell which points are circled on the sheet (5.3.3)."""
    circled = {key: contract for key, contract in ruleset.contracts.items() if contract.circled}
    keys = [key for key, contract in circled.items() if contract.kind.base not in circled]
    if keys:
        yield cite(
            _("The points of %(contracts)s are circled.") % {"contracts": contract_list(keys)},
            *(ruleset.section(f"contracts.{key}.circled") for key in keys),
        )


def dealing_sentences(ruleset: Ruleset) -> Iterator[str]:
    """Tell who deals, in what packets, and what happens when all pass."""
    yield cite(
        _("Seat %(number)s deals the first game, then it goes round clockwise.") % {"number": ruleset.first_dealer},
        ruleset.section("match.first_dealer"),
    )
    packets = {"packets": listed(ruleset.packets)}
    yield cite(_("Each player is dealt packets of %(packets)s cards.") % packets, ruleset.section("match.packets"))
    skat = ruleset.deck.skat
    if skat:
        yield ngettext(
            "%(number)s card lies in the skat and counts for the declarer.",
            "%(number)s cards lie in the skat and count for the declarer.",
            skat,
        ) % {"number": skat}
    yield all_pass_sentence(ruleset)


def all_pass_sentence(ruleset: Ruleset) -> str:
    """Tell what happens if all pass (5.2.5)."""
    return cite(NOTICES[f"all-pass-{ruleset.all_pass}"], ruleset.section("match.all_pass"))


def contract_rows(ruleset: Ruleset) -> list[tuple[str, str]]:
    """Return each contract's name and what it is: highest bid first, at the end those that nobody bids (2.4.4)."""
    keys = dict.fromkeys((*ruleset.bidding_order, *ruleset.contracts))
    return [(contract_list([key]), _what_it_is(ruleset, KINDS[key])) for key in keys]


def bidding_sentence(ruleset: Ruleset) -> str:
    """Tell who has the game where two bid the same (2.4.4)."""
    sentence = (
        _("The higher bid has the game; of equal bids the one in front by seating, whatever the suit.")
        if ruleset.bidding_equal == "seating"
        else _("The higher bid has the game; of equal bids the one announced first, whatever the suit.")
    )
    return cite(sentence, ruleset.section("bidding.order"), ruleset.section("bidding.equal"))


def _what_it_is(ruleset: Ruleset, kind: Kind) -> str:
    if kind.base is not None and kind.decided_by == BY_ALL_TRICKS:
        return _("as %(contract)s, but every trick must be taken") % {"contract": contract_list([kind.base])}
    if kind.decided_by == BY_DEAL:
        return _("the %(number)s highest trumps in one hand, laid open at once") % {"number": kind.trumps(ruleset.deck)}
    parts = [_("alone")] if kind.family == SOLOIST else []
    if not kind.is_bid:
        parts.append(_("if all pass") if kind.key == ruleset.all_pass else _("if the table has agreed on it"))
    parts += [str(WAYS[kind.key])] if kind.key in WAYS else []
    if kind.decided_by == BY_NO_TRICK:
        parts.append(_("without a single trick"))
    ramsch = ruleset.contracts[kind.key].ramsch
    parts += [str(LOSERS[ramsch.losers])] if ramsch is not None else []
    return "; ".join([", ".join(parts), _trumps(ruleset, kind)])


def _trumps(ruleset: Ruleset, kind: Kind) -> str:
    trumps = lord_names(ruleset, kind.lords)
    if kind.trump_suit == CHOSEN:
        trumps.append(_("the suit named"))
    elif kind.trump_suit is not None:
        trumps += suit_names(ruleset, [kind.trump_suit])
    return _("trumps: %(trumps)s") % {"trumps": listed(trumps)} if trumps else _("no trumps")


def permit_sentences(ruleset: Ruleset) -> Iterator[str]:
    """Tell what a hand needs for a Tout (5.2.14)."""
    for key, rule in ruleset.permits.items():
        words = {"contract": contract_list([key]), "needs": _needed(rule), "others": SIDE_SUITS[rule.side_suits]}
        yield cite(_("%(contract)s: %(needs)s; %(others)s.") % words, rule.section)


def _needed(rule: PermitRule) -> str:
    if not rule.trumps_with_the_highest:
        return _("at least %(number)s runners") % {"number": rule.runners}
    return _("at least %(number)s runners, or %(other)s trumps with the highest among them") % {
        "number": rule.runners,
        "other": rule.trumps_with_the_highest,
    }


def surrender_sentences(ruleset: Ruleset) -> Iterator[str]:
    """Tell of the defenders' offer to give up, where the rules have it (reading 39)."""
    if ruleset.surrender:
        yield cite(
            _("The defenders may give up (Schenken): accepted, the game is won without Schneider and Schwarz."),
            ruleset.section("match.surrender"),
        )
        yield _("Refused, the declarer wins only if the defenders do not get out of Schneider.")


def dispute_sentences(ruleset: Ruleset) -> Iterator[str]:
    """Tell who has the last word (5.1.3, H 8)."""
    sentence = (
        _("The supervisor decides disputes; the tribunal, to which one may appeal, has the last word.")
        if ruleset.final_say == "tribunal"
        else _("The supervisor decides disputes at the table; the game director has the last word.")
    )
    yield cite(sentence, ruleset.section("match.final_say"))
