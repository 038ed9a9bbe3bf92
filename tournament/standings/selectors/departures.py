"""Where a tournament departed from a published ruleset and from lots alone, in one line below its ranking."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Count, Model, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.ruleset import bundled_rulesets
from tournament import lots
from tournament.enums import IN_FORCE, TableChangeKind
from tournament.models import DiscardedDraw, Draw, Participant, SignatureRefusal, TableChange, Tournament
from tournament.words.labels import ruleset_title

_EXCHANGED = (TableChangeKind.SEATS, TableChangeKind.REPLACED)


def departures_line(tournament: Tournament) -> str:
    """Return everything in which it departed, "" if in nothing: own rules, fixed places, lots that were no draw's.

    Lots may not be changed (5.2.2) and every player signs (5.3.2); the management's acts against that are counted, too.
    One query.
    """
    words = "; ".join(_departures(tournament))
    return _("Beside the published rules and the lots: %(departures)s.") % {"departures": words} if words else ""


def _departures(tournament: Tournament) -> Iterator[str]:
    rules = tournament.ruleset
    if rules.id not in bundled_rulesets():
        yield _("played by own rules, “%(title)s”") % {"title": ruleset_title(rules)}
    numbers = _counts(tournament)
    if numbers["fixed"]:
        yield ngettext("%(count)s fixed place", "%(count)s fixed places", numbers["fixed"]) % {
            "count": numbers["fixed"]
        }
    if numbers["by_hand"]:
        sentence = ngettext(
            "lots of %(count)s draw entered by hand", "lots of %(count)s draws entered by hand", numbers["by_hand"]
        )
        yield sentence % {"count": numbers["by_hand"]}
    if numbers["discarded"]:
        sentence = ngettext("%(count)s draw taken back", "%(count)s draws taken back", numbers["discarded"])
        yield sentence % {"count": numbers["discarded"]}
    if numbers["exchanged"]:
        sentence = ngettext(
            "%(count)s seat changed after the draw", "%(count)s seats changed after the draw", numbers["exchanged"]
        )
        yield sentence % {"count": numbers["exchanged"]}
    if numbers["overruled"]:
        sentence = ngettext(
            "%(count)s sheet accepted without a signature",
            "%(count)s sheets accepted without a signature",
            numbers["overruled"],
        )
        yield sentence % {"count": numbers["overruled"]}


def _counts(tournament: Tournament) -> dict[str, int]:
    """Return how many places, draws, seats and signatures were not as the rules and the lots have them."""
    here = Q(scoresheet__match__tournament=OuterRef("pk"), scoresheet__state__in=IN_FORCE)
    counts: dict[str, QuerySet[Any]] = {
        "fixed": Participant.objects.filter(tournament=OuterRef("pk"), withdrawn=False, fixed_table__isnull=False),
        "by_hand": Draw.objects.filter(
            match__tournament=OuterRef("pk"), discard=None, protocol__algorithm=lots.BY_HAND
        ),
        "discarded": DiscardedDraw.objects.filter(draw__match__tournament=OuterRef("pk")),
        "exchanged": TableChange.objects.filter(here, kind__in=_EXCHANGED),
        "overruled": SignatureRefusal.objects.filter(
            seat__scoresheet__match__tournament=OuterRef("pk"), lapsed_at=None, overruled_at__isnull=False
        ),
    }
    rows = Tournament.objects.filter(pk=tournament.pk).annotate(**{name: _count(rows) for name, rows in counts.items()})
    return dict(zip(counts, rows.values_list(*counts).get(), strict=True))


def _count(rows: QuerySet[Model]) -> Coalesce:
    """Return the number of these rows as a part of another query."""
    return Coalesce(Subquery(rows.order_by().values(one=Value(1)).annotate(number=Count("pk")).values("number")), 0)
