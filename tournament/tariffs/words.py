"""What holds for every game of a tariff, in the user's language, and what is wrong with one. Knows no rows."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.errors import Problem
from scoring.tariffs import DECLARER, MOST_IN_POT, PAIR, POINTS, Tariff
from scoring.worth import ALL, BASE, GAME, MOST_DOUBLINGS, SCORED
from tournament.words import labels

DOUBLES: Mapping[str, Any] = {
    BASE: gettext_lazy("the simple value alone"),
    GAME: gettext_lazy("the value with Schneider and Schwarz"),
    ALL: gettext_lazy("everything, runners too"),
}
WON_BY: Mapping[str, Any] = {
    DECLARER: gettext_lazy("whoever declared and won"),
    PAIR: gettext_lazy("two partners who won, never a soloist"),
}


class RuleLine(NamedTuple):
    """One thing that holds for every game: its name, and what is agreed."""

    name: str
    value: str


def cents(number: int) -> str:
    """Return a price as people say it: 10 cents."""
    return ngettext("%(number)s cent", "%(number)s cents", number) % {"number": number}


def tariff_rules(tariff: Tariff) -> Iterator[RuleLine]:
    """Yield what is agreed beside the prices."""
    unit = tariff.unit_cents
    if tariff.pays == POINTS:
        yield RuleLine(_("One point"), cents(unit))
        names = sorted(str(labels.CONTRACTS[contract]) for contract in tariff.contracts)
        yield RuleLine(_("Games that it pays"), ", ".join(names))
    else:
        yield RuleLine(_("Unit"), cents(unit))
        yield RuleLine(_("Each runner"), _runners(tariff))
        yield RuleLine(_("Contra"), _doublings(tariff))
    yield RuleLine(_("Pot"), _pot(tariff))


def fault_sentence(problem: Problem) -> str:
    """Return what is wrong with a tariff as a sentence beside the field that it is about."""
    detail = problem.context.get("detail")
    if not isinstance(detail, Problem):
        return labels.scoring_sentence(problem)
    if detail.code == "price_missing":
        contract = str(problem.context["key"]).rpartition(".")[2]
        return _("%(contract)s is missing: the rules of this tariff play it.") % {
            "contract": labels.CONTRACTS[contract]
        }
    return labels.scoring_sentence(detail)


def _runners(tariff: Tariff) -> str:
    if not tariff.scale.runner:
        return _("not paid")
    each = cents(tariff.scale.runner * tariff.unit_cents)
    return _("%(cents)s, if claimed") % {"cents": each} if tariff.claims else each


def _doublings(tariff: Tariff) -> str:
    doublings = tariff.scale.doublings
    parts = []
    if doublings.rule == SCORED:
        parts.append(_("doubles: %(what)s") % {"what": DOUBLES[doublings.doubles]})
        if doublings.most < MOST_DOUBLINGS:
            parts.append(_("at most %(number)s times") % {"number": doublings.most})
    if doublings.laying:
        parts.append(_("laying doubles, too"))
    if doublings.knocking:
        parts.append(_("knocking doubles, too"))
    return ", ".join(parts) or _("is not paid")


def _pot(tariff: Tariff) -> str:
    if not tariff.sweetener:
        return _("none")
    words = {"cents": cents(tariff.sweetener * tariff.unit_cents), "who": WON_BY[tariff.won_by]}
    text = _("%(cents)s from each for a deal thrown in; it goes to %(who)s") % words
    if tariff.most_in_pot <= MOST_IN_POT:
        text += "; " + _("at most %(cents)s") % {"cents": cents(tariff.most_in_pot * tariff.unit_cents)}
    return text
