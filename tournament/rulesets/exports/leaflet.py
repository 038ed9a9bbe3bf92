"""The leaflet of a ruleset for every player, up to four pages of A5: the poster's data and how a match runs."""

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from scoring.ruleset import Ruleset
from tournament.exports.pdf import render_fitting_pdf
from tournament.models import Tournament
from tournament.rulesets.exports import course
from tournament.rulesets.exports.poster import page_context, place_section
from tournament.rulesets.exports.sanctions import revealed_sentences, sanction_tables
from tournament.rulesets.exports.sections import (
    permit_section,
    playing_sections,
    ranking_section,
    scoring_sections,
    tournament_sections,
)

PAGES = 4
# Type sizes of the running text in points, largest first; the first that fits is taken. Texts, because CSS takes no
# decimal comma.
SIZES = ("11", "10.5", "10", "9.5", "9", "8.5", "8", "7.5", "7")


def leaflet_pdf(ruleset: Ruleset, tournament: Tournament | None = None) -> bytes:
    """Render the leaflet in the active language, with the names of a tournament where one is given (5.1.1)."""
    context = {
        **page_context(ruleset, tournament),
        "contracts": course.contract_rows(ruleset),
        "bidding": course.bidding_sentence(ruleset),
        "before": [*playing_sections(ruleset, tournament), *scoring_sections(ruleset), permit_section(ruleset)],
        "sanctions": sanction_tables(ruleset),
        "revealed": list(revealed_sentences(ruleset)),
        "after": [ranking_section(ruleset), *tournament_sections(ruleset), *place_section(tournament)],
    }
    versions = [render_to_string("exports/ruleset_leaflet.html", {**context, "size": size}) for size in SIZES]
    return render_fitting_pdf(versions, pages=PAGES, title=_("Leaflet") + f" · {context['title']}")
