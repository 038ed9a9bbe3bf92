"""The tariffs of the installation: the list, one of them, its file, copying, editing, hiding, taking in a file."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament import permissions
from tournament.enums import Shelf
from tournament.models import OwnTariff, TariffVersion
from tournament.permissions import Request, requires
from tournament.refusals import Refused
from tournament.rulesets.views.rulesets import compared_version, version_number
from tournament.tariffs import selectors, services
from tournament.tariffs.forms import TariffFileForm, TariffForm
from tournament.tariffs.selectors import ShownTariff
from tournament.tariffs.words import tariff_rules
from tournament.views.refusals import refusal_as_error
from tournament.words.tariff_labels import tariff_title


@requires(permissions.see_hall)
@require_safe
def tariffs(request: Request) -> HttpResponse:
    return render(request, "tariffs/tariffs.html", {"tariffs": selectors.tariff_lines()})


@requires(permissions.see_hall)
@require_safe
def tariff(request: Request, tariff_id: str) -> HttpResponse:
    """Show a tariff, of an own one the newest version or `?version=`."""
    shown = _shown_or_404(request, tariff_id)
    context = {
        "shown": shown,
        "tariff": shown.prices,
        "title": tariff_title(shown.prices),
        "rows": selectors.price_rows(shown.prices),
        "rules": list(tariff_rules(shown.prices)),
    }
    return render(request, "tariffs/tariff.html", context | _compared(request, shown))


@requires(permissions.see_hall)
@require_safe
def tariff_toml(request: Request, tariff_id: str) -> HttpResponse:
    """Return the file as it was written, to keep, to send on, or to import elsewhere."""
    shown = _shown_or_404(request, tariff_id)
    name = f"{tariff_id}-{shown.version.number}.toml" if shown.version else f"{tariff_id}.toml"
    answer = HttpResponse(shown.prices.text, content_type="application/toml; charset=utf-8")
    answer["Content-Disposition"] = str(content_disposition_header(True, name))
    return answer


@requires(permissions.manage_rulesets)
@require_http_methods(["GET", "POST"])
def tariff_copy(request: Request, tariff_id: str) -> HttpResponse:
    """Make a tariff that begins as a copy of this one."""
    shown = _shown_or_404(request, tariff_id)
    form = TariffForm(request.POST or None, origin=shown.prices)

    def save() -> TariffVersion:
        return services.create_tariff(actor=request.user, text=form.text)

    return _answer(request, form, save, {"origin": tariff_title(shown.prices), "action": _("Create the tariff")})


@requires(permissions.manage_rulesets)
@require_http_methods(["GET", "POST"])
def tariff_edit(request: Request, tariff_id: str) -> HttpResponse:
    """Make the next version of an own tariff from its newest."""
    shown = _shown_or_404(request, tariff_id)
    if shown.own is None:
        raise Http404
    own, newest = shown.own, shown.versions[0]
    form = TariffForm(request.POST or None, origin=newest.prices, own=own)
    base = version_number(request.POST.get("base", "")) or 0 if request.method == "POST" else newest.number

    def save() -> TariffVersion:
        return services.save_tariff(tariff=own, actor=request.user, text=form.text, base=base)

    return _answer(request, form, save, {"own": own, "base": base, "action": _("Save as a new version")})


@requires(permissions.manage_rulesets)
@require_POST
def tariff_shelve(request: Request, tariff_id: str) -> HttpResponse:
    """Hide an own tariff from new tournaments, offer it again, or delete it while no tournament has it."""
    own, shelf = _shown_or_404(request, tariff_id).own, request.POST.get("shelf", "")
    if own is None or shelf not in Shelf.values:
        raise Http404
    try:
        services.shelve_tariff(tariff=own, actor=request.user, shelf=shelf)
    except Refused as error:
        messages.error(request, str(error))
        return redirect(own)
    messages.success(request, _("Deleted.") if shelf == Shelf.DELETED else _("Saved."))
    return redirect("tariffs") if shelf == Shelf.DELETED else redirect(own)


@requires(permissions.manage_rulesets)
@require_http_methods(["GET", "POST"])
def tariff_import(request: Request) -> HttpResponse:
    form = TariffFileForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        with refusal_as_error(form):
            version = services.create_tariff(actor=request.user, text=form.cleaned_data["toml_file"])
            messages.success(request, _("The tariff is taken in."))
            return redirect(version.tariff)
    return render(request, "tariffs/tariff_import.html", {"form": form})


def _answer(
    request: Request, form: TariffForm, save: Callable[[], TariffVersion], context: dict[str, object]
) -> HttpResponse:
    """Save what was sent; else, or if it is refused, show the form with all its values."""
    if request.method == "POST" and form.is_valid():
        try:
            version = save()
        except Refused as error:
            form.add_error(error.context.get("field"), str(error))
            if error.code == "tariff_changed":
                context["base"] = error.context["number"]
        else:
            messages.success(request, _("Saved."))
            return redirect(version.tariff)
    return render(request, "tariffs/tariff_form.html", context | {"form": form})


def _compared(request: Request, shown: ShownTariff) -> dict[str, object]:
    """Return the version to compare with, and what differs."""
    against, others = compared_version(request, shown.version, shown.versions)
    if against is None:
        return {}
    differences = selectors.tariff_differences(shown.prices, against.prices)
    return {"against": against, "others": others, "version_differences": differences}


def _shown_or_404(request: Request, tariff_id: str) -> ShownTariff:
    """Return the tariff that a page is about, in the version that it asks for."""
    try:
        return selectors.shown_tariff(tariff_id, version_number(request.GET.get("version", "")))
    except (OwnTariff.DoesNotExist, TariffVersion.DoesNotExist):
        raise Http404 from None
