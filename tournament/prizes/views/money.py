"""Money for places: a proposal from a sum, the table that can be changed, and the prizes made of it."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournament import permissions
from tournament.models import Tournament
from tournament.permissions import Request, requires
from tournament.prizes.forms.money import MoneyTableForm, ProposalForm, read_euros, typed_euros
from tournament.prizes.money import table_sum
from tournament.prizes.services.money import add_money
from tournament.refusals import Refused
from tournament.views.refusals import refusal_as_error


@requires(permissions.manage_prizes)
@require_http_methods(["GET", "HEAD", "POST"])
def prize_money(request: Request, slug: str) -> HttpResponse:
    """Propose a table from the sum in the address; a POST makes prizes of the table as it was edited."""
    tournament = get_object_or_404(Tournament, slug=slug)
    proposal = ProposalForm(request.GET if "total" in request.GET else None)
    table = _table(request, tournament, proposal)
    if request.method == "POST" and table is not None and table.is_valid():
        entry = {name: table.cleaned_data[name] for name in ("amounts", "group", "words", "replaces")}
        with refusal_as_error(table):
            prizes = add_money(tournament=tournament, actor=request.user, **entry)
            sentence = ngettext("%(count)s prize is on the list.", "%(count)s prizes are on the list.", len(prizes))
            messages.success(request, sentence % {"count": len(prizes)})
            return redirect("prizes", slug)
    context = {"tournament": tournament, "nav": "prizes", "proposal": proposal, "table": table,
               "groups": tournament.prize_groups.all()}  # fmt: skip
    if table is not None:
        context["sum"] = table_sum([_cents(field.value()) for field in table.table])
        context["pot"] = _cents(table["pot"].value()) or 0
    refused_now = bool((table is not None and table.errors) or proposal.errors)
    return render(request, "prizes/money.html", context, status=422 if refused_now else 200)


def _table(request: Request, tournament: Tournament, proposal: ProposalForm) -> MoneyTableForm | None:
    """Return the table: as it was sent, as it is proposed, or none yet."""
    if request.method == "POST":
        places = sum(name.startswith("place_") for name in request.POST)
        return MoneyTableForm(request.POST, tournament=tournament, places=places)
    if not proposal.is_valid():
        return None
    shares = proposal.cleaned_data["shares"]
    initial = {f"place_{place}": typed_euros(cents) for place, cents in enumerate(shares, start=1)}
    initial |= {"pot": typed_euros(proposal.cleaned_data["pot"]), "words": _("Money"), "group": _("Money for places")}
    return MoneyTableForm(tournament=tournament, places=len(shares), initial=initial)


def _cents(text: str | None) -> int | None:
    """Return a typed amount for the sum below the table; what is no amount counts nothing until it is mended."""
    try:
        return read_euros(text or "")
    except Refused:
        return None
