"""The management's changes at a table after the draw: scorekeeper, first dealer, cards, two seats exchanged."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament import permissions
from tournament.devices.selectors.table_changes import TablePack, packs_of, seat_seen, touched_seats, touched_sheets
from tournament.draw.selectors.seats import names_at
from tournament.draw.services import seats as seat_services
from tournament.enums import MatchState
from tournament.forms.tables import (
    ExchangeForm,
    FirstDealerForm,
    PackForm,
    PacksForm,
    ScorekeeperForm,
    SeatPersonForm,
    seat_choices,
)
from tournament.models import Match, Scoresheet, Seat
from tournament.permissions import Request, requires
from tournament.refusals import Refused
from tournament.selectors.scoresheets import sheet_view
from tournament.services import tables
from tournament.services.acting import act
from tournament.sheet.acts.tables import NameFirstDealer, NameScorekeeper
from tournament.views.refusals import refusal_as_error, refusal_as_message
from tournament.views.scoresheets import Reply, answer, back_to, first_error, scoresheet_or_404


@require_POST
@requires(permissions.arrange_tables)
def scorekeeper(request: Request, slug: str, match: int, table: int) -> HttpResponse:
    """Name another player as scorekeeper."""
    sheet = scoresheet_or_404(slug, match, table)
    form = ScorekeeperForm(request.POST, view=sheet_view(sheet))
    return _answer(
        request, sheet, "scorekeeper", form,
        lambda data: act(sheet, NameScorekeeper(**data), actor=request.user),
        _("The scorekeeper is entered."),
    )  # fmt: skip


@require_POST
@requires(permissions.arrange_tables)
def first_dealer(request: Request, slug: str, match: int, table: int) -> HttpResponse:
    """Name who deals the first game at this table."""
    sheet = scoresheet_or_404(slug, match, table)
    form = FirstDealerForm(request.POST, seats=seat_choices(sheet_view(sheet)))
    return _answer(
        request, sheet, "first_dealer", form,
        lambda data: act(sheet, NameFirstDealer(**data), actor=request.user),
        _("The first dealer is entered."),
    )  # fmt: skip


@require_POST
@requires(permissions.arrange_tables)
def pack_issue(request: Request, slug: str, match: int, table: int) -> HttpResponse:
    """Enter the number of the cards that were issued to this table."""
    sheet = scoresheet_or_404(slug, match, table)
    return _answer(
        request, sheet, "pack", PackForm(request.POST, scoresheet=sheet),
        lambda data: tables.issue_pack(scoresheet=sheet, pack=data["pack"], actor=request.user),
        _("The number of the cards is entered."),
    )  # fmt: skip


@require_POST
@requires(permissions.arrange_tables)
def pack_replace(request: Request, slug: str, match: int, table: int) -> HttpResponse:
    """Replace this table's cards; both numbers stay on the sheet."""
    sheet = scoresheet_or_404(slug, match, table)
    return _answer(
        request, sheet, "pack", PackForm(request.POST, scoresheet=sheet),
        lambda data: tables.replace_pack(scoresheet=sheet, actor=request.user, **data),
        _("The cards are replaced."),
    )  # fmt: skip


@require_http_methods(["GET", "HEAD", "POST"])
@requires(permissions.arrange_tables)
def packs(request: Request, slug: str, number: int) -> HttpResponse:
    """Show the cards and scorekeepers of all tables; issue packs in a row."""
    match = get_object_or_404(Match.objects.select_related("tournament"), tournament__slug=slug, number=number)
    if match.state == MatchState.PLANNED:
        return redirect("match", slug, number)
    form = PacksForm(request.POST or None)
    if form.is_valid():
        try:
            tables.issue_packs(match=match, actor=request.user, first=form.cleaned_data["first"])
        except Refused as refusal:
            form.add_error("first", str(refusal))
        else:
            messages.success(request, _("The cards of all tables are numbered."))
            return redirect("packs", slug, number)
    shown = packs_of(match)
    context = {
        "tournament": match.tournament,
        "match": match,
        "nav": "matches",
        "form": form,
        "dealer_form": _dealers_form(shown),
        "tables": shown,
    }
    return render(request, "tables/packs.html", context)


