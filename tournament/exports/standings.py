"""The ranking on A4, to be read out and hung up: places, points, what decided between equal ones (5.4.1, 5.4.2)."""

from collections.abc import Sequence

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.exports.pdf import render_pdf
from tournament.exports.sheet_words import rules_line
from tournament.models import Tournament
from tournament.selectors.standings import Standings
from tournament.selectors.standings_words import place_sentences
from tournament.words.labels import signed


def standings_pdf(
    tournament: Tournament, standings: Standings, remarks: Sequence[str], *, state: Sequence[str], official: bool
) -> bytes:
    """Render the ranking as a PDF. `remarks` says for each line who it is, what does not count yet, and what decided.

    `state` stands above and says what does not count, or is not accepted yet, in the whole ranking. Without `official`
    the word "provisional" lies under every page.
    """
    lines = [
        {
            "line": line,
            "points": ["" if points is None else signed(points) for points in line.match_points],
            "total": signed(line.total) if line.counts else "",
            "remark": words,
        }
        for line, words in zip(standings.lines, remarks, strict=True)
    ]
    context = {
        "tournament": tournament,
        "matches": [part.match for part in standings.progress],
        "lines": lines,
        "uneven": standings.uneven,
        "state": state,
        "lots": [lots for lots in standings.lots if lots.in_force],
        "places": place_sentences(standings.places, tournament.ruleset),
        "official": official,
        "now": timezone.now(),
        "rules": rules_line(tournament.ruleset),
        "management": tournament.management or tournament.organiser,
    }
    return render_pdf(
        [render_to_string("exports/standings.html", context)], title=_("Standings") + f" · {tournament.name}"
    )
