"""The standings in words, the same on page, print, workbook and a player's own page: what counts, what decided."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.ranking import BY_LOT, BY_PLACES, BY_POINTS
from scoring.ruleset import PLACES, Ruleset
from tournament.draw.selectors.place_rules import Places
from tournament.person.names import numbered_name
from tournament.selectors.progress import Progress
from tournament.standings.selectors.standings import HOUSE, LATE, LEFT, Margin, Standings, StandingsLine, UnsettledSheet
from tournament.words import labels
from tournament.words.citations import cited
from tournament.words.labels import MINUS

AHEAD: Mapping[str, Any] = {
    "place_sum": gettext_lazy("ahead of place %(place)s: a lower sum of places"),
    "points": gettext_lazy("ahead of place %(place)s: more points"),
    "sie_played": gettext_lazy("ahead of place %(place)s: more Sie played"),
    "touts_won": gettext_lazy("ahead of place %(place)s: more Touts won"),
    "touts_played": gettext_lazy("ahead of place %(place)s: more Touts played"),
    "solos_won": gettext_lazy("ahead of place %(place)s: more Solos and Wenzen won"),
    "solos_played": gettext_lazy("ahead of place %(place)s: more Solos and Wenzen played"),
    "lot": gettext_lazy("ahead of place %(place)s: decided by lot"),
}
BEHIND: Mapping[str, Any] = {
    "place_sum": gettext_lazy("behind place %(place)s: a higher sum of places"),
    "points": gettext_lazy("behind place %(place)s: fewer points"),
    "sie_played": gettext_lazy("behind place %(place)s: fewer Sie played"),
    "touts_won": gettext_lazy("behind place %(place)s: fewer Touts won"),
    "touts_played": gettext_lazy("behind place %(place)s: fewer Touts played"),
    "solos_won": gettext_lazy("behind place %(place)s: fewer Solos and Wenzen won"),
    "solos_played": gettext_lazy("behind place %(place)s: fewer Solos and Wenzen played"),
    "lot": gettext_lazy("behind place %(place)s: decided by lot"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchFigure:
    """What a list shows of one match, and whether it counts."""

    text: str
    counts: bool


# More tables than this are counted instead of listed.
MOST_LISTED = 12


def remark_text(line: StandingsLine, *, final: bool) -> str:
    """Return all that a list says of a line beside its figures: who it is, what does not count yet, what decided."""
    remarks = [
        *_marks(line),
        *(_open(sheet) for sheet in line.missing),
        *_void(line),
        uncounted_text(line),
        decisive_text(line, final=final),
    ]
    return " · ".join(remark for remark in remarks if remark)


def decisive_text(line: StandingsLine, *, final: bool) -> str:
    """Return what put this line behind the one before with the same points; of the first, ahead of the next (5.4.2).

    So each place of several with the same points names its reason, the lot too. An open tie is named as well.
    """
    tie = ""
    if line.tied:
        tie = _("equal in everything: a lot decides") if final else _("equal in everything so far")
    between = ""
    if line.behind and line.behind.by != line.first_by:
        between = _between(BEHIND, line.behind)
    elif line.ahead and line.ahead.by != line.first_by:
        between = _between(AHEAD, line.ahead)
    return ", ".join(part for part in (tie, between) if part)


def ahead_text(margin: Margin) -> str:
    """Return what puts a line ahead of the place behind it: "12 points ahead of place 6"."""
    if margin.by != BY_POINTS:
        return _between(AHEAD, margin) + _figures(margin)
    words = {"points": margin.mine - margin.theirs, "place": margin.place}
    return (
        ngettext(
            "%(points)s point ahead of place %(place)s", "%(points)s points ahead of place %(place)s", words["points"]
        )
        % words
    )


def own_sentences(line: StandingsLine, *, final: bool) -> list[str]:
    """Return what a player's own page says of their line: place, points, games, and the reason for the place."""
    return [
        place_text(line),
        *([games_text(line)] if line.games < line.games_in_all else []),
        *_marks(line),
        *(_open(sheet) for sheet in line.missing),
        *_void(line),
        uncounted_text(line),
        *_reasons(line, final=final),
    ]


