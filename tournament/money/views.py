"""The page of the cash boxes: fees, boxes, entries, who still owes; closing a box and printing its count."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament import permissions
from tournament.exports.hall_mark import marked_name
from tournament.models import CashBox, CashCount, CashEntry, FeeKind, Tournament
from tournament.money import services
from tournament.money.box import difference
from tournament.money.documents import count_pdf
from tournament.money.forms import BoxForm, CountForm, FeesForm
from tournament.money.selectors import box_key, box_of, cash_desk, expected_in, with_masks
from tournament.participants.views.participants import participant_or_404
from tournament.permissions import Request, requires
from tournament.views.documents import printed
from tournament.views.refusals import refusal_as_error, refusal_as_message
from tournament.words.labels import amount


@requires(permissions.manage_participants)
@require_safe
def cash(request: Request, slug: str) -> HttpResponse:
    return _page(request, get_object_or_404(Tournament, slug=slug))


@requires(permissions.count_cash)
@require_POST
def cash_fees(request: Request, slug: str) -> HttpResponse:
    tournament = get_object_or_404(Tournament, slug=slug)
    form = FeesForm(request.POST, kinds=())
    if form.is_valid():
        with refusal_as_error(form):
            services.set_fees(tournament=tournament, fees=form.cleaned_data["fees"], actor=request.user)
            messages.success(request, _("The fees are saved."))
            return redirect("cash", slug)
    return _page(request, tournament, fees_form=form)


@requires(permissions.count_cash)
@require_POST
def cash_box_open(request: Request, slug: str) -> HttpResponse:
    """Open a box; it becomes the box of this browser."""
    tournament = get_object_or_404(Tournament, slug=slug)
    form = BoxForm(request.POST)
    if form.is_valid():
        with refusal_as_error(form):
            box = services.open_box(tournament=tournament, actor=request.user, **form.cleaned_data)
            request.session[box_key(tournament)] = box.pk
            messages.success(request, _("%(box)s is open, and this browser’s.") % {"box": box.name})
            return redirect("cash", slug)
    return _page(request, tournament, box_form=form)


@requires(permissions.manage_participants)
@require_POST
def cash_box_here(request: Request, slug: str, pk: int) -> HttpResponse:
    """Take this box as that of this browser."""
    box = _box_or_404(slug, pk)
    request.session[box_key(box.tournament)] = box.pk
    messages.success(request, _("This browser takes fees into: %(box)s.") % {"box": box.name})
    return redirect("cash", slug)


@requires(permissions.manage_participants)
@require_POST
def cash_take(request: Request, slug: str, start_number: int) -> HttpResponse:
    """Take the fee of the posted kind into this browser's box."""
    participant = participant_or_404(slug, start_number)
    tournament = participant.tournament
    kind = get_object_or_404(FeeKind, tournament=tournament, position=_digits(request.POST.get("kind", "")))
    box = box_of(request.session, tournament)
    if box is None:
        messages.error(request, _("Please choose first which cash box stands here."))
        return redirect("cash", slug)
    with refusal_as_message(request):
        entry = services.take_fee(participant=participant, kind=kind, box=box, actor=request.user)
        values = {"name": participant.numbered_name, "sum": amount(entry.cents), "box": box.name}
        messages.success(request, _("%(name)s: %(sum)s, %(box)s.") % values)
    return redirect("cash", slug)


@requires(permissions.manage_participants)
@require_POST
def cash_reverse(request: Request, slug: str, pk: int) -> HttpResponse:
    """Reverse an entry, out of this browser's box; with `withdraw` the participant is withdrawn, too."""
    rows = CashEntry.objects.select_related("participant__tournament", "box__tournament")
    entry = get_object_or_404(rows, pk=pk, box__tournament__slug=slug)
    box, reason = box_of(request.session, entry.box.tournament), request.POST.get("reason", "")
    with refusal_as_message(request):
        if "withdraw" in request.POST:
            services.withdraw_with_fee(participant=entry.participant, reason=reason, actor=request.user, box=box)
        else:
            services.reverse_entry(entry=entry, reason=reason, actor=request.user, box=box)
        values = {"name": entry.participant.numbered_name, "sum": amount(entry.cents)}
        messages.success(request, _("%(name)s: %(sum)s given back.") % values)
    return redirect("cash", slug)


@requires(permissions.count_cash)
@require_http_methods(["GET", "HEAD", "POST"])
def cash_close(request: Request, slug: str, pk: int) -> HttpResponse:
    """Count a box. “Compare” says the difference in words; “Close” closes it."""
    box = _box_or_404(slug, pk)
    form = CountForm(request.POST or None)
    if request.method == "POST" and "close" in request.POST and form.is_valid():
        with refusal_as_error(form):
            values = {name: form.cleaned_data[name] for name in ("pieces", "witness", "remark")}
            services.close_box(box=box, actor=request.user, **values)
            messages.success(request, _("%(box)s is closed. Please print the count and sign it.") % {"box": box.name})
            return redirect("cash", slug)
    expected, counted = expected_in(box), form.sum
    context = {"tournament": box.tournament, "nav": "participants", "box": box, "form": form, "expected": expected}
    context |= {"counted": counted}
    if counted is not None:
        context["difference"] = difference(counted=counted, expected=expected)
    return render(request, "money/close.html", context, status=422 if form.errors else 200)


@requires(permissions.count_cash)
@require_POST
def cash_open_again(request: Request, slug: str, pk: int) -> HttpResponse:
    box = _box_or_404(slug, pk)
    with refusal_as_message(request):
        services.open_again(box=box, reason=request.POST.get("reason", ""), actor=request.user)
        messages.success(request, _("%(box)s is open again.") % {"box": box.name})
    return redirect("cash", slug)


@requires(permissions.count_cash)
@require_safe
def cash_count_pdf(request: Request, slug: str, pk: int) -> HttpResponse:
    """Return the closing of a box to sign, as a PDF."""
    rows = CashCount.objects.select_related("box__tournament", "counted_by")
    count = get_object_or_404(rows, pk=pk, box__tournament__slug=slug)
    tournament = count.box.tournament
    with_masks(count, tournament)
    word = pgettext("file name", "cash-box")
    name = marked_name(f"{slug}-{word}-{count.pk}.pdf", tournament)
    return printed(request, tournament, lambda: count_pdf(count), name)


@requires(permissions.manage_tournament)
@require_POST
def cash_delete(request: Request, slug: str) -> HttpResponse:
    tournament = get_object_or_404(Tournament, slug=slug)
    with refusal_as_message(request):
        services.delete_money(tournament=tournament, actor=request.user)
        messages.success(request, _("The record of the cash boxes is deleted."))
    return redirect("retention", slug)


def _page(
    request: Request, tournament: Tournament, fees_form: FeesForm | None = None, box_form: BoxForm | None = None
) -> HttpResponse:
    shown = cash_desk(tournament)
    context = {
        "tournament": tournament,
        "nav": "participants",
        "shown": shown,
        "fees_form": fees_form or FeesForm(kinds=shown.fees.kinds),
        "box_form": box_form or BoxForm(),
        "here": box_of(request.session, tournament),
        "may_count": permissions.count_cash(request.user),
    }
    return render(request, "money/cash.html", context, status=422 if fees_form or box_form else 200)


def _box_or_404(slug: str, pk: int) -> CashBox:
    return get_object_or_404(CashBox.objects.select_related("tournament"), pk=pk, tournament__slug=slug)


def _digits(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else 0