@require_POST
@requires(permissions.arrange_tables)
def first_dealers(request: Request, slug: str, number: int) -> HttpResponse:
    """Name the seat that deals the first game at all tables of a match."""
    match = get_object_or_404(Match.objects.select_related("tournament"), tournament__slug=slug, number=number)
    form = _dealers_form(packs_of(match), request.POST)
    if not form.is_valid():
        messages.error(request, first_error(form))
        return redirect("packs", slug, number)
    with refusal_as_message(request):
        tables.name_first_dealers(match=match, actor=request.user, seat=form.cleaned_data["seat"])
        messages.success(request, _("The first dealer of all tables is entered."))
    return redirect("packs", slug, number)


def _dealers_form(shown: Sequence[TablePack], data: Any = None) -> FirstDealerForm:
    """Return the form for all tables: the seats that each of them has, and now that of most of them."""
    seats = [
        (seat, _("Seat %(seat)s") % {"seat": seat})
        for seat in range(1, min((one.size for one in shown), default=0) + 1)
    ]
    usual = Counter(one.deals_first for one in shown).most_common(1)
    return FirstDealerForm(data, seats=seats, initial={"seat": usual[0][0] if usual else 1})


@require_http_methods(["GET", "HEAD", "POST"])
@requires(permissions.exchange_seats)
def seats_exchange(request: Request, slug: str, match: int, table: int) -> HttpResponse:
    """Exchange two participants' seats: first show the changes, then act with the reason."""
    sheet = scoresheet_or_404(slug, match, table)
    if request.method == "POST":
        return _exchange(request, sheet)
    form = SeatPersonForm(request.GET or None, names=names_at(sheet))
    seats: tuple[Seat, ...] = ()
    if form.is_valid():
        first = sheet.seats.select_related("participant", "scoresheet").get(number=form.cleaned_data["seat"])
        seats = tuple(seat for seat in touched_seats(sheet.match, form.cleaned_data["person"]) if seat != first)
        if not seats:
            form.add_error("person", _("Nobody else of this match fits. Please check the number or the name."))
        elif len(seats) == 1:
            return _preview(request, sheet, first, seats[0], None)
    return _page(request, sheet, {"form": form, "found": seats})


def _exchange(request: Request, sheet: Scoresheet) -> HttpResponse:
    form = ExchangeForm(request.POST)
    if not (form.is_valid() or list(form.errors) == ["reason"]):
        return redirect(sheet.get_absolute_url())
    data = form.cleaned_data
    first = seat_seen(sheet.match, table=sheet.table_number, seat=data["seat"], start_number=data["left"])
    second = seat_seen(sheet.match, table=data["other_table"], seat=data["other_seat"], start_number=data["came"])
    if first is None or second is None:
        messages.error(request, _("Somebody else sits there by now. Please look at both tables again."))
        return redirect(sheet.get_absolute_url())
    if form.is_valid():
        with refusal_as_error(form):
            seat_services.exchange_seats(first=first, second=second, actor=request.user, reason=data["reason"])
            return back_to(sheet, request, _("The seats are exchanged. The sheet says so below its lines."))
    return _preview(request, sheet, first, second, form)


def _preview(request: Request, sheet: Scoresheet, first: Seat, second: Seat, form: ExchangeForm | None) -> HttpResponse:
    hidden = {
        "seat": first.number,
        "left": first.participant.start_number,
        "other_table": second.scoresheet.table_number,
        "other_seat": second.number,
        "came": second.participant.start_number,
    }
    context = {"first": first, "second": second, "touched": touched_sheets(first, second)}
    return _page(request, sheet, context | {"form": form or ExchangeForm(initial=hidden)})


def _page(request: Request, sheet: Scoresheet, more: dict[str, Any]) -> HttpResponse:
    context = {"tournament": sheet.match.tournament, "match": sheet.match, "scoresheet": sheet, "nav": "matches"}
    return render(request, "tables/seats_exchange.html", context | more)


def _answer(
    request: Request, sheet: Scoresheet, name: str, form: Any, act: Callable[[dict[str, Any]], object], sentence: str
) -> HttpResponse:
    """Do the act of this form and go back to the sheet; after a refusal its form stays open."""
    if not form.is_valid():
        return answer(request, sheet, Reply(kind="refused", text=first_error(form), **{name: form}))
    try:
        act(form.cleaned_data)
    except Refused as refusal:
        return answer(request, sheet, Reply.refusal(refusal, **{name: form}))
    return back_to(sheet, request, sentence)
