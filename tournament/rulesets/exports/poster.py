"""The poster of a ruleset on A3: points, limits and approvals to be read from two metres, all else in its foot."""

from collections.abc import Iterable, Iterator, Sequence

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from scoring.ruleset import Ruleset
from tournament.draw.selectors.place_rules import places_of
from tournament.exports.columns import line_count
from tournament.exports.pdf import render_fitting_pdf
from tournament.models import Tournament
from tournament.network.qr import captioned_qr
from tournament.proof.exports.sealing import seal_fingerprint
from tournament.rulesets.exports import sentences
from tournament.rulesets.exports.sections import (
    PrintedSection,
    permit_section,
    playing_sections,
    ranking_section,
    scoring_sections,
    section,
    tournament_sections,
)
from tournament.rulesets.exports.table import PointGroup, point_groups
from tournament.rulesets.exports.words import identity, sections_text
from tournament.standings.selectors.words import place_sentences
from tournament.words.labels import ruleset_title

# Type sizes of the large part in points, largest first; the first that fits is taken. Texts, because CSS takes no
# decimal comma.
SIZES = tuple(f"{halves / 2}" for halves in range(48, 13, -1))
# Where the search begins: the rules of 2023 fit at 14, the other bundled ones at 13.5 to 17.5.
LIKELY = SIZES.index("14.0")
# The type of the foot as a share of the large type, and in points the least for as long as the large type is larger:
# 13 px, as on screen.
FOOT, LEAST = 0.66, 9.75
# The columns of the foot; the widths of a column's sentences, above and in the foot, in em of the usual sizes.
COLUMNS, WIDE, NARROW = 3, 25.0, 22.5
# A section of the foot with more lines is divided.
LONG = 30
# With fewer sections than this in large type, the ranking joins them below the limits, if these have no more rows.
FEW_SECTIONS, SHORT_LIMITS = 2, 2

# A point table with at most so many rows, and so many characters in a cell, leaves room for larger figures.
FEW_ROWS, SHORT_CELL = 10, 7
# Cells with more characters than this need smaller figures.
WIDE_CELL = 8


def poster_pdf(ruleset: Ruleset, tournament: Tournament | None = None, *, address: str = "") -> bytes:
    """Render the poster, one page in the active language, with the names of a tournament where one is given.

    `address` is the players' public page, as a code to scan.
    """
    large, small = _sections(ruleset, tournament)
    code = captioned_qr(address, _("Code with the address of the public standings")) if address else ""
    context = {**page_context(ruleset, tournament), "players_code": code}
    context |= _columns_of(ruleset, large, small)
    versions = [
        render_to_string("exports/ruleset_poster.html", {**context, "size": size, "foot_size": _foot_size(float(size))})
        for size in SIZES
    ]
    return render_fitting_pdf(versions, pages=1, title=_("Poster") + f" · {context['title']}", likely=LIKELY)


def poster_sections(ruleset: Ruleset, tournament: Tournament | None = None) -> list[PrintedSection]:
    """Return what stands below the point table, under its headings: first what is printed in large type."""
    large, small = _sections(ruleset, tournament)
    return [*large, *small]


def _sections(ruleset: Ruleset, tournament: Tournament | None) -> tuple[list[PrintedSection], list[PrintedSection]]:
    """Return the sections in large type and those of the foot. The ranking is large where there is room for it."""
    large, ranking = _filled(scoring_sections(ruleset)), ranking_section(ruleset)
    if len(large) < FEW_SECTIONS and len(sentences.limit_rows(ruleset)) == SHORT_LIMITS:
        large.insert(0, ranking)
    small = [
        *playing_sections(ruleset, tournament),
        permit_section(ruleset),
        section(_("Sanctions: minus points of who erred"), sentences.sanction_sentences(ruleset)),
        *([] if ranking in large else [ranking]),
        *tournament_sections(ruleset),
        *place_section(tournament),
    ]
    return large, _filled(small)


def _filled(sections: Iterable[PrintedSection]) -> list[PrintedSection]:
    return [section for section in sections if section.sentences]


def _columns_of(
    ruleset: Ruleset, large: Sequence[PrintedSection], small: Sequence[PrintedSection]
) -> dict[str, object]:
    """Return the columns of the large part, below the table of the limits on the left, and those of the foot."""
    limits = 5 + 2.0 * len(sentences.limit_rows(ruleset))
    left, right = _columns(large, [limits, 0.0], WIDE)
    parts = [part for each in small for part in _divided(each, NARROW)]
    return {"left": left, "right": right, "foot": _columns(parts, [0.0] * COLUMNS, NARROW)}


def _columns(sections: Sequence[PrintedSection], lines: list[float], width: float) -> list[list[PrintedSection]]:
    """Share sections out among columns `width` em wide, so that they become about equally high; `lines` are there.

    The longest goes first to where there is most room; within a column they keep their order. WeasyPrint would take a
    minute to balance the columns.
    """
    needed = [_lines(each, width) for each in sections]
    columns: list[list[int]] = [[] for _column in lines]
    for index in sorted(range(len(sections)), key=lambda index: -needed[index]):
        column = lines.index(min(lines))
        columns[column].append(index)
        lines[column] += needed[index]
    return [[sections[index] for index in sorted(column)] for column in columns]


def _lines(each: PrintedSection, width: float) -> float:
    return 1.8 + sum(0.1 + line_count(words, width) for words in each.sentences)


def _divided(each: PrintedSection, width: float) -> Iterator[PrintedSection]:
    """Yield the parts of a section that is too long for one column, each with its heading; a list in order is kept."""
    part: list[str] = []
    for words in each.sentences:
        if part and not each.ordered and _lines(section(each.title, [*part, words]), width) > LONG:
            yield section(each.title, part)
            part = []
        part.append(words)
    yield section(each.title, part, ordered=each.ordered)


def _foot_size(size: float) -> str:
    return f"{min(size, max(LEAST, FOOT * size)):.2f}"


def page_context(ruleset: Ruleset, tournament: Tournament | None) -> dict[str, object]:
    """Return what poster and leaflet share: heading, point table, limits, identity, key of the seals."""
    rules, groups = ruleset_title(ruleset), point_groups(ruleset)
    return {
        "ruleset": ruleset,
        "tournament": tournament,
        "title": tournament.name if tournament else rules,
        "rules": _("Rules: %(title)s") % {"title": rules} if tournament else _("How the points are counted"),
        "groups": groups,
        "point_sections": sections_text(section for group in groups for section in group.sections),
        "points_class": _points_class(groups),
        "limits": sentences.limit_rows(ruleset),
        "limit_sections": sentences.limit_sections(ruleset),
        "french": ruleset.cards == "french",
        "identity": identity(ruleset),
        "seal_key": seal_fingerprint(),
    }


def _points_class(groups: Sequence[PointGroup]) -> str:
    rows = [row for group in groups for row in group.rows]
    longest = max(len(figures.plus + figures.minus) for row in rows for figures in row.figures)
    if longest > WIDE_CELL:
        return "is-wide"
    return "is-short" if len(rows) <= FEW_ROWS and longest <= SHORT_CELL else ""


def place_section(tournament: Tournament | None) -> Iterator[PrintedSection]:
    """Yield what becomes of the places of those who leave early or join late, if the tournament has chosen it."""
    if tournament is not None:
        places = place_sentences(places_of(tournament), tournament.ruleset)
        yield section(_("Who goes home, who comes later"), places)
