"""The standings: the desk's page, the public one, a player's own page, and the lots for a full tie."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament import permissions
from tournament.backup.selectors.restores import restored_lately
from tournament.draw.forms.tie_lots import TieLotsForm
from tournament.enums import TournamentState
from tournament.models import Tournament
from tournament.participants.selectors.participants import nameless
from tournament.participants.selectors.players import curve_of, find_curve, find_player, for_the_hall, without_result
from tournament.participants.selectors.seats_left import seats_left
from tournament.permissions import Request, public, requires
from tournament.selectors.progress import match_numbers
from tournament.selectors.scoresheets import unsigned_views
from tournament.standings.selectors.cache import kept_standings
from tournament.standings.selectors.recount import differences
from tournament.standings.selectors.release import hall_ranking
from tournament.standings.selectors.standings import find_lines, match_standings
from tournament.standings.selectors.words import (
    own_sentences,
    progress_text,
    sentences_below,
    state_sentences,
    void_sentences,
)
from tournament.standings.services.standings import draw_tie_lots, enter_tie_lots
from tournament.standings.views.cache import LINES_A_PAGE, asked_page, page_of, seen_version, shared_standings
from tournament.tables.sparkline import sparkline
from tournament.tables.standings import StandingsTable
from tournament.views.answer_versions import as_released, hall_version_of, made_from, share, version_of
from tournament.views.refusals import refusal_as_error, refusal_as_message

MOST_FOUND = 12


@requires(permissions.see_hall)
@require_safe
def standings(request: Request, slug: str) -> HttpResponse:
    """Show the whole ranking or that of `?match=1`, with `?q=` only the lines that fit it; 204 if nothing is new."""
    tournament = get_object_or_404(Tournament, slug=slug)
    version = version_of(request, tournament)
    if _shows(request, version):
        return HttpResponse(status=204)
    matches = match_numbers(tournament)
    match, text = request.GET.get("match", ""), request.GET.get("q", "").strip()
    if match and match not in map(str, matches):
        raise Http404
    ranking = match_standings(tournament, int(match)) if match else kept_standings(tournament, version)
    lines, every = find_lines(ranking, text) if text else ranking.lines, "all" in request.GET
    context = {
        "tournament": tournament, "version": version, "matches": matches, "standings": ranking, "text": text,
        "provisional": state_sentences(ranking), "void": void_sentences(ranking),
        "place_sentences": [] if match else sentences_below(ranking, tournament.ruleset),
        # Before a ranking is called final it is counted again from the games; that of one match is never official.
        "differences": differences(tournament) if ranking.final and not match else [],
        "nameless": nameless(tournament) if ranking.final and not match else [],
        "may_draw_lots": permissions.draw_tie_lots(request.user),
        "restored": restored_lately() if ranking.final and ranking.open_ties else None,
        "table": StandingsTable(tournament, ranking, lines if every else lines[:LINES_A_PAGE]),
        "every": every, "more": 0 if every else max(len(lines) - LINES_A_PAGE, 0),
    }  # fmt: skip
    return render(request, "standings/_standings.html" if request.htmx else "standings/standings.html", context)


@requires(permissions.draw_tie_lots)
@require_POST
def tie_lots(request: Request, slug: str) -> HttpResponse:
    """Draw the lots for every full tie of the final ranking (5.4.2)."""
    tournament = get_object_or_404(Tournament, slug=slug)
    with refusal_as_message(request):
        results = draw_tie_lots(tournament=tournament, actor=request.user)
        sentence = ngettext("%(count)s tie is decided by lot.", "%(count)s ties are decided by lot.", len(results))
        messages.success(request, sentence % {"count": len(results)})
    return redirect("standings", slug)


@requires(permissions.draw_tie_lots)
@require_http_methods(["GET", "HEAD", "POST"])
def tie_lots_by_hand(request: Request, slug: str) -> HttpResponse:
    """Enter the lots of one full tie that people drew by hand (5.4.2)."""
    tournament = get_object_or_404(Tournament, slug=slug)
    form = TieLotsForm(request.POST or None)
    if form.is_valid():
        with refusal_as_error(form):
            enter_tie_lots(tournament=tournament, actor=request.user, **form.cleaned_data)
            messages.success(request, _("The tie is decided by lots drawn by hand."))
            return redirect("standings", slug)
    ranking = kept_standings(tournament, version_of(request, tournament))
    context = {"tournament": tournament, "standings": ranking, "form": form, "nav": "standings"}
    return render(request, "standings/tie_lots_by_hand.html", context)


@requires(public)
@require_safe
@cache_control(private=True, no_cache=True)
@as_released
def public_standings(request: Request, slug: str) -> HttpResponse:
    """Show the hall's ranking to everyone; `?q=` shows where somebody stands; 204 for a page that is up to date."""
    tournament = get_object_or_404(Tournament, slug=slug)
    version = hall_version_of(request, tournament)
    text, page_number = request.GET.get("q", "").strip(), asked_page(request)
    if not text:
        share(request)
    if _shows(request, version):
        return HttpResponse(status=204)
    shared = shared_standings(request, tournament, version, page_number or 1)
    made_from(request, shared.version)
    if _shows(request, shared.version):
        return HttpResponse(status=204)
    hits = find_lines(shared.standings, text)
    if len(hits) == 1 and not page_number and (page := page_of(shared.standings, hits[0].start_number)) != shared.page:
        shared = shared_standings(request, tournament, version, page)
    hall = shared.ranking
    own = find_player(tournament, hits[0].start_number, hall.standings, hall.names) if len(hits) == 1 else None
    held_back = hall.held_back
    context = {
        "tournament": tournament, "shared": shared, "standings": shared.standings, "text": text,
        "own": for_the_hall(own) if own and held_back else own, "hall": hall,
        "provisional": state_sentences(shared.standings), "void": void_sentences(shared.standings),
        "progress": "" if held_back else progress_text(shared.standings),
        "place_sentences": sentences_below(shared.standings, tournament.ruleset),
        "place": own_sentences(hits[0], final=shared.standings.final) if own else [],
        "curve": sparkline(find_curve(own, tournament.ruleset)) if own and not held_back else None,
        "seats": seats_left(tournament) if tournament.state == TournamentState.REGISTRATION else None,
        "found": hits[:MOST_FOUND], "too_many": len(hits) > MOST_FOUND, "pages": range(1, shared.pages + 1),
    }  # fmt: skip
    return render(request, "standings/_public.html" if request.htmx else "standings/public_standings.html", context)


