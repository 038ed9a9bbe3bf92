"""What leaves the hall afterwards: the text for the newspaper, and the results as a folder for the web."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_POST, require_safe

from tournament import permissions
from tournament.models import Tournament
from tournament.permissions import Request, requires
from tournament.results.folder import folder_files, zipped
from tournament.results.newspaper import newspaper_text
from tournament.results.selectors import played_matches, results_facts, web_sheets
from tournament.standings.selectors.cache import kept_standings
from tournament.standings.selectors.documents import is_final
from tournament.standings.selectors.release import obstacles
from tournament.views.documents import file_answer

TEXT, ZIP = "text/plain; charset=utf-8", "application/zip"
LONGEST_TEXT = 100_000


@requires(permissions.release_results)
@require_safe
def newspaper(request: Request, slug: str) -> HttpResponse:
    """Show the text for the newspaper, made anew from the facts, to be edited and copied; `?money` tells amounts."""
    tournament = get_object_or_404(Tournament, slug=slug)
    context, money = _context(tournament), "money" in request.GET
    if context["final"]:
        facts = results_facts(tournament, kept_standings(tournament))
        context |= {"text": newspaper_text(facts, money=money), "any_money": facts.prize_money > 0}
    return render(request, "results/newspaper.html", context | {"money": money})


@requires(permissions.release_results)
@require_POST
def newspaper_file(request: Request, slug: str) -> HttpResponse:
    """Return the text that stands on the page as a file; nothing is stored."""
    tournament = get_object_or_404(Tournament, slug=slug)
    text = request.POST.get("text", "")[:LONGEST_TEXT]
    word = pgettext("file name", "newspaper")
    return file_answer(text.encode(errors="replace"), f"{tournament.slug}-{word}.txt", TEXT, download=True)


@requires(permissions.release_results)
@require_safe
def results(request: Request, slug: str) -> HttpResponse:
    """Ask what the folder for the web shall hold."""
    tournament = get_object_or_404(Tournament, slug=slug)
    return render(request, "results/results.html", _context(tournament))


@requires(permissions.release_results)
@require_safe
def results_zip(request: Request, slug: str) -> HttpResponse:
    """Return the folder; back to the page, with a sentence, while results are held back or something is open."""
    tournament = get_object_or_404(Tournament, slug=slug)
    standings = kept_standings(tournament)
    if tournament.is_held_back:
        messages.error(request, _("The hall does not know the results yet: the folder comes once they are published."))
    elif not is_final(standings):
        messages.error(request, _("The ranking is not final yet."))
    else:
        games, word = "games" in request.GET, pgettext("file name", "results")
        files = folder_files(
            results_facts(tournament, standings),
            played_matches(tournament, standings, games=games),
            web_sheets(tournament, standings) if games else (),
            money="money" in request.GET,
        )
        return file_answer(zipped(files, f"{slug}-{word}"), f"{slug}-{word}.zip", ZIP, download=True)
    return redirect("results", slug)


def _context(tournament: Tournament) -> dict[str, Any]:
    final = is_final(kept_standings(tournament))
    return {
        "tournament": tournament, "nav": "tournament", "final": final,
        "obstacles": [] if final else obstacles(tournament),
    }  # fmt: skip
