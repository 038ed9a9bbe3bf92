"""The ranking on A4 while results are held back: what the hall may see, to hang up."""

from dataclasses import replace

from django.utils.translation import gettext as _

from tournament.exports.pdf import render_pdf
from tournament.models import Tournament
from tournament.standings.exports.standings import standings_page
from tournament.standings.selectors.release import HallRanking
from tournament.standings.selectors.words import remark_text


def released_pdf(tournament: Tournament, hall: HallRanking) -> bytes:
    """Render what the hall may see now. It is never called final, whatever the ranking was."""
    standings = replace(hall.standings, final=False)
    remarks = [remark_text(line, final=False) for line in standings.lines]
    page = standings_page(tournament, standings, remarks, state=hall.sentences, official=False, at=hall.at)
    return render_pdf([page], title=_("Standings") + f" · {tournament.name}")