def _shows(request: Request, version: int) -> bool:
    """Whether an open page asks that shows this version already."""
    return bool(request.htmx) and request.GET.get("v") == str(version)


@requires(public)
@require_safe
@cache_control(private=True, no_cache=True)
@as_released
def public_player(request: Request, slug: str, start_number: int) -> HttpResponse:
    """Show a player's own page: place, curve, next seat and sheets; 204 for a page that is up to date.

    While results are held back: the place that the hall may know, and the seats.
    """
    tournament = get_object_or_404(Tournament, slug=slug)
    version = hall_version_of(request, tournament)
    share(request)
    if _shows(request, version):
        return HttpResponse(status=204)
    hall = hall_ranking(tournament, version, least=seen_version(request))
    made_from(request, hall.version)
    ranking = hall.standings
    player = find_player(tournament, start_number, ranking, hall.names)
    if player is None:
        raise Http404
    if player.hidden:
        player = without_result(player)
    context = {
        "tournament": tournament, "version": hall.version, "standings": ranking, "player": player, "hall": hall,
        "provisional": state_sentences(ranking), "void": void_sentences(ranking),
        "place": own_sentences(player.line, final=ranking.final) if player.line else [],
    }  # fmt: skip
    if hall.held_back:
        context["player"] = for_the_hall(player)
    elif not player.hidden:
        sheets = unsigned_views(player.sheets, hall.names)
        context["curve"] = sparkline(curve_of(player, [sheet.evaluated for sheet in sheets], tournament.ruleset))
        context["sheets"] = list(zip(player.seats, sheets, strict=True))
    return render(request, "standings/_player.html" if request.htmx else "standings/public_player.html", context)
