"""The tariffs of the installation: the list, one of them, its file, copying, editing, taking in a file."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournament import permissions
from tournament.models import OwnTariff, TariffVersion
from tournament.permissions import Request, requires
from tournament.refusals import Refused
from tournament.rulesets.views.rulesets import version_number
from tournament.tariffs import selectors, services
from tournament.tariffs.forms import TariffFileForm, TariffForm
from tournament.tariffs.selectors import ShownTariff
from tournament.tariffs.words import tariff_rules
from tournament.views.refusals import refusal_as_error
from tournament.words.tariff_labels import tariff_title


@requires(permissions.see_hall)
@require_safe
def tariffs(request: Request) -> HttpResponse:
    return render(request, "tariffs/tariffs.html", {"tariffs": selectors.tariffs()})


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
    return render(request, "tariffs/tariff.html", context)


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


def _shown_or_404(request: Request, tariff_id: str) -> ShownTariff:
    """Return the tariff that a page is about, in the version that it asks for."""
    try:
        return selectors.shown_tariff(tariff_id, version_number(request.GET.get("version", "")))
    except (OwnTariff.DoesNotExist, TariffVersion.DoesNotExist):
        raise Http404 from None