def place_text(line: StandingsLine) -> str:
    """Return where a line stands: "Place 12, 31 points"; where places are added up, with their sum."""
    words = {"place": line.place, "points": total_text(line.total), "sum": line.place_sum}
    if line.place is not None and line.place_sum:
        return _("Place %(place)s, sum of places %(sum)s, points: %(points)s") % words
    if line.place is None:
        return ngettext("%(points)s point", "%(points)s points", abs(line.total)) % words if line.counts else ""
    return ngettext("Place %(place)s, %(points)s point", "Place %(place)s, %(points)s points", abs(line.total)) % words


def uncounted_text(line: StandingsLine) -> str:
    """Return which matches do not count because better ones do; "" if all count."""
    if not line.uncounted:
        return ""
    return ngettext("match %(matches)s does not count", "matches %(matches)s do not count", len(line.uncounted)) % {
        "matches": _listed(line.uncounted)
    }


def match_figures(line: StandingsLine) -> list[MatchFigure]:
    """Return what a list shows of each match: the points, where places are added up after the place."""
    places = line.match_places or (None,) * len(line.match_points)
    return [
        MatchFigure(text=figure_text(points, place), counts=match not in line.uncounted)
        for match, (points, place) in enumerate(zip(line.match_points, places, strict=True), 1)
    ]


def figure_text(points: int | None, place: int | None) -> str:
    """Return points and place of a match: "+12 (3.)"; the points alone without a place; "" for no match."""
    if points is None:
        return ""
    return f"{labels.signed(points)} ({place}.)" if place else labels.signed(points)


def games_text(line: StandingsLine) -> str:
    """Return how many games a line is based on: "32 of 64 games counted"."""
    return _("%(games)s of %(all)s games counted") % {"games": line.games, "all": line.games_in_all}


def total_text(points: int) -> str:
    """Return a total as lists show it: 67, −5."""
    return str(points).replace("-", MINUS)


def state_word(standings: Standings, *, recounted: bool = True) -> str:
    """Return what the standings are: final only if no lot is missing either, and if a recount did not differ."""
    if standings.final and standings.open_ties:
        return _("Complete except for the lots")
    return _("Final") if standings.final and recounted else _("Provisional")


def state_sentences(standings: Standings) -> list[str]:
    """Return why the standings are provisional: what of each match does not count or is not accepted, and the rule."""
    sentences = [sentence for part in standings.progress for sentence in _state(part)]
    if any(part.missing for part in standings.progress):
        sentences.append(_("A sheet counts as soon as it is complete."))
    return sentences


def void_sentences(standings: Standings) -> list[str]:
    """Return which sheets count nothing, so that nobody takes the ranking for final unawares."""
    return [
        ngettext(
            "Table %(tables)s of match %(match)s is void and counts 0 for its whole table (5.3.6).",
            "Tables %(tables)s of match %(match)s are void and count 0 for their whole tables (5.3.6).",
            len(part.void),
        )
        % {"match": part.match, "tables": _listed(part.void)}
        for part in standings.progress
        if part.void
    ]


def counting_sentences(ruleset: Ruleset) -> list[str]:
    """Return how the matches make the ranking, where it is not the sum of the points of all of them."""
    sentences = []
    if ruleset.best_matches:
        sentence = ngettext(
            "Each player’s best match counts.", "Each player’s %(number)s best matches count.", ruleset.best_matches
        )
        sentences.append(sentence % {"number": ruleset.best_matches})
    if ruleset.sums == PLACES:
        sentences.append(_("The places in the matches are added up; the lowest sum wins."))
    return sentences


def sentences_below(standings: Standings, ruleset: Ruleset) -> list[str]:
    """Return what stands below a ranking: how the matches make it, the place rule, and what departed from the rules."""
    departures = [standings.departures] if standings.departures else []
    return [*counting_sentences(ruleset), *place_sentences(standings.places, ruleset), *departures]


def place_sentences(places: Places, ruleset: Ruleset) -> list[str]:
    """Return the place rule in words, as the poster and the ranking say it; nothing until it is chosen."""
    if not places.leavers:
        return []
    leavers = (
        _(
            "Whoever goes home early keeps points and place. "
            "Each sheet counts for whoever plays it to its end, a substitute too."
        )
        if places.keeps
        else _("Whoever goes home early takes no place. A substitute takes over the points (5.2.11).")
    )
    late = (
        _("Whoever joins after the first match has begun takes a place with the points they have.")
        if places.ranks_late_players
        else _("Whoever joins after the first match has begun, also as a substitute, takes no place.")
    )
    return [cited(leavers, ruleset), late]


