"""The words of every printed sheet, blank or filled: the rules in force, the meaning of a circle, the signatures."""

from dataclasses import dataclass

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from scoring.ruleset import NEXT_DEALER, SCORES_NOTHING, Ruleset, changed_settings
from tournament.exports.columns import line_count
from tournament.person.strokes import Drawing
from tournament.rulesets.exports.words import cite
from tournament.rulesets.words.notices import notice_words
from tournament.rulesets.words.sentences import edition_words
from tournament.words.labels import CONTRACTS, ruleset_title

# In em: a line of the reminders on a printed sheet, 186 mm at 7.5 points.
REMINDER_WIDTH = 186 / (7.5 * 25.4 / 72)


@dataclass(frozen=True, slots=True, kw_only=True)
class Signed:
    """A line for a signature: the name, how and when it was signed, and the finger's drawing."""

    who: str
    how: str
    drawing: Drawing | None = None


def rules_line(ruleset: Ruleset) -> str:
    """Name the rules in force: title, edition and every setting that differs from the published rules."""
    names = {"title": ruleset_title(ruleset), "edition": edition_words(ruleset.edition)}
    words = [_("Rules: %(title)s, edition %(edition)s") % names]
    changes = [f"{key} = {mine}" for key, mine, _theirs in changed_settings(ruleset)]
    if changes:
        words.append(_("changed: %(settings)s") % {"settings": ", ".join(changes)})
    return " · ".join(words)


def circled_line(ruleset: Ruleset) -> str:
    """Explain a circle on this sheet; "" if the rules circle nothing (5.3.3)."""
    names = _circled(ruleset)
    return _("circled: %(contracts)s") % {"contracts": get_text_list(names, _("or"))} if names else ""


def legend_line(ruleset: Ruleset, seats: int) -> str:
    """Explain the signs on a filled sheet."""
    words = [circled_line(ruleset)]
    if sits_out_empty(ruleset, seats):
        words.append(_("–: sits out"))
    return " · ".join(filter(None, words))


def writing_words(ruleset: Ruleset, seats: int) -> list[str]:
    """Explain how to fill in a sheet by hand: circles, checksums, initials, who sits out."""
    words = []
    if names := _circled(ruleset):
        contracts = get_text_list(names, _("or"))
        words.append(_("The points of %(contracts)s are circled") % {"contracts": contracts})
    if ruleset.has_sum:
        words.append(_("Checksum: the total of each player so far, and in the field Σ their sum, which must be 0"))
    else:
        words.append(_("Only the points of the winners are written; below each round the total of each player so far"))
    words.append(_("Initials: of the supervisor, for every approval, correction and deletion"))
    if sits_out_empty(ruleset, seats) and ruleset.all_pass != NEXT_DEALER:
        words.append(_("–: sits out"))
    return words


def reminders(ruleset: Ruleset) -> list[str]:
    """Return the notices that these rules put on the sheet, too, in their order."""
    return [cite(notice_words(notice), notice.section) for notice in ruleset.notices if notice.on_sheet]


def reminders_within(ruleset: Ruleset, lines: int) -> list[str]:
    """Return as many of the reminders as these lines of a printed sheet hold; one that is too long is left out."""
    kept: list[str] = []
    for reminder in reminders(ruleset):
        if line_count(" ".join((*kept, reminder)), REMINDER_WIDTH) <= lines:
            kept.append(reminder)
    return kept


def sits_out_empty(ruleset: Ruleset, seats: int) -> bool:
    """Whether somebody sits out in each game and scores nothing."""
    return seats > ruleset.players and ruleset.sitting_out == SCORES_NOTHING


def _circled(ruleset: Ruleset) -> list[str]:
    return [
        str(CONTRACTS[key])
        for key, contract in ruleset.contracts.items()
        if contract.circled and contract.kind.base not in ruleset.contracts
    ]
