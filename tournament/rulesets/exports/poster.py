"""The poster of a ruleset on A3, to be read from two metres: points, limits, what to ask for, what it costs."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from scoring.ruleset import Ruleset
from tournament.draw.selectors.place_rules import places_of
from tournament.exports.pdf import render_fitting_pdf
from tournament.models import Tournament
from tournament.network.qr import captioned_qr
from tournament.proof.exports.sealing import seal_fingerprint
from tournament.rulesets.exports import sentences
from tournament.rulesets.exports.course import all_pass_sentence, sitting_out_sentences
from tournament.rulesets.exports.table import PointGroup, point_groups
from tournament.rulesets.exports.words import cite, identity, sections_text
from tournament.rulesets.words.notices import notice_words
from tournament.standings.selectors.words import place_sentences
from tournament.words.labels import ruleset_title

# Type sizes of the running text in points, largest first; the first that fits is taken. Texts, because CSS takes no
# decimal comma.
SIZES = tuple(f"{halves / 2}" for halves in range(48, 13, -1))
# Where the search begins: the rules of 2023 fit at 14.5, the other bundled ones at up to 18.5.
LIKELY = SIZES.index("15.0")

# A point table with at most so many rows, and so many characters in a cell, leaves room for larger figures.
FEW_ROWS, SHORT_CELL = 10, 7
# Cells with more characters than this need smaller figures.
WIDE_CELL = 8
# About how many characters a line of one of the two columns has.
LINE = 50


@dataclass(frozen=True, slots=True)
class PosterSection:
    """A heading with its sentences; `ordered` where their order counts. An empty section is not printed."""

    title: str
    sentences: tuple[str, ...]
    ordered: bool = False


def section(title: str, texts: Iterable[str], *, ordered: bool = False) -> PosterSection:
    """Make a section of these sentences."""
    return PosterSection(title, tuple(texts), ordered)


def poster_pdf(ruleset: Ruleset, tournament: Tournament | None = None, *, address: str = "") -> bytes:
    """Render the poster, one page in the active language, with the names of a tournament where one is given.

    `address` is the players' public page, as a code to scan.
    """
    left, right = _halves(poster_sections(ruleset, tournament), len(sentences.limit_rows(ruleset)))
    code = captioned_qr(address, _("Code with the address of the public standings")) if address else ""
    context = {**page_context(ruleset, tournament), "left": left, "right": right, "players_code": code}
    versions = [render_to_string("exports/ruleset_poster.html", {**context, "size": size}) for size in SIZES]
    return render_fitting_pdf(versions, pages=1, title=_("Poster") + f" · {context['title']}", likely=LIKELY)


def poster_sections(ruleset: Ruleset, tournament: Tournament | None = None) -> list[PosterSection]:
    """Return what stands below the point table, under its headings; sections without a sentence are left out."""
    sections = [*_rules(ruleset), *place_section(tournament), _notices(ruleset)]
    return [section for section in sections if section.sentences]


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


def _rules(ruleset: Ruleset) -> Iterator[PosterSection]:
    yield section(_("First game"), sentences.first_game_sentences(ruleset))
    yield section(_("Needs the supervisor's approval"), sentences.approval_sentences(ruleset))
    yield section(
        _("Runners, Stoss and Retour"), [*sentences.runner_sentences(ruleset), *sentences.doubling_sentences(ruleset)]
    )
    yield section(_("One more at the table"), sitting_out_sentences(ruleset))
    yield section(_("Sanctions: minus points of who erred"), sentences.sanction_sentences(ruleset))
    yield section(_("Ranking, in this order"), sentences.ranking_sentences(ruleset), ordered=True)


def place_section(tournament: Tournament | None) -> Iterator[PosterSection]:
    """Yield what becomes of the places of those who leave early or join late, if the tournament has chosen it."""
    if tournament is not None:
        places = place_sentences(places_of(tournament), tournament.ruleset)
        yield section(_("Who goes home, who comes later"), places)


def _notices(ruleset: Ruleset) -> PosterSection:
    return section(_("Please note"), _notice_sentences(ruleset))


def _notice_sentences(ruleset: Ruleset) -> Iterator[str]:
    """Return the notices. What happens if all pass is told even where the ruleset has no notice of it."""
    if f"all-pass-{ruleset.all_pass}" not in ruleset.codes:
        yield all_pass_sentence(ruleset)
    yield from (cite(notice_words(notice), notice.section) for notice in ruleset.notices)


def _halves(sections: list[PosterSection], limits: int) -> tuple[list[PosterSection], list[PosterSection]]:
    """Split the sections into two columns of about equal height, in order; `limits` rows stand above the first.

    WeasyPrint would take a minute to balance the columns.
    """
    lines = [2 + sum(len(sentence) // LINE + 1 for sentence in section.sentences) for section in sections]
    top = 5 + 2 * limits
    cut = min(range(len(sections) + 1), key=lambda number: max(top + sum(lines[:number]), sum(lines[number:])))
    return sections[:cut], sections[cut:]