def progress_text(standings: Standings) -> str:
    """Return how far the match drawn last is: "Match 2 · 14 of 16 sheets count"; "" before the first draw."""
    parts = [part for part in standings.progress if part.sheets]
    if not parts:
        return ""
    words = {"match": parts[-1].match, "counted": parts[-1].counted, "sheets": parts[-1].sheets}
    sentence = ngettext(
        "Match %(match)s · %(counted)s of %(sheets)s sheets counts",
        "Match %(match)s · %(counted)s of %(sheets)s sheets count",
        words["counted"],
    )
    return sentence % words


def _marks(line: StandingsLine) -> Iterator[str]:
    for number, name in line.stands_for:
        words = _("substitute for %(name)s") % {"name": numbered_name(number, name)}
        yield words.rstrip()  # who is not shown by name has the number alone
    if line.excluded:
        yield _("excluded, takes no place")
    elif line.house:
        yield _("house player, takes no place") if line.unplaced == HOUSE else _("house player")
    if line.left and not line.excluded:
        yield _("has left, takes no place") if line.unplaced == LEFT else _("has left the tournament")
    if line.unplaced == LATE:
        yield _("came later, takes no place")
    if line.place is None and not line.unplaced:
        yield _("not ranked yet")


def _open(sheet: UnsettledSheet) -> str:
    words = {"match": sheet.match, "table": sheet.table, "written": sheet.written, "games": sheet.games}
    return _("table %(table)s of match %(match)s is missing (%(written)s of %(games)s games)") % words


def _void(line: StandingsLine) -> Iterator[str]:
    for match, table in line.void:
        yield _("table %(table)s of match %(match)s is void and counts 0") % {"match": match, "table": table}


def _reasons(line: StandingsLine, *, final: bool) -> Iterator[str]:
    if line.tied:
        yield _("Equal in everything with others: a lot decides.") if final else _("Equal in everything with others.")
    if line.behind and line.behind.by == line.first_by == BY_POINTS:
        points = line.behind.theirs - line.behind.mine
        yield ngettext(
            "%(points)s point behind place %(place)s", "%(points)s points behind place %(place)s", points
        ) % {"points": points, "place": line.behind.place}
    elif line.behind:
        yield _between(BEHIND, line.behind) + _figures(line.behind)
    if line.ahead and line.ahead.by != line.first_by:
        yield _between(AHEAD, line.ahead) + _figures(line.ahead)


def _between(words: Mapping[str, Any], margin: Margin) -> str:
    return str(words[margin.by]) % {"place": margin.place}


def _figures(margin: Margin) -> str:
    if margin.by == BY_LOT:
        return ""
    if margin.by in (BY_PLACES, BY_POINTS):
        return " " + _("(%(mine)s against %(theirs)s)") % {"mine": margin.mine, "theirs": margin.theirs}
    return " " + _("(%(mine)s against %(theirs)s, points are equal)") % {"mine": margin.mine, "theirs": margin.theirs}


def _state(part: Progress) -> Iterator[str]:
    if not part.sheets:
        yield _("Match %(match)s is not drawn yet.") % {"match": part.match}
    if part.missing:
        yield _counted_or_listed(
            part,
            part.missing,
            _("%(number)s of %(sheets)s sheets of match %(match)s are missing."),
            ngettext(
                "Table %(tables)s of match %(match)s is missing.",
                "Tables %(tables)s of match %(match)s are missing.",
                len(part.missing),
            ),
        )
    if part.disputed:
        yield ngettext(
            "About the sheet of table %(tables)s of match %(match)s a dispute is open.",
            "About the sheets of tables %(tables)s of match %(match)s disputes are open.",
            len(part.disputed),
        ) % {"match": part.match, "tables": _listed(part.disputed)}
    if part.unaccepted:
        yield _counted_or_listed(
            part,
            part.unaccepted,
            _("%(number)s of %(sheets)s sheets of match %(match)s count, but are not accepted yet."),
            ngettext(
                "Table %(tables)s of match %(match)s counts, but is not accepted yet.",
                "Tables %(tables)s of match %(match)s count, but are not accepted yet.",
                len(part.unaccepted),
            ),
        )


def _counted_or_listed(part: Progress, tables: tuple[int, ...], number_text: str, listed: str) -> str:
    words = {"match": part.match, "number": len(tables), "sheets": part.sheets, "tables": _listed(tables)}
    return (number_text if len(tables) > MOST_LISTED else listed) % words


def _listed(numbers: Iterable[int]) -> str:
    return get_text_list(labels.ranges(list(numbers)), _("and"))
