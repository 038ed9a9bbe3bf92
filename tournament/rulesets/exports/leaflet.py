"""The leaflet of a ruleset for every player, up to four pages of A5: the poster's data and how a match runs."""

from collections.abc import Iterator

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from scoring.ruleset import Ruleset
from tournament.exports.pdf import render_fitting_pdf
from tournament.models import Tournament
from tournament.rulesets.exports import course, sentences
from tournament.rulesets.exports.poster import PosterSection, page_context, place_section, section
from tournament.rulesets.exports.sanctions import revealed_sentences, sanction_tables
from tournament.rulesets.exports.words import cite
from tournament.rulesets.words.notices import NOTICES, notice_words

PAGES = 4
# Type sizes of the running text in points, largest first; the first that fits is taken. Texts, because CSS takes no
# decimal comma.
SIZES = ("11", "10.5", "10", "9.5", "9", "8.5", "8", "7.5", "7")

# Which notices stand in which section. A notice that the ruleset's own sentences already say is left out.
DEALING = ("second-shuffle-no-cut", "cut-at-least-three", "cut-up-to-three-times", "everything-on-the-table")
STOSS = ("no-stoss", "stoss-while-one-card-lies")
FIRST_GAME = ("first-game-no-tout",)
APPROVAL = ("approval-before-play",)
PLAY = ("no-time-limit", "play-to-the-end", "laying-down-ends-the-game", "no-bock-rounds", "schneider-unasked")
CONDUCT = ("fair-conduct", "no-hints", "cards-hidden", "no-counting-aloud", "no-onlookers")
SHEET = ("corrections-by-supervisor", "sign-after-checking")
DISPUTES = ("complain-at-once", "no-recourse-to-law")
MANAGEMENT = ("organiser-and-management", "rules-are-binding")
IN_DATA = (
    *("dealing-two-packets-of-four", "dealing-four-packets-of-two", "dealing-two-packets-of-three"),
    *("dealing-three-skat-four-three", "all-pass-same-dealer", "all-pass-next-dealer"),
    *("all-pass-ramsch", "all-pass-muss", "all-pass-kreuz"),
)


def leaflet_pdf(ruleset: Ruleset, tournament: Tournament | None = None) -> bytes:
    """Render the leaflet in the active language, with the names of a tournament where one is given (5.1.1)."""
    context = {
        **page_context(ruleset, tournament),
        "contracts": course.contract_rows(ruleset),
        "bidding": course.bidding_sentence(ruleset),
        "before": list(_before(ruleset, tournament)),
        "sanctions": sanction_tables(ruleset),
        "revealed": list(revealed_sentences(ruleset)),
        "after": [*_after(ruleset), *place_section(tournament)],
    }
    versions = [render_to_string("exports/ruleset_leaflet.html", {**context, "size": size}) for size in SIZES]
    return render_fitting_pdf(versions, pages=PAGES, title=_("Leaflet") + f" · {context['title']}")


def _before(ruleset: Ruleset, tournament: Tournament | None) -> Iterator[PosterSection]:
    matches = tournament.matches_in_all if tournament else None
    yield section(_("The match"), course.match_sentences(ruleset, matches))
    yield section(_("Shuffling and dealing"), [*course.dealing_sentences(ruleset), *_notices(ruleset, DEALING)])
    yield section(_("Playing"), [*_notices(ruleset, PLAY), *course.surrender_sentences(ruleset)])
    yield section(
        _("Runners, Stoss and Retour"),
        [
            *sentences.runner_sentences(ruleset),
            *sentences.doubling_sentences(ruleset),
            *_notices(ruleset, STOSS),
        ],
    )
    yield section(_("First game"), [*sentences.first_game_sentences(ruleset), *_notices(ruleset, FIRST_GAME)])
    yield section(
        _("Needs the supervisor's approval"), [*sentences.approval_sentences(ruleset), *_notices(ruleset, APPROVAL)]
    )
    yield section(_("What a hand needs for a Tout"), course.permit_sentences(ruleset))


def _after(ruleset: Ruleset) -> Iterator[PosterSection]:
    yield section(_("Conduct"), _notices(ruleset, CONDUCT))
    yield section(_("The sheet"), _notices(ruleset, SHEET))
    yield section(_("Ranking, in this order"), sentences.ranking_sentences(ruleset), ordered=True)
    yield section(_("Disputes"), [*course.dispute_sentences(ruleset), *_notices(ruleset, DISPUTES)])
    yield section(_("Organiser and tournament management"), _notices(ruleset, MANAGEMENT))
    yield section(_("What holds here besides"), _own_notices(ruleset))


def _notices(ruleset: Ruleset, codes: tuple[str, ...]) -> Iterator[str]:
    sections = ruleset.codes
    for code in codes:
        if code in sections:
            yield cite(NOTICES[code], sections[code])


def _own_notices(ruleset: Ruleset) -> Iterator[str]:
    return (cite(notice_words(notice), notice.section) for notice in ruleset.notices if not notice.code)
