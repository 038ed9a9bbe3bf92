"""The organiser's prizes: the list with who would get each now, one prize, several at once, what is set for all."""

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.db.models import Count, Exists, OuterRef
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament import permissions
from tournament.enums import Release
from tournament.models import Prize, PrizeAct, PublicLot, Tournament
from tournament.permissions import Request, requires
from tournament.prizes.entry import entry_key
from tournament.prizes.forms.prizes import GroupForm, PrizeForm, PrizeListForm, SharingForm, typed
from tournament.prizes.kinds import Criterion
from tournament.prizes.pasted import read_pasted_prizes
from tournament.prizes.selectors.listing import made_warnings, prize_list
from tournament.prizes.services import groups as group_services
from tournament.prizes.services import prizes as services
from tournament.views.refusals import refusal_as_error, refusal_as_message

# The field that a refusal is about, by its code.
FIELDS_OF_CODES = {
    "no_place": "places", "place_zero": "places", "places_reversed": "places", "place_too_high": "places",
    "plus_alone": "places", "bad_places": "places", "places_too_long": "places", "bad_age": "age", "no_club": "club",
    "no_match": "match",
}  # fmt: skip


@requires(permissions.give_prizes)
@require_safe
def prizes(request: Request, slug: str) -> HttpResponse:
    """Show what there is to win and who would get it now. The hall does not see this page."""
    tournament = get_object_or_404(Tournament, slug=slug)
    groups = prize_list(tournament)
    context = {
        "tournament": tournament,
        "nav": "prizes",
        "groups": groups,
        "count": sum(len(group.prizes) for group in groups),
        "raffles": any(row.prize.criterion == Criterion.RAFFLE for group in groups for row in group.prizes),
        "choices": any(row.prize.criterion == Criterion.CHOICE for group in groups for row in group.prizes),
        "may_change": permissions.manage_prizes(request.user),
        "stands": tournament.release == Release.REVEALING,
        "is_out": tournament.release == Release.PUBLISHED,
    }
    return render(request, "prizes/prizes.html", context)


@requires(permissions.manage_prizes)
@require_http_methods(["GET", "HEAD", "POST"])
def prize_add(request: Request, slug: str) -> HttpResponse:
    """Add a prize; then the same page for the next one."""
    tournament = get_object_or_404(Tournament, slug=slug)
    form = _form(request, tournament, None)
    if request.method == "POST" and form.is_valid():
        with refusal_as_error(form, **FIELDS_OF_CODES):
            prize = services.add_prize(tournament=tournament, actor=request.user, **form.entry())
            _say_made(request, tournament, prize, _("Prize %(number)s is on the list."))
            return redirect("prize_add" if "next" in request.POST else "prizes", slug)
    return _prize_page(request, tournament, form)


@requires(permissions.manage_prizes)
@require_http_methods(["GET", "HEAD", "POST"])
def prize_edit(request: Request, slug: str, pk: int) -> HttpResponse:
    """Change a prize."""
    tournament = get_object_or_404(Tournament, slug=slug)
    prize = get_object_or_404(Prize.objects.select_related("group"), tournament=tournament, pk=pk)
    form = _form(request, tournament, prize)
    if request.method == "POST" and form.is_valid():
        with refusal_as_error(form, **FIELDS_OF_CODES):
            prize = services.change_prize(prize=prize, actor=request.user, **form.entry())
            _say_made(request, tournament, prize, _("Prize %(number)s was changed."))
            return redirect("prizes", slug)
    return _prize_page(request, tournament, form, prize)


@requires(permissions.manage_prizes)
@require_http_methods(["GET", "HEAD", "POST"])
def prizes_delete(request: Request, slug: str) -> HttpResponse:
    """Ask about `?prize=`, all of `?group=`, or those with the numbers from `?first=` to `?last=`; delete them."""
    tournament = get_object_or_404(Tournament, slug=slug)
    if request.method == "POST":
        keys = [entry_key(key) for key in request.POST.getlist("prize")]
        with refusal_as_message(request):
            count = services.delete_prizes(tournament=tournament, actor=request.user, prizes=keys)
            sentence = ngettext("%(count)s prize is deleted.", "%(count)s prizes are deleted.", count)
            messages.success(request, sentence % {"count": count})
        return redirect("prizes", slug)
    rows = _prizes_of_address(request, tournament)
    prizes_with_record = [row for row in rows if row.has_record]
    free = [row for row in rows if not row.has_record]
    context = {"tournament": tournament, "nav": "prizes", "rows": free, "kept": prizes_with_record}
    return render(request, "prizes/prizes_delete.html", context)


@requires(permissions.manage_prizes)
@require_http_methods(["GET", "HEAD", "POST"])
def prizes_paste(request: Request, slug: str) -> HttpResponse:
    """Make numbered prizes of a list, one a line."""
    tournament = get_object_or_404(Tournament, slug=slug)
    form = PrizeListForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        entry = form.cleaned_data
        with refusal_as_error(form, **FIELDS_OF_CODES):
            lines = read_pasted_prizes(entry.pop("lines"))
            added = services.add_list(tournament=tournament, actor=request.user, lines=lines, **entry)
            sentence = ngettext("%(count)s prize is on the list.", "%(count)s prizes are on the list.", len(added))
            # Whoever pasted the wrong list need not delete it one by one.
            numbers = [prize.number for prize in added]
            back = f"{reverse('prizes_delete', args=[slug])}?first={min(numbers)}&last={max(numbers)}"
            answer = format_html(
                '{} <a href="{}">{}</a>', sentence % {"count": len(added)}, back, _("Delete them again")
            )
            messages.success(request, answer)
            return redirect("prizes", slug)
    context = {"tournament": tournament, "nav": "prizes", "form": form, "groups": tournament.prize_groups.all()}
    return render(request, "prizes/prizes_paste.html", context, status=422 if form.errors else 200)


