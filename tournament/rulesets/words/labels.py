"""Words for the keys of a ruleset file: the name of each setting, its meaning, and the words for its values.

Knows no rules and no rows. A key without words fails a test.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class SettingWords(NamedTuple):
    """The name of a setting, and a sentence if the name is not enough."""

    label: Any
    help: Any = ""


class Topic(NamedTuple):
    """A heading of the form: its name, the settings under it by their keys, and tables of the file below them."""

    words: SettingWords
    keys: tuple[str, ...]
    tables: tuple[str, ...] = ()


GROUPS: Mapping[str, SettingWords] = {
    "contracts": SettingWords(
        _("Contracts and values"), _("What each defender wins or loses; a soloist has it from each.")
    ),
    "match": SettingWords(_("Match and table")),
    "limits": SettingWords(_("Card points"), _("What a side needs to win, and to be out of Schneider.")),
    "doublings": SettingWords(_("Contra: Stoss and Retour")),
    "bock": SettingWords(_("Bock rounds"), _("Deals that count double. A tournament does not count them yet.")),
    "runners": SettingWords(_("Runners")),
    "bonuses": SettingWords(_("Bonuses"), _("Added to the value of a game. 0: no bonus.")),
    "bidding": SettingWords(_("Bidding")),
    "first_game": SettingWords(_("First game of a match")),
    "approvals": SettingWords(_("Approvals by the supervisor")),
    "permits": SettingWords(
        _("What a hand needs for a Tout"), _("A Tout that is not listed may be played with any hand.")
    ),
    "sanctions": SettingWords(_("Sanctions")),
    "ranking": SettingWords(_("Ranking")),
    "notices": SettingWords(_("Notices"), _("What poster and leaflet remind of.")),
}

# The headings of the form, in the order in which a sheet of rules is written: the settings under each by their own
# keys, then the tables of the file that stand there as they are.
TOPICS: Mapping[str, Topic] = {
    "extent": Topic(
        SettingWords(_("How many play, how long")),
        (
            *("match.fewest_matches", "match.matches", "match.games_per_player", "match.deals_per_round"),
            *("match.players", "match.seats", "match.sitting_out", "match.seating", "match.minimum_age"),
        ),
    ),
    "dealing": Topic(
        SettingWords(_("Cards and dealing")),
        (
            *("match.cards", "match.pack", "match.packets", "match.first_dealer", "match.all_pass"),
            *("match.surrender",),
        ),
    ),
    "contracts": Topic(
        SettingWords(_("What is played and what it counts"), GROUPS["contracts"].help),
        ("match.counting", "match.against_soloist"),
        ("contracts", "runners", "bonuses", "bidding"),
    ),
    "winning": Topic(SettingWords(_("Winning and Schneider"), GROUPS["limits"].help), (), ("limits",)),
    "touts": Topic(SettingWords(_("Tout and what needs approval")), (), ("permits", "approvals", "first_game")),
    "forbidden": Topic(SettingWords(_("Contra, mistakes and sanctions")), (), ("doublings", "bock", "sanctions")),
    "places": Topic(
        SettingWords(_("Equal points and the ranking")), ("match.totals_only", "match.final_say"), ("ranking",)
    ),
}

# `*` stands for a contract or a kind of sanction.
LABELS: Mapping[str, SettingWords] = {
    "title": SettingWords(_("Name of the rules")),
    "id": SettingWords(_("Short name"), _("Small letters, digits and hyphens. Left empty, it is made from the name.")),
    "edition": SettingWords(_("Edition"), _("A date or a year, as printed on your rules.")),
    "source": SettingWords(_("Source"), _("Where these rules stand: your invitation, your statutes.")),
    "match.cards": SettingWords(_("Cards")),
    "match.pack": SettingWords(
        _("Number of cards"), _("24: the short pack, without Eights and Sevens; 20: without Nines, too.")
    ),
    "match.players": SettingWords(_("Players in a game")),
    "match.seats": SettingWords(_("Players at a table"), _("One more than play: the dealer sits out.")),
    "match.sitting_out": SettingWords(_("Who sits out")),
    "match.games_per_player": SettingWords(_("Games that everyone plays in a match")),
    "match.deals_per_round": SettingWords(
        _("Deals of each player in a round"), _("After each round the sheet has a line with the checksum.")
    ),
    "match.fewest_matches": SettingWords(
        _("Matches at least"), _("Fewer than at most: the organiser chooses how many are played.")
    ),
    "match.matches": SettingWords(_("Matches")),
    "match.seating": SettingWords(_("Seats of the next match")),
    "match.minimum_age": SettingWords(_("Minimum age"), _("0: everyone may play.")),
    "match.first_dealer": SettingWords(_("Seat of the first dealer")),
    "match.all_pass": SettingWords(_("If all pass")),
    "match.packets": SettingWords(_("Packets in dealing"), _("Cards at a time, such as 4, 4.")),
    "match.surrender": SettingWords(_("The defenders may offer to give up (Schenken)")),
    "match.counting": SettingWords(_("What counts in the totals")),
    "match.against_soloist": SettingWords(
        _("If a soloist loses, each opponent gets"), _("Only where the winners' points are written once.")
    ),
    "match.totals_only": SettingWords(_("A sheet may consist of totals only")),
    "match.final_say": SettingWords(_("Final decision")),
    "limits.declarer_wins": SettingWords(_("The declarer's side wins with")),
    "limits.defenders_win": SettingWords(
        _("The defenders win with"), _("Both numbers together are 121, or more where a game can be drawn.")
    ),
    "limits.declarer_out_of_schneider": SettingWords(_("The declarer's side is out of Schneider with")),
    "limits.defenders_out_of_schneider": SettingWords(_("The defenders are out of Schneider with")),
    "limits.drawn": SettingWords(_("A game that neither side wins")),
    "doublings.rule": SettingWords(_("Contra")),
    "doublings.most": SettingWords(_("At most so many"), _("1: Stoss only, 2: Retour too.")),
    "doublings.doubles": SettingWords(_("What is doubled")),
    "doublings.laying": SettingWords(_("Laying (Legen) doubles the game")),
    "doublings.knocking": SettingWords(_("Knocking (Klopfen) doubles the game")),
    "doublings.takes_over": SettingWords(
        _("Contra takes over the game"), _("Whoever doubled last needs the card points of the declarer.")
    ),
    "bock.after": SettingWords(_("A Bock begins after")),
    "bock.deals": SettingWords(_("So many deals count double")),
    "runners.scored": SettingWords(_("Runners count in the points")),
    "runners.value": SettingWords(_("Value of a runner"), _("To be paid to or by each player who wins or loses.")),
    "runners.missing": SettingWords(
        _("Value of a missing trump"), _("Of the highest, where the opponents of the declarer hold the runners.")
    ),
    "runners.missing_borne_by": SettingWords(_("Missing trumps are won or lost by")),
    "bonuses.solo": SettingWords(_("For a Solo")),
    "bonuses.acorns": SettingWords(_("With Acorns as trumps")),
    "bonuses.leaves": SettingWords(_("With Leaves as trumps")),
    "bonuses.hearts": SettingWords(_("With Hearts as trumps")),
    "bonuses.bells": SettingWords(_("With Bells as trumps")),
    "contracts.*.values": SettingWords(_("Value")),
    "contracts.*.values.simple": SettingWords(_("Simple")),
    "contracts.*.values.schneider": SettingWords(_("Schneider")),
    "contracts.*.values.schwarz": SettingWords(_("Schwarz")),
    "contracts.*.values.announced": SettingWords(_("Announced Schneider: more")),
    "contracts.*.values.fixed": SettingWords(_("Value")),
    "contracts.*.values.times": SettingWords(_("So many times")),
    "contracts.*.values.of": SettingWords(_("the value of")),
    "contracts.*.values.level": SettingWords(_("at the level")),
    "contracts.*.runners.from": SettingWords(_("Runners count from"), _("0: never.")),
    "contracts.*.runners.most": SettingWords(_("Runners at most")),
    "contracts.*.runners.times": SettingWords(_("Each runner counts"), _("2: twice, as with a Tout.")),
    "contracts.*.runners.values": SettingWords(
        _("So many together"), _("Such as 10, 15, 20: the first number for the fewest that count.")
    ),
    "contracts.*.doubled": SettingWords(_("Contra doubles it")),
    "contracts.*.circled": SettingWords(_("Circled on the sheet")),
    "contracts.*.counts_as": SettingWords(_("Counts in the tie-break as")),
    "contracts.*.losers": SettingWords(
        _("So many lose"),
        _("1: who has most card points pays the others; 2: the two with most pay the other two."),
    ),
    "contracts.*.jungfrau_factors": SettingWords(
        _("Times for one Jungfrau, for two"), _("A Jungfrau takes no trick. Such as 2, 4; 1: nothing changes.")
    ),
    "contracts.*.durchmarsch": SettingWords(_("Durchmarsch: what each of the others loses"), _("0: there is none.")),
    "contracts.*.durchmarsch_from": SettingWords(_("Card points for a Durchmarsch")),
    "contracts.*.durchmarsch_beats_jungfrau": SettingWords(_("A Durchmarsch stands although another took no trick")),
    "bidding.order": SettingWords(_("Order of the contracts, highest first")),
    "bidding.equal": SettingWords(_("Of equal bids")),
    "first_game.touts": SettingWords(_("A Tout counts as a simple game")),
    "first_game.schwarz": SettingWords(_("Schwarz is reduced")),
    "first_game.reduced_to": SettingWords(_("Reduced to")),
    "first_game.reduced_in": SettingWords(_("Reduced in")),
    "first_game.uncounted": SettingWords(_("Does not count at all")),
    "first_game.uncounted_in": SettingWords(_("Not counted in")),
    "approvals.always": SettingWords(_("Always to be approved")),
    "approvals.counted": SettingWords(_("To be approved from a certain number on")),
    "approvals.counted_from": SettingWords(_("From this number on"), _("0: never.")),
    "approvals.counted_by": SettingWords(_("Counted")),
    "permits.*.runners": SettingWords(_("Runners in the hand")),
    "permits.*.trumps_with_the_highest": SettingWords(_("Or so many trumps with the highest"), _("0: not enough.")),
    "permits.*.side_suits": SettingWords(_("Every other suit in the hand")),
    "permits.*.most_side_cards": SettingWords(
        _("Cards that are no trumps, at most"), _("2: at most two Aces, or one Ace and its Ten.")
    ),
    "sanctions.*.penalties.*.minus": SettingWords(_("Minus points")),
    "sanctions.*.penalties.*.borne_by": SettingWords(_("Borne by")),
    "sanctions.*.penalties.*.shared_by": SettingWords(_("Plus points for")),
    "ranking.best_matches": SettingWords(_("So many matches count, the best ones"), _("0: all of them.")),
    "ranking.sums": SettingWords(_("Added up over the matches")),
    "ranking.tie_break": SettingWords(_("With equal points decide, in this order")),
    "ranking.full_tie": SettingWords(_("Equal in everything")),
}

VALUES: Mapping[str, Mapping[str, Any]] = {
    "match.cards": {"german": _("German suits"), "french": _("French suits")},
    "match.sitting_out": {
        "scores-nothing": _("scores nothing"),
        "with-defenders": _("scores with the defenders"),
    },
    "match.all_pass": {
        "same-dealer": _("the same dealer deals again"),
        "next-dealer": _("the next dealer deals"),
        "ramsch": _("a Ramsch is played"),
        "schieberamsch": _("a Schieberamsch is played"),
        "muss": _("a Muss is played"),
        "kreuz": _("a Kreuz is played"),
    },
    "match.counting": {
        "plus-and-minus": _("plus and minus points"),
        "plus": _("plus points only"),
        "plus-once": _("the winners' points only, a soloist's once"),
    },
    "match.seating": {
        "kept": _("the same as before"),
        "drawn": _("a new draw"),
        "by-place": _("the place at the table: so many tables on"),
        "by-seat": _("the number of the seat: so many tables on"),
    },
    "match.against_soloist": {
        "full": _("the whole value"),
        "share": _("an equal share of the value"),
        "nothing": _("nothing"),
    },
    "limits.drawn": {
        "dealt-again": _("is played again"),
        "no-points": _("is written with no points"),
    },
    "runners.missing_borne_by": {
        "side": _("the declarer's side"),
        "declarer": _("the declarer alone"),
    },
    "ranking.sums": {"points": _("the points"), "places": _("the places in each match")},
    "match.final_say": {"tribunal": _("the tribunal"), "director": _("the tournament director")},
    "doublings.rule": {
        "ignored": _("has no effect on the points"),
        "scored": _("doubles the points"),
        "loses": _("loses the game for the side that called it"),
        "loses-simply": _("loses the game simply for the side that called it"),
        "offender-pays": _("loses the game; whoever called it pays for all"),
    },
    "bock.after": {
        "thrown-in": _("a deal thrown in"),
        "lost-solo": _("a lost Solo or Wenz"),
        "doubled": _("a game with Contra"),
        "drawn": _("a game with 60 to 60"),
        "schwarz": _("Schwarz"),
        "re": _("a game with Retour"),
    },
    "doublings.most": {"any": _("as often as one likes")},
    "doublings.doubles": {
        "base": _("the simple value alone"),
        "game": _("the value with Schneider and Schwarz"),
        "all": _("everything, runners too"),
    },
    "contracts.*.values.level": {
        "simple": _("simple"),
        "schneider": _("Schneider"),
        "schwarz": _("Schwarz"),
        "fixed": _("the only one"),
    },
    "contracts.*.counts_as": {
        "sie": _("Sie"),
        "tout": _("Tout"),
        "solo": _("Solo or Wenz"),
        "none": _("nothing"),
    },
    "contracts.*.durchmarsch_from": {"all-tricks": _("every trick instead")},
    "bidding.equal": {
        "seating": _("the one who sits in front has the game"),
        "first-announced": _("the first to announce has the game"),
    },
    "first_game.reduced_to": {
        "simple": pgettext_lazy("reduced to", "a simple game"),
        "keep-schneider": pgettext_lazy("reduced to", "Schneider, where it was reached"),
    },
    "first_game.reduced_in": {"every": _("the first game of every match"), "first": _("the very first game only")},
    "first_game.uncounted_in": {"every": _("the first game of every match"), "first": _("the very first game only")},
    "approvals.counted_by": {"sheet": _("over the whole sheet"), "player": _("for each player")},
    "permits.*.side_suits": {
        "ace-or-ace-ten": _("Ace, or Ace and Ten"),
        "ace-ten-and-any-third": _("Ace and Ten, with any third card"),
        "any": _("any cards"),
    },
    "sanctions.*.penalties.*.borne_by": {
        "offender": _("who erred"),
        "side": _("the whole side"),
    },
    "sanctions.*.penalties.*.shared_by": {
        "other-side": _("the other side"),
        "all-others": _("all others, the partner too"),
    },
    "ranking.full_tie": {"lot": _("a lot decides"), "shared": _("the place is shared")},
}

# What scoring says is needed for a key that holds plain text and no setting.
EXPECTED: Mapping[str, Any] = {
    "at most 400 characters": _("at most 400 characters"),
    "a list of at most 80 tables": _("a list of at most 80 entries"),
    "a text": _("a text"),
    "small letters, digits and hyphens, at most 60": _("small letters, digits and hyphens, at most 60 of them"),
}


def pattern(key: str) -> str:
    """Return the key of LABELS that matches a dotted key of a file."""
    parts = key.split(".")
    if parts[0] == "contracts" and parts[2:3] == ["limits"]:
        return ".".join(parts[2:])  # a contract's own limits have the names of the general ones
    if parts[0] in ("contracts", "permits", "sanctions"):
        parts[1:2] = ["*"]
    if parts[0] == "sanctions" and len(parts) > 3:
        parts[3] = "*"
    return ".".join(parts)
