"""The effect of the rules on single games, stated below a sheet: games that count less or nothing, and redeals."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from scoring.errors import Problem
from scoring.ruleset import NEXT_DEALER, Ruleset
from tournament.selectors.remarks import Remark
from tournament.sheet.lines import LineView
from tournament.words import labels
from tournament.words.citations import cited


def rule_remarks(ruleset: Ruleset, warnings: Sequence[Problem], lines: Sequence[LineView]) -> Iterator[Remark]:
    """Yield a remark for each game that the rules count otherwise than played (5.2.15, 5.2.4), and one for all redeals.

    If the dealer moves on when all pass (5.2.5), the remark also names the dealer that results.
    """
    for warning in warnings:
        if warning.game is not None and not warning.code.startswith("next_"):
            yield Remark(text=labels.warning(warning), lines=(warning.game,))
    passed = [line for line in lines if line.passed]
    if passed:
        words = " · ".join(_passed(line, moves=ruleset.all_pass == NEXT_DEALER) for line in passed)
        section = ruleset.section("match.all_pass")
        text = cited(_("Thrown in (%(section)s): %(list)s"), ruleset) % {"section": section, "list": words}
        yield Remark(text=text, lines=tuple(line.number for line in passed))


def _passed(line: LineView, *, moves: bool) -> str:
    words = {"count": line.passed, "number": line.number, "dealer": line.dealer}
    if moves:
        return _("%(count)s× before game %(number)s, so dealt by seat %(dealer)s") % words
    return _("%(count)s× before game %(number)s") % words
