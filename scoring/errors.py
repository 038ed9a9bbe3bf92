"""Every code that scoring can raise or report, with its English sentence. Knows no other language.

Translators find the sentences marked here; the layer that shows one to a person translates it.
"""

from collections.abc import Mapping
from dataclasses import dataclass


def _(text: str) -> str:
    """Return the text unchanged: xgettext collects the texts within `_`, and Django is not needed here."""
    return text


MESSAGES: dict[str, str] = {
    # Input as text.
    "not_utf8": _("The line is not UTF-8 text."),
    "malformed_json": _("The line is not valid JSON: {detail}."),
    "not_an_object": _("Expected a JSON object, found {found}."),
    "duplicate_field": _("The field {field} stands twice in one object."),
    "unknown_field": _("There is no field {field} here; there are: {known}."),
    "missing_field": _("The field {field} is missing."),
    "wrong_type": _("{field} must be {expected}, not {found}."),
    "bad_value": _("{field} must be one of {allowed}, not {found}."),
    "number_out_of_range": _("{field} must be from {least} to {most}, not {found}."),
    "won_exceeds_played": _("{name} cannot have won more than were played: {field}."),
    # The game record: the table and who played.
    "seats_not_allowed": _("A table of {seats} is not possible here; allowed: {allowed}."),
    "contract_missing": _("The record says neither which contract was played nor the points written."),
    "unknown_contract": _("There is no contract {contract}."),
    "contract_not_played": _("{contract} is not played by this ruleset."),
    "declarer_missing": _("The declarer is missing."),
    "seat_not_at_table": _("{field}: there is no seat {found}, only 1 to {seats}."),
    "partner_missing": _("The partner of the declarer is missing."),
    "partner_is_declarer": _("Seat {seat} cannot be declarer and partner at once."),
    "partner_not_allowed": _("In {contract} the declarer plays alone; there is no partner."),
    "ace_cannot_be_called": _("The Ace of {called} cannot be called (2.5.1); possible: {allowed}."),
    "nobody_sits_out": _("At a table of {seats} everybody plays; nobody sits out."),
    "sits_out_missing": _("At a table of {seats} the dealer sits out: say which seat."),
    "sitter_does_not_play": _("Seat {seat} deals and sits out; it cannot be {field}."),
    "suit_missing": _("The trump suit is missing: in {contract} the points depend on it."),
    "suit_is_a_contract": _("With {suit} as trumps it is the contract {contract}."),
    "partner_not_opposite": _("In {contract} those who face one another are partners: seat {partner}."),
    "no_deal_thrown_in": _("If all pass, {contract} is played ({section}); no deal is thrown in."),
    "nobody_gives_up": _("In {contract} nobody can give up."),
    "field_not_used": _("{field} has no meaning in {contract}."),
    "written_stands_alone": _("A line known only by its points cannot also say {field}."),
    "unplayed_stands_alone": _("A line that was not played cannot also say {field}."),
    # The game record: how it ended.
    "result_missing": _("The result is missing: result and level, or card points and tricks."),
    "tricks_missing": _("Card points need the number of tricks of the declarer's side beside them."),
    "card_points_missing": _("Tricks need the card points of the declarer's side beside them."),
    "card_points_impossible": _("{card_points} card points cannot occur."),
    "tricks_contradict_card_points": _("{tricks} tricks cannot hold {card_points} card points."),
    "result_contradicts": _("The result says {stated}, but card points and tricks say {derived}."),
    "level_contradicts": _("The level says {stated}, but card points and tricks say {derived}."),
    "always_won": _("{contract} cannot be lost."),
    "late_tout_needs_tout": _("Only a Tout can be announced too late; {contract} is none."),
    "circled_contradicts": _("Seat {circled} cannot be circled here."),
    "first_tout_needs_points": _("A Tout lost in the first game needs card points and tricks ({section})."),
    "sie_does_not_count": _("A Sie does not count in the first game ({section}); the same dealer deals again."),
    "schneider_promised": _("Who refuses a surrender must make Schneider: the game is lost."),
    "schneider_announced": _("Schneider was announced and not made: the game is lost."),
    "schneider_not_announced": _("In {contract} nobody announces Schneider."),
    "without_runners": _("How many of the highest trumps are missing is not given."),
    "doubled_by_missing": _("Who called the Stoss is missing: that player pays ({section})."),
    "doubled_by_defender": _("A Stoss is called by a defender, not by seat {seat}."),
    "dealt_again": _("Neither side has won {contract}: it is played again and not written ({section})."),
    "no_bock": _("There is no Bock by these rules ({section})."),
    "no_minus_points": _("Only the winners' points are written: none of {points} may be below 0."),
    # A Ramsch.
    "ramsch_needs_loser": _("Most card points and tricks do not tell who lost the Ramsch: name the loser."),
    "ramsch_needs_second_loser": _("Two lose this Ramsch: name the second one, too."),
    "ramsch_contradicts": _("{field} contradicts the rest of the Ramsch."),
    "by_seat_incomplete": _("A Ramsch needs both the card points and the tricks of every seat."),
    "wrong_total": _("{field} sums to {found}, not to {total}."),
    "named_twice": _("{field} names a seat twice."),
    "seat_named_twice": _("{field}: seat {seat} is named already."),
    "no_durchmarsch": _("This ruleset knows no Durchmarsch."),
    # A line known by its points.
    "wrong_number_of_values": _("There are {found} values for {seats} seats."),
    "not_zero_sum": _("The points {points} sum to {sum}, not to 0."),
    "no_such_outcome": _("No game ends with the points {points}, though they sum to 0."),
    "no_such_winners": _("No game ends with the points {points}."),
    "first_game_not_allowed": _("The points {points} are not possible in the first game ({section})."),
    "circled_missing": _("The points {points} can be of several games: say which seat is circled, if any."),
    # Sanctions.
    "unknown_sanction": _("There is no sanction {kind} in this ruleset."),
    "not_used_with_sanction": _("{field} has no meaning in a game ended by a sanction."),
    "offender_must_be_declarer": _("An invalid bid is the declarer's, seat {declarer}, not that of seat {offender}."),
    "offender_must_be_dealer": _(
        "A wrong deal is the dealer's, seat {dealer}, not that of seat {offender} ({section})."
    ),
    "revealer_missing": _("Who revealed the cards is missing ({section})."),
    "revealer_not_allowed": _("The sanction {kind} knows no revealer."),
    "revealer_is_offender": _("Seat {seat} cannot reveal cards after its own mistake ({section})."),
    "ruling_needed": _("The rules give no figure here ({section}): the supervisor must enter the points of all seats."),
    "ruling_contradicts": _("The points entered {points} contradict {section}: seat {seat} gets {figure}."),
    # The sheet.
    "too_many_games": _("The sheet has {games} lines; there is no game {game}."),
    "first_contradicts": _("The record says first: {stated}, but it is game {game} of the sheet."),
    "bock_contradicts": _("The record says Bock: {stated}, but game {game} of the sheet says otherwise."),
    "match_contradicts": _("The record says match {stated}, but the sheet is of match {match}."),
    "sits_out_contradicts": _("The record says that seat {stated} sits out, but seat {dealer} deals game {game}."),
    "seats_contradict": _("The record says {stated} seats, but the sheet has {seats}."),
    "line_missing": _("Game {game} is not written yet."),
    "approval_missing": _("Game {game} waits for the supervisor's decision ({section})."),
    "totals_not_allowed": _("This ruleset keeps every game; totals alone are not enough ({section})."),
    "totals_stand_alone": _("A sheet has games or totals, not both."),
    "totals_below_zero": _("Seat {seat}: {field} cannot be less than 0."),
    "totals_contradict": _("Seat {seat}: the total says {stated}, but plus and minus say {derived}."),
    "totals_won_exceed_played": _("Seat {seat} cannot have won more games than it played."),
    "totals_above_highest": _(
        "Seat {seat}, {field}: {found}. But {games} games can bring at most {most} ({each} each). Are these cents, not "
        "points?"
    ),
    "totals_above_highest_together": _(
        "All plus points are {found}, but {games} games can bring at most {most} together ({each} each). Are these "
        "cents, not points?"
    ),
    "totals_below_won": _(
        "Seat {seat}: the Solos, Touts and Sie won ({games}) bring at least {least} plus points, not {found}."
    ),
    "totals_above_counters": _(
        "Seat {seat}: with the Solos, Touts and Sie that are written ({games}), {most} plus points are the most, not "
        "{found}. Are these cents, or are Solos missing?"
    ),
    "totals_won_alone": _(
        "Seat {seat} has {found} plus points, all others together {others}. Nobody wins alone without a Solo ({games} "
        "Solos, Touts and Sie are written). Are some missing?"
    ),
    "totals_without_counters": _(
        "No Solo, Wenz, Tout or Sie is written in {games} games. They decide where points are equal: are they missing?"
    ),
    "totals_below_lost": _(
        "Seat {seat}: the Solos and Touts lost ({games}) cost at least {least} minus points, not {found}."
    ),
    "totals_too_many_games": _("There are {found} Solos, Touts and Sie, but the match has {games} games."),
    "checksum_not_zero": _("All plus points are {plus}, all minus points {minus}: the checksum is {sum}, not 0."),
    "sum_not_zero": _("The points {points} do not sum to 0."),
    # Warnings.
    "next_needs_approval": _("The next Solo or Wenz needs the supervisor's approval ({section})."),
    "next_needs_approval_seat": _("The next Solo or Wenz of seat {seat} needs the supervisor's approval ({section})."),
    "refused_without_need": _("The game was refused, though it needed no approval."),
    "first_game_counts_less": _("In the first game this counts less, as {scored_as} ({section})."),
    "stoss_without_effect": _("A Stoss is not permitted ({section}); it has no effect on the score."),
    "stoss_loses": _("A Stoss is not permitted ({section}): the side that called it has lost."),
    # Entries.
    "entry_empty": _("Nothing was entered."),
    "entry_unreadable": _("The entry {entry} cannot be read."),
    "entry_two_ways": _("The entry {entry} can be read as {readings}: please put a space between value and seats."),
    "entry_not_circled": _("The entry {entry} has a star, but no game with these points is circled."),
    "suffix_not_counted": _("{field}: these rules do not count that here."),
    "no_such_points": _("No game gives {value} points to the seats {seats} and only to them."),
    "no_shorthand": _("This record cannot be written in shorthand."),
    # Permits.
    "no_permit_rule": _("These rules ask no particular hand for {contract}."),
    "unknown_card": _("There is no card {card}: a card is a suit E G H S and a rank A 10 K O U 9 8 7."),
    "card_not_in_pack": _("{card} is not in this pack of {pack} cards."),
    "card_twice": _("{card} stands twice in the hand."),
    "wrong_number_of_cards": _("A hand has {needed} cards, not {found}."),
    "permit_runners": _("Runners: {found}; at least {needed} are asked ({section})."),
    "permit_runners_too_few": _("Runners: {found}, but at least {needed} are asked ({section})."),
    "permit_highest": _("Trumps: {found} with the highest, {card}; at least {needed} are asked ({section})."),
    "permit_highest_missing": _("Trumps: {found}; it would take {needed} with the highest, {card} ({section})."),
    "permit_suit_not_held": _("No card of the trump suit {suit} is held ({section})."),
    "permit_hand_is_sie": _("This hand is a Sie: it is laid open at once and must not be played ({section})."),
    "permit_only_trumps": _("All {found} cards are trumps, so there is no side suit to judge ({section})."),
    "permit_ace": _("{suit}: the Ace ({section})."),
    "permit_ace_ten": _("{suit}: Ace and Ten ({section})."),
    "permit_highest_two": _("{suit}: {cards}, the highest there is ({section})."),
    "permit_ace_ten_third": _("{suit}: Ace, Ten and a third card ({section})."),
    "permit_bare_ace": _("{suit}: the Ace alone, which {section} does not name; it is no weaker than Ace and Ten."),
    "permit_longer_suit": _("{suit}: {cards}, more than {section} names; it is no weaker."),
    "permit_side_cards_too_many": _("Cards that are no trumps: {found}, but at most {most} are allowed ({section})."),
    "permit_card_missing": _("{card} is missing beside {cards} ({section})."),
    "permit_sie": _("All the lords of a Sie are held: {cards} ({section})."),
    "permit_sie_missing": _("For a Sie there lack: {cards} ({section})."),
    # Rulesets.
    "ruleset_unknown": _("There is no ruleset {name}: it is no file, and none of the bundled ones: {bundled}."),
    "ruleset_unreadable": _("The ruleset cannot be read: {detail}"),
    "ruleset_key_missing": _("The ruleset lacks the key {key}."),
    "ruleset_key_unknown": _("The ruleset has a key that does not exist: {key}."),
    "ruleset_key_misspelt": _("The ruleset has a key that does not exist: {key}. Is {nearest} meant?"),
    "ruleset_value_bad": _("The ruleset's key {key} must be {expected}, not {found}."),
    "ruleset_entry_bad": _("Entry {number} of the ruleset's list {key} must be {expected}, not {found}."),
    "ruleset_entry_twice": _("Entry {number} of the ruleset's list {key}, {found}, stands there already."),
    "ruleset_contradiction": _("The ruleset contradicts itself at {key}: {detail}"),
    "sanction_below_lost_game": _("{kind} in {contract} costs {minus} points, but the game lost {lost} ({section})."),
    "tout_below_schwarz": _(
        "{contract} is worth {tout} to each, {base} with Schwarz unannounced {schwarz} ({section})."
    ),
    "three_with_the_short_pack": _("Three players with the short pack are not permitted in tournaments (overview)."),
    "last_round_shorter": _(
        "A match has {games} games, a round {round_games}: the last round would be shorter ({section})."
    ),
    # Why a file cannot be read: the `detail` of `ruleset_unreadable` and `tariff_unreadable`.
    "file_not_opened": _("The file cannot be opened: {told}."),
    "file_not_utf8": _("The file is not UTF-8 text."),
    "toml_malformed": _("Line {line}, column {column} is no TOML: {told}."),
    "toml_number_too_large": _("A number is too large."),
    "toml_too_deep": _("There are too many tables within tables."),
    # How a key contradicts another one: the `detail` of `ruleset_contradiction` and `tariff_contradiction`.
    "limits_below_121": _("Together with what the declarer needs it must be at least 121, or both sides could win."),
    "fewest_above_matches": _("At least {fewest} matches are more than at most {most}."),
    "best_above_matches": _("So many matches are not played in every case."),
    "takes_over_unscored": _("Contra can take over a game only where it doubles the points."),
    "share_uneven": _("{players} opponents cannot share this equally."),
    "runner_values_incomplete": _("It needs {number} values: one for each number of runners that counts."),
    "notice_code_or_words": _("A notice has either a code or words of its own."),
    "notice_twice": _("This notice stands there already."),
    "limit_above_declarer_wins": _("It must not be more than what the declarer needs to win."),
    "limit_above_defenders_win": _("It must not be more than what the defenders need to win."),
    "limits_unused": _("Card points do not decide this contract: it has no limits."),
    "levels_descend": _("Schneider must not be worth less than simple, nor Schwarz less than Schneider."),
    "multiple_of_nothing": _("This is a multiple of itself, or of a level that the other contract does not have."),
    "runners_end_too_early": _("It must not be less than where runners begin."),
    "too_few_trumps": _("There are not so many trumps."),
    "trumps_not_in_pack": _("The pack lacks the cards that are its trumps."),
    "base_missing": _("It can fall back to {base}, which is missing: add it, too."),
    "losers_too_many": _("Two can pay two others only where four play."),
    "nobody_declares": _("Nobody declares it, so nothing can be circled or counted."),
    "counted_by_halves": _("Where no game is chosen the number is 0; where it is not 0, choose the games."),
    "penalty_without_sides": _("There are no sides here: all others get the plus points."),
    "penalty_of_side_to_all": _("What a whole side bears, the other side gets."),
    "penalty_of_side_uneven": _("The minus points cannot be divided equally within the side."),
    "penalty_shares_uneven": _("{players} players cannot share this equally."),
    "notice_not_true": _("The rules above say otherwise."),
    "seats_impossible": _("At a table sit as many as play, or one more who deals and sits out."),
    "first_dealer_impossible": _("There must be such a seat at every table."),
    "totals_without_checksum": _("Without the minus points there is no checksum: totals alone are not enough then."),
    "doublings_none_allowed": _("Where Contra doubles the points, at least one must be allowed."),
    "packets_no_hand": _("The packets must together be as many cards as a hand has."),
    "games_uneven": _("At a table of {seats} not everyone can play so many games."),
    "all_pass_contract_missing": _("This contract is missing: {contract}. Please add it."),
    "partners_need_four": _("Partners need four who play."),
    "bidding_incomplete": _("Every contract must stand in the order: {contract} is missing."),
    "price_missing": _("{rules} plays it, but it has no price."),
    "points_without_sum": _("By {rules} nobody loses points, so points cannot be paid."),
    "price_not_needed": _("{rules} does not play it."),
    # Money.
    "tariff_unknown": _("There is no tariff {name}: it is no file, and none of the bundled ones: {bundled}."),
    "tariff_unreadable": _("The tariff cannot be read: {detail}"),
    "tariff_key_missing": _("The tariff lacks the key {key}."),
    "tariff_key_unknown": _("The tariff has a key that does not exist: {key}."),
    "tariff_key_misspelt": _("The tariff has a key that does not exist: {key}. Is {nearest} meant?"),
    "tariff_value_bad": _("The tariff's key {key} must be {expected}, not {found}."),
    "tariff_entry_bad": _("Entry {number} of the tariff's list {key} must be {expected}, not {found}."),
    "tariff_entry_twice": _("Entry {number} of the tariff's list {key}, {found}, stands there already."),
    "tariff_contradiction": _("The tariff contradicts itself at {key}: {detail}"),
    "not_in_tariff": _("{field} has no meaning in this tariff."),
    "runners_missing": _("Runners were claimed; how many there were is missing ({section})."),
    "settle_no_price": _("This tariff has no price for {contract}."),
    "settle_no_contract": _("The game ended before a contract was announced; the tariff has no price for that."),
    "settle_needs_contract": _("From the points {points} alone nobody can tell what the game was worth in money."),
    "settle_uneven": _("A lost game of {units} units cannot be shared as the points {points} are."),
}