@requires(permissions.manage_prizes)
@require_POST
def prizes_number(request: Request, slug: str) -> HttpResponse:
    """Number all prizes anew, or give one of them another number; those that stand there move up."""
    tournament = get_object_or_404(Tournament, slug=slug)
    with refusal_as_message(request):
        if "prize" not in request.POST:
            services.number_anew(tournament=tournament, actor=request.user)
        else:
            prize = Prize(tournament=tournament, pk=entry_key(request.POST["prize"]))
            number = entry_key(request.POST.get("number", "").strip())
            services.move_prize(prize=prize, actor=request.user, number=number)
    return redirect("prizes", slug)


@requires(permissions.manage_prizes)
@require_http_methods(["GET", "HEAD", "POST"])
def prize_settings(request: Request, slug: str) -> HttpResponse:
    """Set what equal places get, and for each group how many of its prizes somebody may get."""
    tournament = get_object_or_404(Tournament, slug=slug)
    if "delete" in request.POST:
        return _delete_group(request, tournament)
    posted = request.POST or None
    sharing = SharingForm(posted, initial={"sharing": tournament.sharing})
    groups = [
        (group, GroupForm(posted, prefix=str(group.pk), initial={"name": group.name, "per_head": group.per_head}))
        for group in tournament.prize_groups.annotate(used=Count("prizes"))
    ]
    forms: list[Any] = [sharing, *(form for _group, form in groups)]
    if request.method == "POST" and False not in [form.is_valid() for form in forms]:
        with refusal_as_message(request):
            with transaction.atomic():
                group_services.set_sharing(tournament=tournament, actor=request.user, **sharing.cleaned_data)
                for group, form in groups:
                    group_services.change_group(group=group, actor=request.user, **form.cleaned_data)
            messages.success(request, _("This holds from now on."))
            return redirect("prizes", slug)
    context = {"tournament": tournament, "nav": "prizes", "sharing": sharing, "groups": groups}
    # Here comes only a POST that was refused.
    return render(request, "prizes/settings.html", context, status=422 if request.method == "POST" else 200)


def _delete_group(request: Request, tournament: Tournament) -> HttpResponse:
    group = tournament.prize_groups.filter(pk=entry_key(request.POST["delete"])).first()
    if group is None:
        messages.error(request, _("There is no such group any more."))
        return redirect("prize_settings", tournament.slug)
    with refusal_as_message(request):
        group_services.delete_group(group=group, actor=request.user)
        messages.success(request, _("The group is deleted."))
    return redirect("prize_settings", tournament.slug)


def _prizes_of_address(request: Request, tournament: Tournament) -> Any:
    """Return the prizes that the address means, with whether something was done about them once."""
    columns = {"prize": "pk", "group": "group", "first": "number__gte", "last": "number__lte"}
    filters: dict[str, Any] = {
        column: entry_key(request.GET[name]) for name, column in columns.items() if request.GET.get(name)
    }
    rows = tournament.prizes.filter(**filters) if filters else tournament.prizes.none()
    acts, lots = PrizeAct.objects.filter(prize=OuterRef("pk")), PublicLot.objects.filter(prize=OuterRef("pk"))
    return rows.annotate(has_record=Exists(acts) | Exists(lots)).order_by("number")


def _form(request: Request, tournament: Tournament, prize: Prize | None) -> PrizeForm:
    """Return the form with what the chosen criterion needs; a change of the criterion asks for it anew by GET."""
    parameters = request.POST if request.method == "POST" else request.GET
    fallback = prize.criterion if prize else Criterion.PLACE.value
    criterion = parameters.get("criterion", fallback)
    initial = typed(prize) if prize else {"criterion": criterion}
    if request.method != "POST" and "criterion" in request.GET:
        initial |= {name: value for name, value in request.GET.items() if name != "match"}
    bound = request.POST if request.method == "POST" else None
    return PrizeForm(bound, tournament=tournament, criterion=criterion, initial=initial)


def _prize_page(request: Request, tournament: Tournament, form: PrizeForm, prize: Prize | None = None) -> HttpResponse:
    context = {"tournament": tournament, "nav": "prizes", "form": form, "prize": prize}
    criterion = form["criterion"].value()
    if criterion in Criterion.values:
        context["hints"] = made_warnings(tournament, Prize(tournament=tournament, criterion=criterion))
    if request.htmx and request.method == "GET":
        return render(request, "prizes/_more.html", context)
    context["groups"] = tournament.prize_groups.all()
    context["has_acts"] = prize is not None and (prize.acts.exists() or prize.lots.exists())
    return render(request, "prizes/prize.html", context, status=422 if form.errors else 200)


def _say_made(request: Request, tournament: Tournament, prize: Prize, sentence: str) -> None:
    messages.success(request, sentence % {"number": prize.number})
    for warning in made_warnings(tournament, prize):
        messages.warning(request, warning)
