"""Why somebody gets a prize, or nobody does yet, in words: the same on page, screen and print."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import Prize
from tournament.prizes.awarding import Award, AwardReason, OpenPrize, Why
from tournament.prizes.criteria import PLUS, laid_places, places_text
from tournament.prizes.kinds import Criterion
from tournament.words.labels import MINUS


def reason_text(award: Award) -> str:
    """Return why somebody gets it: "Place 3, divided between 2", "Most Touts won: 3, decided by lot"."""
    reason = award.reason
    remarks = [_TEXTS[reason.criterion](award, reason)]
    if reason.shared > 1 and award.cents is not None:
        remarks.append(_("equal with others: %(count)s share") % {"count": reason.shared})
    elif reason.shared > 1:
        remarks.append(_("equal with others"))
    if reason.by_lot and reason.criterion != Criterion.RAFFLE:
        remarks.append(_("decided by lot"))
    if reason.passed_on:
        remarks.append(_("moved up"))
    return ", ".join(remarks)


def open_text(prize: OpenPrize) -> str:
    """Return why nobody gets a prize yet."""
    if prize.why == Why.LOT:
        people = len(prize.among)
        return ngettext(
            "A lot among %(people)s person decides.", "A lot among %(people)s people decides.", people
        ) % {"people": people}  # fmt: skip
    return {
        Why.NOBODY: _("Nobody fits."),
        Why.DATA: _("It is not known who fits: please enter it at the participants."),
        Why.CHOICE: _("Not chosen yet."),
        Why.EARLY: _("No sheet counts yet."),
    }[prize.why]


def left_text(prize: Prize, one: OpenPrize, places: int) -> str:
    """Return why nobody gets what is left of a prize, among so many places: "Of 3, 2 go to nobody: …"."""
    if one.why != Why.NOBODY:
        return open_text(one)
    by_place = prize.criterion == Criterion.PLACE and prize.argument != PLUS
    numbers = [place.number for place in laid_places(prize.argument, places)] if by_place else []
    none_there = by_place and one.count == sum(not 1 <= number <= places for number in numbers)
    few = _("There are only %(places)s places.") % {"places": places}
    count = len(numbers) if by_place else prize.count
    if one.count >= count:
        return few if none_there else open_text(one)
    text = ngettext(
        "Of %(all)s, %(count)s goes to nobody.", "Of %(all)s, %(count)s go to nobody.", one.count
    ) % {"all": count, "count": one.count}  # fmt: skip
    return f"{text} {few}" if none_there else text


def criterion_text(prize: Prize) -> str:
    """Return who gets a prize, in words: "places 1–3", "Best of a club: SV Feldkirchen", "Raffle …, 3 people"."""
    criterion, argument = Criterion(prize.criterion), prize.argument
    if criterion == Criterion.PLACE:
        return places_text(argument)
    label = str(criterion.label)
    if criterion == Criterion.YOUTH:
        label = _("Best below %(age)s") % {"age": argument}
    elif criterion == Criterion.CLUB:
        label = _club(argument)
    elif criterion == Criterion.MATCH:
        label = _("Best of match %(match)s") % {"match": argument}
    elif criterion == Criterion.TABLE:
        label = _("Table winners of match %(match)s") % {"match": argument}
    return label if prize.count == 1 else f"{label} ({prize.count} ×)"


def _place(award: Award, reason: AwardReason) -> str:
    if reason.argument == PLUS:
        return _("Place %(place)s, with plus points") % {"place": award.place}
    place = _("Place %(place)s") % {"place": award.place}
    if reason.passed_on or reason.argument[0].isdigit() or "," in reason.argument:
        return place
    return f"{place}, {places_text(reason.argument)}"


def _club(name: str) -> str:
    return _("Best of %(club)s") % {"club": name} if name else str(Criterion.CLUB.label)


def _best(words: str, award: Award) -> str:
    return _("%(what)s, place %(place)s") % {"what": words, "place": award.place}


def _points(points: int | None) -> str:
    figure = points or 0
    return ngettext("%(points)s point", "%(points)s points", abs(figure)) % {
        "points": str(figure).replace("-", MINUS)
    }  # fmt: skip


def _sheet(reason: AwardReason) -> dict[str, object]:
    return {"match": reason.match, "table": reason.table, "points": _points(reason.figure)}


_TEXTS: Mapping[str, Callable[[Award, AwardReason], str]] = {
    Criterion.PLACE: _place,
    Criterion.WOMAN: lambda award, reason: _best(_("Best woman"), award),
    Criterion.YOUTH: lambda award, reason: _best(_("Best below %(age)s") % {"age": reason.argument}, award),
    Criterion.OLDEST: lambda award, reason: _("Oldest player"),
    Criterion.CLUB: lambda award, reason: _best(_club(reason.argument), award),
    Criterion.NEWCOMER: lambda award, reason: _best(_("Best newcomer"), award),
    Criterion.SIES: lambda award, reason: _("Most Sies: %(count)s") % {"count": reason.figure},
    Criterion.TOUTS: lambda award, reason: _("Most Touts won: %(count)s") % {"count": reason.figure},
    Criterion.SOLOS: lambda award, reason: _("Most Solos and Wenzen won: %(count)s") % {"count": reason.figure},
    Criterion.SHEET: lambda award, reason: _(
        "Highest single sheet: %(points)s (match %(match)s, table %(table)s)"
    ) % _sheet(reason),
    Criterion.MINUS: lambda award, reason: _("Most minus points: %(count)s") % {"count": reason.figure},
    Criterion.MATCH: lambda award, reason: _("Best of match %(match)s: %(points)s") % _sheet(reason),
    Criterion.TABLE: lambda award, reason: _(
        "Winner of table %(table)s in match %(match)s: %(points)s"
    ) % _sheet(reason),
    Criterion.RAFFLE: lambda award, reason: _("Drawn in the raffle"),
    Criterion.CHOICE: lambda award, reason: _("Chosen")
    if award.place is None
    else _best(_("Chosen"), award),
}  # fmt: skip
