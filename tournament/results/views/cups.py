"""The challenge cups of the installation, and entering who won one at a tournament."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament import permissions
from tournament.models import Cup, CupWinner, Tournament
from tournament.permissions import Request, requires
from tournament.results import services
from tournament.results.documents import cup_pdf
from tournament.results.forms import CupForm, CupWinnerForm, EarlierWinnersForm
from tournament.results.selectors import cup_candidates, cups, cups_won_at, named_winners, open_cups
from tournament.standings.selectors.cache import kept_standings
from tournament.standings.selectors.documents import is_final
from tournament.views.documents import printed
from tournament.views.refusals import refusal_as_error, refusal_as_message


@requires(permissions.manage_prizes)
@require_http_methods(["GET", "HEAD", "POST"])
def cup_list(request: Request) -> HttpResponse:
    """List the cups with who holds each, and add one."""
    form = CupForm(request.POST or None)
    if form.is_valid():
        with refusal_as_error(form):
            cup = services.add_cup(actor=request.user, **form.cleaned_data)
            return redirect("cup", cup.pk)
    context = {"cups": cups(), "form": form}
    return render(request, "results/cups.html", context, status=422 if form.errors else 200)


@requires(permissions.manage_prizes)
@require_http_methods(["GET", "HEAD", "POST"])
def cup(request: Request, pk: int) -> HttpResponse:
    """Show all winners of a cup, and enter those of earlier years."""
    row = get_object_or_404(cups(), pk=pk)
    form = EarlierWinnersForm(request.POST or None)
    if form.is_valid():
        with refusal_as_error(form):
            new = services.enter_winners(cup=row, actor=request.user, **form.cleaned_data)
            messages.success(request, _("New on the list: %(count)s.") % {"count": len(new)})
            return redirect("cup", pk)
    context = {"cup": row, "winners": named_winners(row), "form": form, "naming": CupForm(initial={"name": row.name})}
    return render(request, "results/cup.html", context, status=422 if form.errors else 200)


@requires(permissions.manage_prizes)
@require_POST
def cup_rename(request: Request, pk: int) -> HttpResponse:
    """Name a cup otherwise."""
    row, form = get_object_or_404(cups(), pk=pk), CupForm(request.POST)
    if form.is_valid():
        with refusal_as_error(form):
            services.rename_cup(cup=row, actor=request.user, **form.cleaned_data)
            return redirect("cup", pk)
    context = {"cup": row, "winners": named_winners(row), "form": EarlierWinnersForm(), "naming": form}
    return render(request, "results/cup.html", context, status=422)


@requires(permissions.manage_prizes)
@require_POST
def cup_take_back(request: Request, pk: int, year: int) -> HttpResponse:
    """Take the winner of a year off the list."""
    winner = CupWinner.objects.filter(cup=pk, year=year).first() or CupWinner()
    with refusal_as_message(request):
        services.take_back_winner(winner=winner, actor=request.user)
        messages.success(request, _("The winner of %(year)s is taken off the list.") % {"year": year})
    return redirect("cup", get_object_or_404(Cup, pk=pk).pk)


@requires(permissions.manage_prizes)
@require_safe
def cup_print(request: Request, pk: int) -> HttpResponse:
    """Return the list of winners on A4, to be hung up beside the cup."""
    row = get_object_or_404(cups(), pk=pk)
    return printed(request, "cups", lambda: cup_pdf(row), f"{slugify(row.name) or 'cup'}.pdf")


@requires(permissions.manage_prizes)
@require_http_methods(["GET", "HEAD", "POST"])
def tournament_cups(request: Request, slug: str) -> HttpResponse:
    """Enter who won a cup at this tournament, from its ranking or its prizes."""
    tournament = get_object_or_404(Tournament, slug=slug)
    ranking = kept_standings(tournament)
    free_cups, candidates = open_cups(tournament), cup_candidates(tournament, ranking)
    form = CupWinnerForm(request.POST or None, cups=free_cups, candidates=candidates)
    if form.is_valid():
        participant = get_object_or_404(tournament.participants, pk=form.cleaned_data["participant"])
        with refusal_as_error(form):
            services.enter_winner(cup=form.cleaned_data["cup"], participant=participant, actor=request.user)
            messages.success(request, _("%(name)s is entered as the winner.") % {"name": participant})
            return redirect("tournament_cups", slug)
    context = {
        "tournament": tournament, "nav": "tournament", "form": form, "left": free_cups, "won": cups_won_at(tournament),
        "candidates": any(people for _heading, people in candidates), "final": is_final(ranking),
    }  # fmt: skip
    return render(request, "results/tournament_cups.html", context, status=422 if form.errors else 200)