class ScoringError(ValueError):
    """A refusal: a code for machines with its context; as text it is the English sentence."""

    def __init__(self, code: str, /, **context: object) -> None:
        self.code = code
        self.context: dict[str, object] = context
        super().__init__(sentence(code, context))

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (self.code, self.context))

    def problem(self) -> "Problem":
        """Return it as a problem to report."""
        return Problem(code=self.code, context=self.context)


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Something wrong or noteworthy: a code of MESSAGES with its context; `game` is the line on a sheet, if any.

    A problem in the context of another one says in more detail what that one is. As text it is its sentence.
    """

    code: str
    context: Mapping[str, object]
    game: int | None = None

    @property
    def message(self) -> str:
        """The English sentence."""
        return sentence(self.code, self.context)

    def __str__(self) -> str:
        return self.message

    def error(self) -> ScoringError:
        """Return it as an error to raise."""
        return ScoringError(self.code, **self.context)


def problem(code: str, **context: object) -> Problem:
    """Return a problem of a game that has no place on a sheet yet."""
    return Problem(code=code, context=context)


def _rebuild(code: str, context: dict[str, object]) -> ScoringError:
    return ScoringError(code, **context)


def sentence(code: str, context: Mapping[str, object]) -> str:
    """Return the English sentence of a code. Raises KeyError if the code or a named field is missing."""
    return MESSAGES[code].format_map({name: _words(value) for name, value in context.items()})


def _words(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple | list):
        return ", ".join(_words(part) for part in value)
    return str(value)
